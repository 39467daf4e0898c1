import { eq } from "drizzle-orm"
import { afterEach, beforeAll, describe, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { getSubjectSource } from "#app/platform/subjects.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { profiles, sessions } from "../../accounts/schema.server.ts"
import { createExpert } from "../../experts/fixtures.ts"
import { experts } from "../../experts/schema.server.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { reports, sanctions } from "../schema.server.ts"
import { buildAppealHref, findAppealableDecision } from "./appeal.server.ts"
import { blockPerson, listBlockedPeople, isBlockedBetween, unblockPerson } from "./blocks.server.ts"
import { registerReportContext } from "./report-context.server.ts"
import { appealReport, decideReport } from "./transitions.server.ts"
import { countReports, loadReportDetail, listReportQueue } from "./report-queue.server.ts"
import { fileReport, listOwnReports } from "./report.server.ts"

withDatabase()
beforeAll(() => registerSubscriptions())
afterEach(() => resetClock())

const visitor = { kind: "visitor", draftId: null } as const
const input = () => ({
  reason: "scam" as const,
  details: "선금을 받고 오지 않았어요.",
  block: false,
  submissionKey: newId(),
  pictureIds: [],
})

async function filed(options: { triaged?: boolean } = {}) {
  const [reporter, expert, admin, other] = [
    await createPerson(),
    await createExpert(),
    await createPerson({ role: "admin" }),
    await createPerson({ role: "admin" }),
  ]
  const done = await fileReport(reporter.actor, { kind: "expert", id: expert.actor.userId }, input())
  if (!done.ok) throw new Error(done.reason)
  if (options.triaged) await decideReport(admin.actor, done.reportId, { intent: "triage" })
  return { reporter, expert, admin, other, reportId: done.reportId }
}
const stateOf = async (reportId: string) =>
  (await db().select({ state: reports.state }).from(reports).where(eq(reports.id, reportId)))[0]?.state
const bannedUntil = async (person: Person) =>
  (
    await db()
      .select({ until: profiles.bannedUntil })
      .from(profiles)
      .where(eq(profiles.userId, person.actor.userId))
  )[0]?.until ?? null
const listNotificationsOf = async (person: Person) => {
  await drainEvents()
  return await db()
    .select({ title: notifications.title, href: notifications.href })
    .from(notifications)
    .where(eq(notifications.userId, person.actor.userId))
}

describe("blocks", () => {
  test("part two people both ways until they are taken back", async () => {
    const [one, two] = [await createPerson(), await createPerson({ nickname: "박소리" })]
    expect(await blockPerson(one.actor, two.actor.userId)).toEqual({ ok: true })
    expect(await blockPerson(one.actor, two.actor.userId)).toEqual({ ok: true })
    expect(await isBlockedBetween(one.actor.userId, two.actor.userId)).toBe(true)
    expect(await isBlockedBetween(two.actor.userId, one.actor.userId)).toBe(true)
    expect((await listBlockedPeople(one.actor)).map((person) => person.name)).toEqual(["박소리"])
    expect(await listBlockedPeople(two.actor)).toEqual([])
    // Only who blocked can take it back.
    await unblockPerson(two.actor, one.actor.userId)
    expect(await isBlockedBetween(one.actor.userId, two.actor.userId)).toBe(true)
    await unblockPerson(one.actor, two.actor.userId)
    expect(await isBlockedBetween(one.actor.userId, two.actor.userId)).toBe(false)
  })

  test("refuse visitors, oneself and nobody", async () => {
    const { actor } = await createPerson()
    expect(await blockPerson(visitor, actor.userId)).toEqual({ ok: false, reason: "not_allowed" })
    expect(await blockPerson(actor, actor.userId)).toEqual({ ok: false, reason: "self" })
    expect(await blockPerson(actor, newId())).toEqual({ ok: false, reason: "not_found" })
  })
})

describe("a report", () => {
  test("sent twice is one, and a second of the same thing is refused while the first waits", async () => {
    const [reporter, expert] = [await createPerson(), await createExpert()]
    const ref = { kind: "expert", id: expert.actor.userId } as const
    const sent = input()
    const [first, again] = await Promise.all([
      fileReport(reporter.actor, ref, sent),
      fileReport(reporter.actor, ref, sent),
    ])
    expect(first).toEqual(again)
    expect(await fileReport(reporter.actor, ref, input())).toEqual({ ok: false, reason: "already" })
    expect((await listOwnReports(reporter.actor, null)).rows).toMatchObject([
      { kind: "expert", state: "filed" },
    ])
  })

  test("is refused of one's own things, of nothing, for a foreign reason, after twenty a day", async () => {
    const [reporter, expert] = [await createPerson(), await createExpert()]
    const ref = { kind: "expert", id: expert.actor.userId } as const
    expect(await fileReport(visitor, ref, input())).toEqual({ ok: false, reason: "not_found" })
    expect(await fileReport(expert.actor, ref, input())).toEqual({ ok: false, reason: "not_found" })
    expect(await fileReport(reporter.actor, { kind: "expert", id: newId() }, input())).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await fileReport(reporter.actor, { kind: "message", id: newId() }, input())).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await fileReport(reporter.actor, ref, { ...input(), reason: "wage" })).toEqual({
      ok: false,
      reason: "reason",
    })
    expect(await fileReport(reporter.actor, ref, { ...input(), pictureIds: [newId()] })).toEqual({
      ok: false,
      reason: "picture_not_yours",
    })
    for (let sent = 1; sent < 20; sent += 1)
      await fileReport(reporter.actor, ref, { ...input(), pictureIds: [newId()] })
    expect(await fileReport(reporter.actor, ref, input())).toEqual({ ok: false, reason: "too_many" })
  })

  test("hides the thing and bans the person at once, and another admin can take all of it back", async () => {
    const { reporter, expert, admin, other, reportId } = await filed({ triaged: true })
    expect(
      await decideReport(admin.actor, reportId, { intent: "act", reason: "선금 사기", hide: true, ban: "7" }),
    ).toEqual({ ok: true, state: "actioned" })
    expect(await bannedUntil(expert)).not.toBeNull()
    expect(await db().select().from(sessions).where(eq(sessions.userId, expert.actor.userId))).toEqual([])
    const hidden = () =>
      db()
        .select({ at: experts.hiddenAt, reason: experts.hiddenReason })
        .from(experts)
        .where(eq(experts.userId, expert.actor.userId))
    expect(await hidden()).toMatchObject([{ reason: "선금 사기" }])
    expect((await listNotificationsOf(reporter)).map((one) => one.title)).toEqual([
      "신고한 내용을 확인하고 조치했어요",
    ])
    const [letter] = await listNotificationsOf(expert)
    expect(letter).toMatchObject({
      title: "운영 정책을 어겨 이용이 정지됐어요",
      href: buildAppealHref(reportId, expert.actor.userId),
    })
    // The link works for somebody who cannot sign in, and for nobody without it.
    const key = new URLSearchParams(letter?.href.split("?")[1]).get("key") ?? ""
    expect(await findAppealableDecision(visitor, reportId, key)).toMatchObject({
      canAppeal: true,
      reason: "선금 사기",
    })
    expect(await findAppealableDecision(visitor, reportId, "")).toBeNull()
    expect(await findAppealableDecision(reporter.actor, reportId, "")).toBeNull()

    expect(await appealReport(reporter.actor.userId, reportId, "아니에요")).toEqual({
      ok: false,
      reason: "not_found",
    })
    expect(await appealReport(expert.actor.userId, reportId, "그날 다녀왔어요. 사진이 있어요.")).toEqual({
      ok: true,
    })
    expect(await appealReport(expert.actor.userId, reportId, "한 번 더")).toEqual({
      ok: false,
      reason: "not_now",
    })
    expect(await decideReport(admin.actor, reportId, { intent: "reverse", reason: "내 결정" })).toEqual({
      ok: false,
      reason: "not_now",
    })
    expect(
      await decideReport(other.actor, reportId, { intent: "reverse", reason: "다녀온 사진을 확인" }),
    ).toEqual({ ok: true, state: "reversed" })
    expect(await bannedUntil(expert)).toBeNull()
    expect(await hidden()).toMatchObject([{ at: null }])
    expect(
      (
        await db().select({ at: sanctions.liftedAt }).from(sanctions).where(eq(sanctions.reportId, reportId))
      ).every((row) => row.at !== null),
    ).toBe(true)
  })

  test("can be appealed for fourteen days", async () => {
    const { expert, admin, reportId } = await filed({ triaged: true })
    await decideReport(admin.actor, reportId, { intent: "act", reason: "주의", hide: false, ban: "none" })
    setClock(() => new Date(Date.now() + 15 * 86_400_000))
    expect(await appealReport(expert.actor.userId, reportId, "늦었지만 사실이 아니에요")).toEqual({
      ok: false,
      reason: "too_late",
    })
  })

  test("taken back leaves a ban in force that another report brought", async () => {
    const first = await filed({ triaged: true })
    const reporter = await createPerson()
    const second = await fileReport(
      reporter.actor,
      { kind: "expert", id: first.expert.actor.userId },
      input(),
    )
    if (!second.ok) throw new Error(second.reason)
    await decideReport(first.admin.actor, second.reportId, { intent: "triage" })
    await decideReport(first.admin.actor, first.reportId, {
      intent: "act",
      reason: "짧게",
      hide: false,
      ban: "3",
    })
    const short = await bannedUntil(first.expert)
    await decideReport(first.admin.actor, second.reportId, {
      intent: "act",
      reason: "길게",
      hide: false,
      ban: "30",
    })
    expect((await bannedUntil(first.expert))?.getTime()).toBeGreaterThan(short?.getTime() ?? 0)
    await appealReport(first.expert.actor.userId, second.reportId, "길게 할 일이 아니에요")
    await decideReport(first.other.actor, second.reportId, { intent: "reverse", reason: "취소" })
    expect(await bannedUntil(first.expert)).toEqual(short)
  })

  test("is decided by nobody whom it concerns, and once", async () => {
    const admins = [await createPerson({ role: "admin" }), await createPerson({ role: "admin" })] as const
    const done = await fileReport(admins[0].actor, { kind: "person", id: admins[1].actor.userId }, input())
    if (!done.ok) throw new Error(done.reason)
    for (const { actor } of admins)
      expect(await decideReport(actor, done.reportId, { intent: "triage" })).toEqual({
        ok: false,
        reason: "not_now",
      })
    const { reporter, expert, admin, other, reportId } = await filed({ triaged: true })
    for (const { actor } of [reporter, expert])
      expect(await decideReport(actor, reportId, { intent: "dismiss", reason: "아님" })).toEqual({
        ok: false,
        reason: "not_found",
      })
    const outcomes = await Promise.all([
      decideReport(admin.actor, reportId, { intent: "dismiss", reason: "확인되지 않음" }),
      decideReport(other.actor, reportId, { intent: "act", reason: "사기", hide: false, ban: "7" }),
    ])
    expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
    expect(outcomes.filter((one) => !one.ok)).toEqual([{ ok: false, reason: "not_now" }])
    expect(["dismissed", "actioned"]).toContain(await stateOf(reportId))
  })

  test("about a thing that cannot be hidden, or nobody, says so", async () => {
    const [reporter, person, admin] = [
      await createPerson(),
      await createPerson(),
      await createPerson({ role: "admin" }),
    ]
    const done = await fileReport(reporter.actor, { kind: "person", id: person.actor.userId }, input())
    if (!done.ok) throw new Error(done.reason)
    await decideReport(admin.actor, done.reportId, { intent: "triage" })
    expect(
      await decideReport(admin.actor, done.reportId, {
        intent: "act",
        reason: "숨김",
        hide: true,
        ban: "none",
      }),
    ).toEqual({ ok: false, reason: "cannot_hide" })
    expect(await stateOf(done.reportId)).toBe("triaged")
  })
})

describe("the queue", () => {
  test("is for admins alone, and shows what an area knows around the thing", async () => {
    const { reporter, admin, reportId } = await filed()
    expect(await countReports(reporter.actor)).toBeNull()
    expect(
      await listReportQueue(reporter.actor, { queue: "waiting", term: "", newest: false, cursor: null }),
    ).toBeNull()
    expect(await loadReportDetail(reporter.actor, reportId)).toBeNull()
    expect((await countReports(admin.actor))?.waiting).toBeGreaterThan(0)
    expect(
      (
        await listReportQueue(admin.actor, { queue: "waiting", term: "", newest: false, cursor: null })
      )?.rows.map((row) => row.id),
    ).toContain(reportId)
    registerReportContext("expert", async (_admin, id) => ({
      title: "앞뒤 대화",
      lines: [
        {
          id,
          authorName: "김하늘",
          text: "먼저 보내 주세요",
          at: new Date().toISOString(),
          pictureIds: [],
          reported: true,
        },
      ],
    }))
    expect(await loadReportDetail(admin.actor, reportId)).toMatchObject({
      role: "admin",
      moves: ["triage"],
      canHide: true,
      record: { reports: 1, actioned: 0, filed: 1 },
      context: { title: "앞뒤 대화" },
      events: [{ move: "file" }],
    })
    expect(getSubjectSource("expert")?.setHidden).toBeDefined()
  })
})
