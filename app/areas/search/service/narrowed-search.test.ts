import { expect, test } from "vitest"
import { NO_MARK_FILTERS, type MarkFilters } from "../../../basics/subject.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { drainEvents } from "../../../platform/events.server.ts"
import { registerSubscriptions } from "../../../subscriptions.server.ts"
import { createTestSource } from "../fixtures.ts"
import { searchEverything } from "./search.server.ts"

withDatabase()
registerSubscriptions()
const items = createTestSource("item", "market")

const search = (filters: Partial<MarkFilters>, tab: "market" | "jobs" = "market") =>
  searchEverything({
    term: "램프",
    tab,
    category: null,
    filters: { ...NO_MARK_FILTERS, ...filters },
    region: null,
    sort: "cheap",
    cursor: null,
  })
const titles = async (filters: Partial<MarkFilters>) =>
  (await search(filters)).lists.flatMap((list) => list.hits.map((hit) => hit.title))

test("a search is narrowed by the filters of its area: marks of each group, a range of prices", async () => {
  const add = (title: string, marks: string[], priceWon: number | null) =>
    items.add(title, { marks, priceWon })
  await add("램프 하나", ["lamp:new", "lamp:parcel"], 10_000)
  await add("램프 둘", ["lamp:used"], 20_000)
  await add("램프 셋", ["lamp:new"], null)
  await drainEvents()
  expect(await titles({ marks: [["lamp:new", "lamp:used"], ["lamp:parcel"]] })).toEqual(["램프 하나"])
  expect(await titles({ marks: [["lamp:new", "lamp:used"]] })).toHaveLength(3)
  expect(await titles({ minWon: 10_001 })).toEqual(["램프 둘"])
  expect(await titles({ maxWon: 10_000 })).toEqual(["램프 하나"])
  expect(await titles({ marks: [["lamp:unknown"]] })).toEqual([])
  const { counts } = await search({ marks: [["lamp:used"]] }, "jobs")
  expect(counts).toMatchObject({ jobs: 0, market: 3 })
})
