/**
 * The creation of the shop's part of the demo town: sellers, products with their questions, coupons.
 */
import { eq, inArray } from "drizzle-orm"
import type postgres from "postgres"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import {
  coupons,
  productPictures,
  productQuestions,
  products,
  sellers,
  variants,
} from "#app/areas/shop/schema.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { storePictures } from "../demo-pictures.ts"
import { findDemoPeople, writePart, writeWithProgress, type RunStep } from "../parts.ts"
import { insertInBatches } from "../write.ts"
import { buildGoods } from "./goods.ts"

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const demoPictures = await storePictures(["goods"], step)
  const people = await findDemoPeople(client)
  await writePart(client, part, async (tx, present) => {
    const goods = buildGoods(people, demoPictures, present)
    await writeWithProgress(step, "판매자와 상품", goods.products.length, "개", async () => {
      await insertInBatches(tx, pictures, goods.pictures)
      await insertInBatches(tx, sellers, goods.sellers)
      await tx
        .update(profiles)
        .set({ sellerState: "approved" })
        .where(
          inArray(
            profiles.userId,
            goods.sellers.filter((seller) => seller.state === "approved").map((seller) => seller.userId),
          ),
        )
      for (const seller of goods.sellers)
        if (seller.state !== "approved")
          await tx
            .update(profiles)
            .set({ sellerState: seller.state })
            .where(eq(profiles.userId, seller.userId))
      await insertInBatches(tx, products, goods.products)
      await insertInBatches(tx, variants, goods.variants)
      await insertInBatches(tx, productPictures, goods.productPictures)
      await insertInBatches(tx, productQuestions, goods.questions)
      await insertInBatches(tx, coupons, goods.coupons)
    })
  })
}
