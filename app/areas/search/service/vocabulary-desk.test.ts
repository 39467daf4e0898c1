import { beforeAll, describe, expect, test } from "vitest"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import type { Actor } from "../../accounts/rules.ts"
import { buildVocabulary, findNearestNoun } from "../vocabulary.ts"
import { createTestSource } from "../fixtures.ts"
import { rebuildIndex } from "./rebuild.server.ts"
import { searchEverything } from "./search.server.ts"
import { flushSearches, recordSearch } from "./terms.server.ts"
import { addWord, findVocabularyDesk, removeWord } from "./vocabulary-desk.server.ts"

withDatabase()
const items = createTestSource("item", "market")

let admin: Actor
let customer: Actor
const misspelling = { word: "쏘퐈아", kind: "misspelling", noun: "소파", tab: null } as const
const search = (term: string) =>
  searchEverything({ term, tab: "market", category: null, region: null, sort: "recommended", cursor: null })
beforeAll(async () => {
  admin = (await createPerson({ role: "admin" })).actor
  customer = (await createPerson()).actor
  await items.add("넓은 소파")
  await rebuildIndex()
})

describe("the vocabulary", () => {
  test("understands a misspelling once it was added, and not any more once it is removed", async () => {
    expect((await search("쏘퐈아")).correctedTerm).toBeNull()
    expect(await addWord(admin, misspelling)).toEqual({ ok: true })
    expect(await search("쏘퐈아")).toMatchObject({ correctedTerm: "소파", counts: { market: 1 } })
    expect((await findVocabularyDesk(admin, null)).words[0]).toEqual(misspelling)
    expect(await removeWord(admin, "쏘퐈아")).toEqual({ ok: true })
    expect((await search("쏘퐈아")).correctedTerm).toBeNull()
  })
  test("refuses what would not be understood", async () => {
    expect(await addWord(customer, misspelling)).toMatchObject({ reason: "not_found" })
    expect(await removeWord(customer, "쏘퐈아")).toMatchObject({ reason: "not_found" })
    expect(await removeWord(admin, "없는말")).toMatchObject({ reason: "not_found" })
    expect(await addWord(admin, { ...misspelling, noun: "없는낱말" })).toMatchObject({
      reason: "unknown_noun",
    })
    expect(await addWord(admin, { ...misspelling, word: "침대" })).toMatchObject({ reason: "is_word" })
    const noun = { word: "가마솥뚜껑", kind: "noun", noun: null, tab: "shop" } as const
    expect(await addWord(admin, noun)).toEqual({ ok: true })
    expect(await addWord(admin, noun)).toMatchObject({ reason: "taken" })
  })
  test("is shown to admins alone", async () =>
    expect(await findVocabularyDesk(customer, null)).toMatchObject({ words: [], misses: [] }))
})

describe("searches without a result", () => {
  test("are listed by how many people looked, with the nearest noun, until they have an answer", async () => {
    for (const who of ["a", "b", "b"]) recordSearch("세탁깅이", null, who)
    recordSearch("뷁쉛휅", null, "a")
    await flushSearches()
    const { misses } = await findVocabularyDesk(admin, null)
    expect(misses.map(({ term, people, guess }) => [term, people, guess])).toEqual([
      ["세탁깅이", 2, "세탁기"],
      ["뷁쉛휅", 1, null],
    ])
    await addWord(admin, { word: "뷁쉛휅", kind: "ignored", noun: null, tab: null })
    await addWord(admin, { word: "세탁깅이", kind: "misspelling", noun: "세탁기", tab: null })
    expect((await findVocabularyDesk(admin, null)).misses).toEqual([])
  })
  test("come near to a noun only where most of its keys were pressed", () => {
    const vocabulary = buildVocabulary([])
    expect(findNearestNoun("후라이펜스", vocabulary)).not.toBe("소파")
    expect(findNearestNoun("가나다라마바사", vocabulary)).toBeNull()
  })
})
