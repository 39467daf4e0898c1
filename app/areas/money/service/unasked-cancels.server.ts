/** Money that the provider gave back although nobody here asked: a payer's bank took it, or an operator. */
import { eq, sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import { log } from "#app/platform/log.server.ts"
import { countFailure } from "#app/platform/metrics.server.ts"
import type { ProviderPayment } from "#app/platform/payments/payment.ts"
import { refunds } from "../schema.server.ts"

/**
 * Says loudly, in the log and in the numbers, where the provider cancelled more of a payment, in won, than
 * all of our refunds of it come to. Moves nothing: what becomes of it is decided by a person.
 */
export async function reportUnaskedCancel(
  tx: Transaction,
  paymentId: string,
  said: Pick<ProviderPayment, "totalAmount" | "balanceAmount">,
): Promise<void> {
  const [own] = await tx
    .select({ won: sql<number>`coalesce(sum(${refunds.amountWon}), 0)::bigint` })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  const unaskedWon = said.totalAmount - said.balanceAmount - (own?.won ?? 0)
  if (unaskedWon <= 0) return
  countFailure("unasked_cancel")
  log().error({ payment: paymentId, unaskedWon }, "the provider gave back what nobody here asked for")
}
