/** Second-hand goods that are paid safely, over HTTP and without scripts. */
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createMeetingDeal, createSafeDeal, createSafeItem, findDealRow } from "#app/areas/market/fixtures.ts"
import { getMeetingCode } from "#app/areas/market/service/deal-steps.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
beforeAll(registerSubjects)

const get = (person: Person, path: string) => app.get(path, { cookie: person.cookie })
const text = async (person: Person, path: string) => (await get(person, path)).text()
const post = (person: Person, path: string, fields: Record<string, string>) =>
  app.post(path, fields, { cookie: person.cookie })
const MAX_QUERIES = 6

test("the page of a deal, where it begins and one's list ask the database little", async () => {
  const { dealId, buyer, seller } = await createSafeDeal("claimed")
  const itemId = await createSafeItem(seller)
  for (const [person, path] of [
    [buyer, `/marketplace/${itemId}`],
    [buyer, `/marketplace/${itemId}/buy`],
    [buyer, `/marketplace/deals/${dealId}`],
    [seller, `/marketplace/deals/${dealId}`],
    [buyer, "/my-info/deals"],
    [seller, "/my-info/deals?side=sold"],
  ] as const) {
    const answer = await get(person, path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(Number(answer.headers.get("X-Queries")), path).toBeLessThanOrEqual(MAX_QUERIES)
  }
})

test("what is missing in the form of a purchase is said beside it, and what was typed stays", async () => {
  const [seller, buyer] = [await createPerson(), await createPerson()]
  const itemId = await createSafeItem(seller)
  const path = `/marketplace/${itemId}/buy`
  const typed = { intent: "parcel", method: "parcel", recipient: "최구매", zonecode: "1", priceWon: "1" }
  const refused = await post(buyer, path, typed)
  const page = await refused.text()
  expect(refused.status).toBe(400)
  expect(page).toContain("최구매")
  expect(page).toContain("우편번호")
  const right = {
    ...typed,
    phone: "01012345678",
    zonecode: "06236",
    address: "서울 강남구 테헤란로 1",
    consent: "on",
    thirdPartyConsent: "on",
  }
  const done = await post(buyer, path, right)
  expect(done.headers.get("Location")).toMatch(/^\/pay\//)
  expect(await text(buyer, done.headers.get("Location") ?? "")).toContain("84,000원")
  // Sent again it is the same deal.
  expect((await post(buyer, path, right)).headers.get("Location")).toBe(done.headers.get("Location"))
  const other = await post(await createPerson(), path, right)
  expect([other.status, (await other.text()).includes("그사이 다른 분에게 예약됐거나")]).toEqual([409, true])
})

test("an item is switched to safe payment within its limits, with what the parcel costs", async () => {
  const seller = await createPerson()
  const itemId = await createSafeItem(seller)
  const fields = {
    title: "원목 식탁",
    category: "furniture",
    condition: "light",
    priceWon: "900",
    "methods[]": "parcel",
    parcelFeeBy: "buyer",
    safe: "on",
    regionCode: "11650",
    description: "이사하면서 내놓아요. 4인용이고 튼튼해요.",
  }
  const refused = await post(seller, `/marketplace/edit/${itemId}`, fields)
  const page = await refused.text()
  expect(refused.status).toBe(400)
  expect(page).toContain("안심결제는 1,000원부터 5,000,000원까지 쓸 수 있어요.")
  expect(page).toContain("안심결제로 함께 받을 택배비를 입력해 주세요.")
})

test("a wrong code answers 400 beside its field, the right one ends the deal, once", async () => {
  const { dealId, seller, buyer } = await createMeetingDeal()
  const path = `/marketplace/deals/${dealId}`
  const code = getMeetingCode(await findDealRow(dealId))
  expect(await text(buyer, path)).toContain(code)
  expect(await text(seller, path)).not.toContain(code)
  const wrong = await post(seller, path, {
    intent: "hand_over",
    code: code === "000000" ? "111111" : "000000",
  })
  expect([wrong.status, (await wrong.text()).includes("4번 더 입력할 수 있어요.")]).toEqual([400, true])
  const stranger = await createPerson()
  expect((await post(stranger, path, { intent: "hand_over", code })).status).toBe(404)
  expect((await post(seller, path, { intent: "hand_over", code })).status).toBe(302)
  expect((await post(seller, path, { intent: "hand_over", code })).status).toBe(409)
  await app.drainEvents()
  expect(await text(seller, "/notifications")).toContain("거래가 끝났어요. 지급이 확정됐어요")
  expect(await text(buyer, "/my-info/deals")).toContain("거래완료")
})
