import { beforeAll, describe, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { encodeCursor } from "#app/basics/cursor.ts"
import { newId } from "#app/basics/ids.ts"
import { countQueries, db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createExpert } from "../fixtures.ts"
import { EXPERT_SORTS, NO_FILTERS, type ExpertBadge } from "../rules.ts"
import { experts } from "../schema.server.ts"
import {
  countExpertsByCategory,
  countExpertsByRegion,
  EXPERTS_PER_PAGE,
  findExpertCards,
  findPopularExperts,
  searchExperts,
  findSimilarExperts,
  findTopRatedExperts,
} from "./directory.server.ts"

withDatabase()

const certificate: ExpertBadge = {
  kind: "certificate",
  label: "도배기능사",
  source: "한국산업인력공단",
  grantedOn: "2020-01-02",
  expiresOn: null,
}
const lapsed: ExpertBadge = {
  kind: "insurance",
  label: "배상책임보험",
  source: "보험사",
  grantedOn: "2020-01-02",
  expiresOn: "2021-01-02",
}

const visitor = { kind: "visitor" as const, draftId: null }
let best = ""
let busan = ""
let national = ""
let newcomer = ""
let hidden = ""

beforeAll(async () => {
  best = (
    await createExpert({
      name: "박서연",
      reviewCount: 10,
      ratingSum: 49,
      hires: 4,
      badges: [certificate, lapsed],
      responseMinutes: 8,
      oneLine: "욕실 수리 전문",
    })
  ).expertId
  busan = (
    await createExpert({
      name: "이준서",
      reviewCount: 40,
      ratingSum: 180,
      hires: 90,
      categories: ["interior", "moving"],
      regions: ["26"],
      priceFromWon: 10_000,
    })
  ).expertId
  national = (
    await createExpert({
      name: "한소라",
      reviewCount: 3,
      ratingSum: 15,
      regions: ["all"],
      priceFromWon: null,
    })
  ).expertId
  newcomer = (await createExpert({ name: "최유진", reviewCount: 1, ratingSum: 5, regions: ["11680"] }))
    .expertId
  hidden = (await createExpert({ name: "숨은이", hiddenAt: new Date(), reviewCount: 9, ratingSum: 45 }))
    .expertId
  for (const state of ["applied", "reviewing", "needs_info", "rejected", "suspended", "terminated"] as const)
    await createExpert({ state, name: "아직" })
})

const idsOf = async (filters: Partial<typeof NO_FILTERS>) =>
  (await searchExperts({ ...NO_FILTERS, ...filters }, "recommended", null)).cards.map((card) => card.id)

describe("the directory shows", () => {
  test("only approved experts who are not hidden, everywhere", async () => {
    const shown = [best, busan, national, newcomer].sort()
    expect((await idsOf({})).sort()).toEqual(shown)
    expect((await findPopularExperts(20, null)).map((card) => card.id).sort()).toEqual(shown)
    expect((await findTopRatedExperts("repair", 20)).map((card) => card.id)).not.toContain(hidden)
    expect((await findSimilarExperts(visitor, best, 20)).map((card) => card.id).sort()).toEqual(
      [national, newcomer].sort(),
    )
    expect(await countExpertsByCategory()).toEqual({
      repair: 3,
      interior: 1,
      moving: 1,
      demolition: 0,
      installation: 0,
    })
  })

  test("a card with its numbers; under three reviews no rating but 신규", async () => {
    const cards = await findExpertCards([best, newcomer, newId()])
    expect(cards.size).toBe(2)
    expect(cards.get(best)).toMatchObject({
      name: "박서연",
      rating: 4.9,
      isNew: false,
      reviewCount: 10,
      verified: false,
      tags: ["도배기능사"],
      categories: ["repair"],
    })
    expect(cards.get(newcomer)).toMatchObject({ rating: null, isNew: true, reviewCount: 1 })
  })

  test("the categories in the order of the specification", async () => {
    expect((await findExpertCards([busan])).get(busan)?.categories).toEqual(["interior", "moving"])
  })
})

describe("filters", () => {
  test("by category", async () => expect(await idsOf({ category: "moving" })).toEqual([busan]))
  test("by region: the place itself, its 시·도 and the whole country cover it", async () => {
    expect((await idsOf({ region: "26350" })).sort()).toEqual([busan, national].sort())
    expect((await idsOf({ region: "11650" })).sort()).toEqual([best, national].sort())
    expect((await idsOf({ region: "11" })).sort()).toEqual([best, national, newcomer].sort())
  })
  test("by badge, as long as it holds", async () => {
    expect(await idsOf({ badges: ["certificate"] })).toEqual([best])
    expect(await idsOf({ badges: ["insurance"] })).toEqual([])
    expect(await idsOf({ badges: ["certificate", "insurance"] })).toEqual([])
  })
  test("by rating, without those who have none yet", async () =>
    expect((await idsOf({ minRating: 4.8 })).sort()).toEqual([best, national].sort()))
  test("by price, without those who name none", async () =>
    expect(await idsOf({ maxPriceWon: 50_000 })).toEqual([busan]))
  test("by words, with or without spaces, and by the name of a category", async () => {
    expect(await idsOf({ q: "욕실수리" })).toEqual([best])
    expect(await idsOf({ q: "욕실 수리" })).toEqual([best])
    expect(await idsOf({ q: "인테리어" })).toEqual([busan])
    expect(await idsOf({ q: "100%_\\" })).toEqual([])
  })
})

describe("paging", () => {
  beforeAll(async () => {
    // Equal numbers on purpose: the id alone must keep them apart.
    for (let i = 0; i < EXPERTS_PER_PAGE * 2; i += 1) {
      await createExpert({
        categories: ["demolition"],
        reviewCount: i % 4,
        ratingSum: (i % 4) * 4 + (i % 3),
        hires: i % 5,
        responseMinutes: i % 3 ? i % 7 : null,
        priceFromWon: i % 2 ? 1_000 * (i % 6) : null,
      })
    }
  })

  // By distance is from somewhere: below.
  test.each(EXPERT_SORTS.filter((sort) => sort !== "near"))(
    "by %s returns each expert once, in order",
    async (sort) => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page = await searchExperts(NO_FILTERS, sort, cursor)
        expect(page.total).toBe(EXPERTS_PER_PAGE * 2 + 4)
        seen.push(...page.cards.map((card) => card.id))
        cursor = page.next
      } while (cursor)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.length).toBe(EXPERTS_PER_PAGE * 2 + 4)
      const cards = await findExpertCards(seen)
      const ranks = new Map(
        (await db().select({ id: experts.userId, rank: experts.ratingRank }).from(experts)).map((row) => [
          row.id,
          row.rank,
        ]),
      )
      const key = (id: string): number => {
        const card = cards.get(id)
        if (sort === "recommended") return -(ranks.get(id) ?? 0)
        if (sort === "rating") return -(card?.rating ?? 0)
        if (sort === "reviews") return -(card?.reviewCount ?? 0)
        if (sort === "hires") return -(card?.hires ?? 0)
        if (sort === "response") return card?.responseMinutes ?? 1_000_000
        return card?.priceFromWon ?? 2_000_000_000
      }
      expect(seen.map(key)).toEqual(seen.map(key).toSorted((a, b) => a - b))
    },
  )

  test("by price compares within a unit, the commonest units first", async () => {
    for (const [unit, priceWon] of [
      ["1시간", 33_000],
      ["평", 8_500],
      ["1평", 9_500],
      ["1마대", 10_000],
      ["1회", 49_000],
    ] as const)
      await createExpert({ priceFromUnit: unit, priceFromWon: priceWon, oneLine: "단위를 견줘요" })
    await createExpert({ priceFromUnit: "", priceFromWon: null, oneLine: "단위를 견줘요" })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await searchExperts(NO_FILTERS, "price", cursor)
      for (const card of page.cards)
        if (card.oneLine === "단위를 견줘요") seen.push(`${card.priceFromWon} ${card.priceFromUnit}`)
      cursor = page.next
    } while (cursor)
    expect(seen).toEqual(["49000 1회", "33000 1시간", "8500 평", "9500 1평", "10000 1마대", "null "])
    const findHourly = async (maxPriceWon: number) =>
      (await searchExperts({ ...NO_FILTERS, unit: "시간", maxPriceWon }, "price", null)).cards
    expect((await findHourly(40_000)).map((card) => card.priceFromWon)).toEqual([33_000])
    expect(await findHourly(30_000)).toEqual([])
  })

  test("a broken cursor, one of another sort and one with foreign values give the first page", async () => {
    const first = await searchExperts(NO_FILTERS, "hires", null)
    const other = await searchExperts(NO_FILTERS, "price", null)
    const foreign = [
      encodeCursor(["hires", "x", best]),
      encodeCursor(["hires", 1.5, best]),
      encodeCursor(["hires", 1e12, best]),
      encodeCursor(["hires", 1, "no-id"]),
    ]
    for (const cursor of ["broken", other.next, ...foreign]) {
      expect((await searchExperts(NO_FILTERS, "hires", cursor)).cards).toEqual(first.cards)
    }
  })

  test("a page costs two queries", async () => {
    expect((await countQueries(() => searchExperts(NO_FILTERS, "rating", null))).queries).toBe(2)
  })

  test("an expert who is hidden between two pages does not come back", async () => {
    const [card] = (await searchExperts(NO_FILTERS, "hires", null)).cards
    await db()
      .update(experts)
      .set({ hiddenAt: new Date() })
      .where(eq(experts.userId, card?.id ?? ""))
    expect((await searchExperts(NO_FILTERS, "hires", null)).cards.map((other) => other.id)).not.toContain(
      card?.id,
    )
  })
})

test("those who work near the reader come first, each in the nearest region that they work in", async () => {
  const near = { regionCode: "43800", dong: null, range: "all", isWidened: false, others: [] } as const
  const [here, beside, far] = [
    await createExpert({ regions: ["43800"] }),
    await createExpert({ regions: ["26350", "43150"] }),
    await createExpert({ regions: ["50110"] }),
  ]
  for (const sort of ["recommended", "near"] as const) {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const found = await searchExperts({ ...NO_FILTERS, near }, sort, cursor)
      ids.push(...found.cards.map((card) => card.id))
      cursor = found.next
    } while (cursor !== null)
    expect(new Set(ids).size).toBe(ids.length)
    const places = [here, beside, far].map(({ expertId }) => ids.indexOf(expertId))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThanOrEqual(0)
  }
  const own = await searchExperts({ ...NO_FILTERS, near: { ...near, range: "own" } }, "recommended", null)
  expect(own.cards.map((card) => card.id)).toContain(here.expertId)
  expect(own.cards.map((card) => card.id)).not.toContain(beside.expertId)
  expect((await countExpertsByRegion(["43800", "43150"])).get("43150")).toBeGreaterThanOrEqual(1)
  expect((await findPopularExperts(1, "43800")).length).toBe(1)
})
