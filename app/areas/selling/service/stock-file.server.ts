/** Prices and stock of many options from one file: all of them or none. */
import { and, asc, eq, inArray, isNull } from "drizzle-orm"
import { db } from "#app/platform/db.server.ts"
import { ok, refuse, type Refusal } from "#app/platform/outcome.ts"
import { readTable } from "#app/platform/spreadsheet.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { products, variants } from "../../shop/schema.server.ts"
import { hasSellerDashboard } from "../rules.ts"
import type { RowProblem } from "../product-file.ts"
import {
  locateStockProblem,
  readStockRows,
  STOCK_FILE_LIMITS,
  type StockFileChange,
  type StockFileRow,
} from "../stock-file.ts"
import { findRunningSaleOptions } from "./price-history.server.ts"
import { changeStocks } from "./stock-changes.server.ts"

const MAX_SHOWN_PROBLEMS = 200

/** The options of the actor's products that are for sale, or were hidden by their owner: at most 2,000. */
export async function findStockForFile(actor: Actor): Promise<StockFileRow[]> {
  if (actor.kind !== "member") return []
  return db()
    .select({
      variantId: variants.id,
      title: products.title,
      option: variants.name,
      priceWon: variants.priceWon,
      stock: variants.stock,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        eq(products.sellerId, actor.userId),
        isNull(variants.retiredAt),
        inArray(products.state, ["published", "hidden"]),
      ),
    )
    .orderBy(asc(products.title), asc(variants.position), asc(variants.id))
    .limit(STOCK_FILE_LIMITS.rows)
}

type FileRefusal =
  | Refusal<"not_found" | "no_file" | "too_large" | "unreadable" | "empty" | "too_many">
  | Refusal<"no_columns", { columns: string[] }>
  | Refusal<"rows_wrong", { problems: RowProblem[]; problemCount: number }>

/**
 * Sets prices and stock as a file has them; what stands there as it is now stays. Refusals: `not_found` (no
 * shop), those of `readTable`, `no_columns` with their names, `empty`, `too_many` (2,000 rows), `rows_wrong`
 * with what is wrong in which cell; what was sold since the file was made is among it.
 */
export async function applyStockFile(
  actor: Actor,
  file: FormDataEntryValue | null,
): Promise<{ ok: true; changed: number; same: number } | FileRefusal> {
  if (actor.kind !== "member" || !hasSellerDashboard(actor.sellerState)) return refuse("not_found")
  const table = await readTable(file, STOCK_FILE_LIMITS.rows + 2)
  if (!table.ok) return table
  if (table.rows.length > STOCK_FILE_LIMITS.rows + 1) return refuse("too_many")
  const { missing, changes, problems } = readStockRows(table.rows)
  if (missing.length > 0) return refuse("no_columns", { columns: missing })
  if (changes.length === 0 && problems.length === 0) return refuse("empty")
  for (;;) {
    const compared = await compareWithShop(actor.userId, changes)
    const all = [...problems, ...compared.problems].sort((a, b) => a.line - b.line)
    if (all.length > 0)
      return refuse("rows_wrong", { problems: all.slice(0, MAX_SHOWN_PROBLEMS), problemCount: all.length })
    const { wanted } = compared
    const same = changes.length - wanted.length
    if (wanted.length === 0) return ok({ changed: 0, same })
    const outcome = await changeStocks(
      actor,
      wanted.map(({ variantId, priceWon, stock, was }) => ({
        variantId,
        priceWon,
        stock: stock === was ? null : stock,
        was,
      })),
    )
    if (outcome.ok) return ok({ changed: wanted.length, same })
    // Something was sold or has changed since it was compared: it is compared again, and named by its row.
  }
}

/** What of `changes` differs from the shop, and what of it cannot be done. */
async function compareWithShop(
  sellerId: string,
  changes: readonly StockFileChange[],
): Promise<{ wanted: StockFileChange[]; problems: RowProblem[] }> {
  if (changes.length === 0) return { wanted: [], problems: [] }
  const rows = await db()
    .select({
      id: variants.id,
      productId: variants.productId,
      priceWon: variants.priceWon,
      stock: variants.stock,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        eq(products.sellerId, sellerId),
        isNull(variants.retiredAt),
        inArray(
          variants.id,
          changes.map(({ variantId }) => variantId),
        ),
      ),
    )
  const present = new Map(rows.map((row) => [row.id, row]))
  const productIds = [...new Set(rows.map(({ productId }) => productId))]
  const onSale = productIds.length > 0 ? await findRunningSaleOptions(db(), productIds) : new Map()
  const problems = changes.flatMap(({ line, variantId, priceWon, stock, was }): RowProblem[] => {
    const option = present.get(variantId)
    if (!option) return [locateStockProblem(line, "variantId", "내 상품의 옵션 번호가 아니에요.")]
    const found: RowProblem[] = []
    if (stock !== was && option.stock !== was)
      found.push(
        locateStockProblem(
          line,
          "stock",
          `그사이 재고가 ${option.stock}개로 바뀌었어요. 새로 내려받아 주세요.`,
        ),
      )
    if (priceWon !== option.priceWon && onSale.has(variantId))
      found.push(locateStockProblem(line, "priceWon", "할인 중인 가격은 바꿀 수 없어요."))
    return found
  })
  const wanted = changes.filter(({ variantId, priceWon, stock, was }) => {
    const option = present.get(variantId)
    return option !== undefined && (priceWon !== option.priceWon || stock !== was)
  })
  return { wanted, problems }
}
