/** The résumé that goes along with an application, and hires that employers call off, over HTTP. */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createJobAtStage, createOpenHire, listSlotIds } from "#app/areas/jobs/fixtures.ts"
import { jobApplications } from "#app/areas/jobs/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()

let employer: Person
beforeAll(async () => {
  employer = await createPerson({ name: "고용주" })
})

const place = (answer: Response) => [answer.status, answer.headers.get("Location")]
const queriesOf = (answer: Response) => Number(answer.headers.get("X-Queries"))
const act = (who: Person, applicationId: string, fields: Record<string, string>) =>
  app.post(`/jobs/applications/${applicationId}`, fields, { cookie: who.cookie })
const stateOf = async (applicationId: string) =>
  (
    await db()
      .select({ state: jobApplications.state })
      .from(jobApplications)
      .where(eq(jobApplications.id, applicationId))
  )[0]?.state

test("a résumé is written without scripts and sent along in place of words", async () => {
  const person = await createPerson()
  const hireId = await createOpenHire(employer.actor)
  const mine = "/my-info/resume"
  const wrong = await app.post(
    `${mine}?hire=${hireId}`,
    { introduction: "짧아요", careerYears: "두 해", experience: "아파트 도배 보조" },
    { cookie: person.cookie },
  )
  const page = await wrong.text()
  expect(wrong.status).toBe(400)
  for (const text of ["소개는 10자 이상", "아파트 도배 보조", "두 해"]) expect(page).toContain(text)
  const resume = {
    introduction: "손이 빠르고 약속 시간을 지켜요.",
    careerYears: "3",
    experience: "2024년 아파트 도배 보조\n2025년 상가 장판",
    certificates: "",
    safetyTrainedOn: "2025-03-02",
  }
  expect(place(await app.post(`${mine}?hire=${hireId}`, resume, { cookie: person.cookie }))).toEqual([
    302,
    `/jobs/hire/${hireId}/apply`,
  ])
  const form = await app.get(`/jobs/hire/${hireId}/apply`, { cookie: person.cookie })
  expect(queriesOf(form)).toBeLessThanOrEqual(6)
  const offered = await form.text()
  expect(offered).toContain("경력 3년 · 안전교육 이수")
  // Nobody hands over personal data by a box that was ticked for them.
  expect(/<input[^>]*name="sendResume"[^>]*>/.exec(offered)?.[0]).not.toContain("checked")
  const [slotId = ""] = await listSlotIds(hireId)
  const fields = {
    "slotIds[]": slotId,
    message: "",
    phone: "010-9876-0002",
    ageConsent: "on",
    thirdPartyConsent: "on",
    submissionKey: newId(),
  }
  const path = `/jobs/hire/${hireId}/apply`
  const empty = await app.post(path, fields, { cookie: person.cookie })
  expect([empty.status, (await empty.text()).includes("이력서를 보내면 비워 두어도 돼요")]).toEqual([
    400,
    true,
  ])
  const sent = await app.post(path, { ...fields, sendResume: "on" }, { cookie: person.cookie })
  const application = sent.headers.get("Location") ?? ""
  expect(application).toMatch(/^\/jobs\/applications\//)
  const seen = await (await app.get(application, { cookie: employer.cookie })).text()
  expect(seen).toContain("2025년 상가 장판")
  expect(await (await app.get(mine, { cookie: (await createPerson()).cookie })).text()).not.toContain(
    "상가 장판",
  )
})

test("an employer calls off a hire with a reason that the worker reads, and only they", async () => {
  const { applicationId, employer: boss, worker } = await createJobAtStage("signed")
  const path = `/jobs/applications/${applicationId}`
  const fields = {
    intent: "call_off",
    reason: "작업 일정이 바뀌었어요",
    note: "이사가 다음 달로 미뤄졌어요.",
  }
  expect((await act(worker, applicationId, fields)).status).toBe(404)
  const empty = await act(boss, applicationId, { ...fields, note: "" })
  const page = await empty.text()
  expect([empty.status, page.includes("전할 말을 입력해 주세요."), page.includes("<details open")]).toEqual([
    400,
    true,
    true,
  ])
  // None is chosen beforehand: the first would be sent by who does not look.
  expect(page).toContain("이유를 골라 주세요</option>")
  for (const reason of ["", "그냥"])
    expect((await act(boss, applicationId, { ...fields, reason })).status).toBe(400)
  expect(place(await act(boss, applicationId, fields))).toEqual([302, path])
  expect(await stateOf(applicationId)).toBe("called_off")
  const told = await (await app.get(path, { cookie: worker.cookie })).text()
  for (const text of [
    "사업장이 채용을 취소했어요",
    "이사가 다음 달로 미뤄졌어요.",
    "근로기준법 제46조",
    "근로계약 요약",
  ])
    expect(told).toContain(text)
  expect((await act(boss, applicationId, fields)).status).toBe(409)
})
