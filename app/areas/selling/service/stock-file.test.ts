/** Prices and stock from a file: unchanged, changed in part, wrong in some cells, or out of date. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { buildWorkbook, formatCsv } from "#app/platform/spreadsheet.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createProduct, createShop, type Shop } from "../../shop/fixtures.ts"
import { products, variants } from "../../shop/schema.server.ts"
import { buildStockTable, STOCK_FILE_LIMITS } from "../stock-file.ts"
import { runPriceSales } from "./price-sale-runs.server.ts"
import { planPriceSale } from "./price-sales.server.ts"
import { applyStockFile, findStockForFile } from "./stock-file.server.ts"
import { updateStock } from "./stock-changes.server.ts"

withDatabase()
beforeAll(registerSubjects)

type Table = (string | number)[][]
const toFile = (table: Table, name = "재고.csv") => new File([formatCsv(table)], name)
const download = async (shop: Shop): Promise<Table> => buildStockTable(await findStockForFile(shop.actor))
const [WAS, PRICE, STOCK] = [3, 4, 5]
/** The table with another value in one cell. */
const withCell = (table: Table, row: number, column: number, value: string | number): Table =>
  table.map((cells, index) => (index === row ? cells.with(column, value) : cells))

async function createStockedShop(count = 2) {
  const shop = await createShop()
  const made = await createProduct(
    shop.sellerId,
    Array.from({ length: count }, (_, index) => ({ priceWon: 10_000 + index * 1_000, stock: 5 })),
  )
  return { shop, ...made }
}
const readOptions = (productId: string) =>
  db()
    .select({ id: variants.id, priceWon: variants.priceWon, stock: variants.stock })
    .from(variants)
    .where(eq(variants.productId, productId))
    .orderBy(variants.position)

test("what comes back unchanged changes nothing; what is changed changes with its product", async () => {
  const { shop, productId } = await createStockedShop()
  const table = await download(shop)
  expect(await applyStockFile(shop.actor, toFile(table))).toEqual({ ok: true, changed: 0, same: 2 })
  const changed = withCell(withCell(table, 1, PRICE, "9,000"), 2, STOCK, 70)
  expect(await applyStockFile(shop.actor, toFile(changed))).toEqual({ ok: true, changed: 2, same: 0 })
  expect(await readOptions(productId)).toMatchObject([
    { priceWon: 9_000, stock: 5 },
    { priceWon: 11_000, stock: 70 },
  ])
  const [product] = await db().select().from(products).where(eq(products.id, productId))
  expect(product?.priceWon).toBe(9_000)
})

test("2,000 options come back from one workbook", async () => {
  const { shop } = await createStockedShop(STOCK_FILE_LIMITS.rows)
  const table = (await download(shop)).map((cells, index) => (index > 0 ? cells.with(STOCK, 77) : cells))
  const workbook = new File([new Uint8Array(await buildWorkbook(table, []))], "재고.xlsx")
  expect(await applyStockFile(shop.actor, workbook)).toEqual({
    ok: true,
    changed: STOCK_FILE_LIMITS.rows,
    same: 0,
  })
})

test("every wrong cell is named by its row, and nothing is changed", async () => {
  const [{ shop, productId, variantIds }, other] = [await createStockedShop(4), await createStockedShop()]
  const table = await download(shop)
  await updateStock(shop.actor, { variantId: variantIds[2] ?? "", priceWon: 12_000, stock: 3, was: 5 })
  let wrong = withCell(table, 1, PRICE, "싸게")
  wrong = withCell(wrong, 2, 0, other.variantIds[0] ?? "")
  wrong = withCell(wrong, 3, STOCK, 9)
  wrong = [...wrong, wrong[4] ?? []]
  const before = await readOptions(productId)
  expect(await applyStockFile(shop.actor, toFile(wrong))).toMatchObject({
    ok: false,
    reason: "rows_wrong",
    problemCount: 4,
    problems: [
      { line: 2, column: "판매가" },
      { line: 3, column: "옵션 번호" },
      { line: 4, column: "재고" },
      { line: 6, column: "옵션 번호" },
    ],
  })
  expect(await readOptions(productId)).toEqual(before)
})

test("a price that is lower for a time is not changed by a file", async () => {
  const { shop, productId, variantIds } = await createStockedShop()
  const at = Date.now()
  await planPriceSale(shop.actor, productId, {
    startsAt: new Date(at - HOUR_MS),
    endsAt: new Date(at + HOUR_MS),
    options: [{ variantId: variantIds[0] ?? "", saleWon: 5_000 }],
  })
  await runPriceSales()
  const table = withCell(await download(shop), 1, PRICE, 4_000)
  expect(await applyStockFile(shop.actor, toFile(table))).toMatchObject({
    ok: false,
    problems: [{ line: 2, column: "판매가" }],
  })
})

test("what cannot be read, has no rows, too many or no columns is refused, as without a shop", async () => {
  const { shop } = await createStockedShop()
  const table = await download(shop)
  const apply = (file: File | null) => applyStockFile(shop.actor, file)
  expect(await applyStockFile((await createPerson()).actor, toFile(table))).toMatchObject({
    reason: "not_found",
  })
  expect(await apply(null)).toMatchObject({ reason: "no_file" })
  expect(await apply(new File([new Uint8Array(6_000_000)], "a.csv"))).toMatchObject({ reason: "too_large" })
  expect(await apply(new File([`a,"b`], "a.csv"))).toMatchObject({
    reason: "unreadable",
  })
  expect(await apply(toFile(table.slice(0, 1)))).toMatchObject({ reason: "empty" })
  expect(await apply(toFile(table.map((cells) => cells.slice(0, WAS))))).toMatchObject({
    reason: "no_columns",
    columns: ["지금 재고", "판매가", "재고"],
  })
  const many = Array.from({ length: STOCK_FILE_LIMITS.rows + 1 }, () => [newId(), "", "", 1, 1_000, 1])
  expect(await apply(toFile([...table.slice(0, 1), ...many]))).toMatchObject({ reason: "too_many" })
})

test("of several files from one download one is taken, the others are told what has changed", async () => {
  const { shop } = await createStockedShop()
  const table = withCell(await download(shop), 1, STOCK, 50)
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => applyStockFile(shop.actor, toFile(table))),
  )
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === "rows_wrong")).toHaveLength(3)
})
