/**
 * The conversations of the demo town: who talks with whom about which request, what they said, and what
 * is not read yet.
 */
import type postgres from "postgres"
import {
  chatAppointments,
  chatMembers,
  chatMessages,
  chatPictures,
  chatRooms,
} from "#app/areas/chat/schema.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { findDemoPeople, writePart, writeWithProgress, type RunStep } from "../parts.ts"
import { createRandom } from "../random.ts"
import { insertInBatches } from "../write.ts"
import { addRoom, type ChatRows, type ChatSubject, type Photo } from "./room.ts"

/** Rooms of the whole town. */
const MAX_ROOMS = 150
const MAX_DEMO_ROOMS = 16

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const town = await findDemoPeople(client)
  const subjects = await findChatSubjects(client, {
    customerId: town.demo.customer.id,
    expertId: town.demo.expert.id,
  })
  await writePart(client, part, async (tx, present) => {
    const rows: ChatRows = {
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
