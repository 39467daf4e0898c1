/** The orders of a shop by what is to be done with them, page by page. */
import { expect, test } from "vitest"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createShop } from "../../shop/fixtures.ts"
import type { SellerOrderTab } from "../../shop/filter-rules.ts"
import { cancelLine } from "../../shop/service/after-sale.server.ts"
import { createPurchaseAt } from "../fixtures.ts"
import { findOwnSellerOrders } from "./orders.server.ts"

withDatabase()

test("what waits comes oldest first, what has ended newest first, both page by page", async () => {
  const [shop, other] = [await createShop(), await createShop()]
  await createPurchaseAt(other, [10_000])
  const made: { lineId: string; isCancelled: boolean }[] = []
  for (let index = 0; index < 24; index += 1) {
    const { buyer, lines } = await createPurchaseAt(shop, [10_000])
    const lineId = lines[0]?.id ?? ""
    const isCancelled = index % 8 === 3
    made.push({ lineId, isCancelled })
    if (isCancelled) await cancelLine(buyer.actor, lineId, { reason: "마음이 바뀌었어요", account: null })
  }
  const readAll = async (tab: SellerOrderTab) => {
    const pages: string[][] = []
    let after: string | null = null
    do {
      const found: Awaited<ReturnType<typeof findOwnSellerOrders>> = await findOwnSellerOrders(shop.actor, {
        tab,
        q: null,
        after,
      })
      pages.push(found.sellerOrders.flatMap((order) => order.lines.map((line) => line.id)))
      after = found.next
    } while (after !== null)
    return pages
  }
  const ids = (isCancelled: boolean) =>
    made.filter((each) => each.isCancelled === isCancelled).map(({ lineId }) => lineId)
  expect(await readAll("to_send")).toEqual([ids(false).slice(0, 20), ids(false).slice(20)])
  expect(await readAll("ended")).toEqual([ids(true).reverse()])
  expect((await readAll("all")).flat()).toEqual(made.map(({ lineId }) => lineId).reverse())
})
