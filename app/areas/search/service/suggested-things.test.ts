import { expect, test } from "vitest"
import { newId } from "../../../basics/ids.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { registerSubscriptions } from "../../../subscriptions.server.ts"
import { createTestSource } from "../fixtures.ts"
import { rebuildIndex } from "./rebuild.server.ts"
import { searchEverything } from "./search.server.ts"
import { listSuggestions } from "./suggest.server.ts"

withDatabase()
registerSubscriptions()
const items = createTestSource("item", "market")
const experts = createTestSource("expert", "services")

test("what only begins a misspelled noun brings the things of the noun that is meant", async () => {
  await items.add("무쇠 프라이팬 28cm", { pictureId: newId() })
  await rebuildIndex()
  expect((await listSuggestions("후라이", "market")).map(({ kind, text }) => [kind, text])).toEqual([
    ["term", "프라이팬"],
    ["thing", "무쇠 프라이팬 28cm"],
  ])
})

test("a search for what only begins a misspelled noun finds its things and says what was meant", async () => {
  await items.add("무쇠 프라이팬 28cm", { pictureId: newId() })
  await rebuildIndex()
  const search = async (isExact: boolean) =>
    searchEverything({
      term: "후라이",
      tab: null,
      category: null,
      region: null,
      sort: "recommended",
      cursor: null,
      isExact,
    })
  const found = await search(false)
  expect(found.correctedTerm).toBe("프라이팬")
  expect(found.lists.flatMap(({ hits }) => hits.map(({ title }) => title))).toContain("무쇠 프라이팬 28cm")
  expect(await search(true)).toMatchObject({ lists: [], correctedTerm: null })
})

test("initial consonants find people and services by their names, not by what they say", async () => {
  await experts.add("바른집수리", { searchWords: ["하나하나 다 알려 드려요"] })
  await rebuildIndex()
  const texts = async (typed: string) => (await listSuggestions(typed)).map(({ text }) => text)
  expect(await texts("ㅂㄹㅈㅅㄹ")).toContain("바른집수리")
  expect(await texts("ㄷㅇㄹ")).not.toContain("바른집수리")
})
