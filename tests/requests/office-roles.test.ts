/** Each role of the office has its own screens and decisions; those of others are not there. */
import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { OFFICE_ROLES, ROLE_RIGHTS, type OfficeRole } from "#app/areas/accounts/rules.ts"
import { canOpen } from "#app/areas/admin/parts/admin-menu.ts"
import { createTicket } from "#app/areas/content/fixtures.ts"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { createOfficeFixture } from "../setup/office-fixture.ts"

const app = withApp()

/** Whom each screen is there for, besides the owner. */
const SCREENS: readonly (readonly [string, readonly OfficeRole[]])[] = [
  ["/admin", ["support", "reviewer", "finance", "content"]],
  ["/admin/inbox", ["support", "reviewer", "finance", "content"]],
  ["/admin/figures", ["finance", "content"]],
  ["/admin/figures?view=people", ["finance", "content"]],
  ["/admin/users", ["support", "reviewer", "finance"]],
  ["/admin/purchases", ["support", "reviewer", "finance"]],
  ["/admin/tickets", ["support"]],
  ["/admin/tickets/macros", ["support"]],
  ["/admin/experts", ["reviewer"]],
  ["/admin/reports", ["reviewer"]],
  ["/admin/payouts", ["finance"]],
  ["/admin/bulk/experts?move=review", ["reviewer"]],
  ["/admin/bulk/tickets?move=close", ["support"]],
  ["/admin/bulk/reports?move=triage", ["reviewer"]],
  ["/admin/bulk/payouts?move=start", ["finance"]],
  ["/admin/reconciliation", ["finance"]],
  ["/admin/notices", ["content"]],
  ["/admin/banners", ["content"]],
  ["/admin/banners/new", ["content"]],
  ["/admin/campaigns", ["content"]],
  ["/admin/campaigns/new", ["content"]],
  ["/admin/settings/coupons", ["content"]],
  ["/admin/settings", []],
  ["/admin/rights", []],
  ["/admin/audit", []],
]

const people = new Map<OfficeRole, Person>()
beforeAll(async () => {
  for (const officeRole of OFFICE_ROLES)
    people.set(officeRole, await createPerson({ role: "admin", officeRole }))
})
const cookieOf = (role: OfficeRole) => ({ cookie: people.get(role)?.cookie ?? "" })

test("screens of others' work answer 404, also where their data alone is asked for", async () => {
  const wrong: string[] = []
  for (const [path, roles] of SCREENS)
    for (const role of OFFICE_ROLES)
      for (const address of [path, path.replace(/(\?|$)/, ".data$1")]) {
        const expected = role === "owner" || roles.includes(role) ? 200 : 404
        const { status } = await app.get(address, cookieOf(role))
        if (status !== expected) wrong.push(`${role} ${address} ${status}`)
      }
  expect(wrong).toEqual([])
})

test("a screen offers no way to one of others' work", async () => {
  const { orderId, expert } = await createOrderInState("in_progress")
  const { sale, customer } = await createOfficeFixture()
  await createTicket(customer.actor.userId, "언제 오나요?")
  const records = [
    `/admin/orders/${orderId}`,
    `/admin/purchases/${sale.groupId}`,
    `/admin/users/${customer.actor.userId}`,
    `/admin/users/${expert?.expertId}`,
  ]
  const wrong: string[] = []
  for (const role of OFFICE_ROLES)
    for (const path of [...SCREENS.map(([screen]) => screen), ...records]) {
      const page = await (await app.get(path, cookieOf(role))).text()
      const [, main = ""] = /<main([\s\S]*)<\/main>/.exec(page) ?? []
      for (const [, to = ""] of main.matchAll(/href="(\/admin[^"?#]*)/g))
        if (!canOpen(to, ROLE_RIGHTS[role])) wrong.push(`${role} ${path} ${to}`)
    }
  expect(wrong).toEqual([])
})

test("forms of others' work are refused within the office's frame", async () => {
  const wrong: string[] = []
  for (const [path, roles] of SCREENS.filter(([, allowed]) => allowed.length < OFFICE_ROLES.length - 1))
    for (const role of OFFICE_ROLES) {
      if (role === "owner" || roles.includes(role)) continue
      const answer = await app.post(path, { intent: "save", move: "start" }, cookieOf(role))
      const isFramed = (await answer.text()).includes('aria-label="관리자 메뉴"')
      if (answer.status < 404 || answer.status > 405 || !isFramed)
        wrong.push(`${role} ${path} ${answer.status} ${isFramed}`)
    }
  expect(wrong).toEqual([])
})

test("what is not there is said within the office's frame, and is not remembered", async () => {
  const ticketId = await createTicket((await createPerson()).actor.userId, "남의 문의")
  const closed = `/admin/tickets/${ticketId}`
  for (const path of ["/admin/settings", closed, `/admin/orders/${newId()}`]) {
    const answer = await app.get(path, cookieOf("finance"))
    const page = await answer.text()
    expect(answer.status, path).toBe(404)
    expect([page.includes('aria-label="관리자 메뉴"'), page.includes("찾는 화면이 없어요")]).toEqual([
      true,
      true,
    ])
    expect(page.includes("남의 문의")).toBe(false)
  }
  const refused = await app.post(closed, { intent: "close" }, cookieOf("finance"))
  expect([refused.status, (await refused.text()).includes('aria-label="관리자 메뉴"')]).toEqual([404, true])
  const looked = await db().execute(sql`
    select from admin_recent_records where record_id = ${ticketId}::uuid`)
  expect(looked.length).toBe(0)
})

test("the menu has what there is, and a table is saved by those whose work it is", async () => {
  const page = await (await app.get("/admin/inbox", cookieOf("finance"))).text()
  expect([page.includes('href="/admin/payouts"'), page.includes('href="/admin/tickets"')]).toEqual([
    true,
    false,
  ])
  expect((await app.post("/admin/export/tickets", {}, cookieOf("finance"))).status).toBe(404)
  for (const [kind, roles] of [
    ["figures", ["owner", "finance", "content"]],
    ["cohorts", ["owner", "finance", "content"]],
    ["cash_receipts", ["owner", "finance"]],
  ] as const)
    for (const role of OFFICE_ROLES) {
      const { status } = await app.post(`/admin/export/${kind}`, { reason: "월간 보고" }, cookieOf(role))
      expect(status, `${kind} ${role}`).toBe(roles.some((each) => each === role) ? 200 : 404)
    }
})

test("a question is answered by support, not by who reviews experts", async () => {
  const ticketId = await createTicket((await createPerson()).actor.userId, "언제 되나요?")
  const close = (role: OfficeRole) =>
    app.post(`/admin/tickets/${ticketId}`, { intent: "close" }, cookieOf(role))
  expect((await close("reviewer")).status).toBe(404)
  expect((await close("support")).status).toBe(302)
})
