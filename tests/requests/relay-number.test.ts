/** The relay number of an order on its screen: what the expert reads, and the switch of both. */
import { expect, test } from "vitest"
import { FLASH_COOKIE } from "#app/basics/flash.ts"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { CONTACT, createOrderInState } from "#app/areas/orders/fixtures.ts"
import { assignMissingRelays } from "#app/areas/orders/service/contact-relay.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const OWN_NUMBER = "010-1234-5678"

/** Its status, and what the next screen says. */
function toAnswer({ status, headers }: Response) {
  const flash = headers.getSetCookie().find((cookie) => cookie.startsWith(FLASH_COOKIE))
  return { status, said: decodeURIComponent(/~([^;]*)/.exec(decodeURIComponent(flash ?? ""))?.[1] ?? "") }
}

test("the expert calls by a relay number until both want the number itself", async () => {
  expect(CONTACT.contactPhone).toBe("+821012345678")
  const { orderId, customer, expert } = await createOrderInState("matched")
  const path = `/orders/${orderId}`
  const open = async ({ cookie }: Pick<Person, "cookie">) => (await app.get(path, { cookie })).text()
  const share = async ({ cookie }: Pick<Person, "cookie">, shares: string) =>
    toAnswer(await app.post(path, { intent: "share_phone", shares }, { cookie }))
  expect(await open(expert)).toContain("안심번호를 준비하고 있어요")
  await assignMissingRelays()
  const page = await open(expert)
  expect(page).toMatch(/href="tel:0504-\d{4}-\d{4}"/)
  expect(page).not.toContain(OWN_NUMBER)
  expect(page).not.toContain(CONTACT.contactPhone)
  expect(await open(customer)).toMatch(/전문가는 안심번호 0504-\d{4}-\d{4}으?로 전화해요/)

  expect(await share(expert, "yes")).toEqual({ status: 302, said: "고객에게 번호를 요청했어요" })
  expect(await open(expert)).toContain("고객에게 번호를 요청했어요")
  expect(await open(customer)).toContain("전문가가 번호를 요청했어요")
  expect(await open(expert)).toContain("요청 거두기")
  expect(await share(expert, "no")).toEqual({ status: 302, said: "번호 요청을 거뒀어요" })
  expect(await open(customer)).not.toContain("전문가가 번호를 요청했어요")
  expect((await share(expert, "yes")).status).toBe(302)
  expect((await share(customer, "maybe")).status).toBe(400)
  expect(await open(expert)).not.toContain(OWN_NUMBER)
  expect(await share(customer, "yes")).toEqual({ status: 302, said: "이제 진짜 번호가 보여요" })
  expect(await open(expert)).toContain(OWN_NUMBER)
  expect(await open(customer)).toContain("내 번호가 전문가에게 보여요")
  expect(await share(customer, "no")).toEqual({ status: 302, said: "번호를 다시 가렸어요" })
  expect(await open(expert)).not.toContain(OWN_NUMBER)

  const stranger = await createPerson()
  expect((await share(stranger, "yes")).status).toBe(404)
  const page2 = await app.get(path, { cookie: expert.cookie })
  expect(Number(page2.headers.get("X-Queries"))).toBeLessThanOrEqual(6)
})
