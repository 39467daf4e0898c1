/** The audit log: who did what in the back office, when, before and after. Lines are only ever added. */
import { sql } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { newId } from "../basics/ids.ts"
import { db, type Transaction } from "./db.server.ts"
import { auditLog } from "./schema.server.ts"
import { truncateText } from "../basics/truncate-text.ts"

export type AuditEntry = {
  /** Area and verb: "person.ban". */
  action: `${string}.${string}`
  subject: {
    kind: string
    id: string
    /** What it was called; left out for people, who are looked up. */ title?: string
  }
  /** The reason that was given. */
  note?: string
  /** Only the fields that changed. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Who acts by a command beside the database, not in the back office. */
export const SERVER_OPERATOR = {
  userId: "00000000-0000-7000-8000-0000000000ad",
  name: "서버 운영자",
} as const

/**
 * Writes one line in the transaction of what an admin did: without the line nothing happened, and without the
 * deed there is no line.
 */
export const audit = (tx: Transaction, actor: { userId: string }, entry: AuditEntry): Promise<void> =>
  auditMany(tx, actor, [entry])

/** As {@link audit}, for what was done to several at once. */
export async function auditMany(
  tx: Transaction,
  { userId }: { userId: string },
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const at = now()
  await tx.insert(auditLog).values(
    entries.map(({ action, subject, note = "", before, after }) => ({
      id: newId(),
      at,
      actorId: userId,
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectTitle: truncateText(subject.title ?? "", 200),
      note: truncateText(note, 2_000),
      before: before ?? null,
      after: after ?? null,
    })),
  )
}

/** Who looks at the same thing again within this is not written down again. */
const VIEW_DEDUPLICATION_MS = 24 * 3_600_000

/** Writes down what an admin looked into that is private to others, each thing once a day, in one query. */
export async function auditViews(
  { userId }: { userId: string },
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const at = now()
  const valueRows = entries.map(
    ({ action, subject }) =>
      sql`(${newId()}::uuid, ${action}, ${subject.kind}, ${subject.id},
        ${truncateText(subject.title ?? "", 200)})`,
  )
  await db().execute(sql`
    insert into audit_log (id, at, actor_id, action, subject_kind, subject_id, subject_title)
    select look.id, ${at.toISOString()}::timestamptz, ${userId}::uuid, look.action, look.kind,
      look.subject_id, look.title
    from (values ${sql.join(valueRows, sql`, `)}) look (id, action, kind, subject_id, title)
    where not exists (
      select from audit_log l where l.actor_id = ${userId}::uuid and l.action = look.action
        and l.subject_id = look.subject_id and l.at >
          ${new Date(at.getTime() - VIEW_DEDUPLICATION_MS).toISOString()}::timestamptz
    )`)
}
