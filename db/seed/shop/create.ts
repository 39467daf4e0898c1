/**
 * Owns the creation of the shop's part of the demo town: sellers, products, orders in every state, reviews,
 * with a line for each.
 */
import { eq, inArray } from "drizzle-orm"
import type postgres from "postgres"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import {
  claimEvents,
  claims,
  coupons,
  ledger,
  lineEvents,
  orderGroups,
  orderLines,
  payments,
  payouts,
  productPictures,
  productQuestions,
  productReviewPictures,
  productReviews,
  products,
  refunds,
  sellers,
  shopOrders,
  variants,
} from "#app/areas/shop/schema.server.ts"
import { refreshProductNumbers } from "#app/areas/shop/service/numbers.server.ts"
import { simulatedPayments } from "#app/platform/payments/schema.server.ts"
import { pictures } from "#app/platform/schema.server.ts"
import { storePictures } from "../masters.ts"
import { findTownspeople, writePart, writing, type Step } from "../parts.ts"
import { insert } from "../write.ts"
import { buildGoods } from "./goods.ts"
import { buildSales } from "./sales.ts"

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: Step): Promise<void> {
  const masters = await storePictures(["shop"], step)
  const people = await findTownspeople(client)
  await writePart(client, part, async (tx, present) => {
    const goods = buildGoods(people, masters, present)
    const sales = buildSales(goods, people, present)
    await writing(step, "판매자와 상품", goods.products.length, "개", async () => {
      await insert(tx, pictures, [...goods.pictures, ...sales.pictures])
      await insert(tx, sellers, goods.sellers)
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
      await insert(tx, products, goods.products)
      await insert(tx, variants, goods.variants)
      await insert(tx, productPictures, goods.productPictures)
      await insert(tx, productQuestions, goods.questions)
      await insert(tx, coupons, goods.coupons)
    })
    await writing(step, "쇼핑 주문", sales.groups.length, "건", async () => {
      await insert(tx, orderGroups, sales.groups)
      await insert(tx, shopOrders, sales.orders)
      await insert(tx, orderLines, sales.lines)
      await insert(tx, lineEvents, sales.events)
      await insert(tx, payments, sales.payments)
      await insert(tx, simulatedPayments, sales.simulated)
      await insert(tx, claims, sales.claims)
      await insert(tx, claimEvents, sales.claimEvents)
      await insert(tx, refunds, sales.refunds)
      await insert(tx, payouts, sales.payouts)
      await insert(tx, ledger, sales.ledger)
      await insert(tx, productReviews, sales.reviews)
      await insert(tx, productReviewPictures, sales.reviewPictures)
      await refreshProductNumbers(
        tx,
        goods.products.map((product) => product.id),
      )
    })
  })
}
