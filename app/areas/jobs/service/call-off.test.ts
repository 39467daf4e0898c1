/** An employer calls off a hire or a day: told with its reason, free again, nothing against the worker. */
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { addDays, HOUR_MS, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { createJobAtStage, setFirstShiftStartedAgo, type JobFixture } from "../fixtures.ts"
import { hirePosts, hireSlots, wages, workDays } from "../schema.server.ts"
import { findApplication } from "./applications.server.ts"
import { callOffDay, callOffHire } from "./call-off.server.ts"
import { findHire } from "./hire-page.server.ts"
import { reportNoShow, signContract } from "./work.server.ts"
import { findWorkRecord } from "./work-records.server.ts"

withDatabase()
beforeAll(registerSubscriptions)
afterEach(() => resetClock())

const refused = (reason: string) => ({ ok: false, reason })
const REASON = "날씨 때문에 일할 수 없어요. 비가 많이 와요."
const twoDays = () =>
  [3, 5].map((days) => ({
    date: addDays(toKstDateString(now()), days),
    start: "09:00",
    end: "18:00",
    breakMinutes: 60,
    headcount: 1,
  }))
const readPlaces = async ({ hireId }: JobFixture) => ({
  post: (await db().select().from(hirePosts).where(eq(hirePosts.id, hireId)))[0]?.hiredCount,
  slots: (
    await db()
      .select({ hired: hireSlots.hired })
      .from(hireSlots)
      .where(eq(hireSlots.hireId, hireId))
      .orderBy(hireSlots.startsAt)
  ).map(({ hired }) => hired),
})
const listTitles = async (userId: string) => {
  await drainEvents()
  const rows = await db().select().from(notifications).where(eq(notifications.userId, userId))
  return rows.map(({ title }) => title)
}
const listDays = async ({ applicationId }: JobFixture) =>
  db().select().from(workDays).where(eq(workDays.applicationId, applicationId)).orderBy(workDays.startsAt)
const userIdOf = ({ worker: { actor } }: JobFixture) => (actor.kind === "member" ? actor.userId : "")

test("a hire that is called off is free again, told, and leaves the worker's record as it was", async () => {
  const job = await createJobAtStage("signed", { hire: { slots: twoDays() } })
  expect(await readPlaces(job)).toEqual({ post: 2, slots: [1, 1] })
  expect(await callOffHire(job.worker.actor, job.applicationId, REASON)).toEqual(refused("not_found"))
  expect(await callOffHire(job.employer.actor, job.applicationId, REASON)).toEqual({ ok: true })
  expect(await callOffHire(job.employer.actor, job.applicationId, REASON)).toEqual(refused("not_now"))
  expect(await readPlaces(job)).toEqual({ post: 0, slots: [0, 0] })
  const seen = await findApplication(job.worker.actor, job.applicationId)
  expect(seen).toMatchObject({
    state: "called_off",
    note: REASON,
    worker: { noShows: 0, completedJobs: 0 },
    history: expect.arrayContaining([expect.objectContaining({ move: "call_off", note: REASON })]),
  })
  // What was agreed stays, for whoever asks for the pay of the days lost.
  expect(seen?.contract?.slots).toHaveLength(2)
  expect((await listDays(job)).map(({ state }) => state)).toEqual(["called_off", "called_off"])
  const owed = await db().select().from(wages).where(eq(wages.applicationId, job.applicationId))
  expect(owed.map(({ state }) => state)).toEqual(["void", "void"])
  expect(await listTitles(userIdOf(job))).toContain("사업장이 채용을 취소했어요. 이유를 확인해 주세요")
})

test("a hire is called off before the contract is signed, and not once it has begun", async () => {
  const unsigned = await createJobAtStage("hired")
  expect(await callOffHire(unsigned.employer.actor, unsigned.applicationId, REASON)).toEqual({ ok: true })
  expect(await signContract(unsigned.worker.actor, unsigned.applicationId)).toEqual(refused("not_now"))
  const begun = await createJobAtStage("begun")
  expect(await callOffHire(begun.employer.actor, begun.applicationId, REASON)).toEqual(refused("too_late"))
  const applied = await createJobAtStage("applied")
  expect(await callOffHire(applied.employer.actor, applied.applicationId, REASON)).toEqual(refused("not_now"))
})

test("one day is called off: the others stay, nobody is missed, the last one ends the hire", async () => {
  const job = await createJobAtStage("signed", { hire: { slots: twoDays() } })
  const [first, second] = await listDays(job)
  const callOff = (actor: JobFixture["employer"]["actor"], workDayId = first?.id ?? "") =>
    callOffDay(actor, job.applicationId, { workDayId, reason: REASON })
  expect(await callOff(job.worker.actor)).toEqual(refused("not_found"))
  expect(await callOff(job.employer.actor, job.hireId)).toEqual(refused("not_found"))
  expect(await callOff(job.employer.actor)).toEqual({ ok: true })
  expect(await callOff(job.employer.actor)).toEqual(refused("not_now"))
  expect(await readPlaces(job)).toEqual({ post: 1, slots: [0, 1] })
  const seen = await findApplication(job.worker.actor, job.applicationId)
  expect(seen).toMatchObject({
    state: "hired",
    calledOffDates: [first?.date],
    firstStartsAt: second?.startsAt.toISOString(),
  })
  const record = await findWorkRecord(job.worker.actor, job.applicationId)
  expect(record?.days[0]).toMatchObject({ state: "called_off", calledOff: { reason: REASON } })
  expect((await listTitles(userIdOf(job))).some((title) => title.includes("근무가 취소됐어요"))).toBe(true)
  const duringFirst = new Date((first?.startsAt.getTime() ?? 0) + HOUR_MS)
  setClock(() => duringFirst)
  expect(await reportNoShow(job.employer.actor, job.applicationId, "오지 않았어요.")).toEqual(
    refused("too_early"),
  )
  expect(await callOff(job.employer.actor, second?.id)).toEqual({ ok: true })
  expect((await findApplication(job.worker.actor, job.applicationId))?.state).toBe("called_off")
})

test("a day that has begun is not called off", async () => {
  const job = await createJobAtStage("signed")
  await setFirstShiftStartedAgo(job.hireId, 1)
  const [day] = await listDays(job)
  const input = { workDayId: day?.id ?? "", reason: REASON }
  expect(await callOffDay(job.employer.actor, job.applicationId, input)).toEqual(refused("too_late"))
})

test("what is called off within 24 hours stands on the employer's posts for 180 days", async () => {
  const employer = await createPerson()
  const [early, late] = [
    await createJobAtStage("signed", { employer }),
    await createJobAtStage("signed", { employer }),
  ]
  const countShortNotices = async () =>
    (await findHire({ kind: "visitor", draftId: null }, early.hireId))?.employer.shortNotices
  expect(await callOffHire(employer.actor, early.applicationId, REASON)).toEqual({ ok: true })
  expect(await countShortNotices()).toBe(0)
  const [slot] = await db().select().from(hireSlots).where(eq(hireSlots.hireId, late.hireId))
  const dayBefore = new Date((slot?.startsAt.getTime() ?? 0) - 20 * HOUR_MS)
  setClock(() => dayBefore)
  expect(await callOffHire(employer.actor, late.applicationId, REASON)).toEqual({ ok: true })
  expect(await countShortNotices()).toBe(1)
  setClock(() => addDays(dayBefore, 181))
  expect(await countShortNotices()).toBe(0)
})
