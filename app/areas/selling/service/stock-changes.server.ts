/** Price and stock of options that are for sale, set by their owner and live at once: of one, or of many. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { emitSubjectsChanged } from "#app/platform/subjects.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { calculateDiscountPercent } from "../../shop/rules.ts"
import { products, variants } from "../../shop/schema.server.ts"
import { findRunningSaleOptions } from "./price-history.server.ts"

/** What an option is to become; null stays as it is. `was` is the stock that the owner looked at. */
type StockChange = { variantId: string; priceWon: number | null; stock: number | null; was: number }
type StockOutcome = Outcome<"not_found" | "on_sale"> | Refusal<"stock_moved", { stock: number }>

/**
 * The owner sets price and stock of one option. Refusals: `not_found`, `stock_moved` (the stock is no longer
 * `was`; the one that holds now comes back), `on_sale` (its price is lower for a
 * time, and stays so until then).
 */
export const updateStock = (
  actor: Actor,
  { stock, was, ...option }: { variantId: string; priceWon: number; stock: number; was: number },
): Promise<StockOutcome> => changeStocks(actor, [{ ...option, was, stock: stock === was ? null : stock }])

/**
 * The owner sets one price, one stock, or both of many options: all of them or none. Refusals as of
 * {@link updateStock}, for any of them.
 */
export const updateStocks = (
  actor: Actor,
  input: {
    options: readonly { variantId: string; was: number }[]
    priceWon: number | null
    stock: number | null
  },
): Promise<StockOutcome> =>
  changeStocks(
    actor,
    input.options.map((option) => ({ ...option, priceWon: input.priceWon, stock: input.stock })),
  )

/**
 * The owner sets price, stock, or both, of each option: all of them or none. Refusals as of
 * {@link updateStock}.
 */
export async function changeStocks(actor: Actor, changes: readonly StockChange[]): Promise<StockOutcome> {
  if (actor.kind !== "member" || !changes.every(({ variantId }) => isId(variantId)))
    return refuse("not_found")
  return inTransaction(async (tx): Promise<StockOutcome> => {
    const locked = await lockOptions(
      tx,
      actor.userId,
      changes.map(({ variantId }) => variantId),
    )
    const changeOf = new Map(changes.map((change) => [change.variantId, change]))
    const concerned = locked.options.filter((option) => changeOf.has(option.id))
    if (concerned.length !== changeOf.size) return refuse("not_found")
    const moved = concerned.find((option) => {
      const change = changeOf.get(option.id)
      return change?.stock !== null && change?.was !== option.stock
    })
    if (moved) return refuse("stock_moved", { stock: moved.stock })
    const onSale = await findRunningSaleOptions(
      tx,
      locked.products.map(({ id }) => id),
    )
    const isPriceHeld = concerned.some((option) => {
      const priceWon = changeOf.get(option.id)?.priceWon ?? option.priceWon
      return priceWon !== option.priceWon && onSale.has(option.id)
    })
    if (isPriceHeld) return refuse("on_sale")
    await saveOptions(
      tx,
      concerned.map((option) => ({
        id: option.id,
        priceWon: changeOf.get(option.id)?.priceWon ?? option.priceWon,
        stock: changeOf.get(option.id)?.stock ?? option.stock,
      })),
    )
    const nextPriceOf = (option: { id: string; priceWon: number }) =>
      changeOf.get(option.id)?.priceWon ?? option.priceWon
    await savePrices(
      tx,
      locked.products.flatMap((product) => {
        const own = locked.options.filter((option) => option.productId === product.id)
        const priceWon = Math.min(...own.map(nextPriceOf))
        return priceWon === product.priceWon ? [] : [{ ...product, priceWon }]
      }),
    )
    await emitSubjectsChanged(
      tx,
      locked.products.map(({ id }) => ({ kind: "product", id })),
    )
    return ok()
  })
}

/** The owner's products that have one of `variantIds`, with all their options; locked in one order. */
async function lockOptions(tx: Transaction, sellerId: string, variantIds: readonly string[]) {
  const ownProducts = await tx
    .select({ id: products.id, priceWon: products.priceWon, listPriceWon: products.listPriceWon })
    .from(products)
    .where(
      and(
        eq(products.sellerId, sellerId),
        inArray(
          products.id,
          tx
            .select({ id: variants.productId })
            .from(variants)
            .where(inArray(variants.id, [...variantIds])),
        ),
      ),
    )
    .orderBy(asc(products.id))
    .for("update")
  const productIds = ownProducts.map(({ id }) => id)
  const options =
    productIds.length === 0
      ? []
      : await tx
          .select()
          .from(variants)
          .where(and(inArray(variants.productId, productIds), isNull(variants.retiredAt)))
          .orderBy(asc(variants.id))
          .for("update")
  return { products: ownProducts, options }
}

const saveOptions = (tx: Transaction, options: readonly { id: string; priceWon: number; stock: number }[]) =>
  tx.execute(
    sql`update ${variants} set price_won = next.price, stock = next.stock from (values ${sql.join(
      options.map(({ id, priceWon, stock }) => sql`(${id}::uuid, ${priceWon}::int, ${stock}::int)`),
      sql`, `,
    )}) as next (id, price, stock) where ${variants.id} = next.id`,
  )

/** A product is listed with the lowest price of its options. */
async function savePrices(
  tx: Transaction,
  changed: readonly { id: string; priceWon: number; listPriceWon: number | null }[],
): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map(
    ({ id, priceWon, listPriceWon }) =>
      sql`(${id}::uuid, ${priceWon}::int, ${calculateDiscountPercent(priceWon, listPriceWon)}::int)`,
  )
  await tx.execute(sql`update ${products} set price_won = next.price, discount_percent = next.percent
    from (values ${sql.join(rows, sql`, `)}) as next (id, price, percent) where ${products.id} = next.id`)
}
