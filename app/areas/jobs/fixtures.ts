/**
 * Owns builders of posts and applications in every state, for tests: through the services, as people make
 * them.
 */
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { addDays, hourMs, kstDateString } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { createPerson, type Person } from "../accounts/fixtures.ts"
import type { Actor } from "../accounts/rules.ts"
import type { HireInput, SeekInput } from "./forms.ts"
import { hirePosts, hireSlots, jobApplications } from "./schema.server.ts"
import { apply, hireApplicant } from "./service/apply.server.ts"
import { createHire } from "./service/hire-write.server.ts"
import { createSeek } from "./service/seeks.server.ts"
import { checkIn, confirmPay, confirmWork, reportNoShow, signContract } from "./service/work.server.ts"

/**
 * A post as the wizard gives it: one day in three days, 09:00–18:00, 일급 150,000원 (시간당 18,750원), two places.
 */
const hireInput = (overrides: Partial<HireInput> = {}): HireInput => ({
  kind: "cleaning",
  payType: "day",
  slots: [
    { date: addDays(kstDateString(now()), 3), start: "09:00", end: "18:00", breakMinutes: 60, headcount: 2 },
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
  employerKind: "person",
  businessName: "서초동 가정집",
  representative: "김하늘",
  businessNumber: null,
  contactPhone: "+821098760001",
  deadline: addDays(kstDateString(now()), 2),
  ...overrides,
})

/** A seek post as the wizard gives it. */
const seekInput = (overrides: Partial<SeekInput> = {}): SeekInput => ({
  kinds: ["cleaning"],
  regionCodes: ["11650"],
  payType: "day",
  payWon: 130_000,
  availableFrom: kstDateString(now()),
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

async function must<Result extends { ok: boolean }>(
  work: Promise<Result>,
): Promise<Extract<Result, { ok: true }>> {
  const result = await work
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`)
  return result as Extract<Result, { ok: true }>
}

/** Opens a post of `employer`. */
export const postHire = async (employer: Actor, overrides: Partial<HireInput> = {}): Promise<string> =>
  (await must(createHire(employer, { ...hireInput(overrides), submissionKey: newId(), repostedFrom: null })))
    .hireId
/** Opens a seek post of `worker`. */
export const postSeek = async (worker: Actor, overrides: Partial<SeekInput> = {}): Promise<string> =>
  (await must(createSeek(worker, { ...seekInput(overrides), submissionKey: newId() }))).seekId

/** The ids of a post's shifts, the first first. */
export async function slotIdsOf(hireId: string): Promise<string[]> {
  const rows = await db()
    .select({ id: hireSlots.id })
    .from(hireSlots)
    .where(eq(hireSlots.hireId, hireId))
    .orderBy(hireSlots.startsAt)
  return rows.map((row) => row.id)
}

/** `worker` applies for every shift of a post. */
export async function applyFor(
  worker: Actor,
  hireId: string,
  message = "비슷한 일을 해 봤어요.",
): Promise<string> {
  const input = {
    slotIds: await slotIdsOf(hireId),
    message,
    phone: "+821098760002",
    ageConsent: true,
    thirdPartyConsent: true,
    submissionKey: newId(),
  } as const
  return (await must(apply(worker, hireId, input))).applicationId
}

/** Moves a post and its applications so that its first shift began `hours` ago. */
export async function begunAgo(hireId: string, hours: number): Promise<void> {
  const startsAt = new Date(now().getTime() - hours * hourMs)
  const endsAt = new Date(startsAt.getTime() + 9 * hourMs)
  await db()
    .update(hirePosts)
    .set({ firstStartsAt: startsAt, lastEndsAt: endsAt })
    .where(eq(hirePosts.id, hireId))
  await db().update(hireSlots).set({ startsAt, endsAt }).where(eq(hireSlots.hireId, hireId))
  await db()
    .update(jobApplications)
    .set({ firstStartsAt: startsAt, lastEndsAt: endsAt })
    .where(eq(jobApplications.hireId, hireId))
}

const WAY = ["applied", "hired", "signed", "begun", "checked_in", "worked", "wage_paid"] as const
export type Stage = (typeof WAY)[number] | "no_show"
export type Job = { hireId: string; applicationId: string; employer: Person; worker: Person }

/** A job brought to `stage` by its two people; from "begun" on its shift began an hour ago. */
export async function jobAt(
  stage: Stage,
  people: { employer?: Person; worker?: Person; hire?: Partial<HireInput>; message?: string } = {},
): Promise<Job> {
  const employer = people.employer ?? (await createPerson({ name: "고용주" }))
  const worker = people.worker ?? (await createPerson({ name: "일꾼이" }))
  const hireId = await postHire(employer.actor, people.hire)
  const applicationId = await applyFor(worker.actor, hireId, people.message)
  const goes = (to: (typeof WAY)[number]) =>
    WAY.indexOf(to) <= WAY.indexOf(stage === "no_show" ? "begun" : stage)
  if (goes("hired")) await must(hireApplicant(employer.actor, applicationId))
  if (goes("signed")) await must(signContract(worker.actor, applicationId))
  if (goes("begun")) await begunAgo(hireId, 1)
  if (stage === "no_show")
    await must(reportNoShow(employer.actor, applicationId, "30분을 기다렸는데 오지 않았어요."))
  for (const person of goes("checked_in") && stage !== "no_show" ? [worker, employer] : [])
    await must(checkIn(person.actor, applicationId))
  for (const person of goes("worked") && stage !== "no_show" ? [worker, employer] : [])
    await must(confirmWork(person.actor, applicationId))
  if (stage === "wage_paid") await must(confirmPay(worker.actor, applicationId))
  return { hireId, applicationId, employer, worker }
}
