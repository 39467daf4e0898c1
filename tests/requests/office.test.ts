/** The back office's people, log, settings and exports over HTTP: admins alone, every deed with its line, every refusal with its sentence. */
import { and, desc, eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, createSession, type Person } from "#app/areas/accounts/fixtures.ts"
import { profiles, sessions } from "#app/areas/accounts/schema.server.ts"
import { createArticle, createTicket } from "#app/areas/content/fixtures.ts"
import { tickets } from "#app/areas/content/schema.server.ts"
import { createExpert, type Expert } from "#app/areas/experts/fixtures.ts"
import { experts } from "#app/areas/experts/schema.server.ts"
import { rateExpert } from "#app/areas/experts/service/reviews.server.ts"
import { openOrder, orderIn } from "#app/areas/orders/fixtures.ts"
import { openTalk } from "#app/areas/chat/fixtures.ts"
import { jobAt } from "#app/areas/jobs/fixtures.ts"
import { appealNoShow } from "#app/areas/jobs/service/work.server.ts"
import { bought, createProduct, createShop, createVariant, type Shop } from "#app/areas/shop/fixtures.ts"
import { prepareLine } from "#app/areas/shop/service/after-sale.server.ts"
import { requestClaim } from "#app/areas/shop/service/claims.server.ts"
import { fileReport } from "#app/areas/trust/service/report.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { startSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const location = (answer: Response) => answer.headers.get("Location")

let admin: Person
let colleague: Person
let customer: Person
let expert: Expert
let sale: { groupId: string; lineId: string; claimId: string }
beforeAll(async () => {
  startSubjects()
  admin = await createPerson({ role: "admin", name: "서지훈" })
  colleague = await createPerson({ role: "admin", name: "오나래" })
  customer = await createPerson({ name: "비밀손님", email: "hidden-customer@example.kr", phone: "+821055554444" })
  expert = await createExpert({ name: "비밀전문가" })
  sale = await askBack(await createShop())
})

/** A purchase whose buyer asks to cancel what is being prepared. */
async function askBack(shop: Shop) {
  const made = await bought(customer, [{ variantId: await createVariant(shop.sellerId, 40_000, 9), quantity: 1 }])
  const lineId = made.lines[0]?.id ?? ""
  await prepareLine(shop.actor, lineId)
  const asked = await requestClaim(customer.actor, lineId, { kind: "cancel", reason: "late", detail: "", pictureIds: [], account: null })
  if (!asked.ok) throw new Error(asked.reason)
  return { groupId: made.groupId, lineId, claimId: asked.claimId }
}

const asAdmin = () => ({ cookie: admin.cookie })
const lastLine = async (subjectId: string) => (await db().select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(desc(auditLog.id)).limit(1))[0]
const screens = () => [
  "/admin", "/admin/users", `/admin/users/${customer.actor.userId}`, "/admin/users?q=비밀&sort=name", "/admin/audit", "/admin/settings", "/admin/settings/coupons", "/admin/settings/questions/repair",
  "/admin/settings/questions/repair/home", "/admin/settings/questions/repair/new", "/admin/reviews", "/admin/reports", "/admin/purchases", "/admin/purchases?q=시계&pay=paid&sort=amount", `/admin/purchases/${sale.groupId}`, "/admin/claims",
]

describe("who may enter", () => {
  test("visitors, customers and experts go to the first page from every screen and every form, and nothing of it is sent to them", async () => {
    for (const path of screens()) {
      for (const cookie of [undefined, customer.cookie, expert.cookie]) {
        const options = cookie ? { cookie } : {}
        expect(location(await app.get(path, options)), path).toBe("/")
        expect(await (await app.get(`${path.split("?")[0]}.data`, options)).text(), path).not.toContain("hidden-customer")
        const sent = await app.post(path, { intent: "ban", ban: "7", reason: "그냥", "ids[]": customer.actor.userId }, options)
        expect(location(sent) === "/" || sent.status === 405, path).toBe(true)
      }
    }
    for (const cookie of [customer.cookie, expert.cookie]) expect(location(await app.post("/admin/export/users", {}, { cookie }))).toBe("/")
    expect((await db().select({ until: profiles.bannedUntil }).from(profiles).where(eq(profiles.userId, customer.actor.userId)))[0]?.until).toBeNull()
  })

  test("an admin sees every screen within six queries", async () => {
    for (const path of screens()) {
      const page = await app.get(path, asAdmin())
      expect(page.status, path).toBe(200)
      expect(Number(page.headers.get("X-Queries")), path).toBeLessThanOrEqual(6)
    }
  })

  test("what does not exist is 404", async () => {
    for (const path of ["/admin/users/nonsense", `/admin/users/${newId()}`, "/admin/settings/questions/cooking", "/admin/settings/questions/repair/nothing"]) expect((await app.get(path, asAdmin())).status, path).toBe(404)
    expect((await app.post("/admin/export/secrets", {}, asAdmin())).status).toBe(404)
  })
})

describe("members", () => {
  test("a member is found by the beginning of the name, the address and the phone number, whatever is typed", async () => {
    for (const term of ["비밀손", "hidden-cust", "HIDDEN-CUSTOMER@example.kr", "010-5555-4444", "01055554444", customer.actor.userId]) {
      expect(await (await app.get(`/admin/users?q=${encodeURIComponent(term)}`, asAdmin())).text(), term).toContain("hidden-customer@example.kr")
    }
    for (const term of ["%", "_", "밀손님", "' or 1=1 --"]) expect(await (await app.get(`/admin/users?q=${encodeURIComponent(term)}`, asAdmin())).text(), term).not.toContain("hidden-customer@example.kr")
  })

  test("every page of the list, in every order, holds each member once", async () => {
    await Promise.all(Array.from({ length: 60 }, (_, n) => createPerson({ name: `쪽${String(n).padStart(2, "0")}` })))
    for (const sort of ["newest", "oldest", "used", "name"]) {
      const seen: string[] = []
      let after: string | undefined
      for (let pages = 0; pages < 10; pages += 1) {
        const html = await (await app.get(`/admin/users?q=${encodeURIComponent("쪽")}&sort=${sort}${after ? `&after=${after}` : ""}`, asAdmin())).text()
        seen.push(...[...html.matchAll(/>(쪽\d\d)</g)].map((match) => match[1] ?? ""))
        after = /after=([\w-]+)"[^>]*>다음/.exec(html)?.[1]
        if (!after) break
      }
      expect(seen.length, sort).toBe(60)
      expect(new Set(seen).size, sort).toBe(60)
    }
  })

  test("a ban needs its reason, ends every session at once, says why at the next sign-in, and is written down", async () => {
    const person = await createPerson({ name: "막힐이" })
    const second = await createSession(person.actor.userId)
    const path = `/admin/users/${person.actor.userId}`
    const bare = await app.post(path, { intent: "ban", ban: "7", reason: " " }, asAdmin())
    expect(bare.status).toBe(400)
    expect(await bare.text()).toContain("이유를 입력해 주세요")
    expect(location(await app.post(path, { intent: "ban", ban: "7", reason: "욕설을 되풀이했어요" }, asAdmin()))).toBe(path)
    for (const cookie of [person.cookie, second]) expect((await app.get("/my-info", { cookie })).status).toBe(302)
    expect(await db().select().from(sessions).where(eq(sessions.userId, person.actor.userId))).toEqual([])
    expect(await lastLine(person.actor.userId)).toMatchObject({ action: "person.ban", actorId: admin.actor.userId, note: "욕설을 되풀이했어요", before: { bannedUntil: null } })
    expect(await (await app.get(path, asAdmin())).text()).toContain("욕설을 되풀이했어요")

    const sanctionId = /name="sanctionId" value="([^"]+)"/.exec(await (await app.get(path, asAdmin())).text())?.[1] ?? ""
    expect(location(await app.post(path, { intent: "lift", sanctionId, reason: "오해였어요" }, asAdmin()))).toBe(path)
    expect((await db().select({ until: profiles.bannedUntil }).from(profiles).where(eq(profiles.userId, person.actor.userId)))[0]?.until).toBeNull()
    expect((await app.post(path, { intent: "lift", sanctionId, reason: "다시 풀어요" }, asAdmin())).status).toBe(409)
    expect(await lastLine(person.actor.userId)).toMatchObject({ action: "person.lift" })
  })

  test("a shorter ban does not end a longer one, and lifting the longer leaves the shorter in force", async () => {
    const person = await createPerson()
    const path = `/admin/users/${person.actor.userId}`
    for (const ban of ["30", "3"]) await app.post(path, { intent: "ban", ban, reason: `정지 ${ban}일` }, asAdmin())
    const until = async () => (await db().select({ until: profiles.bannedUntil }).from(profiles).where(eq(profiles.userId, person.actor.userId)))[0]?.until?.getTime() ?? 0
    expect(Math.round((await until() - Date.now()) / 86_400_000)).toBe(30)
    const [longer] = await db().execute<{ id: string }>(sql`select id from sanctions where user_id = ${person.actor.userId}::uuid order by ends_at desc limit 1`)
    await app.post(path, { intent: "lift", sanctionId: longer?.id ?? "", reason: "줄여요" }, asAdmin())
    expect(Math.round((await until() - Date.now()) / 86_400_000)).toBe(3)
  })

  test("several are warned at once; admins among them are left out", async () => {
    const people = await Promise.all([createPerson(), createPerson()])
    const ids = [...people.map((person) => person.actor.userId), colleague.actor.userId]
    const done = await app.post("/admin/users?kind=customer", { "ids[]": ids, intent: "warn", reason: "도배를 멈춰 주세요" }, asAdmin())
    expect(location(done)).toBe("/admin/users?kind=customer")
    for (const person of people) expect(await lastLine(person.actor.userId)).toMatchObject({ action: "person.warn" })
    expect(await lastLine(colleague.actor.userId)).toBeUndefined()
    expect((await app.post("/admin/users", { "ids[]": [colleague.actor.userId], intent: "ban", ban: "7", reason: "그냥" }, asAdmin())).status).toBe(409)
    expect((await app.post("/admin/users", { intent: "ban", ban: "7", reason: "그냥" }, asAdmin())).status).toBe(400)
  })

  test("nobody makes an admin alone: who asked cannot confirm, another can, and only one of two rivals does", async () => {
    const person = await createPerson({ name: "새관리" })
    const path = `/admin/users/${person.actor.userId}`
    expect(location(await app.post(path, { intent: "request_admin", reason: "문의를 맡아요" }, asAdmin()))).toBe(path)
    expect((await app.post(path, { intent: "request_admin", reason: "또 해요" }, asAdmin())).status).toBe(409)
    const [request] = await db().execute<{ id: string }>(sql`select id from admin_requests where user_id = ${person.actor.userId}::uuid`)
    const confirm = { intent: "confirm", requestId: request?.id ?? "" }
    expect((await app.post(path, confirm, asAdmin())).status).toBe(409)
    expect(location(await app.get("/admin", { cookie: person.cookie }))).toBe("/")
    const rivals = await Promise.all([app.post(path, confirm, { cookie: colleague.cookie }), app.post(path, confirm, { cookie: colleague.cookie })])
    expect(rivals.map((answer) => answer.status).sort()).toEqual([302, 409])
    expect((await app.get("/my-info", { cookie: person.cookie })).status).toBe(302)
    expect((await app.get("/admin", { cookie: await createSession(person.actor.userId) })).status).toBe(200)
    expect(await lastLine(person.actor.userId)).toMatchObject({ action: "admin.confirm", actorId: colleague.actor.userId, before: { role: "user" }, after: { role: "admin" } })
    expect(location(await app.post(path, { intent: "take_back", reason: "그만둬요" }, asAdmin()))).toBe(path)
    expect((await app.post(`/admin/users/${admin.actor.userId}`, { intent: "take_back", reason: "나를" }, asAdmin())).status).toBe(409)
  })

  test("the type changes with a reason, never that of an approved expert", async () => {
    const person = await createPerson()
    const path = `/admin/users/${person.actor.userId}`
    expect(location(await app.post(path, { intent: "type", userType: "expert", reason: "전문가로 가입하려 했어요" }, asAdmin()))).toBe(path)
    expect(await lastLine(person.actor.userId)).toMatchObject({ action: "person.type", before: { userType: "customer" }, after: { userType: "expert" } })
    expect((await app.post(`/admin/users/${expert.expertId}`, { intent: "type", userType: "customer", reason: "바꿔요" }, asAdmin())).status).toBe(409)
  })
})

describe("the log", () => {
  test("nothing of it can be changed or removed, whoever asks the database", async () => {
    expect((await db().select({ id: auditLog.id }).from(auditLog)).length).toBeGreaterThan(0)
    for (const attempt of [sql`update audit_log set note = 'x'`, sql`delete from audit_log`, sql`truncate audit_log`]) await expect(db().execute(attempt)).rejects.toThrow()
  })

  test("what admins decided elsewhere stands in it: experts, orders, notices", async () => {
    const applicant = await createExpert({ state: "reviewing" })
    await app.post(`/admin/expert/${applicant.expertId}`, { move: "approve" }, asAdmin())
    expect(await lastLine(applicant.expertId)).toMatchObject({ action: "expert.approve", before: { state: "reviewing" }, after: { state: "approved" } })
    const { orderId } = await orderIn("disputed", { customer })
    await app.post(`/admin/orders/${orderId}`, { intent: "resolve", outcome: "cancel", note: "환불하기로 했어요" }, asAdmin())
    expect(await lastLine(orderId)).toMatchObject({ action: "order.resolve_cancel", note: expect.stringContaining("환불하기로") })
    const html = await (await app.get(`/admin/audit?area=order&by=${admin.actor.userId}`, asAdmin())).text()
    expect(html).toContain("분쟁을 취소로 정리했어요")
    expect(html).not.toContain("승인했어요")
  })
})

describe("the list of requests", () => {
  test("a request is found by a part of its title, the beginning of a name, or its id, in both orders; the export holds the same rows", async () => {
    const owner = await createPerson({ name: "찾을손님" })
    const first = await openOrder(owner.actor)
    const { orderId: disputed } = await orderIn("disputed", { customer: owner })
    const list = async (query: string) => [...(await (await app.get(`/admin/orders?${query}`, asAdmin())).text()).matchAll(/href="\/admin\/orders\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
    expect(await list("q=찾을손")).toEqual([disputed, first])
    expect(await list("q=찾을손&sort=oldest")).toEqual([first, disputed])
    expect(await list("q=찾을손&queue=disputed")).toEqual([disputed])
    expect(await list(`q=${first}`)).toEqual([first])
    expect(await list("q=%25")).toEqual([])
    const answer = await app.post("/admin/export/orders?q=찾을손&queue=disputed", {}, asAdmin())
    expect(answer.headers.get("X-Total-Rows")).toBe("1")
    expect((await answer.text()).trim().split("\r\n")).toHaveLength(2)
  })
})

describe("exports", () => {
  test("a table comes as CSV with its head, all rows and nothing that runs as a formula, and the export is written down", async () => {
    await createPerson({ name: "=HYPERLINK(1)", email: "formula@example.kr" })
    const answer = await app.post("/admin/export/users", {}, asAdmin())
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8")
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
    const text = new TextDecoder().decode(bytes)
    const rows = text.trim().split("\r\n")
    expect(rows.length - 1).toBe(Number(answer.headers.get("X-Total-Rows")))
    expect(rows[0]).toContain("이름,이메일,휴대폰")
    expect(text).toContain("'=HYPERLINK(1)")
    expect(text).toContain("010-5555-4444")
    expect(await lastLine("users")).toMatchObject({ action: "export.users" })
    for (const kind of ["orders", "purchases", "claims", "reviews", "reports", "tickets", "audit"]) {
      const table = await app.post(`/admin/export/${kind}`, {}, asAdmin())
      expect(table.status, kind).toBe(200)
      // The export writes a line of its own into the log.
      if (kind !== "audit") expect((await table.text()).trim().split("\r\n").length - 1, kind).toBe(Number(table.headers.get("X-Total-Rows")))
    }
  })
})

describe("settings", () => {
  const base = { text: "엘리베이터가 있나요?", label: "엘리베이터", wayOut: "잘 모르겠어요", kind: "choice", options: "있어요\n없어요 | 계단으로 옮겨요" }

  test("a question that an admin adds is asked in the request flow, and one that is taken out is not", async () => {
    const path = "/admin/settings/questions/repair"
    const wrong = await app.post(`${path}/new`, { ...base, version: "0", options: "있어요", "services[]": "leak" }, asAdmin())
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain("두 개 이상")
    expect(location(await app.post(`${path}/new`, { ...base, version: "0", "services[]": ["leak"] }, asAdmin()))).toBe(path)
    const list = await (await app.get(path, asAdmin())).text()
    const id = /questions\/repair\/(q-[0-9a-f-]+)"[^>]*>엘리베이터가 있나요/.exec(list)?.[1] ?? ""
    expect(id).not.toBe("")
    expect(await lastLine("questions.repair")).toMatchObject({ action: "setting.questions", after: { title: "엘리베이터가 있나요?" } })
    const questions = async () => {
      const { questionsOf } = await import("#app/areas/orders/questions.ts")
      return questionsOf("repair", "leak").map((question) => question.id)
    }
    expect(await questions()).toContain(id)
    // Two admins with the same page open: the second is told.
    expect((await app.post(`${path}/new`, { ...base, version: "0", "services[]": ["leak"] }, asAdmin())).status).toBe(409)
    expect(location(await app.post(path, { version: "1", intent: "remove", service: "leak", question: id }, asAdmin()))).toBe(path)
    expect(await questions()).not.toContain(id)
  })

  test("company, keywords and wages are in force at once, on the pages that show them", async () => {
    const company = { name: "(주)새이름", representative: "한바로", address: "서울특별시 서초구 반포대로 1", email: "help@example.kr", supportPhone: "1588-1234", businessNumber: "120-81-47521", mailOrderNumber: "제1호", jobInformationNumber: "서울청 제2026-1호", hosting: "새이름", privacyOfficer: "이도윤" }
    expect((await app.post("/admin/settings", { ...company, intent: "company", version: "0", businessNumber: "111-11-11111" }, asAdmin())).status).toBe(400)
    expect(location(await app.post("/admin/settings", { ...company, intent: "company", version: "0" }, asAdmin()))).toBe("/admin/settings")
    const footer = await (await app.get("/faq")).text()
    for (const fact of ["(주)새이름", "직업정보제공사업 신고 서울청 제2026-1호"]) expect(footer).toContain(fact)
    // Saved before there was such a number: the footer says nothing of it rather than something wrong.
    const { takeSettings, settingsNow } = await import("#app/basics/settings.ts")
    const { brand } = await import("#app/shell/brand.ts")
    const { jobInformationNumber: _, ...earlier } = company
    const now = settingsNow()
    takeSettings({ ...now, company: { ...earlier } as typeof brand.company })
    expect(brand.company).toMatchObject({ name: "(주)새이름", jobInformationNumber: "" })
    takeSettings(now)
    expect((await app.post("/admin/settings", { ...company, intent: "company", version: "0" }, asAdmin())).status).toBe(409)
    const words = { all: "집수리, 이사", shopping: "세제", marketplace: "가구", jobs: "촬영", repair: "배관", interior: "벽지" }
    expect(location(await app.post("/admin/settings", { ...words, intent: "keywords", version: "0" }, asAdmin()))).toBe("/admin/settings")
    expect(location(await app.post("/admin/settings", { intent: "wages", version: "0", "rows[0].year": "2026", "rows[0].hourWon": "10,320", "rows[1].year": "2027", "rows[1].hourWon": "11,000", "rows[2].year": "", "rows[2].hourWon": "" }, asAdmin()))).toBe("/admin/settings")
    const { minimumWageOn } = await import("#app/areas/jobs/wages.ts")
    expect(minimumWageOn("2027-03-01").hourWon).toBe(11_000)
  })

  test("the commission changes for those with the common one, and a coupon is made once and ended once", async () => {
    expect((await app.post("/admin/settings", { intent: "commission", version: "0", percent: "99" }, asAdmin())).status).toBe(400)
    expect(location(await app.post("/admin/settings", { intent: "commission", version: "0", percent: "7.5" }, asAdmin()))).toBe("/admin/settings")
    expect(await lastLine("commission")).toMatchObject({ before: { percent: 8 }, after: { percent: 7.5 } })
    const coupon = { intent: "create", name: "첫 구매", code: "first-3000", kind: "amount", value: "3000", maxWon: "", minWon: "10,000", startsOn: "2026-11-01", endsOn: "2036-12-31" }
    const path = "/admin/settings/coupons"
    expect((await app.post(path, { ...coupon, kind: "percent" }, asAdmin())).status).toBe(400)
    expect(location(await app.post(path, coupon, asAdmin()))).toBe(path)
    const again = await app.post(path, coupon, asAdmin())
    expect(again.status).toBe(409)
    expect(await again.text()).toContain("이미 있는 코드예요")
    const [made] = await db().select({ id: auditLog.subjectId }).from(auditLog).where(and(eq(auditLog.action, "coupon.create")))
    expect(location(await app.post(path, { intent: "end", couponId: made?.id ?? "" }, asAdmin()))).toBe(path)
    expect((await app.post(path, { intent: "end", couponId: made?.id ?? "" }, asAdmin())).status).toBe(409)
  })
})

describe("search in the lists", () => {
  const NAME = "별난이름칠구"
  let finds: Record<string, { terms: string[]; link: string }>
  beforeAll(async () => {
    const found = await createExpert({ name: NAME })
    await db().update(experts).set({ businessName: `${NAME}설비`, businessNumber: "9998887776" }).where(eq(experts.userId, found.expertId))
    const shop = await createShop({ name: `${NAME}상점`, businessNumber: "9998887775" })
    const { productId } = await createProduct(shop.sellerId, [{ priceWon: 9_000, stock: 1 }], { title: `${NAME} 주전자` })
    const ticketId = await createTicket(customer.actor.userId, "언제 되나요?")
    await db().update(tickets).set({ title: `${NAME}가 사라졌어요`, state: "answered" }).where(eq(tickets.id, ticketId))
    const filed = await fileReport(customer.actor, { kind: "expert", id: found.expertId }, { reason: "scam", details: "", block: false, pictureIds: [], submissionKey: newId() })
    const { orderId, customer: rater } = await orderIn("completed", { expert: found })
    const rated = await rateExpert(rater.actor, { orderId, expertId: found.expertId, rating: 1, finish: 1, priceMatch: 1, punctuality: 1, kindness: 1, tags: [], body: `${NAME} 다시는 부르지 않을 거예요.`, pictureIds: [] })
    if (!filed.ok || !rated.ok) throw new Error("nothing to find")
    finds = {
      "/admin/experts": { terms: [NAME, `${NAME}설비`, "999-88-87776"], link: `/admin/expert/${found.expertId}` },
      "/admin/users/shop-owners": { terms: [NAME, "999-88-87775"], link: `/admin/users/shop-owners/${shop.sellerId}` },
      "/admin/products": { terms: [`${NAME} 주전`, `${NAME}상점`], link: `/admin/products/${productId}` },
      "/admin/reports": { terms: [NAME], link: `/admin/reports/${filed.reportId}` },
      "/admin/reviews": { terms: ["부르지 않을 거", NAME], link: `/admin/reviews/${rated.reviewId}` },
      "/admin/tickets?state=all": { terms: [`${NAME}가 사라`, "asker@example"], link: `/admin/tickets/${ticketId}` },
      "/admin/orders": { terms: [NAME, orderId], link: `/admin/orders/${orderId}` },
    }
  })

  test("every list finds by names, words and numbers, in every state, and nothing else", async () => {
    for (const [path, { terms, link }] of Object.entries(finds)) {
      const read = async (term: string) => {
        const page = await app.get(`${path}${path.includes("?") ? "&" : "?"}q=${encodeURIComponent(term)}`, asAdmin())
        expect([page.status, Number(page.headers.get("X-Queries")) <= 6], path).toEqual([200, true])
        return page.text()
      }
      for (const term of terms) expect((await read(term)).includes(`href="${link}"`), `${path} ${term}`).toBe(true)
      for (const term of ["없는이름없는이름", "%", "_"]) expect((await read(term)).includes(`href="${link}"`), `${path} ${term}`).toBe(false)
    }
  })

  test("an export holds what the list was searched for", async () => {
    for (const [kind, query, found] of [["tickets", "state=all", `${NAME}가 사라졌어요`], ["reviews", "", "다시는 부르지 않을 거예요."], ["reports", "", NAME]] as const) {
      const read = async (term: string) => (await app.post(`/admin/export/${kind}?${query}&q=${encodeURIComponent(term)}`, {}, asAdmin())).text()
      expect(await read(NAME), kind).toContain(found)
      expect(await read("없는이름없는이름"), kind).not.toContain(found)
    }
  })
})

describe("purchases and claims", () => {
  test("a claim of the queue leads to its purchase, where an admin decides it; a reason that is missing stands beside its field", async () => {
    const { groupId, claimId } = await askBack(await createShop())
    const path = `/admin/purchases/${groupId}`
    expect(await (await app.get("/admin/claims", asAdmin())).text()).toContain(`href="${path}#claim-${claimId}"`)
    const bare = await app.post(path, { claimId, move: "reject", reason: "" }, asAdmin())
    expect(bare.status).toBe(400)
    expect(await bare.text()).toContain("거절하는 이유를 적어 주세요")
    expect((await app.post(path, { claimId, move: "withdraw" }, asAdmin())).status).toBe(409)
    expect((await app.post(path, { claimId: newId(), move: "approve" }, asAdmin())).status).toBe(404)
    expect(location(await app.post(path, { claimId, move: "approve" }, asAdmin()))).toBe(path)
    expect((await app.post(path, { claimId, move: "approve" }, asAdmin())).status).toBe(409)
    const page = await (await app.get(path, asAdmin())).text()
    for (const word of ["취소 완료", "환불 완료", "장부가 맞아요", "관리자"]) expect(page).toContain(word)
    expect(await lastLine(groupId)).toMatchObject({ action: "purchase.claim_approve", before: { claim: "requested" }, after: { claim: "completed" } })
    expect((await app.get(`/admin/purchases/${newId()}`, asAdmin())).status).toBe(404)
  })

  test("the dashboard's number leads to what sellers have left", async () => {
    await db().execute(sql`update claims set created_at = now() - interval '4 days' where id = ${sale.claimId}::uuid`)
    expect(await (await app.get("/admin", asAdmin())).text()).toContain('href="/admin/claims?queue=late"')
    expect(await (await app.get("/admin/claims?queue=late", asAdmin())).text()).toContain(`#claim-${sale.claimId}`)
  })

  test("an export holds what the list was searched for", async () => {
    const shop = await createShop({ name: "내보낼상점" })
    await askBack(shop)
    for (const kind of ["purchases", "claims"]) {
      const read = async (term: string) => (await (await app.post(`/admin/export/${kind}?q=${encodeURIComponent(term)}`, {}, asAdmin())).text()).trim().split("\r\n").length - 1
      expect([kind, await read("내보낼"), await read("없는이름없는이름")]).toEqual([kind, 1, 0])
    }
  })
})

describe("every order of every list", () => {
  const MANY = 33
  /** More of a row, each with an id and what else must be its own. */
  async function more(table: string, key: string, id: string, own: (n: number) => Record<string, unknown> = () => ({}), many = MANY): Promise<string[]> {
    const rows = Array.from({ length: many }, (_, n) => ({ [key]: newId(), ...own(n) }))
    await db().execute(sql`insert into ${sql.identifier(table)} select (jsonb_populate_record(t, own)).* from ${sql.identifier(table)} t, jsonb_array_elements(${JSON.stringify(rows)}::jsonb) own where t.${sql.identifier(key)}::text = ${id}`)
    return rows.map((row) => String(row[key]))
  }

  let lists: { path: string; sorts: readonly string[]; mark: (id: string) => string; ids: string[] }[]
  beforeAll(async () => {
    const applicants = await Promise.all(Array.from({ length: MANY }, () => createExpert({ state: "applied", appliedAt: new Date("2026-01-01T00:00:00Z") })))
    const people = applicants.map((one) => one.expertId)
    const shops = await Promise.all(Array.from({ length: MANY }, () => createShop({ state: "applied", appliedAt: new Date("2026-01-01T00:00:00Z") })))
    const { productId } = await createProduct(shops[0]?.sellerId ?? "", [{ priceWon: 9_000, stock: 1 }], { state: "proposed" })
    const purchases = await more("order_groups", "id", sale.groupId, (n) => ({ number: `20200101-${n}` }))
    const lines = await more("order_lines", "id", sale.lineId)
    const filed = await fileReport(customer.actor, { kind: "expert", id: expert.expertId }, { reason: "scam", details: "", block: false, pictureIds: [], submissionKey: newId() })
    const { orderId, customer: rater } = await orderIn("completed", { expert })
    const rated = await rateExpert(rater.actor, { orderId, expertId: expert.expertId, rating: 2, finish: 1, priceMatch: 1, punctuality: 1, kindness: 1, tags: [], body: "순서를 볼 후기예요. 열 글자가 넘어요.", pictureIds: [] })
    const missed = await jobAt("no_show", { employer: customer, worker: expert })
    const appealed = await appealNoShow(expert.actor, missed.applicationId, "10분 전에 도착했어요.")
    if (!filed.ok || !rated.ok || !appealed.ok) throw new Error("nothing to sort")
    const orders = await more("orders", "id", orderId)
    const applications = await more("job_applications", "id", missed.applicationId, (n) => ({ worker_id: people[n] }))
    const { roomId } = await openTalk({ customer, expert })
    const [line] = await db().select({ id: auditLog.id }).from(auditLog).limit(1)
    const href = (path: string) => (id: string) => `href="${path}/${id}"`
    const titled = (id: string) => `순서 ${id}`
    lists = [
      { path: "/admin/experts", sorts: ["oldest", "newest", "name"], mark: href("/admin/expert"), ids: people },
      { path: "/admin/users/shop-owners", sorts: ["oldest", "newest", "name"], mark: href("/admin/users/shop-owners"), ids: shops.map((shop) => shop.sellerId) },
      { path: "/admin/products", sorts: ["oldest", "newest", "price"], mark: href("/admin/products"), ids: await more("products", "id", productId) },
      { path: "/admin/purchases", sorts: ["newest", "oldest", "amount"], mark: href("/admin/purchases"), ids: purchases },
      { path: "/admin/claims", sorts: ["oldest", "newest"], mark: (id) => `#claim-${id}"`, ids: await more("claims", "id", sale.claimId, (n) => ({ line_id: lines[n] })) },
      { path: "/admin/reports", sorts: ["oldest", "newest"], mark: href("/admin/reports"), ids: await more("reports", "id", filed.reportId, () => ({ subject_id: newId() })) },
      { path: "/admin/reviews", sorts: ["newest", "oldest", "worst"], mark: href("/admin/reviews"), ids: await more("reviews", "id", rated.reviewId, (n) => ({ order_id: orders[n] })) },
      { path: "/admin/tickets", sorts: ["newest", "oldest"], mark: href("/admin/tickets"), ids: await more("tickets", "id", await createTicket(customer.actor.userId, "언제 되나요?")) },
      { path: "/admin/appeals", sorts: ["oldest", "newest"], mark: href("/admin/appeals"), ids: await more("job_appeals", "application_id", missed.applicationId, (n) => ({ application_id: applications[n] })) },
      { path: "/admin/notices", sorts: ["changed", "oldest", "title"], mark: href("/admin/notices"), ids: await more("articles", "id", await createArticle("notice", "순서를 볼 공지")) },
      { path: "/admin/chat-list", sorts: ["newest", "oldest", "talked"], mark: titled, ids: await more("chat_rooms", "id", roomId, () => { const id = newId(); return { id, subject_id: newId(), subject_title: titled(id) } }) },
      { path: "/admin/audit", sorts: ["newest", "oldest"], mark: titled, ids: await more("audit_log", "id", line?.id ?? "", () => { const id = newId(); return { id, note: titled(id) } }, 55) },
    ]
  })

  test("every page holds each row once, within six queries", { timeout: 120_000 }, async () => {
    for (const { path, sorts, mark, ids } of lists) {
      const orders = new Map<string, string[]>()
      for (const sort of sorts) {
        const pages: string[] = []
        let after: string | undefined = ""
        while (after !== undefined && pages.length < 20) {
          const page: Response = await app.get(`${path}?sort=${sort}${after ? `&after=${after}` : ""}`, asAdmin())
          expect([path, page.status, Number(page.headers.get("X-Queries")) <= 6]).toEqual([path, 200, true])
          // The data of the page repeats what stands in it.
          const html: string = (await page.text()).split("window.__reactRouterContext")[0] ?? ""
          pages.push(html)
          after = /after=([\w-]+)"[^>]*>다음/.exec(html)?.[1]
        }
        expect(pages.length, `${path} ${sort}`).toBeGreaterThan(1)
        const times = ids.map((id) => pages.reduce((sum, html) => sum + html.split(mark(id)).length - 1, 0))
        expect([path, sort, [...new Set(times)]]).toEqual([path, sort, [1]])
        const whole = pages.join("")
        orders.set(sort, ids.toSorted((a, b) => whole.indexOf(mark(a)) - whole.indexOf(mark(b))))
      }
      expect(orders.get("oldest"), path).toEqual((orders.get("newest") ?? orders.get("changed"))?.toReversed())
    }
  })
})
