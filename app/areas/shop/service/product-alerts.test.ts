/** Who waits for a product is told once, and of a price only where it is lower than any they know. */
import { and, eq, inArray } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { newId } from "#app/basics/ids.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { createProduct, createShop, createVariant } from "../fixtures.ts"
import { products, variants } from "../schema.server.ts"
import { restockAlerts } from "../visit-schema.server.ts"
import {
  cancelRestockAlert,
  findRestockAlerts,
  notifyPriceCuts,
  notifyRestocked,
  requestRestockAlert,
} from "./product-alerts.server.ts"
import { setProductFavorite } from "./product-lists.server.ts"

withDatabase()
beforeAll(registerSubscriptions)

const findNews = (person: Person) =>
  db()
    .select({ kind: notifications.kind, text: notifications.text, href: notifications.href })
    .from(notifications)
    .where(
      and(eq(notifications.userId, person.actor.userId), inArray(notifications.kind, ["restock", "price"])),
    )
    .orderBy(notifications.id)
const setStock = (variantId: string, stock: number) =>
  db().update(variants).set({ stock }).where(eq(variants.id, variantId))

test("an option that is there again is told to those who wait, once, by however many workers", async () => {
  const shop = await createShop()
  const {
    productId,
    variantIds: [red = "", blue = ""],
  } = await createProduct(
    shop.sellerId,
    [
      { priceWon: 9_000, stock: 0, name: "빨강" },
      { priceWon: 9_000, stock: 0, name: "파랑" },
    ],
    { title: "접이식 우산" },
  )
  const [first, second, other] = [await createPerson(), await createPerson(), await createPerson()]
  for (const person of [first, second])
    expect(await requestRestockAlert(person.actor, red)).toEqual({ ok: true })
  expect(await requestRestockAlert(first.actor, red)).toEqual({ ok: true })
  expect(await requestRestockAlert(other.actor, blue)).toEqual({ ok: true })
  await notifyRestocked()
  expect(await findNews(first)).toEqual([])
  await setStock(red, 3)
  await Promise.all([notifyRestocked(), notifyRestocked(), notifyRestocked()])
  await notifyRestocked()
  const told = [{ kind: "restock", text: "접이식 우산 · 빨강", href: `/shopping/product/${productId}` }]
  expect(await Promise.all([first, second, other].map(findNews))).toEqual([told, told, []])
  expect(await findRestockAlerts(first.actor)).toEqual([])
  // Sold out again, one may ask again.
  await setStock(red, 0)
  expect(await requestRestockAlert(first.actor, red)).toEqual({ ok: true })
  await setStock(red, 1)
  await notifyRestocked()
  expect(await findNews(first)).toEqual([...told, ...told])
})

test("nobody is told of what they took back, or of what is not for sale", async () => {
  const shop = await createShop()
  const { productId, variantIds } = await createProduct(shop.sellerId, [{ priceWon: 9_000, stock: 0 }])
  const [variantId = ""] = variantIds
  const [quits, waits] = [await createPerson(), await createPerson()]
  for (const person of [quits, waits]) await requestRestockAlert(person.actor, variantId)
  expect((await findRestockAlerts(waits.actor)).map((alert) => alert.variantId)).toEqual([variantId])
  await cancelRestockAlert(quits.actor, variantId)
  await db().update(products).set({ state: "hidden" }).where(eq(products.id, productId))
  await setStock(variantId, 5)
  await notifyRestocked()
  expect(await findNews(waits)).toEqual([])
  await db().update(products).set({ state: "published" }).where(eq(products.id, productId))
  await notifyRestocked()
  expect([(await findNews(quits)).length, (await findNews(waits)).length]).toEqual([0, 1])
})

test("an alert is refused for what is there, for what is unknown, and after a hundred", async () => {
  const shop = await createShop()
  const member = await createPerson()
  const there = await createVariant(shop.sellerId, 9_000, 2)
  expect(await requestRestockAlert(member.actor, there)).toEqual({ ok: false, reason: "in_stock" })
  expect(await requestRestockAlert(member.actor, newId())).toEqual({ ok: false, reason: "not_found" })
  expect(await requestRestockAlert({ kind: "visitor", draftId: null }, there)).toEqual({
    ok: false,
    reason: "not_found",
  })
  const { variantIds } = await createProduct(
    shop.sellerId,
    Array.from({ length: 101 }, () => ({ priceWon: 1_000, stock: 0 })),
  )
  await db()
    .insert(restockAlerts)
    .values(
      variantIds
        .slice(0, 100)
        .map((variantId) => ({ variantId, userId: member.actor.userId, createdAt: new Date() })),
    )
  expect(await requestRestockAlert(member.actor, variantIds[100] ?? "")).toEqual({
    ok: false,
    reason: "full",
  })
})

test("a price is told where it is the lowest that the person knows, and each such price once", async () => {
  const shop = await createShop()
  const { productId } = await createProduct(shop.sellerId, [{ priceWon: 20_000, stock: 5 }], {
    title: "원목 스툴",
  })
  const [early, late] = [await createPerson(), await createPerson()]
  await setProductFavorite(early.actor, productId, true)
  const reprice = async (priceWon: number) => {
    await db().update(products).set({ priceWon }).where(eq(products.id, productId))
    await inTransaction((tx) => emitSubjectChanged(tx, { kind: "product", id: productId }))
    await drainEvents()
    // An event may be handled twice.
    await inTransaction((tx) => notifyPriceCuts([{ kind: "product", id: productId }], tx))
  }
  await reprice(18_000)
  await reprice(22_000)
  await setProductFavorite(late.actor, productId, true)
  // Raised and lowered again to what is known already.
  await reprice(18_000)
  await reprice(17_000)
  const texts = async (person: Person) => (await findNews(person)).map((news) => news.text)
  expect(await texts(early)).toEqual([
    "원목 스툴 · 2,000원 내려 18,000원이 됐어요",
    "원목 스툴 · 1,000원 내려 17,000원이 됐어요",
  ])
  expect(await texts(late)).toEqual([
    "원목 스툴 · 4,000원 내려 18,000원이 됐어요",
    "원목 스툴 · 1,000원 내려 17,000원이 됐어요",
  ])
  await setProductFavorite(early.actor, productId, false)
  await reprice(9_000)
  expect((await texts(early)).length).toBe(2)
})
