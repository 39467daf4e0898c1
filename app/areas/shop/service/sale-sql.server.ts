/**
 * What statements of a seller's dashboard read of what was sold: lines of orders, claims, and what waits to
 * be done. Ids are expressions.
 */
import { sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { toContainsPattern } from "#app/basics/like-pattern.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { pictureJson } from "#app/platform/pictures.server.ts"
import { containsText } from "#app/platform/text-match.server.ts"
import { LIMITS, type LineState } from "../rules.ts"
import { formerTitles } from "../title-schema.server.ts"
import type { PictureView, SellerOrderLine } from "../views.ts"

/** The states of a claim that is not decided to its end, to be looked for with `in`. */
export const OPEN_CLAIM = sql.raw("('requested', 'approved', 'collecting', 'collected')")

/** Selects the lines of the order of a seller, each with its newest claim. */
export const selectSellerOrderLines = (orderId: SQL) => sql<SellerOrderLine[]>`(
  select json_agg(json_build_object('id', l.id, 'productId', l.product_id, 'title', l.title,
    'optionName', l.option_name, 'pictureId', l.picture_id, 'unitWon', l.unit_won, 'quantity', l.quantity,
    'discountWon', l.discount_won, 'state', l.state, 'carrier', l.carrier,
    'trackingNumber', l.tracking_number, 'isMissing', l.missing_at is not null,
    'parcelState', (select p.state from parcels p where p.order_id = l.order_id
      and p.carrier = l.carrier and p.tracking_number = l.tracking_number),
    'paidAt', l.paid_at, 'endReason', l.end_reason,
    'claim', (select json_build_object('kind', c.kind, 'state', c.state)
      from claims c where c.line_id = l.id order by c.created_at desc limit 1)) order by l.id)
  from order_lines l where l.order_id = ${orderId})`

/** Whether an order of a seller has a line in one of `states`. A limit is never turned into a join. */
export const hasLineIn = (orderId: SQL, states: readonly LineState[]) => sql<boolean>`(select true
  from order_lines l where l.order_id = ${orderId} and l.state = any(${sql.param([...states])}) limit 1)`

/** Selects the ids of the orders of a seller with a line in one of `states`, by the index of their lines. */
export const selectOrderIdsIn = (sellerId: SQL, states: readonly LineState[]) => sql`
  select order_id from order_lines where seller_id = ${sellerId} and state = any(${sql.param([...states])})`

/**
 * Selects the ids of the orders of a seller in which something was sold under a title with `term`: lines of
 * the products that have such a title, or had one.
 */
export const selectOrderIdsTitled = (sellerId: SQL, term: string) => sql`
  select l.order_id from order_lines l where l.product_id = any(array(
      select p.id from products p where p.seller_id = ${sellerId} and ${containsText(sql`p.title`, term)}
      union select f.product_id from ${formerTitles} f join products p on p.id = f.product_id
        where p.seller_id = ${sellerId} and ${containsText(sql`f.title`, term)}))
    and l.seller_id = ${sellerId} and l.title ilike ${toContainsPattern(term)}`

/** Whether a claim about a line is open. */
export const hasOpenClaim = (lineId: SQL) => sql<boolean>`exists (select from claims c
  where c.line_id = ${lineId} and c.state in ${OPEN_CLAIM})`

/** Whether the line `l` is not final, or a claim about it is open. */
export const IS_LINE_OPEN = sql<boolean>`(l.state not in ('confirmed', 'cancelled', 'returned')
  or ${hasOpenClaim(sql`l.id`)})`

/** Whether all lines of an order of a seller are final and no claim about one is open. */
export const isSellerOrderOver = (orderId: SQL) => sql<boolean>`not exists (
  select from order_lines l where l.order_id = ${orderId} and ${IS_LINE_OPEN})`

/** Selects the pictures of a claim. */
export const selectClaimPictures = (claimId: SQL) => sql<PictureView[]>`coalesce((
  select json_agg(${pictureJson("p")} order by cp.position)
  from claim_pictures cp join pictures p on p.id = cp.picture_id
  where cp.claim_id = ${claimId}), '[]')`

/** Selects how many other claims come back in the parcel of a claim. */
export const selectOtherClaimsInParcel = (claimId: SQL, parcelId: SQL) => sql<number>`(
  select count(*)::int from claims o where o.parcel_id = ${parcelId} and o.id <> ${claimId}
    and o.state not in ('rejected', 'withdrawn'))`

/** Selects how many pieces of an option were paid for since `since`. */
export const selectSoldPieces = (variantId: SQL, since: Date) => sql<number>`coalesce((
  select sum(l.quantity) from order_lines l where l.variant_id = ${variantId}
    and l.paid_at > ${since.toISOString()}::timestamptz), 0)::int`

/** Selects how many orders of a seller were paid for. */
export const selectPaidOrderCount = (sellerId: SQL) => sql<number>`(select count(*)::int
  from shop_orders o where o.seller_id = ${sellerId} and o.paid_at is not null)`

/** Selects how many claims there were against a seller. */
export const selectClaimCount = (sellerId: SQL) => sql<number>`(select count(*)::int
  from claims c where c.seller_id = ${sellerId})`

/**
 * What waits for a seller, as a table of one row: new_orders, to_send, late (paid before `lateBefore`, and
 * promised for today or earlier), claims, questions, low_stock (options), proposed (products), has_products
 * and held, what their buyers have paid and not confirmed yet, in won.
 */
export const sellerTasksTable = (sellerId: SQL, lateBefore: Date) => sql`(
  select
    (select count(*)::int from order_lines l
      where l.seller_id = ${sellerId} and l.state = 'paid') as new_orders,
    (select count(*)::int from order_lines l
      where l.seller_id = ${sellerId} and l.state in ('paid', 'preparing')) as to_send,
    (select count(*)::int from order_lines l
      where l.seller_id = ${sellerId} and l.state in ('paid', 'preparing')
      and l.paid_at < ${lateBefore.toISOString()}::timestamptz
      and not exists (select from shop_orders o where o.id = l.order_id
        and o.arrives_on > ${toKstDateString(now())}::date)) as late,
    (select count(*)::int from claims c
      where c.seller_id = ${sellerId} and c.state in ${OPEN_CLAIM}) as claims,
    (select count(*)::int from product_questions q
      where q.seller_id = ${sellerId} and q.answer is null) as questions,
    (select count(*)::int from variants v join products p on p.id = v.product_id
      where p.seller_id = ${sellerId} and p.state = 'published' and v.retired_at is null
      and v.stock < ${sql.raw(String(LIMITS.lowStockThreshold))}) as low_stock,
    (select count(*)::int from products p
      where p.seller_id = ${sellerId} and p.state = 'proposed') as proposed,
    exists (select from products p where p.seller_id = ${sellerId}) as has_products,
    coalesce((select sum(items_won + shipping_won - discount_won - refunded_won - released_won)
      from shop_orders o where o.seller_id = ${sellerId} and o.paid_at is not null
        and items_won + shipping_won - discount_won - refunded_won - released_won <> 0), 0)::text as held)`
