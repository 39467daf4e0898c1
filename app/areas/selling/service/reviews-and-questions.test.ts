import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { newId } from "#app/basics/ids.ts"
import { countQueries, db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createShop } from "../../shop/fixtures.ts"
import { createPurchaseAt } from "../fixtures.ts"
import { findOwnReviews } from "./reviews-and-questions.server.ts"

withDatabase()

test("reviews are counted by their stars, and those without a reply as they are listed", async () => {
  const shop = await createShop()
  const nothing = await findOwnReviews(shop.actor, { waiting: true, after: null })
  expect([nothing.waitingCount, nothing.stars.map(({ count }) => count)]).toEqual([0, [0, 0, 0, 0, 0]])
  // Stars, whether it was answered, whether it is hidden.
  const reviews = [
    [5, true, false],
    [5, false, false],
    [4, false, false],
    [1, false, true],
  ] as const
  for (const [rating, isAnswered, isHidden] of reviews) {
    const { buyer, lines } = await createPurchaseAt(shop, [10_000])
    await db().execute(sql`insert into product_reviews (id, product_id, line_id, author_id, seller_id, rating,
        body, reply, hidden_at, created_at)
      select ${newId()}::uuid, product_id, id, ${buyer.actor.userId}::uuid, seller_id, ${rating}::int, '좋아요',
        case when ${isAnswered}::boolean then '고마워요' end, case when ${isHidden}::boolean then now() end, now()
      from order_lines where id = ${lines[0]?.id}::uuid`)
  }
  const read = (waiting: boolean) => findOwnReviews(shop.actor, { waiting, after: null })
  const { result, queries } = await countQueries(() => read(false))
  expect(queries).toBe(2)
  expect(result.rows.map(({ rating }) => rating)).toEqual([4, 5, 5])
  expect(result.stars.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0])
  const waiting = await read(true)
  expect(waiting.rows.map(({ rating }) => rating)).toEqual([4, 5])
  expect([result.waitingCount, waiting.waitingCount]).toEqual([2, 2])
})
