/**
 * A seller's balance: paid out on working days, made up first where it is under 0, and reckoned to the won on
 * the settlement.
 */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createPaidPurchase, createShop, createVariant, type Shop } from "../../shop/fixtures.ts"
import { confirmLine, deliverLine, shipLine } from "../../shop/service/after-sale.server.ts"
import { transitionClaim } from "../../shop/service/claims.server.ts"
import { requestClaim } from "../../shop/service/request-claim.server.ts"
import { createPayoutPosting } from "../../money/postings.ts"
import { checkLedger, postEntries } from "../../money/service/ledger.server.ts"
import { runDailyPayouts, runPayouts } from "../../money/service/payouts.server.ts"
import { findSellerDashboard } from "./dashboard.server.ts"
import { findSettlement } from "./settlement.server.ts"
import { payouts } from "#app/areas/money/schema.server.ts"

withDatabase()
afterEach(resetClock)

async function createConfirmedSale(shop: Shop, won: number) {
  const buyer = await createPerson()
  const {
    lines: [line],
  } = await createPaidPurchase(buyer, [
    { variantId: await createVariant(shop.sellerId, won, 9), quantity: 1 },
  ])
  const id = line?.id ?? ""
  await shipLine(shop.actor, id, { carrier: "cj", trackingNumber: "612345678901" })
  await deliverLine(buyer.actor, id, "buyer")
  expect(await confirmLine(buyer.actor, id)).toEqual({ ok: true })
  const returnSale = async (reason: "changed_mind" | "broken") => {
    const asked = await requestClaim(buyer.actor, id, {
      kind: "return",
      reason,
      detail: "",
      pictureIds: [],
      account: null,
    })
    if (!asked.ok) throw new Error(asked.reason)
    for (const move of ["approve", "collect", "receive", "complete"] as const)
      expect(await transitionClaim(shop.actor, asked.claimId, move, {})).toEqual({ ok: true })
  }
  return { back: returnSale }
}

const listPayoutAmounts = async (shop: Shop) =>
  (
    await db()
      .select()
      .from(payouts)
      .where(eq(payouts.sellerId, shop.sellerId))
      .orderBy(payouts.createdAt, payouts.id)
  ).map((row) => row.amountWon)
/** The settlement's balance, and what its own calculation comes to. */
async function readSettlement(shop: Shop) {
  const settlement = await findSettlement(shop.actor, null)
  if (!settlement) throw new Error("no settlement")
  return [
    settlement.balanceWon,
    settlement.soldWon -
      settlement.commissionWon +
      settlement.shippingFeesWon -
      settlement.pendingPayoutWon -
      settlement.paidWon,
  ]
}

test("a balance under 0 is made up by the next sales, and the next payout is what is left", async () => {
  const shop = await createShop({ shippingWon: 0, commissionBps: 800 })
  const { back: returnSale } = await createConfirmedSale(shop, 50_000)
  expect([await runPayouts(), await listPayoutAmounts(shop)]).toEqual([1, [46_000]])
  await returnSale("broken")
  expect(await readSettlement(shop)).toEqual([-46_000, -46_000])
  await createConfirmedSale(shop, 20_000)
  expect([await readSettlement(shop), await runPayouts()]).toEqual([[-27_600, -27_600], 0])
  await createConfirmedSale(shop, 40_000)
  expect(await readSettlement(shop)).toEqual([9_200, 9_200])
  expect([await runPayouts(), await listPayoutAmounts(shop)]).toEqual([1, [46_000, 9_200]])
  expect(await checkLedger()).toEqual([])
})

test("a settlement comes to its balance, also where the buyer paid the way back", async () => {
  const shop = await createShop({ freeFromWon: null, commissionBps: 999 })
  const { back: returnSale } = await createConfirmedSale(shop, 33_333)
  await createConfirmedSale(shop, 12_345)
  await returnSale("changed_mind")
  const [balance, calculation] = await readSettlement(shop)
  expect(calculation).toBe(balance)
  // Both parcels, the way back, and the one sale less its commission.
  expect(balance).toBe(3_000 + 3_000 + 6_000 + 12_345 - 1_233)
})

test("payouts are made on working days alone: a public holiday waits for the next", async () => {
  const shop = await createShop({ shippingWon: 0 })
  await createConfirmedSale(shop, 50_000)
  const at = (moment: string) => setClock(() => new Date(moment))
  // Chuseok of 2026 is a Thursday to Saturday.
  for (const rest of ["2026-09-24T01:00:00Z", "2026-09-25T01:00:00Z", "2026-09-26T01:00:00Z"]) {
    at(rest)
    expect([rest, await runDailyPayouts()]).toEqual([rest, 0])
  }
  expect((await findSettlement(shop.actor, null))?.payoutDay).toBe("2026-09-28")
  at("2026-09-28T00:30:00Z")
  expect((await findSettlement(shop.actor, null))?.payoutDay).toBe("2026-09-28")
  at("2026-09-28T01:00:00Z")
  expect([
    (await runDailyPayouts()) > 0,
    await listPayoutAmounts(shop),
    (await findSettlement(shop.actor, null))?.payoutDay,
  ]).toEqual([true, [46_000], "2026-09-29"])
})

test("what was paid out to a seller as a person is no part of the shop's balance, anywhere", async () => {
  const shop = await createShop({ shippingWon: 0, commissionBps: 800 })
  await createConfirmedSale(shop, 50_000)
  const payout = { id: newId(), sellerId: shop.sellerId, amountWon: 7_000 }
  await db()
    .insert(payouts)
    .values({
      ...payout,
      source: "person",
      coversUntil: now(),
      provider: "simulator",
      providerRef: payout.id,
      providerSellerId: shop.sellerId,
      state: "paid",
      bank: "우리은행",
      accountNumber: "1002123456789",
      accountHolder: "최바른",
      createdAt: now(),
      updatedAt: now(),
    })
  await inTransaction((tx) => postEntries(tx, createPayoutPosting(payout)))
  expect((await findSettlement(shop.actor, null))?.balanceWon).toBe(46_000)
  expect((await findSellerDashboard(shop.actor))?.balanceWon).toBe(46_000)
})
