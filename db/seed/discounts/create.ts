/** Lower prices that the demo shop has planned from the next days on. */
import { and, asc, eq, isNull } from "drizzle-orm"
import type postgres from "postgres"
import { priceSales } from "#app/areas/selling/schema.server.ts"
import { products, variants } from "#app/areas/shop/schema.server.ts"
import { addDays, startOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { findDemoPeople, writePart, writeWithProgress, type RunStep } from "../parts.ts"
import { createSeedId } from "../random.ts"

const PLANS = [
  { name: "weekend", inDays: 2, days: 3, percent: 10 },
  { name: "season", inDays: 7, days: 14, percent: 15 },
] as const

/** Creates `part` of the town. */
export async function create(client: postgres.Sql, part: string, step: RunStep): Promise<void> {
  const { demo } = await findDemoPeople(client)
  await writePart(client, part, async (tx, present) => {
    const options = await tx
      .select({ id: variants.id, productId: products.id, priceWon: variants.priceWon })
      .from(products)
      .innerJoin(variants, eq(variants.productId, products.id))
      .where(
        and(
          eq(products.sellerId, demo.shop.id),
          eq(products.state, "published"),
          isNull(products.dealUntil),
          isNull(variants.retiredAt),
        ),
      )
      .orderBy(asc(products.id), asc(variants.position))
    const productIds = [...new Set(options.map(({ productId }) => productId))]
    const sales = PLANS.flatMap(({ name, inDays, days, percent }, index) => {
      const productId = productIds[index]
      if (!productId) return []
      const startsAt = startOfKstDay(toKstDateString(addDays(present, inDays)))
      return [
        {
          id: createSeedId(`price-sale/${name}`, addDays(present, -1)),
          sellerId: demo.shop.id,
          productId,
          state: "planned" as const,
          options: options
            .filter((option) => option.productId === productId)
            .map(({ id, priceWon }) => ({
              variantId: id,
              saleWon: Math.floor((priceWon * (100 - percent)) / 10_000) * 100,
            })),
          startsAt,
          endsAt: addDays(startsAt, days),
          createdAt: addDays(present, -1),
        },
      ]
    })
    await writeWithProgress(step, "할인 예약", sales.length, "건", async () => {
      await tx.insert(priceSales).values(sales)
    })
  })
}
