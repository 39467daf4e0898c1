/** What options cost before: in the last days, and before a sale that runs. */
import { and, eq, gt, inArray, sql } from "drizzle-orm"
import { DAY_MS } from "#app/basics/time.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { priceSales, variantPrices } from "../schema.server.ts"

/** The price before a sale is the lowest of so long (공정거래위원회 부당한 표시·광고행위의 유형 고시: 종전거래가격). */
const REFERENCE_MS = 20 * DAY_MS
/** The lowest price that each of `variantIds` had in the 20 days before `at`, where it has changed. */
export async function findLowestPrices(
  tx: Pick<Transaction, "select">,
  variantIds: readonly string[],
  at: Date,
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: variantPrices.variantId, won: sql<number>`min(${variantPrices.priceWon})::int` })
    .from(variantPrices)
    .where(
      and(
        inArray(variantPrices.variantId, [...variantIds]),
        gt(variantPrices.until, new Date(at.getTime() - REFERENCE_MS)),
      ),
    )
    .groupBy(variantPrices.variantId)
  return new Map(rows.map(({ id, won }) => [id, won]))
}

/** The options of `productIds` whose price is lower for a time now, with what they cost before. */
export async function findRunningSaleOptions(
  tx: Pick<Transaction, "select">,
  productIds: readonly string[],
): Promise<Map<string, number | undefined>> {
  const rows = await tx
    .select({ options: priceSales.options })
    .from(priceSales)
    .where(and(inArray(priceSales.productId, [...productIds]), eq(priceSales.state, "running")))
  return new Map(rows.flatMap(({ options }) => options.map((each) => [each.variantId, each.regularWon])))
}
