/** The money of the back office over HTTP: held charges, the daily reconciliation, the fees. */
import { eq, sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createSafeDeal, type SafeDeal } from "#app/areas/market/fixtures.ts"
import { payments, reconciliationDifferences } from "#app/areas/money/schema.server.ts"
import { reconcileDay } from "#app/areas/money/service/reconciliation.server.ts"
import {
  createBegunSafeOrder,
  deliverPart,
  findParts,
  type OrderFixture,
} from "#app/areas/orders/fixtures.ts"
import { completeWork } from "#app/areas/orders/service/work.server.ts"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let admin: Person
let order: OrderFixture
let deal: SafeDeal
beforeAll(async () => {
  registerSubjects()
  admin = await createPerson({ role: "admin", name: "서지훈" })
  order = await createBegunSafeOrder()
  deal = await createSafeDeal("claimed")
})

const asAdmin = () => ({ cookie: admin.cookie })
const MAX_QUERIES = 7

test("what is held is listed with its sum, and leads to its records", async () => {
  const part = (await findParts(order.orderId)).find(({ chargeId }) => chargeId !== null)
  const links = { order: `/admin/charges/${part?.chargeId}`, deal: `/admin/charges/${deal.chargeId}` }
  for (const [query, found] of [
    ["", ["order", "deal"]],
    ["?kind=deal", ["deal"]],
    ["?age=week", ["order", "deal"]],
    ["?age=older", []],
    ["?queue=released", []],
    [`?q=${order.orderId}`, ["order"]],
    [`?q=${deal.dealId}&queue=all`, ["deal"]],
    ["?queue=nonsense&kind=nonsense&age=nonsense&after=nonsense", ["order", "deal"]],
  ] as const) {
    const answer = await app.get(`/admin/charges${query}`, asAdmin())
    const page = await answer.text()
    expect([query, answer.status, Number(answer.headers.get("X-Queries")) <= MAX_QUERIES]).toEqual([
      query,
      200,
      true,
    ])
    for (const [name, link] of Object.entries(links))
      expect(page.includes(`href="${link}"`), `${query} ${name}`).toBe(found.some((each) => each === name))
  }
  const held = await (await app.get("/admin/charges", asAdmin())).text()
  expect(held).toContain("7일까지 · 2건")
})

test("the export holds what the list shows", async () => {
  const answer = await app.post(
    `/admin/export/charges?q=${order.orderId}`,
    { reason: "정산 확인" },
    asAdmin(),
  )
  expect(answer.headers.get("X-Total-Rows")).toBe("1")
  const [header, row, ...more] = (await answer.text()).trim().split("\r\n")
  expect(header).toContain("번호,종류,내용,상태")
  expect(row).toContain("견적 요청")
  expect(row).toContain("보관 중")
  expect(more).toEqual([])
})

test("a month's tax invoices are listed, exported and written down, for admins alone", async () => {
  const month = toKstDateString(now()).slice(0, 7)
  await deliverPart(order)
  expect(await completeWork(order.customer.actor, order.orderId)).toMatchObject({ ok: true })
  const answer = await app.get(`/admin/invoices?month=${month}`, asAdmin())
  const page = await answer.text()
  expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(MAX_QUERIES)
  // 3 % of the first part of 178,000 won, of which a eleventh is the tax.
  expect(page).toContain("5,340원")
  expect(page).toContain("4,855원")
  const file = await app.post(`/admin/export/invoices?month=${month}`, { reason: "정산 확인" }, asAdmin())
  expect(file.headers.get("X-Total-Rows")).toBe("1")
  const [header, row, ...more] = (await file.text()).trim().split("\r\n")
  expect(header).toContain("관리번호,종류,작성일,공급자")
  expect(row).toMatch(/세금계산서,.*중개 수수료 1건,4855,485,5340$/)
  expect(more).toEqual([])
  const months = await (await app.get("/admin/invoices/months", asAdmin())).text()
  expect(months).toContain("5,340원")
  const year = await app.post("/admin/export/tax_months", { reason: "부가세 신고" }, asAdmin())
  const lines = (await year.text()).trim().split("\r\n")
  expect(lines).toHaveLength(13)
  expect(lines.at(-1)).toMatch(new RegExp(`^${month},1,4855,485,5340,`))
  const log = await db().select().from(auditLog).where(eq(auditLog.action, "export.invoices"))
  expect(log).toMatchObject([{ actorId: admin.actor.userId, after: { rows: 1, filter: `month=${month}` } }])
  // The month before, which is shown where none or no month is asked for, has none.
  for (const query of ["", "?month=2026-13", "?month=2999-01", "?month=nonsense"])
    expect(await (await app.get(`/admin/invoices${query}`, asAdmin())).text()).toContain(
      "발급할 수수료가 없어요",
    )
  for (const { cookie } of [order.customer, order.expert]) {
    expect((await app.get("/admin/invoices", { cookie })).headers.get("Location")).toBe("/")
    const refused = await app.post("/admin/export/invoices", { reason: "정산 확인" }, { cookie })
    expect([refused.status, refused.headers.get("Location")]).toEqual([302, "/"])
  }
  expect((await app.get("/admin/invoices")).headers.get("Location")).toBe("/")
})

const FEES = { repair: "3.5", interior: "3", moving: "2.5", demolition: "0", installation: "20" }
const setFees = (fields: Record<string, string>) =>
  app.post("/admin/settings", { intent: "order_fees", version: "0", ...fields }, asAdmin())
const readFees = async () => {
  const page = await (await app.get("/admin/settings", asAdmin())).text()
  return Object.keys(FEES).map((name) => readInputs(page, name)[0])
}

/** The tag of the input of a name. */
const readField = (page: string, name: string) =>
  [...page.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(` name="${name}"`))
/** The values of the inputs of a name, as the page was drawn. */
const readInputs = (page: string, name: string) =>
  [...page.matchAll(/<input\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(` name="${name}"`))
    .map((tag) => / value="([^"]*)"/.exec(tag)?.[1])

test("a fee that cannot be is refused beside its field, what was typed stays, none is saved", async () => {
  const before = await readFees()
  for (const [name, typed] of [
    ["repair", "20.1"],
    ["interior", "-1"],
    ["moving", "세 퍼센트"],
    ["demolition", ""],
    ["installation", "3.12"],
  ] as const) {
    const answer = await setFees({ ...FEES, payer: "customer", [name]: typed })
    const page = await answer.text()
    expect([name, answer.status]).toEqual([name, 400])
    const field = readField(page, name)
    expect(field, name).toContain('aria-invalid="true"')
    expect(readInputs(page, name), name).toEqual([typed])
    const others = Object.entries(FEES).filter(([other]) => other !== name)
    for (const [other, value] of others) {
      expect(readInputs(page, other), other).toEqual([value])
      expect(readField(page, other), other).not.toContain('aria-invalid="true"')
    }
  }
  const withoutPayer = await setFees({ ...FEES, payer: "nobody" })
  expect(withoutPayer.status).toBe(400)
  expect(await readFees()).toEqual(before)
  expect(await findFeeLines()).toEqual([])
})

const findFeeLines = () => db().select().from(auditLog).where(eq(auditLog.action, "setting.order_fees"))

test("fees that can be are saved, shown, and written down with what they were", async () => {
  const answer = await setFees({ ...FEES, payer: "customer" })
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/admin/settings"])
  expect(await readFees()).toEqual(["3.5", "3", "2.5", "0", "20"])
  expect(await findFeeLines()).toMatchObject([
    {
      actorId: admin.actor.userId,
      before: { payer: "expert", repair: 3, interior: 3, moving: 3, demolition: 3, installation: 3 },
      after: { payer: "customer", repair: 3.5, interior: 3, moving: 2.5, demolition: 0, installation: 20 },
    },
  ])
  const late = await setFees({ ...FEES, payer: "expert" })
  expect(late.status).toBe(409)
  expect(await findFeeLines()).toHaveLength(1)
})

const YESTERDAY = addDays(toKstDateString(new Date()), -1)

/** A payment of yesterday of which the provider knows another amount. */
async function createDifference(): Promise<{ orderId: string; differenceId: string }> {
  const { orderId } = await createBegunSafeOrder()
  const groupId = (await findParts(orderId))[0]?.chargeId ?? ""
  const [payment] = await db().select().from(payments).where(eq(payments.groupId, groupId))
  const approvedAt = `${YESTERDAY}T12:00:00+09:00`
  await db()
    .update(payments)
    .set({ approvedAt: new Date(approvedAt) })
    .where(eq(payments.groupId, groupId))
  await db().execute(sql`update simulated_payments set created_at = ${approvedAt}::timestamptz,
    payment = payment || ${JSON.stringify({ approvedAt, totalAmount: 77_000 })}::jsonb
    where order_id = ${payment?.id ?? ""}`)
  await reconcileDay(YESTERDAY)
  const [found] = await db()
    .select()
    .from(reconciliationDifferences)
    .where(eq(reconciliationDifferences.paymentId, payment?.id ?? ""))
  return { orderId, differenceId: found?.id ?? "" }
}

test("a difference is found by its day, leads to its order, and is settled with a note", async () => {
  const path = `/admin/reconciliation/${YESTERDAY}`
  expect((await app.get(path, asAdmin())).status).toBe(404)
  const { orderId, differenceId } = await createDifference()
  for (const [at, found] of [
    ["/admin/reconciliation", true],
    ["/admin/reconciliation?queue=open", true],
    ["/admin/reconciliation?queue=silent", false],
  ] as const) {
    const answer = await app.get(at, asAdmin())
    expect([at, answer.status, Number(answer.headers.get("X-Queries")) <= MAX_QUERIES]).toEqual([
      at,
      200,
      true,
    ])
    expect((await answer.text()).includes(`href="${path}"`), at).toBe(found)
  }
  const answer = await app.get(path, asAdmin())
  const page = await answer.text()
  expect(Number(answer.headers.get("X-Queries"))).toBeLessThanOrEqual(MAX_QUERIES)
  for (const text of ["결제 금액이 달라요", "77,000원", `/admin/orders/${orderId}`])
    expect(page).toContain(text)
  const settle = (note: string) => app.post(path, { intent: "settle", differenceId, note }, asAdmin())
  const short = await settle("응")
  expect(short.status).toBe(400)
  expect(await short.text()).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>응/)
  expect((await settle("결제사에 물어보고 정정했어요")).status).toBe(302)
  expect((await settle("한 번 더 적어요")).status).toBe(409)
  expect(await (await app.get(path, asAdmin())).text()).toContain("결제사에 물어보고 정정했어요")
})

test("a day that is over is compared when an admin asks; others are refused beside the field", async () => {
  const run = (day: string) => app.post("/admin/reconciliation", { day }, asAdmin())
  for (const day of ["", "내일", "2026-02-30", toKstDateString(new Date()), "1999-01-01"]) {
    const answer = await run(day)
    const page = await answer.text()
    expect([day, answer.status, readField(page, "day")?.includes('aria-invalid="true"')]).toEqual([
      day,
      400,
      true,
    ])
  }
  const day = addDays(YESTERDAY, -2)
  const answer = await run(day)
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/admin/reconciliation/${day}`])
  expect(await (await app.get(`/admin/reconciliation/${day}`, asAdmin())).text()).toContain("모두 일치해요")
  for (const wrong of ["2026-02-30", "somewhere", "1999-01-01"])
    expect((await app.get(`/admin/reconciliation/${wrong}`, asAdmin())).status, wrong).toBe(404)
  const tooOld = await app.post("/admin/reconciliation/1999-01-01", { intent: "rerun" }, asAdmin())
  expect(tooOld.status).toBe(404)
})
