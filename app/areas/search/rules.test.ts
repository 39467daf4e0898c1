import { describe, expect, test } from "vitest"
import { expertKeys, isFound, keysOf, nearness, readTerm } from "./rules.ts"

const expert = expertKeys({ name: "김도현", businessName: "도현도배", oneLine: "하루 한 집만 맡아요", categories: ["interior"], prices: [{ name: "실크 도배" }, { name: "욕실 수리" }] })
const finds = (term: string) => isFound(expert, readTerm(term))

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

  test.each([["by another name", "박서연"], ["by a word that is only marks", "%%"], ["by nothing", "  "], ["when one word is missing", "도배 이사"]])("not %s", (_, term) => expect(finds(term)).toBe(false))
})

test("a term is read to its first words and no further", () => {
  expect(readTerm("가 ".repeat(50))).toHaveLength(8)
  expect(readTerm("가".repeat(500))[0]?.key.length).toBe(200)
})

test("an emoji stays whole where a term is cut", () => expect(readTerm("🙂".repeat(120))).toEqual([null]))

test("the same name comes before one that begins so, and that before others", () => {
  expect(["도배", "도배 부분 보수", "실크 도배"].map((name) => nearness(name, "도배"))).toEqual([2, 1, 0])
})

test("keys hold nothing that a pattern reads as a wildcard", () => expect(keysOf(["100% 정직_한 \\ 작업"]).searchKey).not.toMatch(/[%_\\]/))
