/** A refusal changes nothing: what is refused about an application leaves no row another one. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { blockPerson } from "../../trust/service/blocks.server.ts"
import {
  createApplication,
  createJobAtStage,
  createOpenHire,
  createOpenSeek,
  listSlotIds,
  setFirstShiftStartedAgo,
} from "../fixtures.ts"
import { hireSlots, jobApplications } from "../schema.server.ts"
import { decideAppeal } from "./appeals.server.ts"
import { applyForHire, hireApplicant } from "./apply.server.ts"
import { closeHire } from "./hire-write.server.ts"
import { writeJobReview } from "./job-reviews.server.ts"
import { acceptOffer, sendOffer } from "./offers.server.ts"
import {
  appealNoShow,
  checkIn,
  confirmWork,
  reportNoShow,
  reportPaySent,
  signContract,
} from "./work.server.ts"

withDatabase()
afterEach(() => resetClock())

const refused = (reason: string) => ({ ok: false, reason })
const review = { rating: 5, tags: [], body: "" }
const toApplication = (slotIds: string[]) => ({
  slotIds,
  message: "비슷한 일을 해 봤어요.",
  phone: "+821098760002",
  sendResume: false,
  ageConsent: true as const,
  thirdPartyConsent: true as const,
  submissionKey: newId(),
})

test("an application for a post that is not there, one's own, closed, full or taken", async () => {
  const [employer, worker] = [await createPerson(), await createPerson()]
  const hireId = await createOpenHire(employer.actor)
  const slotIds = await listSlotIds(hireId)
  const apply = (person: typeof worker, id: string, ids = slotIds) =>
    applyForHire(person.actor, id, toApplication(ids))
  expect(await apply(worker, newId())).toEqual(refused("not_found"))
  expect(await apply(employer, hireId)).toEqual(refused("own_post"))
  expect(await apply(worker, hireId, [newId()])).toEqual(refused("slot_taken"))
  expect(await apply(worker, hireId)).toMatchObject({ ok: true })
  expect(await apply(worker, hireId)).toEqual(refused("already"))
  await closeHire(employer.actor, hireId)
  expect(await apply(await createPerson(), hireId)).toEqual(refused("closed"))
})

test("an application, an offer and its answer where one of the two has blocked the other", async () => {
  const [employer, worker] = [await createPerson(), await createPerson()]
  const hireId = await createOpenHire(employer.actor)
  const seekId = await createOpenSeek(worker.actor)
  const send = (hire: string) =>
    sendOffer(employer.actor, seekId, { hireId: hire, message: "함께해 주세요." })
  const sent = await send(await createOpenHire(employer.actor))
  if (!sent.ok) throw new Error(sent.reason)
  await blockPerson(employer.actor, worker.actor.userId)
  const input = toApplication(await listSlotIds(hireId))
  expect(await applyForHire(worker.actor, hireId, input)).toEqual(refused("blocked"))
  expect(await send(hireId)).toEqual(refused("blocked"))
  const answer = { phone: "+821098760002", sendResume: false }
  expect(await acceptOffer(worker.actor, sent.offerId, answer)).toEqual(refused("blocked"))
})

test("the thirty-first application of a day", async () => {
  const [employer, worker] = [await createPerson(), await createPerson()]
  for (let sent = 0; sent < 30; sent += 1)
    await createApplication(worker.actor, await createOpenHire(employer.actor))
  const hireId = await createOpenHire((await createPerson()).actor)
  const input = toApplication(await listSlotIds(hireId))
  expect(await applyForHire(worker.actor, hireId, input)).toEqual(refused("too_many"))
})

test("a hiring by somebody else, a second one, one without a place, and one after the work", async () => {
  const job = await createJobAtStage("applied")
  const other = await createPerson()
  expect(await hireApplicant(other.actor, job.applicationId)).toEqual(refused("not_found"))
  expect(await hireApplicant(job.worker.actor, job.applicationId)).toEqual(refused("not_now"))
  await db().update(hireSlots).set({ hired: 2 }).where(eq(hireSlots.hireId, job.hireId))
  expect(await hireApplicant(job.employer.actor, job.applicationId)).toEqual(refused("full"))
  await db().update(hireSlots).set({ hired: 0 }).where(eq(hireSlots.hireId, job.hireId))
  await setFirstShiftStartedAgo(job.hireId, 30)
  expect(await hireApplicant(job.employer.actor, job.applicationId)).toEqual(refused("over"))
})

test("a signature of somebody else, or of a contract that nobody offered", async () => {
  const job = await createJobAtStage("applied")
  expect(await signContract((await createPerson()).actor, job.applicationId)).toEqual(refused("not_found"))
  expect(await signContract(job.worker.actor, job.applicationId)).toEqual(refused("not_now"))
})

test("a check-in of somebody else, without a hiring or a contract, and long before the shift", async () => {
  const applied = await createJobAtStage("applied")
  expect(await checkIn((await createPerson()).actor, applied.applicationId)).toEqual(refused("not_found"))
  expect(await checkIn(applied.worker.actor, applied.applicationId)).toEqual(refused("not_now"))
  const hired = await createJobAtStage("hired")
  expect(await checkIn(hired.worker.actor, hired.applicationId)).toEqual(refused("contract_needed"))
  const signed = await createJobAtStage("signed")
  expect(await checkIn(signed.worker.actor, signed.applicationId)).toEqual(refused("too_early"))
})

test("a confirmation of work by somebody else, before anybody came, and before its last shift", async () => {
  const signed = await createJobAtStage("signed")
  expect(await confirmWork((await createPerson()).actor, signed.applicationId)).toEqual(refused("not_found"))
  expect(await confirmWork(signed.worker.actor, signed.applicationId)).toEqual(refused("not_now"))
  const checkedIn = await createJobAtStage("checked_in")
  await setFirstShiftStartedAgo(checkedIn.hireId, -1)
  expect(await confirmWork(checkedIn.worker.actor, checkedIn.applicationId)).toEqual(refused("too_early"))
})

test("a wage that somebody else, or too early, is said to be sent", async () => {
  const job = await createJobAtStage("checked_in")
  expect(await reportPaySent((await createPerson()).actor, job.applicationId)).toEqual(refused("not_found"))
  expect(await reportPaySent(job.employer.actor, job.applicationId)).toEqual(refused("not_now"))
})

test("a no-show reported by somebody else, without a hiring, before the shift, of who was seen", async () => {
  const applied = await createJobAtStage("applied")
  const report = (actor: (typeof applied)["worker"], id: string) =>
    reportNoShow(actor.actor, id, "30분을 기다렸는데 오지 않았어요.")
  expect(await report(await createPerson(), applied.applicationId)).toEqual(refused("not_found"))
  expect(await report(applied.employer, applied.applicationId)).toEqual(refused("not_now"))
  const signed = await createJobAtStage("signed")
  expect(await report(signed.employer, signed.applicationId)).toEqual(refused("too_early"))
  const begun = await createJobAtStage("begun")
  await db()
    .update(jobApplications)
    .set({ checkInEmployerAt: now() })
    .where(eq(jobApplications.id, begun.applicationId))
  expect(await report(begun.employer, begun.applicationId)).toEqual(refused("checked_in"))
})

test("an objection by somebody else, against nothing, a second one, and one after seven days", async () => {
  const job = await createJobAtStage("no_show")
  const object = (person: (typeof job)["worker"]) =>
    appealNoShow(person.actor, job.applicationId, "길이 막혀 10분 늦었어요.")
  expect(await object(await createPerson())).toEqual(refused("not_found"))
  expect(await object(job.employer)).toEqual(refused("not_now"))
  const at = addDays(now(), 8)
  setClock(() => at)
  expect(await object(job.worker)).toEqual(refused("too_late"))
  resetClock()
  expect(await object(job.worker)).toEqual({ ok: true })
  expect(await object(job.worker)).toEqual(refused("already"))
})

test("a decision about an objection by no admin, and by one whose own work it is", async () => {
  const admin = await createPerson({ role: "admin" })
  const job = await createJobAtStage("no_show", { employer: admin })
  const decision = { decision: "uphold", answer: "연락 기록이 없어요." } as const
  expect(await decideAppeal(job.worker.actor, job.applicationId, decision)).toEqual(refused("not_found"))
  await appealNoShow(job.worker.actor, job.applicationId, "길이 막혀 10분 늦었어요.")
  expect(await decideAppeal(admin.actor, job.applicationId, decision)).toEqual(refused("involved"))
})

test("a review by somebody else, before the work is done, and a second one", async () => {
  const begun = await createJobAtStage("begun")
  const stranger = await createPerson()
  expect(await writeJobReview(stranger.actor, begun.applicationId, review)).toEqual(refused("not_found"))
  expect(await writeJobReview(begun.worker.actor, begun.applicationId, review)).toEqual(refused("not_now"))
  const paid = await createJobAtStage("wage_paid")
  expect(await writeJobReview(paid.worker.actor, paid.applicationId, review)).toMatchObject({ ok: true })
  expect(await writeJobReview(paid.worker.actor, paid.applicationId, review)).toEqual(refused("already"))
})
