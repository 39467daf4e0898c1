/**
 * Owns the conversations of the demo town: who talks with whom about which request, what they said, and what
 * is not read yet.
 */
import type postgres from "postgres"
import type { Category } from "#app/areas/orders/rules.ts"
import { appointmentName, previewOf, type AppointmentState } from "#app/areas/chat/rules.ts"
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
  hourMs,
  kstDateString,
  minuteMs,
  startOfKstDay,
} from "#app/basics/time.ts"
import { findTownspeople, writePart, writing, type Step } from "../parts.ts"
import { at as nth, dice, idOf } from "../random.ts"
import { insert } from "../write.ts"
import {
  ASKING,
  OPEN_ENDS,
  PROFILE,
  SUSPICIOUS,
  WORKING,
  type Conversation,
  type Said,
} from "./conversations.ts"

/** Rooms of the whole town. */
const MOST_ROOMS = 150
const MOST_OF_DEMO = 16

type Matter = {
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
export async function create(client: postgres.Sql, part: string, step: Step): Promise<void> {
  const town = await findTownspeople(client)
  const matters = await findMatters(client, {
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
    for (const [place, matter] of matters.entries())
      addRoom(rows, matter, place, present, town.demo.customer.id, town.demo.expert.id)
    await writing(step, "대화", rows.messages.length, "개", async () => {
      await insert(tx, pictures, rows.pictures)
      await insert(tx, chatRooms, rows.rooms)
      await insert(tx, chatMembers, rows.members)
      await insert(tx, chatAppointments, rows.appointments)
      await insert(tx, chatMessages, rows.messages)
      await insert(tx, chatPictures, rows.chatPictures)
    })
  })
}

/**
 * What the town talks about: the demo accounts' own business first, then that of others, then questions on
 * experts' pages.
 */
async function findMatters(
  client: postgres.Sql,
  demo: { customerId: string; expertId: string },
): Promise<Matter[]> {
  // A client that Drizzle has used gives times as text.
  type Found = Omit<Matter, "from" | "photos"> & { from: Date | string; photos: Photo[] | null }
  const found = await client<Found[]>`
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
  const matters = found.map((row): Matter => ({ ...row, from: new Date(row.from), photos: row.photos ?? [] }))
  const isOf = (matter: Matter, key: "customerId" | "expertId") => matter[key] === demo[key]
  const customers = matters.filter((matter) => isOf(matter, "customerId")).slice(0, MOST_OF_DEMO)
  const experts = matters
    .filter((matter) => isOf(matter, "expertId") && !isOf(matter, "customerId"))
    .slice(0, MOST_OF_DEMO)
  const others = matters.filter((matter) => !isOf(matter, "customerId") && !isOf(matter, "expertId"))
  const chance = dice("chat/matters")
  const asked = chance
    .some(others, 24)
    .map((matter): Matter => ({ ...matter, kind: "expert", id: matter.expertId, photos: [] }))
  const seen = new Set<string>()
  const names = new Map(
    (
      await client<
        { id: string; name: string; avatarId: string | null }[]
      >`select user_id as id, name, avatar_id as "avatarId" from experts`
    ).map((row) => [row.id, row]),
  )
  const onPages = asked.map((matter) => ({
    ...matter,
    title: names.get(matter.id)?.name ?? matter.title,
    pictureId: names.get(matter.id)?.avatarId ?? null,
  }))
  return [...customers, ...experts, ...onPages, ...chance.some(others, MOST_ROOMS)]
    .filter((matter) => {
      const key = `${matter.kind} ${matter.id} ${matter.customerId} ${matter.expertId}`
      if (matter.customerId === matter.expertId || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, MOST_ROOMS)
}

function conversationOf(matter: Matter, place: number): Conversation {
  if (isSuspicious(matter)) return SUSPICIOUS
  const list =
    matter.kind === "expert" ? PROFILE : matter.kind === "order" ? WORKING : ASKING[matter.category]
  return nth(list, place)
}

/** The demo customer compares three proposals for this one; the cheapest writes so that the warning shows. */
const isSuspicious = (matter: Matter) =>
  matter.kind === "proposal" &&
  matter.title === "24평 아파트 거실·방3 실크 도배" &&
  matter.expertName === "정민호"

function addRoom(rows: Rows, matter: Matter, place: number, present: Date, ...demo: string[]): void {
  const chance = dice(`chat/${matter.kind}/${matter.id}/${matter.customerId}`)
  const latest = new Date(present.getTime() - chance.int(2, 50) * minuteMs)
  const lively = demo.some((id) => id === matter.customerId || id === matter.expertId) && place % 3 !== 2
  const base = conversationOf(matter, place)
  const last = base.at(-1)?.by
  const ends = OPEN_ENDS.filter((end) => end.by !== last)
  const waits = !isSuspicious(matter) && (lively || chance.chance(0.3))
  const lines = waits ? [...base, nth(ends, place)] : base
  // Laid out backwards where it is still going on, else forwards from where it began.
  const gaps = lines.map(() =>
    chance.weighted([1, 2, 4, 7, 15, 40, 150], (minutes) => 1 / Math.sqrt(minutes)),
  )
  const total = gaps.reduce((sum, gap) => sum + gap, 0) * minuteMs
  const began = new Date(matter.from.getTime() + chance.int(6, 200) * minuteMs)
  const room = lively ? latest.getTime() - chance.int(0, 5) * place * 20 * minuteMs - total : began.getTime()
  let at = Math.max(matter.from.getTime() + minuteMs, Math.min(room, latest.getTime() - total))
  const speed = Math.min(1, (latest.getTime() - at) / Math.max(total, 1))
  if (speed <= 0) return

  const roomId = idOf(`chat/${matter.kind}/${matter.id}/${matter.customerId}`, new Date(at))
  const idOfSide = { c: matter.customerId, e: matter.expertId }
  let seq = 0
  const say = (
    line: Said,
    content: { kind: "text" | "pictures" | "appointment" | "system"; text: string; appointmentId?: string },
  ) => {
    seq += 1
    const id = idOf(`${roomId}/${seq}`, new Date(at))
    rows.messages.push({
      id,
      roomId,
      seq,
      senderId: idOfSide[line.by],
      clientKey: id,
      createdAt: new Date(at),
      ...content,
    })
    return id
  }
  let preview = ""
  for (const [index, line] of lines.entries()) {
    at += Math.round((gaps[index] ?? 1) * minuteMs * speed)
    const { photos: shown = 0, meet, text = "" } = line
    if (meet) {
      preview = addAppointment(
        rows,
        { roomId, line, meet, at, present, kind: matter.kind, proposerId: idOfSide[line.by], index },
        say,
      )
      continue
    }
    const taken = matter.photos.slice(0, shown)
    if (taken.length === 0 && text === "") continue
    const messageId = say(line, { kind: taken.length > 0 ? "pictures" : "text", text })
    preview = previewOf({ kind: taken.length > 0 ? "pictures" : "text", text, pictures: taken.length })
    for (const [position, photo] of taken.entries()) {
      const pictureId = idOf(`picture/${messageId}/${position}`, new Date(at))
      const { storage_key: storageKey, ...facts } = photo
      rows.pictures.push({
        ...facts,
        id: pictureId,
        ownerId: idOfSide[line.by],
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
  const [low, high] = [matter.customerId, matter.expertId].sort()
  rows.rooms.push({
    id: roomId,
    subjectKind: matter.kind,
    subjectId: matter.id,
    lowUserId: low ?? "",
    highUserId: high ?? "",
    subjectTitle: matter.title,
    subjectPictureId: matter.pictureId,
    lastSeq: seq,
    lastMessageAt: lastAt,
    lastSenderId: final.senderId ?? null,
    lastText: preview,
    createdAt: written[0]?.createdAt ?? lastAt,
  })
  for (const [userId, partnerId] of [
    [matter.customerId, matter.expertId],
    [matter.expertId, matter.customerId],
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
  line: Said
  meet: NonNullable<Said["meet"]>
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
  say: (
    line: Said,
    content: { kind: "appointment" | "system"; text: string; appointmentId: string },
  ) => string,
): string {
  const { meet, line } = of
  const day = addDays(kstDateString(new Date(of.at)), meet.days)
  const planned = startOfKstDay(day).getTime() + meet.hour * hourMs
  const time = new Date(planned > of.at ? planned : planned + 24 * hourMs)
  const id = idOf(`appointment/${of.roomId}/${of.index}`, new Date(of.at))
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
    decidedAt: state === "proposed" ? null : new Date(of.at + minuteMs),
  })
  const text = `${appointmentName(of.kind)} · ${formatDateWithWeekday(time, of.present)} ${formatTime(time)}`
  say(line, { kind: "appointment", text, appointmentId: id })
  if (state === "proposed") return text
  const answer = state === "accepted" ? "약속이 확정됐어요" : "약속을 거절했어요"
  say({ by: line.by === "c" ? "e" : "c" }, { kind: "system", text: answer, appointmentId: id })
  return answer
}
