/**
 * Second-hand over HTTP, as a browser without scripts sees it: the list, posting, dealing, reviews, alerts.
 */
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import {
  createItemPicture,
  createDeal,
  createTestOffer,
  createItemForSale,
  sendMessageAboutItem,
} from "#app/areas/market/fixtures.ts"
import { itemPictures, items } from "#app/areas/market/schema.server.ts"
import { itemSubject } from "#app/areas/market/service/subject.server.ts"
import { newId } from "#app/basics/ids.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let seller: Person
let buyer: Person
let stranger: Person
beforeAll(async () => {
  registerSubjects()
  seller = await createPerson({ name: "박판매" })
  buyer = await createPerson({ name: "최구매" })
  stranger = await createPerson({ name: "남모름" })
})

const row = async (itemId: string) => (await db().select().from(items).where(eq(items.id, itemId)))[0]
const page = async (path: string, person?: Person) =>
  (await app.get(path, person ? { cookie: person.cookie } : {})).text()
const status = async (path: string, person?: Person) =>
  (await app.get(path, person ? { cookie: person.cookie } : {})).status
const act = (person: Person, itemId: string, fields: Record<string, string>) =>
  app.post(`/marketplace/${itemId}`, fields, { cookie: person.cookie })
const place = (answer: Response) => [answer.status, answer.headers.get("Location")]
const main = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ""
/** Titles of the cards of a list, in their order. */
const titles = (html: string) =>
  [
    ...main(html).matchAll(
      /(?:after:inset-0|item-card-title[^"]*"><a )[^>]*href="\/marketplace\/[\w-]{36}"[^>]*>([^<]*)<\/a>/g,
    ),
  ].map(([, title]) => title)
const unescape = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"')
const nextOf = (html: string) => unescape(/href="([^"]*after=[^"]*)"/.exec(main(html))?.[1] ?? "")

const filled = (
  pictureIds: string[],
  more: Record<string, string | string[]> = {},
): Record<string, string | string[]> => ({
  submissionKey: newId(),
  "pictureIds[]": pictureIds,
  title: "캠핑 의자 두 개",
  category: "sports",
  condition: "like_new",
  priceWon: "35,000",
  "methods[]": ["direct", "parcel"],
  parcelFeeBy: "buyer",
  regionCode: "11650",
  description: "두 번 썼고 가방도 있어요. 저녁에 만나요.",
  negotiable: "on",
  ...more,
})

describe("the list", () => {
  beforeAll(async () => {
    await createItemForSale(seller, {
      title: "빨간 접이식 자전거",
      category: "sports",
      priceWon: 120_000,
      condition: "light",
      regionCode: "26110",
      parcel: true,
      parcelFeeBy: "buyer",
      negotiable: false,
    })
    await createItemForSale(seller, {
      title: "아이 그림책 나눔",
      category: "books",
      priceWon: 0,
      condition: "heavy",
      regionCode: "26110",
      negotiable: false,
    })
    await createItemForSale(seller, {
      title: "새 선풍기",
      category: "appliance",
      priceWon: 30_000,
      condition: "new",
      regionCode: "26140",
      negotiable: true,
    })
  })
  const inBusan = async (query: string) => titles(await page(`/marketplace?region=26&${query}`))

  test.each([
    ["category=books", ["아이 그림책 나눔"]],
    ["region=26110", ["아이 그림책 나눔", "빨간 접이식 자전거"]],
    ["condition=new&condition=heavy", ["새 선풍기", "아이 그림책 나눔"]],
    ["method=parcel", ["빨간 접이식 자전거"]],
    ["min=20000&max=100000", ["새 선풍기"]],
    ["free=1", ["아이 그림책 나눔"]],
    ["offers=1", ["새 선풍기"]],
    ["sort=cheap", ["아이 그림책 나눔", "새 선풍기", "빨간 접이식 자전거"]],
    ["sort=expensive", ["빨간 접이식 자전거", "새 선풍기", "아이 그림책 나눔"]],
    ["", ["새 선풍기", "아이 그림책 나눔", "빨간 접이식 자전거"]],
    [
      "category=cars&min=x&sort=random&after=%00&condition=",
      ["새 선풍기", "아이 그림책 나눔", "빨간 접이식 자전거"],
    ],
  ])("%s", async (query, expected) => {
    const found = query.includes("region=")
      ? titles(await page(`/marketplace?${query}`))
      : await inBusan(query)
    expect(found).toEqual(expected)
  })
  test("leaves out what is sold when asked to, and shows it otherwise", async () => {
    const soldOne = await createItemForSale(seller, { title: "팔린 의자", regionCode: "26170" })
    await act(seller, soldOne, { intent: "sell", buyerId: "none" })
    expect(titles(await page("/marketplace?region=26170"))).toEqual(["팔린 의자"])
    expect(titles(await page("/marketplace?region=26170&open=1"))).toEqual([])
  })
  test("pages to the end without a gap or a double, in every order, within six queries", async () => {
    const many = await createPerson()
    const wanted = []
    for (let number = 0; number < 30; number += 1) wanted.push(`묶음 ${number}`)
    for (const [number, title] of wanted.entries())
      await db()
        .update(items)
        .set({ createdAt: new Date(Date.now() - 30 * HOUR_MS) })
        .where(
          eq(
            items.id,
            await createItemForSale(many, { title, regionCode: "50110", priceWon: (number % 4) * 1_000 }),
          ),
        )
    for (const sort of ["recent", "cheap", "expensive"]) {
      const seen: (string | undefined)[] = []
      let at = `/marketplace?region=50110&sort=${sort}`
      for (let pages = 0; at !== "" && pages < 5; pages += 1) {
        const answer = await app.get(at, { cookie: buyer.cookie })
        expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
        const html = await answer.text()
        seen.push(...titles(html))
        at = nextOf(html)
      }
      expect([sort, seen.toSorted()]).toEqual([sort, wanted.toSorted()])
    }
  })
})

describe("putting an item up", () => {
  test("a wrong form is answered beside its fields, keeps what was typed, creates nothing", async () => {
    const person = await createPerson()
    const answer = await app.post(
      "/marketplace/post",
      filled([], { title: "의", priceWon: "", "methods[]": [], description: "짧아요", condition: "broken" }),
      { cookie: person.cookie },
    )
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain('value="의"')
    expect(html).toContain("짧아요")
    for (const sentence of ["제목은 2자 이상", "설명은 10자 이상"]) expect(html).toContain(sentence)
    const unpriced = await app.post(
      "/marketplace/post",
      filled([await createItemPicture(person.actor.userId)], { priceWon: "", condition: "broken" }),
      { cookie: person.cookie },
    )
    expect([
      unpriced.status,
      (await unpriced.text()).includes("가격을 입력하거나 나눔을 골라 주세요."),
    ]).toEqual([400, true])
    expect(await db().select().from(items).where(eq(items.sellerId, person.actor.userId))).toHaveLength(0)
  })
  test("makes one item with its pictures in the order of the form, however often it is sent", async () => {
    const person = await createPerson()
    const pictures = await Promise.all(
      Array.from({ length: 10 }, () => createItemPicture(person.actor.userId)),
    )
    const order = [...pictures.slice(4), ...pictures.slice(0, 4)]
    const form = filled(order)
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.post("/marketplace/post", form, { cookie: person.cookie })),
    )
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.headers.get("Location")}`)).size).toBe(
      1,
    )
    const made = await db().select().from(items).where(eq(items.sellerId, person.actor.userId))
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({
      title: "캠핑 의자 두 개",
      priceWon: 35_000,
      negotiable: true,
      direct: true,
      parcel: true,
      state: "selling",
    })
    const kept = await db()
      .select()
      .from(itemPictures)
      .where(eq(itemPictures.itemId, made[0]?.id ?? ""))
      .orderBy(itemPictures.position)
    expect(kept.map((each) => each.pictureId)).toEqual(order)
    expect(
      (
        await app.post(
          "/marketplace/post",
          filled([...pictures, await createItemPicture(person.actor.userId)]),
          { cookie: person.cookie },
        )
      ).status,
    ).toBe(400)
  })
  test("is changed by its seller alone: other words, other pictures, another order", async () => {
    const pictures = await Promise.all([1, 2, 3].map(() => createItemPicture(seller.actor.userId)))
    const itemId = await createItemForSale(seller, { pictureIds: pictures })
    const form = filled([pictures[2] ?? "", pictures[0] ?? ""], { title: "고친 식탁", free: "on" })
    expect(await page(`/marketplace/edit/${itemId}`, seller)).toContain('value="원목 식탁"')
    expect([
      await status(`/marketplace/edit/${itemId}`, stranger),
      (await app.post(`/marketplace/edit/${itemId}`, form, { cookie: stranger.cookie })).status,
    ]).toEqual([404, 404])
    expect(place(await app.post(`/marketplace/edit/${itemId}`, form, { cookie: seller.cookie }))).toEqual([
      302,
      `/marketplace/${itemId}`,
    ])
    expect(await row(itemId)).toMatchObject({ title: "고친 식탁", priceWon: 0, negotiable: false })
    const kept = await db()
      .select()
      .from(itemPictures)
      .where(eq(itemPictures.itemId, itemId))
      .orderBy(itemPictures.position)
    expect(kept.map((each) => each.pictureId)).toEqual([pictures[2], pictures[0]])
  })
  test("pictures of somebody else do not become one's own", async () => {
    const answer = await app.post(
      "/marketplace/post",
      filled([await createItemPicture(stranger.actor.userId)]),
      { cookie: buyer.cookie },
    )
    expect(answer.status).toBe(400)
  })
  test.each([
    ["발렌타인 21년 미개봉 양주", "주류는 면허 없이 팔 수 없어요."],
    ["말보로 레드 한 보루", "담배와 전자담배는"],
    ["강아지 분양합니다", "살아 있는 동물은"],
    ["전화 주세요 010-1234-5678", "전화번호나 계좌"],
  ])("‘%s’ is refused with the reason", async (title, sentence) => {
    const answer = await app.post(
      "/marketplace/post",
      filled([await createItemPicture(seller.actor.userId)], { title }),
      { cookie: seller.cookie },
    )
    expect([answer.status, (await answer.text()).includes(sentence)]).toEqual([400, true])
  })
  test("visitors sign in first, and what they typed waits for them", async () => {
    expect(place(await app.get("/marketplace/post"))).toEqual([302, "/login?returnTo=%2Fmarketplace%2Fpost"])
    const answer = await app.post("/marketplace/post", filled([], { title: "기다리는 제목" }))
    expect([answer.status, answer.headers.get("Location")?.startsWith("/login?")]).toEqual([302, true])
  })
  test("a price is suggested once five of a kind were sold, and not before", async () => {
    const dealer = await createPerson()
    const ask = async () =>
      (await (
        await app.get(
          "/marketplace/price?category=hobby&title=%ED%81%B4%EB%9E%98%EC%8B%9D%20%EA%B8%B0%ED%83%80",
          { cookie: buyer.cookie },
        )
      ).json()) as { guide: { count: number; medianWon: number } | null }
    for (const [number, priceWon] of [90_000, 100_000, 110_000, 120_000, 95_000].entries()) {
      expect((await ask()).guide).toBeNull()
      const itemId = await createItemForSale(dealer, {
        title: `입문용 기타 ${number}`,
        category: "hobby",
        priceWon,
        negotiable: false,
      })
      await act(dealer, itemId, { intent: "sell", buyerId: "none" })
    }
    expect((await ask()).guide).toMatchObject({ word: "기타", count: 5, medianWon: 100_000 })
    expect((await app.get("/marketplace/price?category=hobby&title=x")).status).toBe(404)
  })
})

describe("an item", () => {
  test("shows its seller, its state and what is like it, within six queries for everybody", async () => {
    const itemId = await createItemForSale(seller)
    await createTestOffer(buyer.actor, itemId, 60_000)
    await sendMessageAboutItem(stranger.actor, itemId)
    for (const person of [undefined, buyer, seller]) {
      const answer = await app.get(`/marketplace/${itemId}`, person ? { cookie: person.cookie } : {})
      expect([answer.status, Number(answer.headers.get("X-Queries"))]).toEqual([
        200,
        expect.toSatisfy((queries: number) => queries <= 6),
      ])
      const html = await answer.text()
      for (const text of [
        "원목 식탁",
        "80,000원",
        seller.actor.profile?.name ?? "",
        "판매중",
        '"@type":"Product"',
      ])
        expect(html).toContain(text)
    }
    expect(await page(`/marketplace/${itemId}`, seller)).toContain("60,000원")
    expect(await page(`/marketplace/${itemId}`, stranger)).not.toContain("60,000원")
  })
  test("put away or hidden by the operator it is 404 for others, and its owner still has it", async () => {
    const itemId = await createItemForSale(seller, { title: "숨길 의자" })
    await act(seller, itemId, { intent: "put-away", away: "1" })
    expect([
      await status(`/marketplace/${itemId}`),
      await status(`/marketplace/${itemId}`, buyer),
      await status(`/marketplace/${itemId}`, seller),
    ]).toEqual([404, 404, 200])
    expect((await act(buyer, itemId, { intent: "offer", priceWon: "70000" })).status).toBe(404)
    await act(seller, itemId, { intent: "put-away", away: "0" })
    expect(await status(`/marketplace/${itemId}`)).toBe(200)
    await inTransaction(
      (tx) => itemSubject.setHidden?.(tx, itemId, "사진과 달라요.") ?? Promise.resolve(false),
    )
    expect([await status(`/marketplace/${itemId}`), await status(`/marketplace/${itemId}`, buyer)]).toEqual([
      404, 404,
    ])
    expect(await page(`/marketplace/${itemId}`, seller)).toContain("사진과 달라요.")
  })
  test("is deleted while it is for sale, not once it is reserved", async () => {
    const itemId = await createItemForSale(seller)
    expect((await act(stranger, itemId, { intent: "delete" })).status).toBe(404)
    expect(place(await act(seller, itemId, { intent: "delete" }))).toEqual([302, "/my-info/sales"])
    expect(await status(`/marketplace/${itemId}`, seller)).toBe(404)
    const reserved = await createDeal("reserved", { seller, buyer })
    expect((await act(seller, reserved.itemId, { intent: "delete" })).status).toBe(409)
  })
  test("is raised to the top once in 24 hours", async () => {
    const itemId = await createItemForSale(seller)
    const early = await act(seller, itemId, { intent: "bump" })
    expect([early.status, (await early.text()).includes("하루에 한 번만 끌어올릴 수 있어요.")]).toEqual([
      409,
      true,
    ])
    const before = new Date(Date.now() - 24 * HOUR_MS - 1_000)
    await db().update(items).set({ bumpedAt: before, createdAt: before }).where(eq(items.id, itemId))
    const answers = await Promise.all([1, 2, 3].map(() => act(seller, itemId, { intent: "bump" })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([302, 409, 409])
    expect(await page(`/marketplace/${itemId}`)).toContain("끌올")
  })
  test("is wished for, and taken off the list again", async () => {
    const itemId = await createItemForSale(seller, { title: "찜한 서랍장" })
    const wisher = await createPerson()
    await act(wisher, itemId, { intent: "wish", on: "1" })
    await act(wisher, itemId, { intent: "wish", on: "1" })
    expect(titles(await page("/my-info/wishes", wisher))).toEqual(["찜한 서랍장"])
    expect((await act(seller, itemId, { intent: "wish", on: "1" })).status).toBe(409)
    await app.post(
      `/marketplace/edit/${itemId}`,
      filled([await createItemPicture(seller.actor.userId)], { title: "찜한 서랍장", priceWon: "20000" }),
      { cookie: seller.cookie },
    )
    await app.drainEvents()
    expect(await page("/notifications", wisher)).toContain("찜한 물건의 가격이 내렸어요")
    await act(wisher, itemId, { intent: "wish", on: "0" })
    expect(titles(await page("/my-info/wishes", wisher))).toEqual([])
  })
})

test("one's own lists show what one sells and bought, by state, within six queries", async () => {
  const { itemId, ...people } = await createDeal("sold")
  const other = await createItemForSale(people.seller, { title: "아직 파는 의자" })
  await act(people.seller, await createItemForSale(people.seller, { title: "숨겨 둔 의자" }), {
    intent: "put-away",
    away: "1",
  })
  for (const [path, person, expected] of [
    ["/my-info/sales", people.seller, ["아직 파는 의자"]],
    ["/my-info/sales?tab=sold", people.seller, ["원목 식탁"]],
    ["/my-info/sales?tab=hidden", people.seller, ["숨겨 둔 의자"]],
    ["/my-info/purchases", people.buyer, ["원목 식탁"]],
  ] as const) {
    const answer = await app.get(path, { cookie: person.cookie })
    expect([path, Number(answer.headers.get("X-Queries")) <= 6]).toEqual([path, true])
    expect([path, titles(await answer.text())]).toEqual([path, expected])
  }
  expect([itemId, other].every((id) => id.length === 36)).toBe(true)
})
