/** After it is paid: cancelling, sending, returning, confirming, each won in its place. */
import fc from "fast-check"
import { eq, sql } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import {
  createPaidPurchase,
  createProduct,
  createShop,
  createVariant,
  findPurchaseLines,
  setClockMinutesAhead,
  findVariantStock,
} from "../fixtures.ts"
import { claims, coupons, shopOrders } from "../schema.server.ts"
import {
  cancelLine,
  confirmLine,
  deliverLine,
  prepareLine,
  cancelSoldOutLine,
  shipLine,
} from "./after-sale.server.ts"
import { startCheckout } from "./checkout.server.ts"
import { transitionClaim, requestClaim } from "./claims.server.ts"
import { checkLedger, sumLedgerAccounts } from "../../money/service/ledger.server.ts"
import { confirmPayment } from "../../money/service/payments.server.ts"
import { findProductReviews } from "./product.server.ts"
import { findPurchase, findPurchaseDetail } from "./purchases.server.ts"
import { createProductReview } from "./reviews.server.ts"
import { autoConfirmLines, autoDeliverLines } from "./scheduled.server.ts"
import { payments, refunds, ledger } from "../../money/schema.server.ts"

withDatabase()
afterEach(resetClock)

const parcel = { carrier: "cj" as const, trackingNumber: "612345678901" }

test("cancelling a line gives back what stays too much, with the parcel computed anew, and the state says so", async () => {
  const shop = await createShop()
  const [x, y] = [
    await createVariant(shop.sellerId, 20_000, 5),
    await createVariant(shop.sellerId, 15_000, 5),
  ]
  const buyer = await createPerson()
  const made = await createPaidPurchase(buyer, [
    { variantId: x, quantity: 1 },
    { variantId: y, quantity: 1 },
  ])
  expect(made.totalWon).toBe(35_000)
  const [big, small] = [
    made.lines.find((line) => line.unitWon === 20_000),
    made.lines.find((line) => line.unitWon === 15_000),
  ]
  const cancel = (id = "") => cancelLine(buyer.actor, id, { reason: "마음이 바뀌었어요", account: null })
  expect(await cancel(small?.id)).toEqual({ ok: true })
  // 20,000원 stay and are under the free-from amount: the parcel costs 3,000원 now.
  expect((await findPurchase(buyer.actor, made.groupId))?.refundedWon).toBe(12_000)
  expect(await cancel(small?.id)).toEqual({ ok: false, reason: "not_now" })
  expect(await cancel(big?.id)).toEqual({ ok: true })
  expect((await findPurchase(buyer.actor, made.groupId))?.refundedWon).toBe(35_000)
  expect((await db().select().from(payments).where(eq(payments.id, made.paymentId)))[0]?.state).toBe(
    "CANCELED",
  )
  expect(
    (await db().select().from(refunds).where(eq(refunds.groupId, made.groupId))).map((row) => row.state),
  ).toEqual(["done", "done"])
  expect([await findVariantStock(x), await findVariantStock(y)]).toEqual([5, 5])
  expect(await checkLedger()).toEqual([])
})

test("two cancellations of one line at once: one outcome, one refund", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 5)
  const buyer = await createPerson()
  const made = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const id = made.lines[0]?.id ?? ""
  const results = await Promise.all([
    cancelLine(buyer.actor, id, { reason: "하나", account: null }),
    cancelSoldOutLine(shop.actor, id, "품절"),
    cancelLine(buyer.actor, id, { reason: "둘", account: null }),
  ])
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  expect(await db().select().from(refunds).where(eq(refunds.groupId, made.groupId))).toHaveLength(1)
  expect(await findVariantStock(variantId)).toBe(5)
})

test("a split parcel charges delivery once, and the seller gets goods less commission plus the parcel at the end", async () => {
  const shop = await createShop()
  const {
    variantIds: [x = "", y = ""],
  } = await createProduct(shop.sellerId, [
    { priceWon: 10_000, stock: 5 },
    { priceWon: 12_000, stock: 5 },
  ])
  const buyer = await createPerson()
  const made = await createPaidPurchase(buyer, [
    { variantId: x, quantity: 1 },
    { variantId: y, quantity: 1 },
  ])
  expect(made.totalWon).toBe(25_000)
  for (const line of made.lines) {
    expect(
      await shipLine(shop.actor, line.id, { ...parcel, trackingNumber: `61234567890${line.unitWon}` }),
    ).toEqual({ ok: true })
    expect(await deliverLine(shop.actor, line.id, "seller")).toEqual({ ok: true })
    expect(await confirmLine(buyer.actor, line.id)).toEqual({ ok: true })
  }
  const [sum] = await db()
    .select({ won: sql<number>`sum(${ledger.amountWon})::int` })
    .from(ledger)
    .where(sql`${ledger.sellerId} = ${shop.sellerId}::uuid and ${ledger.account} = 'seller'`)
  expect(sum?.won).toBe(25_000 - 800 - 960)
  expect((await findPurchase(buyer.actor, made.groupId))?.refundedWon).toBe(0)
  expect(await checkLedger()).toEqual([])
})

test("preparing asks the seller; a return goes its way step by step, costs its fee, and closes the order", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const buyer = await createPerson()
  const first = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const id = first.lines[0]?.id ?? ""
  await prepareLine(shop.actor, id)
  expect(await cancelLine(buyer.actor, id, { reason: "싫어요", account: null })).toEqual({
    ok: false,
    reason: "not_now",
  })
  const asked = await requestClaim(buyer.actor, id, {
    kind: "cancel",
    reason: "changed_mind",
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!asked.ok) throw new Error(asked.reason)
  expect(
    await requestClaim(buyer.actor, id, {
      kind: "cancel",
      reason: "changed_mind",
      detail: "",
      pictureIds: [],
      account: null,
    }),
  ).toEqual({ ok: false, reason: "already" })
  expect(await shipLine(shop.actor, id, parcel)).toEqual({ ok: false, reason: "claim_open" })
  expect(await transitionClaim(buyer.actor, asked.claimId, "approve", {})).toEqual({
    ok: false,
    reason: "not_now",
  })
  expect(await transitionClaim(shop.actor, asked.claimId, "approve", {})).toEqual({ ok: true })
  expect((await findPurchaseLines(first.groupId))[0]?.state).toBe("cancelled")
  expect(await findVariantStock(variantId)).toBe(9)

  const second = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const line = second.lines[0]?.id ?? ""
  await shipLine(shop.actor, line, parcel)
  await deliverLine(buyer.actor, line, "buyer")
  const back = await requestClaim(buyer.actor, line, {
    kind: "return",
    reason: "changed_mind",
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!back.ok) throw new Error(back.reason)
  expect(await confirmLine(buyer.actor, line)).toEqual({ ok: false, reason: "claim_open" })
  expect(await transitionClaim(shop.actor, back.claimId, "complete", {})).toEqual({
    ok: false,
    reason: "not_now",
  })
  for (const move of ["approve", "collect", "receive", "complete"] as const)
    expect(await transitionClaim(shop.actor, back.claimId, move, { restock: true })).toEqual({ ok: true })
  expect((await findPurchaseDetail(buyer.actor, second.groupId))?.refundedWon).toBe(34_000)
  expect(await findVariantStock(variantId)).toBe(9)
  expect(await checkLedger()).toEqual([])
})

test("silence confirms after eight days, but not while a claim is open", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const buyer = await createPerson()
  const [quiet, claimed] = [
    await createPaidPurchase(buyer, [{ variantId, quantity: 1 }]),
    await createPaidPurchase(buyer, [{ variantId, quantity: 1 }]),
  ]
  for (const made of [quiet, claimed]) await shipLine(shop.actor, made.lines[0]?.id ?? "", parcel)
  setClockMinutesAhead(3 * 1_440 + 1)
  await autoDeliverLines()
  const asked = await requestClaim(buyer.actor, claimed.lines[0]?.id ?? "", {
    kind: "return",
    reason: "broken",
    detail: "",
    pictureIds: [],
    account: null,
  })
  expect(asked.ok).toBe(true)
  setClockMinutesAhead(10 * 1_440)
  await autoConfirmLines()
  expect((await findPurchaseLines(quiet.groupId))[0]?.state).toBe("delivered")
  setClockMinutesAhead(11 * 1_440 + 3)
  await autoConfirmLines()
  expect([
    (await findPurchaseLines(quiet.groupId))[0]?.state,
    (await findPurchaseLines(claimed.groupId))[0]?.state,
  ]).toEqual(["confirmed", "delivered"])
})

test("only yours: another buyer and another seller find nothing and move nothing", async () => {
  const [shop, other] = [await createShop(), await createShop()]
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const [buyer, stranger] = [await createPerson(), await createPerson()]
  const made = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const id = made.lines[0]?.id ?? ""
  const gone = { ok: false, reason: "not_found" }
  expect(await findPurchase(stranger.actor, made.groupId)).toBeNull()
  expect(await cancelLine(stranger.actor, id, { reason: "남의 것", account: null })).toEqual(gone)
  expect(await cancelLine(shop.actor, id, { reason: "판매자", account: null })).toEqual(gone)
  expect(await shipLine(other.actor, id, parcel)).toEqual(gone)
  expect(await shipLine(buyer.actor, id, parcel)).toEqual(gone)
  expect(await confirmLine(stranger.actor, id)).toEqual(gone)
  expect(await confirmPayment(stranger.actor, made.paymentId, { paymentKey: "x", amountWon: 1 })).toEqual(
    gone,
  )
  expect(
    await startCheckout(shop.actor, {
      source: "direct",
      lines: [{ variantId, quantity: 1 }],
      submissionKey: newId(),
    }),
  ).toMatchObject({ ok: false, reason: "own_product" })
})

test(
  "over random carts, cancellations and refunds: paid = delivered + refunded + held, always",
  { timeout: 120_000 },
  async () => {
    const shops = [
      await createShop(),
      await createShop({ freeFromWon: null, shippingWon: 2_500, commissionBps: 1_234 }),
      await createShop({ shippingWon: 0, returnWon: 0 }),
    ]
    const goods = await Promise.all(
      shops.flatMap((shop, place) =>
        [3_333, 14_900, 41_000].map(async (won) => ({
          shop,
          variantId: await createVariant(shop.sellerId, won + place, 100_000),
        })),
      ),
    )
    const buyer = await createPerson()
    const action = fc.constantFrom(
      "cancel",
      "sell_out",
      "prepare",
      "ship",
      "deliver",
      "confirm",
      "claim",
      "approve",
      "collect",
      "receive",
      "complete",
      "withdraw",
    )
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.record({ good: fc.nat(goods.length - 1), quantity: fc.integer({ min: 1, max: 3 }) }),
          { minLength: 1, maxLength: 5, selector: (line) => line.good },
        ),
        // A purchase may not come to less than 100원; the cheapest cart is 3,333원.
        fc.option(fc.integer({ min: 500, max: 3_200 })),
        fc.array(
          fc.record({
            line: fc.nat(4),
            action,
            fault: fc.constantFrom("broken" as const, "changed_mind" as const),
          }),
          { minLength: 3, maxLength: 40 },
        ),
        async (cart, off, steps) => {
          const couponId = off === null ? null : newId()
          if (couponId !== null && off !== null)
            await db()
              .insert(coupons)
              .values({
                id: couponId,
                code: couponId,
                name: "쿠폰",
                kind: "amount",
                value: off,
                startsAt: new Date(0),
                endsAt: new Date(Date.now() + 86_400_000),
              })
          const made = await createPaidPurchase(
            buyer,
            cart.map((line) => ({ variantId: goods[line.good]?.variantId ?? "", quantity: line.quantity })),
            { couponId },
          )
          for (const step of steps) {
            const line = made.lines[step.line % made.lines.length]
            const shop = shops.find((each) => each.sellerId === line?.sellerId)
            if (!line || !shop) continue
            const [claim] = await db()
              .select()
              .from(claims)
              .where(
                sql`${claims.lineId} = ${line.id}::uuid and ${claims.state} in ('requested', 'approved',
                  'collecting', 'collected')`,
              )
            if (step.action === "cancel")
              await cancelLine(buyer.actor, line.id, { reason: "변심", account: null })
            else if (step.action === "sell_out") await cancelSoldOutLine(shop.actor, line.id, "품절")
            else if (step.action === "prepare") await prepareLine(shop.actor, line.id)
            else if (step.action === "ship") await shipLine(shop.actor, line.id, parcel)
            else if (step.action === "deliver") await deliverLine(shop.actor, line.id, "seller")
            else if (step.action === "confirm") await confirmLine(buyer.actor, line.id)
            else if (step.action === "claim")
              await requestClaim(buyer.actor, line.id, {
                kind:
                  (await findPurchaseLines(made.groupId)).find((each) => each.id === line.id)?.state ===
                  "preparing"
                    ? "cancel"
                    : "return",
                reason: step.fault,
                detail: "",
                pictureIds: [],
                account: null,
              })
            else if (claim)
              await transitionClaim(
                step.action === "withdraw" ? buyer.actor : shop.actor,
                claim.id,
                step.action,
                {},
              )
            const orders = await db().select().from(shopOrders).where(eq(shopOrders.groupId, made.groupId))
            const [held] = await db()
              .select({ won: sql<number>`coalesce(sum(${ledger.amountWon}), 0)::int` })
              .from(ledger)
              .where(sql`${ledger.groupId} = ${made.groupId}::uuid and ${ledger.account} = 'held'`)
            const [refunded, released] = [
              orders.reduce((sum, order) => sum + order.refundedWon, 0),
              orders.reduce((sum, order) => sum + order.releasedWon, 0),
            ]
            expect(refunded + released + (held?.won ?? 0)).toBe(made.totalWon)
            expect(held?.won).toBeGreaterThanOrEqual(0)
          }
          const lines = await findPurchaseLines(made.groupId)
          const orders = await db().select().from(shopOrders).where(eq(shopOrders.groupId, made.groupId))
          for (const order of orders) {
            const own = lines.filter((line) => line.orderId === order.id)
            const paid = order.itemsWon + order.shippingWon - order.discountWon
            if (own.every((line) => ["confirmed", "cancelled", "returned"].includes(line.state)))
              expect(order.refundedWon + order.releasedWon).toBe(paid)
            // What of the parcels that went back was taken off is at most one way back each, and never more
            // than the seller has.
            const back = await db().select().from(claims).where(eq(claims.orderId, order.id))
            for (const parcelId of new Set(back.flatMap((claim) => claim.parcelId ?? []))) {
              expect(
                back.reduce((sum, claim) => sum + (claim.parcelId === parcelId ? claim.keptWon : 0), 0),
              ).toBeLessThanOrEqual(order.returnWon)
            }
            // Whoever cancels everything before it leaves gets everything back.
            if (own.every((line) => line.state === "cancelled")) expect(order.refundedWon).toBe(paid)
          }
        },
      ),
      { numRuns: 20 },
    )
    expect(await checkLedger()).toEqual([])
    expect(Object.values(await sumLedgerAccounts()).reduce((sum, won) => sum + won, 0)).toBe(0)
  },
)

test("a purchase tells the way of each line, its claims, and whether it was reviewed; a review shows its pictures", async () => {
  const shop = await createShop()
  const buyer = await createPerson()
  const {
    variantIds: [variantId = ""],
  } = await createProduct(shop.sellerId, [{ priceWon: 20_000, stock: 5 }])
  const { groupId, lines } = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  const [line] = lines
  if (!line) throw new Error("a purchase without lines")
  const lineOf = async () => (await findPurchaseDetail(buyer.actor, groupId))?.sellerOrders[0]?.lines[0]
  await prepareLine(shop.actor, line.id)
  await shipLine(shop.actor, line.id, parcel)
  await deliverLine(buyer.actor, line.id, "buyer")
  expect((await lineOf())?.events.map((event) => event.toState)).toEqual([
    "paid",
    "preparing",
    "shipped",
    "delivered",
  ])
  expect(await lineOf()).toMatchObject({ canReview: true, claim: null })

  const pictureId = newId()
  await db()
    .insert(pictures)
    .values({
      id: pictureId,
      ownerId: buyer.actor.userId,
      purpose: "review",
      storageKey: `test/${pictureId}`,
      originalName: "사진.jpg",
      width: 800,
      height: 600,
      bytes: 1_000,
      placeholder: "data:image/webp;base64,UklGRg==",
      createdAt: new Date(),
    })
  expect(
    await createProductReview(buyer.actor, line.id, {
      rating: 4,
      body: "소리가 나지 않아 좋아요.",
      pictureIds: [pictureId],
    }),
  ).toMatchObject({ ok: true })
  expect(await lineOf()).toMatchObject({ canReview: false })
  const { reviews, stars } = await findProductReviews(line.productId, null)
  expect(reviews.map(({ rating, photos }) => [rating, photos.map((photo) => photo.id)])).toEqual([
    [4, [pictureId]],
  ])
  expect(stars).toEqual([0, 0, 0, 1, 0])

  expect(
    await requestClaim(buyer.actor, line.id, {
      kind: "return",
      reason: "changed_mind",
      detail: "",
      pictureIds: [],
      account: null,
    }),
  ).toMatchObject({ ok: true })
  expect((await lineOf())?.claim).toMatchObject({ kind: "return", state: "requested", canWithdraw: true })
})
