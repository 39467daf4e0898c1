/**
 * What statements of other areas read of orders: each is a subquery of the tables of orders, so that a
 * list of another area with facts of its orders stays one query.
 */
import { sql, type SQL } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { cardPictureJson } from "#app/platform/pictures.server.ts"
import type { CardPicture } from "#app/basics/picture-view.ts"

/** Selects the kind of work of the order `orderId`, an expression. */
export const selectService = (orderId: SQL) =>
  sql<string>`(select o.service from orders o where o.id = ${orderId})`

/** Selects whether the order `orderId`, an expression, was paid through the market. */
export const selectIsPaidSafely = (orderId: SQL) =>
  sql<boolean>`(select o.payment = 'safe' from orders o where o.id = ${orderId})`

/** Selects the region of the order `orderId`, an expression. */
export const selectRegionCode = (orderId: SQL) =>
  sql<string>`(select o.region_code from orders o where o.id = ${orderId})`

/** Selects the first picture of the site of the order `orderId`, an expression; null where there is none. */
export const selectSitePicture = (orderId: SQL) => sql<CardPicture | null>`(
  select ${cardPictureJson("picture")} from order_photos op
    join pictures picture on picture.id = op.picture_id
  where op.order_id = ${orderId} and op.kind = 'site' order by op.position limit 1)`

/** Of the table orders: whether its dispute is decided, and waits for an appeal alone. */
export const hasDecidedDispute = sql`(exists (select from order_disputes d
  where d.order_id = orders.id and d.state = 'decided'))`

/** Selects what the accepted change orders of the order `orderId`, an expression, come to, in won. */
export const selectAcceptedChangesWon = (orderId: SQL) =>
  sql<number>`(select coalesce(sum(c.amount_won), 0)::bigint from change_orders c
    where c.order_id = ${orderId} and c.state = 'accepted')`

/**
 * The completed orders of a customer with an expert, as a table: id, title, category, completed_at,
 * paid_won, the agreed price with the accepted change orders, and is_paid_safely.
 */
export const completedOrdersTable = (customerId: string, expertId: string) => sql`(
  select o.id, o.title, o.category, coalesce(o.completed_at, o.updated_at) as completed_at,
    o.agreed_won + ${selectAcceptedChangesWon(sql`o.id`)} as paid_won,
    o.payment = 'safe' as is_paid_safely
  from orders o
  where o.customer_id = ${customerId}::uuid and o.expert_id = ${expertId}::uuid and o.state = 'completed')`

/** The order `orderId` where `userId` is its customer or expert, as a table: id and customer_id. */
export const orderOfPartyTable = (orderId: string, userId: string) => sql`(
  select o.id, o.customer_id from orders o where o.id = ${orderId}::uuid
    and (o.customer_id = ${userId}::uuid or o.expert_id = ${userId}::uuid))`

/**
 * The orders of the expert `expertId`, an expression, that were not cancelled, as a table of one row: hires
 * and customers, how many different ones.
 */
export const hiresTable = (expertId: SQL) => sql`(
  select count(*)::int as hires, count(distinct customer_id)::int as customers from orders
    where expert_id = ${expertId} and state <> 'cancelled')`

/**
 * How fast the expert `expertId`, an expression, proposes, as a table of one row: response_minutes, the
 * median from a request's opening to the proposal, at least 1; null without any.
 */
export const responseTimeTable = (expertId: SQL) => sql`(
  select case when count(*) > 0 then
    greatest(1, round(percentile_cont(0.5) within group (order by extract(epoch
      from proposals.created_at - orders.opened_at) / 60)))::int
  end as response_minutes
  from proposals join orders on orders.id = proposals.order_id
  where proposals.expert_id = ${expertId} and orders.opened_at is not null)`

/** The order that each of the payment parts `partIds` is of, by the id of the part. */
export async function findOrdersOfParts(partIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (partIds.length === 0) return new Map()
  const rows = await db().execute<{ id: string; order_id: string }>(sql`
    select id, order_id from order_parts where id = any(${sql.param([...partIds])}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row.order_id]))
}

/**
 * Selects the orders that the payment parts `partIds`, an array of ids, are of: `subject_id`, `kind` (order)
 * and `id`.
 */
export const selectOrderLinks = (partIds: SQL) => sql`
  select id as subject_id, 'order' as kind, order_id as id from order_parts where id = any(${partIds})`

/** The payment parts of an order, by their ids. */
export async function findPartIds(orderId: string): Promise<string[]> {
  const rows = await db().execute<{ id: string }>(sql`
    select id from order_parts where order_id = ${orderId}::uuid`)
  return rows.map((row) => row.id)
}

/** How many defects the expert `expertId` names was told of, and how many of them were answered late. */
export const warrantyRecordTable = (expertId: SQL) => sql`(
  select count(*)::int as claims, count(*) filter (where is_late)::int as late
  from warranty_claims where expert_id = ${expertId})`
