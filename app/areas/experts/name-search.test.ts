import { describe, expect, test } from "vitest"
import {
  buildNameKeys,
  parseNameSearch,
  type NameKeys,
  type NameSearchWord,
} from "../../basics/name-search.ts"
import { getExpertSearchKeys } from "./name-search.ts"

/** Whether all words of a term are in `keys`, as the lists ask the database. */
const isNamed = (keys: NameKeys, words: readonly (NameSearchWord | null)[]): boolean =>
  words.length > 0 && words.every((word) => word !== null && keys[word.keyField].includes(word.key))
const expert = getExpertSearchKeys({
  name: "김도현",
  businessName: "도현도배",
  oneLine: "하루 한 집만 맡아요",
  categories: ["interior"],
  prices: [{ name: "실크 도배" }, { name: "욕실 수리" }],
})
const finds = (term: string) => isNamed(expert, parseNameSearch(term))

describe("an expert is found", () => {
  test.each([
    ["by name", "김도현"],
    ["by the beginning of a name", "김도"],
    ["while the last syllable is being typed", "김도ㅎ"],
    ["by a trade", "인테리어"],
    ["by what is on the price list", "실크"],
    ["with and without spaces", "욕실수리"],
    ["by words in any order", "도배 김도현"],
    ["by initial consonants", "ㄱㄷㅎ"],
    ["by initial consonants of a service", "ㅇㅅㅅㄹ"],
    ["on the wrong keyboard", "ehqo"],
  ])("%s", (_, term) => expect(finds(term)).toBe(true))

  test.each([
    ["by another name", "박서연"],
    ["by a word that is only marks", "%%"],
    ["by nothing", "  "],
    ["when one word is missing", "도배 이사"],
  ])("not %s", (_, term) => expect(finds(term)).toBe(false))
})

test("a term is read to its first words and no further", () => {
  expect(parseNameSearch("가 ".repeat(50))).toHaveLength(8)
  expect(parseNameSearch("가".repeat(500))[0]?.key.length).toBe(200)
})

test("an emoji stays whole where a term is cut", () =>
  expect(parseNameSearch("🙂".repeat(120))).toEqual([null]))

test("keys hold nothing that a pattern reads as a wildcard", () =>
  expect(buildNameKeys(["100% 정직_한 \\ 작업"]).searchKey).not.toMatch(/[%_\\]/))
