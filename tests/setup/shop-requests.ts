/**
 * What the tests of the shop's requests share: where an answer leads, what it says, and the form of a
 * checkout.
 */
import type { Person } from "#app/areas/accounts/fixtures.ts"
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
