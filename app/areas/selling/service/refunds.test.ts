/**
 * Money on its way back, to the won: what was paid for once is neither paid for twice nor given back twice.
 */
import { eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { replaceCurrentSettings } from "#app/basics/settings.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createShop, type Shop } from "../../shop/fixtures.ts"
import { coupons, orderLines, sellers } from "../../shop/schema.server.ts"
import { cancelLine, confirmLine, deliverLine, shipLine } from "../../shop/service/after-sale.server.ts"
import { updateCommission, assignInitialCommission } from "./commission.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import { executeOpenRefunds, executeRefunds } from "../../money/service/refunds.server.ts"
import { findOwnClaims } from "./claims.server.ts"
import { findOwnSellerOrders } from "./orders.server.ts"
import { runPayouts } from "../../money/service/payouts.server.ts"
import { payments, refunds, ledger } from "#app/areas/money/schema.server.ts"
import {
  changeOfMind,
  completeReturn,
  createPurchaseAt,
  deliverLines,
  moveClaim,
  parcel,
  requestReturn,
  sumSellerBalance,
} from "../fixtures.ts"

withDatabase()

async function createCoupon(terms: Partial<typeof coupons.$inferInsert>) {
  const id = newId()
  await db()
    .insert(coupons)
    .values({
      id,
      code: id,
      name: "쿠폰",
      kind: "amount",
      value: 3_000,
      startsAt: new Date(0),
      endsAt: new Date(Date.now() + 86_400_000),
      ...terms,
    })
  return id
}

test("a parcel that has left for free is not charged when the rest is cancelled", async () => {
  const shop = await createShop()
  const {
    buyer,
    ids: [sent = "", rest = ""],
    refundedWon,
  } = await createPurchaseAt(shop, [20_000, 15_000])
  await shipLine(shop.actor, sent, parcel)
  expect(await cancelLine(buyer.actor, rest, changeOfMind)).toEqual({ ok: true })
  expect(await refundedWon()).toBe(15_000)
})

test("a return gives back what was paid for the line, never the coupon's share", async () => {
  const shop = await createShop({ freeFromWon: null })
  const {
    buyer,
    totalWon,
    ids: [kept = "", back = ""],
    refundedWon,
    order,
  } = await createPurchaseAt(shop, [30_000, 10_000], { couponId: await createCoupon({ value: 4_000 }) })
  expect(totalWon).toBe(39_000)
  await shipLine(shop.actor, kept, parcel)
  await deliverLine(buyer.actor, kept, "buyer")
  expect(await confirmLine(buyer.actor, kept)).toEqual({ ok: true })
  await completeReturn(shop, buyer, back, "broken")
  expect(await refundedWon()).toBe(9_000)
  // 8 % of the goods: the platform bears its own coupon. The parcel was sent and used.
  expect(await sumSellerBalance(shop)).toBe(30_000 - 2_400 + 3_000)
  expect(await order()).toMatchObject({ refundedWon: 9_000, releasedWon: 30_000 })
  expect(await checkLedger()).toEqual([])
})

test("a seller's own coupon is the seller's: commission is of what was paid", async () => {
  const shop = await createShop({ commissionBps: 999 })
  const {
    buyer,
    ids: [id = ""],
  } = await createPurchaseAt(shop, [50_003], {
    couponId: await createCoupon({ sellerId: shop.sellerId, value: 5_001 }),
  })
  await shipLine(shop.actor, id, parcel)
  await deliverLine(buyer.actor, id, "buyer")
  await confirmLine(buyer.actor, id)
  // 9.99 % of 45,002원 is 4,495.6998원.
  expect(await sumSellerBalance(shop)).toBe(45_002 - 4_495)
})

test("what was confirmed and differs goes back in full, and the platform its commission", async () => {
  const shop = await createShop({ freeFromWon: null })
  const {
    buyer,
    totalWon,
    ids: [one = "", other = ""],
    refundedWon,
  } = await createPurchaseAt(shop, [20_000, 10_000], { couponId: await createCoupon({ value: 3_000 }) })
  expect(totalWon).toBe(30_000)
  await deliverLines(shop, buyer, [one, other])
  for (const id of [one, other]) expect(await confirmLine(buyer.actor, id)).toEqual({ ok: true })
  expect(await sumSellerBalance(shop)).toBe(33_000 - 1_600 - 800)
  await runPayouts()
  expect(await sumSellerBalance(shop)).toBe(0)
  await moveClaim(shop, await requestReturn(buyer, one, "broken"))
  expect([await refundedWon(), await sumSellerBalance(shop)]).toEqual([18_000, -18_400])
  await moveClaim(shop, await requestReturn(buyer, other, "broken"))
  expect([await refundedWon(), await sumSellerBalance(shop)]).toEqual([30_000, -(33_000 - 2_400)])
  // The seller owes it: nothing is paid out until it is earned again.
  expect(await runPayouts()).toBe(0)
  expect(await checkLedger()).toEqual([])
})

test("a claim tells the seller from whom the goods come until it is settled", async () => {
  const shop = await createShop()
  const {
    buyer,
    ids: [id = ""],
  } = await createPurchaseAt(shop, [20_000])
  await deliverLines(shop, buyer, [id])
  const to = async (q: string | null = null) =>
    (await findOwnSellerOrders(shop.actor, { tab: "all", q, after: null })).sellerOrders.map(
      (each) => each.deliveryAddress?.phone ?? null,
    )
  expect(await to("김하늘")).toEqual(["+821012345678"])
  const claimId = await requestReturn(buyer, id, "broken")
  const from = async (tab: "open" | "done") =>
    (await findOwnClaims(shop.actor, { tab, after: null })).rows.map((row) => row.buyerContact)
  expect(await from("open")).toEqual([
    { recipient: "김하늘", phone: "+821012345678", address: "서울 서초구 서초대로 1 101호" },
  ])
  await moveClaim(shop, claimId)
  expect([await from("done"), await to(), await to("김하늘")]).toEqual([[null], [null], []])
})

test("while a line is open nothing but its sale is the seller's; the parcel comes last", async () => {
  const shop = await createShop({ freeFromWon: null })
  const { buyer, ids, order } = await createPurchaseAt(shop, [20_000, 10_000])
  const earned: number[] = []
  for (const id of ids) {
    await shipLine(shop.actor, id, parcel)
    await deliverLine(buyer.actor, id, "buyer")
    await confirmLine(buyer.actor, id)
    earned.push(await sumSellerBalance(shop))
  }
  expect(earned).toEqual([18_400, 18_400 + 9_200 + 3_000])
  expect((await order())?.releasedWon).toBe(33_000)
})

test("a refund is paid once, however often it is tried, and everything back reads as cancelled", async () => {
  const shop = await createShop()
  const made = await createPurchaseAt(shop, [12_000, 15_000])
  const [one = "", other = ""] = made.ids
  const state = async () =>
    (await db().select().from(payments).where(eq(payments.id, made.paymentId)))[0]?.state
  await cancelLine(made.buyer.actor, one, changeOfMind)
  expect(await state()).toBe("PARTIAL_CANCELED")
  const [refund] = await db().select().from(refunds).where(eq(refunds.groupId, made.groupId))
  // As if the answer had been lost after the provider paid: asked again, at once and by several.
  await db()
    .update(refunds)
    .set({ state: "requested", doneAt: null, createdAt: new Date(0) })
    .where(eq(refunds.id, refund?.id ?? ""))
  const told = async () =>
    (
      await db().execute(
        sql`select 1 from outbox where type = 'shop.refunded' and payload->>'refundId' = ${refund?.id ?? ""}`,
      )
    ).length
  const toldBefore = await told()
  await Promise.all([
    executeRefunds([refund?.id ?? ""]),
    executeRefunds([refund?.id ?? ""]),
    executeOpenRefunds(),
  ])
  await executeRefunds([refund?.id ?? ""])
  expect(await told()).toBe(toldBefore + 1)
  const cancelled = async () => {
    const rows = await db().select().from(ledger).where(eq(ledger.groupId, made.groupId))
    return rows
      .filter((row) => row.kind === "refund" && row.account === "outside")
      .map((row) => row.amountWon)
  }
  expect(await cancelled()).toEqual([12_000])
  const before = await made.refundedWon()
  expect(await cancelLine(made.buyer.actor, one, changeOfMind)).toEqual({ ok: false, reason: "not_now" })
  expect(await made.refundedWon()).toBe(before)
  await cancelLine(made.buyer.actor, other, changeOfMind)
  expect([await state(), await made.refundedWon(), (await cancelled()).sort()]).toEqual([
    "CANCELED",
    30_000,
    [12_000, 18_000],
  ])
  expect(await checkLedger()).toEqual([])
})

test("a changed commission is of the sellers who have the common one; others keep theirs", async () => {
  const [common, special, admin] = [
    await createShop(),
    await createShop({ commissionBps: 500 }),
    await createPerson({ role: "admin" }),
  ]
  const {
    ids: [id = ""],
  } = await createPurchaseAt(common, [50_000])
  const findCommissionBps = async (shop: Shop) =>
    (await db().select().from(sellers).where(eq(sellers.userId, shop.sellerId)))[0]?.commissionBps
  try {
    expect(await updateCommission(common.actor, { bps: 100, version: 0 })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await updateCommission(admin.actor, { bps: 950, version: 0 })).toEqual({ ok: true })
    expect([await findCommissionBps(common), await findCommissionBps(special)]).toEqual([950, 500])
    expect((await db().select().from(orderLines).where(eq(orderLines.id, id)))[0]?.commissionWon).toBe(4_000)
    expect(await updateCommission(admin.actor, { bps: 700, version: 0 })).toEqual({
      ok: false,
      reason: "changed",
    })
    const fresh = await createShop()
    await inTransaction((tx) =>
      assignInitialCommission({ sellerId: fresh.sellerId, toState: "approved" }, tx),
    )
    expect(await findCommissionBps(fresh)).toBe(950)
  } finally {
    replaceCurrentSettings({})
  }
})
