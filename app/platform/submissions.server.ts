/**
 * Forms sent twice: a double click or a back-and-resubmit makes one record, and both get the same
 * answer.
 */
import { and, eq, lt, sql } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { db, type Transaction } from "./db.server.ts"
import { undoesWork } from "./outcome.ts"
import { submissions } from "./schema.server.ts"

const SUBMISSION_TTL_DAYS = 7

type Submission = { actorId: string; form: string; key: string }

const isSubmission = ({ actorId, form, key }: Submission) =>
  and(eq(submissions.actorId, actorId), eq(submissions.form, form), eq(submissions.key, key))

/** The id called `name` in the answer to a form sent within the last week; null where it was not sent. */
export async function findSubmittedId(submission: Submission, name: string): Promise<string | null> {
  const [found] = await db()
    .select({ result: submissions.result })
    .from(submissions)
    .where(isSubmission(submission))
  const result = found?.result
  const id = typeof result === "object" && result !== null ? new Map(Object.entries(result)).get(name) : null
  return typeof id === "string" ? id : null
}

/**
 * Runs `work` for the first sending of a form and answers every further one with the first one's result, also
 * while the first is under way. `key` is a fresh id that the form carries in a hidden field; `form` names the
 * form. The result must be plain JSON. A refusal has to be the result of the transaction: it is undone with
 * the key, so that the corrected form goes through.
 */
export async function runOnce<Result>(
  tx: Transaction,
  submission: Submission,
  work: () => Promise<Result>,
): Promise<Result> {
  // A rival with the same key waits here until the first has committed or rolled back.
  const [inserted] = await tx
    .insert(submissions)
    .values({ ...submission, result: sql`'null'::jsonb`, createdAt: now() })
    .onConflictDoNothing()
    .returning({ key: submissions.key })
  if (!inserted) {
    const [previous] = await tx
      .select({ result: submissions.result })
      .from(submissions)
      .where(isSubmission(submission))
    if (!previous) throw new Error("A submission vanished while it was being answered")
    return previous.result as Result
  }
  const result = await work()
  if (undoesWork(result)) return result
  await tx
    .update(submissions)
    .set({ result: result ?? sql`'null'::jsonb` })
    .where(isSubmission(submission))
  return result
}

/** Removes keys older than a week; a job calls it. */
export async function deleteOldSubmissions(): Promise<void> {
  await db()
    .delete(submissions)
    .where(lt(submissions.createdAt, new Date(now().getTime() - SUBMISSION_TTL_DAYS * 86_400_000)))
}
