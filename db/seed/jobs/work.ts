/** The days that people of the town worked, as they were recorded, and the wages for them. */
import type { ApplicationState } from "#app/areas/jobs/rules.ts"
import type {
  hireSlots,
  jobApplications,
  jobEvents,
  wages,
  workCorrections,
  workDays,
  workMarks,
} from "#app/areas/jobs/schema.server.ts"
import { drawPayslip, planWork } from "#app/areas/jobs/service/wage-rows.server.ts"
import type { Contract } from "#app/areas/jobs/views.ts"
import type { MarkMove } from "#app/areas/jobs/work-rules.ts"
import { addDays, MINUTE_MS, toKstDateString } from "#app/basics/time.ts"
import { createRandom, createSeedId } from "../random.ts"
import { earliestOf } from "../times.ts"

export type WorkActivity = {
  wages: (typeof wages.$inferInsert)[]
  workDays: (typeof workDays.$inferInsert)[]
  marks: (typeof workMarks.$inferInsert)[]
  corrections: (typeof workCorrections.$inferInsert)[]
}
export const createEmptyWorkActivity = (): WorkActivity => ({
  wages: [],
  workDays: [],
  marks: [],
  corrections: [],
})

type Application = typeof jobApplications.$inferInsert & { contract: Contract }
type Slot = typeof hireSlots.$inferInsert
type Day = typeof workDays.$inferInsert
type Wage = typeof wages.$inferInsert

const WORKED_STATES: readonly ApplicationState[] = ["worked", "wage_paid", "wage_disputed"]
/** Wages that are late for longer have been looked at. */
const HANDLED_AFTER_DAYS = 8

/** A moment some minutes after another one, and never in the future. */
const after = (from: Date, minutes: number, present: Date) =>
  earliestOf(new Date(from.getTime() + minutes * MINUTE_MS), present)

/** Days and wages of a signed contract, brought to where its application stands. */
export function addWork(
  activity: WorkActivity,
  events: (typeof jobEvents.$inferInsert)[],
  application: Application,
  slots: readonly Slot[],
  { present, adminId, correction }: { present: Date; adminId: string; correction?: "asked" | "accepted" },
): void {
  const random = createRandom(`jobs/work/${application.id}`)
  const signedAt = application.contractWorkerAt ?? present
  const plan = planWork(application, application.contract, slots, (label) => createSeedId(label, signedAt))
  const hasWorked = WORKED_STATES.includes(application.state)
  for (const [index, day] of plan.days.entries()) {
    const hasBegun = hasWorked || (application.state === "checked_in" && index === 0)
    if (hasBegun) workDay(activity, day, hasWorked, random.int(1, 14), present)
    if (hasWorked && index === 0 && correction) correctDay(activity, day, correction, present)
    activity.workDays.push({ ...day, updatedAt: day.endedAt ?? day.startedAt ?? signedAt })
  }
  for (const wage of plan.wages) {
    const dated = { ...wage, createdAt: signedAt, updatedAt: application.updatedAt }
    if (hasWorked) {
      const { payslip, sums } = drawPayslip(
        application.contract,
        plan.days.flatMap((day) =>
          day.wageId === wage.id ? [{ ...day, restMinutes: day.restMinutes ?? null }] : [],
        ),
      )
      const issued = { ...dated, payslip, ...sums, issuedAt: application.workedAt ?? present }
      activity.wages.push(payWage(events, issued, application, { present, adminId }))
    } else activity.wages.push(dated)
  }
}

/** Records a day: coming, the break, and going where it is over. */
function workDay(
  activity: WorkActivity,
  day: Day,
  isOver: boolean,
  minutesEarly: number,
  present: Date,
): void {
  const addMark = (move: MarkMove, at: Date) =>
    activity.marks.push({
      id: createSeedId(`work-mark/${day.id}/${move}`, at),
      workDayId: day.id,
      move,
      method: move === "rest" || move === "resume" ? "button" : "code",
      at,
    })
  day.startedAt = after(day.startsAt, -minutesEarly, present)
  day.state = "working"
  addMark("check_in", day.startedAt)
  if (!isOver) return
  day.endedAt = after(day.endsAt, minutesEarly % 5, present)
  day.state = "ended"
  const presence = (day.endedAt.getTime() - day.startedAt.getTime()) / MINUTE_MS
  if (day.breakMinutes > 0 && presence > day.breakMinutes * 3) {
    const restAt = new Date(day.startedAt.getTime() + Math.floor(presence / 2) * MINUTE_MS)
    addMark("rest", restAt)
    addMark("resume", new Date(restAt.getTime() + day.breakMinutes * MINUTE_MS))
    day.restMinutes = day.breakMinutes
  }
  addMark("check_out", day.endedAt)
}

function correctDay(activity: WorkActivity, day: Day, state: "asked" | "accepted", present: Date): void {
  const endsAt = new Date(day.endsAt.getTime() + 30 * MINUTE_MS)
  const createdAt = after(day.endsAt, 50, present)
  activity.corrections.push({
    id: createSeedId(`work-correction/${day.id}`, createdAt),
    workDayId: day.id,
    askedBy: "worker",
    state,
    startsAt: day.startsAt,
    endsAt,
    breakMinutes: day.breakMinutes,
    reason: "정리가 늦어져 30분 더 일했어요.",
    createdAt,
    answeredAt: state === "accepted" ? after(createdAt, 25, present) : null,
  })
  if (state === "asked") return
  day.startedAt = day.startsAt
  day.endedAt = endsAt
  day.restMinutes = day.breakMinutes
  day.source = "agreed"
}

/** Says of an issued wage what became of it: paid, said to be paid, denied, or late. */
function payWage(
  events: (typeof jobEvents.$inferInsert)[],
  wage: Wage,
  application: Application,
  { present, adminId }: { present: Date; adminId: string },
): Wage {
  const sentAt = application.state === "wage_disputed" ? application.workedAt : application.paySentAt
  const sent = sentAt && {
    paidOn: toKstDateString(sentAt),
    method: "transfer" as const,
    sentAt,
  }
  if (application.state === "wage_paid")
    return { ...wage, ...sent, state: "received", receivedAt: application.paidAt ?? present }
  if (application.state === "worked" && sent) return { ...wage, ...sent, state: "sent" }
  const denied =
    application.state === "wage_disputed"
      ? { ...sent, state: "denied" as const, deniedAt: sentAt, deniedNote: application.note ?? "" }
      : { state: "due" as const }
  const addEvent = (move: "wage_late" | "wage_escalated", at: Date) => {
    events.push({
      id: createSeedId(`event/${wage.id}/${move}`, at),
      subject: "application",
      subjectId: application.id,
      move,
      fromState: application.state,
      toState: application.state,
      actorId: null,
      actorRole: "system",
      at,
    })
    return at
  }
  const lateAt = wage.dueAt < present ? addEvent("wage_late", after(wage.dueAt, 4, present)) : null
  const escalatedAt =
    addDays(wage.dueAt, 3) < present
      ? addEvent("wage_escalated", after(addDays(wage.dueAt, 3), 6, present))
      : null
  const handled =
    addDays(wage.dueAt, HANDLED_AFTER_DAYS) < present
      ? {
          handledAt: after(addDays(wage.dueAt, 4), 90, present),
          handledBy: adminId,
          handledNote: "사업장과 통화했어요. 노동청 진정 방법을 근로자에게 안내했어요.",
        }
      : {}
  return { ...wage, ...denied, lateAt, escalatedAt, ...handled }
}
