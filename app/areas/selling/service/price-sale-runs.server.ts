/** Begins and ends the sales that are due: prices are written to the options of their product, and back. */
import { and, asc, eq, isNull, lt, lte, or, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { calculateDiscountPercent } from "../../shop/rules.ts"
import { products, variants } from "../../shop/schema.server.ts"
import { priceSales, variantPrices } from "../schema.server.ts"
import { findLowestPrices } from "./price-history.server.ts"

type SaleRow = typeof priceSales.$inferSelect
/** The rest is due a minute later. */
const MAX_BATCH = 1_000
const PRICE_TTL_MS = 30 * DAY_MS

/** Begins and ends what is due; a job calls it every minute. What was missed altogether does not begin. */
export async function runPriceSales(): Promise<void> {
  const at = now()
  const due = await db()
    .select({ id: priceSales.id })
    .from(priceSales)
    .where(
      or(
        and(eq(priceSales.state, "running"), lte(priceSales.endsAt, at)),
        and(eq(priceSales.state, "planned"), lte(priceSales.startsAt, at)),
      ),
    )
    .orderBy(asc(priceSales.endsAt), asc(priceSales.id))
    .limit(MAX_BATCH)
  await forEachIsolated(due, { what: "price sale", id: ({ id }) => id }, ({ id }) =>
    inTransaction((tx) => runSale(tx, id, at)),
  )
}

async function runSale(tx: Transaction, saleId: string, at: Date): Promise<void> {
  const [sale] = await tx.select().from(priceSales).where(eq(priceSales.id, saleId)).for("update")
  if (!sale) return
  if (sale.endsAt <= at && sale.state !== "ended") await endSale(tx, sale)
  else if (sale.state === "planned" && sale.startsAt <= at) await beginSale(tx, sale, at)
}

async function lockProduct(tx: Transaction, productId: string) {
  const [product] = await tx.select().from(products).where(eq(products.id, productId)).for("update")
  if (!product) throw new Error(`no product ${productId}`)
  const options = await tx
    .select({ id: variants.id, priceWon: variants.priceWon })
    .from(variants)
    .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
    .orderBy(asc(variants.id))
    .for("update")
  return { product, options }
}

type Option = { id: string; priceWon: number }

/**
 * Lowers the prices. The struck price is what the cheapest option cost before, or the lowest that it cost in
 * 20 days: an option that has become dearer for a while is not said to be cheap.
 */
async function beginSale(tx: Transaction, sale: SaleRow, at: Date): Promise<void> {
  const { product, options } = await lockProduct(tx, sale.productId)
  const saleWonOf = new Map(sale.options.map(({ variantId, saleWon }) => [variantId, saleWon]))
  const lowered = options.filter(({ id, priceWon }) => (saleWonOf.get(id) ?? priceWon) < priceWon)
  if (lowered.length === 0) {
    await tx.update(priceSales).set({ state: "ended" }).where(eq(priceSales.id, sale.id))
    return
  }
  const lowest = await findLowestPrices(
    tx,
    lowered.map(({ id }) => id),
    at,
  )
  const next = options.map((option) => ({
    ...option,
    priceWon: Math.min(option.priceWon, saleWonOf.get(option.id) ?? option.priceWon),
  }))
  const cheapest = next.reduce((best, option) => (option.priceWon < best.priceWon ? option : best))
  const before = lowered.find(({ id }) => id === cheapest.id)
  const referenceWon = before
    ? Math.min(before.priceWon, lowest.get(before.id) ?? before.priceWon)
    : product.listPriceWon
  const isCut = before !== undefined && referenceWon !== null && referenceWon > cheapest.priceWon
  await savePrices(tx, product.id, {
    options: next.filter(({ id }) => lowered.some((option) => option.id === id)),
    priceWon: cheapest.priceWon,
    listPriceWon: before && !isCut ? null : referenceWon,
    dealUntil: isCut ? (product.dealUntil ?? sale.endsAt) : product.dealUntil,
  })
  await tx
    .update(priceSales)
    .set({
      state: "running",
      listBeforeWon: product.listPriceWon,
      options: lowered.map(({ id, priceWon }) => ({
        variantId: id,
        saleWon: saleWonOf.get(id) ?? priceWon,
        regularWon: priceWon,
      })),
    })
    .where(eq(priceSales.id, sale.id))
}

/** Ends a sale whose row the caller has locked: what it lowered costs again what it did. */
export async function endSale(tx: Transaction, sale: SaleRow): Promise<void> {
  await tx.update(priceSales).set({ state: "ended" }).where(eq(priceSales.id, sale.id))
  if (sale.state !== "running") return
  const { product, options } = await lockProduct(tx, sale.productId)
  const regularWonOf = new Map(sale.options.map(({ variantId, regularWon }) => [variantId, regularWon]))
  const next = options.map((option) => ({
    ...option,
    priceWon: regularWonOf.get(option.id) ?? option.priceWon,
  }))
  await savePrices(tx, product.id, {
    options: next.filter(({ id }) => regularWonOf.has(id)),
    priceWon: next.length > 0 ? Math.min(...next.map(({ priceWon }) => priceWon)) : product.priceWon,
    listPriceWon: sale.listBeforeWon,
    dealUntil: product.dealUntil?.getTime() === sale.endsAt.getTime() ? null : product.dealUntil,
  })
}

async function savePrices(
  tx: Transaction,
  productId: string,
  prices: {
    options: readonly Option[]
    priceWon: number
    listPriceWon: number | null
    dealUntil: Date | null
  },
): Promise<void> {
  const { options, ...product } = prices
  if (options.length > 0)
    await tx.execute(
      sql`update ${variants} set price_won = next.price from (values ${sql.join(
        options.map(({ id, priceWon }) => sql`(${id}::uuid, ${priceWon}::int)`),
        sql`, `,
      )}) as next (id, price) where ${variants.id} = next.id`,
    )
  await tx
    .update(products)
    .set({
      ...product,
      discountPercent: calculateDiscountPercent(product.priceWon, product.listPriceWon),
      updatedAt: now(),
    })
    .where(eq(products.id, productId))
  await emitSubjectChanged(tx, { kind: "product", id: productId })
}

/** Forgets what options cost a month ago; a job calls it. */
export async function deleteOldPrices(): Promise<void> {
  await db()
    .delete(variantPrices)
    .where(lt(variantPrices.until, new Date(now().getTime() - PRICE_TTL_MS)))
}
