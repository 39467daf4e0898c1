import { describe, expect, test } from "vitest"
import { parseTerm, SEARCH_TABS, type TermWord } from "./rules.ts"
import { buildVocabulary, readWithVocabulary, SHIPPED_ENTRIES, toWordKey } from "./vocabulary.ts"

const shipped = buildVocabulary([])
const keysOf = (words: readonly TermWord[]) =>
  words.map((word) => word.readings.map((reading) => reading.key))

describe("the shipped vocabulary", () => {
  test("has at least 600 nouns of every area, each once", () => {
    const nouns = SHIPPED_ENTRIES.map(({ noun }) => noun)
    expect(new Set(nouns).size).toBe(nouns.length)
    expect(nouns.length).toBeGreaterThanOrEqual(600)
    for (const tab of SEARCH_TABS)
      expect(SHIPPED_ENTRIES.filter((entry) => entry.tab === tab).length).toBeGreaterThan(90)
  })
  test("is made of words: letters and digits, nothing of the notation", () => {
    for (const { noun, synonyms, misspellings } of SHIPPED_ENTRIES)
      for (const word of [noun, ...synonyms, ...misspellings]) expect(word).toMatch(/^[가-힣A-Za-z0-9]+$/)
  })
  test("takes no word for a misspelling that is a word itself", () => {
    for (const { misspellings } of SHIPPED_ENTRIES)
      for (const word of misspellings) expect([word, shipped.isKnown(word)]).toEqual([word, false])
  })
  test.each([
    ["후라이팬", "프라이팬"],
    ["샤와기", "샤워기"],
    ["쇼파", "소파"],
    ["에어콘", "에어컨"],
    ["커텐", "커튼"],
    ["콘센또", "콘센트"],
    ["장농", "장롱"],
    ["tigkrl", null],
    ["프라이팬", null],
    ["없는말", null],
  ])("understands %s as %s", (typed, noun) => expect(shipped.correct(typed)).toBe(noun))
  test.each([
    ["수도", "배관"],
    ["알바", "구인"],
    ["나눔", "무료"],
    ["tv", "텔레비전"],
    ["노트북", "랩탑"],
  ])("knows that %s means %s too", (word, other) => {
    expect(shipped.listOthers(word)).toContain(other)
    expect(shipped.listOthers(other).map((one) => one.toLowerCase())).toContain(word)
  })
  test("calls no word its own synonym", () => {
    for (const { word } of shipped.words) expect(shipped.listOthers(word)).not.toContain(word)
  })
})

describe("a term", () => {
  test("that is misspelled is read as what is meant, and as it was typed", () => {
    const { words, corrected } = readWithVocabulary(parseTerm("후라이팬 28cm"), shipped)
    expect(corrected).toBe("프라이팬 28cm")
    expect(keysOf(words)[0]?.slice(0, 2)).toEqual([toWordKey("프라이팬"), toWordKey("후라이팬")])
  })
  test("that is right is read with its synonyms and has nothing to correct", () => {
    const { words, corrected } = readWithVocabulary(parseTerm("소파"), shipped)
    expect(corrected).toBeNull()
    expect(keysOf(words)[0]).toEqual(expect.arrayContaining([toWordKey("소파"), toWordKey("쇼파")]))
  })
})

describe("the back office", () => {
  const office = buildVocabulary([
    { word: "가마솥뚜껑", kind: "noun", noun: "가마솥뚜껑", tab: "shop" },
    { word: "솥뚜껑", kind: "synonym", noun: "가마솥뚜껑", tab: null },
    { word: "쏘파아", kind: "misspelling", noun: "소파", tab: null },
    { word: "쇼파", kind: "ignored", noun: null, tab: null },
    { word: "설탕", kind: "ignored", noun: null, tab: null },
  ])
  test("adds nouns, synonyms and misspellings", () => {
    expect(office.listOthers("솥뚜껑")).toContain("가마솥뚜껑")
    expect(office.correct("쏘파아")).toBe("소파")
    expect(office.nouns.map((noun) => noun.word)).toContain("가마솥뚜껑")
  })
  test("takes shipped words away", () => {
    expect(office.correct("쇼파")).toBeNull()
    expect(office.nouns.map((noun) => noun.word)).not.toContain("설탕")
  })
})
