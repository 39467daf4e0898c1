/**
 * Reviews of deals: one by each of the two after a sale, and what they say of a person in the market.
 */
import { and, eq, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { people } from "../../accounts/service/people-view.server.ts"
import type { DealReviewForm } from "../forms.ts"
import type { DealRole, ItemState } from "../rules.ts"
import { dealReviews, items } from "../schema.server.ts"
import type { DealReviewView } from "../views.ts"
import { lockItem } from "./transitions.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { descending, page } from "#app/platform/page.server.ts"

const PAGE_SIZE = 20

/** What the actor was in a deal, or null for whom it does not concern. */
const dealRoleOf = (actor: Actor, item: { sellerId: string; buyerId: string | null }): DealRole | null =>
  actor.kind !== "member"
    ? null
    : item.sellerId === actor.userId
      ? "seller"
      : item.buyerId === actor.userId
        ? "buyer"
        : null

/**
 * Reviews the other side of a deal. Refusals: `not_found` (not one of the two), `not_now` (not sold, or to
 * nobody here), `already`.
 */
export async function createDealReview(
  actor: Actor,
  itemId: string,
  input: z.output<typeof DealReviewForm>,
): Promise<Outcome<"not_found" | "not_now" | "already">> {
  return inTransaction(async (tx) => {
    const item = await lockItem(tx, itemId)
    const role = item && dealRoleOf(actor, item)
    if (!item || !role || actor.kind !== "member") return refuse("not_found")
    const subjectId = role === "seller" ? item.buyerId : item.sellerId
    if (item.state !== "sold" || subjectId === null) return refuse("not_now")
    const reviewId = newId()
    const inserted = await tx
      .insert(dealReviews)
      .values({
        id: reviewId,
        itemId,
        writerId: actor.userId,
        subjectId,
        role,
        good: input.verdict === "good",
        tags: input.tags,
        body: input.body,
        createdAt: now(),
      })
      .onConflictDoNothing()
      .returning({ id: dealReviews.id })
    if (inserted.length === 0) return refuse("already")
    await emit(tx, "deal.reviewed", { itemId, reviewId, writerId: actor.userId, subjectId })
    return ok()
  })
}

export type DealToReview = {
  itemId: string
  title: string
  state: ItemState
  role: DealRole
  partnerName: string
  partnerId: string | null
  reviewed: boolean
}

/** The deal as one of its two people reviews it; null for anybody else. */
export async function findDealToReview(actor: Actor, itemId: string): Promise<DealToReview | null> {
  if (actor.kind !== "member") return null
  const [row] = await db()
    .select({
      itemId: items.id,
      title: items.title,
      state: items.state,
      sellerId: items.sellerId,
      buyerId: items.buyerId,
      partnerName: sql<string | null>`(select p.name from people p where p.user_id = case
        when items.seller_id = ${actor.userId}::uuid then items.buyer_id else items.seller_id end)`,
      reviewed: sql<boolean>`exists (select from deal_reviews r
        where r.item_id = items.id and r.writer_id = ${actor.userId}::uuid)`,
    })
    .from(items)
    .where(and(eq(items.id, itemId), sql`${items.deletedAt} is null`))
  const role = row && dealRoleOf(actor, row)
  if (!row || !role) return null
  return {
    itemId: row.itemId,
    title: row.title,
    state: row.state,
    role,
    partnerName: row.partnerName ?? "",
    partnerId: role === "seller" ? row.buyerId : row.sellerId,
    reviewed: row.reviewed,
  }
}

const REVIEW_ORDER = descending("newest", [dealReviews.createdAt, "time"], [dealReviews.id, "id"])

/** What others wrote about a person, the newest first, a page of 20. */
export async function findTraderReviews(
  userId: string,
  cursor: string | null,
): Promise<{ reviews: DealReviewView[]; next: string | null }> {
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: dealReviews.id,
          writerName: people.name,
          writerAvatarId: people.avatarId,
          role: dealReviews.role,
          good: dealReviews.good,
          tags: dealReviews.tags,
          body: dealReviews.body,
          itemTitle: items.title,
          createdAt: dealReviews.createdAt,
          sortKeys,
        })
        .from(dealReviews)
        .innerJoin(people, eq(people.userId, dealReviews.writerId))
        .innerJoin(items, eq(items.id, dealReviews.itemId)),
    order: REVIEW_ORDER,
    filter: eq(dealReviews.subjectId, userId),
    cursor,
    size: PAGE_SIZE,
  })
  return {
    reviews: found.rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    next: found.cursor,
  }
}
