/** The reviews of a product: sorted, filtered, by pages; who finds one helpful counts once. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { readQuery } from "#app/basics/form.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { ReviewQuery } from "../forms.ts"
import { createPaidPurchase, createProduct, createShop, type Shop } from "../fixtures.ts"
import { productReviewPictures, productReviews } from "../schema.server.ts"
import { reviewMarks } from "../visit-schema.server.ts"
import { findProduct } from "./product.server.ts"
import { findProductReviews } from "./product-reviews.server.ts"
import { setReviewMark } from "./review-marks.server.ts"

withDatabase()
beforeAll(registerSubscriptions)

const VISITOR = { kind: "visitor", draftId: null } as const

/** A product with reviews, the oldest first. */
async function createReviewed(
  shop: Shop,
  reviews: readonly { rating: number; optionName?: string; hasPhoto?: boolean; helpfulCount?: number }[],
) {
  const { productId, variantIds } = await createProduct(shop.sellerId, [{ priceWon: 1_000, stock: 500 }])
  const buyer = await createPerson()
  const variantId = variantIds[0] ?? ""
  const ids: string[] = []
  for (const [index, { rating, optionName = "", hasPhoto, helpfulCount = 0 }] of reviews.entries()) {
    const { lines } = await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
    const id = newId()
    ids.push(id)
    await db()
      .insert(productReviews)
      .values({
        id,
        productId,
        lineId: lines[0]?.id ?? "",
        authorId: buyer.actor.userId,
        sellerId: shop.sellerId,
        rating,
        body: "아침마다 잘 쓰고 있어요.",
        optionName,
        helpfulCount,
        createdAt: new Date(Date.now() - (reviews.length - index) * 60_000),
      })
    if (!hasPhoto) continue
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
    await db().insert(productReviewPictures).values({ reviewId: id, pictureId, position: 0 })
  }
  const list = async (address = "") =>
    findProductReviews(productId, readQuery(ReviewQuery, new URLSearchParams(address)))
  return { productId, buyer, ids, list }
}

test("reviews are sorted four ways, and filtered by pictures and by option", async () => {
  const { productId, ids, list } = await createReviewed(await createShop(), [
    { rating: 3, optionName: "28cm", helpfulCount: 2 },
    { rating: 5, optionName: "24cm", hasPhoto: true },
    { rating: 1, optionName: "28cm", hasPhoto: true, helpfulCount: 7 },
    { rating: 5, optionName: "28cm" },
  ])
  const [a, b, c, d] = ids
  const order = async (address: string) => (await list(address)).reviews.map((review) => review.id)
  expect(await order("")).toEqual([c, a, d, b])
  expect(await order("order=newest")).toEqual([d, c, b, a])
  expect(await order("order=highest")).toEqual([d, b, a, c])
  expect(await order("order=lowest")).toEqual([c, a, b, d])
  expect(await order("photos=1")).toEqual([c, b])
  expect(await order("option=28cm&order=highest")).toEqual([d, a, c])
  expect(await order("option=28cm&photos=1")).toEqual([c])
  expect(await order("option=nothing")).toEqual([])
  expect((await findProduct(VISITOR, productId))?.reviewSummary).toEqual({
    stars: [1, 0, 1, 0, 2],
    withPhotos: 2,
    options: ["28cm", "24cm"],
  })
})

test("pages go on in each order without a review twice or none, also within the same rating", async () => {
  const { ids, list } = await createReviewed(
    await createShop(),
    Array.from({ length: 23 }, (_, index) => ({ rating: 4 + (index % 2), helpfulCount: index % 3 })),
  )
  for (const order of ["helpful", "newest", "highest", "lowest"]) {
    const seen: string[] = []
    let cursor: string | null = ""
    while (cursor !== null) {
      const found: Awaited<ReturnType<typeof list>> = await list(
        String(new URLSearchParams({ order, reviews: cursor })),
      )
      seen.push(...found.reviews.map((review) => review.id))
      cursor = found.next
    }
    expect([order, seen.length, new Set(seen)]).toEqual([order, 23, new Set(ids)])
  }
}, 30_000)

test("a mark counts once a person, can be taken back, and is not of one's own review", async () => {
  const { productId, buyer, ids, list } = await createReviewed(await createShop(), [
    { rating: 5 },
    { rating: 5 },
  ])
  const [first = "", second = ""] = ids
  const readers = await Promise.all([1, 2, 3].map(() => createPerson()))
  const mark = (reviewId: string, isHelpful: boolean, reader = readers[0]) =>
    setReviewMark(reader?.actor ?? VISITOR, { productId, reviewId, isHelpful })
  // All at the same moment, and each twice.
  await Promise.all([...readers, ...readers].map((reader) => mark(first, true, reader)))
  await drainEvents()
  const counts = async () => new Map((await list()).reviews.map((review) => [review.id, review.helpfulCount]))
  expect(await counts()).toEqual(
    new Map([
      [first, 3],
      [second, 0],
    ]),
  )
  expect(await mark(first, false)).toEqual({ ok: true })
  expect(await mark(first, false)).toEqual({ ok: true })
  await drainEvents()
  expect((await counts()).get(first)).toBe(2)
  expect(await setReviewMark(buyer.actor, { productId, reviewId: first, isHelpful: true })).toEqual({
    ok: false,
    reason: "own_review",
  })
  for (const [actor, reviewId] of [
    [VISITOR, first],
    [buyer.actor, newId()],
    [buyer.actor, "x"],
  ] as const)
    expect(await setReviewMark(actor, { productId, reviewId, isHelpful: true })).toEqual({
      ok: false,
      reason: "not_found",
    })
  const rows = await db().select().from(reviewMarks).where(eq(reviewMarks.reviewId, first))
  expect(rows.length).toBe(2)
})
