/** What admins do about payouts, and the lines of the log that it leaves. */
import { createShop } from "#app/areas/shop/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { payouts } from "#app/areas/money/schema.server.ts"
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
  ],
}
