/**
 * What happened at the posts of the town: who applied, was hired, came, was paid, and what they said of
 * each other.
 */
import { HIRED_APPLICATION_STATES, type ApplicationState } from "#app/areas/jobs/rules.ts"
import type {
  applicationSlots,
  hireSaves,
  jobAppeals,
  jobApplications,
  jobEvents,
  jobOffers,
  jobReviews,
} from "#app/areas/jobs/schema.server.ts"
import { buildContract } from "#app/areas/jobs/service/apply.server.ts"
import { addDays, DAY_MS, HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import type { DemoPerson } from "../parts.ts"
import { createRandom, createSeedId, type SeededRandom } from "../random.ts"
import { earliestOf, latestOf } from "../times.ts"
import { createPhone, type Post } from "./posts.ts"
import { copySeedResume, WORDS_BESIDE_RESUME, type ResumeRow } from "./resumes.ts"
import { type SeekRow } from "./seeks.ts"
import { addWork, createEmptyWorkActivity, type WorkActivity } from "./work.ts"
import { addReviews } from "./reviews.ts"
import { MESSAGES, OFFER_MESSAGES } from "./texts.ts"

export type JobActivity = WorkActivity & {
  /** Who looked after late wages. */ adminId: string
  /** What those who keep one say of themselves, by person. */ resumes: Map<string, ResumeRow>
  applications: (typeof jobApplications.$inferInsert)[]
  slots: (typeof applicationSlots.$inferInsert)[]
  events: (typeof jobEvents.$inferInsert)[]
  reviews: (typeof jobReviews.$inferInsert)[]
  appeals: (typeof jobAppeals.$inferInsert)[]
  offers: (typeof jobOffers.$inferInsert)[]
  saves: (typeof hireSaves.$inferInsert)[]
}
export const createEmptyJobActivity = (adminId: string, resumes: JobActivity["resumes"]): JobActivity => ({
  ...createEmptyWorkActivity(),
  adminId,
  resumes,
  applications: [],
  slots: [],
  events: [],
  reviews: [],
  appeals: [],
  offers: [],
  saves: [],
})

type ApplicationOptions = {
  signed?: boolean
  reviewed?: "both" | "worker" | "none"
  offerId?: string
  /** Of the hours of the first day, by the worker. */ correction?: "asked" | "accepted"
}

/**
 * Somebody's application at a post, brought to `state`; the places it takes are counted on the post. Nothing
 * lies in the future.
 */
export function addApplication(
  activity: JobActivity,
  post: Post,
  worker: DemoPerson,
  state: ApplicationState,
  present: Date,
  options: ApplicationOptions = {},
): void {
  const { hire, slots } = post
  if (
    worker.id === hire.employerId ||
    activity.applications.some((row) => row.hireId === hire.id && row.workerId === worker.id)
  )
    return
  const random = createRandom(`jobs/application/${hire.id}/${worker.id}`)
  const isHired = HIRED_APPLICATION_STATES.includes(state)
  const openSlots = slots.filter((slot) => !isHired || slot.hired < slot.headcount)
  if (openSlots.length === 0) return
  const moments = planApplication(hire.openedAt, openSlots, state, present, random)
  const { appliedAt, workedAt } = moments
  const id = createSeedId(`application/${hire.id}/${worker.id}`, appliedAt)
  const application: Application = {
    id,
    hire,
    workerId: worker.id,
    state,
    isHired,
    isSigned: isHired && (options.signed ?? true),
    note: pickNote(state, hire, random),
    moments,
  }
  const said = activity.applications.filter(({ hireId }) => hireId === hire.id).map(({ message }) => message)
  const words = pickWords(application, said, activity.resumes.has(worker.id), random)
  const row = createApplicationRow(application, openSlots, options, words, activity.resumes.get(worker.id))
  activity.applications.push(row)
  if (row.contract && application.isSigned)
    addWork(activity, activity.events, { ...row, contract: row.contract }, openSlots, {
      present,
      adminId: activity.adminId,
      ...(options.correction ? { correction: options.correction } : {}),
    })
  activity.slots.push(...openSlots.map((slot) => ({ applicationId: id, slotId: slot.id })))
  hire.applicationCount += 1
  if (isHired) {
    for (const slot of openSlots) slot.hired += 1
    hire.hiredCount += openSlots.length
  }
  addApplicationEvents(activity, application, present)
  if (workedAt)
    addReviews(
      activity,
      {
        id,
        hireId: hire.id,
        employerId: hire.employerId,
        workerId: worker.id,
        isPaid: moments.paidAt !== null,
      },
      workedAt,
      present,
      options.reviewed ??
        random.pickWeighted(
          ["both", "worker", "none"] as const,
          (which) => ({ both: 6, worker: 2, none: 2 })[which],
        ),
    )
}

type Application = {
  id: string
  hire: Post["hire"]
  workerId: string
  state: ApplicationState
  isHired: boolean
  /** By the worker; the employer signs by hiring. */
  isSigned: boolean
  note: string
  moments: ReturnType<typeof planApplication>
}

/** When it came to its state; a moment that did not come is null. */
function planApplication(
  openedAt: Date,
  slots: Post["slots"],
  state: ApplicationState,
  present: Date,
  random: SeededRandom,
) {
  const ends = latestOf(...slots.map((slot) => slot.endsAt))
  const starts = earliestOf(...slots.map((slot) => slot.startsAt))
  const latest = earliestOf(new Date(present.getTime() - 5 * MINUTE_MS), starts)
  const appliedAt = earliestOf(new Date(openedAt.getTime() + random.int(20, 900) * MINUTE_MS), latest)
  const nextMoment = (from: Date, maxMinutes: number) =>
    earliestOf(new Date(from.getTime() + random.int(10, maxMinutes) * MINUTE_MS), latest)
  const viewedAt = nextMoment(appliedAt, 300)
  const decidedAt = nextMoment(viewedAt, 600)
  const signedAt = nextMoment(decidedAt, 200)
  const isWorkDone = state === "worked" || state === "wage_paid" || state === "wage_disputed"
  const workedAt = isWorkDone
    ? earliestOf(new Date(ends.getTime() + random.int(5, 90) * MINUTE_MS), present)
    : null
  const paidAt =
    state === "wage_paid" && workedAt
      ? earliestOf(new Date(workedAt.getTime() + random.int(20, 1_300) * MINUTE_MS), present)
      : null
  const cameAt =
    state === "checked_in" || isWorkDone ? new Date(starts.getTime() - random.int(2, 18) * MINUTE_MS) : null
  const noShowAt =
    state === "no_show"
      ? earliestOf(new Date(starts.getTime() + random.int(40, 200) * MINUTE_MS), present)
      : null
  return { starts, ends, appliedAt, viewedAt, decidedAt, signedAt, cameAt, workedAt, paidAt, noShowAt }
}

/** What is said beside a state that somebody is sorry for. */
function pickNote(state: ApplicationState, hire: Post["hire"], random: SeededRandom): string {
  if (state === "rejected")
    return random.pick(
      hire.state === "open"
        ? ["일정이 맞지 않아요", "다른 분과 하게 됐어요"]
        : ["모집 인원이 찼어요", "일정이 맞지 않아요", "다른 분과 하게 됐어요"],
    )
  if (state === "no_show") return "30분을 기다렸는데 오지 않았고 전화도 받지 않았어요."
  if (state === "wage_disputed") return "약속한 날이 지났는데 임금이 아직 들어오지 않았어요."
  return ""
}

const getEmployerCheckIn = (cameAt: Date) => new Date(cameAt.getTime() + 4 * MINUTE_MS)

/** What somebody writes when they apply, which nobody `said` before them; nothing where all was said. */
function pickWords(
  { id, hire }: Application,
  said: readonly string[],
  hasResume: boolean,
  random: SeededRandom,
): string {
  if (hasResume && createRandom(`jobs/quiet/${id}`).chance(0.3)) return ""
  const own = hasResume ? WORDS_BESIDE_RESUME : hire.beginners ? MESSAGES : MESSAGES.slice(0, -1)
  const left = own.filter((words) => !said.includes(words))
  return left.length === 0 ? "" : (hasResume ? createRandom(`jobs/words/${id}`) : random).pick(left)
}

function createApplicationRow(
  { id, hire, workerId, state, isHired, isSigned, note, moments }: Application,
  slots: Post["slots"],
  { offerId, correction }: ApplicationOptions,
  words: string,
  resume: ResumeRow | undefined,
): JobActivity["applications"][number] {
  const { appliedAt, decidedAt, signedAt, cameAt, workedAt, paidAt, noShowAt } = moments
  return {
    id,
    hireId: hire.id,
    employerId: hire.employerId,
    workerId,
    state,
    message: offerId ? "보내 주신 제안을 수락했어요." : words,
    resume: resume ? copySeedResume(resume) : null,
    phone: createPhone(workerId),
    thirdPartyConsentAt: appliedAt,
    offerId: offerId ?? null,
    firstStartsAt: moments.starts,
    lastEndsAt: moments.ends,
    contract: isHired ? buildContract(hire, slots) : null,
    contractEmployerAt: isHired ? decidedAt : null,
    contractWorkerAt: isSigned ? signedAt : null,
    checkInWorkerAt: cameAt,
    checkInEmployerAt: cameAt && getEmployerCheckIn(cameAt),
    workWorkerAt: workedAt,
    workEmployerAt: workedAt,
    hiredAt: isHired ? decidedAt : null,
    workedAt,
    // Hours that are still asked about are not paid yet.
    paySentAt:
      paidAt ??
      (state === "worked" && createRandom(`jobs/pay/${id}`).chance(0.5) && correction !== "asked"
        ? workedAt
        : null),
    paidAt,
    noShowBy: state === "no_show" ? "employer" : null,
    noShowAt,
    note,
    createdAt: appliedAt,
    updatedAt: paidAt ?? workedAt ?? noShowAt ?? cameAt ?? decidedAt,
  }
}

/** The steps from the application to its state. */
function addApplicationEvents(activity: JobActivity, application: Application, present: Date): void {
  const { id, hire, workerId, state, isHired, isSigned, note, moments } = application
  const { appliedAt, viewedAt, decidedAt, signedAt, cameAt, workedAt, paidAt, noShowAt } = moments
  const addEvent = (
    move: string,
    fromState: ApplicationState | null,
    toState: ApplicationState,
    role: "worker" | "employer",
    happenedAt: Date | null,
    said = "",
  ) => {
    if (happenedAt)
      activity.events.push({
        id: createSeedId(`event/${id}/${move}/${role}`, happenedAt),
        subject: "application",
        subjectId: id,
        move,
        fromState,
        toState,
        actorId: role === "worker" ? workerId : hire.employerId,
        actorRole: role,
        note: said,
        at: happenedAt,
      })
  }
  addEvent("apply", null, "applied", "worker", appliedAt)
  if (state !== "applied" && state !== "withdrawn")
    addEvent("view", "applied", "viewed", "employer", viewedAt)
  if (state === "shortlisted") addEvent("shortlist", "viewed", "shortlisted", "employer", decidedAt)
  if (state === "rejected") addEvent("reject", "viewed", "rejected", "employer", decidedAt, note)
  if (state === "withdrawn") addEvent("withdraw", "applied", "withdrawn", "worker", decidedAt)
  if (isHired) addEvent("hire", "viewed", "hired", "employer", decidedAt)
  if (isSigned) addEvent("sign", "hired", "hired", "worker", signedAt)
  if (cameAt) {
    addEvent("check_in", "hired", "hired", "worker", cameAt)
    addEvent("check_in", "hired", "checked_in", "employer", getEmployerCheckIn(cameAt))
  }
  if (workedAt) {
    addEvent("confirm_work", "checked_in", "checked_in", "employer", workedAt)
    addEvent("confirm_work", "checked_in", "worked", "worker", workedAt)
  }
  addEvent("confirm_pay", "worked", "wage_paid", "worker", paidAt)
  if (state === "wage_disputed" && workedAt)
    addEvent(
      "dispute_wage",
      "worked",
      "wage_disputed",
      "worker",
      earliestOf(new Date(workedAt.getTime() + 20 * HOUR_MS), present),
      note,
    )
  addEvent("report_no_show", "hired", "no_show", "employer", noShowAt, note)
}

/** An appeal against a no-show of the town. */
export function addAppeal(activity: JobActivity, state: "filed" | "upheld", present: Date): void {
  const row = activity.applications.find(
    (each) =>
      each.state === "no_show" &&
      !activity.appeals.some((appeal) => appeal.applicationId === each.id) &&
      (state === "upheld" || (each.noShowAt && each.noShowAt.getTime() > present.getTime() - 7 * DAY_MS)),
  )
  if (!row?.noShowAt) return
  const filedAt = earliestOf(new Date(row.noShowAt.getTime() + 5 * HOUR_MS), present)
  activity.appeals.push({
    applicationId: row.id,
    appellantId: row.workerId,
    state,
    text: "10분 전에 도착해 정문에서 전화를 걸었어요. 통화 기록이 있어요.",
    createdAt: filedAt,
    ...(state === "upheld"
      ? {
          answer: "현장 사진과 통화 기록을 확인했지만 도착 시각이 약속보다 두 시간 늦었어요.",
          decidedAt: earliestOf(addDays(filedAt, 1), present),
        }
      : {}),
  })
}

/** An employer's offer to somebody who seeks work, in `state`; an accepted one is an application as well. */
export function addOffer(
  activity: JobActivity,
  post: Post,
  seek: SeekRow,
  worker: DemoPerson,
  state: "sent" | "accepted" | "declined" | "expired",
  present: Date,
): void {
  const { hire } = post
  if (
    hire.employerId === seek.workerId ||
    activity.offers.some((offer) => offer.seekId === seek.id && offer.hireId === hire.id)
  )
    return
  const random = createRandom(`jobs/offer/${hire.id}/${seek.id}`)
  const soonest = latestOf(hire.openedAt, seek.openedAt)
  const wanted =
    state === "expired" ? addDays(present, -4) : new Date(present.getTime() - random.int(2, 60) * HOUR_MS)
  const createdAt =
    state === "expired"
      ? wanted
      : earliestOf(
          latestOf(wanted, new Date(soonest.getTime() + 10 * MINUTE_MS)),
          new Date(present.getTime() - MINUTE_MS),
        )
  const id = createSeedId(`offer/${hire.id}/${seek.id}`, createdAt)
  const decidedAt =
    state === "sent"
      ? null
      : state === "expired"
        ? addDays(createdAt, 3)
        : earliestOf(new Date(createdAt.getTime() + 90 * MINUTE_MS), present)
  activity.offers.push({
    id,
    seekId: seek.id,
    hireId: hire.id,
    employerId: hire.employerId,
    workerId: seek.workerId,
    state,
    message: random.pick(OFFER_MESSAGES),
    expiresAt: addDays(createdAt, 3),
    createdAt,
    decidedAt,
  })
  activity.events.push({
    id: createSeedId(`event/${id}/send`, createdAt),
    subject: "offer",
    subjectId: id,
    move: "send",
    fromState: null,
    toState: "sent",
    actorId: hire.employerId,
    actorRole: "employer",
    at: createdAt,
  })
  if (state === "accepted") addApplication(activity, post, worker, "shortlisted", present, { offerId: id })
}
