/** A category that the office renames or hides: what visitors see of it, and that what was asked goes on. */
import { expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createOpenOrder } from "#app/areas/orders/fixtures.ts"
import { withApp } from "../setup/app.ts"
import { getLocation, getPageText } from "../setup/shop-requests.ts"

const app = withApp()
const SCREEN = "/admin/settings/questions/moving"

test("a hidden category is offered nowhere, and its requests go on", async () => {
  const admin = await createPerson({ role: "admin" })
  const [customer, expert] = [await createPerson(), await createExpert({ categories: ["moving"] })]
  const orderId = await createOpenOrder(customer.actor, { category: "moving", service: "원룸이사" })
  const at = { cookie: admin.cookie }
  const save = { intent: "category", category: "moving", label: "이사·운송", description: "원룸·용달·보관" }

  const long = await app.post(SCREEN, { ...save, version: "0", label: "이사와 운송과 보관" }, at)
  expect([long.status, await getPageText(long)]).toEqual([400, expect.stringContaining("8자")])
  expect(getLocation(await app.post(SCREEN, { ...save, version: "0" }, at))).toBe(SCREEN)
  // Visitors' pages are up to five seconds old: members' are not.
  const home = await getPageText(app.get("/", { cookie: customer.cookie }))
  expect([home.includes("이사·운송"), home.includes("원룸·용달·보관")]).toEqual([true, true])
  expect(await getPageText(app.get("/category/moving", { cookie: customer.cookie }))).toContain("이사·운송")

  await app.post(SCREEN, { ...save, version: "1", isHidden: "on" }, at)
  const stale = await app.post(SCREEN, { ...save, version: "1" }, at)
  expect(stale.status).toBe(409)
  const as = { cookie: customer.cookie }
  expect((await app.get("/category/moving", as)).status).toBe(404)
  for (const path of ["/", "/experts", "/sitemap", "/orders/new"])
    expect([path, (await getPageText(app.get(path, as))).includes("/category/moving")]).toEqual([path, false])
  expect(await getPageText(app.get("/orders/new", as))).not.toContain('value="moving"')
  expect(getLocation(await app.get("/orders/new?category=moving&step=service", as))).toBe("/orders/new")
  expect(getLocation(await app.get(`/orders/new?expert=${expert.expertId}`, as))).toBe("/orders/new")
  expect(await getPageText(app.get("/sitemaps/pages.xml"))).not.toContain("/category/moving")
  const order = await app.get(`/orders/${orderId}`, as)
  expect([order.status, (await order.text()).includes("이사·운송")]).toEqual([200, true])
  const proposing = await app.get(`/orders/${orderId}/propose`, { cookie: expert.cookie })
  expect(proposing.status).toBe(200)
})
