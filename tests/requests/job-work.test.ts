/** A day of work with proof over HTTP, without scripts: the code, corrections, the payslip, late pay. */
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { createPerson, createSession, type Person } from "#app/areas/accounts/fixtures.ts"
import { createJobAtStage, type JobFixture } from "#app/areas/jobs/fixtures.ts"
import { jobApplications, wages, workDays, workMarks } from "#app/areas/jobs/schema.server.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let admin: Person
let stranger: Person
beforeAll(async () => {
  admin = await createPerson({ role: "admin" })
  stranger = await createPerson()
})
afterEach(resetClock)

const MORNING = Date.parse("2026-11-25T09:00:00+09:00")
const setTime = (hours: number) => setClock(() => new Date(MORNING + hours * HOUR_MS))
const queriesOf = (answer: Response) => Number(answer.headers.get("X-Queries"))
/** A session of its own for each request: the clock moves on by days. */
const signIn = async (who: Person) => ({ cookie: await createSession(who.actor.userId) })
const get = async (who: Person, path: string) => app.get(path, await signIn(who))
const post = async (who: Person, path: string, fields: Record<string, string>) =>
  app.post(path, fields, await signIn(who))

async function createWork(): Promise<JobFixture & { path: string; workDayId: string; wagePath: string }> {
  setTime(-72)
  const job = await createJobAtStage("signed", {
    hire: {
      payWon: 250_000,
      employerKind: "business",
      businessNumber: "2148612337",
      slots: [{ date: "2026-11-25", start: "09:00", end: "18:00", breakMinutes: 60, headcount: 2 }],
    },
  })
  const path = `/jobs/applications/${job.applicationId}`
  const [day] = await db().select().from(workDays).where(eq(workDays.applicationId, job.applicationId))
  if (!day) throw new Error("no day")
  return { ...job, path, workDayId: day.id, wagePath: `${path}/wages/${day.wageId}` }
}
/** The code that the employer's screen shows. */
async function readCode(job: JobFixture): Promise<string> {
  const page = await (await get(job.employer, `/jobs/hire/${job.hireId}/site`)).text()
  return /data-code="(\d{6})"/.exec(page)?.[1] ?? ""
}
type Work = Awaited<ReturnType<typeof createWork>>
async function mark(job: Work, move: "check_in" | "check_out") {
  const fields = { intent: "code", workDayId: job.workDayId, move, code: await readCode(job) }
  return (await post(job.worker, `${job.path}/work`, fields)).status
}
const stateOf = async ({ applicationId }: JobFixture) =>
  (await db().select().from(jobApplications).where(eq(jobApplications.id, applicationId)))[0]?.state

test("the code of the workplace begins and ends a day; wrong ones are said beside the field", async () => {
  const job = await createWork()
  setTime(0)
  const fields = { intent: "code", workDayId: job.workDayId, move: "check_in" }
  for (const [code, sentence] of [
    ["12", "현장 코드는 숫자 6자리예요."],
    ["", "현장 코드는 숫자 6자리예요."],
  ] as const) {
    const answer = await post(job.worker, `${job.path}/work`, { ...fields, code })
    expect([answer.status, (await answer.text()).includes(sentence)]).toEqual([400, true])
  }
  const wrongCode = (await readCode(job)) === "000000" ? "000001" : "000000"
  const wrong = await post(job.worker, `${job.path}/work`, { ...fields, code: wrongCode })
  const wrongPage = await wrong.text()
  expect(wrong.status).toBe(400)
  expect(wrongPage).toContain("지금 화면에 보이는 코드가 아니에요.")
  for (let tries = 0; tries < 4; tries += 1)
    await post(job.worker, `${job.path}/work`, { ...fields, code: wrongCode })
  expect(await mark(job, "check_in")).toBe(429)
  setTime(0.2)
  expect(await mark(job, "check_in")).toBe(302)
  expect(await stateOf(job)).toBe("checked_in")
  const brk = { intent: "break", workDayId: job.workDayId }
  expect((await post(job.worker, `${job.path}/work`, { ...brk, move: "rest" })).status).toBe(302)
  expect((await post(job.worker, `${job.path}/work`, { ...brk, move: "rest" })).status).toBe(409)
  setTime(1)
  expect((await post(job.worker, `${job.path}/work`, { ...brk, move: "resume" })).status).toBe(302)
  setTime(9)
  expect(await mark(job, "check_out")).toBe(302)
  expect(await stateOf(job)).toBe("worked")
})

test("the pages are for the two people and admins, with six queries at most", async () => {
  const job = await createWork()
  setTime(0)
  const site = `/jobs/hire/${job.hireId}/site`
  for (const who of [job.worker, job.employer, admin])
    for (const path of [`${job.path}/work`, `${job.path}/contract`, job.wagePath]) {
      const answer = await get(who, path)
      expect([path, answer.status, queriesOf(answer) <= 6]).toEqual([path, 200, true])
    }
  for (const path of [`${job.path}/work`, `${job.path}/contract`, job.wagePath, site])
    expect([path, (await get(stranger, path)).status]).toEqual([path, 404])
  expect(queriesOf(await get(job.employer, site))).toBeLessThanOrEqual(6)
  expect((await get(job.worker, site)).status).toBe(404)
  // The code leads who scans it to their own work.
  const code = await readCode(job)
  const scanned = await get(job.worker, `/jobs/hire/${job.hireId}/arrive?code=${code}`)
  expect(scanned.headers.get("Location")).toBe(`${job.path}/work?code=${code}`)
  expect(await (await get(job.worker, `${job.path}/work?code=${code}`)).text()).toContain(`value="${code}"`)
  expect((await get(stranger, `/jobs/hire/${job.hireId}/arrive?code=${code}`)).status).toBe(404)
})

test("by place the coordinates are judged here, and nothing but the distance is kept", async () => {
  const job = await createWork()
  setTime(0)
  const site = `/jobs/hire/${job.hireId}/site`
  const here = { latitude: "37.497900", longitude: "127.027600", accuracyM: "12" }
  expect((await post(job.employer, site, { intent: "set_place", ...here, latitude: "900" })).status).toBe(400)
  expect((await post(job.worker, site, { intent: "set_place", ...here })).status).toBe(404)
  expect((await post(job.employer, site, { intent: "set_place", ...here })).status).toBe(302)
  const come = (more: Record<string, string> = {}) =>
    post(job.worker, `${job.path}/work`, {
      intent: "place",
      workDayId: job.workDayId,
      move: "check_in",
      ...here,
      ...more,
    })
  expect((await come()).status).toBe(400)
  expect((await come({ consent: "on", latitude: "37.6" })).status).toBe(409)
  expect((await come({ consent: "on", latitude: "37.4984" })).status).toBe(302)
  expect(await db().select().from(workMarks).where(eq(workMarks.workDayId, job.workDayId))).toMatchObject([
    { method: "place", distanceM: 56 },
  ])
  expect((await post(job.worker, `${job.path}/work`, { intent: "withdraw_consent" })).status).toBe(302)
})

test("a correction is asked by one, accepted by the other and paid, and then it is over", async () => {
  const job = await createWork()
  setTime(0)
  await mark(job, "check_in")
  setTime(9)
  await mark(job, "check_out")
  setTime(12)
  const ask = { intent: "ask", workDayId: job.workDayId, start: "09:00", end: "20:00", breakMinutes: "60" }
  const short = await post(job.worker, `${job.path}/work`, { ...ask, reason: "짧" })
  expect([short.status, (await short.text()).includes('value="20:00"')]).toEqual([400, true])
  const reason = "마무리가 늦어 두 시간 더 일했어요."
  expect((await post(job.worker, `${job.path}/work`, { ...ask, reason })).status).toBe(302)
  const page = await (await get(job.employer, `${job.path}/work`)).text()
  expect(page).toContain(reason)
  const correctionId = /name="correctionId" value="([^"]+)"/.exec(page)?.[1] ?? ""
  const accept = { intent: "answer", correctionId, answer: "accept" }
  expect((await post(job.worker, `${job.path}/work`, accept)).status).toBe(409)
  expect((await post(stranger, `${job.path}/work`, accept)).status).toBe(404)
  expect((await post(job.employer, `${job.path}/work`, accept)).status).toBe(302)
  const payslip = await (await get(job.worker, job.wagePath)).text()
  // 312,500 won for ten hours: 4,387.5 of tax, cut; a tenth of it; 0.9 %.
  for (const words of ["312,500원", "-4,380원", "-430원", "-2,810원", "304,880원"])
    expect(payslip).toContain(words)
  expect((await get(job.employer, job.wagePath)).status).toBe(200)
  const send = { intent: "send", paidOn: "2026-11-25", method: "transfer", wageId: job.workDayId }
  expect((await post(job.employer, job.wagePath, { ...send, paidOn: "2026-11-30" })).status).toBe(400)
  expect((await post(job.worker, job.wagePath, send)).status).toBe(409)
  expect((await post(job.employer, job.wagePath, send)).status).toBe(302)
  expect((await post(job.worker, `${job.path}/work`, { ...ask, reason })).status).toBe(409)
  expect((await post(job.worker, job.wagePath, { intent: "deny", note: "안 들어왔어요." })).status).toBe(302)
  expect(await stateOf(job)).toBe("wage_disputed")
  expect((await post(job.employer, job.wagePath, { ...send, method: "cash" })).status).toBe(302)
  expect((await post(job.worker, job.wagePath, { intent: "receive" })).status).toBe(302)
  expect(await stateOf(job)).toBe("wage_paid")
})

test("late pay is shown to both, then to an administrator, and makes a record", async () => {
  const job = await createWork()
  setTime(0)
  await mark(job, "check_in")
  setTime(9)
  await mark(job, "check_out")
  expect((await get(job.worker, `${job.wagePath}/record`)).status).toBe(404)
  setTime(15.1 + 72)
  await app.runJob("late-wages")
  await app.runJob("escalate-wages")
  expect(await (await get(job.employer, job.wagePath)).text()).toContain("임금이 늦었어요")
  const record = await get(job.worker, `${job.wagePath}/record`)
  expect([record.status, queriesOf(record) <= 7]).toEqual([200, true])
  expect(await record.text()).toContain("지급일이 지나 사업장에 알렸어요")
  expect((await get(job.employer, `${job.wagePath}/record`)).status).toBe(404)
  const file = await get(admin, `${job.wagePath}/record.json`)
  expect(file.headers.get("Content-Disposition")).toContain("wage-record-2026-11-25.json")
  expect(await file.json()).toMatchObject({
    contract: { payWon: 250_000 },
    days: [{ marks: [{ move: "check_in", method: "code" }, { move: "check_out" }] }],
    wage: { state: "due", payslip: { netWon: 244_780 } },
  })
  const queue = await get(admin, "/admin/late-wages")
  expect([queriesOf(queue) <= 6, (await queue.text()).includes("244,780원")]).toEqual([true, true])
  const [wage] = await db().select().from(wages).where(eq(wages.applicationId, job.applicationId))
  const handle = { applicationId: job.applicationId, wageId: wage?.id ?? "", note: "두 사람에게 전화했어요." }
  expect((await post(job.employer, "/admin/late-wages", handle)).headers.get("Location")).toBe("/")
  expect((await post(admin, "/admin/late-wages", { ...handle, note: "" })).status).toBe(400)
  expect((await post(admin, "/admin/late-wages", handle)).status).toBe(302)
  expect((await post(admin, "/admin/late-wages", handle)).status).toBe(409)
  expect(await (await get(admin, "/admin/late-wages?queue=handled")).text()).toContain(
    "두 사람에게 전화했어요.",
  )
  expect(await (await get(job.worker, job.wagePath)).text()).toContain("두 사람에게 전화했어요.")
})

test("a day is called off with a reason, and the payslip says whether a week earned its rest", async () => {
  const job = await createWork()
  const path = `${job.path}/work`
  const fields = {
    intent: "call_off",
    workDayId: job.workDayId,
    reason: "날씨 때문에 일할 수 없어요",
    note: "비가 많이 와요.",
  }
  expect((await post(job.worker, path, fields)).status).toBe(404)
  expect((await post(job.employer, path, { ...fields, note: "" })).status).toBe(400)
  expect((await post(job.employer, path, fields)).status).toBe(302)
  const told = await (await get(job.worker, path)).text()
  for (const text of ["근무 취소", "비가 많이 와요.", "근로기준법 제46조", "지급할 임금 없음"])
    expect(told).toContain(text)
  expect((await post(job.employer, path, fields)).status).toBe(409)
  const worked = await createWork()
  setTime(0)
  expect(await mark(worked, "check_in")).toBe(302)
  setTime(9)
  expect(await mark(worked, "check_out")).toBe(302)
  const payslip = await (await get(worked.worker, worked.wagePath)).text()
  for (const text of ["공제 합계", "주휴수당", "한 주에 15시간이 안 돼 없어요", "근로기준법 제55조"])
    expect(payslip).toContain(text)
})
