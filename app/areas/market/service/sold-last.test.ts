/** What can still be had comes before what is sold, over all pages and in every order. */
import { inArray, sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { createItemForSale } from "../fixtures.ts"
import { ITEM_SORTS, type ItemSort } from "../rules.ts"
import { items } from "../schema.server.ts"
import type { ItemCard, ItemPage } from "../views.ts"
import type { ItemFilters } from "./item-filters.server.ts"
import { findSellerItemPage, searchItems } from "./item-lists.server.ts"

withDatabase()

const EVERYTHING: ItemFilters = {
  category: null,
  region: null,
  range: null,
  condition: [],
  method: null,
  min: null,
  max: null,
  free: false,
  open: false,
  offers: false,
}
const nobody: Actor = { kind: "visitor", draftId: null }
const songpa: Actor = { ...nobody, neighbourhood: { regionCode: "11710", range: "all" } }

let sellerId = ""
/** Sixty items of three sellers: every second one is sold, those for sale fill exactly one page and a bit. */
beforeAll(async () => {
  const sellers = [await createPerson(), await createPerson(), await createPerson()]
  const ids: string[] = []
  for (let index = 0; index < 60; index += 1) {
    const seller = sellers[index % 3]
    if (!seller) continue
    const made = await createItemForSale(seller, {
      regionCode: index % 4 < 2 ? "11710" : "26350",
      priceWon: 1_000 * (1 + ((index * 7) % 60)),
    })
    ids.push(made)
  }
  sellerId = sellers[0]?.actor.userId ?? ""
  await db()
    .update(items)
    .set({ state: "sold", soldAt: new Date() })
    .where(
      inArray(
        items.id,
        ids.filter((_id, index) => index % 2 === 1),
      ),
    )
})

async function readAll(read: (cursor: string | null) => Promise<ItemPage>) {
  const cards: ItemCard[] = []
  const sizes: number[] = []
  let cursor: string | null = null
  do {
    const found = await read(cursor)
    cards.push(...found.cards)
    sizes.push(found.cards.length)
    cursor = found.next
  } while (cursor !== null && sizes.length < 20)
  return { cards, sizes }
}

const expectSoldLast = (cards: readonly ItemCard[]) => {
  const states = cards.map((card) => (card.state === "sold" ? 1 : 0))
  expect(states).toEqual(states.toSorted((a, b) => a - b))
  expect(new Set(cards.map((card) => card.id)).size).toBe(cards.length)
}

for (const actor of [nobody, songpa])
  test(`each order lists all of it once, ${actor === nobody ? "everywhere" : "near first"}`, async () => {
    for (const sort of ITEM_SORTS) {
      const { cards, sizes } = await readAll((cursor) => searchItems(actor, EVERYTHING, sort, cursor))
      expect([sort, cards.length, sizes]).toEqual([sort, 60, [24, 24, 12]])
      expectSoldLast(cards)
    }
    const { cards } = await readAll((cursor) => searchItems(actor, EVERYTHING, "cheap" as ItemSort, cursor))
    if (actor === nobody)
      for (const half of [cards.slice(0, 30), cards.slice(30)])
        expect(half.map((card) => card.priceWon)).toEqual(
          half.map((card) => card.priceWon).toSorted((a, b) => a - b),
        )
  })

test("a page that is full to its edge goes on with what is sold, and ends where there is none", async () => {
  const cheap = { ...EVERYTHING, region: "11710" }
  const { cards, sizes } = await readAll((cursor) => searchItems(nobody, cheap, "recent", cursor))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(30)
  expectSoldLast(cards)
  const few = { ...EVERYTHING, open: true }
  const open = await readAll((cursor) => searchItems(nobody, few, "recent", cursor))
  expect(open.cards.every((card) => card.state !== "sold")).toBe(true)
  expect(open.cards).toHaveLength(30)
  // 24 for sale and nothing else: no page behind them.
  const spare = open.cards.slice(24).map((card) => card.id)
  await db().execute(sql`update items set put_away_at = now() where state = 'sold' or id in ${spare}`)
  const full = await searchItems(nobody, EVERYTHING, "recent", null)
  expect([full.cards.length, full.next]).toEqual([24, null])
  await db().execute(sql`update items set put_away_at = null where state = 'sold'`)
  const edge = await readAll((cursor) => searchItems(nobody, EVERYTHING, "recent", cursor))
  expect(edge.sizes).toEqual([24, 24, 6])
  expectSoldLast(edge.cards)
  await db().execute(sql`update items set put_away_at = null`)
})

test("what a seller has up is listed the same way", async () => {
  const { cards } = await readAll((cursor) => findSellerItemPage(nobody, sellerId, cursor))
  expect(cards).toHaveLength(20)
  expectSoldLast(cards)
})
