import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPictureRow } from "../../experts/fixtures.ts"
import { createProduct, createShop } from "../../shop/fixtures.ts"
import { productPictures, variants } from "../../shop/schema.server.ts"
import { countOwnProducts, findOwnProducts, findStock } from "./stock.server.ts"

withDatabase()

test("every option stands beside its own picture, and beside the product's where it has none", async () => {
  const shop = await createShop()
  const { productId, variantIds } = await createProduct(shop.sellerId, [
    { priceWon: 9_000, stock: 1 },
    { priceWon: 9_000, stock: 2 },
  ])
  const [first, red] = [
    await createPictureRow(shop.actor.userId, "product", true),
    await createPictureRow(shop.actor.userId, "product", true),
  ]
  await db()
    .insert(productPictures)
    .values([first, red].map((pictureId, position) => ({ productId, pictureId, position })))
  await db()
    .update(variants)
    .set({ pictureId: red })
    .where(eq(variants.id, variantIds[1] ?? ""))
  const { rows } = await findStock(shop.actor, { low: false, q: null, after: null })
  expect(rows.map(({ pictureId }) => pictureId)).toEqual([first, red])
})

test("each tab counts the products that it lists", async () => {
  const shop = await createShop()
  for (const state of ["draft", "rejected", "proposed", "published", "published", "hidden"] as const)
    await createProduct(shop.sellerId, [{ priceWon: 9_000, stock: 1 }], { state })
  await createProduct(shop.sellerId, [{ priceWon: 9_000, stock: 0 }], { state: "published" })
  await createProduct((await createShop()).sellerId, [{ priceWon: 9_000, stock: 0 }])
  const counts = await countOwnProducts(shop.actor)
  expect(counts.map(({ count }) => count)).toEqual([7, 2, 1, 1, 2, 1])
  for (const { tab, count } of counts)
    expect((await findOwnProducts(shop.actor, { tab, q: null, after: null })).rows).toHaveLength(count)
})
