/** The search over HTTP: what is found, how it may be typed, and that what is gone is not found any more. */
import { beforeAll, describe, expect, test } from "vitest"
import { convertHangulToQwerty } from "es-hangul"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createOpenHire, createOpenSeek } from "#app/areas/jobs/fixtures.ts"
import { createItemForSale } from "#app/areas/market/fixtures.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let seller: Person
const ids: Record<string, string> = {}
beforeAll(async () => {
  registerSubjects()
  seller = await createPerson({ name: "박판매" })
  const put = async (name: string, facts: Parameters<typeof createItemForSale>[1]) =>
    (ids[name] = await createItemForSale(seller, facts))
  await put("paper", {
    title: "실크 벽지 도배 남은 것",
    category: "tools",
    priceWon: 30_000,
    regionCode: "11650",
  })
  await put("fridge", {
    title: "삼성 양문형 냉장고 800L",
    category: "appliance",
    priceWon: 450_000,
    regionCode: "11680",
  })
  await put("table", {
    title: "원목 4인용 식탁",
    category: "furniture",
    priceWon: 80_000,
    regionCode: "26110",
  })
  await put("sofa", {
    title: "패브릭 쇼파 3인용",
    category: "furniture",
    priceWon: 120_000,
    regionCode: "26110",
  })
  await put("wideSofa", {
    title: "넓은 소파 4인용",
    category: "furniture",
    priceWon: 140_000,
    regionCode: "26110",
  })
  await put("phone", {
    title: "iPhone 15 Pro 256GB",
    category: "digital",
    priceWon: 900_000,
    regionCode: "11650",
  })
  await createOpenHire((await createPerson()).actor, { title: "캣타워 조립 도와주실 분" })
  await createOpenSeek((await createPerson()).actor, { title: "캣타워 조립 잘해요" })
  ids.expert = (await createExpert({ businessName: "달빛도배" })).expertId
  const shop = await createShop()
  ids.product = (
    await createProduct(shop.sellerId, [{ priceWon: 9_000, stock: 5 }], { title: "합지 벽지 1롤" })
  ).productId
  await inTransaction((tx) => emitSubjectChanged(tx, { kind: "product", id: ids.product ?? "" }))
  await inTransaction((tx) => emitSubjectChanged(tx, { kind: "expert", id: ids.expert ?? "" }))
  await app.drainEvents()
})

const address = (term: string, more: Record<string, string> = {}) =>
  `/search?${new URLSearchParams({ q: term, ...more })}`
const main = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ""
const read = async (term: string, more: Record<string, string> = {}) =>
  main(await (await app.get(address(term, more))).text())
/** The things found, by the names they were given above, in their order. */
const found = (html: string) =>
  [...html.matchAll(/href="\/(?:marketplace|shopping\/product|expert)\/([0-9a-f-]{36})"/g)]
    .flatMap(([, id]) => Object.keys(ids).filter((name) => ids[name] === id))
    .filter((name, at, all) => all.indexOf(name) === at)
const text = (html: string) => html.replaceAll(/<[^>]*>/g, "")
const act = (itemId: string | undefined, fields: Record<string, string>) =>
  app.post(`/marketplace/${itemId}`, fields, { cookie: seller.cookie })

describe("a term finds a listing", () => {
  test.each([
    ["as it is written", "벽지 도배", "paper"],
    ["without the space", "벽지도배", "paper"],
    ["with a space too many", "냉 장고", "fridge"],
    ["words in another order", "도배 벽지", "paper"],
    ["by initial consonants", "ㅂㅈㄷㅂ", "paper"],
    ["by a word's initial consonants", "ㄴㅈㄱ", "fridge"],
    ["with the keyboard left in English", "qurwl", "paper"],
    ["with the keyboard left in English, two words", convertHangulToQwerty("벽지 도배"), "paper"],
    ["with one typing error in a word", "냉장거", "fridge"],
    ["with a neighbouring key hit", "원목 식탈", "table"],
    ["with a syllable half typed", "냉장ㄱ", "fridge"],
    ["as a decomposed text", "냉장고".normalize("NFD"), "fridge"],
    ["Latin letters however large, and digits", "IPHONE 15", "phone"],
    ["digits alone with letters", "256gb", "phone"],
    ["by a word that means the same", "소파", "sofa"],
    ["by a word of another script that means the same", "아이폰", "phone"],
  ])("%s", async (_, term, name) => {
    expect(found(await read(term, { type: "marketplace" }))).toContain(name)
  })
  test("with the keyboard left in Korean", async () =>
    expect(found(await read("ㅑㅔㅙㅜㄷ", { type: "marketplace" }))).toContain("phone"))
})

describe("the screen", () => {
  test("shows the best of every tab with its count, and what was found is marked", async () => {
    const html = await read("벽지")
    expect(found(html)).toEqual(expect.arrayContaining(["paper", "product"]))
    expect(html).toMatch(/<mark[^>]*>벽지<\/mark>/)
    const tabs = text(/<nav aria-label="검색 범위"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "")
    expect(tabs).toMatch(/전체.*서비스·전문가\d+.*구인구직0.*중고거래\d+.*쇼핑\d+/)
  })
  test.each([
    ["marketplace", ["paper"]],
    ["shopping", ["product"]],
    ["jobs", []],
  ])("type=%s shows that tab alone", async (type, names) => {
    expect(found(await read("벽지", { type }))).toEqual(names)
  })
  test("shows what was found by the card of its area, in two queries for a tab", async () => {
    const product = await app.get(address("벽지", { type: "shopping" }))
    // The third is that of the sellers whom the filters offer, once in five seconds.
    expect(Number(product.headers.get("X-Queries"))).toBeLessThanOrEqual(3)
    expect(text(main(await product.text()))).toMatch(/합지 벽지 1롤\s*9,000원.*도착/)
    const item = await app.get(address("벽지", { type: "marketplace" }))
    expect(Number(item.headers.get("X-Queries"))).toBeLessThanOrEqual(2)
    expect(text(main(await item.text()))).toMatch(/서초구 · (?!박판매)/)
  })
  test("shows work by the cards of its area, and sorts it by what an hour pays", async () => {
    const page = await app.get(address("캣타워조립", { type: "jobs" }))
    expect(Number(page.headers.get("X-Queries"))).toBeLessThanOrEqual(2)
    const html = text(main(await page.text()))
    expect(html).toContain("시급 높은순")
    expect(html).not.toContain("낮은가격순")
    expect(html).toMatch(/캣타워\s*조립 도와주실 분.*시간당/)
    expect(html).toMatch(/캣타워\s*조립 잘해요.*경력/)
  })
  test.each([
    ["all", "조립", 2],
    ["all", "벽지", 2],
    ["services", "김도현", 2],
    ["jobs", "캣타워", 2],
    ["marketplace", "벽지", 2],
    // The sellers whom the filters offer are read once in five seconds, but here.
    ["shopping", "벽지", 3],
  ])("type=%s by %s takes %i queries, and one more to know who is signed in", async (type, term, queries) => {
    const { cookie } = await createPerson()
    const countQueries = async (as: { cookie?: string }) => {
      // What is read once a minute is read before; the page is another one than those in the cache.
      await app.get(address("장판", { type }), as)
      const page = await app.get(address(term, { type, again: as.cookie ? "1" : "2" }), as)
      expect(text(await page.text())).toMatch(/결과 [1-9]\d*\+?건/)
      return Number(page.headers.get("X-Queries"))
    }
    expect(await countQueries({})).toBe(queries)
    expect(await countQueries({ cookie })).toBe(queries + 1)
  })
  test("has the hearts of whoever looks on the cards, as forms, in no query more", async () => {
    const buyer = await createPerson()
    const heartOf = async (cookie?: string) => {
      const page = await app.get(address("벽지", { type: "shopping" }), cookie ? { cookie } : {})
      const html = main(await page.text())
      return {
        queries: Number(page.headers.get("X-Queries")),
        action: /action="(\/shopping\/product\/[0-9a-f-]{36})"/.exec(html)?.[1],
        isPressed: /aria-pressed="(true|false)" aria-label="합지 벽지 1롤 찜"/.exec(html)?.[1],
      }
    }
    const action = `/shopping/product/${ids.product}`
    expect(await heartOf()).toMatchObject({ action, isPressed: "false" })
    const before = await heartOf(buyer.cookie)
    const returnTo = address("벽지", { type: "shopping" })
    const answer = await app.post(action, { intent: "favorite", on: "1", returnTo }, { cookie: buyer.cookie })
    expect(answer.headers.get("Location")).toBe(returnTo)
    expect(await heartOf(buyer.cookie)).toEqual({ action, isPressed: "true", queries: before.queries })
    expect(await heartOf((await createPerson()).cookie)).toMatchObject({ isPressed: "false" })
  })
  test.each(["all", "repair", "interior", "moving", "demolition", "installation", "services", "nonsense"])(
    "searchType %s is answered",
    async (type) => {
      expect((await app.get(address("도배", { type }))).status).toBe(200)
    },
  )
  test("narrows by a region and by the region around it", async () => {
    expect(found(await read("식탁", { region: "26110" }))).toEqual(["table"])
    expect(found(await read("식탁", { region: "26" }))).toEqual(["table"])
    expect(found(await read("식탁", { region: "11650" }))).toEqual([])
    expect(found(await read("식탁", { region: "" }))).toEqual(["table"])
  })
  test("narrows by the filters of the market, the shop and the job lists, without a script", async () => {
    const market = { type: "marketplace" }
    expect(found(await read("식탁", { ...market, category: "furniture", max: "80000" }))).toEqual(["table"])
    expect(found(await read("식탁", { ...market, category: "digital" }))).toEqual([])
    expect(found(await read("식탁", { ...market, min: "80001" }))).toEqual([])
    const html = await read("식탁", { ...market, condition: "unknown", method: "direct" })
    expect(html).toMatch(/<aside aria-label="필터"[\s\S]*name="condition"[\s\S]*<\/aside>/)
    expect(html).toMatch(/name="q" value="식탁"/)
    const shop = { type: "shopping" }
    expect(found(await read("벽지", { ...shop, stock: "1" }))).toEqual(["product"])
    expect(found(await read("벽지", { ...shop, max: "8999" }))).toEqual([])
    const jobs = async (list: string) => (await read("캣타워", { type: "jobs", list })).match(/<article/g)
    expect([await jobs("hire"), await jobs("seek")].map((cards) => cards?.length)).toEqual([1, 1])
    expect(await read("캣타워", { type: "jobs", pay: "month" })).toContain("조건에 맞는 결과가 없어요")
  })
  test("sorts by price and by time, and pages by links without showing anything twice", async () => {
    const many = await createPerson()
    const made: string[] = []
    for (let number = 0; number < 27; number += 1)
      made.push(
        (ids[`many${number}`] = await createItemForSale(many, {
          title: `줄무늬 우산 ${number}`,
          priceWon: 1_000 + ((number * 7) % 27) * 100,
        })),
      )
    await app.drainEvents()
    for (const [sort, order] of [
      ["cheap", (a: number, b: number) => a - b],
      ["dear", (a: number, b: number) => b - a],
      ["newest", null],
      ["recommended", null],
    ] as const) {
      const seen: string[] = []
      const prices: number[] = []
      let at: string = address("우산", { type: "marketplace", sort })
      for (let pages = 0; at !== "" && pages < 4; pages += 1) {
        const answer = await app.get(at)
        expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
        const html = main(await answer.text())
        seen.push(...found(html))
        prices.push(
          ...[...html.matchAll(/<b [^>]*>([\d,]+)원<\/b>/g)].map(([, won]) =>
            Number(won?.replaceAll(",", "")),
          ),
        )
        at = (/href="([^"]*after=[^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&amp;", "&")
      }
      expect([sort, seen.length, new Set(seen).size]).toEqual([sort, made.length, made.length])
      if (order) expect(prices).toEqual(prices.toSorted(order))
    }
  })
  test("helps where nothing is found, and keeps what was typed", async () => {
    const html = await read("뷁쉛휅")
    expect(html).toContain('value="뷁쉛휅"')
    for (const words of ["결과가 없어요", "첫소리", "견적 요청하고 제안받기", "분야에서 찾기"])
      expect(text(html)).toContain(words)
  })
  test("says what it understood where the term was mistyped", async () =>
    expect(text(await read("냉장거"))).toContain("‘냉장고’로 찾은 결과예요"))
  test("finds what an administrator made a synonym, with one tap, where it had found nothing", async () => {
    const { cookie } = await createPerson({ role: "admin" })
    const path = "/admin/settings/vocabulary"
    expect(found(await read("푹신앉개"))).toEqual([])
    expect(await (await app.get(path, { cookie })).text()).toContain("푹신앉개")
    const missed = { intent: "add", missed: "푹신앉개", word: "푹신앉개", kind: "synonym" }
    const refused = await app.post(path, { ...missed, noun: "없는낱말" }, { cookie })
    expect([
      refused.status,
      text(main(await refused.text())).match(/먼저 새 낱말로 더해 주세요/g)?.length,
    ]).toEqual([400, 1])
    expect((await app.post(path, { ...missed, noun: "소파" }, { cookie })).status).toBe(302)
    expect(found(await read("푹신앉개"))).toContain("wideSofa")
    expect(await (await app.get(path, { cookie })).text()).not.toContain("‘푹신앉개’의 대표 낱말")
  })
  test("takes a misspelling for the noun that is meant, with a way back to what was typed", async () => {
    const html = await read("쇼파", { type: "marketplace" })
    expect(text(html)).toContain("‘소파’로 찾은 결과예요. ‘쇼파’로 찾기")
    expect(found(html)).toEqual(["wideSofa", "sofa"])
    const back = /href="([^"]*exact=1[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? ""
    const literal = main(await (await app.get(back)).text())
    expect(found(literal)).toEqual(["sofa"])
    expect(text(literal)).not.toContain("찾은 결과예요")
  })
  test.each([
    "<script>alert(1)</script>",
    "%_\\",
    "\0\u202e",
    "가".repeat(3_000),
    "' or 1=1 --",
    "ㅋㅋㅋㅋㅋ",
    "a ".repeat(500),
    "😀",
  ])("the term %j is answered within six queries", async (term) => {
    const answer = await app.get(address(term))
    expect([answer.status, Number(answer.headers.get("X-Queries")) <= 6]).toEqual([200, true])
    expect(await answer.text()).not.toContain("<script>alert(1)")
  })
})

describe("what is hidden, closed or deleted", () => {
  const isThere = async (term: string) => found(await read(term, { type: "marketplace" }))
  test("is not found from the next event on, and comes back when it is shown again", async () => {
    ids.lamp = await createItemForSale(seller, { title: "황동 스탠드 램프" })
    await app.drainEvents()
    expect(await isThere("황동")).toEqual(["lamp"])
    await act(ids.lamp, { intent: "put-away", away: "1" })
    await app.drainEvents()
    expect(await isThere("황동")).toEqual([])
    await act(ids.lamp, { intent: "put-away", away: "0" })
    await app.drainEvents()
    expect(await isThere("황동")).toEqual(["lamp"])
    await act(ids.lamp, { intent: "sell", buyerId: "none" })
    await app.drainEvents()
    expect(await isThere("황동")).toEqual([])
    await act(ids.lamp, { intent: "reopen" })
    await app.drainEvents()
    expect(await isThere("황동")).toEqual(["lamp"])
    await act(ids.lamp, { intent: "delete" })
    await app.drainEvents()
    expect(await isThere("황동")).toEqual([])
  })
})

describe("suggestions", () => {
  const suggested = async (term: string) =>
    (await (await app.get(`/search/suggest?${new URLSearchParams({ q: term })}`)).json()) as {
      suggestions: { kind: string; text: string; href: string | null }[]
    }
  test("are experts and services that fit what is typed so far", async () => {
    const { suggestions } = await suggested("달빛ㄷ")
    expect(suggestions).toContainEqual(
      expect.objectContaining({ kind: "expert", href: `/expert/${ids.expert}` }),
    )
    expect(
      (await suggested("도배")).suggestions.some(
        (one) => one.kind === "service" && one.href?.startsWith("/orders/new?category="),
      ),
    ).toBe(true)
  })
  test("show things of the area where one is with their price, and nouns instead of fragments", async () => {
    const answer = await app.get(`/search/suggest?${new URLSearchParams({ q: "쇼ㅍ", tab: "market" })}`)
    const { suggestions } = (await answer.json()) as {
      suggestions: { kind: string; text: string; href: string | null }[]
    }
    expect(suggestions[0]).toMatchObject({ kind: "term", text: "소파" })
    expect(suggestions.filter((one) => one.kind === "term").map((one) => one.text)).toEqual(["소파"])
  })
  test.each(["", " ", "\0", "%", "가".repeat(2_000), "zzzzzz"])(
    "of %j are none or some, never an error",
    async (term) => {
      expect(Array.isArray((await suggested(term)).suggestions)).toBe(true)
    },
  )
})
