/** Experts to whom money of safe payments is released, and what they were paid. */
import { eq } from "drizzle-orm"
import { expect } from "vitest"
import type { Expert } from "#app/areas/experts/fixtures.ts"
import { payoutAccounts, payouts } from "#app/areas/money/schema.server.ts"
import { createBegunSafeOrder, deliverPart } from "#app/areas/orders/fixtures.ts"
import { completeWork } from "#app/areas/orders/service/work.server.ts"
import { db } from "#app/platform/db.server.ts"
import { simulatedPayouts } from "#app/platform/payouts/schema.server.ts"

const ONE_PART = [{ name: "작업비", task: "도배", materials: "", amountWon: 1_780_000, days: 2 }]
/** The price of the part less the fee of 3 %. */
export const NET_WON = 1_726_600

/** Releases 1,726,600 won to an expert. */
export async function release(expert?: Expert): Promise<Expert> {
  const order = await createBegunSafeOrder(ONE_PART, expert ? { expert } : {})
  await deliverPart(order)
  expect(await completeWork(order.customer.actor, order.orderId)).toEqual({ ok: true })
  return order.expert
}

/** The payouts to an expert, the earliest first. */
export const payoutsOf = (expert: Expert) =>
  db().select().from(payouts).where(eq(payouts.sellerId, expert.expertId)).orderBy(payouts.id)
/** Their amounts and states. */
export const statesOf = async (expert: Expert) =>
  (await payoutsOf(expert)).map(({ amountWon, state }) => [amountWon, state])
/** The account that an expert is paid to. */
export const accountOf = async (expert: Expert) =>
  (await db().select().from(payoutAccounts).where(eq(payoutAccounts.userId, expert.expertId)))[0]
/** The amounts that the double of the provider paid. */
export const paidAtProvider = async (expert: Expert) => {
  const seller = (await accountOf(expert))?.sellerId
  const rows = await db().select().from(simulatedPayouts)
  return rows.filter(({ payout }) => payout.destination === seller).map(({ payout }) => payout.amount.value)
}
