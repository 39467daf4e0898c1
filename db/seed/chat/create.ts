/**
 * The conversations of the demo town: who talks with whom about which request, what they said, and what
 * is not read yet.
 */
import type postgres from "postgres"
import type { Category } from "#app/areas/orders/rules.ts"
import { getAppointmentName, formatPreview, type AppointmentState } from "#app/areas/chat/rules.ts"
import {
  chatAppointments,
  chatMembers,
  chatMessages,
  chatPictures,
  chatRooms,
} from "#app/areas/chat/schema.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
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
import { findDemoPeople, writePart, writeWithProgress, type RunStep } from "../parts.ts"
import { atWrapped as nth, createRandom, createSeedId } from "../random.ts"
import { insertInBatches } from "../write.ts"
import {
  INQUIRY_CONVERSATIONS,
  UNANSWERED_ENDINGS,
  PROFILE_CONVERSATIONS,
  SUSPICIOUS_CONVERSATION,
  WORK_CONVERSATIONS,
  type Conversation,
  type ScriptLine,
} from "./conversations.ts"

/** Rooms of the whole town. */
const MAX_ROOMS = 150
const MAX_DEMO_ROOMS = 16

type ChatSubject = {
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
type Photo = {
  storage_key: string
  alt: string
  width: number
  height: number
  bytes: number
  placeholder: string
}

type Rows = {
  rooms: (typeof chatRooms.$inferInsert)[]
  members: (typeof chatMembers.$inferInsert)[]
  messages: (typeof chatMessages.$inferInsert)[]
  appointments: (typeof chatAppointments.$inferInsert)[]
  pictures: (typeof pictures.$inferInsert)[]
  chatPictures: (typeof chatPictures.$inferInsert)[]
}

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const town = await findDemoPeople(client)
  const subjects = await findChatSubjects(client, {
    customerId: town.demo.customer.id,
    expertId: town.demo.expert.id,
  })
  await writePart(client, part, async (tx, present) => {
    const rows: Rows = {
      rooms: [],
      members: [],
      messages: [],
      appointments: [],
      pictures: [],
      chatPictures: [],
    }
    for (const [place, subject] of subjects.entries())
      addRoom(rows, subject, place, present, town.demo.customer.id, town.demo.expert.id)
    await writeWithProgress(step, "대화", rows.messages.length, "개", async () => {
      await insertInBatches(tx, pictures, rows.pictures)
      await insertInBatches(tx, chatRooms, rows.rooms)
      await insertInBatches(tx, chatMembers, rows.members)
      await insertInBatches(tx, chatAppointments, rows.appointments)
      await insertInBatches(tx, chatMessages, rows.messages)
      await insertInBatches(tx, chatPictures, rows.chatPictures)
    })
  })
}

/**
 * What the town talks about: the demo accounts' own business first, then that of others, then questions on
 * experts' pages.
 */
async function findChatSubjects(
  client: postgres.Sql,
  demo: { customerId: string; expertId: string },
): Promise<ChatSubject[]> {
  // A client that Drizzle has used gives times as text.
  type SubjectRow = Omit<ChatSubject, "from" | "photos"> & { from: Date | string; photos: Photo[] | null }
  const found = await client<SubjectRow[]>`
    select case when o.expert_id = p.expert_id then 'order' else 'proposal' end as kind, case
      when o.expert_id = p.expert_id then o.id else p.id end as id,
      o.title, o.category, o.customer_id as "customerId", p.expert_id as "expertId", e.name as "expertName",
        coalesce(case when o.expert_id = p.expert_id then o.matched_at end, p.sent_at) as from,
      (select picture_id from order_photos f where f.order_id = o.id and f.kind = 'site'
        and f.position = 0) as "pictureId",
      (select json_agg(json_build_object('storage_key', i.storage_key, 'alt', i.alt, 'width', i.width,
        'height', i.height, 'bytes', i.bytes, 'placeholder', i.placeholder) order by f.position)
        from order_photos f join pictures i on i.id = f.picture_id
          where f.order_id = o.id and f.kind = 'site') as photos
    from proposals p join orders o on o.id = p.order_id join experts e on e.user_id = p.expert_id
    where p.state in ('sent', 'viewed', 'accepted') and o.state <> 'draft'
    order by coalesce(o.matched_at, p.sent_at) desc, p.id`
  const subjects = found.map((row): ChatSubject => ({
    ...row,
    from: new Date(row.from),
    photos: row.photos ?? [],
  }))
  const belongsTo = (subject: ChatSubject, key: "customerId" | "expertId") => subject[key] === demo[key]
  const customers = subjects.filter((subject) => belongsTo(subject, "customerId")).slice(0, MAX_DEMO_ROOMS)
  const experts = subjects
    .filter((subject) => belongsTo(subject, "expertId") && !belongsTo(subject, "customerId"))
    .slice(0, MAX_DEMO_ROOMS)
  const others = subjects.filter(
    (subject) => !belongsTo(subject, "customerId") && !belongsTo(subject, "expertId"),
  )
  const random = createRandom("chat/matters")
  const asked = random
    .sample(others, 24)
    .map((subject): ChatSubject => ({ ...subject, kind: "expert", id: subject.expertId, photos: [] }))
  const seen = new Set<string>()
  const names = new Map(
    (
      await client<
        { id: string; name: string; avatarId: string | null }[]
      >`select user_id as id, name, avatar_id as "avatarId" from experts`
    ).map((row) => [row.id, row]),
  )
  const profileSubjects = asked.map((subject) => ({
    ...subject,
    title: names.get(subject.id)?.name ?? subject.title,
    pictureId: names.get(subject.id)?.avatarId ?? null,
  }))
  return [...customers, ...experts, ...profileSubjects, ...random.sample(others, MAX_ROOMS)]
    .filter((subject) => {
      const key = `${subject.kind} ${subject.id} ${subject.customerId} ${subject.expertId}`
      if (subject.customerId === subject.expertId || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, MAX_ROOMS)
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
  subject.expertName === "정민호"

function addRoom(rows: Rows, subject: ChatSubject, place: number, present: Date, ...demo: string[]): void {
  const random = createRandom(`chat/${subject.kind}/${subject.id}/${subject.customerId}`)
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
  const startedAt = new Date(subject.from.getTime() + random.int(6, 200) * MINUTE_MS)
  const room = isActive
    ? latest.getTime() - random.int(0, 5) * place * 20 * MINUTE_MS - total
    : startedAt.getTime()
  let at = Math.max(subject.from.getTime() + MINUTE_MS, Math.min(room, latest.getTime() - total))
  const speed = Math.min(1, (latest.getTime() - at) / Math.max(total, 1))
  if (speed <= 0) return

  const roomId = createSeedId(`chat/${subject.kind}/${subject.id}/${subject.customerId}`, new Date(at))
  const getUserIdOfSide = { c: subject.customerId, e: subject.expertId }
  let seq = 0
  const addMessage = (
    line: ScriptLine,
    content: { kind: "text" | "pictures" | "appointment" | "system"; text: string; appointmentId?: string },
  ) => {
    seq += 1
    const id = createSeedId(`${roomId}/${seq}`, new Date(at))
    rows.messages.push({
      id,
      roomId,
      seq,
      senderId: getUserIdOfSide[line.by],
      clientKey: id,
      createdAt: new Date(at),
      ...content,
    })
    return id
  }
  let preview = ""
  for (const [index, line] of lines.entries()) {
    at += Math.round((gaps[index] ?? 1) * MINUTE_MS * speed)
    const { photos: shown = 0, appointment: meet, text = "" } = line
    if (meet) {
      preview = addAppointment(
        rows,
        { roomId, line, meet, at, present, kind: subject.kind, proposerId: getUserIdOfSide[line.by], index },
        addMessage,
      )
      continue
    }
    const taken = subject.photos.slice(0, shown)
    if (taken.length === 0 && text === "") continue
    const messageId = addMessage(line, { kind: taken.length > 0 ? "pictures" : "text", text })
    preview = formatPreview({ kind: taken.length > 0 ? "pictures" : "text", text, pictures: taken.length })
    for (const [position, photo] of taken.entries()) {
      const pictureId = createSeedId(`picture/${messageId}/${position}`, new Date(at))
      const { storage_key: storageKey, ...facts } = photo
      rows.pictures.push({
        ...facts,
        id: pictureId,
        ownerId: getUserIdOfSide[line.by],
        purpose: "chat",
        storageKey,
        originalName: "사진.webp",
        createdAt: new Date(at),
        attachedAt: new Date(at),
      })
      rows.chatPictures.push({ messageId, position, pictureId })
    }
  }
  const written = rows.messages.filter((message) => message.roomId === roomId)
  const final = written.at(-1)
  if (!final) return
  const lastAt = new Date(at)
  const [low, high] = [subject.customerId, subject.expertId].sort()
  rows.rooms.push({
    id: roomId,
    subjectKind: subject.kind,
    subjectId: subject.id,
    lowUserId: low ?? "",
    highUserId: high ?? "",
    subjectTitle: subject.title,
    subjectPictureId: subject.pictureId,
    lastSeq: seq,
    lastMessageAt: lastAt,
    lastSenderId: final.senderId ?? null,
    lastText: preview,
    createdAt: written[0]?.createdAt ?? lastAt,
  })
  for (const [userId, partnerId] of [
    [subject.customerId, subject.expertId],
    [subject.expertId, subject.customerId],
  ] as const) {
    // Who wrote last has read all; the other has not where an answer is waited for.
    const newest = written.findLastIndex((message) => message.senderId === userId)
    const unread = waits && final.senderId !== userId ? written.length - 1 - newest : 0
    rows.members.push({
      roomId,
      userId,
      partnerId,
      listed: true,
      lastSeq: seq,
      activeAt: lastAt,
      readSeq: seq - unread,
      unread,
    })
  }
}

type Meeting = {
  roomId: string
  line: ScriptLine
  meet: NonNullable<ScriptLine["appointment"]>
  at: number
  present: Date
  kind: SubjectKind
  proposerId: string
  index: number
}

/** An appointment as a message, and its answer. Returns what the list says of it. */
function addAppointment(
  rows: Rows,
  of: Meeting,
  addMessage: (
    line: ScriptLine,
    content: { kind: "appointment" | "system"; text: string; appointmentId: string },
  ) => string,
): string {
  const { meet, line } = of
  const day = addDays(toKstDateString(new Date(of.at)), meet.days)
  const planned = startOfKstDay(day).getTime() + meet.hour * HOUR_MS
  const time = new Date(planned > of.at ? planned : planned + 24 * HOUR_MS)
  const id = createSeedId(`appointment/${of.roomId}/${of.index}`, new Date(of.at))
  const state: AppointmentState =
    meet.answer === "wait" ? "proposed" : meet.answer === "accept" ? "accepted" : "declined"
  rows.appointments.push({
    id,
    roomId: of.roomId,
    proposerId: of.proposerId,
    state,
    at: time,
    place: meet.place,
    createdAt: new Date(of.at),
    decidedAt: state === "proposed" ? null : new Date(of.at + MINUTE_MS),
  })
  const timeText = `${formatDateWithWeekday(time, of.present)} ${formatTime(time)}`
  const text = `${getAppointmentName(of.kind)} · ${timeText}`
  addMessage(line, { kind: "appointment", text, appointmentId: id })
  if (state === "proposed") return text
  const answer = state === "accepted" ? "약속이 확정됐어요" : "약속을 거절했어요"
  addMessage({ by: line.by === "c" ? "e" : "c" }, { kind: "system", text: answer, appointmentId: id })
  return answer
}
