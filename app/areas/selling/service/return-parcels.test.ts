/** What a parcel that goes back costs, and whom. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createPaidPurchase, createShop, createVariant, type Shop } from "../../shop/fixtures.ts"
import { shopOrders } from "../../shop/schema.server.ts"
import {
  cancelLine,
  confirmLine,
  deliverLine,
  cancelSoldOutLine,
  shipLine,
} from "../../shop/service/after-sale.server.ts"
import { transitionClaim } from "../../shop/service/claims.server.ts"
import { requestClaim } from "../../shop/service/request-claim.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import { findOwnClaims } from "./claims.server.ts"
import { ledger } from "#app/areas/money/schema.server.ts"

withDatabase()

const parcel = { carrier: "cj" as const, trackingNumber: "612345678901" }
const change = { reason: "마음이 바뀌었어요", account: null }
type Buyer = Awaited<ReturnType<typeof createPerson>>

/** A paid purchase of one piece of each price at one shop; its lines in that order. */
async function createTestPurchase(
  shop: Shop,
  prices: readonly number[],
  couponId: string | null = null,
  of: Buyer | null = null,
) {
  const buyer = of ?? (await createPerson())
  const variantIds = await Promise.all(prices.map((won) => createVariant(shop.sellerId, won, 9)))
  const made = await createPaidPurchase(
    buyer,
    variantIds.map((variantId) => ({ variantId, quantity: 1 })),
    { couponId },
  )
  const ids = variantIds.map((variantId) => made.lines.find((line) => line.variantId === variantId)?.id ?? "")
  const order = async () =>
    (await db().select().from(shopOrders).where(eq(shopOrders.groupId, made.groupId)))[0]
  return { ...made, buyer, ids, order, refundedWon: async () => (await order())?.refundedWon }
}

async function completeReturn(shop: Shop, buyer: Buyer, lineId: string, reason: "changed_mind" | "broken") {
  expect(await shipLine(shop.actor, lineId, parcel)).toEqual({ ok: true })
  expect(await deliverLine(buyer.actor, lineId, "buyer")).toEqual({ ok: true })
  const asked = await requestClaim(buyer.actor, lineId, {
    kind: "return",
    reason,
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!asked.ok) throw new Error(asked.reason)
  for (const move of ["approve", "collect", "receive", "complete"] as const)
    expect(await transitionClaim(shop.actor, asked.claimId, move, {})).toEqual({ ok: true })
  return asked.claimId
}

const requestReturn = async (
  buyer: Buyer,
  lineId: string,
  reason: "changed_mind" | "broken" = "changed_mind",
) => {
  const asked = await requestClaim(buyer.actor, lineId, {
    kind: "return",
    reason,
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!asked.ok) throw new Error(asked.reason)
  return asked.claimId
}
const completeClaim = async (
  shop: Shop,
  claimId: string,
  moves: readonly ("approve" | "collect" | "receive" | "complete")[] = [
    "approve",
    "collect",
    "receive",
    "complete",
  ],
) => {
  for (const move of moves) expect(await transitionClaim(shop.actor, claimId, move, {})).toEqual({ ok: true })
}
const deliverLines = async (shop: Shop, buyer: Buyer, ids: readonly string[]) => {
  for (const id of ids)
    expect([await shipLine(shop.actor, id, parcel), await deliverLine(buyer.actor, id, "buyer")]).toEqual([
      { ok: true },
      { ok: true },
    ])
}

const sumSellerBalance = async (shop: Shop) =>
  (
    await db()
      .select({ account: ledger.account, won: ledger.amountWon })
      .from(ledger)
      .where(eq(ledger.sellerId, shop.sellerId))
  )
    .filter((line) => line.account === "seller")
    .reduce((sum, line) => sum + line.won, 0)

test("a return fee and the sent parcel stay with the seller when the rest is cancelled", async () => {
  const shop = await createShop({ freeFromWon: null })
  const {
    buyer,
    totalWon,
    ids: [back = "", rest = ""],
    refundedWon,
    order,
  } = await createTestPurchase(shop, [20_000, 10_000])
  expect(totalWon).toBe(33_000)
  await completeReturn(shop, buyer, back, "changed_mind")
  expect([await refundedWon(), (await order())?.retainedWon]).toEqual([14_000, 6_000])
  expect(await cancelLine(buyer.actor, rest, change)).toEqual({ ok: true })
  expect(await refundedWon()).toBe(24_000)
  // The parcel and the way back, once the order is over.
  expect(await sumSellerBalance(shop)).toBe(9_000)
  expect(await checkLedger()).toEqual([])
})

test("where the seller is at fault the parcel goes back once, with the last line", async () => {
  const shop = await createShop({ freeFromWon: null })
  const {
    buyer,
    ids: [one = "", other = ""],
    refundedWon,
  } = await createTestPurchase(shop, [20_000, 10_000])
  await completeReturn(shop, buyer, one, "broken")
  expect(await refundedWon()).toBe(20_000)
  expect(await cancelSoldOutLine(shop.actor, other, "품절")).toEqual({ ok: true })
  expect(await refundedWon()).toBe(33_000)
  expect(await sumSellerBalance(shop)).toBe(0)
  expect(await checkLedger()).toEqual([])
})

test("a parcel that a cancellation made cost something goes back too where the seller fails", async () => {
  for (const fail of ["sold out", "broken"] as const) {
    const shop = await createShop()
    const {
      buyer,
      totalWon,
      ids: [kept = "", rest = ""],
      refundedWon,
    } = await createTestPurchase(shop, [29_800, 3_333])
    expect(totalWon).toBe(33_133)
    await cancelLine(buyer.actor, rest, change)
    // Under the free-from amount now: 3,000원 of it are the parcel's.
    expect(await refundedWon()).toBe(333)
    if (fail === "broken") await completeReturn(shop, buyer, kept, "broken")
    else expect(await cancelSoldOutLine(shop.actor, kept, "품절")).toEqual({ ok: true })
    expect([fail, await refundedWon(), await sumSellerBalance(shop)]).toEqual([fail, 33_133, 0])
  }
  expect(await checkLedger()).toEqual([])
})

test("what goes back in one parcel pays one way back; what comes later pays its own", async () => {
  const shop = await createShop({ freeFromWon: null })
  const {
    buyer,
    ids: [one = "", other = "", third = ""],
    refundedWon,
    order,
  } = await createTestPurchase(shop, [20_000, 10_000, 15_000])
  await deliverLines(shop, buyer, [one, other, third])
  const claim = { one: await requestReturn(buyer, one), other: await requestReturn(buyer, other) }
  await completeClaim(shop, claim.one, ["approve", "collect"])
  await completeClaim(shop, claim.other, ["approve", "collect", "receive"])
  // What the seller is told is what will be taken off.
  const seen = async () =>
    (await findOwnClaims(shop.actor, { tab: "open", after: null })).rows.map((row) => [
      row.feeWon,
      row.otherClaimsInParcel,
    ])
  expect(await seen()).toEqual([
    [6_000, 1],
    [6_000, 1],
  ])
  const late = await requestReturn(buyer, third)
  await completeClaim(shop, claim.one, ["receive", "complete"])
  expect([await refundedWon(), await seen()]).toEqual([
    14_000,
    [
      [0, 1],
      [6_000, 0],
    ],
  ])
  await completeClaim(shop, claim.other, ["complete"])
  expect([await refundedWon(), (await order())?.retainedWon]).toEqual([24_000, 6_000])
  await completeClaim(shop, late)
  expect([await refundedWon(), (await order())?.retainedWon, await sumSellerBalance(shop)]).toEqual([
    33_000, 12_000, 15_000,
  ])
  expect(await checkLedger()).toEqual([])
})

test("a parcel pays its way back whoever of it stays; cheaper goods leave the rest to others", async () => {
  const shop = await createShop({ freeFromWon: null })
  const {
    buyer,
    ids: [one = "", other = "", small = ""],
    refundedWon,
    order,
  } = await createTestPurchase(shop, [20_000, 10_000, 4_000])
  await deliverLines(shop, buyer, [one, other, small])
  const claims = [
    await requestReturn(buyer, one),
    await requestReturn(buyer, small),
    await requestReturn(buyer, other),
  ]
  expect(await transitionClaim(buyer.actor, claims[0] ?? "", "withdraw", {})).toEqual({ ok: true })
  await completeClaim(shop, claims[1] ?? "")
  expect([await refundedWon(), (await order())?.retainedWon]).toEqual([0, 4_000])
  await completeClaim(shop, claims[2] ?? "")
  expect([await refundedWon(), (await order())?.retainedWon]).toEqual([8_000, 6_000])
  expect(await checkLedger()).toEqual([])
})

test("what was confirmed and is returned on a change of mind pays its way back to the seller", async () => {
  const shop = await createShop({ freeFromWon: null })
  const {
    buyer,
    ids: [one = "", other = ""],
    refundedWon,
  } = await createTestPurchase(shop, [20_000, 10_000])
  await deliverLines(shop, buyer, [one, other])
  for (const id of [one, other]) await confirmLine(buyer.actor, id)
  const claims = [await requestReturn(buyer, one), await requestReturn(buyer, other)]
  for (const id of claims) await completeClaim(shop, id)
  // The parcel of 3,000 and one way back of 6,000 are the seller's.
  expect([await refundedWon(), await sumSellerBalance(shop)]).toEqual([24_000, 9_000])
  expect(await checkLedger()).toEqual([])
})
