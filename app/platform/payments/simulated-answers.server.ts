/** What the simulators of payments and payouts answer to a call with an idempotency key: the same again. */
import { asRecord } from "../../basics/record.ts"
import { and, eq, sql } from "drizzle-orm"
import { now } from "../../basics/clock.ts"
import { inTransaction, type Transaction } from "../db.server.ts"
import { writeTogether, type Write } from "../write-together.server.ts"
import { simulatedAnswers } from "./schema.server.ts"

export type SimulatedResponse = { status: number; body: unknown }
/** `write` is what the call changes, written with its answer. */
export type SimulatedCall = SimulatedResponse & { write?: Write }

/**
 * Answers `call` by `run` once; with the same key later the same again, whatever the body (korea.md §0), and
 * 409 while the first is being answered. What `run` does stands with its answer, or not at all. `remember`
 * says what is kept of an answer that is lost on its way.
 */
export function answerOnce(
  idempotencyKey: string,
  call: string,
  run: (tx: Transaction) => Promise<SimulatedCall>,
  remember: (response: SimulatedResponse) => SimulatedResponse = (response) => response,
): Promise<SimulatedResponse> {
  return inTransaction(async (tx) => {
    const [lock] = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`${call} ${idempotencyKey}`}, 0)) as free`,
    )
    if (!lock?.free)
      return {
        status: 409,
        body: { code: "IDEMPOTENT_REQUEST_PROCESSING", message: "이전 멱등 요청이 처리중입니다." },
      }
    const [known] = await tx
      .select({ status: simulatedAnswers.status, body: simulatedAnswers.body })
      .from(simulatedAnswers)
      .where(and(eq(simulatedAnswers.key, idempotencyKey), eq(simulatedAnswers.call, call)))
    if (known) return known
    const { write = null, ...response } = await run(tx)
    const { status, body } = remember(response)
    await writeTogether(tx, [
      write,
      tx
        .insert(simulatedAnswers)
        .values({ key: idempotencyKey, call, status, body: asRecord(body), createdAt: now() }),
    ])
    return response
  })
}
