/**
 * The creation of the shop's part of the demo town: sellers, products, orders in every state, reviews,
 * with a line for each.
 */
import { eq, inArray } from "drizzle-orm"
import type postgres from "postgres"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import {
  claimEvents,
  claims,
  coupons,
  lineEvents,
  orderGroups,
  orderLines,
  productPictures,
  productQuestions,
  productReviewPictures,
  productReviews,
  products,
  sellers,
  shopOrders,
  variants,
} from "#app/areas/shop/schema.server.ts"
import { refreshProductStats } from "#app/areas/shop/service/product-stats.server.ts"
import { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { storePictures } from "../demo-pictures.ts"
import { findDemoPeople, writePart, writeWithProgress, type RunStep } from "../parts.ts"
import { insertInBatches } from "../write.ts"
import { buildGoods } from "./goods.ts"
import { buildSales } from "./sales.ts"
import { payments, refunds, payouts, ledger } from "#app/areas/money/schema.server.ts"

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const demoPictures = await storePictures(["shop"], step)
  const people = await findDemoPeople(client)
  await writePart(client, part, async (tx, present) => {
    const goods = buildGoods(people, demoPictures, present)
    const sales = buildSales(goods, people, present)
    await writeWithProgress(step, "판매자와 상품", goods.products.length, "개", async () => {
      await insertInBatches(tx, pictures, [...goods.pictures, ...sales.pictures])
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
    await writeWithProgress(step, "쇼핑 주문", sales.purchases.length, "건", async () => {
      await insertInBatches(tx, orderGroups, sales.purchases)
      await insertInBatches(tx, shopOrders, sales.sellerOrders)
      await insertInBatches(tx, orderLines, sales.lines)
      await insertInBatches(tx, lineEvents, sales.events)
      await insertInBatches(tx, payments, sales.payments)
      await insertInBatches(tx, simulatedPayments, sales.simulated)
      await insertInBatches(tx, claims, sales.claims)
      await insertInBatches(tx, claimEvents, sales.claimEvents)
      await insertInBatches(tx, refunds, sales.refunds)
      await insertInBatches(tx, payouts, sales.payouts)
      await insertInBatches(tx, ledger, sales.ledger)
      await insertInBatches(tx, productReviews, sales.reviews)
      await insertInBatches(tx, productReviewPictures, sales.reviewPictures)
      await refreshProductStats(
        tx,
        goods.products.map((product) => product.id),
      )
    })
  })
}
