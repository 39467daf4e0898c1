import { describe, expect, test } from "vitest"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { countQueries } from "../../../platform/db.server.ts"
import { drainEvents } from "../../../platform/events.server.ts"
import { registerSubscriptions } from "../../../subscriptions.server.ts"
import { createTestSource } from "../fixtures.ts"
import { rebuildIndex } from "./rebuild.server.ts"
import { searchEverything, type SearchQuery } from "./search.server.ts"

withDatabase()
registerSubscriptions()
const items = createTestSource("item", "market")

const baseQuery: Omit<SearchQuery, "term"> = {
  tab: null,
  category: null,
  region: null,
  sort: "recommended",
  cursor: null,
}

test("what is near the reader comes first where they chose no place", async () => {
  for (const [title, code] of [
    ["해먹 바닷가", "26350"],
    ["해먹 나무", "41135"],
    ["해먹 흔들", "11740"],
    ["해먹 그늘", "11710"],
  ] as const)
    await items.add(title, { regionCodes: [code], rank: code === "26350" ? 0.9 : 0.5 })
  await drainEvents()
  const neighbourhood = { regionCode: "11710", range: "city" } as const
  const found = async (tab: SearchQuery["tab"], more: Partial<SearchQuery> = {}) =>
    (
      await searchEverything(
        { ...baseQuery, term: "해먹", tab, ...more },
        { kind: "visitor", draftId: null, neighbourhood },
      )
    ).lists.flatMap((list) => list.hits.map((hit) => hit.title))
  const nearFirst = ["해먹 그늘", "해먹 흔들", "해먹 나무", "해먹 바닷가"]
  expect(await found("market")).toEqual(nearFirst)
  expect(await found(null)).toEqual(nearFirst)
  expect(await found("market", { region: "26350" })).toEqual(["해먹 바닷가"])
  expect(await found("market", { sort: "newest" })).toEqual(nearFirst)
  expect((await found("market", { isNationwide: true }))[0]).toBe("해먹 바닷가")
})

describe("a list that begins with what is near", () => {
  const REGIONS = ["26350", "41135", "11740", "11710"] as const
  const stepOf = (regionCode: string) => REGIONS.toReversed().findIndex((code) => code === regionCode)
  const regionById = new Map<string, string>()
  const reader = {
    kind: "visitor",
    draftId: null,
    neighbourhood: { regionCode: "11710", range: "city" },
  } as const
  /** Things in each of the regions in turn; with `nearEvery` the ones between are far away. */
  async function addMany(title: string, count: number, nearEvery = 1): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const regionCode = (at % nearEvery === 0 && REGIONS[(at / nearEvery) % REGIONS.length]) || "26350"
      const id = await items.add(title, {
        regionCodes: [regionCode],
        rank: (at % 7) / 10,
        priceWon: (at % 5) * 1_000,
        at: new Date(Date.UTC(2026, 0, 1 + (at % 9))),
      })
      regionById.set(id, regionCode)
    }
  }
  /** All pages of a list: how many things, how many different ones, whether none is nearer than before. */
  async function readAll(term: string, sort: SearchQuery["sort"]) {
    const ids: string[] = []
    const far: boolean[] = []
    const ways = new Set<string>()
    let cursor: string | null = null
    do {
      const { lists } = await searchEverything({ ...baseQuery, term, tab: "market", sort, cursor }, reader)
      ids.push(...(lists[0]?.hits.map((hit) => hit.id) ?? []))
      far.push(...(lists[0]?.hits.map((hit) => hit.isFar) ?? []))
      cursor = lists[0]?.next ?? null
      if (cursor !== null) ways.add(atob(cursor).split(",").slice(1, 3).join(" "))
    } while (cursor !== null)
    const steps = ids.map((id) => stepOf(regionById.get(id) ?? ""))
    expect(far).toEqual(steps.map((step) => step === 3))
    return {
      sort,
      found: ids.length,
      different: new Set(ids).size,
      ways: [...ways],
      isNearFirst: steps.every((step, index) => index === 0 || step >= (steps[index - 1] ?? 0)),
    }
  }
  const SORTS = ["recommended", "newest", "cheap", "dear"] as const

  test("is near first over all of its pages, each thing once, in every order", async () => {
    await addMany("물조리개", 70)
    await drainEvents()
    for (const sort of SORTS)
      expect(await readAll("물조리개", sort)).toEqual({
        sort,
        found: 70,
        different: 70,
        ways: ['"all" false'],
        isNearFirst: true,
      })
  })
  test("is so of a common term too, which is read step by step along the order", async () => {
    await addMany("모종삽", 360, 6)
    await drainEvents()
    await rebuildIndex()
    for (const sort of SORTS)
      expect(await readAll("모종삽", sort)).toEqual({
        sort,
        found: 360,
        different: 360,
        ways: ['"all" true', '"titles" true'],
        isNearFirst: true,
      })
    const first = await searchEverything({ ...baseQuery, term: "모종삽", tab: "market" }, reader)
    expect(first.counts.market).toBe(100)
    expect(first.nearRegion).toBe("11710")
    expect(
      (await countQueries(() => searchEverything({ ...baseQuery, term: "모종삽" }, reader))).queries,
    ).toBeLessThanOrEqual(5)
  })
  test("begins anew by a cursor of another place", async () => {
    const { lists } = await searchEverything({ ...baseQuery, term: "물조리개", tab: "market" }, reader)
    const cursor = lists[0]?.next ?? null
    const moved = { ...reader, neighbourhood: { regionCode: "26350", range: "city" } } as const
    const read = async (at: string | null) =>
      (
        await searchEverything({ ...baseQuery, term: "물조리개", tab: "market", cursor: at }, moved)
      ).lists[0]?.hits.map((hit) => hit.id)
    expect(cursor).not.toBeNull()
    expect(await read(cursor)).toEqual(await read(null))
  })
})
