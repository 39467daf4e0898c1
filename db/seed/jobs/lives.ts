/**
 * Owns what happened at the posts of the town: who applied, was hired, came, was paid, and what they said of
 * each other.
 */
import { HIRED_STATES, REVIEW_TAGS, type ApplicationState } from "#app/areas/jobs/rules.ts"
import type {
  applicationSlots,
  hireSaves,
  jobAppeals,
  jobApplications,
  jobEvents,
  jobOffers,
  jobReviews,
} from "#app/areas/jobs/schema.server.ts"
import { contractOf } from "#app/areas/jobs/service/apply.server.ts"
import { addDays, dayMs, hourMs, minuteMs } from "#app/basics/time.ts"
import type { Townsperson } from "../parts.ts"
import { at, dice, idOf } from "../random.ts"
import { earlier, later } from "../times.ts"
import { phoneOf, type Post, type SeekRow } from "./posts.ts"
import { EMPLOYER_REVIEWS, MESSAGES, OFFER_MESSAGES, WORKER_REVIEWS } from "./texts.ts"

export type Lives = {
  applications: (typeof jobApplications.$inferInsert)[]
  slots: (typeof applicationSlots.$inferInsert)[]
  events: (typeof jobEvents.$inferInsert)[]
  reviews: (typeof jobReviews.$inferInsert)[]
  appeals: (typeof jobAppeals.$inferInsert)[]
  offers: (typeof jobOffers.$inferInsert)[]
  saves: (typeof hireSaves.$inferInsert)[]
}
export const noLives = (): Lives => ({
  applications: [],
  slots: [],
  events: [],
  reviews: [],
  appeals: [],
  offers: [],
  saves: [],
})

/**
 * Somebody's application at a post, brought to `state`; the places it takes are counted on the post. Nothing
 * lies in the future.
 */
export function addApplication(
  lives: Lives,
  post: Post,
  worker: Townsperson,
  state: ApplicationState,
  present: Date,
  options: { signed?: boolean; reviewed?: "both" | "worker" | "none"; offerId?: string } = {},
): void {
  const { hire, slots } = post
  if (
    worker.id === hire.employerId ||
    lives.applications.some((row) => row.hireId === hire.id && row.workerId === worker.id)
  )
    return
  const chance = dice(`jobs/application/${hire.id}/${worker.id}`)
  const isHired = HIRED_STATES.includes(state)
  const free = slots.filter((slot) => !isHired || slot.hired < slot.headcount)
  if (free.length === 0) return
  const ends = later(...free.map((slot) => slot.endsAt))
  const starts = earlier(...free.map((slot) => slot.startsAt))
  const latest = earlier(new Date(present.getTime() - 5 * minuteMs), starts)
  const appliedAt = earlier(new Date(hire.openedAt.getTime() + chance.int(20, 900) * minuteMs), latest)
  const step = (from: Date, most: number) =>
    earlier(new Date(from.getTime() + chance.int(10, most) * minuteMs), latest)
  const viewedAt = step(appliedAt, 300)
  const decidedAt = step(viewedAt, 600)
  const signedAt = step(decidedAt, 200)
  const id = idOf(`application/${hire.id}/${worker.id}`, appliedAt)
  const over = state === "worked" || state === "wage_paid" || state === "wage_disputed"
  const workedAt = over ? earlier(new Date(ends.getTime() + chance.int(5, 90) * minuteMs), present) : null
  const paidAt =
    state === "wage_paid" && workedAt
      ? earlier(new Date(workedAt.getTime() + chance.int(20, 1_300) * minuteMs), present)
      : null
  const cameAt =
    state === "checked_in" || over ? new Date(starts.getTime() - chance.int(2, 18) * minuteMs) : null
  const noShowAt =
    state === "no_show" ? earlier(new Date(starts.getTime() + chance.int(40, 200) * minuteMs), present) : null
  const signed = options.signed ?? true
  const note =
    state === "rejected"
      ? chance.pick(["모집 인원이 찼어요", "일정이 맞지 않아요", "다른 분과 하게 됐어요"])
      : state === "no_show"
        ? "30분을 기다렸는데 오지 않았고 전화도 받지 않았어요."
        : state === "wage_disputed"
          ? "당일 지급이라고 했는데 아직 들어오지 않았어요."
          : ""
  lives.applications.push({
    id,
    hireId: hire.id,
    employerId: hire.employerId,
    workerId: worker.id,
    state,
    message: options.offerId ? "보내 주신 제안을 수락했어요." : chance.pick(MESSAGES),
    phone: phoneOf(worker.id),
    thirdPartyConsentAt: appliedAt,
    offerId: options.offerId ?? null,
    firstStartsAt: starts,
    lastEndsAt: ends,
    contract: isHired ? contractOf(hire, free) : null,
    contractEmployerAt: isHired ? decidedAt : null,
    contractWorkerAt: isHired && signed ? signedAt : null,
    checkInWorkerAt: cameAt,
    checkInEmployerAt: cameAt && new Date(cameAt.getTime() + 4 * minuteMs),
    workWorkerAt: workedAt,
    workEmployerAt: workedAt,
    hiredAt: isHired ? decidedAt : null,
    workedAt,
    paySentAt: paidAt ?? (state === "worked" && chance.chance(0.5) ? workedAt : null),
    paidAt,
    noShowBy: state === "no_show" ? "employer" : null,
    noShowAt,
    note,
    createdAt: appliedAt,
    updatedAt: paidAt ?? workedAt ?? noShowAt ?? cameAt ?? decidedAt,
  })
  lives.slots.push(...free.map((slot) => ({ applicationId: id, slotId: slot.id })))
  hire.applicationCount += 1
  if (isHired) {
    for (const slot of free) slot.hired += 1
    hire.hiredCount += free.length
  }
  const line = (
    move: string,
    fromState: ApplicationState | null,
    toState: ApplicationState,
    role: "worker" | "employer",
    when: Date | null,
    said = "",
  ) => {
    if (when)
      lives.events.push({
        id: idOf(`event/${id}/${move}/${role}`, when),
        subject: "application",
        subjectId: id,
        move,
        fromState,
        toState,
        actorId: role === "worker" ? worker.id : hire.employerId,
        actorRole: role,
        note: said,
        at: when,
      })
  }
  line("apply", null, "applied", "worker", appliedAt)
  if (state !== "applied" && state !== "withdrawn") line("view", "applied", "viewed", "employer", viewedAt)
  if (state === "shortlisted") line("shortlist", "viewed", "shortlisted", "employer", decidedAt)
  if (state === "rejected") line("reject", "viewed", "rejected", "employer", decidedAt, note)
  if (state === "withdrawn") line("withdraw", "applied", "withdrawn", "worker", decidedAt)
  if (isHired) line("hire", "viewed", "hired", "employer", decidedAt)
  if (isHired && signed) line("sign", "hired", "hired", "worker", signedAt)
  if (cameAt) {
    line("check_in", "hired", "hired", "worker", cameAt)
    line("check_in", "hired", "checked_in", "employer", new Date(cameAt.getTime() + 4 * minuteMs))
  }
  if (workedAt) {
    line("confirm_work", "checked_in", "checked_in", "employer", workedAt)
    line("confirm_work", "checked_in", "worked", "worker", workedAt)
  }
  line("confirm_pay", "worked", "wage_paid", "worker", paidAt)
  if (state === "wage_disputed" && workedAt)
    line(
      "dispute_wage",
      "worked",
      "wage_disputed",
      "worker",
      earlier(new Date(workedAt.getTime() + 20 * hourMs), present),
      note,
    )
  line("report_no_show", "hired", "no_show", "employer", noShowAt, note)
  if (workedAt)
    addReviews(
      lives,
      { id, hireId: hire.id, employerId: hire.employerId, workerId: worker.id },
      workedAt,
      present,
      options.reviewed ??
        chance.weighted(
          ["both", "worker", "none"] as const,
          (which) => ({ both: 6, worker: 2, none: 2 })[which],
        ),
    )
}

function addReviews(
  lives: Lives,
  of: { id: string; hireId: string; employerId: string; workerId: string },
  workedAt: Date,
  present: Date,
  which: "both" | "worker" | "none",
): void {
  if (which === "none") return
  const chance = dice(`jobs/review/${of.id}`)
  const write = (side: "employer" | "worker", writtenAt: Date, publishedAt: Date | null) => {
    const subjectId = side === "employer" ? of.employerId : of.workerId
    // Nobody reads the same words twice about one person.
    const before = lives.reviews.filter(
      (review) => review.subjectId === subjectId && review.side === side,
    ).length
    lives.reviews.push({
      id: idOf(`job-review/${of.id}/${side}`, writtenAt),
      applicationId: of.id,
      authorId: side === "employer" ? of.workerId : of.employerId,
      subjectId,
      side,
      rating: chance.weighted([5, 4, 3], (stars) => ({ 5: 7, 4: 3, 3: 0.5 })[stars] ?? 1),
      tags: chance.some(REVIEW_TAGS[side], chance.int(1, 3)),
      body: at(
        side === "employer" ? EMPLOYER_REVIEWS : WORKER_REVIEWS,
        dice(`jobs/reviews/${subjectId}`).int(0, 100) + before,
      ),
      publishAt: addDays(writtenAt, 7),
      publishedAt,
      createdAt: writtenAt,
    })
  }
  const byWorker = earlier(new Date(workedAt.getTime() + chance.int(1, 20) * hourMs), present)
  if (which === "worker")
    return void write("employer", byWorker, addDays(byWorker, 7) <= present ? addDays(byWorker, 7) : null)
  const byEmployer = earlier(new Date(byWorker.getTime() + chance.int(1, 20) * hourMs), present)
  write("employer", byWorker, byEmployer)
  write("worker", byEmployer, byEmployer)
}

/** An appeal against a no-show of the town. */
export function addAppeal(lives: Lives, state: "filed" | "upheld", present: Date): void {
  const row = lives.applications.find(
    (each) =>
      each.state === "no_show" &&
      !lives.appeals.some((appeal) => appeal.applicationId === each.id) &&
      (state === "upheld" || (each.noShowAt && each.noShowAt.getTime() > present.getTime() - 7 * dayMs)),
  )
  if (!row?.noShowAt) return
  const filedAt = earlier(new Date(row.noShowAt.getTime() + 5 * hourMs), present)
  lives.appeals.push({
    applicationId: row.id,
    appellantId: row.workerId,
    state,
    text: "10분 전에 도착해 정문에서 전화를 걸었어요. 통화 기록이 있어요.",
    createdAt: filedAt,
    ...(state === "upheld"
      ? {
          answer: "현장 사진과 통화 기록을 확인했지만 도착 시각이 약속보다 두 시간 늦었어요.",
          decidedAt: earlier(addDays(filedAt, 1), present),
        }
      : {}),
  })
}

/** An employer's offer to somebody who seeks work, in `state`; an accepted one is an application as well. */
export function addOffer(
  lives: Lives,
  post: Post,
  seek: SeekRow,
  worker: Townsperson,
  state: "sent" | "accepted" | "declined" | "expired",
  present: Date,
): void {
  const { hire } = post
  if (
    hire.employerId === seek.workerId ||
    lives.offers.some((offer) => offer.seekId === seek.id && offer.hireId === hire.id)
  )
    return
  const chance = dice(`jobs/offer/${hire.id}/${seek.id}`)
  const soonest = later(hire.openedAt, seek.openedAt)
  const wanted =
    state === "expired" ? addDays(present, -4) : new Date(present.getTime() - chance.int(2, 60) * hourMs)
  const createdAt =
    state === "expired"
      ? wanted
      : earlier(
          later(wanted, new Date(soonest.getTime() + 10 * minuteMs)),
          new Date(present.getTime() - minuteMs),
        )
  const id = idOf(`offer/${hire.id}/${seek.id}`, createdAt)
  const decidedAt =
    state === "sent"
      ? null
      : state === "expired"
        ? addDays(createdAt, 3)
        : earlier(new Date(createdAt.getTime() + 90 * minuteMs), present)
  lives.offers.push({
    id,
    seekId: seek.id,
    hireId: hire.id,
    employerId: hire.employerId,
    workerId: seek.workerId,
    state,
    message: chance.pick(OFFER_MESSAGES),
    expiresAt: addDays(createdAt, 3),
    createdAt,
    decidedAt,
  })
  lives.events.push({
    id: idOf(`event/${id}/send`, createdAt),
    subject: "offer",
    subjectId: id,
    move: "send",
    fromState: null,
    toState: "sent",
    actorId: hire.employerId,
    actorRole: "employer",
    at: createdAt,
  })
  if (state === "accepted") addApplication(lives, post, worker, "shortlisted", present, { offerId: id })
}
