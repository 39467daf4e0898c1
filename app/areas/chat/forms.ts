/** The forms of chat: what may be typed, within which limits. */
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { SUBJECT_KINDS } from "#app/basics/subject.ts"
import { addDays, HOUR_MS, toKstDateString, MINUTE_MS, startOfKstDay } from "#app/basics/time.ts"
import { APPOINTMENT_TRANSITION_NAMES, LIMITS, ROOM_FILTERS } from "./rules.ts"
import {
  text,
  multiline,
  optional,
  choice,
  listOf,
  dateString,
  idField,
  listCursor,
  regionCode,
} from "#app/basics/form-fields.ts"

const orEmpty = (typed: string | null) => typed ?? ""
const today = () => toKstDateString(now())

export const OpenChatForm = z.object({
  kind: choice(SUBJECT_KINDS, "대화할 것"),
  id: idField({ label: "대화할 것" }),
  with: optional(idField({ label: "상대" })),
})

/** A message: text, pictures by id (`pictureIds[]`), or both. `clientKey` is a fresh id of the page. */
export const MessageForm = z
  .object({
    clientKey: idField({ label: "메시지" }),
    text: optional(multiline({ label: "메시지", min: 0, max: LIMITS.text })).transform(orEmpty),
    pictureIds: listOf(idField({ label: "사진" }), { label: "사진", max: LIMITS.pictures }).transform(
      (ids) => [...new Set(ids)],
    ),
  })
  .superRefine((form, context) => {
    if (form.text === "" && form.pictureIds.length === 0)
      context.addIssue({ code: "custom", path: ["text"], message: "보낼 메시지를 입력해 주세요." })
  })

const timeOfDay = text({ label: "시간", max: 5 }).superRefine((typed, context) => {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(typed))
    context.addIssue({ code: "custom", message: "시간은 14:30처럼 써요. 다시 골라 주세요." })
})

/** When and where to meet; the day and the time are Korea's. */
export const AppointmentForm = z
  .object({
    clientKey: idField({ label: "약속" }),
    date: dateString({ label: "날짜", min: today, max: () => addDays(today(), 365) }),
    time: timeOfDay,
    regionCode: optional(regionCode({ label: "동네" })),
    place: optional(text({ label: "장소", min: 0, max: 100 })).transform(orEmpty),
    note: optional(text({ label: "메모", min: 0, max: 100 })).transform(orEmpty),
  })
  .transform(({ date, time, ...form }) => {
    const [hours = 0, minutes = 0] = time.split(":").map(Number)
    return { ...form, at: new Date(startOfKstDay(date).getTime() + hours * HOUR_MS + minutes * MINUTE_MS) }
  })

export const AppointmentAnswerForm = z.object({
  appointmentId: idField({ label: "약속" }),
  move: choice(APPOINTMENT_TRANSITION_NAMES, "답"),
})

/** What a page says by itself: how far it has read, that it looks away, that somebody types. */
export const SignalForm = z.object({
  room: idField({ label: "채팅방" }),
  signal: choice(["read", "away", "typing"], "신호"),
  seq: optional(text({ label: "번호", max: 10 })),
})

const messageNumberParam = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .nullable()
  .catch(null)
export const ChatQuery = z.object({
  room: z.string().nullable().catch(null),
  view: z.enum(ROOM_FILTERS).catch("all"),
  show: z.coerce.number().int().min(LIMITS.roomsPerPage).max(LIMITS.maxRooms).catch(LIMITS.roomsPerPage),
  before: messageNumberParam,
  /** The message to mark and bring into sight. */ message: messageNumberParam,
})
/** The address of /chat/search. */
export const ChatSearchQuery = z.object({
  q: text({ label: "찾을 말", min: 0, max: 50 }).catch(""),
  after: listCursor,
})
export const MessagesQuery = z.object({
  room: z.string().catch(""),
  before: messageNumberParam,
  after: messageNumberParam,
})
