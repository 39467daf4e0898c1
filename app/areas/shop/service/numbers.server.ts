/** Owns the numbers beside a product: sold, reviews, ranks; counted anew from the rows they come from. */
import { eq, sql } from "drizzle-orm"
import { searchKey } from "#app/basics/korean.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { subjectsChanged } from "#app/platform/subjects.server.ts"
import { DEPARTMENT_LABELS } from "../rules.ts"
import { products } from "../schema.server.ts"
import type { ShopOrderEvent } from "./events.server.ts"

/** Imagined reviews of a product without any, so that one lucky review leads no list. */
const PRIOR_WEIGHT = 8
const PRIOR_MEAN = 4.3

/** Counts the numbers of products anew. */
export async function refreshProductNumbers(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update products p set sold = n.sold, review_count = n.reviews, rating_sum = n.sum,
      rating_rank = (n.sum + ${PRIOR_MEAN * PRIOR_WEIGHT}::real) / (n.reviews + ${PRIOR_WEIGHT}::real),
      rank = ln(1 + n.sold) * ((n.sum + ${PRIOR_MEAN * PRIOR_WEIGHT}::real) / (n.reviews + ${PRIOR_WEIGHT}::real))
    from (
      select i.id,
        coalesce((select sum(l.quantity) from order_lines l where l.product_id = i.id and l.state not in ('payment_waiting', 'cancelled', 'returned')), 0)::int as sold,
        (select count(*) from product_reviews r where r.product_id = i.id and r.hidden_at is null)::int as reviews,
        coalesce((select sum(r.rating) from product_reviews r where r.product_id = i.id and r.hidden_at is null), 0)::int as sum
      from unnest(${sql.param([...ids])}::uuid[]) as i (id)
    ) n where p.id = n.id`)
  await subjectsChanged(tx, ids.map((id) => ({ kind: "product" as const, id })))
}

/** Subscriber of "shop.paid". */
export async function countSale(event: ShopOrderEvent, tx: Transaction): Promise<void> {
  const rows = await tx.execute<{ product_id: string }>(sql`select distinct product_id from order_lines where order_id = ${event.orderId}::uuid`)
  await refreshProductNumbers(tx, [...rows].map((row) => row.product_id))
}

/** Subscriber of "product.reviewed". */
export const countReview = (event: { productId: string }, tx: Transaction): Promise<void> => refreshProductNumbers(tx, [event.productId])

/** The text by which a product is found: name, brand, shelf, options. */
export const searchKeyOf = (product: { title: string; brand: string; department: keyof typeof DEPARTMENT_LABELS; options: readonly string[] }): string =>
  searchKey([product.title, product.brand, DEPARTMENT_LABELS[product.department], ...product.options].join(" "))

/** Writes the search key of a product. */
export async function writeSearchKey(tx: Transaction, productId: string, key: string): Promise<void> {
  await tx.update(products).set({ searchKey: key }).where(eq(products.id, productId))
}
