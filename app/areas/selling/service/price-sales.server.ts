/** Lower prices of a product for a time: planned, listed and called off by the owner of the shop. */
import { and, asc, eq, gt, isNull, lt, ne, sql } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { descending, page } from "#app/platform/page.server.ts"
import { isSeller, type Actor } from "../../accounts/rules.ts"
import { products, variants } from "../../shop/schema.server.ts"
import { selectFirstPictureId } from "../../shop/service/product-sql.server.ts"
import type { PriceSaleForm } from "../price-sale-form.ts"
import { priceSales } from "../schema.server.ts"
import { findLowestPrices, findRunningSaleOptions } from "./price-history.server.ts"
import { endSale } from "./price-sale-runs.server.ts"

const PAGE_SIZE = 20

/**
 * Plans lower prices of options of one product. Refusals: `not_allowed` (the shop is not approved),
 * `not_found`, `unknown_option` (not one of its options), `not_lower` (an option costs no more today),
 * `overlaps` (another sale of the product is planned or running then).
 */
export async function planPriceSale(
  actor: Actor,
  productId: string,
  input: z.output<typeof PriceSaleForm>,
): Promise<Outcome<"not_allowed" | "not_found" | "unknown_option" | "not_lower" | "overlaps">> {
  if (actor.kind !== "member" || !isId(productId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const own = and(eq(products.id, productId), eq(products.sellerId, actor.userId))
    const [product] = await tx.select({ id: products.id }).from(products).where(own).for("update")
    if (!product) return refuse("not_found")
    if (!isSeller(actor)) return refuse("not_allowed")
    const [overlapping] = await tx
      .select({ id: priceSales.id })
      .from(priceSales)
      .where(
        and(
          eq(priceSales.productId, productId),
          ne(priceSales.state, "ended"),
          lt(priceSales.startsAt, input.endsAt),
          gt(priceSales.endsAt, input.startsAt),
        ),
      )
      .limit(1)
    if (overlapping) return refuse("overlaps")
    const prices = await findRegularPrices(tx, productId)
    if (input.options.some(({ variantId }) => !prices.has(variantId))) return refuse("unknown_option")
    if (input.options.some(({ variantId, saleWon }) => saleWon >= (prices.get(variantId) ?? 0)))
      return refuse("not_lower")
    await tx.insert(priceSales).values({
      id: newId(),
      sellerId: actor.userId,
      productId,
      state: "planned",
      ...input,
      createdAt: now(),
    })
    return ok()
  })
}

/** What each option of a product costs when no sale is on. */
async function findRegularPrices(tx: Transaction, productId: string): Promise<Map<string, number>> {
  const options = await tx
    .select({ id: variants.id, priceWon: variants.priceWon })
    .from(variants)
    .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
  const running = await findRunningSaleOptions(tx, [productId])
  return new Map(options.map(({ id, priceWon }) => [id, running.get(id) ?? priceWon]))
}

/**
 * Takes a planned sale back, or ends one that runs: its prices are back at once. Says which. Refusals:
 * `not_found` (not the actor's), `not_now` (over already).
 */
export async function cancelPriceSale(
  actor: Actor,
  saleId: string,
): Promise<Outcome<"not_found" | "not_now", { wasRunning: boolean }>> {
  if (actor.kind !== "member" || !isId(saleId)) return refuse("not_found")
  return inTransaction(async (tx) => {
    const own = and(eq(priceSales.id, saleId), eq(priceSales.sellerId, actor.userId))
    const [sale] = await tx.select().from(priceSales).where(own).for("update")
    if (!sale) return refuse("not_found")
    if (sale.state === "ended") return refuse("not_now")
    const wasRunning = sale.state === "running"
    if (wasRunning) await endSale(tx, sale)
    else await tx.delete(priceSales).where(own)
    return ok({ wasRunning })
  })
}

type SaleRow = typeof priceSales.$inferSelect

const toSaleFacts = ({
  id,
  state,
  options,
  startsAt,
  endsAt,
}: Pick<SaleRow, "id" | "state" | "options" | "startsAt" | "endsAt">) => ({
  id,
  state,
  optionCount: options.length,
  lowestWon: Math.min(...options.map(({ saleWon }) => saleWon)),
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
})

const NEWEST = descending("newest", [priceSales.id, "id"])

/** The sales of the actor's shop, the last planned first, 20 a page. */
export async function findPriceSales(actor: Actor, after: string | null) {
  if (actor.kind !== "member") return { rows: [], next: null }
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: priceSales.id,
          productId: priceSales.productId,
          title: products.title,
          pictureId: selectFirstPictureId(sql`products.id`),
          state: priceSales.state,
          options: priceSales.options,
          startsAt: priceSales.startsAt,
          endsAt: priceSales.endsAt,
          sortKeys,
        })
        .from(priceSales)
        .innerJoin(products, eq(products.id, priceSales.productId)),
    order: NEWEST,
    filter: eq(priceSales.sellerId, actor.userId),
    cursor: after,
    size: PAGE_SIZE,
  })
  return {
    rows: found.rows.map(({ title, productId, pictureId, ...sale }) => ({
      title,
      productId,
      pictureId,
      ...toSaleFacts(sale),
    })),
    next: found.cursor,
  }
}

/**
 * A product of the actor's with what its options cost without a sale, the lowest price of each in the last 20
 * days, and its sales that are not over; null where it is not theirs.
 */
export async function findProductForSale(actor: Actor, productId: string) {
  if (actor.kind !== "member" || !isId(productId)) return null
  const [[product], options, sales] = await Promise.all([
    db()
      .select({ id: products.id, title: products.title })
      .from(products)
      .where(and(eq(products.id, productId), eq(products.sellerId, actor.userId))),
    db()
      .select({ id: variants.id, name: variants.name, priceWon: variants.priceWon })
      .from(variants)
      .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
      .orderBy(asc(variants.position), asc(variants.id)),
    db()
      .select()
      .from(priceSales)
      .where(and(eq(priceSales.productId, productId), ne(priceSales.state, "ended")))
      .orderBy(asc(priceSales.startsAt)),
  ])
  if (!product) return null
  const optionIds = options.map(({ id }) => id)
  const lowest = optionIds.length > 0 ? await findLowestPrices(db(), optionIds, now()) : new Map()
  const running = new Map(
    sales
      .filter(({ state }) => state === "running")
      .flatMap((sale) => sale.options.map((each) => [each.variantId, each.regularWon])),
  )
  return {
    ...product,
    options: options.map((option) => {
      const priceWon = running.get(option.id) ?? option.priceWon
      return { ...option, priceWon, referenceWon: Math.min(priceWon, lowest.get(option.id) ?? priceWon) }
    }),
    sales: sales.map(toSaleFacts),
  }
}
