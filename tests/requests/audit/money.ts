/** What admins do about payouts, and the lines of the log that it leaves. */
import { eq } from "drizzle-orm"
import { approvePayee, OWN_ACCOUNT } from "#app/areas/money/fixtures.ts"
import { createBegunSafeOrder, deliverPart } from "#app/areas/orders/fixtures.ts"
import { completeWork } from "#app/areas/orders/service/work.server.ts"
import { createShop } from "#app/areas/shop/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { ledger, payouts } from "#app/areas/money/schema.server.ts"
import type { Deeds } from "./deed.ts"

async function createPayout(): Promise<string> {
  const { sellerId } = await createShop()
  const id = newId()
  const at = new Date()
  await db().insert(payouts).values({
    id,
    sellerId,
    amountWon: 46_000,
    state: "pending",
    bank: "우리은행",
    accountNumber: "1002-000",
    accountHolder: "이가게",
    createdAt: at,
    updatedAt: at,
  })
  return id
}

/** Money that was released to an expert some days ago, and could not be paid to their account. */
async function createFailedPersonPayout(): Promise<string> {
  const order = await createBegunSafeOrder()
  await deliverPart(order)
  await completeWork(order.customer.actor, order.orderId)
  const { actor, expertId } = order.expert
  await approvePayee(actor)
  const at = new Date()
  const released = new Date(at.getTime() - 3 * DAY_MS)
  await db().update(ledger).set({ at: released }).where(eq(ledger.sellerId, expertId))
  const id = newId()
  await db()
    .insert(payouts)
    .values({
      id,
      sellerId: expertId,
      amountWon: 172_660,
      state: "failed",
      ...OWN_ACCOUNT,
      source: "person",
      coversUntil: at,
      provider: "simulator",
      providerRef: id.slice(-20),
      providerSellerId: "seller_of_before",
      createdAt: at,
      updatedAt: at,
    })
  return id
}

export const MONEY_DEEDS: Deeds = {
  "/admin/payouts": [
    async () => {
      const id = await createPayout()
      return {
        at: "/admin/payouts",
        fields: { payoutId: id, move: "start" },
        lines: [
          {
            action: "payout.start",
            subject: id,
            before: { state: "pending" },
            after: { state: "processing" },
          },
        ],
      }
    },
    async ({ send }) => {
      const id = await createPayout()
      await send("/admin/payouts", { payoutId: id, move: "start" })
      return {
        at: "/admin/payouts",
        fields: { payoutId: id, move: "fail", reason: "예금주가 달라요" },
        lines: [
          { action: "payout.fail", subject: id, before: { state: "processing" }, after: { state: "failed" } },
        ],
      }
    },
    async () => {
      const id = await createFailedPersonPayout()
      return {
        at: "/admin/payouts",
        fields: { intent: "retry", payoutId: id },
        lines: [
          { action: "payout.retry", subject: id, before: { state: "failed" }, after: { state: "pending" } },
        ],
      }
    },
  ],
}
