/** The résumé that somebody keeps, and the copy of it that goes along with an application. */
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db, type Transaction } from "#app/platform/db.server.ts"
import type { Events } from "#app/platform/events.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { ResumeInput } from "../resume-forms.ts"
import { resumes } from "../schema.server.ts"
import type { Resume } from "../views.ts"

async function readResume(executor: Pick<Transaction, "select">, userId: string): Promise<Resume | null> {
  const [row] = await executor.select().from(resumes).where(eq(resumes.userId, userId))
  if (!row) return null
  const { userId: _, updatedAt, ...rest } = row
  return { ...rest, updatedAt: updatedAt.toISOString() }
}

/** The actor's own résumé; null where there is none. One query. */
export const findOwnResume = async (actor: Actor): Promise<Resume | null> =>
  actor.kind === "member" ? readResume(db(), actor.userId) : null

/** The résumé of `userId` as it is in this moment, for an application of theirs; null where there is none. */
export const copyResume = (tx: Transaction, userId: string): Promise<Resume | null> => readResume(tx, userId)

/** Writes the actor's résumé; what was sent along with applications stays as it was. Refusal `not_member`. */
export async function saveResume(actor: Actor, input: ResumeInput): Promise<Outcome<"not_member">> {
  if (actor.kind !== "member" || !actor.profile) return refuse("not_member")
  const values = { ...input, updatedAt: now() }
  await db()
    .insert(resumes)
    .values({ userId: actor.userId, ...values })
    .onConflictDoUpdate({ target: resumes.userId, set: values })
  return ok()
}

/** Deletes the actor's résumé; what was sent along stays with those who got it. Refusal `not_found`. */
export async function deleteResume(actor: Actor): Promise<Outcome<"not_found">> {
  if (actor.kind !== "member") return refuse("not_found")
  const deleted = await db()
    .delete(resumes)
    .where(eq(resumes.userId, actor.userId))
    .returning({ userId: resumes.userId })
  return deleted.length > 0 ? ok() : refuse("not_found")
}

/** Subscriber of "account.left": a résumé is kept for its owner alone. */
export async function deleteResumeOfUser({ userId }: Events["account.left"], tx: Transaction): Promise<void> {
  await tx.delete(resumes).where(eq(resumes.userId, userId))
}
