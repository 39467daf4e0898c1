/**
 * Forms sent twice: a double click or a back-and-resubmit makes one record, and both get the same
 * answer.
 */
import { and, eq, lt, sql } from "drizzle-orm"
import { now } from "../basics/clock.ts"
import { DAY_MS, HOUR_MS } from "../basics/time.ts"
import { db, violatedConstraint, type Executor, type Transaction } from "./db.server.ts"
import { undoesWork, type Done, type Refusal } from "./outcome.ts"
import { submissions } from "./schema.server.ts"

const SUBMISSION_TTL_DAYS = 7

type Submission = { actorId: string; form: string; key: string }

const isSubmission = ({ actorId, form, key }: Submission) =>
  and(eq(submissions.actorId, actorId), eq(submissions.form, form), eq(submissions.key, key))

/** The id called `name` in the answer to a form sent within the last week; null where it was not sent. */
export async function findSubmittedId(submission: Submission, name: string): Promise<string | null> {
  const result = (await findResult(db(), submission))?.result
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
    const previous = await findResult(tx, submission)
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

/**
 * As {@link runOnce}, where the result is known before the work is done, such as the id of what it makes:
 * `transact` writes `insertSubmission` of it with all else. Whoever comes second is undone by the key, and
 * answered as the first; so is who is refused because the first was not.
 */
export async function runOnceAtEnd<Result extends Done, Refused extends Refusal<string>>(
  submission: Submission,
  transact: () => Promise<Result | Refused>,
): Promise<Result | Refused> {
  const outcome = await transact().catch((error: unknown) => {
    if (violatedConstraint(error) !== "submissions_pkey") throw error
    return null
  })
  if (outcome?.ok) return outcome
  const previous = await findResult(db(), submission)
  if (previous) return previous.result as Result
  if (outcome === null) throw new Error("A submission vanished while it was being answered")
  return outcome
}

/** The insert of the key of a form with what its sending is answered, to be written with what it makes. */
export const insertSubmission = (tx: Transaction, submission: Submission, result: Done) =>
  tx.insert(submissions).values({ ...submission, result, createdAt: now() })

const findResult = async (
  executor: Executor,
  submission: Submission,
): Promise<{ result: unknown } | undefined> =>
  (await executor.select({ result: submissions.result }).from(submissions).where(isSubmission(submission)))[0]

/** What is sent again to a page that lost the answer to a form. */
export type SavedAnswer = { status: number; headers: [string, string][]; body: string }

type AnswerClaim = { state: "new" | "under-way" | "unknown" } | { state: "answered"; answer: SavedAnswer }

const ANSWERS = "answer"
/** After this time without an answer the process that was at work is gone. */
const MAX_WORK_MS = 60_000

/**
 * Takes `key` for one sending: `new` for the first; for another one the answer that was saved, `under-way`
 * while the first is being worked on, or `unknown` where that ended without a word.
 */
export async function claimAnswer(actorId: string, key: string): Promise<AnswerClaim> {
  const submission = { actorId, form: ANSWERS, key }
  const at = now()
  const [inserted] = await db()
    .insert(submissions)
    .values({ ...submission, result: sql`'null'::jsonb`, createdAt: at })
    .onConflictDoNothing()
    .returning({ key: submissions.key })
  if (inserted) return { state: "new" }
  const [previous] = await db()
    .select({ result: submissions.result, createdAt: submissions.createdAt })
    .from(submissions)
    .where(isSubmission(submission))
  if (!previous) return { state: "under-way" }
  if (previous.result !== null) return { state: "answered", answer: previous.result as SavedAnswer }
  return { state: at.getTime() - previous.createdAt.getTime() < MAX_WORK_MS ? "under-way" : "unknown" }
}

/** Saves what the first sending of `key` was answered. */
export async function saveAnswer(actorId: string, key: string, answer: SavedAnswer): Promise<void> {
  await db()
    .update(submissions)
    .set({ result: answer })
    .where(isSubmission({ actorId, form: ANSWERS, key }))
}

/** Lets `key` be sent again: its first sending changed nothing. */
export async function releaseAnswer(actorId: string, key: string): Promise<void> {
  await db()
    .delete(submissions)
    .where(isSubmission({ actorId, form: ANSWERS, key }))
}

/**
 * Removes keys older than a week, and empties answers older than an hour, which hold what was shown: who
 * sends again after that hears that nobody knows. A job calls it.
 */
export async function deleteOldSubmissions(): Promise<void> {
  const at = now().getTime()
  await db()
    .update(submissions)
    .set({ result: sql`'null'::jsonb` })
    .where(
      and(
        eq(submissions.form, ANSWERS),
        lt(submissions.createdAt, new Date(at - HOUR_MS)),
        sql`${submissions.result} <> 'null'::jsonb`,
      ),
    )
  await db()
    .delete(submissions)
    .where(lt(submissions.createdAt, new Date(at - SUBMISSION_TTL_DAYS * DAY_MS)))
}
