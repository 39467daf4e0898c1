/**
 * Builders of posts and applications in every state, for tests: through the services, as people make
 * them.
 */
import { eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, HOUR_MS, toKstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { createPerson, type Person } from "../accounts/fixtures.ts"
import type { Actor } from "../accounts/rules.ts"
import { hirePosts, hireSlots, jobApplications, wages, workDays } from "./schema.server.ts"
import { applyForHire, hireApplicant } from "./service/apply.server.ts"
import { createHire } from "./service/hire-write.server.ts"
import { createSeek } from "./service/seeks.server.ts"
import { checkIn, confirmPay, confirmWork, reportNoShow, signContract } from "./service/work.server.ts"
import { getDueAt } from "./work-rules.ts"
import type { HireInput } from "#app/areas/jobs/hire-forms.ts"
import type { SeekInput } from "#app/areas/jobs/seek-forms.ts"

/**
 * A post as the wizard gives it: one day in three days, 09:00–18:00, 일급 150,000원 (시간당 18,750원), two
 * places.
 */
export const buildHireInput = (overrides: Partial<HireInput> = {}): HireInput => ({
  kind: "cleaning",
  payType: "day",
  slots: [
    {
      date: addDays(toKstDateString(now()), 3),
      start: "09:00",
      end: "18:00",
      breakMinutes: 60,
      headcount: 2,
    },
  ],
  weekdays: [],
  payWon: 150_000,
  minutesPerPiece: null,
  payDate: "same_day",
  regionCode: "11650",
  address: "서초대로 77, 101동 1001호",
  title: "입주청소 보조 두 분",
  description: "32평 빈집을 함께 청소해요. 도구는 모두 있어요.",
  needs: [],
  safetyTraining: false,
  meals: true,
  lodging: false,
  foreigners: false,
  teens: false,
  beginners: false,
  employerKind: "person",
  businessName: "서초동 가정집",
  representative: "김하늘",
  businessNumber: null,
  workforce: null,
  contactPhone: "+821098760001",
  deadline: addDays(toKstDateString(now()), 2),
  ...overrides,
})

/** A seek post as the wizard gives it. */
export const buildSeekInput = (overrides: Partial<SeekInput> = {}): SeekInput => ({
  kinds: ["cleaning"],
  regionCodes: ["11650"],
  payType: "day",
  payWon: 130_000,
  availableFrom: toKstDateString(now()),
  weekdays: ["1", "2", "3", "4", "5"],
  dayTimes: ["morning", "afternoon"],
  shortTerm: true,
  title: "입주청소 2년, 꼼꼼해요",
  introduction: "창틀과 욕실을 잘해요. 시간 약속을 꼭 지켜요.",
  careerYears: 2,
  licences: [],
  adult: true,
  ...overrides,
})

async function expectOk<Result extends { ok: boolean }>(
  pendingOutcome: Promise<Result>,
): Promise<Extract<Result, { ok: true }>> {
  const result = await pendingOutcome
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`)
  return result as Extract<Result, { ok: true }>
}

/** Opens a post of `employer`. */
export const createOpenHire = async (employer: Actor, overrides: Partial<HireInput> = {}): Promise<string> =>
  (
    await expectOk(
      createHire(employer, { ...buildHireInput(overrides), submissionKey: newId(), repostedFrom: null }),
    )
  ).hireId
/** Opens a seek post of `worker`. */
export const createOpenSeek = async (worker: Actor, overrides: Partial<SeekInput> = {}): Promise<string> =>
  (await expectOk(createSeek(worker, { ...buildSeekInput(overrides), submissionKey: newId() }))).seekId

/** The ids of a post's shifts, the first first. */
export async function listSlotIds(hireId: string): Promise<string[]> {
  const rows = await db()
    .select({ id: hireSlots.id })
    .from(hireSlots)
    .where(eq(hireSlots.hireId, hireId))
    .orderBy(hireSlots.startsAt)
  return rows.map((row) => row.id)
}

/** `worker` applies for every shift of a post. */
export async function createApplication(
  worker: Actor,
  hireId: string,
  message = "비슷한 일을 해 봤어요.",
): Promise<string> {
  const input = {
    slotIds: await listSlotIds(hireId),
    message,
    sendResume: false,
    phone: "+821098760002",
    ageConsent: true,
    thirdPartyConsent: true,
    submissionKey: newId(),
  } as const
  return (await expectOk(applyForHire(worker, hireId, input))).applicationId
}

/** Moves a post and its applications so that its first shift began `hours` ago. */
export async function setFirstShiftStartedAgo(hireId: string, hours: number): Promise<void> {
  const startsAt = new Date(now().getTime() - hours * HOUR_MS)
  const endsAt = new Date(startsAt.getTime() + 9 * HOUR_MS)
  await db()
    .update(hirePosts)
    .set({ firstStartsAt: startsAt, lastEndsAt: endsAt })
    .where(eq(hirePosts.id, hireId))
  await db().update(hireSlots).set({ startsAt, endsAt }).where(eq(hireSlots.hireId, hireId))
  const own = db()
    .select({ id: jobApplications.id })
    .from(jobApplications)
    .where(eq(jobApplications.hireId, hireId))
  const date = toKstDateString(startsAt)
  await db().update(workDays).set({ startsAt, endsAt, date }).where(inArray(workDays.applicationId, own))
  await db()
    .update(wages)
    .set({ payday: toKstDateString(endsAt), dueAt: getDueAt(toKstDateString(endsAt)) })
    .where(inArray(wages.applicationId, own))
  await db()
    .update(jobApplications)
    .set({ firstStartsAt: startsAt, lastEndsAt: endsAt })
    .where(eq(jobApplications.hireId, hireId))
}

const STAGES = ["applied", "hired", "signed", "begun", "checked_in", "worked", "wage_paid"] as const
export type Stage = (typeof STAGES)[number] | "no_show"
export type JobFixture = { hireId: string; applicationId: string; employer: Person; worker: Person }

/** A job brought to `stage` by its two people; from "begun" on its shift began an hour ago. */
export async function createJobAtStage(
  stage: Stage,
  people: { employer?: Person; worker?: Person; hire?: Partial<HireInput>; message?: string } = {},
): Promise<JobFixture> {
  const employer = people.employer ?? (await createPerson({ name: "고용주" }))
  const worker = people.worker ?? (await createPerson({ name: "일꾼이" }))
  const hireId = await createOpenHire(employer.actor, people.hire)
  const applicationId = await createApplication(worker.actor, hireId, people.message)
  const hasReached = (reachedStage: (typeof STAGES)[number]) =>
    STAGES.indexOf(reachedStage) <= STAGES.indexOf(stage === "no_show" ? "begun" : stage)
  if (hasReached("hired")) await expectOk(hireApplicant(employer.actor, applicationId))
  if (hasReached("signed")) await expectOk(signContract(worker.actor, applicationId))
  if (hasReached("begun")) await setFirstShiftStartedAgo(hireId, 1)
  if (stage === "no_show")
    await expectOk(reportNoShow(employer.actor, applicationId, "30분을 기다렸는데 오지 않았어요."))
  for (const person of hasReached("checked_in") && stage !== "no_show" ? [worker, employer] : [])
    await expectOk(checkIn(person.actor, applicationId))
  for (const person of hasReached("worked") && stage !== "no_show" ? [worker, employer] : [])
    await expectOk(confirmWork(person.actor, applicationId))
  if (stage === "wage_paid") await expectOk(confirmPay(worker.actor, applicationId))
  return { hireId, applicationId, employer, worker }
}
