/**
 * A day of work with proof, as worker and employer live it: checked in, rested, checked out, corrected,
 * paid.
 */
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { runJob } from "#app/platform/jobs.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { createJobAtStage, type JobFixture } from "../fixtures.ts"
import type { HireInput } from "../hire-forms.ts"
import type { Workforce } from "../workforce.ts"
import { jobApplications, wages, workMarks, workPlaces } from "../schema.server.ts"
import { getSiteCode } from "./site-codes.server.ts"
import { denyWage, handleLateWage, receiveWage, sendWage } from "./wages.server.ts"
import { answerCorrection, askCorrection } from "./work-corrections.server.ts"
import { clearWorkPlace, markBreak, markDayByCode, markDayByPlace, setWorkPlace } from "./work-days.server.ts"
import {
  findLateWages,
  findOwnLateWages,
  findSite,
  findWageRecord,
  findWorkRecord,
} from "./work-records.server.ts"

withDatabase()
beforeAll(registerSubscriptions)
afterEach(resetClock)

const MORNING = Date.parse("2026-11-25T09:00:00+09:00")
const setTime = (hours: number) => setClock(() => new Date(MORNING + hours * HOUR_MS))
const SHIFT = { start: "09:00", end: "18:00", breakMinutes: 60, headcount: 2 }
const HERE = { latitude: 37.4979, longitude: 127.0276, accuracyM: 20 }

/** A signed job on the 25th, by day 250,000 won, of a business. */
async function createSignedJob(dates = ["2026-11-25"], more: Partial<HireInput> = {}): Promise<JobFixture> {
  setTime(-72)
  return createJobAtStage("signed", {
    hire: {
      payWon: 250_000,
      employerKind: "business",
      businessNumber: "2148612337",
      businessName: "도현 홈케어",
      slots: dates.map((date) => ({ ...SHIFT, date })),
      ...more,
    },
  })
}
const readWork = async ({ worker, applicationId }: JobFixture) => {
  const record = await findWorkRecord(worker.actor, applicationId)
  if (!record) throw new Error("no record")
  return record
}
const firstOf = <Item>(items: readonly Item[]): Item => {
  const [first] = items
  if (!first) throw new Error("nothing")
  return first
}
const stateOf = async ({ applicationId }: JobFixture) =>
  firstOf(await db().select().from(jobApplications).where(eq(jobApplications.id, applicationId))).state
async function mark(job: JobFixture, move: "check_in" | "check_out", dayIndex = 0) {
  const workDayId = (await readWork(job)).days[dayIndex]?.id ?? ""
  const { code } = getSiteCode(job.hireId)
  return markDayByCode(job.worker.actor, job.applicationId, { workDayId, move, code })
}
const titlesOf = async (userId: string) =>
  (await db().select().from(notifications).where(eq(notifications.userId, userId))).map((row) => row.title)

test("a day is checked in and out by the code of the workplace, and paid to the won", async () => {
  const job = await createSignedJob()
  setTime(-0.1)
  expect(await mark(job, "check_in")).toEqual({ ok: true })
  expect(await stateOf(job)).toBe("checked_in")
  const day = firstOf((await readWork(job)).days)
  setTime(3)
  const rest = { workDayId: day.id, move: "rest" as const }
  expect(await markBreak(job.worker.actor, job.applicationId, rest)).toEqual({ ok: true })
  setTime(4)
  expect(await markBreak(job.worker.actor, job.applicationId, { ...rest, move: "resume" })).toEqual({
    ok: true,
  })
  setTime(9.2)
  expect(await mark(job, "check_out")).toEqual({ ok: true })
  expect(await stateOf(job)).toBe("worked")
  const record = await readWork(job)
  expect(record.days).toMatchObject([
    {
      state: "ended",
      restMinutes: 60,
      marks: [{ method: "code" }, { move: "rest" }, { move: "resume" }, { move: "check_out" }],
    },
  ])
  // (250,000 − 150,000) × 6 % × 45 % = 2,700; a tenth of it; 0.9 % of all.
  expect(record.wages).toMatchObject([
    {
      state: "due",
      payday: "2026-11-25",
      payslip: {
        grossWon: 250_000,
        incomeTaxWon: 2_700,
        localTaxWon: 270,
        insuranceWon: 2_250,
        netWon: 244_780,
      },
    },
  ])
})

test("a code is taken for its 30 seconds and the next, and the fifth wrong one shuts the door", async () => {
  const job = await createSignedJob()
  const workDayId = firstOf((await readWork(job)).days).id
  setTime(0)
  const { code } = getSiteCode(job.hireId)
  const use = (typed: string) =>
    markDayByCode(job.worker.actor, job.applicationId, { workDayId, move: "check_in", code: typed })
  setTime(61 / 3_600)
  expect(await use(code)).toEqual({ ok: false, reason: "wrong_code" })
  setTime(59 / 3_600)
  expect(await use(code)).toEqual({ ok: true })
  const other = await createSignedJob()
  setTime(0)
  const otherDay = firstOf((await readWork(other)).days).id
  const guess = (typed: string) =>
    markDayByCode(other.worker.actor, other.applicationId, {
      workDayId: otherDay,
      move: "check_in",
      code: typed,
    })
  const right = getSiteCode(other.hireId).code
  const wrong = right === "000000" ? "000001" : "000000"
  for (let tries = 0; tries < 5; tries += 1)
    expect(await guess(wrong)).toMatchObject({ reason: "wrong_code" })
  expect(await guess(right)).toEqual({ ok: false, reason: "too_many_tries" })
  setTime(6 / 60)
  expect(await guess(getSiteCode(other.hireId).code)).toEqual({ ok: true })
})

test("by place only the distance is kept, with consent, near enough and known well enough", async () => {
  const job = await createSignedJob()
  setTime(0)
  const workDayId = firstOf((await readWork(job)).days).id
  const come = (more: Partial<typeof HERE> & { consent?: boolean }) =>
    markDayByPlace(job.worker.actor, job.applicationId, {
      workDayId,
      move: "check_in",
      ...HERE,
      consent: true,
      ...more,
    })
  expect(await come({ consent: false })).toEqual({ ok: false, reason: "consent_needed" })
  expect(await come({})).toEqual({ ok: false, reason: "no_place" })
  expect(await setWorkPlace(job.employer.actor, job.hireId, HERE)).toEqual({ ok: true })
  expect(await come({ accuracyM: 900 })).toEqual({ ok: false, reason: "place_unclear" })
  expect(await come({ latitude: 37.5008 })).toMatchObject({ ok: false, reason: "too_far" })
  expect(await come({ latitude: 37.4989 })).toEqual({ ok: true })
  const marks = await db().select().from(workMarks).where(eq(workMarks.workDayId, workDayId))
  expect(marks).toMatchObject([{ method: "place", distanceM: 111 }])
  expect(JSON.stringify(marks)).not.toContain("37.49")
  expect(await readWork(job)).toMatchObject({ hasPlaceConsent: true, hasPlace: true })
  setTime(9 * 24)
  await runJob("forget-work-places")
  expect(await db().select().from(workPlaces).where(eq(workPlaces.hireId, job.hireId))).toEqual([])
})

test("what one asks to correct counts when the other accepts it, and the payslip is drawn anew", async () => {
  const job = await createSignedJob()
  setTime(0)
  await mark(job, "check_in")
  setTime(8)
  await mark(job, "check_out")
  const dayId = firstOf((await readWork(job)).days).id
  setTime(11.5)
  const asked = {
    workDayId: dayId,
    start: "09:00",
    end: "20:00",
    breakMinutes: 60,
    reason: "두 시간 더 일했어요.",
  }
  expect(await askCorrection(job.worker.actor, job.applicationId, asked)).toEqual({ ok: true })
  const correctionId = firstOf(firstOf((await readWork(job)).days).corrections).id
  const answer = (actor: typeof job.worker.actor, move: "accept" | "withdraw") =>
    answerCorrection(actor, job.applicationId, { correctionId, move })
  expect(await answer(job.worker.actor, "accept")).toEqual({ ok: false, reason: "not_now" })
  expect(await answer(job.employer.actor, "accept")).toEqual({ ok: true })
  const record = await readWork(job)
  expect(record.days).toMatchObject([{ source: "agreed", corrections: [{ state: "accepted" }] }])
  // Ten hours at 250,000 won for eight.
  expect(record.wages).toMatchObject([
    { payslip: { grossWon: 312_500, days: [{ minutes: 600, overtimeMinutes: 120 }] } },
  ])
  await drainEvents()
  expect(await titlesOf(job.employer.actor.userId)).toContain("근무 시간 정정을 요청했어요. 확인해 주세요")
  expect(await titlesOf(job.worker.actor.userId)).toContain("근무 시간 정정을 받아들였어요")
})

test("a workplace of five pays overtime, night and holiday on top, one of four does not", async () => {
  const work = async (workforce: Workforce, date: string, end: string) => {
    const job = await createSignedJob([date], {
      workforce,
      payWon: 160_000,
      slots: [{ date, start: "09:00", end: "18:00", breakMinutes: 60, headcount: 2 }],
    })
    const [day] = (await readWork(job)).days
    setClock(() => new Date(`${date}T23:30:00+09:00`))
    const asked = { workDayId: day?.id ?? "", start: "09:00", end, breakMinutes: 60, reason: "더 일했어요." }
    expect(await askCorrection(job.worker.actor, job.applicationId, asked)).toEqual({ ok: true })
    const [correction] = (await readWork(job)).days[0]?.corrections ?? []
    const answer = { correctionId: correction?.id ?? "", move: "accept" as const }
    expect(await answerCorrection(job.employer.actor, job.applicationId, answer)).toEqual({ ok: true })
    return (await readWork(job)).wages[0]?.payslip
  }
  // 20,000 won an hour; 13 hours, five beyond eight, one at night.
  expect(await work("five_or_more", "2026-11-25", "23:00")).toMatchObject({
    workforce: "five_or_more",
    grossWon: 320_000,
    // (320,000 − 150,000) × 2.7 % = 4,590.
    incomeTaxWon: 4_590,
    insuranceWon: 2_880,
    days: [
      { payWon: 260_000, premiums: { overtimeWon: 50_000, nightWon: 10_000, holidayWon: 0, holiday: null } },
    ],
  })
  const small = await work("under_five", "2026-11-25", "23:00")
  expect(small).toMatchObject({ workforce: "under_five", grossWon: 260_000 })
  expect(small?.days[0]).not.toHaveProperty("premiums")
  // Christmas: half of eight hours, all of two.
  expect(await work("five_or_more", "2026-12-25", "20:00")).toMatchObject({
    grossWon: 320_000,
    days: [{ payWon: 200_000, premiums: { overtimeWon: 0, holidayWon: 120_000, holiday: "기독탄신일" } }],
  })
})

test("who forgets to check out is checked out as agreed, and to whom nobody came is marked so", async () => {
  const job = await createSignedJob(["2026-11-25", "2026-11-26", "2026-11-27"])
  setTime(0.5)
  await mark(job, "check_in")
  setTime(10.9)
  await runJob("end-work-days")
  expect((await readWork(job)).days[0]?.state).toBe("working")
  setTime(11.1)
  await runJob("end-work-days")
  expect((await readWork(job)).days[0]).toMatchObject({ state: "ended", source: "contract" })
  setTime(24 + 11.1)
  await runJob("end-work-days")
  expect((await readWork(job)).days[1]?.state).toBe("absent")
  expect((await readWork(job)).wages.map((wage) => wage.state)).toEqual(["due", "void", "open"])
  expect(await stateOf(job)).toBe("checked_in")
  setTime(48)
  expect(await mark(job, "check_in", 2)).toEqual({ ok: true })
  setTime(57)
  expect(await mark(job, "check_out", 2)).toEqual({ ok: true })
  expect(await stateOf(job)).toBe("worked")
  await drainEvents()
  expect(await titlesOf(job.worker.actor.userId)).toContain(
    "퇴근 기록이 없어 계약한 시간으로 남겼어요. 다르면 정정을 요청해 주세요",
  )
})

test("both may confirm by hand where no code can be shown: the agreed hours count", async () => {
  setTime(0)
  const job = await createJobAtStage("worked")
  expect(await readWork(job)).toMatchObject({
    days: [{ state: "ended", source: "contract" }],
    wages: [{ state: "due", payslip: { grossWon: 150_000, insured: false } }],
  })
  const paid = await createJobAtStage("wage_paid")
  expect(await readWork(paid)).toMatchObject({ wages: [{ state: "received" }] })
})

test("a wage is sent, denied, sent again and received", async () => {
  const job = await createSignedJob()
  setTime(0)
  await mark(job, "check_in")
  setTime(9)
  await mark(job, "check_out")
  const wageId = firstOf((await readWork(job)).wages).id
  const sent = { wageId, paidOn: "2026-11-25", method: "transfer" as const }
  expect(await sendWage(job.employer.actor, job.applicationId, sent)).toEqual({ ok: true })
  const denied = { wageId, note: "계좌에 들어오지 않았어요." }
  expect(await denyWage(job.worker.actor, job.applicationId, denied)).toEqual({ ok: true })
  expect(await stateOf(job)).toBe("wage_disputed")
  expect(await sendWage(job.employer.actor, job.applicationId, { ...sent, method: "cash" })).toEqual({
    ok: true,
  })
  expect(await receiveWage(job.worker.actor, job.applicationId, { wageId })).toEqual({ ok: true })
  expect(await stateOf(job)).toBe("wage_paid")
  expect((await readWork(job)).wages).toMatchObject([{ state: "received", method: "cash" }])
})

test("a late wage is told to both, after three days to the administrators, and makes a record", async () => {
  const admin = await createPerson({ role: "admin" })
  const job = await createSignedJob()
  setTime(0)
  await mark(job, "check_in")
  setTime(9)
  await mark(job, "check_out")
  const wageId = firstOf((await readWork(job)).wages).id
  const record = () => findWageRecord(job.worker.actor, job.applicationId, wageId)
  expect(await record()).toBeNull()
  // The payday is over at midnight.
  setTime(14.9)
  await runJob("late-wages")
  expect(firstOf((await readWork(job)).wages).lateAt).toBeNull()
  setTime(15.1)
  await runJob("late-wages")
  await runJob("late-wages")
  await drainEvents()
  const isAboutLate = (title: string) => title.startsWith("지급일이 지났어요")
  expect((await titlesOf(job.employer.actor.userId)).filter(isAboutLate)).toHaveLength(1)
  expect((await titlesOf(job.worker.actor.userId)).filter(isAboutLate)).toHaveLength(1)
  expect(await record()).toMatchObject({
    history: expect.arrayContaining([expect.objectContaining({ move: "wage_late" })]),
  })
  expect(await findWageRecord(job.employer.actor, job.applicationId, wageId)).toBeNull()
  await runJob("escalate-wages")
  const waiting = async () =>
    (await findLateWages(admin.actor, { queue: "waiting", cursor: null }))?.rows ?? []
  expect((await waiting()).filter((row) => row.wageId === wageId)).toEqual([])
  setTime(15.1 + 72)
  await runJob("escalate-wages")
  expect((await waiting()).filter((row) => row.wageId === wageId)).toHaveLength(1)
  expect(await findLateWages(job.worker.actor, { queue: "waiting", cursor: null })).toBeNull()
  const handled = { wageId, note: "사업장에 전화해 오늘 지급하기로 했어요." }
  expect(await handleLateWage(admin.actor, job.applicationId, handled)).toEqual({ ok: true })
  expect((await waiting()).filter((row) => row.wageId === wageId)).toEqual([])
  await drainEvents()
  expect(await titlesOf(job.employer.actor.userId)).toContain("운영팀이 늦은 임금을 확인했어요")
})

test("the screen at the workplace is its employer's, and shows who works today", async () => {
  const job = await createSignedJob()
  setTime(0)
  await mark(job, "check_in")
  expect(await findSite(job.worker.actor, job.hireId)).toBeNull()
  const site = await findSite(job.employer.actor, job.hireId)
  expect(site).toMatchObject({
    code: getSiteCode(job.hireId).code,
    people: [{ name: "일꾼이", state: "working" }],
  })
  expect(site?.remainingMs).toBeLessThanOrEqual(30 * 1_000)
  setTime((5 * MINUTE_MS) / HOUR_MS)
  expect(getSiteCode(job.hireId).code).not.toBe(site?.code)
  await setWorkPlace(job.employer.actor, job.hireId, HERE)
  expect(await clearWorkPlace(job.employer.actor, job.hireId)).toEqual({ ok: true })
  expect(await findSite(job.employer.actor, job.hireId)).toMatchObject({ hasPlace: false })
})

test("days of a contract that was signed before there were days are made by a job", async () => {
  setTime(0)
  const job = await createJobAtStage("begun")
  await db().delete(wages).where(eq(wages.applicationId, job.applicationId))
  expect(await findWorkRecord(job.worker.actor, job.applicationId)).toBeNull()
  await runJob("make-work-days")
  expect(await readWork(job)).toMatchObject({
    days: [{ state: "planned" }],
    wages: [{ payday: "2026-11-25" }],
  })
})

test("an employer is shown the wages that are late, until they are paid", async () => {
  const job = await createSignedJob()
  setTime(0)
  await mark(job, "check_in")
  setTime(9)
  await mark(job, "check_out")
  expect(await findOwnLateWages(job.employer.actor)).toEqual([])
  setTime(40)
  await runJob("late-wages")
  const [late] = await findOwnLateWages(job.employer.actor)
  expect(late).toMatchObject({ netWon: 244_780, workerName: "일꾼이" })
  expect(await findOwnLateWages(job.worker.actor)).toEqual([])
  const sent = { wageId: late?.wageId ?? "", paidOn: "2026-11-26", method: "transfer" as const }
  expect(await sendWage(job.employer.actor, job.applicationId, sent)).toEqual({ ok: true })
  expect(await findOwnLateWages(job.employer.actor)).toEqual([])
})
