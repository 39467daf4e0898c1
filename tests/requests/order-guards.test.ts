/** Who may open the screens of orders and experts. */
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { EXPERT_STATES } from "#app/areas/experts/rules.ts"
import { createOpenOrder } from "#app/areas/orders/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { createProposalFields } from "../setup/proposal-requests.ts"

const app = withApp()
const location = (answer: Response) => answer.headers.get("Location")

let customer: Person
let expert: Expert
let admin: Person
let orderId: string
beforeAll(async () => {
  customer = await createPerson({ name: "박서연" })
  expert = await createExpert()
  admin = await createPerson({ role: "admin" })
  orderId = await createOpenOrder(customer.actor)
})

describe("the guards of specification §6", () => {
  const screens = [
    ["/expert-dashboard", "expert-dashboard"],
    ["/expert-dashboard/requests", "expert-requests"],
    ["/expert-dashboard/proposals", "expert-proposals"],
  ] as const

  for (const [path, file] of screens) {
    test(`${path} is for experts; all others go to the first page`, async () => {
      for (const cookie of [undefined, customer.cookie, admin.cookie]) {
        const options = cookie ? { cookie } : {}
        const page = await app.get(path, options)
        expect([page.status, location(page)]).toEqual([302, "/"])
        for (const address of [`${path}.data`, `${path}.data?_routes=areas/experts/screens/${file}`]) {
          expect(await (await app.get(address, options)).text()).not.toContain(
            expert.actor.profile?.name ?? "김도현",
          )
        }
      }
      expect((await app.get(path, { cookie: expert.cookie })).status).toBe(200)
    })
  }

  test("a person whose profile is missing sees nothing there and waits", async () => {
    const person = await createPerson({ userType: "expert" })
    await db().delete(profiles).where(eq(profiles.userId, person.actor.userId))
    for (const path of [...screens.map(([each]) => each), "/admin", "/admin/experts"]) {
      const page = await app.get(path, { cookie: person.cookie })
      expect(page.status).toBe(200)
      expect(
        /<main[^>]*>([\s\S]*?)<\/main>/.exec(await page.text())?.[1]?.replaceAll(/<!--.*?-->/g, ""),
      ).toBe("")
    }
  })

  test("a proposal is for approved experts, and somebody else's open request", async () => {
    const path = `/orders/${orderId}/propose`
    expect(location(await app.get(path))).toContain("/login?returnTo=")
    expect(location(await app.get(path, { cookie: customer.cookie }))).toBe("/")
    for (const state of EXPERT_STATES.filter((each) => each !== "approved")) {
      const other = await createExpert({ state })
      expect(location(await app.get(path, { cookie: other.cookie }))).toBe("/expert-dashboard")
      const answer = await app.post(path, createProposalFields({ intent: "send" }), { cookie: other.cookie })
      expect(location(answer)).toBe("/expert-dashboard")
    }
    for (const wrong of [
      "/orders/nonsense/propose",
      "/orders/01890000-0000-7000-8000-000000000000/propose",
    ]) {
      expect((await app.get(wrong, { cookie: expert.cookie })).status).toBe(404)
    }
    expect((await app.get(path, { cookie: expert.cookie })).status).toBe(200)
  })

  test("every screen of the expert stays within six queries", async () => {
    for (const path of [...screens.map(([each]) => each), `/orders/${orderId}/propose`, "/expert-signup"]) {
      const page = await app.get(path, { cookie: expert.cookie })
      expect(Number(page.headers.get("X-Queries")), path).toBeLessThanOrEqual(6)
    }
  })
})
