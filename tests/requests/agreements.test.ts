/**
 * Changed terms: members are asked before they go on, nothing that they send is lost, and they are asked
 * once.
 */
import { beforeAll, expect, test } from "vitest"
import { eq } from "drizzle-orm"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { agreements, consents } from "#app/areas/accounts/schema.server.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
let admin: Person
let member: Person
const terms = {
  kind: "page",
  title: "이용약관",
  body: "<p>제1조 (목적) 이 약관은 회원과 바로일당의 권리와 의무를 정합니다.</p>",
  publishing: "now",
  reconsent: "on",
}
const consentsOf = (person: Person) =>
  db()
    .select({ kind: consents.kind, version: consents.version })
    .from(consents)
    .where(eq(consents.userId, person.actor.userId))

beforeAll(async () => {
  ;[admin, member] = await Promise.all([createPerson({ role: "admin" }), createPerson()])
})

test("nobody is asked while nothing has changed", async () => {
  expect((await app.get("/my-info", { cookie: member.cookie })).status).toBe(200)
  const asked = await app.get("/agree?returnTo=/faq", { cookie: member.cookie })
  expect([asked.status, asked.headers.get("Location")]).toEqual([302, "/faq"])
})

test("a version without the question asks nobody; with it the event makes everybody be asked", async () => {
  const { reconsent: _, ...quiet } = terms
  expect((await app.post("/admin/pages/terms", quiet, { cookie: admin.cookie })).status).toBeLessThan(400)
  await app.drainEvents()
  expect(await db().select().from(agreements)).toEqual([])
  expect((await app.post("/admin/pages/terms", terms, { cookie: admin.cookie })).status).toBeLessThan(400)
  await app.drainEvents()
  expect(await db().select({ kind: agreements.kind }).from(agreements)).toEqual([{ kind: "terms" }])
})

test("a screen leads to the question and back; the texts and the ways out stay open", async () => {
  const answer = await app.get("/experts?sort=rating", { cookie: member.cookie })
  expect([answer.status, answer.headers.get("Location")]).toEqual([
    302,
    "/agree?returnTo=%2Fexperts%3Fsort%3Drating",
  ])
  const asData = await app.get("/experts.data?sort=rating", { cookie: member.cookie })
  expect(await asData.text()).toContain("/agree?returnTo=%2Fexperts%3Fsort%3Drating")
  for (const open of ["/agree", "/terms", "/privacy", "/contact", "/my-info/leave", "/robots.txt"])
    expect((await app.get(open, { cookie: member.cookie })).status).toBe(200)
  expect((await app.get("/experts")).status).toBe(200)
})

test("what is sent meanwhile is taken, and agreeing needs its tick", async () => {
  const saved = await app.post("/drafts/order", { title: "도배" }, { cookie: member.cookie })
  expect(saved.headers.get("Location") ?? "").not.toContain("/agree")
  const refused = await app.post("/agree", { returnTo: "/experts" }, { cookie: member.cookie })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain("이용약관에 동의해야 계속 이용할 수 있어요")
})

test("who agrees goes on where they were, twice is once, and another site is never where", async () => {
  const sent = { terms: "on", returnTo: "/experts?sort=rating" }
  const answers = await Promise.all([
    app.post("/agree", sent, { cookie: member.cookie }),
    app.post("/agree", sent, { cookie: member.cookie }),
  ])
  for (const answer of answers) expect(answer.headers.get("Location")).toBe("/experts?sort=rating")
  expect(await consentsOf(member)).toHaveLength(1)
  expect((await app.get("/experts", { cookie: member.cookie })).status).toBe(200)
  const elsewhere = await app.post(
    "/agree",
    { terms: "on", returnTo: "//evil.example" },
    { cookie: (await createPerson()).cookie },
  )
  expect(elsewhere.headers.get("Location")).toBe("/")
})
