/** Lower prices for a time: when they begin and end, what is struck beside them, and what is refused. */
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { notifications } from "../../notifications/schema.server.ts"
import {
  createPlacedPurchase,
  createProduct,
  createShop,
  findPurchaseRow,
  type Shop,
} from "../../shop/fixtures.ts"
import { productFavorites, products, variants } from "../../shop/schema.server.ts"
import { notifyPriceCuts } from "../../shop/service/product-alerts.server.ts"
import { setProductFavorite } from "../../shop/service/product-lists.server.ts"
import { variantPrices } from "../schema.server.ts"
import { runPriceSales } from "./price-sale-runs.server.ts"
import { cancelPriceSale, findPriceSales, findProductForSale, planPriceSale } from "./price-sales.server.ts"
import { saveProduct, type ProductInput } from "./products.server.ts"
import { updateStock, updateStocks } from "./stock-changes.server.ts"

withDatabase()
afterEach(resetClock)
let shop: Shop
beforeAll(async () => {
  registerSubjects()
  shop = await createShop()
})

const inHours = (hours: number) => new Date(now().getTime() + hours * HOUR_MS)
const setHoursAhead = (hours: number) => {
  const at = new Date(Date.now() + hours * HOUR_MS)
  setClock(() => at)
}
async function planSale(
  productId: string,
  options: { variantId: string; saleWon: number }[],
  hours = [1, 3],
) {
  return planPriceSale(shop.actor, productId, {
    startsAt: inHours(hours[0] ?? 0),
    endsAt: inHours(hours[1] ?? 0),
    options,
  })
}
const readProduct = async (productId: string) => {
  const [row] = await db()
    .select({
      priceWon: products.priceWon,
      listPriceWon: products.listPriceWon,
      discountPercent: products.discountPercent,
    })
    .from(products)
    .where(eq(products.id, productId))
  return row
}
const offer = [{ priceWon: 20_000, stock: 9 }]

test("a price goes down when its time comes, is charged and struck, and comes back by itself", async () => {
  const buyer = await createPerson()
  const { productId, variantIds } = await createProduct(shop.sellerId, offer, { listPriceWon: 25_000 })
  const variantId = variantIds[0] ?? ""
  expect(await planSale(productId, [{ variantId, saleWon: 15_000 }])).toEqual({ ok: true })
  await runPriceSales()
  expect(await readProduct(productId)).toMatchObject({ priceWon: 20_000, listPriceWon: 25_000 })
  setHoursAhead(1.1)
  await runPriceSales()
  await runPriceSales()
  expect(await readProduct(productId)).toEqual({
    priceWon: 15_000,
    listPriceWon: 20_000,
    discountPercent: 25,
  })
  const { groupId } = await createPlacedPurchase(buyer, [{ variantId, quantity: 1 }])
  expect((await findPurchaseRow(groupId))?.itemsWon).toBe(15_000)
  setHoursAhead(3.1)
  await runPriceSales()
  expect(await readProduct(productId)).toMatchObject({ priceWon: 20_000, listPriceWon: 25_000 })
  // What was begun at the lower price keeps it.
  expect((await findPurchaseRow(groupId))?.itemsWon).toBe(15_000)
  expect((await findPriceSales(shop.actor, null)).rows[0]).toMatchObject({
    state: "ended",
    lowestWon: 15_000,
  })
})

test("the price before is the lowest of 20 days, not one that was raised for the sale", async () => {
  const { productId, variantIds } = await createProduct(shop.sellerId, offer)
  const variantId = variantIds[0] ?? ""
  await updateStock(shop.actor, { variantId, priceWon: 40_000, stock: 9, was: 9 })
  expect(await db().select().from(variantPrices).where(eq(variantPrices.variantId, variantId))).toHaveLength(
    1,
  )
  expect((await findProductForSale(shop.actor, productId))?.options[0]).toMatchObject({
    priceWon: 40_000,
    referenceWon: 20_000,
  })
  await planSale(productId, [{ variantId, saleWon: 20_000 }], [0, 2])
  await runPriceSales()
  expect(await readProduct(productId)).toEqual({ priceWon: 20_000, listPriceWon: null, discountPercent: 0 })
  setHoursAhead(24 * 22)
  await runPriceSales()
  await planSale(productId, [{ variantId, saleWon: 30_000 }], [0, 2])
  await runPriceSales()
  expect(await readProduct(productId)).toMatchObject({ priceWon: 30_000, listPriceWon: 40_000 })
})

test("who has a heart on it is told once, though it is lowered twice", async () => {
  const fan = await createPerson()
  const { productId, variantIds } = await createProduct(shop.sellerId, offer)
  const variantId = variantIds[0] ?? ""
  await setProductFavorite(fan.actor, productId, true)
  const lower = async (ahead: number) => {
    setHoursAhead(ahead)
    await planSale(productId, [{ variantId, saleWon: 15_000 }], [0, 1])
    await runPriceSales()
    await inTransaction((tx) => notifyPriceCuts([{ kind: "product", id: productId }], tx))
    setHoursAhead(ahead + 2)
    await runPriceSales()
    await inTransaction((tx) => notifyPriceCuts([{ kind: "product", id: productId }], tx))
  }
  await lower(0)
  await lower(5)
  expect(
    await db().select().from(notifications).where(eq(notifications.userId, fan.actor.userId)),
  ).toHaveLength(1)
  const [heart] = await db()
    .select()
    .from(productFavorites)
    .where(eq(productFavorites.userId, fan.actor.userId))
  expect(heart?.knownWon).toBe(15_000)
})

test("a sale is refused to others, where it overlaps, lowers nothing or names another's option", async () => {
  const { productId, variantIds } = await createProduct(shop.sellerId, offer)
  const variantId = variantIds[0] ?? ""
  const rival = await createShop()
  const input = { startsAt: inHours(1), endsAt: inHours(3), options: [{ variantId, saleWon: 15_000 }] }
  const plan = (actor: Shop["actor"], changes: Partial<typeof input> = {}) =>
    planPriceSale(actor, productId, { ...input, ...changes })
  expect(await plan(rival.actor)).toEqual({ ok: false, reason: "not_found" })
  expect(await plan({ ...shop.actor, sellerState: "suspended" })).toEqual({
    ok: false,
    reason: "not_allowed",
  })
  expect(await plan(shop.actor, { options: [{ variantId: newId(), saleWon: 1_000 }] })).toEqual({
    ok: false,
    reason: "unknown_option",
  })
  expect(await plan(shop.actor, { options: [{ variantId, saleWon: 20_000 }] })).toEqual({
    ok: false,
    reason: "not_lower",
  })
  expect(await plan(shop.actor)).toEqual({ ok: true })
  expect(await plan(shop.actor, { startsAt: inHours(2), endsAt: inHours(5) })).toEqual({
    ok: false,
    reason: "overlaps",
  })
  expect(await plan(shop.actor, { startsAt: input.endsAt, endsAt: inHours(5) })).toEqual({ ok: true })
})

test("one that has not begun is taken back, as if it had never been planned", async () => {
  const { productId, variantIds } = await createProduct(shop.sellerId, offer)
  await planSale(productId, [{ variantId: variantIds[0] ?? "", saleWon: 15_000 }])
  const [sale] = (await findProductForSale(shop.actor, productId))?.sales ?? []
  expect(await cancelPriceSale(shop.actor, sale?.id ?? "")).toEqual({ ok: true, wasRunning: false })
  expect(await cancelPriceSale(shop.actor, sale?.id ?? "")).toEqual({ ok: false, reason: "not_found" })
})

test("while it runs its price is not changed elsewhere; its owner ends it, once", async () => {
  const { productId, variantIds } = await createProduct(shop.sellerId, offer)
  const variantId = variantIds[0] ?? ""
  await planSale(productId, [{ variantId, saleWon: 15_000 }], [0, 5])
  await runPriceSales()
  const held = { ok: false, reason: "on_sale" }
  expect(await updateStock(shop.actor, { variantId, priceWon: 1_000, stock: 9, was: 9 })).toEqual(held)
  expect(await updateStock(shop.actor, { variantId, priceWon: 15_000, stock: 8, was: 9 })).toEqual({
    ok: true,
  })
  const options = [{ variantId, was: 8 }]
  expect(await updateStocks(shop.actor, { options, priceWon: 1_000, stock: null })).toEqual(held)
  const form = {
    listPriceWon: 20_000,
    variants: [{ id: variantId, name: null, priceWon: 1_000, stock: 8, was: 8, picture: null }],
  } as unknown as ProductInput
  const save = { propose: false, submissionKey: newId() }
  expect(await saveProduct(shop.actor, productId, form, save)).toEqual(held)
  const [sale] = (await findProductForSale(shop.actor, productId))?.sales ?? []
  const rival = await createShop()
  expect(await cancelPriceSale(rival.actor, sale?.id ?? "")).toEqual({ ok: false, reason: "not_found" })
  expect(await cancelPriceSale(shop.actor, sale?.id ?? "")).toEqual({ ok: true, wasRunning: true })
  expect((await db().select().from(variants).where(eq(variants.id, variantId)))[0]?.priceWon).toBe(20_000)
  expect(await cancelPriceSale(shop.actor, sale?.id ?? "")).toEqual({ ok: false, reason: "not_now" })
})
