/** Attempts to pay a charge: made, ended with what is paid for, or given up by their payer. */
import { payments } from "#app/areas/money/schema.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import type { CashReceiptWish } from "../cash-receipt-rules.ts"
import type { PaymentMethod } from "#app/areas/money/rules.ts"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import type { Actor } from "../../accounts/rules.ts"
import { lockPayment } from "./payments.server.ts"
import { and, eq, inArray } from "drizzle-orm"

type PaymentRow = typeof payments.$inferSelect

/** Makes an attempt to pay a locked charge; the query, to be sent with others. */
export const createPaymentAttempt = (
  tx: Transaction,
  attempt: {
    id: string
    chargeId: string
    payerId: string
    provider: PaymentRow["provider"]
    method: PaymentMethod
    amountWon: number
    cashReceipt?: CashReceiptWish | null
  },
) => {
  const at = now()
  const { chargeId, payerId, cashReceipt, ...columns } = attempt
  return tx.insert(payments).values({
    ...columns,
    groupId: chargeId,
    buyerId: payerId,
    cashReceiptKind: cashReceipt?.kind ?? null,
    cashReceiptNumber: cashReceipt?.identityNumber ?? null,
    state: "READY",
    createdAt: at,
    updatedAt: at,
  })
}

/** Ends the attempts in `states` to pay locked charges; the query, to be sent with others. */
export const expirePaymentAttempts = (
  tx: Transaction,
  chargeIds: readonly string[],
  states: readonly ("READY" | "WAITING_FOR_DEPOSIT")[],
) =>
  tx
    .update(payments)
    .set({ state: "EXPIRED", updatedAt: now() })
    .where(and(inArray(payments.groupId, [...chargeIds]), inArray(payments.state, [...states])))

/**
 * The buyer left the provider's window, or it refused there: the attempt is over, the goods stay reserved.
 */
export async function abortPayment(
  actor: Actor,
  paymentId: string,
  failure: { code: string; message: string },
): Promise<{ groupId: string } | null> {
  if (actor.kind !== "member" || !isId(paymentId)) return null
  return inTransaction(async (tx) => {
    const locked = await lockPayment(tx, paymentId)
    if (!locked || locked.payment.buyerId !== actor.userId) return null
    if (locked.payment.state === "READY") {
      await tx
        .update(payments)
        .set({
          state: "ABORTED",
          failureCode: failure.code,
          failureMessage: failure.message,
          updatedAt: now(),
        })
        .where(eq(payments.id, paymentId))
    }
    return { groupId: locked.charge.id }
  })
}
