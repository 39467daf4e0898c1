/**
 * What the tests of the shop's requests share: where an answer leads, what it says, and the form of a
 * checkout and of a product.
 */
import type { Person } from "#app/areas/accounts/fixtures.ts"
import { DISCLOSURES } from "#app/areas/shop/disclosure.ts"
import { newId } from "#app/basics/ids.ts"

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
      at % 2 === 1 ? "상세 설명 참조" : "해당 없음",
    ]),
  ),
  ...overrides,
})
