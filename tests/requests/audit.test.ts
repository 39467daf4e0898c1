/**
 * Every deed of the back office has its line in the log, one for each thing it was done to: generated over
 * the forms that admins may send.
 */
import { desc, eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { getAuditActionSentence } from "#app/areas/admin/labels.ts"
import { createArticle, createTicket } from "#app/areas/content/fixtures.ts"
import { createExpert, createPictureRow } from "#app/areas/experts/fixtures.ts"
import { sendInsurancePaper } from "#app/areas/experts/service/insurance-papers.server.ts"
import { rateExpert } from "#app/areas/experts/service/reviews.server.ts"
import { createConversation, sendText } from "#app/areas/chat/fixtures.ts"
import { createJobAtStage } from "#app/areas/jobs/fixtures.ts"
import { wages } from "#app/areas/jobs/schema.server.ts"
import { appealNoShow } from "#app/areas/jobs/service/work.server.ts"
import { createDisputedSafeOrder, createOrderInState } from "#app/areas/orders/fixtures.ts"
import { answerDecision, proposeDecision } from "#app/areas/orders/service/disputes.server.ts"
import { createPaidPurchase, createProduct, createShop, createVariant } from "#app/areas/shop/fixtures.ts"
import { sellers } from "#app/areas/shop/schema.server.ts"
import { prepareLine } from "#app/areas/shop/service/after-sale.server.ts"
import { requestClaim } from "#app/areas/shop/service/claims.server.ts"
import { fileReport } from "#app/areas/trust/service/report.server.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"
import { listRoutes } from "../setup/routes.ts"
import { ACCESS } from "./access.ts"
import { payouts } from "#app/areas/money/schema.server.ts"

const app = withApp()

let admin: Person
beforeAll(async () => {
  admin = await createPerson({ role: "admin", name: "서지훈" })
  registerSubjects()
})

/** What is sent, and the lines it leaves. */
type Deed = {
  at: string
  fields: Record<string, string | string[]>
  lines: { action: string; subject?: string; before?: unknown; after?: unknown }[]
}
const today = toKstDateString(new Date())
const reason = "운영 정책에 맞지 않아요"
const send = async (at: string, fields: Deed["fields"]) =>
  void (await (await app.post(at, fields, { cookie: admin.cookie })).body?.cancel())

async function reported(): Promise<string> {
  const [reporter, accused] = [await createPerson(), await createExpert()]
  const done = await fileReport(
    reporter.actor,
    { kind: "expert", id: accused.expertId },
    { reason: "scam", details: "", block: false, pictureIds: [], submissionKey: newId() },
  )
  if (!done.ok) throw new Error(done.reason)
  return done.reportId
}
async function rated(): Promise<string> {
  const { orderId, customer, expert } = await createOrderInState("completed")
  const done = await rateExpert(customer.actor, {
    orderId,
    expertId: expert.expertId,
    rating: 1,
    finish: 1,
    priceMatch: 1,
    punctuality: 1,
    kindness: 1,
    tags: [],
    body: "다시는 부르지 않을 거예요.",
    pictureIds: [],
  })
  if (!done.ok) throw new Error(done.reason)
  return done.reviewId
}
async function appealed(): Promise<string> {
  const { applicationId, worker } = await createJobAtStage("no_show")
  await appealNoShow(worker.actor, applicationId, "10분 전에 도착했어요.")
  return applicationId
}
async function claimed(): Promise<{ groupId: string; claimId: string }> {
  const [shop, buyer] = [await createShop(), await createPerson()]
  const { groupId, lines } = await createPaidPurchase(buyer, [
    { variantId: await createVariant(shop.sellerId, 40_000, 9), quantity: 1 },
  ])
  const lineId = lines[0]?.id ?? ""
  await prepareLine(shop.actor, lineId)
  const done = await requestClaim(buyer.actor, lineId, {
    kind: "cancel",
    reason: "broken",
    detail: "",
    pictureIds: [],
    account: null,
  })
  if (!done.ok) throw new Error(done.reason)
  return { groupId, claimId: done.claimId }
}
async function deadEvent(): Promise<string> {
  const [row] = await db().execute<{ id: string }>(
    sql`insert into outbox (type, payload, tries) values ('order.matched', '{}', 8) returning id::text as id`,
  )
  return row?.id ?? ""
}
async function payout(): Promise<string> {
  const { sellerId } = await createShop()
  const id = newId()
  const at = new Date()
  await db().insert(payouts).values({
    id,
    sellerId,
    amountWon: 46_000,
    state: "pending",
    bank: "우리은행",
    accountNumber: "1002-000",
    accountHolder: "이가게",
    createdAt: at,
    updatedAt: at,
  })
  return id
}
const field = async (path: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(
    await (await app.get(path, { cookie: admin.cookie })).text(),
  )?.[1] ?? ""
const article = (kind: "notice" | "career" | "faq", category: string) => ({
  kind,
  title: "새로 쓴 글",
  body: "<p>오늘부터 이렇게 바뀌어요.</p>",
  category,
  publishing: "now",
  place: "서울",
  employment: "정규직",
})

/** At least one deed for every form of the back office. */
const DEEDS: Record<string, (() => Promise<Deed>)[]> = {
  "/admin/expert/:expertId": [
    async () => {
      const { expertId } = await createExpert({ state: "reviewing" })
      return {
        at: `/admin/expert/${expertId}`,
        fields: { move: "approve" },
        lines: [
          {
            action: "expert.approve",
            subject: expertId,
            before: { state: "reviewing" },
            after: { state: "approved" },
          },
        ],
      }
    },
    async () => {
      const { expertId } = await createExpert()
      return {
        at: `/admin/expert/${expertId}`,
        fields: { move: "suspend", reason },
        lines: [
          {
            action: "expert.suspend",
            subject: expertId,
            before: { state: "approved" },
            after: { state: "suspended" },
          },
        ],
      }
    },
    async () => {
      const { actor, expertId } = await createExpert()
      const sent = await sendInsurancePaper(actor, {
        key: newId(),
        insurer: "바로손해보험",
        expiresOn: "2999-12-31",
        pictures: [await createPictureRow(expertId, "certificate")],
      })
      if (!sent.ok) throw new Error(sent.reason)
      return {
        at: `/admin/expert/${expertId}`,
        fields: { intent: "refuse_paper", paperId: sent.paperId, reason },
        lines: [{ action: "expert.refuse_insurance", subject: expertId }],
      }
    },
  ],
  "/admin/orders/:orderId": [
    async () => {
      const { orderId } = await createOrderInState("disputed")
      return {
        at: `/admin/orders/${orderId}`,
        fields: { intent: "resolve", outcome: "complete", note: "절반을 돌려주기로 했어요." },
        lines: [
          {
            action: "order.resolve_complete",
            subject: orderId,
            before: { state: "disputed" },
            after: { state: "completed" },
          },
        ],
      }
    },
    async () => {
      const { orderId } = await createDisputedSafeOrder()
      return {
        at: `/admin/orders/${orderId}`,
        fields: { intent: "propose_decision", expertWon: "100000", outcome: "complete", reason },
        lines: [{ action: "order.propose_decision", subject: orderId }],
      }
    },
    async () => {
      const { orderId, customer, expert } = await createDisputedSafeOrder()
      const proposal = { expertWon: 100_000, outcome: "complete" as const, reason }
      await proposeDecision(admin.actor, orderId, proposal)
      for (const { actor } of [customer, expert])
        await answerDecision(actor, orderId, { answer: "object", note: "사진을 다시 봐 주세요." })
      return {
        at: `/admin/orders/${orderId}`,
        fields: { intent: "decide_dispute", expertWon: "90000", outcome: "cancel", reason },
        lines: [{ action: "order.decide_dispute", subject: orderId }],
      }
    },
    async () => {
      const { orderId } = await createOrderInState("in_progress")
      return {
        at: `/admin/orders/${orderId}`,
        fields: { intent: "cancel", reason },
        lines: [
          {
            action: "order.cancel",
            subject: orderId,
            before: { state: "in_progress" },
            after: { state: "cancelled" },
          },
        ],
      }
    },
  ],
  "/admin/reports": [
    async () => {
      const ids = [await reported(), await reported()]
      await send("/admin/reports", { intent: "triage", "ids[]": ids })
      return {
        at: "/admin/reports",
        fields: { intent: "dismiss", reason, "ids[]": ids },
        lines: ids.map((subject) => ({
          action: "report.dismiss",
          subject,
          before: { state: "triaged" },
          after: { state: "dismissed" },
        })),
      }
    },
  ],
  "/admin/reports/:reportId": [
    async () => {
      const id = await reported()
      return {
        at: `/admin/reports/${id}`,
        fields: { intent: "triage" },
        lines: [
          { action: "report.triage", subject: id, before: { state: "filed" }, after: { state: "triaged" } },
        ],
      }
    },
    async () => {
      const id = await reported()
      await send(`/admin/reports/${id}`, { intent: "triage" })
      return {
        at: `/admin/reports/${id}`,
        fields: { intent: "act", reason, ban: "7", hide: "on" },
        lines: [{ action: "report.act", subject: id, after: { state: "actioned", hidden: true, ban: "7" } }],
      }
    },
  ],
  "/admin/appeals/:applicationId": [
    async () => {
      const id = await appealed()
      return {
        at: `/admin/appeals/${id}`,
        fields: { decision: "reverse", answer: "출근을 확인했어요." },
        lines: [{ action: "application.reverse_no_show", subject: id }],
      }
    },
    async () => {
      const id = await appealed()
      return {
        at: `/admin/appeals/${id}`,
        fields: { decision: "uphold", answer: "기록과 달라요." },
        lines: [{ action: "application.uphold_no_show", subject: id }],
      }
    },
  ],
  "/admin/late-wages": [
    async () => {
      const { applicationId } = await createJobAtStage("worked")
      const [wage] = await db()
        .update(wages)
        .set({ lateAt: new Date(), escalatedAt: new Date() })
        .where(eq(wages.applicationId, applicationId))
        .returning()
      return {
        at: "/admin/late-wages",
        fields: { applicationId, wageId: wage?.id ?? "", note: "두 사람에게 전화했어요." },
        lines: [{ action: "application.handle_late_wage", subject: applicationId }],
      }
    },
  ],
  "/admin/purchases/:groupId": [
    async () => {
      const { groupId, claimId } = await claimed()
      return {
        at: `/admin/purchases/${groupId}`,
        fields: { claimId, move: "approve" },
        lines: [
          {
            action: "purchase.claim_approve",
            subject: groupId,
            before: { claim: "requested" },
            after: { claim: "completed" },
          },
        ],
      }
    },
    async () => {
      const { groupId, claimId } = await claimed()
      return {
        at: `/admin/purchases/${groupId}`,
        fields: { claimId, move: "reject", reason },
        lines: [
          {
            action: "purchase.claim_reject",
            subject: groupId,
            before: { claim: "requested" },
            after: { claim: "rejected" },
          },
        ],
      }
    },
  ],
  "/admin/reviews": [
    async () => {
      const ids = [await rated(), await rated()]
      return {
        at: "/admin/reviews",
        fields: { intent: "remove", "ids[]": ids, reason },
        lines: ids.map((subject) => ({
          action: "review.remove",
          subject,
          before: { removed: false },
          after: { removed: true },
        })),
      }
    },
  ],
  "/admin/reviews/:reviewId": [
    async () => {
      const id = await rated()
      return {
        at: `/admin/reviews/${id}`,
        fields: { reason },
        lines: [
          { action: "review.remove", subject: id, before: { removed: false }, after: { removed: true } },
        ],
      }
    },
  ],
  "/admin/users/shop-owners/:sellerId": [
    async () => {
      const { sellerId } = await createShop()
      return {
        at: `/admin/users/shop-owners/${sellerId}`,
        fields: { move: "suspend", reason },
        lines: [
          {
            action: "seller.suspend",
            subject: sellerId,
            before: { state: "approved" },
            after: { state: "suspended" },
          },
        ],
      }
    },
    async () => {
      const { sellerId } = await createShop()
      await db().update(sellers).set({ state: "applied" }).where(eq(sellers.userId, sellerId))
      return {
        at: `/admin/users/shop-owners/${sellerId}`,
        fields: { move: "approve" },
        lines: [
          {
            action: "seller.approve",
            subject: sellerId,
            before: { state: "applied" },
            after: { state: "approved" },
          },
        ],
      }
    },
  ],
  "/admin/products/:productId": [
    async () => {
      const { sellerId } = await createShop()
      const { productId } = await createProduct(sellerId, [{ priceWon: 10_000, stock: 3 }])
      const at = `/admin/products/${productId}`
      return {
        at,
        fields: { move: "hide", reason, seen: await field(at, "seen") },
        lines: [
          { action: "product.hide", subject: productId, before: { hidden: false }, after: { hidden: true } },
        ],
      }
    },
  ],
  "/admin/payouts": [
    async () => {
      const id = await payout()
      return {
        at: "/admin/payouts",
        fields: { payoutId: id, move: "start" },
        lines: [
          {
            action: "payout.start",
            subject: id,
            before: { state: "pending" },
            after: { state: "processing" },
          },
        ],
      }
    },
    async () => {
      const id = await payout()
      await send("/admin/payouts", { payoutId: id, move: "start" })
      return {
        at: "/admin/payouts",
        fields: { payoutId: id, move: "fail", reason: "예금주가 달라요" },
        lines: [
          { action: "payout.fail", subject: id, before: { state: "processing" }, after: { state: "failed" } },
        ],
      }
    },
  ],
  "/admin/failed-work": [
    async () => {
      const id = await deadEvent()
      return {
        at: "/admin/failed-work",
        fields: { kind: "events", id },
        lines: [{ action: "work.retry", subject: id, after: { count: 1 } }],
      }
    },
    async () => {
      await deadEvent()
      return {
        at: "/admin/failed-work",
        fields: { kind: "events" },
        lines: [{ action: "work.retry_all", subject: "events" }],
      }
    },
  ],
  "/admin/users": (["warn", "ban", "sign_out"] as const).map((intent) => async () => {
    const people = [await createPerson(), await createPerson()].map((person) => person.actor.userId)
    return {
      at: "/admin/users",
      fields: { intent, ban: "7", reason, "ids[]": people },
      lines: people.map((subject) => ({ action: `person.${intent}`, subject })),
    }
  }),
  "/admin/users/:userId": [
    async () => {
      const { userId } = (await createPerson()).actor
      return {
        at: `/admin/users/${userId}`,
        fields: { intent: "ban", ban: "7", reason },
        lines: [{ action: "person.ban", subject: userId, before: { bannedUntil: null } }],
      }
    },
    async () => {
      const { userId } = (await createPerson()).actor
      return {
        at: `/admin/users/${userId}`,
        fields: { intent: "type", userType: "expert", reason },
        lines: [
          {
            action: "person.type",
            subject: userId,
            before: { userType: "customer" },
            after: { userType: "expert" },
          },
        ],
      }
    },
    async () => {
      const { userId } = (await createPerson()).actor
      return {
        at: `/admin/users/${userId}`,
        fields: { intent: "request_admin", reason },
        lines: [{ action: "admin.request", subject: userId }],
      }
    },
    async () => {
      const { userId } = (await createPerson({ role: "admin" })).actor
      return {
        at: `/admin/users/${userId}`,
        fields: { intent: "take_back", reason },
        lines: [
          { action: "admin.take_back", subject: userId, before: { role: "admin" }, after: { role: "user" } },
        ],
      }
    },
  ],
  "/admin/settings": [
    async () => ({
      at: "/admin/settings",
      fields: { intent: "commission", version: "0", percent: "7.5" },
      lines: [{ action: "setting.commission", before: { percent: 8 }, after: { percent: 7.5 } }],
    }),
    async () => ({
      at: "/admin/settings",
      fields: {
        intent: "order_fees",
        version: "0",
        payer: "customer",
        repair: "3.5",
        interior: "3",
        moving: "3",
        demolition: "3",
        installation: "0",
      },
      lines: [
        {
          action: "setting.order_fees",
          before: { payer: "expert", repair: 3, interior: 3, moving: 3, demolition: 3, installation: 3 },
          after: { payer: "customer", repair: 3.5, interior: 3, moving: 3, demolition: 3, installation: 0 },
        },
      ],
    }),
    async () => ({
      at: "/admin/settings",
      fields: { intent: "wages", version: "0", "rows[0].year": "2026", "rows[0].hourWon": "10320" },
      lines: [{ action: "setting.wages" }],
    }),
  ],
  "/admin/settings/coupons": [
    async () => ({
      at: "/admin/settings/coupons",
      fields: {
        intent: "create",
        name: "겨울 할인",
        code: "WINTER-26",
        kind: "amount",
        value: "3000",
        startsOn: today,
        endsOn: addDays(today, 30),
      },
      lines: [{ action: "coupon.create" }],
    }),
  ],
  "/admin/settings/questions/:categoryId": [
    async () => {
      const at = "/admin/settings/questions/moving"
      const html = await (await app.get(at, { cookie: admin.cookie })).text()
      const [, service = "", question = ""] =
        /name="service" value="([^"]+)"[\s\S]*?name="question" value="([^"]+)"/.exec(html) ?? []
      return {
        at,
        fields: { intent: "remove", version: await field(at, "version"), service, question },
        lines: [{ action: "setting.questions" }],
      }
    },
  ],
  "/admin/settings/questions/:categoryId/:questionId": [
    async () => {
      const at = "/admin/settings/questions/repair/new"
      const service = await field(at, "services\\[\\]")
      return {
        at,
        fields: {
          version: await field(at, "version"),
          text: "주차할 수 있나요?",
          label: "주차",
          kind: "choice",
          options: "할 수 있어요\n없어요",
          wayOut: "잘 모르겠어요",
          "services[]": service,
        },
        lines: [{ action: "setting.questions" }],
      }
    },
  ],
  "/admin/export/:kind": [
    async () => ({ at: "/admin/export/users", fields: {}, lines: [{ action: "export.users" }] }),
  ],
  "/admin/notice-manage": [
    async () => ({
      at: "/admin/notice-manage",
      fields: article("notice", "service"),
      lines: [{ action: "article.write" }],
    }),
  ],
  "/admin/career-manage": [
    async () => ({
      at: "/admin/career-manage",
      fields: article("career", "product"),
      lines: [{ action: "article.write" }],
    }),
  ],
  "/admin/faq-manage": [
    async () => ({
      at: "/admin/faq-manage",
      fields: article("faq", "orders"),
      lines: [{ action: "article.write" }],
    }),
  ],
  "/admin/notices": [
    async () => {
      const ids = [await createArticle("notice", "하나"), await createArticle("notice", "둘")]
      return {
        at: "/admin/notices",
        fields: { move: "archive", ids },
        lines: ids.map((subject) => ({
          action: "article.archive",
          subject,
          before: { state: "published" },
          after: { state: "archived" },
        })),
      }
    },
  ],
  "/admin/notices/:articleId": [
    async () => {
      const id = await createArticle("notice", "내릴 공지")
      return {
        at: `/admin/notices/${id}`,
        fields: { move: "archive" },
        lines: [
          {
            action: "article.archive",
            subject: id,
            before: { state: "published" },
            after: { state: "archived" },
          },
        ],
      }
    },
  ],
  "/admin/careers": [
    async () => {
      const id = await createArticle("career", "닫을 자리")
      return {
        at: "/admin/careers",
        fields: { move: "archive", ids: id },
        lines: [{ action: "article.archive", subject: id }],
      }
    },
  ],
  "/admin/faq": [
    async () => {
      const id = await createArticle("faq", "지난 질문")
      return {
        at: "/admin/faq",
        fields: { move: "archive", ids: id },
        lines: [{ action: "article.archive", subject: id }],
      }
    },
  ],
  "/admin/pages/:slug": [
    async () => ({
      at: "/admin/pages/safety",
      fields: { kind: "page", title: "안전 정책", body: "<p>안전하게 거래해요.</p>", publishing: "now" },
      lines: [{ action: "article.write" }],
    }),
  ],
  "/admin/tickets/:ticketId": [
    async () => {
      const id = await createTicket((await createPerson()).actor.userId, "환불은 언제 되나요?")
      return {
        at: `/admin/tickets/${id}`,
        fields: { intent: "reply", body: "영업일 3일 안에 돌려드려요.", key: newId() },
        lines: [
          { action: "ticket.answer", subject: id, before: { state: "open" }, after: { state: "answered" } },
        ],
      }
    },
  ],
}

const forms = listRoutes()
  .map(({ pattern }) => pattern)
  .filter((pattern) => pattern.startsWith("/admin") && ACCESS[pattern]?.write.admin !== "405")
const count = async () =>
  (
    await db()
      .select({ lines: sql<number>`count(*)::int` })
      .from(auditLog)
  )[0]?.lines ?? 0

test("every form of the back office has a deed here, and every deed its form", () => {
  expect(Object.keys(DEEDS).sort()).toEqual(forms.sort())
})

describe.each(Object.entries(DEEDS))("%s", (_pattern, deeds) => {
  test.each(deeds.map((deed, place) => [place + 1, deed] as const))(
    "deed %i leaves one line for each thing, in words; what somebody else sends leaves none",
    async (_place, make) => {
      const { at, fields, lines } = await make()
      const stranger = await createPerson()
      const before = await count()
      await app.post(at, fields, { cookie: stranger.cookie })
      expect(await count()).toBe(before)
      const answer = await app.post(at, fields, { cookie: admin.cookie })
      const told = await answer.text()
      expect([
        answer.status < 400,
        answer.status < 400
          ? []
          : [...told.matchAll(/role="alert"[^>]*>(?:<[^>]+>)*([^<]+)/g)].map((match) => match[1]),
      ]).toEqual([true, []])
      const written = await db()
        .select()
        .from(auditLog)
        .orderBy(desc(auditLog.id))
        .limit((await count()) - before)
      expect(written.map((line) => line.action)).toEqual(lines.map((line) => line.action))
      for (const line of written) {
        expect([line.actorId, getAuditActionSentence(line.action) === line.action]).toEqual([
          admin.actor.userId,
          false,
        ])
        expect(Math.abs(Date.now() - line.at.getTime())).toBeLessThan(60_000)
      }
      for (const { subject, ...rest } of lines)
        expect(written).toContainEqual(
          expect.objectContaining({ ...rest, ...(subject ? { subjectId: subject } : {}) }),
        )
    },
  )
})

test("reading a reported chat, or the list of chats, is logged once a day per admin", async () => {
  const [customer, expert] = [await createPerson(), await createExpert()]
  const { roomId } = await createConversation({ customer, expert })
  const { messageId } = await sendText(expert.actor, roomId, "계좌로 바로 보내 주세요")
  const done = await fileReport(
    customer.actor,
    { kind: "message", id: messageId },
    { reason: "outside_deal", details: "", block: false, pictureIds: [], submissionKey: newId() },
  )
  if (!done.ok) throw new Error(done.reason)
  const colleague = await createPerson({ role: "admin", name: "오나래" })
  const looks = async (action: string, subject: string) =>
    (
      await db()
        .select()
        .from(auditLog)
        .where(sql`action = ${action} and subject_id = ${subject}`)
    )
      .map((line) => line.actorId)
      .sort()
  const both = [admin.actor.userId, colleague.actor.userId].sort()
  for (const { cookie } of [admin, admin, colleague])
    expect((await app.get(`/admin/reports/${done.reportId}`, { cookie })).status).toBe(200)
  expect(await looks("chat.read", roomId)).toEqual(both)
  for (const { cookie } of [admin, colleague, colleague]) {
    const list = await app.get("/admin/chat-list", { cookie })
    expect([list.status, Number(list.headers.get("X-Queries")) <= 6]).toEqual([200, true])
  }
  expect(await looks("chat.list", "rooms")).toEqual(both)
})
