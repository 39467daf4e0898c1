/** After it is paid: cancelling, sending, returning, confirming, each won in its place. */
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
import {
  cancelLine,
  confirmLine,
  deliverLine,
  prepareLine,
  cancelSoldOutLine,
  shipLine,
} from "./after-sale.server.ts"
import { transitionClaim } from "./claims.server.ts"
import { requestClaim } from "./request-claim.server.ts"
import { checkLedger } from "../../money/service/ledger.server.ts"
import { findProduct } from "./product.server.ts"
import { findProductReviews } from "./product-reviews.server.ts"
import { readQuery } from "#app/basics/form.ts"
import { ReviewQuery } from "../forms.ts"
import { findPurchase, findPurchaseDetail } from "./purchases.server.ts"
import { createProductReview } from "./reviews.server.ts"
import { askForArrivals, autoConfirmLines } from "./scheduled.server.ts"
import { payments, refunds, ledger } from "../../money/schema.server.ts"

withDatabase()
afterEach(resetClock)

const parcel = { carrier: "cj" as const, trackingNumber: "612345678901" }

test("cancelling a line gives back what stays too much, with the parcel computed anew", async () => {
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

test("a split parcel charges delivery once; the seller gets goods less commission plus it", async () => {
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

test("preparing asks the seller; a return goes step by step, costs its fee, closes the order", async () => {
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
  for (const made of [quiet, claimed]) await deliverLine(buyer.actor, made.lines[0]?.id ?? "", "buyer")
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

test("a purchase tells the way of each line, its claims, and whether it was reviewed", async () => {
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
  const { reviews } = await findProductReviews(line.productId, readQuery(ReviewQuery, new URLSearchParams()))
  expect(reviews.map(({ rating, photos }) => [rating, photos.map((photo) => photo.id)])).toEqual([
    [4, [pictureId]],
  ])
  expect((await findProduct(buyer.actor, line.productId))?.reviewSummary).toEqual({
    stars: [0, 0, 0, 1, 0],
    withPhotos: 1,
    options: [],
  })

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

test("what only its seller calls delivered is not confirmed by silence: its buyer is asked", async () => {
  const shop = await createShop()
  const variantId = await createVariant(shop.sellerId, 40_000, 9)
  const buyer = await createPerson()
  const [said, sent] = [
    await createPaidPurchase(buyer, [{ variantId, quantity: 1 }]),
    await createPaidPurchase(buyer, [{ variantId, quantity: 1 }]),
  ]
  for (const made of [said, sent]) await shipLine(shop.actor, made.lines[0]?.id ?? "", parcel)
  await deliverLine(shop.actor, said.lines[0]?.id ?? "", "seller")
  // Only what has arrived can be confirmed.
  expect(await confirmLine(buyer.actor, sent.lines[0]?.id ?? "")).toEqual({ ok: false, reason: "not_now" })
  const countAsked = async () =>
    Number(
      (
        await db().execute<{ count: string }>(
          sql`select count(*) from notifications where user_id = ${buyer.actor.userId}::uuid
            and title like '상품을 받으셨나요%'`,
        )
      )[0]?.count,
    )
  setClockMinutesAhead(3 * 1_440 + 1)
  await askForArrivals()
  await askForArrivals()
  expect(await countAsked()).toBe(2)
  setClockMinutesAhead(60 * 1_440)
  await autoConfirmLines()
  expect((await findPurchaseLines(said.groupId))[0]?.state).toBe("delivered")
  expect((await findPurchaseLines(sent.groupId))[0]?.state).toBe("shipped")
  // However long nobody looked, it is asked once.
  await askForArrivals()
  await askForArrivals()
  expect(await countAsked()).toBe(4)
})
