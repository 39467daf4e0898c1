/**
 * The back office's log, settings, exports, purchases and claims over HTTP: admins alone, every deed with its
 * line, every refusal with its sentence.
 */
import { and, eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createOrderInState } from "#app/areas/orders/fixtures.ts"
import { createShop } from "#app/areas/shop/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { withApp } from "../setup/app.ts"
import {
  createClaimFixture,
  findLastAuditEntry,
  createOfficeFixture,
  type OfficeFixture,
} from "../setup/office-fixture.ts"

const app = withApp()

/** Six of the screen, and one of the frame around it. */
const MAX_QUERIES = 7
const location = (answer: Response) => answer.headers.get("Location")

let admin: OfficeFixture["admin"]
let customer: OfficeFixture["customer"]
let expert: OfficeFixture["expert"]
let sale: OfficeFixture["sale"]
beforeAll(async () => {
  ;({ admin, customer, expert, sale } = await createOfficeFixture())
})

const asAdmin = () => ({ cookie: admin.cookie })
const screens = () => [
  "/admin",
  "/admin/users",
  `/admin/users/${customer.actor.userId}`,
  "/admin/users?q=비밀&sort=name",
  "/admin/audit",
  "/admin/settings",
  "/admin/settings/coupons",
  "/admin/figures",
  "/admin/figures?view=money&from=2026-01-01",
  "/admin/banners",
  "/admin/banners/new",
  "/admin/campaigns",
  "/admin/campaigns/new",
  "/admin/settings/vocabulary",
  "/admin/settings/questions/repair",
  "/admin/settings/questions/repair/home",
  "/admin/settings/questions/repair/new",
  "/admin/reviews",
  "/admin/reports",
  "/admin/purchases",
  "/admin/purchases?q=시계&pay=paid&sort=amount",
  `/admin/purchases/${sale.groupId}`,
  "/admin/claims",
]

describe("who may enter", () => {
  test("visitors, customers and experts get nothing of any screen or form", async () => {
    for (const path of screens()) {
      for (const cookie of [undefined, customer.cookie, expert.cookie]) {
        const options = cookie ? { cookie } : {}
        expect(location(await app.get(path, options)), path).toBe("/")
        expect(await (await app.get(`${path.split("?")[0]}.data`, options)).text(), path).not.toContain(
          "hidden-customer",
        )
        const sent = await app.post(
          path,
          { intent: "ban", ban: "7", reason: "그냥", "ids[]": customer.actor.userId },
          options,
        )
        expect(location(sent) === "/" || sent.status === 405, path).toBe(true)
      }
    }
    for (const cookie of [customer.cookie, expert.cookie])
      expect(location(await app.post("/admin/export/users", { reason: "정산 확인" }, { cookie }))).toBe("/")
    expect(
      (
        await db()
          .select({ until: profiles.bannedUntil })
          .from(profiles)
          .where(eq(profiles.userId, customer.actor.userId))
      )[0]?.until,
    ).toBeNull()
  })

  test("an admin sees every screen within six queries", async () => {
    for (const path of screens()) {
      const page = await app.get(path, asAdmin())
      expect(page.status, path).toBe(200)
      expect(Number(page.headers.get("X-Queries")), path).toBeLessThanOrEqual(MAX_QUERIES)
    }
  })

  test("what does not exist is 404", async () => {
    for (const path of [
      "/admin/users/nonsense",
      `/admin/users/${newId()}`,
      "/admin/settings/questions/cooking",
      "/admin/settings/questions/repair/nothing",
    ])
      expect((await app.get(path, asAdmin())).status, path).toBe(404)
    expect((await app.post("/admin/export/secrets", { reason: "정산 확인" }, asAdmin())).status).toBe(404)
  })
})

describe("the log", () => {
  test("nothing of it can be changed or removed, whoever asks the database", async () => {
    await app.post("/admin/export/users", { reason: "정산 확인" }, asAdmin())
    expect((await db().select({ id: auditLog.id }).from(auditLog)).length).toBeGreaterThan(0)
    for (const attempt of [
      sql`update audit_log set note = 'x'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ])
      await expect(db().execute(attempt)).rejects.toThrow()
  })

  test("what admins decided elsewhere stands in it: experts, orders, notices", async () => {
    const applicant = await createExpert({ state: "reviewing" })
    await app.post(`/admin/expert/${applicant.expertId}`, { move: "approve" }, asAdmin())
    expect(await findLastAuditEntry(applicant.expertId)).toMatchObject({
      action: "expert.approve",
      before: { state: "reviewing" },
      after: { state: "approved" },
    })
    const { orderId } = await createOrderInState("disputed", { customer })
    await app.post(
      `/admin/orders/${orderId}`,
      { intent: "resolve", outcome: "cancel", note: "환불하기로 했어요" },
      asAdmin(),
    )
    expect(await findLastAuditEntry(orderId)).toMatchObject({
      action: "order.resolve_cancel",
      note: expect.stringContaining("환불하기로"),
    })
    const html = await (await app.get(`/admin/audit?area=order&by=${admin.actor.userId}`, asAdmin())).text()
    expect(html).toContain("분쟁을 취소로 정리했어요")
    expect(html).not.toContain("승인했어요")
  })
})

describe("exports", () => {
  test("a table exports as CSV without formulas, and the export is logged", async () => {
    await createPerson({ name: "=HYPERLINK(1)", email: "formula@example.kr" })
    const answer = await app.post("/admin/export/users", { reason: "정산 확인" }, asAdmin())
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8")
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
    const text = new TextDecoder().decode(bytes)
    const rows = text.trim().split("\r\n")
    expect(rows.length - 1).toBe(Number(answer.headers.get("X-Total-Rows")))
    expect(rows[0]).toContain("이름,별명,이메일,휴대폰")
    expect(text).toContain("'=HYPERLINK(1)")
    expect(text).toContain("010-5555-4444")
    expect(await findLastAuditEntry("users")).toMatchObject({ action: "export.users" })
    for (const kind of [
      "orders",
      "purchases",
      "claims",
      "invoices",
      "reviews",
      "reports",
      "tickets",
      "audit",
    ]) {
      const table = await app.post(`/admin/export/${kind}`, { reason: "정산 확인" }, asAdmin())
      expect(table.status, kind).toBe(200)
      // The export writes a line of its own into the log.
      if (kind !== "audit")
        expect((await table.text()).trim().split("\r\n").length - 1, kind).toBe(
          Number(table.headers.get("X-Total-Rows")),
        )
    }
  })
})

describe("settings", () => {
  const base = {
    text: "엘리베이터가 있나요?",
    label: "엘리베이터",
    wayOut: "잘 모르겠어요",
    kind: "choice",
    options: "있어요\n없어요 | 계단으로 옮겨요",
  }

  test("a question that an admin adds is asked of customers, a removed one is not", async () => {
    const path = "/admin/settings/questions/repair"
    const wrong = await app.post(
      `${path}/new`,
      { ...base, version: "0", options: "있어요", "services[]": "leak" },
      asAdmin(),
    )
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain("두 개 이상")
    expect(
      location(await app.post(`${path}/new`, { ...base, version: "0", "services[]": ["leak"] }, asAdmin())),
    ).toBe(path)
    const list = await (await app.get(path, asAdmin())).text()
    const id = /questions\/repair\/(q-[0-9a-f-]+)"[^>]*>엘리베이터가 있나요/.exec(list)?.[1] ?? ""
    expect(id).not.toBe("")
    expect(await findLastAuditEntry("questions.repair")).toMatchObject({
      action: "setting.questions",
      after: { title: "엘리베이터가 있나요?" },
    })
    const questions = async () => {
      const { listServiceQuestions: questionsOf } = await import("#app/areas/orders/questions.ts")
      return questionsOf("repair", "leak").map((question) => question.id)
    }
    expect(await questions()).toContain(id)
    // Two admins with the same page open: the second is told.
    expect(
      (await app.post(`${path}/new`, { ...base, version: "0", "services[]": ["leak"] }, asAdmin())).status,
    ).toBe(409)
    expect(
      location(
        await app.post(path, { version: "1", intent: "remove", service: "leak", question: id }, asAdmin()),
      ),
    ).toBe(path)
    expect(await questions()).not.toContain(id)
  })

  test("company, keywords and wages are in force at once, on the pages that show them", async () => {
    const company = {
      name: "(주)새이름",
      representative: "한바로",
      address: "서울특별시 서초구 반포대로 1",
      email: "help@example.kr",
      supportPhone: "1588-1234",
      businessNumber: "120-81-47521",
      mailOrderNumber: "제1호",
      jobInformationNumber: "서울청 제2026-1호",
      hosting: "새이름",
      privacyOfficer: "이도윤",
    }
    expect(
      (
        await app.post(
          "/admin/settings",
          { ...company, intent: "company", version: "0", businessNumber: "111-11-11111" },
          asAdmin(),
        )
      ).status,
    ).toBe(400)
    expect(
      location(await app.post("/admin/settings", { ...company, intent: "company", version: "0" }, asAdmin())),
    ).toBe("/admin/settings")
    const footer = await (await app.get("/faq")).text()
    for (const fact of ["(주)새이름", "직업정보제공사업 신고 서울청 제2026-1호"])
      expect(footer).toContain(fact)
    // Saved before there was such a number: the footer says nothing of it rather than something wrong.
    const { replaceCurrentSettings: takeSettings, getCurrentSettings: settingsNow } =
      await import("#app/basics/settings.ts")
    const { brand } = await import("#app/basics/brand.ts")
    const { jobInformationNumber: _, ...earlier } = company
    const now = settingsNow()
    takeSettings({ ...now, company: { ...earlier } as typeof brand.company })
    expect(brand.company).toMatchObject({ name: "(주)새이름", jobInformationNumber: "" })
    takeSettings(now)
    expect(
      (await app.post("/admin/settings", { ...company, intent: "company", version: "0" }, asAdmin())).status,
    ).toBe(409)
    const words = {
      all: "집수리, 이사",
      shopping: "세제",
      marketplace: "가구",
      jobs: "촬영",
      repair: "배관",
      interior: "벽지",
    }
    expect(
      location(await app.post("/admin/settings", { ...words, intent: "keywords", version: "0" }, asAdmin())),
    ).toBe("/admin/settings")
    expect(
      location(
        await app.post(
          "/admin/settings",
          {
            intent: "wages",
            version: "0",
            "rows[0].year": "2026",
            "rows[0].hourWon": "10,320",
            "rows[1].year": "2027",
            "rows[1].hourWon": "11,000",
            "rows[2].year": "",
            "rows[2].hourWon": "",
          },
          asAdmin(),
        ),
      ),
    ).toBe("/admin/settings")
    const { getMinimumWageOn: minimumWageOn } = await import("#app/areas/jobs/wages.ts")
    expect(minimumWageOn("2027-03-01").hourWon).toBe(11_000)
  })

  test("the common commission changes for its sellers; a coupon is made and ended once", async () => {
    expect(
      (await app.post("/admin/settings", { intent: "commission", version: "0", percent: "99" }, asAdmin()))
        .status,
    ).toBe(400)
    expect(
      location(
        await app.post("/admin/settings", { intent: "commission", version: "0", percent: "7.5" }, asAdmin()),
      ),
    ).toBe("/admin/settings")
    expect(await findLastAuditEntry("commission")).toMatchObject({
      before: { percent: 8 },
      after: { percent: 7.5 },
    })
    const coupon = {
      intent: "create",
      name: "첫 구매",
      code: "first-3000",
      kind: "amount",
      value: "3000",
      maxWon: "",
      minWon: "10,000",
      startsOn: "2026-11-01",
      endsOn: "2036-12-31",
    }
    const path = "/admin/settings/coupons"
    expect((await app.post(path, { ...coupon, kind: "percent" }, asAdmin())).status).toBe(400)
    expect(location(await app.post(path, coupon, asAdmin()))).toBe(path)
    const again = await app.post(path, coupon, asAdmin())
    expect(again.status).toBe(409)
    expect(await again.text()).toContain("이미 있는 코드예요")
    const [made] = await db()
      .select({ id: auditLog.subjectId })
      .from(auditLog)
      .where(and(eq(auditLog.action, "coupon.create")))
    expect(location(await app.post(path, { intent: "end", couponId: made?.id ?? "" }, asAdmin()))).toBe(path)
    expect((await app.post(path, { intent: "end", couponId: made?.id ?? "" }, asAdmin())).status).toBe(409)
  })
})

describe("purchases and claims", () => {
  test("a claim of the queue leads to its purchase, where an admin decides it", async () => {
    const { groupId, claimId } = await createClaimFixture(customer, await createShop())
    const path = `/admin/purchases/${groupId}`
    expect(await (await app.get("/admin/claims", asAdmin())).text()).toContain(
      `href="${path}#claim-${claimId}"`,
    )
    const bare = await app.post(path, { claimId, move: "reject", reason: "" }, asAdmin())
    expect(bare.status).toBe(400)
    expect(await bare.text()).toContain("거절하는 이유를 적어 주세요")
    expect((await app.post(path, { claimId, move: "withdraw" }, asAdmin())).status).toBe(400)
    expect((await app.post(path, { claimId: newId(), move: "approve" }, asAdmin())).status).toBe(404)
    for (const [refundId, status] of [
      [newId(), 404],
      ["nonsense", 400],
    ] as const)
      expect((await app.post(path, { intent: "retry_refund", refundId }, asAdmin())).status).toBe(status)
    expect(location(await app.post(path, { claimId, move: "approve" }, asAdmin()))).toBe(path)
    expect((await app.post(path, { claimId, move: "approve" }, asAdmin())).status).toBe(409)
    const page = await (await app.get(path, asAdmin())).text()
    for (const word of ["취소 완료", "환불 완료", "장부가 맞아요", "관리자"]) expect(page).toContain(word)
    expect(await findLastAuditEntry(groupId)).toMatchObject({
      action: "purchase.claim_approve",
      before: { claim: "requested" },
      after: { claim: "completed" },
    })
    expect((await app.get(`/admin/purchases/${newId()}`, asAdmin())).status).toBe(404)
  })

  test("the dashboard's number leads to what sellers have left", async () => {
    await db().execute(
      sql`update claims set created_at = now() - interval '4 days' where id = ${sale.claimId}::uuid`,
    )
    expect(await (await app.get("/admin", asAdmin())).text()).toContain('href="/admin/claims?queue=late"')
    expect(await (await app.get("/admin/claims?queue=late", asAdmin())).text()).toContain(
      `#claim-${sale.claimId}`,
    )
  })

  test("an export holds what the list was searched for", async () => {
    const shop = await createShop({ name: "내보낼상점" })
    await createClaimFixture(customer, shop)
    for (const kind of ["purchases", "claims"]) {
      const read = async (term: string) =>
        (
          await (
            await app.post(
              `/admin/export/${kind}?q=${encodeURIComponent(term)}`,
              { reason: "정산 확인" },
              asAdmin(),
            )
          ).text()
        )
          .trim()
          .split("\r\n").length - 1
      expect([kind, await read("내보낼"), await read("없는이름없는이름")]).toEqual([kind, 1, 0])
    }
  })
})
