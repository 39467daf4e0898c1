/** A shop's orders by tab and term: the same rows in the same order as read plainly, copied or not. */
import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { countQueries, db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import {
  createPaidPurchase,
  createPlacedPurchase,
  createShop,
  createVariant,
  type Shop,
} from "../../shop/fixtures.ts"
import { SELLER_ORDER_TAB_STATES, SELLER_ORDER_TABS, type SellerOrderTab } from "../../shop/filter-rules.ts"
import { findOwnSellerOrders } from "./orders.server.ts"

withDatabase()

const STATES = ["paid", "preparing", "shipped", "delivered", "confirmed", "cancelled", "returned"]
const PEOPLE = ["김하늘", "이서연", "박김"]
let shop: Shop

beforeAll(async () => {
  shop = await createShop()
  const other = await createShop()
  const buyer = await createPerson()
  const cup = await createVariant(shop.sellerId, 3_000, 500, { title: "유리컵 12호" })
  const bowl = await createVariant(shop.sellerId, 4_000, 500, { title: "놋그릇 DS" })
  const foreign = await createVariant(other.sellerId, 5_000, 500, { title: "유리컵 놋그릇" })
  for (let n = 0; n < 42; n += 1) {
    const goods = [...(n % 3 < 2 ? [cup] : []), ...(n % 3 > 0 ? [bowl] : []), ...(n % 5 ? [] : [foreign])]
    const lines = goods.map((variantId) => ({ variantId, quantity: 1 }))
    const { groupId } = await createPaidPurchase(buyer, lines)
    await db().execute(sql`update order_lines l set state = ${STATES[n % 7]} from shop_orders o
      where o.id = l.order_id and o.group_id = ${groupId}::uuid`)
    // Of some with two lines one is elsewhere.
    if (n % 4 === 0)
      await db().execute(sql`update order_lines set state = ${STATES[(n + 3) % 7]} where id = (
        select max(l.id::text)::uuid from order_lines l where l.group_id = ${groupId}::uuid)`)
    await db().execute(sql`update order_groups set recipient = ${PEOPLE[(n >> 1) % 3]}
      where id = ${groupId}::uuid`)
  }
  await createPlacedPurchase(buyer, [{ variantId: cup, quantity: 1 }])
  // A product goes by another name since, and some lines are of a program before.
  await db().execute(sql`update products set title = '머그' where title = '유리컵 12호'`)
  await db().execute(sql`update products set title = '머그잔' where title = '머그'`)
  await db()
    .execute(sql`update order_lines set group_id = null, group_created_at = null, group_total_won = null
    where id in (select id from order_lines order by id limit 9)`)
})

async function readAll(tab: SellerOrderTab, q: string | null): Promise<string[]> {
  const ids: string[] = []
  let after: string | null = null
  do {
    const part: Awaited<ReturnType<typeof findOwnSellerOrders>> = await findOwnSellerOrders(shop.actor, {
      tab,
      q,
      after,
    })
    ids.push(...part.sellerOrders.map(({ id }) => id))
    after = part.next
  } while (after !== null)
  return ids
}

type PlainOrder = { id: string; number: string; recipient: string; states: string[]; titles: string[] }

async function readPlainly(tab: SellerOrderTab, q: string | null): Promise<string[]> {
  const orders = await db().execute<PlainOrder>(sql`
    select o.id, g.number, g.recipient, array_agg(l.state) as states, array_agg(l.title) as titles
    from shop_orders o join order_groups g on g.id = o.group_id join order_lines l on l.order_id = o.id
    where o.seller_id = ${shop.sellerId}::uuid and o.paid_at is not null
    group by o.id, g.id order by o.created_at desc, o.id desc`)
  const isOver = ({ states }: PlainOrder) =>
    states.every((state) => ["confirmed", "cancelled", "returned"].includes(state))
  const ids = orders
    .filter(({ states }) => states.some((state) => SELLER_ORDER_TAB_STATES[tab].some((one) => one === state)))
    .filter(
      (order) =>
        q === null ||
        order.number.includes(q) ||
        order.titles.some((title) => title.includes(q)) ||
        (order.recipient.includes(q) && !isOver(order)),
    )
    .map(({ id }) => id)
  return tab === "to_send" ? ids.toReversed() : ids
}

test.each(SELLER_ORDER_TABS)("%s: each term has the orders that are read plainly", async (tab) => {
  const [number = ""] = (
    await db().execute<{ number: string }>(sql`select number from order_groups limit 1`)
  ).map((row) => row.number)
  for (const q of [
    null,
    "유리컵",
    "놋",
    "12호",
    "12",
    "머그",
    "김",
    "이서",
    "하늘",
    "뷁쉛휅",
    number,
    number.slice(9),
  ])
    expect([q, await readAll(tab, q)]).toEqual([q, await readPlainly(tab, q)])
})

test("a page is one query, and one more where a text is rare", async () => {
  const count = async (q: string | null) =>
    (await countQueries(() => findOwnSellerOrders(shop.actor, { tab: "all", q, after: null }))).queries
  expect([await count(null), await count("놋그릇"), await count("뷁쉛휅")]).toEqual([1, 1, 2])
})

test("the database keeps each title that a product had, once", async () => {
  const read = () =>
    db().execute<{ title: string }>(sql`select f.title from former_titles f
      join products p on p.id = f.product_id where p.seller_id = ${shop.sellerId}::uuid order by 1`)
  expect((await read()).map(({ title }) => title)).toEqual(["머그", "유리컵 12호"])
  await db().execute(sql`update products set title = '머그' where title = '머그잔'`)
  await db().execute(sql`update products set title = '머그잔' where title = '머그'`)
  await db().execute(sql`update products set title = title, price_won = price_won`)
  expect((await read()).map(({ title }) => title)).toEqual(["머그", "머그잔", "유리컵 12호"])
})
