/** The market begins with what is near, page by page, and says where that ends. */
import { describe, expect, test } from "vitest"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { createItemForSale } from "../fixtures.ts"
import type { ItemSort } from "../rules.ts"
import type { ItemFilters } from "./item-filters.server.ts"
import { findNewestItems, searchItems } from "./item-lists.server.ts"

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
/** 송파구, beside it 강동구 and 강남구, in the city 마포구, 14 km away 분당구, far away 해운대구. */
const REGIONS = ["26350", "11740", "11440", "11710", "41135", "11680"]
const songpa: Actor = {
  kind: "visitor",
  draftId: null,
  neighbourhood: { regionCode: "11710", range: "city" },
}
const nobody: Actor = { kind: "visitor", draftId: null }

/** Sixty items of three sellers, for nobody puts up more than thirty a day. */
async function createItems(): Promise<void> {
  const sellers = [await createPerson(), await createPerson(), await createPerson()]
  for (let index = 0; index < 60; index += 1)
    await createItemForSale(sellers[index % 3] as Person, {
      regionCode: REGIONS[index % REGIONS.length] ?? "",
      priceWon: 1_000 * (1 + ((index * 7) % 60)),
    })
}

async function readAll(actor: Actor, filters: ItemFilters, sort: ItemSort) {
  const cards = []
  let cursor: string | null = null
  let last
  do {
    last = await searchItems(actor, filters, sort, cursor)
    cards.push(...last.cards)
    cursor = last.next
  } while (cursor !== null)
  return { cards, near: last.near }
}

const STEPS: Record<string, number> = {
  "11710": 0,
  "11740": 1,
  "11680": 1,
  "11440": 2,
  "41135": 2,
  "26350": 3,
}
const stepOf = (card: { regionCode: string }) => STEPS[card.regionCode] ?? 9

describe("near items", () => {
  test("come first by step, then as sorted, each once, as far as the range goes", async () => {
    await createItems()
    for (const sort of ["recent", "cheap", "expensive"] as const) {
      const { cards } = await readAll(songpa, { ...EVERYTHING, range: "all" }, sort)
      expect(new Set(cards.map((card) => card.id)).size).toBe(60)
      const expected = cards.toSorted(
        (a, b) =>
          stepOf(a) - stepOf(b) ||
          (sort === "recent"
            ? b.at.localeCompare(a.at) || b.id.localeCompare(a.id)
            : sort === "cheap"
              ? a.priceWon - b.priceWon || a.id.localeCompare(b.id)
              : b.priceWon - a.priceWon || b.id.localeCompare(a.id)),
      )
      expect(cards.map((card) => card.id)).toEqual(expected.map((card) => card.id))
    }
    const near = await readAll(songpa, EVERYTHING, "recent")
    expect(new Set(near.cards.map((card) => card.regionCode))).toEqual(
      new Set(REGIONS.filter((code) => code !== "26350")),
    )
    const own = await searchItems(songpa, { ...EVERYTHING, range: "own" }, "recent", null)
    expect(own.total).toBe(10)
    expect(own.near).toEqual({ regionCode: "11710", dong: null, range: "own", isWidened: false, others: [] })
  })

  test("by distance stand as the cards say", async () => {
    const { cards } = await readAll(songpa, { ...EVERYTHING, range: "all" }, "near")
    expect(cards).toHaveLength(60)
    const order = cards.map(({ distance = 0 }) => (distance === "next" ? 0.5 : (distance ?? 0)))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(cards.find((card) => card.regionCode === "41135")?.distance).toBe(14)
    expect(cards.at(-1)?.regionCode).toBe("26350")
  })

  test("where there are none, everything is shown and said so", async () => {
    const filters = { ...EVERYTHING, category: "pets" as const }
    const seller = await createPerson()
    await createItemForSale(seller, { regionCode: "26350", category: "pets" })
    const found = await searchItems(songpa, filters, "recent", null)
    expect(found.cards.map((card) => card.regionCode)).toEqual(["26350"])
    expect(found.near).toMatchObject({ range: "all", isWidened: true })
    expect(found.total).toBe(1)
  })

  test("are nobody's who never said where they are, and not asked for in a chosen region", async () => {
    expect((await searchItems(nobody, EVERYTHING, "recent", null)).near).toBeNull()
    const chosen = await searchItems(songpa, { ...EVERYTHING, region: "26350" }, "recent", null)
    expect(chosen.near).toBeNull()
    expect(chosen.cards[0]?.distance).toBe(320)
  })

  test("lead the home screen", async () => {
    const cards = await findNewestItems(8, "41135")
    expect(cards.map((card) => card.regionCode)).toEqual(Array.from({ length: 8 }, () => "41135"))
  })

  test("a cursor that nobody made begins the list anew", async () => {
    const first = await searchItems(songpa, EVERYTHING, "recent", null)
    for (const cursor of ["x", "W10", "WyJyZWNlbnQiLCI5OTkiXQ"])
      expect((await searchItems(songpa, EVERYTHING, "recent", cursor)).cards).toEqual(first.cards)
  })
})
