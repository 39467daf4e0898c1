/** A résumé is kept once; an application takes a copy along that stays as it was, for its two people. */
import { afterEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { buildHireInput, createOpenHire, createOpenSeek, listSlotIds } from "../fixtures.ts"
import type { ResumeInput } from "../resume-forms.ts"
import { applyForHire, rejectApplicant } from "./apply.server.ts"
import { findApplicants, findApplication } from "./applications.server.ts"
import { acceptOffer, sendOffer } from "./offers.server.ts"
import { anonymizePastApplications } from "./retention.server.ts"
import { deleteResume, deleteResumeOfUser, findOwnResume, saveResume } from "./resumes.server.ts"
import { inTransaction } from "#app/platform/db.server.ts"

withDatabase()
afterEach(() => resetClock())

const refused = (reason: string) => ({ ok: false, reason })
const resume: ResumeInput = {
  introduction: "손이 빠르고 약속 시간을 지켜요.",
  careerYears: 3,
  experience: ["2024년 3월~12월 아파트 도배 보조"],
  certificates: ["도배기능사"],
  safetyTrainedOn: "2025-03-02",
  weekdays: ["1", "2"],
  dayTimes: ["morning"],
}
const apply = async (worker: Person, hireId: string, sendResume: boolean, message = "") =>
  applyForHire(worker.actor, hireId, {
    slotIds: await listSlotIds(hireId),
    message,
    sendResume,
    phone: "+821098760002",
    ageConsent: true,
    thirdPartyConsent: true,
    submissionKey: newId(),
  })

test("is sent along as it is, and stays so for the employer when it is changed or deleted", async () => {
  const [employer, worker, stranger] = [await createPerson(), await createPerson(), await createPerson()]
  const hireId = await createOpenHire(employer.actor)
  expect(await apply(worker, hireId, true)).toEqual(refused("no_resume"))
  expect(await saveResume(worker.actor, resume)).toEqual({ ok: true })
  const sent = await apply(worker, hireId, true)
  if (!sent.ok) throw new Error(sent.reason)
  await saveResume(worker.actor, { ...resume, introduction: "다른 소개를 적었어요." })
  const read = async (person: Person) => (await findApplication(person.actor, sent.applicationId))?.resume
  expect(await read(employer)).toMatchObject(resume)
  expect(await read(worker)).toMatchObject(resume)
  expect(await read(stranger)).toBeUndefined()
  expect(await read(await createPerson({ role: "admin" }))).toBeNull()
  expect(await deleteResume(worker.actor)).toEqual({ ok: true })
  expect(await deleteResume(worker.actor)).toEqual(refused("not_found"))
  expect(await findOwnResume(worker.actor)).toBeNull()
  expect(await read(employer)).toMatchObject(resume)
  const [applicant] = (await findApplicants(employer.actor, hireId, "all"))?.applicants ?? []
  expect(applicant?.resume).toEqual({
    careerYears: 3,
    certificates: ["도배기능사"],
    safetyTrainedOn: "2025-03-02",
  })
})

test("is hidden from an employer who did not hire, and goes when the law has it kept no longer", async () => {
  const [employer, worker] = [await createPerson(), await createPerson()]
  const hireId = await createOpenHire(employer.actor)
  await saveResume(worker.actor, resume)
  const sent = await apply(worker, hireId, true)
  if (!sent.ok) throw new Error(sent.reason)
  await rejectApplicant(employer.actor, sent.applicationId, "일정이 맞지 않아요")
  const read = async (person: Person) => (await findApplication(person.actor, sent.applicationId))?.resume
  expect(await read(employer)).toBeNull()
  expect((await findApplicants(employer.actor, hireId, "all"))?.applicants[0]?.resume).toBeNull()
  expect(await read(worker)).toMatchObject(resume)
  const later = new Date(Date.now() + 6 * 366 * 86_400_000)
  setClock(() => later)
  await anonymizePastApplications()
  expect(await read(worker)).toBeNull()
})

test("goes with its owner, and only where it was asked for", async () => {
  const [employer, worker] = [await createPerson(), await createPerson()]
  await saveResume(worker.actor, resume)
  const without = await apply(worker, await createOpenHire(employer.actor), false, "비슷한 일을 해 봤어요.")
  if (!without.ok) throw new Error(without.reason)
  expect((await findApplication(employer.actor, without.applicationId))?.resume).toBeNull()
  if (worker.actor.kind !== "member") throw new Error("A person is a member")
  const { userId } = worker.actor
  await inTransaction((tx) => deleteResumeOfUser({ userId }, tx))
  expect(await findOwnResume(worker.actor)).toBeNull()
  expect(await saveResume({ kind: "visitor", draftId: null }, resume)).toEqual(refused("not_member"))
})

test("is sent along with the answer to an offer", async () => {
  const [employer, worker] = [await createPerson(), await createPerson()]
  const hireId = await createOpenHire(employer.actor, buildHireInput())
  const seekId = await createOpenSeek(worker.actor)
  const offer = await sendOffer(employer.actor, seekId, { hireId, message: "함께 일하고 싶어요." })
  if (!offer.ok) throw new Error(offer.reason)
  const answer = { phone: "+821098760002", sendResume: true }
  expect(await acceptOffer(worker.actor, offer.offerId, answer)).toEqual(refused("no_resume"))
  await saveResume(worker.actor, resume)
  const accepted = await acceptOffer(worker.actor, offer.offerId, answer)
  if (!accepted.ok) throw new Error(accepted.reason)
  expect((await findApplication(employer.actor, accepted.applicationId))?.resume).toMatchObject(resume)
})
