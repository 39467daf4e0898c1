/** The numbers beside a product: sold, reviews, ranks; counted anew from the rows they come from. */
import { eq, inArray, sql } from "drizzle-orm"
import { toSearchKey } from "#app/basics/korean.ts"
import { now } from "#app/basics/clock.ts"
import { getFirstIdAt } from "#app/basics/ids.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emitSubjectsChanged } from "#app/platform/subjects.server.ts"
import { DEPARTMENT_LABELS, type LineMove } from "../rules.ts"
import { orderLines, products } from "../schema.server.ts"
import type { LineEvent } from "./events.server.ts"

/** Imagined reviews of a product without any, so that one lucky review leads no list. */
const PRIOR_WEIGHT = 8
const PRIOR_MEAN = 4.3

/** Counts the numbers of products anew; those that are another number now are told to who lists them. */
export async function refreshProductStats(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const changed = await tx.execute<{ id: string }>(sql`
    update products p set sold = n.sold, review_count = n.reviews, rating_sum = n.sum,
      rating_rank = (n.sum + ${PRIOR_MEAN * PRIOR_WEIGHT}::real) / (n.reviews + ${PRIOR_WEIGHT}::real),
      rank = ln(1 + n.sold) * ((n.sum + ${PRIOR_MEAN * PRIOR_WEIGHT}::real) / (n.reviews +
        ${PRIOR_WEIGHT}::real))
    from (
      select i.id,
        coalesce((select sum(l.quantity) from order_lines l
          where l.product_id = i.id and l.state not in ('payment_waiting', 'cancelled', 'returned')),
          0)::int as sold,
        (select count(*) from product_reviews r
          where r.product_id = i.id and r.hidden_at is null)::int as reviews,
        coalesce((select sum(r.rating) from product_reviews r
          where r.product_id = i.id and r.hidden_at is null), 0)::int as sum
      from unnest(${sql.param([...ids])}::uuid[]) as i (id)
    ) n where p.id = n.id and (p.sold, p.review_count, p.rating_sum) is distinct
      from (n.sold, n.reviews, n.sum) returning p.id`)
  await emitSubjectsChanged(
    tx,
    changed.map(({ id }) => ({ kind: "product" as const, id })),
  )
}

/** Longer than the job ever waits. */
const LOOK_BACK_MINUTES = 15

/**
 * Counts anew what was sold lately: once a minute for a product, however often it is sold in it. A job calls
 * it. Returns how many were looked at.
 */
export async function refreshRecentSales(): Promise<number> {
  // Ids begin with the time at which they were made: what is younger stands at the end of the index of every
  // id.
  const since = getFirstIdAt(new Date(now().getTime() - LOOK_BACK_MINUTES * MINUTE_MS))
  const rows = await db().execute<{ product_id: string }>(
    sql`select distinct l.product_id from line_events e join order_lines l on l.id = e.line_id
      where e.id > ${since}::uuid and e.move = 'pay' order by l.product_id`,
  )
  for (let from = 0; from < rows.length; from += 100)
    await inTransaction((tx) =>
      refreshProductStats(
        tx,
        rows.slice(from, from + 100).map((row) => row.product_id),
      ),
    )
  return rows.length
}

const CANCELLING_MOVES: readonly LineMove[] = [
  "cancel",
  "cancel_by_claim",
  "sell_out",
  "return",
  "office_cancel",
  "office_return",
]

/** Subscriber of "shop.line_moved", for all that moved together: what falls away was not sold. */
export async function refreshCancelledSales(events: readonly LineEvent[], tx: Transaction): Promise<void> {
  const ids = events.filter((event) => CANCELLING_MOVES.includes(event.move)).map((event) => event.lineId)
  if (ids.length === 0) return
  const lines = await tx
    .selectDistinct({ productId: orderLines.productId })
    .from(orderLines)
    .where(inArray(orderLines.id, ids))
    .orderBy(orderLines.productId)
  await refreshProductStats(
    tx,
    lines.map((line) => line.productId),
  )
}

/** Subscriber of "product.reviewed". */
export const refreshReviewStats = (event: { productId: string }, tx: Transaction): Promise<void> =>
  refreshProductStats(tx, [event.productId])

/** The text by which a product is found: name, brand, shelf, options. */
export const buildProductSearchKey = (product: {
  title: string
  brand: string
  department: keyof typeof DEPARTMENT_LABELS
  options: readonly string[]
}): string =>
  toSearchKey(
    [product.title, product.brand, DEPARTMENT_LABELS[product.department], ...product.options].join(" "),
  )

/** Writes the search key of a product. */
export async function updateSearchKey(tx: Transaction, productId: string, key: string): Promise<void> {
  await tx.update(products).set({ searchKey: key }).where(eq(products.id, productId))
}
