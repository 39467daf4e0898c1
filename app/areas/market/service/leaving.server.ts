/**
 * What of second-hand stands in the way of a person who wants to leave, and what becomes of it when they
 * do.
 */
import { and, eq, sql } from "drizzle-orm"
import { href } from "react-router"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emitSubjectsChanged } from "#app/platform/subjects.server.ts"
import type { Member } from "../../accounts/rules.ts"
import type { LeavingObligations } from "../../accounts/service/leaving.server.ts"
import { items, itemTalks, itemWishes, keywordAlerts, priceOffers } from "../schema.server.ts"

/**
 * Deals of `actor` that are reserved (as long as one is paid safely and not over, its item is); sales and
 * payments are why the law has us keep their people.
 */
export const findDealObligations = ({ userId }: Member): LeavingObligations => ({
  open: [
    {
      label: "예약 중인 판매",
      href: href("/my-info/sales"),
      count: sql`(select count(*) from items where seller_id = ${userId} and state = 'reserved'
        and deleted_at is null)`,
    },
    {
      label: "예약 중인 구매",
      href: href("/my-info/purchases"),
      count: sql`(select count(*) from items where buyer_id = ${userId} and state = 'reserved'
        and deleted_at is null)`,
    },
  ],
  mustRetain: sql`(exists (select from items where seller_id = ${userId} and state = 'sold'
      and buyer_id is not null)
    or exists (select from items where buyer_id = ${userId} and state = 'sold')
    or exists (select from deals where paid_at is not null
      and (buyer_id = ${userId} or seller_id = ${userId})))`,
})

/**
 * Subscriber of "account.left": what is for sale goes away, open offers, wishes and alerts end; sales stay as
 * records. Doing it twice changes nothing.
 */
export async function closeDealsOfLeavingMember(
  { userId }: { userId: string },
  tx: Transaction,
): Promise<void> {
  const at = now()
  const removedItems = await tx
    .update(items)
    .set({ deletedAt: at, updatedAt: at })
    .where(and(eq(items.sellerId, userId), eq(items.state, "selling"), sql`${items.deletedAt} is null`))
    .returning({ id: items.id })
  await tx
    .update(priceOffers)
    .set({ state: "expired", decidedAt: at })
    .where(and(eq(priceOffers.buyerId, userId), eq(priceOffers.state, "offered")))
  await tx.delete(itemWishes).where(eq(itemWishes.userId, userId))
  await tx.delete(itemTalks).where(eq(itemTalks.userId, userId))
  await tx.delete(keywordAlerts).where(eq(keywordAlerts.userId, userId))
  await emitSubjectsChanged(
    tx,
    removedItems.map(({ id }) => ({ kind: "item", id })),
  )
}
