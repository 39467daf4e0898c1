/** A refusal changes nothing: what is refused about worked days and wages leaves no row another one. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { createJobAtStage, type JobFixture } from "../fixtures.ts"
import { jobApplications, wages } from "../schema.server.ts"
import { getSiteCode } from "./site-codes.server.ts"
import { denyWage, handleLateWage, receiveWage, sendWage } from "./wages.server.ts"
import { answerCorrection, askCorrection } from "./work-corrections.server.ts"
import {
  clearWorkPlace,
  markBreak,
  markDayByCode,
  markDayByPlace,
  setWorkPlace,
  withdrawPlaceConsent,
} from "./work-days.server.ts"
import { findWorkRecord } from "./work-records.server.ts"

withDatabase()
afterEach(resetClock)

const MORNING = Date.parse("2026-11-25T09:00:00+09:00")
const setTime = (hours: number) => setClock(() => new Date(MORNING + hours * HOUR_MS))
const refused = (reason: string) => ({ ok: false, reason })
const HERE = { latitude: 37.4979, longitude: 127.0276, accuracyM: 20 }

async function createSignedJob(): Promise<JobFixture & { workDayId: string; wageId: string }> {
  setTime(-72)
  const job = await createJobAtStage("signed", {
    hire: {
      slots: [{ date: "2026-11-25", start: "09:00", end: "18:00", breakMinutes: 60, headcount: 2 }],
    },
  })
  const record = await findWorkRecord(job.worker.actor, job.applicationId)
  return { ...job, workDayId: record?.days[0]?.id ?? "", wageId: record?.wages[0]?.id ?? "" }
}
type Job = Awaited<ReturnType<typeof createSignedJob>>
const byCode = (
  job: Job,
  more: { move?: "check_in" | "check_out"; workDayId?: string; code?: string } = {},
) =>
  markDayByCode(job.worker.actor, job.applicationId, {
    workDayId: job.workDayId,
    move: "check_in",
    code: getSiteCode(job.hireId).code,
    ...more,
  })
const byPlace = (job: Job, actor = job.worker.actor, more: { move?: "check_in" | "check_out" } = {}) =>
  markDayByPlace(actor, job.applicationId, {
    workDayId: job.workDayId,
    move: "check_in",
    ...HERE,
    consent: true,
    ...more,
  })
async function createDueWage(): Promise<Job> {
  const job = await createSignedJob()
  setTime(0)
  expect(await byCode(job)).toEqual({ ok: true })
  setTime(9)
  expect(await byCode(job, { move: "check_out" })).toEqual({ ok: true })
  return job
}
test("a code of somebody else, at a wrong time, of a wrong move, or guessed", async () => {
  const job = await createSignedJob()
  expect(await byCode(job)).toEqual(refused("too_early"))
  setTime(0)
  expect(await byCode(job, { workDayId: newId() })).toEqual(refused("not_found"))
  expect(await byCode(job, { move: "check_out" })).toEqual(refused("not_now"))
  const { code } = getSiteCode(job.hireId)
  const asEmployer = { workDayId: job.workDayId, move: "check_in" as const, code }
  expect(await markDayByCode(job.employer.actor, job.applicationId, asEmployer)).toEqual(refused("not_found"))
  const other = await createSignedJob()
  setTime(9)
  expect(await byCode(other)).toEqual(refused("over"))
  const third = await createSignedJob()
  setTime(0)
  const wrong = code === "000000" ? "000001" : "000000"
  for (let tries = 0; tries < 5; tries += 1)
    expect(await byCode(third, { code: wrong })).toEqual(refused("wrong_code"))
  expect(await byCode(third)).toEqual(refused("too_many_tries"))
})

test("a place of somebody else, at a wrong time, without consent, unclear, or far away", async () => {
  const job = await createSignedJob()
  expect(await byPlace(job)).toEqual(refused("too_early"))
  setTime(0)
  expect(await byPlace(job, (await createPerson()).actor)).toEqual(refused("not_found"))
  expect(await byPlace(job, job.worker.actor, { move: "check_out" })).toEqual(refused("not_now"))
  const come = (more: { consent?: boolean; accuracyM?: number; latitude?: number }) =>
    markDayByPlace(job.worker.actor, job.applicationId, {
      workDayId: job.workDayId,
      move: "check_in",
      ...HERE,
      consent: true,
      ...more,
    })
  expect(await come({ consent: false })).toEqual(refused("consent_needed"))
  expect(await come({})).toEqual(refused("no_place"))
  await setWorkPlace(job.employer.actor, job.hireId, HERE)
  expect(await come({ accuracyM: 151 })).toEqual(refused("place_unclear"))
  expect(await come({ latitude: 37.6 })).toMatchObject(refused("too_far"))
  setTime(9)
  expect(await byPlace(job)).toEqual(refused("over"))
})

test("a break of somebody else, and before the work", async () => {
  const job = await createSignedJob()
  const rest = { workDayId: job.workDayId, move: "rest" as const }
  setTime(0)
  expect(await markBreak(job.employer.actor, job.applicationId, rest)).toEqual(refused("not_found"))
  expect(await markBreak(job.worker.actor, job.applicationId, rest)).toEqual(refused("not_now"))
})

test("a consent that is not there or not one's own, a workplace of somebody else or unclear", async () => {
  const job = await createSignedJob()
  const { worker, employer, applicationId, hireId } = job
  expect(await withdrawPlaceConsent(employer.actor, applicationId)).toEqual(refused("not_found"))
  expect(await withdrawPlaceConsent(worker.actor, applicationId)).toEqual(refused("not_now"))
  expect(await setWorkPlace(worker.actor, hireId, HERE)).toEqual(refused("not_found"))
  const unclear = { ...HERE, accuracyM: 500 }
  expect(await setWorkPlace(employer.actor, hireId, unclear)).toEqual(refused("place_unclear"))
  expect(await clearWorkPlace(worker.actor, hireId)).toEqual(refused("not_found"))
})

test("a correction of somebody else, of hours to come, too long, twice, or of a paid day", async () => {
  const job = await createSignedJob()
  const { worker, employer, applicationId } = job
  const hours = {
    workDayId: job.workDayId,
    start: "09:00",
    end: "18:00",
    breakMinutes: 60,
    reason: "다시 셌어요.",
  }
  const ask = (more: Partial<typeof hours> = {}, actor = worker.actor) =>
    askCorrection(actor, applicationId, { ...hours, ...more })
  expect(await ask({}, (await createPerson()).actor)).toEqual(refused("not_found"))
  expect(await ask()).toEqual(refused("too_early"))
  setTime(30)
  expect(await ask({ start: "07:00", end: "23:30" })).toEqual(refused("too_long"))
  expect(await ask({ end: "10:00", breakMinutes: 60 })).toEqual(refused("break_too_long"))
  expect(await ask({ workDayId: newId() })).toEqual(refused("not_found"))
  const admin = await createPerson({ role: "admin" })
  expect(await ask({}, admin.actor)).toEqual(refused("not_now"))
  expect(await ask()).toEqual({ ok: true })
  expect(await ask({}, employer.actor)).toEqual(refused("already"))
  const paid = await createDueWage()
  await sendWage(paid.employer.actor, paid.applicationId, {
    wageId: paid.wageId,
    paidOn: "2026-11-25",
    method: "cash",
  })
  setTime(30)
  const asked = { ...hours, workDayId: paid.workDayId }
  expect(await askCorrection(paid.worker.actor, paid.applicationId, asked)).toEqual(refused("paid"))
})

test("an answer to a correction that is not there, one's own, answered, or of a paid day", async () => {
  const job = await createDueWage()
  const { worker, employer, applicationId } = job
  const hours = {
    workDayId: job.workDayId,
    start: "09:00",
    end: "17:00",
    breakMinutes: 60,
    reason: "일찍 갔어요.",
  }
  expect(await askCorrection(employer.actor, applicationId, hours)).toEqual({ ok: true })
  const record = await findWorkRecord(worker.actor, applicationId)
  const correctionId = record?.days[0]?.corrections[0]?.id ?? ""
  const answer = (actor: typeof worker.actor, id = correctionId) =>
    answerCorrection(actor, applicationId, { correctionId: id, move: "accept" })
  expect(await answer((await createPerson()).actor)).toEqual(refused("not_found"))
  expect(await answer(worker.actor, newId())).toEqual(refused("not_found"))
  expect(await answer(employer.actor)).toEqual(refused("not_now"))
  await sendWage(employer.actor, applicationId, {
    wageId: job.wageId,
    paidOn: "2026-11-25",
    method: "transfer",
  })
  expect(await answer(worker.actor)).toEqual(refused("paid"))
})

test("a payment by somebody else, before the work is over, or on a day that cannot be", async () => {
  const early = await createSignedJob()
  const toPayment = (job: Job, paidOn = "2026-11-25") => ({
    wageId: job.wageId,
    paidOn,
    method: "cash" as const,
  })
  expect(await sendWage(early.employer.actor, early.applicationId, toPayment(early))).toEqual(
    refused("not_now"),
  )
  const job = await createDueWage()
  const send = (actor: typeof job.worker.actor, paidOn?: string) =>
    sendWage(actor, job.applicationId, toPayment(job, paidOn))
  expect(await send((await createPerson()).actor)).toEqual(refused("not_found"))
  expect(await send(job.worker.actor)).toEqual(refused("not_now"))
  expect(await send(job.employer.actor, "2026-11-24")).toEqual(refused("paid_on"))
  expect(await send(job.employer.actor, "2026-11-26")).toEqual(refused("paid_on"))
})

test("a wage that is denied or received by somebody else, or while nothing is owed", async () => {
  const job = await createSignedJob()
  const { worker, applicationId, wageId } = job
  const note = "계좌에 들어오지 않았어요."
  const stranger = await createPerson()
  expect(await denyWage(stranger.actor, applicationId, { wageId, note })).toEqual(refused("not_found"))
  expect(await denyWage(worker.actor, applicationId, { wageId, note })).toEqual(refused("not_now"))
  expect(await receiveWage(stranger.actor, applicationId, { wageId })).toEqual(refused("not_found"))
  expect(await receiveWage(worker.actor, applicationId, { wageId })).toEqual(refused("not_now"))
})

test("a late wage that is handled by nobody who may, too early, twice, or by who is concerned", async () => {
  const job = await createDueWage()
  const admin = await createPerson({ role: "admin" })
  const input = { wageId: job.wageId, note: "두 사람에게 전화했어요." }
  expect(await handleLateWage(job.worker.actor, job.applicationId, input)).toEqual(refused("not_found"))
  expect(await handleLateWage(admin.actor, job.applicationId, input)).toEqual(refused("not_now"))
  await db().update(wages).set({ employerId: admin.actor.userId }).where(eq(wages.id, job.wageId))
  await db()
    .update(jobApplications)
    .set({ employerId: admin.actor.userId })
    .where(eq(jobApplications.id, job.applicationId))
  expect(await handleLateWage(admin.actor, job.applicationId, input)).toEqual(refused("involved"))
})
