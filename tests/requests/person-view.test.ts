/** An administrator looks as a member sees it: what they see, and that nothing at all can be changed. */
import { eq, sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { personViews } from "#app/areas/accounts/schema.server.ts"
import { createShop } from "#app/areas/shop/fixtures.ts"
import { sellers } from "#app/areas/shop/schema.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { toCookieHeader } from "../setup/cookies.ts"
import { checksumAllTables } from "../setup/table-checksums.ts"

const app = withApp()

let [support, member] = [] as unknown as [Person, Person]
beforeAll(async () => {
  support = await createPerson({ role: "admin", officeRole: "support" })
  member = await createPerson({ name: "김하늘" })
})

const look = (at: Person, by = support) =>
  app.post(
    `/admin/users/${at.actor.userId}`,
    { intent: "view_as", reason: "주문이 안 보인다고 해요" },
    { cookie: by.cookie },
  )
async function lookAs(at: Person): Promise<string> {
  const answer = await look(at)
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/my-info"])
  return toCookieHeader(answer, support.cookie)
}

test("the member's own screens are seen, with a bar that says so, and stand in the audit log", async () => {
  const cookie = await lookAs(member)
  const page = await (await app.get("/my-info/profile", { cookie })).text()
  expect([page.includes(member.actor.email), page.includes("님이 보는 화면이에요")]).toEqual([true, true])
  const office = await app.get("/admin/inbox", { cookie })
  expect([office.status, (await office.text()).includes("님이 보는 화면이에요")]).toEqual([200, false])
  const lines = await db().select().from(auditLog).where(eq(auditLog.subjectId, member.actor.userId))
  expect(lines.map(({ action, note }) => [action, note])).toEqual([
    ["person.view_as", "주문이 안 보인다고 해요"],
  ])
})

test("whatever is sent or opened changes no row: forms, uploads, files, live posts", async () => {
  const cookie = await lookAs(member)
  await app.drainEvents()
  const before = await checksumAllTables()
  const posts = [
    "/my-info/profile",
    "/pictures",
    "/drafts/request",
    "/chat/signal",
    "/session/touch",
    "/contact",
  ]
  for (const path of posts) {
    const { status } = await app.post(path, { intent: "", name: "다른 이름" }, { cookie })
    expect([path, status]).toEqual([path, 403])
  }
  for (const path of ["/chat", "/live", "/my-info/login", "/my-info/second-factor", "/my-info/leave"]) {
    const response = await app.get(path, { cookie })
    const isLeadingOut = (await response.text()).includes("그만 보기")
    expect([path, response.status, isLeadingOut]).toEqual([path, 403, true])
  }
  for (const path of ["/", "/my-info", "/my-info/profile", "/notifications", "/orders", "/shopping", "/cart"])
    expect([path, (await app.get(path, { cookie })).status]).toEqual([path, 200])
  const after = await checksumAllTables()
  const changed = Object.keys(after).filter(
    (table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]),
  )
  // The administrator's own session is used.
  expect(changed.filter((table) => table !== "sessions" && table !== "profiles")).toEqual([])
})

test("account numbers are masked", async () => {
  const shop = await createShop()
  await db().update(sellers).set({ accountNumber: "110123456789" }).where(eq(sellers.userId, shop.sellerId))
  const cookie = await lookAs(shop)
  const page = await (await app.get("/shopping/admin/settings", { cookie })).text()
  expect([page.includes("110123456789"), page.includes("********6789")]).toEqual([false, true])
})

test("it ends by the button, by time, and with the session; nobody looks as an administrator", async () => {
  const cookie = await lookAs(member)
  const ended = await app.post("/admin/person-view", {}, { cookie })
  expect(ended.headers.get("Location")).toBe(`/admin/users/${member.actor.userId}`)
  expect((await app.get("/my-info", { cookie })).headers.get("Location")).toBe("/admin/person-view")
  const later = await lookAs(member)
  await db()
    .update(personViews)
    .set({ endsAt: sql`now() - interval '1 minute'` })
  expect((await app.get("/my-info", { cookie: later })).headers.get("Location")).toBe("/admin/person-view")
  const colleague = await createPerson({ role: "admin" })
  expect((await look(colleague)).status).toBe(409)
  const reviewer = await createPerson({ role: "admin", officeRole: "reviewer" })
  expect((await look(member, reviewer)).status).toBe(404)
  // The cookie of a view is worth nothing in another session.
  const view = (await lookAs(member)).match(/baroildang\.person_view=[^;]+/)?.[0] ?? ""
  const stranger = await app.get("/my-info", { cookie: `${colleague.cookie}; ${view}` })
  expect((await stranger.text()).includes("님이 보는 화면이에요")).toBe(false)
  const plain = await app.get("/my-info", { cookie: `${(await createPerson()).cookie}; ${view}` })
  expect((await plain.text()).includes("님이 보는 화면이에요")).toBe(false)
})
