/** What a parcel that goes back costs, and whom. */
import { expect, test } from "vitest"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createShop } from "../../shop/fixtures.ts"
import { cancelLine, confirmLine, cancelSoldOutLine } from "../../shop/service/after-sale.server.ts"
import { transitionClaim } from "../../shop/service/claims.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import { findOwnClaims } from "./claims.server.ts"
import {
  changeOfMind,
  completeReturn,
  createPurchaseAt,
  deliverLines,
  moveClaim,
  requestReturn,
  sumSellerBalance,
} from "../fixtures.ts"

withDatabase()

test("a return fee and the sent parcel stay with the seller when the rest is cancelled", async () => {
  const shop = await createShop({ freeFromWon: null })
  const {
    buyer,
    totalWon,
    ids: [back = "", rest = ""],
    refundedWon,
    order,
  } = await createPurchaseAt(shop, [20_000, 10_000])
  expect(totalWon).toBe(33_000)
  await completeReturn(shop, buyer, back, "changed_mind")
  expect([await refundedWon(), (await order())?.retainedWon]).toEqual([14_000, 6_000])
  expect(await cancelLine(buyer.actor, rest, changeOfMind)).toEqual({ ok: true })
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
  } = await createPurchaseAt(shop, [20_000, 10_000])
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
    } = await createPurchaseAt(shop, [29_800, 3_333])
    expect(totalWon).toBe(33_133)
    await cancelLine(buyer.actor, rest, changeOfMind)
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
  } = await createPurchaseAt(shop, [20_000, 10_000, 15_000])
  await deliverLines(shop, buyer, [one, other, third])
  const claim = { one: await requestReturn(buyer, one), other: await requestReturn(buyer, other) }
  await moveClaim(shop, claim.one, ["approve", "collect"])
  await moveClaim(shop, claim.other, ["approve", "collect", "receive"])
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
  await moveClaim(shop, claim.one, ["receive", "complete"])
  expect([await refundedWon(), await seen()]).toEqual([
    14_000,
    [
      [0, 1],
      [6_000, 0],
    ],
  ])
  await moveClaim(shop, claim.other, ["complete"])
  expect([await refundedWon(), (await order())?.retainedWon]).toEqual([24_000, 6_000])
  await moveClaim(shop, late)
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
  } = await createPurchaseAt(shop, [20_000, 10_000, 4_000])
  await deliverLines(shop, buyer, [one, other, small])
  const claims = [
    await requestReturn(buyer, one),
    await requestReturn(buyer, small),
    await requestReturn(buyer, other),
  ]
  expect(await transitionClaim(buyer.actor, claims[0] ?? "", "withdraw", {})).toEqual({ ok: true })
  await moveClaim(shop, claims[1] ?? "")
  expect([await refundedWon(), (await order())?.retainedWon]).toEqual([0, 4_000])
  await moveClaim(shop, claims[2] ?? "")
  expect([await refundedWon(), (await order())?.retainedWon]).toEqual([8_000, 6_000])
  expect(await checkLedger()).toEqual([])
})

test("what was confirmed and is returned on a change of mind pays its way back to the seller", async () => {
  const shop = await createShop({ freeFromWon: null })
  const {
    buyer,
    ids: [one = "", other = ""],
    refundedWon,
  } = await createPurchaseAt(shop, [20_000, 10_000])
  await deliverLines(shop, buyer, [one, other])
  for (const id of [one, other]) await confirmLine(buyer.actor, id)
  const claims = [await requestReturn(buyer, one), await requestReturn(buyer, other)]
  for (const id of claims) await moveClaim(shop, id)
  // The parcel of 3,000 and one way back of 6,000 are the seller's.
  expect([await refundedWon(), await sumSellerBalance(shop)]).toEqual([24_000, 9_000])
  expect(await checkLedger()).toEqual([])
})
