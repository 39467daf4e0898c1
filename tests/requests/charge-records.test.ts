/** One held charge in the back office: its records, and a refund that is asked for anew once refused. */
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { sendPaymentNews } from "#app/areas/money/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { withApp } from "../setup/app.ts"
import { createFailedRefund } from "../setup/failed-refund.ts"

const app = withApp()

let [finance, reviewer] = [] as unknown as [Person, Person]
beforeAll(async () => {
  finance = await createPerson({ role: "admin", officeRole: "finance" })
  reviewer = await createPerson({ role: "admin", officeRole: "reviewer" })
})

test("a refund that was refused says so, and goes out once it can", async () => {
  const { chargeId, refundId, customer } = await createFailedRefund()
  const path = `/admin/charges/${chargeId}`
  const read = async (by = finance) => {
    const response = await app.get(path, { cookie: by.cookie })
    return { status: response.status, text: await response.text() }
  }
  const retry = (id: string, by = finance) =>
    app.post(path, { intent: "retry_refund", refundId: id }, { cookie: by.cookie })
  const before = await read()
  expect([before.status, before.text.includes("다시 환불하기"), before.text.includes("장부")]).toEqual([
    200,
    true,
    true,
  ])
  expect([(await read(reviewer)).status, (await read(customer)).status]).toEqual([404, 302])
  expect([(await retry(refundId, reviewer)).status, (await retry(newId())).status]).toEqual([404, 404])
  // The provider refuses as long as it is not known who has the money.
  expect((await retry(refundId)).status).toBe(302)
  expect((await read()).text).toContain("다시 환불하기")
  await sendPaymentNews(chargeId)
  expect((await retry(refundId)).status).toBe(302)
  expect((await read()).text).not.toContain("다시 환불하기")
  expect((await retry(refundId)).status).toBe(409)
})

test("the list leads to the records of each charge, and they to the request", async () => {
  const { chargeId, orderId } = await createFailedRefund()
  const list = await app.get("/admin/charges?queue=all", { cookie: finance.cookie })
  expect(await list.text()).toContain(`href="/admin/charges/${chargeId}"`)
  const owner = await createPerson({ role: "admin" })
  const page = await app.get(`/admin/charges/${chargeId}`, { cookie: owner.cookie })
  expect(await page.text()).toContain(`href="/admin/orders/${orderId}"`)
})
