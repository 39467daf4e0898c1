/** Owns the audit log: who did what in the back office, when, before and after. Lines are only ever added. */
import { now } from "../basics/clock.ts"
import { newId } from "../basics/ids.ts"
import type { Transaction } from "./db.server.ts"
import { auditLog } from "./schema.server.ts"

export type AuditEntry = {
  /** Area and verb: "person.ban". */
  action: `${string}.${string}`
  subject: { kind: string; id: string; /** What it was called; left out for people, who are looked up. */ title?: string }
  /** The reason that was given. */
  note?: string
  /** Only the fields that changed. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Writes one line in the transaction of what an admin did: without the line nothing happened, and without the deed there is no line. */
export const audit = (tx: Transaction, actor: { userId: string }, entry: AuditEntry): Promise<void> => auditEach(tx, actor, [entry])

/** As {@link audit}, for what was done to several at once. */
export async function auditEach(tx: Transaction, { userId }: { userId: string }, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const at = now()
  await tx.insert(auditLog).values(
    entries.map(({ action, subject, note = "", before, after }) => ({
      id: newId(), at, actorId: userId, action, subjectKind: subject.kind, subjectId: subject.id, subjectTitle: (subject.title ?? "").slice(0, 200), note: note.slice(0, 2_000),
      before: before ?? null, after: after ?? null,
    })),
  )
}
