/** A term that somebody has written as it was typed is no typing error, wherever it stands. */
import { expect, test } from "vitest"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { countQueries } from "../../../platform/db.server.ts"
import { drainEvents } from "../../../platform/events.server.ts"
import { registerSubscriptions } from "../../../subscriptions.server.ts"
import { createTestSource } from "../fixtures.ts"
import { searchEverything } from "./search.server.ts"

withDatabase()
registerSubscriptions()
const items = createTestSource("item", "market")

test("takes two queries for a term that only other texts have, and looks for no typing error", async () => {
  await items.add("탁자 하나", { searchWords: ["호두나무 원목으로 만들었어요"] })
  await items.add("호두나물 한 봉지")
  await drainEvents()
  const search = (term: string) =>
    searchEverything({
      term,
      tab: "market",
      category: null,
      region: null,
      sort: "recommended",
      cursor: null,
    })
  // What is kept for a minute is read first.
  await search("탁자")
  const { result, queries } = await countQueries(() => search("호두나무"))
  expect(result.lists[0]?.hits.map((hit) => hit.title)).toEqual(["탁자 하나"])
  expect([queries, result.correctedTerm]).toEqual([2, null])
  // A part of a word may have been meant otherwise.
  const { result: partly } = await countQueries(() => search("호두나모"))
  expect(partly.lists[0]?.hits.map((hit) => hit.title)).toContain("탁자 하나")
})
