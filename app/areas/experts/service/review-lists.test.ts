/** Lists of reviews, and the numbers that they make. */
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { calculateBayesianMean } from "#app/basics/rank.ts"
import { runSubqueries } from "#app/platform/json-subqueries.server.ts"
import { countQueries, db, inTransaction } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { createBegunSafeOrder, deliverPart, payNextPart } from "../../orders/fixtures.ts"
import { completeWork } from "../../orders/service/work.server.ts"
import { createExpert, createPictureRow, createCompletedOrder, type Expert } from "../fixtures.ts"
import { RATING_PRIOR, REVIEW_SORTS, type ReviewSort } from "../rules.ts"
import { experts, reviews } from "../schema.server.ts"
import type { ReviewView } from "../views.ts"
import { refreshStatistics } from "./statistics.server.ts"
import {
  findOrdersWithReviews,
  queryNewestReviews,
  findReviewsOfCategory,
  FIRST_REVIEWS,
  REVIEWS_PER_PAGE,
  findReviewsOfExpert,
  summarizeReviews,
} from "./review-lists.server.ts"
import { findReviewForAdmin, findReviewsForAdmin } from "./review-admin.server.ts"
import { rateCustomer, rateExpert } from "./reviews.server.ts"
import { REVIEW } from "../fixtures.ts"

withDatabase()
registerSubscriptions()

const day = 86_400_000
const start = new Date("2026-11-21T03:00:00Z")
const inDays = (days: number) => setClock(() => new Date(start.getTime() + days * day))
let expert: Expert
let customer: Person

beforeEach(async () => {
  inDays(0)
  expert = await createExpert()
  customer = await createPerson({ name: "박서연" })
})
afterEach(resetClock)

const rate = (orderId: string, more: Partial<typeof REVIEW> = {}) =>
  rateExpert(customer.actor, { ...REVIEW, ...more, orderId, expertId: expert.expertId })
async function written(more: Partial<typeof REVIEW> = {}): Promise<{ orderId: string; reviewId: string }> {
  const orderId = await createCompletedOrder(customer, expert)
  const done = await rate(orderId, more)
  if (!done.ok) throw new Error(done.reason)
  return { orderId, reviewId: done.reviewId }
}

describe("the numbers of an expert", () => {
  test("are counted from what happened: hires, repeats, reviews, response", async () => {
    const second = await createPerson()
    const first = await createCompletedOrder(customer, expert, { minutesToProposal: 8 })
    await createCompletedOrder(customer, expert, { minutesToProposal: 30 })
    await createCompletedOrder(second, expert, { minutesToProposal: 100, state: "in_progress" })
    await createCompletedOrder(second, expert, { state: "cancelled", minutesToProposal: 40 })
    await rate(first)
    await rateCustomer(expert.actor, { orderId: first, rating: 5, body: "" })
    await drainEvents()
    const [row] = await db().select().from(experts).where(eq(experts.userId, expert.expertId))
    expect(row).toMatchObject({ hires: 3, repeatHires: 1, reviewCount: 1, ratingSum: 5, responseMinutes: 35 })
    expect(row?.ratingRank).toBeCloseTo(
      calculateBayesianMean(5, 1, RATING_PRIOR.mean, RATING_PRIOR.weight),
      5,
    )
  })

  test("come out the same however often they are counted, also for somebody without any", async () => {
    await inTransaction((tx) => refreshStatistics(tx, [expert.expertId, expert.expertId]))
    const [row] = await db().select().from(experts).where(eq(experts.userId, expert.expertId))
    expect(row).toMatchObject({
      hires: 0,
      repeatHires: 0,
      reviewCount: 0,
      ratingSum: 0,
      responseMinutes: null,
      ratingRank: RATING_PRIOR.mean,
    })
  })

  test("lose nothing when many reviews are published at once", async () => {
    const orderIds = await Promise.all(
      Array.from({ length: 6 }, () => createCompletedOrder(customer, expert)),
    )
    await Promise.all(orderIds.map((orderId) => rate(orderId)))
    await Promise.all(
      orderIds.map(async (orderId) => {
        await rateCustomer(expert.actor, { orderId, rating: 5, body: "" })
        await inTransaction((tx) => refreshStatistics(tx, [expert.expertId]))
      }),
    )
    expect((await db().select().from(experts).where(eq(experts.userId, expert.expertId)))[0]).toMatchObject({
      reviewCount: 6,
      ratingSum: 30,
    })
  })
})

describe("lists of reviews", () => {
  const countPage = (cursor: string | null, sort: ReviewSort) =>
    countQueries(() => findReviewsOfExpert(expert.expertId, { filter: null, sort, cursor }))

  test.each(REVIEW_SORTS)("by %s show each once, in one query a page", async (sort) => {
    const total = FIRST_REVIEWS + REVIEWS_PER_PAGE + 8
    for (let i = 0; i < total; i += 1) {
      const picture = i % 4 === 0 ? [await createPictureRow(customer.actor.userId, "review")] : []
      const { reviewId } = await written({ rating: (i % 5) + 1, pictureIds: picture })
      await db()
        .update(reviews)
        .set({ publishedAt: new Date(start.getTime() + (i % 7) * 1_000) })
        .where(eq(reviews.id, reviewId))
    }
    const seen: ReviewView[] = []
    const sizes: number[] = []
    let cursor: string | null = null
    do {
      const from: string | null = cursor
      const counted: Awaited<ReturnType<typeof countPage>> = await countPage(from, sort)
      expect(counted.queries).toBe(1)
      sizes.push(counted.result.reviews.length)
      for (const review of counted.result.reviews) if (!("removed" in review)) seen.push(review)
      cursor = counted.result.next
    } while (cursor)
    expect(sizes).toEqual([FIRST_REVIEWS, REVIEWS_PER_PAGE, total - FIRST_REVIEWS - REVIEWS_PER_PAGE])
    expect(new Set(seen.map((review) => review.id)).size).toBe(total)
    const ratings = seen.map((review) => review.rating)
    if (sort === "high") expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
    if (sort === "low") expect(ratings).toEqual(ratings.toSorted((a, b) => a - b))
    if (sort === "newest")
      expect(seen.map((review) => review.publishedAt)).toEqual(
        seen
          .map((review) => review.publishedAt)
          .toSorted()
          .toReversed(),
      )
    if (sort === "recommended")
      expect(seen.findIndex((review) => review.photos.length === 0)).toBe(
        seen.filter((review) => review.photos.length > 0).length,
      )
  })

  test("take a broken cursor for the first page", async () => {
    const { orderId } = await written()
    await rateCustomer(expert.actor, { orderId, rating: 5, body: "" })
    expect(
      (await findReviewsOfExpert(expert.expertId, { filter: null, sort: "high", cursor: "broken" })).reviews,
    ).toHaveLength(1)
  })

  test("show a before and an after only where the customer published a picture", async () => {
    const orderId = await createCompletedOrder(customer, expert, { withPictures: true })
    const picture = await createPictureRow(customer.actor.userId, "review")
    await rate(orderId, { pictureIds: [picture] })
    await rateCustomer(expert.actor, { orderId, rating: 5, body: "" })
    const silent = await createCompletedOrder(customer, expert, { withPictures: true })
    await rate(silent)
    await rateCustomer(expert.actor, { orderId: silent, rating: 5, body: "" })
    const [shown] = (await runSubqueries({ cards: queryNewestReviews(500) })).cards.filter(
      (review) => review.expertId === expert.expertId,
    )
    expect(shown).toMatchObject({
      customer: customer.actor.profile?.name,
      after: { id: picture },
      service: "도배",
      regionCode: "11650",
      paidWon: 1_000_000,
    })
    expect(shown?.before).not.toBeNull()
    const ofCategory = (await findReviewsOfCategory("repair", 500)).filter(
      (review) => review.expertId === expert.expertId,
    )
    expect(ofCategory).toHaveLength(2)
    expect(ofCategory.filter((review) => review.before !== null)).toHaveLength(1)
  })

  test("say of which orders the market held the money", async () => {
    const paid = await createBegunSafeOrder(undefined, { customer, expert })
    for (let part = 1; part <= 3; part += 1) {
      if (part > 1) await payNextPart(paid)
      await deliverPart(paid)
      await completeWork(customer.actor, paid.orderId)
    }
    const direct = await createCompletedOrder(customer, expert)
    for (const orderId of [paid.orderId, direct]) {
      await rate(orderId)
      await rateCustomer(expert.actor, { orderId, rating: 5, body: "" })
    }
    const { reviews: listed } = await findReviewsOfExpert(expert.expertId, {
      filter: null,
      sort: "newest",
      cursor: null,
    })
    const shown = listed.flatMap((review) => ("removed" in review ? [] : [review]))
    expect(shown.map(({ paidWon, isPaidSafely }) => [paidWon, isPaidSafely])).toEqual([
      [1_000_000, false],
      [1_780_000, true],
    ])
    const own = await findOrdersWithReviews(customer.actor, expert.expertId)
    expect(own.map(({ orderId, review }) => [orderId, review?.isPaidSafely])).toEqual([
      [direct, false],
      [paid.orderId, true],
    ])
    const { actor: admin } = await createPerson({ role: "admin" })
    const { rows } = await findReviewsForAdmin(admin, {
      removed: false,
      term: "",
      sort: "newest",
      cursor: null,
    })
    const ofExpert = rows.filter(({ expertId }) => expertId === expert.expertId)
    expect(ofExpert.map(({ isPaidSafely }) => isPaidSafely)).toEqual([false, true])
    const inFull = await Promise.all(ofExpert.map(({ id }) => findReviewForAdmin(admin, id)))
    expect(inFull.map((review) => review?.isPaidSafely)).toEqual([false, true])
  })

  test("summarise by stars, photos and category", async () => {
    const { orderId } = await written({ rating: 3 })
    await rateCustomer(expert.actor, { orderId, rating: 5, body: "" })
    expect(await summarizeReviews(expert.expertId)).toEqual({
      stars: [0, 0, 1, 0, 0],
      total: 1,
      withPhotos: 0,
      scores: { finish: 5, priceMatch: 4, punctuality: 5, kindness: 5 },
      categories: [{ category: "repair", count: 1 }],
    })
  })

  test("of one's own orders tell when it is published and until when it can be changed", async () => {
    const { orderId } = await written()
    const [order] = await findOrdersWithReviews(customer.actor, expert.expertId)
    expect(order).toMatchObject({
      orderId,
      paidWon: 1_000_000,
      review: { rating: 5, publishedAt: null, publishAt: new Date(start.getTime() + 7 * day).toISOString() },
    })
    expect(order?.review?.editableUntil).toBe(new Date(start.getTime() + 30 * day).toISOString())
    expect(await findOrdersWithReviews((await createPerson()).actor, expert.expertId)).toEqual([])
  })
})
