import fc from "fast-check"
import { sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { newId } from "../../../basics/ids.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { countQueries, db, inTransaction } from "../../../platform/db.server.ts"
import { drainEvents } from "../../../platform/events.server.ts"
import { registerSubscriptions } from "../../../subscriptions.server.ts"
import { createExpert, type Expert } from "../../experts/fixtures.ts"
import { updatePublicPage, updatePrices } from "../../experts/service/public-page.server.ts"
import { expertSubject } from "../../experts/service/subject.server.ts"
import { createTestSource } from "../fixtures.ts"
import { SEARCH_TABS } from "../rules.ts"
import { fillEmptyIndex, rebuildIndex } from "./rebuild.server.ts"
import { searchEverything, type SearchQuery } from "./search.server.ts"
import { listSuggestions } from "./suggest.server.ts"
import {
  updatePopularTerms,
  isShareable,
  recordSearch,
  listPopularTerms,
  listTermsStartingWith,
  flushSearches,
} from "./terms.server.ts"
import { toFuzzyKey } from "../fuzzy-rules.ts"

withDatabase()
registerSubscriptions()
const items = createTestSource("item", "market")
const jobs = createTestSource("hire", "jobs")

const baseQuery: Omit<SearchQuery, "term"> = {
  tab: null,
  category: null,
  region: null,
  sort: "recommended",
  cursor: null,
}
const search = (term: string, more: Partial<SearchQuery> = {}) =>
  searchEverything({ ...baseQuery, term, ...more })
const titles = async (term: string, more: Partial<SearchQuery> = {}) =>
  (await search(term, { tab: "market", ...more })).lists.flatMap((list) => list.hits.map((hit) => hit.title))

describe("the index", () => {
  test("holds a thing once it was told of, and not any more once it is hidden, closed or gone", async () => {
    const id = await items.add("빨간 자전거")
    await drainEvents()
    expect(await titles("자전거")).toEqual(["빨간 자전거"])
    await items.change(id, { hidden: true })
    await drainEvents()
    expect(await titles("자전거")).toEqual([])
    await items.change(id, { hidden: false })
    await drainEvents()
    items.forget(id)
    await items.tell(id)
    await drainEvents()
    expect(await titles("자전거")).toEqual([])
  })
  test("is right whatever the order and the number of events", async () => {
    const id = await items.add("파란 텐트")
    await items.change(id, { title: "초록 텐트" })
    await items.tell(id)
    await drainEvents()
    await items.tell(id)
    await drainEvents()
    expect(await titles("텐트")).toEqual(["초록 텐트"])
    expect(await titles("파란")).toEqual([])
  })
  test("is built anew from the sources: what was missed comes, what is not there any more goes", async () => {
    const [missed, left] = [await items.add("접이식 의자", { hidden: true }), await items.add("흔들 의자")]
    await drainEvents()
    await items.change(missed, { hidden: false }, true)
    items.forget(left)
    expect(await rebuildIndex()).toBeGreaterThan(0)
    expect(await titles("의자")).toEqual(["접이식 의자"])
  })
  test("is filled by itself where it was never filled", async () => {
    await db().execute(sql`delete from search_entries`)
    await fillEmptyIndex()
    expect(await titles("의자")).toEqual(["접이식 의자"])
  })
})

describe("experts are found", () => {
  let paperer: Expert
  let mover: Expert
  const ids = async (term: string, more: Partial<SearchQuery> = {}) =>
    (await search(term, { tab: "services", ...more })).lists.flatMap((list) => list.hits.map((hit) => hit.id))
  beforeAll(async () => {
    paperer = await createExpert({
      name: "남궁달",
      businessName: "달빛공방",
      oneLine: "이음매가 보이지 않게",
      categories: ["interior"],
      regions: ["11650"],
    })
    mover = await createExpert({
      name: "표이사",
      businessName: "한걸음",
      oneLine: "약속한 시간에",
      categories: ["moving"],
      regions: ["26"],
    })
    await createExpert({
      name: "남궁숨",
      businessName: "숨은공방",
      state: "suspended",
      categories: ["interior"],
    })
    await rebuildIndex()
  })
  test.each(["남궁달", "남궁", "ㄴㄱㄷ", "skarndekf", "달빛 공방", "인테리어 남궁", "남궁딜"])(
    "by %s, and only those everybody may see",
    async (term) => expect(await ids(term)).toEqual([paperer.expertId]),
  )
  test("within a category and a region only, where one is asked for", async () => {
    expect(await ids("남궁", { category: "moving" })).toEqual([])
    expect(await ids("남궁", { category: "interior" })).toEqual([paperer.expertId])
    expect(await ids("표이사", { region: "26350" })).toEqual([mover.expertId])
    expect(await ids("표이사", { region: "11" })).toEqual([])
  })
  test("by what they have written since, told by events alone", async () => {
    expect(await ids("실크벽지")).toEqual([])
    await updatePrices(paperer.actor, { prices: [{ name: "실크 벽지", unit: "평", priceWon: 62_000 }] })
    await updatePublicPage(paperer.actor, {
      oneLine: "천장 몰딩 전문",
      introduction: "소개입니다. 열네 해째 한길을 걷고 있어요.",
      workHours: "",
      warranty: "",
      avatar: null,
      cover: null,
    })
    await drainEvents()
    expect(await ids("실크벽지")).toEqual([paperer.expertId])
    expect(await ids("몰딩")).toEqual([paperer.expertId])
    expect(await ids("이음매")).toEqual([])
  })
  test("not while they are hidden", async () => {
    await inTransaction(
      (tx) => expertSubject.setHidden?.(tx, mover.expertId, "신고") ?? Promise.resolve(false),
    )
    await drainEvents()
    expect(await ids("표이사")).toEqual([])
    await inTransaction((tx) => expertSubject.setHidden?.(tx, mover.expertId, null) ?? Promise.resolve(false))
    await drainEvents()
    expect(await ids("표이사")).toEqual([mover.expertId])
  })
})

describe("services are found", () => {
  const labels = async (term: string) => (await search(term)).services.map((found) => found.label)
  test("the one called so first, then those that begin so", async () => {
    const found = await labels("도배")
    expect(found[0]).toBe("도배")
    expect(found).toContain("도배 부분 보수")
  })
  test("with a typing error, and the word that was meant is said", async () => {
    expect((await search("보일라")).correctedTerm).toBe("보일러")
    expect(await labels("보일라")).toEqual(await labels("보일러"))
    expect((await labels("도벼"))[0]).toBe("도배")
  })
})

describe("what is found", () => {
  beforeAll(async () => {
    await items.add("무선 이어폰", { priceWon: 30_000, rank: 0.2, at: new Date("2026-11-01T00:00:00Z") })
    await items.add("이어폰 새상품", {
      priceWon: 90_000,
      rank: 0.1,
      at: new Date("2026-11-03T00:00:00Z"),
      regionCodes: ["26350"],
    })
    await items.add("가죽 지갑", {
      searchWords: ["이어폰"],
      priceWon: null,
      rank: 0.9,
      at: new Date("2026-11-02T00:00:00Z"),
    })
    await jobs.add("이어폰 매장 판매", { searchWords: ["구인"] })
    await drainEvents()
  })
  test("stands under the tab of its kind, with the number of each, the best of all together", async () => {
    const found = await search("이어폰")
    expect(found.counts).toEqual({ services: 0, jobs: 1, market: 3, shop: 0 })
    expect(found.lists.map((list) => list.tab)).toEqual(["jobs", "market"])
  })
  test("is ordered by how near the title is, then by rank", async () =>
    expect(await titles("이어폰")).toEqual(["이어폰 새상품", "무선 이어폰", "가죽 지갑"]))
  test.each([
    ["newest", ["이어폰 새상품", "가죽 지갑", "무선 이어폰"]],
    ["cheap", ["무선 이어폰", "이어폰 새상품", "가죽 지갑"]],
    ["dear", ["이어폰 새상품", "무선 이어폰", "가죽 지갑"]],
  ] as const)("can be ordered %s, without a price last", async (sort, expected) =>
    expect(await titles("이어폰", { sort })).toEqual(expected),
  )
  test("is narrowed to a region, in the list and in the numbers", async () => {
    expect(await titles("이어폰", { region: "26" })).toEqual(["이어폰 새상품"])
    expect((await search("이어폰", { region: "26" })).counts).toMatchObject({ market: 1, jobs: 0 })
  })
  test("is found by a synonym", async () => expect((await search("알바")).counts.jobs).toBe(1))
  test("is found with spaces where none belong", async () =>
    expect(await titles("이 어 폰")).toContain("무선 이어폰"))
  test("comes page by page, each thing once, in every order", async () => {
    for (let at = 0; at < 60; at += 1)
      await items.add(`화분 ${at % 3 === 0 ? "도자기" : ""}`, {
        rank: (at % 7) / 10,
        priceWon: (at % 5) * 1000,
        at: new Date(Date.UTC(2026, 0, 1 + (at % 9))),
      })
    await drainEvents()
    for (const sort of ["recommended", "newest", "cheap", "dear"] as const) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const { lists } = await search("화분", { tab: "market", sort, cursor })
        seen.push(...(lists[0]?.hits.map((hit) => hit.id) ?? []))
        cursor = lists[0]?.next ?? null
      } while (cursor !== null)
      expect([sort, seen.length, new Set(seen).size]).toEqual([sort, 60, 60])
    }
  })
  test.each(["", "zzz", "W10", "WyJyZWNvbW1lbmRlZCIsImFsbCIsMSwieCIsInkiXQ"])(
    "begins at the first page where the cursor %j cannot be read",
    async (cursor) => {
      expect((await search("화분", { tab: "market", cursor })).lists[0]?.hits).toHaveLength(24)
    },
  )
  test("takes at most five queries, also where typing errors are looked for", async () => {
    for (const term of ["이어폰", "이어픈", "없는말들", "이 어 픈"])
      expect((await countQueries(() => search(term))).queries).toBeLessThanOrEqual(5)
  })
})

test.each([
  "",
  "   ",
  "%_",
  "\u0000",
  "\ud800",
  "가".repeat(5_000),
  "' or 1=1 --",
  "{}[]\\",
  "ㄱ",
  "🙂🙂",
  "ㅋㅋㅋㅋㅋㅋ",
])("%j is answered", async (term) => {
  expect(Object.keys((await search(term)).counts)).toEqual([...SEARCH_TABS])
})

test("every title is found with one typing error in each of its words", async () => {
  const known = [
    "원목 식탁",
    "접시 세트",
    "전기 주전자",
    "캠핑 랜턴",
    "아기 침대",
    "무소음 키보드",
    "스탠드 조명",
    "강아지 울타리",
    "등산 배낭",
    "골프 클럽",
  ]
  for (const title of known) await items.add(title)
  await drainEvents()
  const medials = 28
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...known), fc.nat(20), fc.nat(20), async (title, index, other) => {
      // Another vowel in one syllable of each word: one key of the keyboard, or one more.
      const typed = title.split(" ").map((word) => {
        const units = [...word]
        const at = index % units.length
        const code = (units[at] ?? "가").charCodeAt(0) - 0xac00
        const simple = [0, 4, 8, 13, 18, 20]
        const vowel = simple[other % simple.length] ?? 0
        const changed = [
          ...units.slice(0, at),
          String.fromCharCode(0xac00 + Math.floor(code / 588) * 588 + vowel * medials + (code % medials)),
          ...units.slice(at + 1),
        ].join("")
        const distance = Math.abs((toFuzzyKey(changed) ?? "").length - (toFuzzyKey(word) ?? "").length)
        const wasCompound = [9, 10, 11, 14, 15, 16, 19].includes(Math.floor((code % 588) / medials))
        return distance > 1 || wasCompound ? word : changed
      })
      expect([typed.join(" "), await titles(typed.join(" "))]).toEqual([
        typed.join(" "),
        expect.arrayContaining([title]),
      ])
    }),
    { numRuns: 60 },
  )
}, 60_000)

describe("popular terms", () => {
  test.each([
    ["도배", true],
    ["에어컨 설치", true],
    ["01012345678", false],
    ["공일공 1234 5678", false],
    ["김씨 010-1234-5678", false],
    ["a@b.kr", false],
    ["가".repeat(30), false],
    ["1", false],
  ])("%s may be told: %s", (term, told) => expect(isShareable(term)).toBe(told))
  test("are told once three different people found something by them, and not before", async () => {
    for (const who of ["a", "b"]) recordSearch("커튼 세탁", "all", who)
    recordSearch("커튼 세탁", "all", "a")
    await updatePopularTerms()
    expect(await listPopularTerms(10)).not.toContain("커튼 세탁")
    recordSearch("커튼 세탁", "all", "c")
    await updatePopularTerms()
    expect(await listPopularTerms(10)).toContain("커튼 세탁")
    expect(await listTermsStartingWith({ letters: "zjx", initials: "" }, 5)).toContain("커튼 세탁")
  })
  test("are kept without saying who", async () => {
    recordSearch("비밀 없는 말", "all", "127.0.0.1")
    await flushSearches()
    const rows = await db().execute(sql`select * from search_terms where term = '비밀 없는 말'`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain("127.0.0.1")
  })
})

describe("suggestions", () => {
  test("come with the half of a syllable", async () => {
    const found = await listSuggestions("도ㅂ")
    expect(found.map((one) => one.text)).toContain("도배")
    expect(found.find((one) => one.kind === "service")?.href).toContain("/orders/new?category=")
  })
  test("come by initials, on the wrong keyboard, with an error, in any spacing, as results do", async () => {
    for (const title of ["실크 벽지 도배 풀세트", "합지 벽지 도배 풀", "벽지 도배 주걱"])
      await items.add(title)
    await rebuildIndex()
    const texts = async (typed: string) => (await listSuggestions(typed)).map((one) => one.text)
    for (const typed of [
      "ㅂㅈㄷㅂ",
      "qweq",
      "벽지도배",
      "qurwlehqo",
      "ㅂㅈ ㄷㅂ",
      "벽지 ㄷㅂ",
      "벽 지 도 배",
    ])
      expect([typed, await texts(typed)]).toEqual([typed, expect.arrayContaining(["벽지 도배"])])
    for (const typed of ["ㅂㅈ", "qw", "qurwl", "벽ㅈ", "벅지", "벽지".normalize("NFD")])
      expect([typed, await texts(typed)]).toEqual([typed, expect.arrayContaining(["벽지"])])
  })
  test("read no more than they need where a half-typed syllable has thousands of things", async () => {
    await items.add("누각 그림 액자", { pictureId: newId() })
    await rebuildIndex()
    expect((await listSuggestions("누ㄱ")).map((one) => one.text)).toContain("누각 그림 액자")
    expect((await countQueries(() => listSuggestions("누가ㄱ"))).queries).toBeLessThanOrEqual(5)
  })
  test("name a thing once, and nothing that only a description brings", async () => {
    for (const _ of [1, 2, 3]) await items.add("퀼로 훌라 망원경", { pictureId: newId() })
    await items.add("탁상 액자", { pictureId: newId(), searchWords: ["퀼로 훌라"] })
    await rebuildIndex()
    expect(await titles("퀼로")).toContain("탁상 액자")
    const things = (await listSuggestions("퀼로")).filter((one) => one.kind === "thing")
    expect(things.map((one) => one.text)).toEqual(["퀼로 훌라 망원경"])
  })
  test("name what is called so before the many that only a description brings", async () => {
    await items.add("온림온갈 백자 화병", { pictureId: newId(), rank: 0.1 })
    // Their initial consonants are the same, and they come first in the order.
    for (let n = 0; n < 20; n += 1)
      await items.add(`놀잇감 ${n}`, { pictureId: newId(), rank: 0.9, searchWords: ["어린이가 놀던 것"] })
    await rebuildIndex()
    expect((await titles("ㅇㄹㅇㄱ"))[0]).toBe("온림온갈 백자 화병")
    for (const typed of ["ㅇㄹㅇㄱ", "dfdr", "온림온ㄱ"]) {
      const things = (await listSuggestions(typed)).filter((one) => one.kind === "thing")
      expect([typed, things.map((one) => one.text)]).toEqual([typed, ["온림온갈 백자 화병"]])
    }
  })
  test("come by initial consonants of what many people look for", async () => {
    for (const who of ["a", "b", "c"]) recordSearch("옥상 방수", "all", who)
    await updatePopularTerms()
    for (const typed of ["ㅇㅅㅂㅅ", "ㅇㅅㅂ", "dtqt"])
      expect([typed, (await listSuggestions(typed)).map((one) => one.text)]).toEqual([
        typed,
        expect.arrayContaining(["옥상 방수"]),
      ])
  })
  test("and results come of a word that is two", async () =>
    expect(await titles("qweq")).toContain("벽지 도배 주걱"))
  test("name experts", async () =>
    expect((await listSuggestions("남궁달")).map((one) => one.kind)).toContain("expert"))
  test.each(["", " ", "%", "\u0000"])("are none for %j", async (typed) =>
    expect(await listSuggestions(typed)).toEqual([]),
  )
  test("take two queries, and none for the same again", async () => {
    expect((await countQueries(() => listSuggestions("이어"))).queries).toBeLessThanOrEqual(3)
    expect((await countQueries(() => listSuggestions("이어"))).queries).toBe(0)
  })
})
