/** Answers that a program gets again when it sends the same request with the same Idempotency-Key. */
import { and, eq, lt } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { API_LIMITS } from "../rules.ts"
import { apiAnswers } from "../schema.server.ts"

type Sending = { keyId: string; idempotencyKey: string }
export type SavedApiAnswer = { status: number; body: string }
export type ApiAnswerClaim =
  | { state: "new" | "different" | "under-way" | "unknown" }
  | { state: "answered"; answer: SavedApiAnswer }

const isSending = ({ keyId, idempotencyKey }: Sending) =>
  and(eq(apiAnswers.keyId, keyId), eq(apiAnswers.idempotencyKey, idempotencyKey))

/**
 * Takes an Idempotency-Key for one request, which `fingerprint` tells from others: `new` for the first,
 * `different` where another request had it, the first one's answer, `under-way` while that is worked on, or
 * `unknown` where it ended without a word.
 */
export async function claimApiAnswer(sending: Sending, fingerprint: string): Promise<ApiAnswerClaim> {
  const at = now()
  const [inserted] = await db()
    .insert(apiAnswers)
    .values({ ...sending, fingerprint, createdAt: at })
    .onConflictDoNothing()
    .returning({ key: apiAnswers.idempotencyKey })
  if (inserted) return { state: "new" }
  const [previous] = await db().select().from(apiAnswers).where(isSending(sending))
  if (!previous) return { state: "under-way" }
  if (previous.fingerprint !== fingerprint) return { state: "different" }
  if (previous.status !== null)
    return { state: "answered", answer: { status: previous.status, body: previous.body } }
  return {
    state: at.getTime() - previous.createdAt.getTime() < API_LIMITS.maxWorkMs ? "under-way" : "unknown",
  }
}

/** Saves what the first request was answered. */
export async function saveApiAnswer(sending: Sending, answer: SavedApiAnswer): Promise<void> {
  await db().update(apiAnswers).set(answer).where(isSending(sending))
}

/** Lets an Idempotency-Key be used again: its request changed nothing. */
export async function releaseApiAnswer(sending: Sending): Promise<void> {
  await db().delete(apiAnswers).where(isSending(sending))
}

/** Removes answers older than a day; a job calls it. */
export async function deleteOldApiAnswers(): Promise<void> {
  await db()
    .delete(apiAnswers)
    .where(lt(apiAnswers.createdAt, new Date(now().getTime() - API_LIMITS.answerTtlMs)))
}
