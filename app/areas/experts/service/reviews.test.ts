import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { createExpert, createPictureRow, createCompletedOrder, type Expert } from "../fixtures.ts"
import { experts, reviews, reviewVersions } from "../schema.server.ts"
import { findReviewsOfOrder, findReviewsOfExpert, summarizeReviews } from "./review-lists.server.ts"
import {
  editReview,
  publishDueReviews,
  rateCustomer,
  rateExpert,
  removeReview,
  replyToReview,
} from "./reviews.server.ts"
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
const rowOf = async (reviewId: string) =>
  (await db().select().from(reviews).where(eq(reviews.id, reviewId)))[0]
const listed = () => findReviewsOfExpert(expert.expertId, { filter: null, sort: "newest", cursor: null })

describe("a customer rates the expert", () => {
  test("only of an own, completed order with that expert", async () => {
    const orderId = await createCompletedOrder(customer, expert)
    const stranger = await createPerson()
    const other = await createExpert()
    const visitor = { kind: "visitor" as const, draftId: null }
    expect(await rateExpert(visitor, { ...REVIEW, orderId, expertId: expert.expertId })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await rateExpert(stranger.actor, { ...REVIEW, orderId, expertId: expert.expertId })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await rateExpert(expert.actor, { ...REVIEW, orderId, expertId: expert.expertId })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await rateExpert(customer.actor, { ...REVIEW, orderId, expertId: other.expertId })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await rate(newId())).toEqual({ ok: false, reason: "not_found" })
    for (const state of [
      "matched",
      "in_progress",
      "delivered",
      "changes_requested",
      "disputed",
      "cancelled",
    ] as const) {
      expect(await rate(await createCompletedOrder(customer, expert, { state }))).toEqual({
        ok: false,
        reason: "not_completed",
      })
    }
    expect((await rate(orderId)).ok).toBe(true)
  })

  test("once per order, also when sent ten times at once", async () => {
    const orderId = await createCompletedOrder(customer, expert)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => rate(orderId)))
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === "already_rated")).toHaveLength(9)
    expect(await db().select().from(reviews).where(eq(reviews.orderId, orderId))).toHaveLength(1)
  })

  test("with own fresh pictures only, and a refusal takes none of them", async () => {
    const own = await createPictureRow(customer.actor.userId, "review")
    const foreign = await createPictureRow(expert.expertId, "review")
    const elsewhere = await createPictureRow(customer.actor.userId, "order")
    const orderId = await createCompletedOrder(customer, expert)
    for (const wrong of [foreign, elsewhere, newId()]) {
      expect(await rate(orderId, { pictureIds: [own, wrong] })).toEqual({
        ok: false,
        reason: "picture_not_yours",
      })
    }
    expect((await db().select().from(pictures).where(eq(pictures.id, own)))[0]?.attachedAt).toBeNull()
    expect((await rate(orderId, { pictureIds: [own] })).ok).toBe(true)
    expect(await rate(await createCompletedOrder(customer, expert), { pictureIds: [own] })).toEqual({
      ok: false,
      reason: "picture_not_yours",
    })
  })

  test("and what was paid is what was agreed with its changes, never what a form says", async () => {
    const orderId = await createCompletedOrder(customer, expert, { agreedWon: 1_500_000, changeWon: 280_000 })
    const done = await rate(orderId)
    expect(done.ok && (await rowOf(done.reviewId))?.paidWon).toBe(1_780_000)
  })

  test("and a phone number in the text is hidden before it is kept", async () => {
    const { reviewId } = await written({ body: "다음엔 010-1234-5678로 바로 연락하세요. 정말 좋았어요." })
    expect((await rowOf(reviewId))?.body).toBe("다음엔 (연락처 숨김)로 바로 연락하세요. 정말 좋았어요.")
  })
})

describe("a review is published", () => {
  test("not before seven days are over, when only the customer wrote", async () => {
    const { reviewId } = await written()
    inDays(6.99)
    await publishDueReviews()
    expect((await listed()).reviews).toEqual([])
    inDays(7)
    expect(await publishDueReviews()).toBeGreaterThan(0)
    expect((await listed()).reviews.map((review) => review.id)).toEqual([reviewId])
    expect(await publishDueReviews()).toBe(0)
  })

  test("as soon as both have written, in either order", async () => {
    const { orderId, reviewId } = await written()
    expect(await rateCustomer(expert.actor, { orderId, rating: 5, body: "" })).toEqual({ ok: true })
    expect((await listed()).reviews.map((review) => review.id)).toEqual([reviewId])
    const second = await createCompletedOrder(customer, expert)
    expect(await rateCustomer(expert.actor, { orderId: second, rating: 4, body: "" })).toEqual({ ok: true })
    expect(await rate(second)).toMatchObject({ ok: true, published: true })
  })

  test("also when both write in the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      const orderId = await createCompletedOrder(customer, expert)
      await Promise.all([rate(orderId), rateCustomer(expert.actor, { orderId, rating: 5, body: "" })])
      expect(
        (await db().select().from(reviews).where(eq(reviews.orderId, orderId)))[0]?.publishedAt,
      ).not.toBeNull()
    }
  })

  test("and until then the expert learns nothing of it, nor the customer of the expert's word", async () => {
    const { orderId } = await written()
    expect(await findReviewsOfOrder(expert.actor, orderId)).toMatchObject({
      wroteReview: false,
      reviewId: null,
    })
    const other = await createCompletedOrder(customer, expert)
    await rateCustomer(expert.actor, { orderId: other, rating: 2, body: "약속을 잊으셨어요." })
    expect(await findReviewsOfOrder(customer.actor, other)).toMatchObject({
      wroteCustomerReview: false,
      aboutCustomer: null,
    })
    await rate(other)
    expect(await findReviewsOfOrder(customer.actor, other)).toMatchObject({
      published: true,
      aboutCustomer: { rating: 2, body: "약속을 잊으셨어요." },
    })
    expect(await findReviewsOfOrder((await createPerson()).actor, other)).toBeNull()
  })
})

describe("the expert rates the customer", () => {
  test("only as the expert of a completed order, once", async () => {
    const orderId = await createCompletedOrder(customer, expert)
    const input = { orderId, rating: 5, body: "" }
    expect(await rateCustomer(customer.actor, input)).toEqual({ ok: false, reason: "not_found" })
    expect(await rateCustomer((await createExpert()).actor, input)).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(
      await rateCustomer(expert.actor, {
        ...input,
        orderId: await createCompletedOrder(customer, expert, { state: "delivered" }),
      }),
    ).toEqual({ ok: false, reason: "not_completed" })
    const twice = await Promise.all([rateCustomer(expert.actor, input), rateCustomer(expert.actor, input)])
    expect(twice.filter((outcome) => outcome.ok)).toHaveLength(1)
  })
})

describe("a review is changed", () => {
  test("by its writer alone, for thirty days, and what stood there is kept", async () => {
    const { reviewId } = await written()
    expect(await editReview(expert.actor, { ...REVIEW, reviewId })).toEqual({
      ok: false,
      reason: "not_found",
    })
    const picture = await createPictureRow(customer.actor.userId, "review")
    expect(
      await editReview(customer.actor, {
        ...REVIEW,
        rating: 2,
        body: "일주일 뒤에 이음매가 벌어졌어요.",
        pictureIds: [picture],
        reviewId,
      }),
    ).toEqual({ ok: true })
    expect(await editReview(customer.actor, { ...REVIEW, rating: 4, reviewId })).toEqual({ ok: true })
    const kept = await db()
      .select()
      .from(reviewVersions)
      .where(eq(reviewVersions.reviewId, reviewId))
      .orderBy(reviewVersions.version)
    expect(kept.map((version) => version.content)).toMatchObject([
      { rating: 5, body: REVIEW.body },
      { rating: 2, pictureIds: [picture] },
    ])
    expect((await db().select().from(pictures).where(eq(pictures.id, picture)))[0]?.attachedAt).toBeNull()
    inDays(30.01)
    expect(await editReview(customer.actor, { ...REVIEW, reviewId })).toEqual({
      ok: false,
      reason: "too_late",
    })
  })
})

describe("the expert replies", () => {
  test("once, to what is published", async () => {
    const { orderId, reviewId } = await written()
    expect(await replyToReview(expert.actor, { reviewId, reply: "감사합니다." })).toEqual({
      ok: false,
      reason: "not_found",
    })
    await rateCustomer(expert.actor, { orderId, rating: 5, body: "" })
    expect(await replyToReview((await createExpert()).actor, { reviewId, reply: "감사합니다." })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await replyToReview(expert.actor, { reviewId, reply: "감사합니다. 010-1234-5678" })).toEqual({
      ok: true,
    })
    expect(await replyToReview(expert.actor, { reviewId, reply: "또 감사합니다." })).toEqual({
      ok: false,
      reason: "already_replied",
    })
    expect((await listed()).reviews[0]).toMatchObject({ reply: "감사합니다. (연락처 숨김)" })
  })
})

describe("an admin takes a review down", () => {
  test("and a tombstone without its words stays, counted nowhere", async () => {
    const { orderId, reviewId } = await written()
    await rateCustomer(expert.actor, { orderId, rating: 5, body: "" })
    const admin = await createPerson({ role: "admin" })
    expect(await removeReview(customer.actor, { reviewId, reason: "이유" })).toEqual({
      ok: false,
      reason: "not_allowed",
    })
    expect(await removeReview(admin.actor, { reviewId: newId(), reason: "이유" })).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await removeReview(admin.actor, { reviewId, reason: "욕설이 있어요" })).toEqual({ ok: true })
    expect(await removeReview(admin.actor, { reviewId, reason: "욕설이 있어요" })).toEqual({
      ok: false,
      reason: "already_removed",
    })
    expect((await listed()).reviews).toEqual([
      { id: reviewId, removed: true, publishedAt: start.toISOString() },
    ])
    expect((await summarizeReviews(expert.expertId)).total).toBe(0)
    await drainEvents()
    expect((await db().select().from(experts).where(eq(experts.userId, expert.expertId)))[0]).toMatchObject({
      reviewCount: 0,
      ratingSum: 0,
    })
    expect(await editReview(customer.actor, { ...REVIEW, reviewId })).toEqual({
      ok: false,
      reason: "removed",
    })
  })
})
