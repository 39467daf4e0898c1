/** Price offers, deals, reviews and keyword alerts of the market over HTTP. */
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import {
  createDeal,
  createTestOffer,
  createItemForSale,
  sendMessageAboutItem,
} from "#app/areas/market/fixtures.ts"
import { items, itemTalks, priceOffers } from "#app/areas/market/schema.server.ts"
import { blockPerson } from "#app/areas/trust/service/blocks.server.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let seller: Person
let buyer: Person
let stranger: Person
beforeAll(async () => {
  registerSubjects()
  seller = await createPerson({ name: "박판매" })
  buyer = await createPerson({ name: "최구매", nickname: "하얀두부" })
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

describe("price offers", () => {
  test("are made by others above half the price, one at a time, for the seller to answer", async () => {
    const itemId = await createItemForSale(seller)
    for (const [priceWon, sentence] of [
      ["1000", "40,000원부터 제안할 수 있어요"],
      ["80000", "판매 가격보다 낮은 금액을"],
      ["x", "제안 금액"],
    ] as const) {
      const answer = await act(buyer, itemId, { intent: "offer", priceWon })
      expect([priceWon, answer.status, (await answer.text()).includes(sentence)]).toEqual([
        priceWon,
        400,
        true,
      ])
    }
    expect((await act(seller, itemId, { intent: "offer", priceWon: "70000" })).status).toBe(409)
    expect(
      (
        await act(buyer, itemId, {
          intent: "offer",
          priceWon: "70,000",
          state: "accepted",
          buyerId: stranger.actor.userId,
        })
      ).status,
    ).toBe(302)
    expect((await act(buyer, itemId, { intent: "offer", priceWon: "75000" })).status).toBe(409)
    await app.drainEvents()
    expect(await page("/notifications", seller)).toContain("70,000원에 사고 싶다는 제안이 왔어요")
    const [made] = await db().select().from(priceOffers).where(eq(priceOffers.itemId, itemId))
    expect(made).toMatchObject({ state: "offered", buyerId: buyer.actor.userId, priceWon: 70_000 })
    const decide = { intent: "decide-offer", offerId: made?.id ?? "", decision: "accept" }
    expect([(await act(buyer, itemId, decide)).status, (await act(stranger, itemId, decide)).status]).toEqual(
      [404, 404],
    )
    expect((await act(seller, itemId, decide)).status).toBe(302)
    expect((await act(seller, itemId, decide)).status).toBe(409)
    await app.drainEvents()
    expect(await page("/notifications", buyer)).toContain("70,000원 제안을 판매자가 수락했어요")
  })
})

test("an offer of the blocked is refused in words and heard of by nobody", async () => {
  const itemId = await createItemForSale(seller)
  const blocked = await createPerson()
  await blockPerson(seller.actor, blocked.actor.userId)
  const answer = await act(blocked, itemId, { intent: "offer", priceWon: "70000" })
  expect([answer.status, (await answer.text()).includes("가격을 제안할 수 없어요.")]).toEqual([409, true])
  await app.drainEvents()
  expect(await db().select().from(priceOffers).where(eq(priceOffers.itemId, itemId))).toEqual([])
})

test("a reserved item invites nobody to make an offer, and its seller still sees whose came", async () => {
  const itemId = await createItemForSale(seller)
  await createTestOffer(buyer.actor, itemId, 70_000)
  expect(await page(`/marketplace/${itemId}`, stranger)).toContain("가격 제안 가능")
  expect((await act(seller, itemId, { intent: "reserve", buyerId: buyer.actor.userId })).status).toBe(302)
  expect(await page(`/marketplace/${itemId}`, stranger)).not.toContain("가격 제안 가능")
  expect(await page(`/marketplace/${itemId}`, seller)).toContain("하얀두부 · ")
})

describe("closing a deal", () => {
  test("is offered with who talked or offered, and with nobody else", async () => {
    const itemId = await createItemForSale(seller)
    const nobody = await createPerson({ name: "모르는분" })
    await sendMessageAboutItem(buyer.actor, itemId)
    await app.drainEvents()
    expect(await db().select().from(itemTalks).where(eq(itemTalks.itemId, itemId))).toMatchObject([
      { userId: buyer.actor.userId },
    ])
    expect(await page(`/marketplace/${itemId}`, seller)).toContain("하얀두부")
    const wrong = await act(seller, itemId, { intent: "reserve", buyerId: nobody.actor.userId })
    expect([
      wrong.status,
      (await wrong.text()).includes("채팅하거나 가격을 제안한 분만 고를 수 있어요."),
    ]).toEqual([409, true])
    expect((await act(seller, itemId, { intent: "reserve", buyerId: "" })).status).toBe(400)
    expect((await act(buyer, itemId, { intent: "reserve", buyerId: buyer.actor.userId })).status).toBe(404)
    expect((await act(seller, itemId, { intent: "reserve", buyerId: buyer.actor.userId })).status).toBe(302)
    expect(await row(itemId)).toMatchObject({
      state: "reserved",
      buyerId: buyer.actor.userId,
      dealWon: 80_000,
    })
    expect((await act(seller, itemId, { intent: "release" })).status).toBe(302)
    expect(await row(itemId)).toMatchObject({ state: "selling", buyerId: null })
  })
  test("of two people reserved for at once one gets it, and the other is told so with 409", async () => {
    for (let round = 0; round < 10; round += 1) {
      const itemId = await createItemForSale(seller)
      await db()
        .update(items)
        .set({ createdAt: new Date(Date.now() - 48 * HOUR_MS) })
        .where(eq(items.id, itemId))
      const people = await Promise.all([1, 2, 3, 4, 5].map(() => createPerson()))
      for (const person of people) await createTestOffer(person.actor, itemId, 50_000)
      const answers = await Promise.all(
        people.map((person) => act(seller, itemId, { intent: "reserve", buyerId: person.actor.userId })),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([302, 409, 409, 409, 409])
      const winner = answers.findIndex((answer) => answer.status === 302)
      expect(await row(itemId)).toMatchObject({ state: "reserved", buyerId: people[winner]?.actor.userId })
      const loser = answers.find((answer) => answer.status === 409)
      expect(await loser?.text()).toContain("이미 다른 분에게 예약됐거나 거래가 끝났어요.")
    }
  })
  test("many sellers closing deals at once all get an answer", async () => {
    const deals = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const person = await createPerson()
        const itemId = await createItemForSale(person)
        await createTestOffer(buyer.actor, itemId, 50_000)
        return { person, itemId }
      }),
    )
    const answers = await Promise.all(
      deals.map(({ person, itemId }) => act(person, itemId, { intent: "sell", buyerId: buyer.actor.userId })),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([302]))
  })
  test("a reserved item is sold to its buyer alone; a sale is undone until it is reviewed", async () => {
    const { itemId } = await createDeal("reserved", { seller, buyer })
    expect((await act(seller, itemId, { intent: "sell", buyerId: "none" })).status).toBe(409)
    expect(place(await act(seller, itemId, { intent: "sell", buyerId: buyer.actor.userId }))).toEqual([
      302,
      `/marketplace/${itemId}/review`,
    ])
    expect(await row(itemId)).toMatchObject({ state: "sold", dealWon: 70_000 })
    expect((await act(seller, itemId, { intent: "reopen" })).status).toBe(302)
    expect((await act(seller, itemId, { intent: "reserve", buyerId: buyer.actor.userId })).status).toBe(302)
    expect((await act(seller, itemId, { intent: "sell", buyerId: buyer.actor.userId })).status).toBe(302)
    await app.post(
      `/marketplace/${itemId}/review`,
      { verdict: "good", body: "좋은 거래였어요." },
      { cookie: buyer.cookie },
    )
    const late = await act(seller, itemId, { intent: "reopen" })
    expect([late.status, (await late.text()).includes("후기가 있는 거래는 되돌릴 수 없어요.")]).toEqual([
      409,
      true,
    ])
  })
  test("an unknown intent is told so", async () => {
    const itemId = await createItemForSale(await createPerson())
    expect((await act(buyer, itemId, { intent: "steal" })).status).toBe(400)
  })
})

describe("reviews", () => {
  test("both sides write one after the sale, and they count on the person's page", async () => {
    const { itemId, ...people } = await createDeal("sold")
    const path = `/marketplace/${itemId}/review`
    expect([
      await status(path, stranger),
      (await app.post(path, { verdict: "good" }, { cookie: stranger.cookie })).status,
    ]).toEqual([404, 404])
    const empty = await app.post(path, { verdict: "good" }, { cookie: people.buyer.cookie })
    expect([empty.status, (await empty.text()).includes("하나 이상 고르거나 후기를 적어 주세요.")]).toEqual([
      400,
      true,
    ])
    expect(
      (await app.post(path, { verdict: "good", "tags[]": "불친절했어요" }, { cookie: people.buyer.cookie }))
        .status,
    ).toBe(400)
    for (const person of [people.buyer, people.seller]) {
      expect(
        place(
          await app.post(
            path,
            { verdict: "good", "tags[]": ["응답이 빨라요"], body: "시간을 잘 지키셨어요." },
            { cookie: person.cookie },
          ),
        ),
      ).toEqual([302, `/marketplace/${itemId}`])
      expect(
        (await app.post(path, { verdict: "bad", body: "다시 써요." }, { cookie: person.cookie })).status,
      ).toBe(409)
    }
    const ofSeller = await page(`/marketplace/seller/${people.seller.actor.userId}?show=reviews`)
    for (const text of ["시간을 잘 지키셨어요.", "응답이 빨라요", people.buyer.actor.profile?.name ?? ""])
      expect(ofSeller).toContain(text)
    await app.drainEvents()
    expect(await page("/notifications", people.seller)).toContain("거래 후기가 도착했어요")
  })
  test("a deal is no review of anybody before it is done", async () => {
    const { itemId, ...people } = await createDeal("reserved")
    expect(await status(`/marketplace/${itemId}/review`, people.buyer)).toBe(404)
    expect(
      (
        await app.post(
          `/marketplace/${itemId}/review`,
          { verdict: "good", body: "좋아요, 벌써요." },
          { cookie: people.buyer.cookie },
        )
      ).status,
    ).toBe(409)
  })
})

describe("keyword alerts", () => {
  test("notify of new items with the words, in the region and price range", async () => {
    const [waiting, elsewhere] = [await createPerson(), await createPerson()]
    expect(
      (
        await app.post(
          "/my-info/keywords",
          { intent: "add", keyword: "원목 책장", regionCode: "11", maxWon: "100000" },
          { cookie: waiting.cookie },
        )
      ).status,
    ).toBe(302)
    expect(
      (
        await app.post(
          "/my-info/keywords",
          { intent: "add", keyword: "책장", regionCode: "26" },
          { cookie: elsewhere.cookie },
        )
      ).status,
    ).toBe(302)
    expect(
      (
        await app.post(
          "/my-info/keywords",
          { intent: "add", keyword: "원목 책장", regionCode: "11", maxWon: "100000" },
          { cookie: waiting.cookie },
        )
      ).status,
    ).toBe(409)
    expect(
      (await app.post("/my-info/keywords", { intent: "add", keyword: "!!" }, { cookie: waiting.cookie }))
        .status,
    ).toBe(400)
    await createItemForSale(await createPerson(), { title: "튼튼한 원목 5단 책장" })
    await app.drainEvents()
    expect(await page("/notifications", waiting)).toContain("‘원목 책장’ 새 물건이 올라왔어요")
    expect(await page("/notifications", elsewhere)).not.toContain("새 물건이 올라왔어요")
  })
  test("follow their owner's neighbourhood, and take no unknown region and no made-up range", async () => {
    const person = await createPerson({ regionCode: "11740" })
    const add = (fields: Record<string, string>) =>
      app.post("/my-info/keywords", { intent: "add", keyword: "그네", ...fields }, { cookie: person.cookie })
    for (const [fields, sentence] of [
      [{ range: "everywhere" }, "알림 받을 곳을 목록에서 골라 주세요."],
      [{ range: "region", regionCode: "99999" }, "지역을 목록에서 다시 골라 주세요."],
      [{ range: "region" }, "알림 받을 지역을 골라 주세요."],
    ] as const) {
      const answer = await add(fields)
      expect([answer.status, (await answer.text()).includes(sentence)]).toEqual([400, true])
    }
    expect(await page("/my-info/keywords", person)).not.toContain('name="alertId"')
    expect((await add({ range: "own" })).status).toBe(302)
    expect(await page("/my-info/keywords", person)).toMatch(/강동구<\/p>/)
    await createItemForSale(await createPerson(), { title: "아이 그네", regionCode: "11710" })
    await app.drainEvents()
    expect(await page("/notifications", person)).not.toContain("새 물건이 올라왔어요")
    const moved = await app.post(
      "/neighbourhood",
      { intent: "choose", regionCode: "11710" },
      { cookie: person.cookie },
    )
    expect(moved.status).toBe(302)
    await createItemForSale(await createPerson(), { title: "마당 그네", regionCode: "11710" })
    await app.drainEvents()
    expect(await page("/notifications", person)).toContain("‘그네’ 새 물건이 올라왔어요")
  })
  test("are removed by whose they are", async () => {
    const [one, other] = [await createPerson(), await createPerson()]
    await app.post("/my-info/keywords", { intent: "add", keyword: "기타" }, { cookie: one.cookie })
    const alertId = /name="alertId" value="([^"]+)"/.exec(await page("/my-info/keywords", one))?.[1] ?? ""
    await app.post("/my-info/keywords", { intent: "remove", alertId }, { cookie: other.cookie })
    expect(await page("/my-info/keywords", one)).toContain(alertId)
    await app.post("/my-info/keywords", { intent: "remove", alertId }, { cookie: one.cookie })
    expect(await page("/my-info/keywords", one)).not.toContain(alertId)
  })
})

test("an item's page says what it is called in one heading of the first level", async () => {
  const itemId = await createItemForSale(await createPerson(), { title: "하나뿐인 찻잔" })
  const html = await (await app.get(`/marketplace/${itemId}`)).text()
  expect(html.match(/<h1[^>]*>[^<]*/g)).toEqual([expect.stringContaining("하나뿐인 찻잔")])
})
