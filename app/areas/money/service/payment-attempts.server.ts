/** Attempts to pay a charge: made and ended in the transactions of what is paid for. */
import { payments } from "#app/areas/money/schema.server.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { PaymentMethod } from "#app/areas/money/rules.ts"
import { now } from "#app/basics/clock.ts"
import { and, inArray } from "drizzle-orm"

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
  },
) => {
  const at = now()
  const { chargeId, payerId, ...columns } = attempt
  return tx.insert(payments).values({
    ...columns,
    groupId: chargeId,
    buyerId: payerId,
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
