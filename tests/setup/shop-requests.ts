/**
 * What the tests of the shop's requests share: where an answer leads, what it says, and the form of a
 * checkout and of a product.
 */
import type { Person } from "#app/areas/accounts/fixtures.ts"
import { DISCLOSURES } from "#app/areas/shop/disclosure.ts"
import { newId } from "#app/basics/ids.ts"
import type { TestApp } from "./app.ts"

export const getLocation = (answer: Response) => answer.headers.get("Location") ?? ""
export const getQueryCount = (answer: Response) => Number(answer.headers.get("X-Queries"))
/** A page's words; React parts what it put together by empty comments. */
export const getPageText = async (answer: Response | Promise<Response>) =>
  (await (await answer).text()).replaceAll("<!-- -->", "")
export const toCookieOptions = (person: Person) => ({ cookie: person.cookie })
export const getOrderParameter = (address: string) =>
  new URL(address, "http://localhost").searchParams.get("order") ?? ""
export const createCheckoutFields = (overrides: Record<string, string | string[]> = {}) => ({
  recipient: "김하늘",
  phone: "010-1234-5678",
  zonecode: "06621",
  address: "서울 서초구 서초대로 1",
  addressDetail: "101호",
  method: "card",
  consent: "on",
  thirdPartyConsent: "on",
  submissionKey: newId(),
  ...overrides,
})
export const createProductFields = (pictureId: string, overrides: Record<string, string> = {}) => ({
  submissionKey: newId(),
  intent: "propose",
  "pictureIds[]": pictureId,
  title: "튼튼한 접이식 사다리",
  brand: "",
  department: "tools",
  description: "혼자서도 들 수 있는 가벼운 알루미늄 사다리예요. 미끄럼 방지 발이 있어요.",
  listPriceWon: "60,000",
  optionLabel: "높이",
  "variants[0].id": "",
  "variants[0].was": "",
  "variants[0].name": "3단",
  "variants[0].priceWon": "45,000",
  "variants[0].stock": "7",
  "variants[1].id": "",
  "variants[1].was": "",
  "variants[1].name": "4단",
  "variants[1].priceWon": "52,000",
  "variants[1].stock": "0",
  noticeKind: "household",
  ...Object.fromEntries(
    DISCLOSURES.household.rows.map((_label, at) => [
      `notice[${at}]`,
      at % 2 === 1 ? "상세 설명 참조" : "국내 제작",
    ]),
  ),
  ...overrides,
})

/**
 * 바로구매 as a browser does it: the page of the product, the checkout, the provider's page. Returns where each
 * step led.
 */
export async function buyNow(
  app: TestApp,
  person: Person,
  productId: string,
  variantId: string,
  options: { quantity?: string; act?: string; fields?: Record<string, string | string[]> } = {},
) {
  const started = await app.post(
    `/shopping/product/${productId}`,
    {
      intent: "buy",
      variantId,
      quantity: options.quantity ?? "1",
      submissionKey: newId(),
      priceWon: "1",
      unitWon: "1",
    },
    toCookieOptions(person),
  )
  const checkout = getLocation(started)
  const placedAt = getLocation(
    await app.post(
      checkout,
      createCheckoutFields({ totalWon: "1", discountWon: "99999", ...options.fields }),
      toCookieOptions(person),
    ),
  )
  const done = getLocation(await app.post(placedAt, { act: options.act ?? "pay" }, toCookieOptions(person)))
  const last = await app.get(done, toCookieOptions(person))
  return { groupId: getOrderParameter(checkout), checkout, pay: placedAt, done, end: getLocation(last) }
}

export const createSellerApplicationFields = (
  documentId: string,
  overrides: Record<string, string> = {},
) => ({
  submissionKey: newId(),
  name: "바른공구",
  intro: "",
  phone: "010-2222-3333",
  email: "tools@example.kr",
  address: "서울 서초구 서초대로 10",
  businessName: "바른공구",
  representative: "최바른",
  businessNumber: "220-81-62517",
  mailOrderNumber: "2026-서울서초-0123",
  "documentIds[]": documentId,
  shippingWon: "3,000",
  freeFromWon: "30,000",
  returnWon: "3,000",
  dispatchDays: "1",
  bank: "우리은행",
  accountNumber: "1002-123-456789",
  accountHolder: "최바른",
  consent: "on",
  ...overrides,
})
