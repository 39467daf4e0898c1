/** One conversation of the demo town: its lines, pictures, appointments, and what is not read yet. */
import { getAppointmentName, formatPreview, type AppointmentState } from "#app/areas/chat/rules.ts"
import type {
  chatAppointments,
  chatMembers,
  chatMessages,
  chatPictures,
  chatRooms,
} from "#app/areas/chat/schema.server.ts"
import type { Category } from "#app/areas/orders/rules.ts"
import type { SubjectKind } from "#app/basics/subject.ts"
import {
  addDays,
  formatDateWithWeekday,
  formatTime,
  HOUR_MS,
  toKstDateString,
  MINUTE_MS,
  startOfKstDay,
} from "#app/basics/time.ts"
import type { pictures } from "#app/platform/schema.server.ts"
import { atWrapped as nth, createRandom, createSeedId, type SeededRandom } from "../random.ts"
import {
  INQUIRY_CONVERSATIONS,
  UNANSWERED_ENDINGS,
  PROFILE_CONVERSATIONS,
  SUSPICIOUS_CONVERSATION,
  WORK_CONVERSATIONS,
  type Conversation,
  type ScriptLine,
} from "./conversations.ts"

export type ChatSubject = {
  kind: Extract<SubjectKind, "order" | "proposal" | "expert">
  id: string
  title: string
  pictureId: string | null
  category: Category
  customerId: string
  expertId: string
  expertName: string
  /** When there was something to talk about. */
  from: Date
  /** Masters of pictures that may be shown: those of the request. */
  photos: readonly Photo[]
}
export type Photo = {
  storage_key: string
  alt: string
  width: number
  height: number
  bytes: number
  placeholder: string
}

export type ChatRows = {
  rooms: (typeof chatRooms.$inferInsert)[]
  members: (typeof chatMembers.$inferInsert)[]
  messages: (typeof chatMessages.$inferInsert)[]
  appointments: (typeof chatAppointments.$inferInsert)[]
  pictures: (typeof pictures.$inferInsert)[]
  chatPictures: (typeof chatPictures.$inferInsert)[]
}

function pickConversation(subject: ChatSubject, place: number): Conversation {
  if (isSuspicious(subject)) return SUSPICIOUS_CONVERSATION
  const list =
    subject.kind === "expert"
      ? PROFILE_CONVERSATIONS
      : subject.kind === "order"
        ? WORK_CONVERSATIONS
        : INQUIRY_CONVERSATIONS[subject.category]
  return nth(list, place)
}

/** The demo customer compares three proposals for this one; the cheapest writes so that the warning shows. */
const isSuspicious = (subject: ChatSubject) =>
  subject.kind === "proposal" &&
  subject.title === "24평 아파트 거실·방3 실크 도배" &&
  subject.expertName === "민호인테리어"

/** The conversation about `subject`, where the time since it could begin is long enough for one. */
export function addRoom(
  rows: ChatRows,
  subject: ChatSubject,
  place: number,
  present: Date,
  ...demo: string[]
): void {
  const random = createRandom(`chat/${subject.kind}/${subject.id}/${subject.customerId}`)
  const course = planRoom(subject, place, present, demo, random)
  if (!course) return
  const roomId = createSeedId(
    `chat/${subject.kind}/${subject.id}/${subject.customerId}`,
    new Date(course.startedAt),
  )
  const room: Room = { id: roomId, subject, present, at: course.startedAt, seq: 0 }
  let preview = ""
  for (const [index, line] of course.lines.entries()) {
    room.at += Math.round((course.gaps[index] ?? 1) * MINUTE_MS * course.speed)
    preview = addLine(rows, room, line, index) ?? preview
  }
  const written = rows.messages.filter((message) => message.roomId === roomId)
  const last = written.at(-1)
  if (!last) return
  const lastAt = new Date(room.at)
  const [low, high] = [subject.customerId, subject.expertId].sort()
  rows.rooms.push({
    id: roomId,
    subjectKind: subject.kind,
    subjectId: subject.id,
    lowUserId: low ?? "",
    highUserId: high ?? "",
    subjectTitle: subject.title,
    subjectPictureId: subject.pictureId,
    lastSeq: room.seq,
    lastMessageAt: lastAt,
    lastSenderId: last.senderId ?? null,
    lastText: preview,
    createdAt: written[0]?.createdAt ?? lastAt,
  })
  addMembers(rows, room, written, course.waits)
}

/** What is said and how fast; null where there was no time for it. */
function planRoom(
  subject: ChatSubject,
  place: number,
  present: Date,
  demo: readonly string[],
  random: SeededRandom,
) {
  const latest = new Date(present.getTime() - random.int(2, 50) * MINUTE_MS)
  const isActive = demo.some((id) => id === subject.customerId || id === subject.expertId) && place % 3 !== 2
  const base = pickConversation(subject, place)
  const last = base.at(-1)?.by
  const ends = UNANSWERED_ENDINGS.filter((end) => end.by !== last)
  const waits = !isSuspicious(subject) && (isActive || random.chance(0.3))
  const lines = waits ? [...base, nth(ends, place)] : base
  // Laid out backwards where it is still going on, else forwards from where it began.
  const gaps = lines.map(() =>
    random.pickWeighted([1, 2, 4, 7, 15, 40, 150], (minutes) => 1 / Math.sqrt(minutes)),
  )
  const total = gaps.reduce((sum, gap) => sum + gap, 0) * MINUTE_MS
  const begunAt = new Date(subject.from.getTime() + random.int(6, 200) * MINUTE_MS)
  const wanted = isActive
    ? latest.getTime() - random.int(0, 5) * place * 20 * MINUTE_MS - total
    : begunAt.getTime()
  const startedAt = Math.max(subject.from.getTime() + MINUTE_MS, Math.min(wanted, latest.getTime() - total))
  const speed = Math.min(1, (latest.getTime() - startedAt) / Math.max(total, 1))
  return speed <= 0 ? null : { lines, gaps, waits, startedAt, speed }
}

/** A room while it is being written: when its last line was said, and how many messages it has. */
type Room = { id: string; subject: ChatSubject; present: Date; at: number; seq: number }

const getUserOfSide = ({ subject }: Room, side: ScriptLine["by"]) =>
  ({ c: subject.customerId, e: subject.expertId })[side]

/** Returns the id of the message. */
function addMessage(
  rows: ChatRows,
  room: Room,
  by: ScriptLine["by"],
  content: { kind: "text" | "pictures" | "appointment" | "system"; text: string; appointmentId?: string },
): string {
  room.seq += 1
  const id = createSeedId(`${room.id}/${room.seq}`, new Date(room.at))
  rows.messages.push({
    id,
    roomId: room.id,
    seq: room.seq,
    senderId: getUserOfSide(room, by),
    clientKey: id,
    createdAt: new Date(room.at),
    ...content,
  })
  return id
}

/** One line of the conversation. Returns what the list says of it, or null where nothing is sent. */
function addLine(rows: ChatRows, room: Room, line: ScriptLine, index: number): string | null {
  const { photos: shown = 0, appointment, text = "" } = line
  if (appointment) return addAppointment(rows, room, line.by, appointment, index)
  const taken = room.subject.photos.slice(0, shown)
  if (taken.length === 0 && text === "") return null
  const kind = taken.length > 0 ? "pictures" : "text"
  const messageId = addMessage(rows, room, line.by, { kind, text })
  for (const [position, photo] of taken.entries()) {
    const pictureId = createSeedId(`picture/${messageId}/${position}`, new Date(room.at))
    const { storage_key: storageKey, ...facts } = photo
    rows.pictures.push({
      ...facts,
      id: pictureId,
      ownerId: getUserOfSide(room, line.by),
      purpose: "chat",
      storageKey,
      originalName: "사진.webp",
      createdAt: new Date(room.at),
      attachedAt: new Date(room.at),
    })
    rows.chatPictures.push({ messageId, position, pictureId })
  }
  return formatPreview({ kind, text, pictures: taken.length })
}

/** Who wrote last has read all; the other has not where an answer is waited for. */
function addMembers(
  rows: ChatRows,
  { id, subject, at, seq }: Room,
  written: ChatRows["messages"],
  waits: boolean,
): void {
  for (const [userId, partnerId] of [
    [subject.customerId, subject.expertId],
    [subject.expertId, subject.customerId],
  ] as const) {
    const newest = written.findLastIndex((message) => message.senderId === userId)
    const unread = waits && written.at(-1)?.senderId !== userId ? written.length - 1 - newest : 0
    rows.members.push({
      roomId: id,
      userId,
      partnerId,
      listed: true,
      lastSeq: seq,
      activeAt: new Date(at),
      readSeq: seq - unread,
      unread,
    })
  }
}

/** An appointment as a message, and its answer. Returns what the list says of it. */
function addAppointment(
  rows: ChatRows,
  room: Room,
  by: ScriptLine["by"],
  meet: NonNullable<ScriptLine["appointment"]>,
  index: number,
): string {
  const { at } = room
  const day = addDays(toKstDateString(new Date(at)), meet.days)
  const planned = startOfKstDay(day).getTime() + meet.hour * HOUR_MS
  const time = new Date(planned > at ? planned : planned + 24 * HOUR_MS)
  const id = createSeedId(`appointment/${room.id}/${index}`, new Date(at))
  const state: AppointmentState =
    meet.answer === "wait" ? "proposed" : meet.answer === "accept" ? "accepted" : "declined"
  rows.appointments.push({
    id,
    roomId: room.id,
    proposerId: getUserOfSide(room, by),
    state,
    at: time,
    place: meet.place,
    createdAt: new Date(at),
    decidedAt: state === "proposed" ? null : new Date(at + MINUTE_MS),
  })
  const timeText = `${formatDateWithWeekday(time, room.present)} ${formatTime(time)}`
  const text = `${getAppointmentName(room.subject.kind)} · ${timeText}`
  addMessage(rows, room, by, { kind: "appointment", text, appointmentId: id })
  if (state === "proposed") return text
  const answer = state === "accepted" ? "약속이 확정됐어요" : "약속을 거절했어요"
  addMessage(rows, room, by === "c" ? "e" : "c", { kind: "system", text: answer, appointmentId: id })
  return answer
}
