/**
 * Every deed of the back office has its line in the log, one for each thing it was done to: generated over
 * the forms that admins may send.
 */
import { desc, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { getAuditActionSentence } from "#app/areas/admin/audit-sentences.ts"
import { describeAuditChanges } from "#app/areas/admin/audit-labels.ts"
import { createExpert } from "#app/areas/experts/fixtures.ts"
import { createConversation, sendText } from "#app/areas/chat/fixtures.ts"
import { fileReport } from "#app/areas/trust/service/report.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { registerSubjects } from "#app/subjects.server.ts"
import { withApp } from "../setup/app.ts"
import { listRoutes } from "../setup/routes.ts"
import { ACCESS } from "./access.ts"
import type { Deeds, Office } from "./audit/deed.ts"
import { CAMPAIGN_DEEDS } from "./audit/campaigns.ts"
import { CASE_DEEDS } from "./audit/cases.ts"
import { CONTENT_DEEDS } from "./audit/content.ts"
import { DEAL_DEEDS } from "./audit/deals.ts"
import { FIGURE_DEEDS } from "./audit/figures.ts"
import { JOB_DEEDS } from "./audit/jobs.ts"
import { MEMBER_DEEDS } from "./audit/members.ts"
import { MONEY_DEEDS } from "./audit/money.ts"
import { ORDER_DEEDS } from "./audit/orders.ts"
import { REPORT_DEEDS } from "./audit/reports.ts"
import { RUNNING_DEEDS } from "./audit/running.ts"
import { SETTING_DEEDS } from "./audit/settings.ts"
import { SHOP_DEEDS } from "./audit/shop.ts"

const app = withApp()

/** Six of the screen, and one of the frame around it. */
const MAX_QUERIES = 7

let admin: Person
beforeAll(async () => {
  admin = await createPerson({ role: "admin", name: "서지훈" })
  registerSubjects()
})

/** At least one deed for every form of the back office. */
const DEEDS: Deeds = {
  ...CAMPAIGN_DEEDS,
  ...CASE_DEEDS,
  ...CONTENT_DEEDS,
  ...DEAL_DEEDS,
  ...FIGURE_DEEDS,
  ...JOB_DEEDS,
  ...MEMBER_DEEDS,
  ...MONEY_DEEDS,
  ...ORDER_DEEDS,
  ...REPORT_DEEDS,
  ...RUNNING_DEEDS,
  ...SETTING_DEEDS,
  ...SHOP_DEEDS,
}

const readPage = async (path: string) => (await app.get(path, { cookie: admin.cookie })).text()
const openOffice = (): Office => ({
  admin,
  readPage,
  send: async (at, fields) =>
    void (await (await app.post(at, fields, { cookie: admin.cookie })).body?.cancel()),
  readField: async (path, name) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(await readPage(path))?.[1] ?? "",
})

const forms = listRoutes()
  .map(({ pattern }) => pattern)
  .filter((pattern) => pattern.startsWith("/admin") && ACCESS[pattern]?.write.admin !== "405")
const count = async () =>
  (
    await db()
      .select({ lines: sql<number>`count(*)::int` })
      .from(auditLog)
  )[0]?.lines ?? 0

/** What of a line the log would show as the program calls it: names of fields, and of states. */
const listUnnamed = ({ subjectKind, before, after }: typeof auditLog.$inferSelect) =>
  describeAuditChanges(subjectKind, before, after).flatMap((change) => [
    ...(/[가-힣]/.test(change.field) ? [] : [change.field]),
    ...[change.before, change.after].filter((value) => /^([a-z_]+(, )?)+$|^[[{]/.test(value ?? "")),
  ])

test("every form of the back office has a deed here, and every deed its form", () => {
  expect(Object.keys(DEEDS).sort()).toEqual(forms.sort())
})

describe.each(Object.entries(DEEDS))("%s", (_pattern, deeds) => {
  test.each(deeds.map((deed, index) => [index + 1, deed] as const))(
    "deed %i leaves one line for each thing, in words; what somebody else sends leaves none",
    async (_place, make) => {
      const { at, fields, lines } = await make(openOffice())
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
        expect(listUnnamed(line)).toEqual([])
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
    expect([list.status, Number(list.headers.get("X-Queries")) <= MAX_QUERIES]).toEqual([200, true])
  }
  expect(await looks("chat.list", "rooms")).toEqual(both)
})
