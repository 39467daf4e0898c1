/** The inbox over HTTP: without scripts, and against two people who decide the same thing. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { adminCases } from "#app/areas/admin/schema.server.ts"
import { refreshCases } from "#app/areas/admin/service/cases.server.ts"
import { createTicket } from "#app/areas/content/fixtures.ts"
import { listMacros, saveMacro } from "#app/areas/content/service/office-tickets.server.ts"
import { tickets } from "#app/areas/content/schema.server.ts"
import { createDisputedSafeOrder } from "#app/areas/orders/fixtures.ts"
import { answerDecision, decideDispute, proposeDecision } from "#app/areas/orders/service/disputes.server.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let [admin, colleague] = [] as unknown as [Person, Person]
beforeAll(async () => {
  admin = await createPerson({ role: "admin", name: "서지훈" })
  colleague = await createPerson({ role: "admin", name: "오나래" })
})

async function createCase(): Promise<{ caseId: string; ticketId: string; at: string }> {
  const ticketId = await createTicket((await createPerson()).actor.userId, "언제 되나요?")
  await refreshCases()
  const [found] = await db().select().from(adminCases).where(eq(adminCases.subjectId, ticketId))
  return { caseId: found?.id ?? "", ticketId, at: `/admin/tickets/${ticketId}` }
}
const send = ({ cookie }: Person, at: string, fields: Record<string, string>) =>
  app.post(at, fields, { cookie })
const stateOf = async (ticketId: string) =>
  (await db().select().from(tickets).where(eq(tickets.id, ticketId)))[0]?.state

test("a case is taken without scripts, and one comes back to where one was", async () => {
  const { caseId, at } = await createCase()
  const screen = await (await app.get(at, { cookie: admin.cookie })).text()
  expect(screen).toContain("아직 맡은 사람이 없어요")
  expect(screen).toContain('aria-keyshortcuts="t"')
  const answer = await send(admin, "/admin/inbox", { intent: "take", caseId, back: at })
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, at])
  expect(await (await app.get(at, { cookie: admin.cookie })).text()).toContain("내가 맡았어요")
  expect(await (await app.get(at, { cookie: colleague.cookie })).text()).toContain("서지훈님이 맡았어요")
})

test("a text for answers fills the answer, and the form that changes it", async () => {
  const { at } = await createCase()
  await saveMacro(admin.actor, { macroId: null, title: "환불 기간", body: "{이름}님, 사흘 걸려요." })
  const [macro] = await listMacros(admin.actor)
  const read = async (path: string) => (await app.get(path, { cookie: admin.cookie })).text()
  expect(await read(`${at}?macro=${macro?.id}`)).toContain("주인공님, 사흘 걸려요.</textarea>")
  expect(await read("/admin/tickets/macros")).toContain("{이름}님, 사흘 걸려요.</textarea>")
})

test("what leads away from the product leads to the inbox", async () => {
  const { caseId } = await createCase()
  const answer = await send(admin, "/admin/inbox", { intent: "take", caseId, back: "//evil.example" })
  expect(answer.headers.get("Location")).toBe("/admin/inbox")
})

test("what a colleague has is not decided by somebody else before it is taken over", async () => {
  const { caseId, ticketId, at } = await createCase()
  await send(colleague, "/admin/inbox", { intent: "take", caseId })
  const reply = { intent: "reply", body: "내일 됩니다." }
  const refused = await send(admin, at, reply)
  expect(refused.status).toBe(409)
  const page = await refused.text()
  expect(page).toContain("오나래님이 맡은 일이에요")
  // Within the frame, whose bar takes it over.
  expect([page.includes('aria-label="관리자 메뉴"'), page.includes("이어받기</")]).toEqual([true, true])
  // What was typed is not lost.
  expect(page).toContain("내일 됩니다.</textarea>")
  expect(await stateOf(ticketId)).toBe("open")
  const second = await send(admin, "/admin/inbox", { intent: "take", caseId })
  expect(second.status).toBe(409)
  expect(await second.text()).toContain("오나래님이 먼저 맡았어요")
  const seen = colleague.actor.userId
  expect((await send(admin, "/admin/inbox", { intent: "take", caseId, seen, back: at })).status).toBe(302)
  expect((await send(admin, at, { intent: "close" })).status).toBe(302)
  expect(await stateOf(ticketId)).toBe("closed")
})

test("a list holds the most urgent first, within the queries of a screen", async () => {
  await createCase()
  for (const path of ["/admin/inbox", "/admin/inbox?view=late", "/admin/inbox?queue=tickets&view=todo"]) {
    const page = await app.get(path, { cookie: admin.cookie })
    expect([page.status, Number(page.headers.get("X-Queries")) <= 7], path).toEqual([200, true])
  }
})

test("a decided dispute is in neither the inbox nor the list of disputes: it has its own", async () => {
  const owner = await createPerson({ name: "결정된손님" })
  const order = await createDisputedSafeOrder({ customer: owner })
  const { orderId: waiting } = await createDisputedSafeOrder({ customer: owner })
  const decision = { expertWon: 1_000_000, outcome: "cancel" as const, reason: "사진을 보고 정했어요." }
  const objection = { answer: "object" as const, note: "생각이 달라요." }
  expect(await proposeDecision(admin.actor, order.orderId, decision)).toEqual({ ok: true })
  for (const { actor } of [owner, order.expert])
    expect(await answerDecision(actor, order.orderId, objection)).toEqual({ ok: true })
  expect(await decideDispute(admin.actor, order.orderId, decision)).toEqual({ ok: true })
  const list = async (queue: string) => {
    const page = await app.get(`/admin/orders?q=결정된손&queue=${queue}`, { cookie: admin.cookie })
    return [...(await page.text()).matchAll(/href="\/admin\/orders\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
  }
  expect(await list("disputed")).toEqual([waiting])
  expect(await list("decided")).toEqual([order.orderId])
  const csv = await app.post(
    "/admin/export/orders?queue=decided",
    { reason: "점검" },
    { cookie: admin.cookie },
  )
  expect(csv.headers.get("X-Total-Rows")).toBe("1")
  expect(await csv.text()).toContain("분쟁 결정함")
  const inbox = await (await app.get("/admin/inbox?queue=disputes", { cookie: admin.cookie })).text()
  expect([inbox.includes(waiting), inbox.includes(order.orderId)]).toEqual([true, false])
  for (const at of ["/admin/orders?q=결정된손&queue=decided", `/admin/orders/${order.orderId}`])
    expect(await (await app.get(at, { cookie: admin.cookie })).text(), at).toContain("분쟁 결정함")
})
