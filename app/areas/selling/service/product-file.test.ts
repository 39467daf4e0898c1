/** Products from a file: what is wrong in which cell, 500 at once, all of them or none. */
import { deflateRawSync } from "node:zlib"
import { eq, isNull } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { buildWorkbook, formatCsv } from "#app/platform/spreadsheet.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createShop, type Shop } from "../../shop/fixtures.ts"
import { products, variants } from "../../shop/schema.server.ts"
import { buildProductExamples, buildProductHeader, PRODUCT_FILE_LIMITS } from "../product-file.ts"
import { productFiles } from "../schema.server.ts"
import {
  checkProductFile,
  deleteOldProductFiles,
  findOwnProductFile,
  importProductFile,
  requestProductImport,
} from "./product-file.server.ts"
import { transitionProduct } from "./products.server.ts"

withDatabase()
let shop: Shop
beforeAll(async () => {
  registerSubjects()
  shop = await createShop()
})

type Row = (string | number)[]
const header = buildProductHeader("household")
const [sample = [], secondOption = []] = buildProductExamples("household")
/** A row as the example, with other values in the columns that are named. */
const row = (changes: Record<string, string | number> = {}): Row =>
  sample.map((value, index) => changes[header[index] ?? ""] ?? value)
const toCsvFile = (rows: readonly Row[], name = "상품.csv") => new File([formatCsv(rows)], name)
const ownProducts = () => db().select().from(products).where(eq(products.sellerId, shop.sellerId))

test("500 products come from one workbook, all as drafts with their options", async () => {
  const rows = Array.from({ length: PRODUCT_FILE_LIMITS.products }, (_, index) => [
    row({ "상품 이름": `접이식 사다리 ${index + 1}호` }),
    secondOption,
  ]).flat()
  const workbook = new Uint8Array(await buildWorkbook([header, ...rows], []))
  const checked = await checkProductFile(shop.actor, new File([workbook], "상품.xlsx"))
  if (!checked.ok) throw new Error(JSON.stringify(checked))
  const { fileId } = checked
  const find = () => findOwnProductFile(shop.actor, fileId)
  expect((await find())?.products).toHaveLength(500)
  expect(await requestProductImport(shop.actor, fileId)).toEqual({ ok: true })
  expect([await find(), await ownProducts()]).toMatchObject([{ state: "importing", done: 0 }, []])
  // What is seen meanwhile by everybody else: how far it is, and none of the products.
  await inTransaction(async (tx) => {
    await importProductFile({ fileId }, tx)
    expect([await find(), await ownProducts()]).toMatchObject([{ state: "importing", done: 500 }, []])
  })
  expect(await find()).toMatchObject({ state: "imported", done: 500, products: [] })
  const made = await ownProducts()
  expect(made).toHaveLength(500)
  const first = made.find(({ title }) => title === "접이식 사다리 1호")
  expect(first).toMatchObject({ state: "draft", department: "tools", priceWon: 45_000, listPriceWon: 60_000 })
  const options = await db()
    .select({ name: variants.name, priceWon: variants.priceWon, stock: variants.stock })
    .from(variants)
    .where(eq(variants.productId, first?.id ?? ""))
    .orderBy(variants.position)
  expect(options).toEqual([
    { name: "3단", priceWon: 45_000, stock: 7 },
    { name: "4단", priceWon: 52_000, stock: 3 },
  ])
  // Taken over once, and shown to nobody without a picture.
  expect(await requestProductImport(shop.actor, fileId)).toEqual({ ok: false, reason: "not_found" })
  await inTransaction((tx) => importProductFile({ fileId }, tx))
  expect(await ownProducts()).toHaveLength(500)
  expect(await transitionProduct(shop.actor, first?.id ?? "", "propose")).toEqual({
    ok: false,
    reason: "pictures_missing",
  })
})

test("what fails at the last product leaves none, and is done from the beginning", async () => {
  const other = await createShop()
  const rows = Array.from({ length: 120 }, (_, index) => row({ "상품 이름": `접이식 사다리 ${index}호` }))
  const checked = await checkProductFile(other.actor, toCsvFile([header, ...rows]))
  if (!checked.ok) throw new Error(checked.reason)
  const { fileId } = checked
  await requestProductImport(other.actor, fileId)
  const read = () => db().select().from(products).where(eq(products.sellerId, other.sellerId))
  const failing = inTransaction(async (tx) => {
    await importProductFile({ fileId }, tx)
    throw new Error("the process ends")
  })
  await expect(failing).rejects.toThrow("the process ends")
  expect([await read(), (await findOwnProductFile(other.actor, fileId))?.state]).toEqual([[], "importing"])
  await inTransaction((tx) => importProductFile({ fileId }, tx))
  expect(await read()).toHaveLength(120)
})

test("every cell that is wrong is named by its row and column, and nothing is kept", async () => {
  const file = toCsvFile([
    header,
    row(),
    row({ "상품 이름": "짧", 분류: "없는 분류", 판매가: "싸게" }),
    row({ 재고: -1, "고시: 재질": "" }),
  ])
  const checked = await checkProductFile(shop.actor, file)
  expect(checked).toMatchObject({ ok: false, reason: "rows_wrong", productCount: 3, problemCount: 5 })
  if (checked.ok || checked.reason !== "rows_wrong") throw new Error("it was taken")
  expect(checked.problems.map(({ line, column }) => [line, column])).toEqual([
    [3, "상품 이름"],
    [3, "분류"],
    [3, "판매가"],
    [4, "재고"],
    [4, "고시: 재질"],
  ])
  expect(await db().select().from(productFiles).where(isNull(productFiles.finishedAt))).toEqual([])
})

test("CSV in the code page of Korean Excel is read as well", async () => {
  // 상품 이름,분류,상품 설명,판매가,재고,상품군 in CP949, and no row.
  const bytes = [
    0xbb, 0xf3, 0xc7, 0xb0, 0x20, 0xc0, 0xcc, 0xb8, 0xa7, 0x2c, 0xba, 0xd0, 0xb7, 0xf9, 0x2c, 0xbb, 0xf3,
    0xc7, 0xb0, 0x20, 0xbc, 0xb3, 0xb8, 0xed, 0x2c, 0xc6, 0xc7, 0xb8, 0xc5, 0xb0, 0xa1, 0x2c, 0xc0, 0xe7,
    0xb0, 0xed, 0x2c, 0xbb, 0xf3, 0xc7, 0xb0, 0xb1, 0xba, 0x0d, 0x0a,
  ]
  expect(await checkProductFile(shop.actor, new File([new Uint8Array(bytes)], "상품.csv"))).toEqual({
    ok: false,
    reason: "empty",
  })
})

test("what is no table, has no columns, no rows or too many of them is refused", async () => {
  const check = (file: FormDataEntryValue | null) => checkProductFile(shop.actor, file)
  expect(await check(null)).toEqual({ ok: false, reason: "no_file" })
  expect(await check("글")).toEqual({ ok: false, reason: "no_file" })
  expect(await check(new File(['"'], "a.csv"))).toEqual({ ok: false, reason: "unreadable" })
  expect(await check(new File([new Uint8Array(5_000_001)], "a.csv"))).toEqual({
    ok: false,
    reason: "too_large",
  })
  expect(await check(toCsvFile([["상품 이름", "분류", "상품 설명", "판매가", "재고"]]))).toEqual({
    ok: false,
    reason: "no_columns",
    columns: ["상품군"],
  })
  expect(await check(toCsvFile([header]))).toEqual({ ok: false, reason: "empty" })
  const many = Array.from({ length: PRODUCT_FILE_LIMITS.products + 1 }, () => row())
  expect(await check(toCsvFile([header, ...many]))).toEqual({ ok: false, reason: "too_many" })
  const options = Array.from({ length: PRODUCT_FILE_LIMITS.rows + 1 }, () => secondOption)
  expect(await check(toCsvFile([header, row(), ...options]))).toEqual({ ok: false, reason: "too_many" })
})

test("a workbook that would fill the memory is refused, whatever it says of its size", async () => {
  const packed = deflateRawSync(Buffer.alloc(70_000_000))
  const name = Buffer.from("xl/worksheets/sheet1.xml")
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  // It calls itself small.
  entry.writeUInt32LE(100, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  const bomb = Buffer.concat([local, name, packed, entry, name, end])
  expect(bomb.length).toBeLessThan(200_000)
  expect(await checkProductFile(shop.actor, new File([new Uint8Array(bomb)], "상품.xlsx"))).toEqual({
    ok: false,
    reason: "too_large",
  })
  const broken = new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0])], "상품.xlsx")
  expect(await checkProductFile(shop.actor, broken)).toEqual({ ok: false, reason: "too_large" })
})

test("only an approved shop takes its own file, within a day", async () => {
  const [person, rival] = [await createPerson(), await createShop()]
  expect(await checkProductFile(person.actor, toCsvFile([header, row()]))).toEqual({
    ok: false,
    reason: "not_allowed",
  })
  const checked = await checkProductFile(shop.actor, toCsvFile([header, row()]))
  if (!checked.ok) throw new Error(checked.reason)
  const { fileId } = checked
  expect(await requestProductImport(person.actor, fileId)).toEqual({ ok: false, reason: "not_allowed" })
  expect(await requestProductImport(rival.actor, fileId)).toEqual({ ok: false, reason: "not_found" })
  expect(await requestProductImport(shop.actor, newId())).toEqual({ ok: false, reason: "not_found" })
  expect([await findOwnProductFile(rival.actor, fileId), await findOwnProductFile(shop.actor, "x")]).toEqual([
    null,
    null,
  ])
  setClock(() => new Date(Date.now() + DAY_MS + 1_000))
  await deleteOldProductFiles()
  resetClock()
  expect(await requestProductImport(shop.actor, fileId)).toEqual({ ok: false, reason: "not_found" })
})
