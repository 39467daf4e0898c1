/** Applications for day work over HTTP, from applying to the rating. */
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import {
  createApplication,
  setFirstShiftStartedAgo,
  createJobAtStage,
  createOpenHire,
  listSlotIds,
} from "#app/areas/jobs/fixtures.ts"
import { hirePosts, jobApplications } from "#app/areas/jobs/schema.server.ts"
import { hireApplicant } from "#app/areas/jobs/service/apply.server.ts"
import { appealNoShow } from "#app/areas/jobs/service/work.server.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, DAY_MS, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let employer: Person
let admin: Person
beforeAll(async () => {
  employer = await createPerson({ name: "고용주" })
  admin = await createPerson({ role: "admin" })
})
afterEach(resetClock)

const inDays = (days: number) => addDays(toKstDateString(new Date()), days)
const stateOf = async (applicationId: string) =>
  (
    await db()
      .select({ state: jobApplications.state })
      .from(jobApplications)
      .where(eq(jobApplications.id, applicationId))
  )[0]?.state
const hireOf = async (hireId: string) =>
  (await db().select().from(hirePosts).where(eq(hirePosts.id, hireId)))[0]
const place = (answer: Response) => [answer.status, answer.headers.get("Location")]
const queriesOf = (answer: Response) => Number(answer.headers.get("X-Queries"))
const act = (who: Person, applicationId: string, fields: Record<string, string>) =>
  app.post(`/jobs/applications/${applicationId}`, fields, { cookie: who.cookie })

test("applying asks for day, message, phone and consent; twice applies once", async () => {
  const hireId = await createOpenHire(employer.actor)
  const path = `/jobs/hire/${hireId}/apply`
  const person = await createPerson()
  const wrong = await app.post(
    path,
    { message: "안녕", phone: "1234", submissionKey: newId() },
    { cookie: person.cookie },
  )
  const page = await wrong.text()
  expect(wrong.status).toBe(400)
  for (const sentence of [
    "일할 날",
    "연락처는 010-1234-5678처럼 써요",
    "개인정보 제3자 제공에 동의해 주세요.",
  ])
    expect(page).toContain(sentence)
  expect(page).toContain("안녕")
  const [slotId = ""] = await listSlotIds(hireId)
  const fields = {
    "slotIds[]": slotId,
    message: "비슷한 일을 해 봤어요.",
    phone: "010-9876-0002",
    ageConsent: "on",
    thirdPartyConsent: "on",
    submissionKey: newId(),
  }
  const [first, second] = [
    await app.post(path, fields, { cookie: person.cookie }),
    await app.post(path, fields, { cookie: person.cookie }),
  ]
  expect(first.headers.get("Location")).toMatch(/^\/jobs\/applications\//)
  expect(second.headers.get("Location")).toBe(first.headers.get("Location"))
  // Who has applied is led to their application, who posted it to the post.
  expect(
    place(await app.post(path, { ...fields, submissionKey: newId() }, { cookie: person.cookie })),
  ).toEqual([302, first.headers.get("Location")])
  expect(
    place(await app.post(path, { ...fields, submissionKey: newId() }, { cookie: employer.cookie })),
  ).toEqual([302, `/jobs/hire/${hireId}`])
  expect(await db().select().from(jobApplications).where(eq(jobApplications.hireId, hireId))).toHaveLength(1)
  const visitor = await app.post(path, { ...fields, submissionKey: newId() })
  expect([visitor.status, visitor.headers.get("Location")?.startsWith("/login?")]).toEqual([302, true])
})

test("from applying to the rating: viewed, hired, signed, checked in, paid, rated", async () => {
  const boss = await createPerson({ name: "사장이" })
  const person = await createPerson({ name: "일손이" })
  const hireId = await createOpenHire(boss.actor, {
    slots: [{ date: inDays(3), start: "09:00", end: "18:00", breakMinutes: 60, headcount: 1 }],
  })
  const applicationId = await createApplication(person.actor, hireId)
  const waiting = await createApplication((await createPerson()).actor, hireId)
  const applicants = `/jobs/hire/${hireId}/applicants`
  const list = await app.get(applicants, { cookie: boss.cookie })
  expect([list.status, queriesOf(list) <= 9]).toEqual([200, true])
  expect(await stateOf(applicationId)).toBe("viewed")
  expect(
    (await app.post(applicants, { intent: "shortlist", applicationId }, { cookie: boss.cookie })).status,
  ).toBe(302)
  // A shortlist is the employer's own.
  expect(
    await (await app.get(`/jobs/applications/${applicationId}`, { cookie: person.cookie })).text(),
  ).not.toContain("관심 지원자")
  expect(
    (await app.post(applicants, { intent: "hire", applicationId }, { cookie: boss.cookie })).status,
  ).toBe(400)
  expect(
    (
      await app.post(
        applicants,
        { intent: "hire", applicationId, contractConsent: "on" },
        { cookie: person.cookie },
      )
    ).status,
  ).toBe(404)
  expect(
    (
      await app.post(
        applicants,
        { intent: "hire", applicationId, contractConsent: "on" },
        { cookie: boss.cookie },
      )
    ).status,
  ).toBe(302)
  // The last place closes the post and tells who waited.
  expect(await hireOf(hireId)).toMatchObject({ state: "closed", closedReason: "filled", hiredCount: 1 })
  expect(await stateOf(waiting)).toBe("rejected")
  expect((await act(person, applicationId, { intent: "check_in" })).status).toBe(409)
  expect((await act(person, applicationId, { intent: "sign" })).status).toBe(302)
  expect((await act(person, applicationId, { intent: "check_in" })).status).toBe(409)
  await setFirstShiftStartedAgo(hireId, 1)
  expect((await act(person, applicationId, { intent: "check_in" })).status).toBe(302)
  expect(await stateOf(applicationId)).toBe("hired")
  expect((await act(boss, applicationId, { intent: "check_in" })).status).toBe(302)
  expect(await stateOf(applicationId)).toBe("checked_in")
  expect((await act(boss, applicationId, { intent: "confirm_pay" })).status).toBe(409)
  for (const side of [boss, person])
    expect((await act(side, applicationId, { intent: "confirm_work" })).status).toBe(302)
  expect(await stateOf(applicationId)).toBe("worked")
  expect((await act(boss, applicationId, { intent: "pay_sent" })).status).toBe(302)
  expect((await act(person, applicationId, { intent: "confirm_pay" })).status).toBe(302)
  expect(await stateOf(applicationId)).toBe("wage_paid")
  expect((await act(person, applicationId, { intent: "review", rating: "9" })).status).toBe(400)
  expect(
    (
      await act(person, applicationId, {
        intent: "review",
        rating: "5",
        body: "임금이 바로 들어왔어요. 010-1111-2222",
      })
    ).status,
  ).toBe(302)
  expect((await act(person, applicationId, { intent: "review", rating: "1" })).status).toBe(409)
  expect(await (await app.get(`/jobs/hire/${hireId}`)).text()).not.toContain("임금이 바로 들어왔어요")
  expect(
    (await act(boss, applicationId, { intent: "review", rating: "4", body: "손이 빨라요." })).status,
  ).toBe(302)
  const shown = await (await app.get(`/jobs/hire/${hireId}`)).text()
  expect(shown).toContain("임금이 바로 들어왔어요")
  expect(shown).not.toContain("1111-2222")
  for (const side of [boss, person]) {
    const page = await app.get(`/jobs/applications/${applicationId}`, { cookie: side.cookie })
    expect([page.status, queriesOf(page) <= 6]).toEqual([200, true])
  }
})

test("two who are hired for the last place at once: one gets it", async () => {
  const hireId = await createOpenHire(employer.actor, {
    slots: [{ date: inDays(3), start: "09:00", end: "18:00", breakMinutes: 60, headcount: 1 }],
  })
  const rivals = [
    await createApplication((await createPerson()).actor, hireId),
    await createApplication((await createPerson()).actor, hireId),
  ]
  const answers = await Promise.all(
    rivals.map((applicationId) =>
      app.post(
        `/jobs/hire/${hireId}/applicants`,
        { intent: "hire", applicationId, contractConsent: "on" },
        { cookie: employer.cookie },
      ),
    ),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([302, 409])
  expect((await hireOf(hireId))?.hiredCount).toBe(1)
})

test("an applicant is rejected with a reason, or withdraws before the decision", async () => {
  const { applicationId, hireId, employer: boss, worker: person } = await createJobAtStage("applied")
  const unexplained = await app.post(
    `/jobs/hire/${hireId}/applicants`,
    { intent: "reject", applicationId, reason: "" },
    { cookie: boss.cookie },
  )
  expect([unexplained.status, (await unexplained.text()).includes("이유를 목록에서 골라 주세요.")]).toEqual([
    400,
    true,
  ])
  expect(
    (
      await app.post(
        `/jobs/hire/${hireId}/applicants`,
        { intent: "reject", applicationId, reason: "일정이 맞지 않아요" },
        { cookie: boss.cookie },
      )
    ).status,
  ).toBe(302)
  expect(
    await (await app.get(`/jobs/applications/${applicationId}`, { cookie: person.cookie })).text(),
  ).toContain("일정이 맞지 않아요")
  expect((await act(person, applicationId, { intent: "withdraw" })).status).toBe(409)
  const other = await createJobAtStage("applied")
  expect((await act(other.worker, other.applicationId, { intent: "withdraw" })).status).toBe(302)
  expect(await stateOf(other.applicationId)).toBe("withdrawn")
  expect(
    (
      await app.post(
        `/jobs/hire/${other.hireId}/applicants`,
        { intent: "hire", applicationId: other.applicationId, contractConsent: "on" },
        { cookie: other.employer.cookie },
      )
    ).status,
  ).toBe(409)
})

test("address and phone are for the hired, and the page for its two people and admins", async () => {
  const job = await createJobAtStage("applied", {
    hire: { address: "비밀로 99, 2층", contactPhone: "+821098761234" },
  })
  const path = `/jobs/applications/${job.applicationId}`
  const read = async (who: Person) => (await app.get(path, { cookie: who.cookie })).text()
  expect(await read(job.worker)).not.toContain("비밀로 99")
  expect((await app.get(path, { cookie: (await createPerson()).cookie })).status).toBe(404)
  expect((await hireApplicant(job.employer.actor, job.applicationId)).ok).toBe(true)
  const hired = await read(job.worker)
  expect(hired).toContain("비밀로 99")
  expect(hired).toContain("010-9876-1234")
  expect((await app.get(path, { cookie: admin.cookie })).status).toBe(200)
})

test("a no-show is reported after the start, appealed within 7 days, and reversed", async () => {
  const early = await createJobAtStage("signed")
  expect(
    (await act(early.employer, early.applicationId, { intent: "no_show", note: "오지 않았어요." })).status,
  ).toBe(409)
  const { applicationId, employer: boss, worker: person } = await createJobAtStage("begun")
  expect((await act(boss, applicationId, { intent: "no_show", note: "" })).status).toBe(400)
  expect(
    (await act(boss, applicationId, { intent: "no_show", note: "30분을 기다렸는데 오지 않았어요." })).status,
  ).toBe(302)
  expect(await stateOf(applicationId)).toBe("no_show")
  expect((await act(boss, applicationId, { intent: "appeal", note: "내가 신고했어요." })).status).toBe(409)
  expect(
    (await act(person, applicationId, { intent: "appeal", note: "7시 50분에 도착해 전화했어요." })).status,
  ).toBe(302)
  expect((await act(person, applicationId, { intent: "appeal", note: "다시 말씀드려요." })).status).toBe(409)

  const queue = await app.get("/admin/appeals", { cookie: admin.cookie })
  expect(queriesOf(queue)).toBeLessThanOrEqual(6)
  expect(await queue.text()).toContain("7시 50분에 도착해 전화했어요.")
  const file = `/admin/appeals/${applicationId}`
  const page = await app.get(file, { cookie: admin.cookie })
  const words = await page.text()
  expect(queriesOf(page)).toBeLessThanOrEqual(6)
  expect(words).toContain("30분을 기다렸는데 오지 않았어요.")
  expect((await app.post(file, { decision: "reverse", answer: "" }, { cookie: admin.cookie })).status).toBe(
    400,
  )
  expect(
    (await app.post(file, { decision: "reverse", answer: "통화 기록이 맞아요." }, { cookie: person.cookie }))
      .status,
  ).toBe(302)
  expect(await stateOf(applicationId)).toBe("no_show")
  expect(
    place(
      await app.post(file, { decision: "reverse", answer: "통화 기록이 맞아요." }, { cookie: admin.cookie }),
    ),
  ).toEqual([302, file])
  expect(await stateOf(applicationId)).toBe("hired")
  expect(
    (await app.post(file, { decision: "uphold", answer: "다시 볼게요." }, { cookie: admin.cookie })).status,
  ).toBe(409)
  await app.drainEvents()
  expect(await (await app.get("/notifications", { cookie: person.cookie })).text()).toContain(
    "노쇼 신고가 취소됐어요",
  )
})

test("an objection comes too late after 7 days, and an admin does not decide their own", async () => {
  const late = await createJobAtStage("no_show")
  setClock(() => new Date(Date.now() + 7 * DAY_MS + 60_000))
  expect(await appealNoShow(late.worker.actor, late.applicationId, "이제 봤어요. 갔었어요.")).toEqual({
    ok: false,
    reason: "too_late",
  })
  resetClock()
  const own = await createJobAtStage("no_show", { worker: await createPerson({ role: "admin" }) })
  expect((await appealNoShow(own.worker.actor, own.applicationId, "정문에서 기다렸어요.")).ok).toBe(true)
  expect(
    (
      await app.post(
        `/admin/appeals/${own.applicationId}`,
        { decision: "reverse", answer: "내가 맞아요." },
        { cookie: own.worker.cookie },
      )
    ).status,
  ).toBe(409)
  expect(await stateOf(own.applicationId)).toBe("no_show")
})

test("a wage that did not come is said, stays on record, and is ended by the worker alone", async () => {
  const { applicationId, employer: boss, worker: person } = await createJobAtStage("worked")
  expect(
    (await act(person, applicationId, { intent: "dispute_wage", note: "사흘째 들어오지 않았어요." })).status,
  ).toBe(302)
  expect(
    await (await app.get(`/jobs/applications/${applicationId}`, { cookie: boss.cookie })).text(),
  ).toContain("사흘째 들어오지 않았어요.")
  expect((await act(boss, applicationId, { intent: "confirm_pay" })).status).toBe(409)
  expect((await act(person, applicationId, { intent: "confirm_pay" })).status).toBe(302)
  expect(await stateOf(applicationId)).toBe("wage_paid")
})
