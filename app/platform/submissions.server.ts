/**
 * Owns forms sent twice: a double click or a back-and-resubmit makes one record, and both get the same
 * answer.
 */
import { and, eq, lt, sql } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { db, type Transaction } from "./db.server.ts"
import { undoesWork } from "./outcome.ts"
import { submissions } from "./schema.server.ts"

const KEEP_DAYS = 7

/**
 * Runs `work` for the first sending of a form and answers every further one with the first one's result, also
 * while the first is under way. `key` is a fresh id that the form carries in a hidden field; `form` names the
 * form. The result must be plain JSON. A refusal has to be the result of the transaction: it is undone with
 * the key, so that the corrected form goes through.
 */
export async function once<Result>(
  tx: Transaction,
  of: { actorId: string; form: string; key: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const mine = and(
    eq(submissions.actorId, of.actorId),
    eq(submissions.form, of.form),
    eq(submissions.key, of.key),
  )
  // A rival with the same key waits here until the first has committed or rolled back.
  const [first] = await tx
    .insert(submissions)
    .values({ ...of, result: sql`'null'::jsonb`, createdAt: now() })
    .onConflictDoNothing()
    .returning({ key: submissions.key })
  if (!first) {
    const [known] = await tx.select({ result: submissions.result }).from(submissions).where(mine)
    if (!known) throw new Error("A submission vanished while it was being answered")
    return known.result as Result
  }
  const result = await work()
  if (undoesWork(result)) return result
  await tx
    .update(submissions)
    .set({ result: result ?? sql`'null'::jsonb` })
    .where(mine)
  return result
}

/** Removes keys older than a week; a job calls it. */
export async function sweepSubmissions(): Promise<void> {
  await db()
    .delete(submissions)
    .where(lt(submissions.createdAt, new Date(now().getTime() - KEEP_DAYS * 86_400_000)))
}
