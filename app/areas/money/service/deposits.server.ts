/** Deposits that have not come: called off by their payer, and their account closed. */
import type { Actor } from "../../accounts/rules.ts"
import { type Outcome, refuse, ok } from "#app/platform/outcome.ts"
import { isId } from "#app/basics/ids.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { lockCharge } from "./charges.server.ts"
import { payments } from "#app/areas/money/schema.server.ts"
import { and, eq } from "drizzle-orm"
import { getPaymentPort } from "#app/platform/payments/port.server.ts"

/**
 * The buyer of a deposit that has not come calls the order off: the goods go back, the account is closed.
 * Refusals: `not_found`, `not_now`.
 */
export async function cancelDeposit(
  actor: Actor,
  groupId: string,
): Promise<Outcome<"not_found" | "not_now">> {
  if (actor.kind !== "member" || !isId(groupId)) return refuse("not_found")
  const result = await inTransaction(async (tx) => {
    const charge = await lockCharge(tx, groupId)
    if (charge?.payerId !== actor.userId) return refuse("not_found")
    if (charge.state !== "waiting_deposit") return refuse("not_now")
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.groupId, groupId), eq(payments.state, "WAITING_FOR_DEPOSIT")))
    await charge.expire(true)
    return ok({ payment })
  })
  if (!result.ok) return result
  // Money that comes all the same goes back: the group is over.
  if (result.payment?.paymentKey) {
    await getPaymentPort(result.payment.provider).cancel({
      paymentKey: result.payment.paymentKey,
      amountWon: null,
      reason: "입금 전 주문 취소",
      idempotencyKey: `close-${result.payment.id}`,
      account: null,
    })
  }
  return ok()
}
