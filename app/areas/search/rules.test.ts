import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { convertHangulToQwerty } from "es-hangul"
import { toChoseongKey } from "../../basics/korean.ts"
import {
  cleanTerm,
  buildEntryKeys,
  convertKeyboard,
  buildPlaceMarks,
  parseJoinedTerm,
  parseSplitTerm,
  parseTerm,
  buildRegionMarks,
  SEARCH_TABS,
  listTabTokens,
} from "./rules.ts"
import { mapWordsByLetters, buildFuzzyKeys, isOneErrorApart, toFuzzyKey } from "./fuzzy-rules.ts"
import { matchesWords, scoreTitle, findMarks, findPhrase } from "./match-rules.ts"

const keys = buildEntryKeys("market", "삼성 냉장고 800L 욕실 수리", ["LG전자", "벽지 도배"])
const finds = (term: string) => matchesWords(keys, parseTerm(term))

describe("a thing is found", () => {
  test.each([
    ["by a word of its title", "냉장고"],
    ["by a part of a word", "장고"],
    ["by words in any order", "냉장고 삼성"],
    ["without the spaces", "욕실수리"],
    ["without the spaces, up to a part of the next word", "삼성냉장"],
    ["by words that are not in the title", "도배"],
    ["by digits and Latin letters in either case", "800l"],
    ["by Hangul and Latin mixed", "lg전자"],
    ["by initial consonants of the title", "ㅅㅅㄴㅈㄱ"],
    ["by initial consonants from any word on", "ㅂㅈㄷㅂ"],
    ["by initial consonants of several words", "ㅅㅅ ㅇㅅ"],
    ["on the wrong keyboard", "qurwl"],
    ["on the wrong keyboard, with more words", "tkatjd soqkdrh".replace("soqkdrh", "sodwkdrh")],
    ["by initial consonants on the wrong keyboard", "tt"],
    ["decomposed, as macOS writes it", "냉장고".normalize("NFD")],
    ["in full-width letters", "８００Ｌ"],
    ["while the last syllable is being typed", "냉장ㄱ"],
    ["by a single syllable that begins a word", "욕"],
  ])("%s: %s", (_, term) => expect(finds(term)).toBe(true))

  test.each([
    ["by another word", "세탁기"],
    ["when one word is missing", "냉장고 세탁기"],
    ["across two words that only touch each other", "고욕"],
    ["by a single syllable inside a word", "장"],
    ["by marks alone", "%_"],
    ["by nothing", "   "],
    ["by a single consonant", "ㄱ"],
  ])("not %s: %s", (_, term) => expect(finds(term)).toBe(false))

  test("by Latin letters typed on the Korean keyboard", () =>
    expect(matchesWords(buildEntryKeys("market", "iPhone 15", []), parseTerm("ㅑㅔㅙㅜㄷ"))).toBe(true))
  test("a drill is not found by who will do something for you", () => {
    const found = (text: string) =>
      matchesWords(buildEntryKeys("market", "욕실 선반", [text]), parseTerm("드릴"))
    expect(["사진 보여 드릴게요", "달아드릴께", "보내 드릴 수 있어요", "담아 드릴까요?"].map(found)).toEqual(
      Array(4).fill(false),
    )
    expect(["드릴로 달아요", "드릴 날 포함", "전동드릴도 드려요"].map(found)).toEqual(Array(3).fill(true))
  })
})

describe("a term", () => {
  test("is trimmed, has one space between words, and is cut without breaking a letter", () => {
    expect(cleanTerm("  벽지   도배 ")).toBe("벽지 도배")
    expect(cleanTerm("🙂".repeat(120))).toBe("🙂".repeat(100))
    expect(cleanTerm("벽\u0000지\ud800")).toBe("벽지\ufffd")
  })
  test("is read to its first eight words", () => expect(parseTerm("가 ".repeat(50))).toHaveLength(8))
  test("of several words is one word as well", () => {
    expect(parseJoinedTerm("욕 실 수리")?.typed).toBe("욕실수리")
    expect(parseJoinedTerm("욕실")).toBeNull()
  })
  test("asks for tokens that every thing it fits has", () => {
    for (const reading of parseTerm("냉장고")[0]?.readings ?? [])
      for (const token of listTabTokens("market", reading)) expect(keys.tokens).toContain(token)
  })
})

describe("typing errors", () => {
  test.each([
    ["벽ㅈ이", "벽지"],
    ["벅지", "벽지"],
    ["도베", "도배"],
    ["쇼파", "소파"],
    ["냉자고", "냉장고"],
    ["에어콘", "에어컨"],
  ])("%s is one error from %s", (typed, meant) => {
    const [a, b] = [toFuzzyKey(typed) ?? "", toFuzzyKey(meant) ?? ""]
    expect(isOneErrorApart(a, b)).toBe(true)
    expect(buildFuzzyKeys(a).some((key) => buildFuzzyKeys(b).includes(key))).toBe(true)
  })
  test.each([
    ["냉장고", "세탁기"],
    ["벽지", "박지수"],
  ])("%s is more than one error from %s", (typed, meant) =>
    expect(isOneErrorApart(toFuzzyKey(typed) ?? "", toFuzzyKey(meant) ?? "")).toBe(false),
  )
  test("are not guessed in words too short to tell", () => expect(toFuzzyKey("이")).toBeNull())
  test("two keys one error apart always share a near key", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."qwertasdf"), minLength: 3, maxLength: 10 })
    fc.assert(
      fc.property(
        letters,
        fc.nat(10),
        fc.constantFrom(..."qwertasdf"),
        fc.constantFrom("less", "more", "other", "swap"),
        (word, index, letter, kind) => {
          const at = index % word.length
          const typed =
            kind === "less"
              ? word.slice(0, at) + word.slice(at + 1)
              : kind === "more"
                ? word.slice(0, at) + letter + word.slice(at)
                : kind === "other"
                  ? word.slice(0, at) + letter + word.slice(at + 1)
                  : word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2)
          expect(isOneErrorApart(typed, word)).toBe(true)
          expect(buildFuzzyKeys(typed).some((key) => buildFuzzyKeys(word).includes(key))).toBe(true)
        },
      ),
    )
  })
})

describe("on the other keyboard", () => {
  test.each([
    ["qurwl", "벽지"],
    ["qweq", "ㅂㅈㄷㅂ"],
    ["ㅑㅔㅙㅜㄷ", "iphone"],
    ["sod", "냉"],
  ])("%s is %s", (typed, meant) => expect(convertKeyboard(typed)).toBe(meant))
  test.each(["벽지", "iphone1", ""])("%j is nothing else", (typed) =>
    expect(convertKeyboard(typed)).toBeNull(),
  )
})

describe("a word is read as two", () => {
  const split = (term: string) =>
    parseSplitTerm(term).map((words) => words.map((word) => word.typed).join(" "))
  test("where a space was left out, also in initial consonants and on the wrong keyboard", () => {
    expect(split("ㅂㅈㄷㅂ")).toEqual(["ㅂㅈ ㄷㅂ"])
    expect(split("qweq")).toEqual(["ㅂㅈ ㄷㅂ"])
    expect(split("벽지도배")).toEqual(["벽지 도배"])
    expect(split("qurwlehqo")).toEqual(["벽지 도배"])
    expect(split("거실벽지도배")).toEqual(["거실 벽지도배", "거실벽 지도배", "거실벽지 도배"])
  })
  test.each(["벽지", "도배집", "벽지 도배", "iphone", "가".repeat(11), ""])("but not %j", (term) =>
    expect(split(term)).toEqual([]),
  )
})

describe("the words of a title that go on like what was typed", () => {
  const phrase = (title: string, term: string) => findPhrase(title, parseTerm(term))
  test.each([
    ["삼성 냉장고 팔아요", "냉장", "냉장고"],
    ["삼성 냉장고 팔아요", "ㄴㅈ", "냉장고"],
    ["실크 벽지, 도배까지", "ㅂㅈㄷㅂ", "벽지 도배"],
    ["도배 잘하는 집, 벽지도", "벽지 ㄷㅂ", "벽지 도배"],
    ["이사하고 청소까지 해 드려요", "청소", "청소"],
    ["입주 청소해 주실 분", "청소", "청소"],
    ["욕실 청소용품", "청소", "청소용품"],
    ["수도 고쳐요", "수", "수도"],
    ["주말에 이삿짐옮겨주세요", "이삿짐", "이삿짐옮겨"],
    ["청소까지", "청소까지", "청소까지"],
    ["벽지", "qurwl", "벽지"],
    ["벽지", "장판", null],
  ])("%s by %s: %s", (title, term, expected) => expect(phrase(title, term)).toBe(expected))
})

test("the same title is nearest, then one that begins so, then one that has the words", () => {
  expect(["도배", "도배 부분 보수", "실크 도배", "장판"].map((title) => scoreTitle(title, "도배"))).toEqual([
    3, 2, 1, 0,
  ])
})

describe("what was found is marked", () => {
  const marked = (text: string, term: string) =>
    findMarks(text, parseTerm(term)).map(({ start, end }) => text.slice(start, end))
  test.each([
    ["삼성 냉장고", "냉장고", ["냉장고"]],
    ["욕실 수리 전문", "욕실수리", ["욕실 수리"]],
    ["벽지 도배", "ㅂㅈㄷㅂ", ["벽지 도배"]],
    ["벽지 도배", "qurwl", ["벽지"]],
    ["실크 벽지, 합지 벽지", "벽지", ["벽지", "벽지"]],
    ["iPhone 15", "IPHONE", ["iPhone"]],
    ["벽지", "장판", []],
  ])("in %s by %s", (text, term, expected) => expect(marked(text, term)).toEqual(expected))
})

describe("regions", () => {
  const fits = (places: readonly string[], region: string) =>
    buildPlaceMarks(places).some((mark) => buildRegionMarks(region).includes(mark))
  test("a 시·도 holds its 시·군·구", () => expect(fits(["11680"], "11")).toBe(true))
  test("what is had in a whole 시·도 is had in each of its 시·군·구", () =>
    expect(fits(["11"], "11680")).toBe(true))
  test("what is had everywhere is had anywhere", () =>
    expect([fits([], "26350"), fits(["all"], "26")]).toEqual([true, true]))
  test("a neighbour is another place", () =>
    expect([fits(["11650"], "11680"), fits(["26350"], "11")]).toEqual([false, false]))
})

test("keys hold nothing that a pattern or an array reads as more than itself", () => {
  for (const tab of SEARCH_TABS) {
    const odd = buildEntryKeys(tab, '100% 정직_한 \\ "작업", {x}', ["'; drop"])
    expect(Object.values(odd).flat().join("")).not.toMatch(/[%_\\"'{},;]/)
  }
})

describe("every title is found", () => {
  const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code))
  const word = fc.oneof(
    fc.string({ unit: syllable, minLength: 2, maxLength: 4 }),
    fc.string({ unit: fc.constantFrom(..."abcdefghxyz0123456789"), minLength: 2, maxLength: 6 }),
  )
  const title = fc.array(word, { minLength: 1, maxLength: 5 })
  test("by each of its words, in any spacing, by initial consonants, on the wrong keyboard", () => {
    fc.assert(
      fc.property(title, (words) => {
        const entry = buildEntryKeys("shop", words.join(" "), [])
        for (const one of words) {
          expect(matchesWords(entry, parseTerm(one))).toBe(true)
          if (/^[가-힣]+$/.test(one)) {
            const initials = choseongOf(one)
            expect(matchesWords(entry, parseTerm(initials))).toBe(true)
            const wrong = convertHangulToQwerty(one).toLowerCase()
            // Letters that make other syllables when typed in a row are another word.
            if (wrong === convertHangulToQwerty(one))
              expect([matchesWords(entry, parseTerm(wrong)), wrong]).toEqual([true, wrong])
          }
        }
        expect(matchesWords(entry, parseTerm(words.join("")))).toBe(true)
        expect(
          matchesWords(
            entry,
            [parseJoinedTerm([...words.join("")].join(" ").split(" ").slice(0, 8).join(" "))].filter(
              (one) => one !== null,
            ),
          ) || [...words.join("")].length < 2,
        ).toBe(true)
      }),
    )
  })
  test("by words with one error each, through the words it is spelled with", () => {
    fc.assert(
      fc.property(title, fc.nat(20), (words, index) => {
        const known = mapWordsByLetters([words.join(" ")])
        for (const [key] of known) {
          const at = index % key.length
          const typed = key.slice(0, at) + "k" + key.slice(at + 1)
          expect(
            [...known.keys()].some(
              (other) =>
                isOneErrorApart(other, typed) &&
                buildFuzzyKeys(typed).some((near) => buildFuzzyKeys(other).includes(near)),
            ),
          ).toBe(true)
        }
      }),
    )
  })
})

const initialJamo = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
const choseongOf = (text: string) =>
  [...text].map((unit) => initialJamo[Math.floor((unit.charCodeAt(0) - 0xac00) / 588)] ?? "").join("")
test("initial consonants of the test are those of the product", () =>
  expect(toChoseongKey("벽지")).toBe(toChoseongKey(choseongOf("벽지"))))
