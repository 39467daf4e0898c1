/** What colleagues say of a member among themselves; the member never sees it. */
import { eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { runOnce } from "#app/platform/submissions.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { findPeopleForAdmin } from "../../accounts/service/people.server.ts"
import { personLabels, personNotes } from "../schema.server.ts"

const MAX_NOTES = 50

export type PersonNotes = {
  notes: { id: string; author: string; body: string; createdAt: string }[]
  labels: string[]
}

/** Notes and labels of a member, the newest note first, in one query; null for who may not see members. */
export async function findPersonNotes(actor: Actor, userId: string): Promise<PersonNotes | null> {
  if (!hasRight(actor, "people") || !isId(userId)) return null
  const [row] = await db().execute<PersonNotes>(sql`
    select (select coalesce(json_agg(n order by n.id desc), '[]') from (
        select n.id, n.body, n.created_at as "createdAt", coalesce(o.name, '탈퇴한 관리자') as author
          from person_notes n left join office_people o on o.user_id = n.author_id
          where n.user_id = ${userId}::uuid order by n.id desc limit ${MAX_NOTES}) n) as notes,
      (select coalesce(json_agg(label order by label), '[]') from person_labels
        where user_id = ${userId}::uuid) as labels`)
  return row
    ? {
        notes: row.notes.map((note) => ({ ...note, createdAt: new Date(note.createdAt).toISOString() })),
        labels: row.labels,
      }
    : null
}

/** Writes a note about a member. Refusals: `not_found` (no right, nobody there). */
export async function addPersonNote(
  actor: Actor,
  userId: string,
  { body, key }: { body: string; key: string },
): Promise<Outcome<"not_found">> {
  if (!hasRight(actor, "people") || !isId(userId)) return refuse("not_found")
  if (!(await findPeopleForAdmin(actor, [userId])).has(userId)) return refuse("not_found")
  return inTransaction((tx) =>
    runOnce(tx, { actorId: actor.userId, form: `person-note:${userId}`, key }, async () => {
      await tx
        .insert(personNotes)
        .values({ id: newId(), userId, authorId: actor.userId, body, createdAt: now() })
      await audit(tx, actor, { action: "person.note", subject: { kind: "person", id: userId } })
      return ok()
    }),
  )
}

/** Gives a member these labels in place of the former. Refusals: `not_found` (no right, nobody there). */
export async function setPersonLabels(
  actor: Actor,
  userId: string,
  labels: readonly string[],
): Promise<Outcome<"not_found">> {
  if (!hasRight(actor, "people") || !isId(userId)) return refuse("not_found")
  if (!(await findPeopleForAdmin(actor, [userId])).has(userId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const before = await tx
      .delete(personLabels)
      .where(eq(personLabels.userId, userId))
      .returning({ label: personLabels.label })
    if (labels.length > 0) await tx.insert(personLabels).values(labels.map((label) => ({ userId, label })))
    await audit(tx, actor, {
      action: "person.labels",
      subject: { kind: "person", id: userId },
      before: { labels: before.map(({ label }) => label).join(", ") },
      after: { labels: labels.join(", ") },
    })
    return ok()
  })
}
