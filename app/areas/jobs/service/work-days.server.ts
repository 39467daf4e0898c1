/** Checking in and out of a day of work, by the code of the workplace or by place, and the breaks between. */
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { clearHits, countHit } from "#app/platform/rate-limit.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { jobApplications, workDays, workPlaces } from "../schema.server.ts"
import {
  getDistanceM,
  WORK_DAY_TRANSITIONS,
  WORK_LIMITS,
  type MarkMethod,
  type MarkMove,
  type WorkDayState,
} from "../work-rules.ts"
import { isSiteCode } from "./site-codes.server.ts"
import {
  lockHire,
  toApplicationEvent,
  transitionApplication,
  withLockedApplication,
  type ApplicationRow,
  type HireRow,
} from "./transitions.server.ts"
import { createWork, lockWorkDays, recordMark, settleWork, type WorkDayRow } from "./wage-rows.server.ts"

type DayProblem = "not_found" | "not_now" | "too_early" | "over"
export type DayMove = "check_in" | "check_out"
type Proof = { method: Extract<MarkMethod, "code" | "place">; distanceM?: number }

/**
 * The state to which the worker brings a locked day with `move`. Its contract is signed: there are no days
 * before.
 */
function findDayTransition(
  row: ApplicationRow,
  day: WorkDayRow,
  move: MarkMove,
): Outcome<"not_now", { to: WorkDayState }> {
  const transition = findTransition(WORK_DAY_TRANSITIONS, { move, from: day.state, role: "worker" })
  return transition && (row.state === "hired" || row.state === "checked_in")
    ? ok({ to: transition.to })
    : refuse("not_now")
}

/**
 * As {@link findDayTransition}, for coming and going: one comes from two hours before a day until its end.
 */
function findDayMove(
  row: ApplicationRow,
  day: WorkDayRow,
  move: DayMove,
): Outcome<"not_now" | "too_early" | "over", { to: WorkDayState }> {
  if (move === "check_in" && day.state === "planned") {
    if (day.endsAt <= now()) return refuse("over")
    if (now().getTime() < day.startsAt.getTime() - WORK_LIMITS.checkInLeadMs) return refuse("too_early")
  }
  return findDayTransition(row, day, move)
}

/** Minutes of break so far, with the one under way; null where none was taken. */
const getRestMinutes = (day: WorkDayRow, at: Date): number | null =>
  day.restingSince === null
    ? day.restMinutes
    : (day.restMinutes ?? 0) +
      Math.max(0, Math.round((at.getTime() - day.restingSince.getTime()) / MINUTE_MS))

const CHANGES: Record<MarkMove, (day: WorkDayRow, at: Date) => Partial<WorkDayRow>> = {
  check_in: (_day, at) => ({ startedAt: at }),
  rest: (_day, at) => ({ restingSince: at }),
  resume: (day, at) => ({ restMinutes: getRestMinutes(day, at), restingSince: null }),
  check_out: (day, at) => ({ endedAt: at, restMinutes: getRestMinutes(day, at), restingSince: null }),
}

/** Makes a move of a locked day, and begins or ends the work of its application with it. */
async function moveDay(
  tx: Transaction,
  row: ApplicationRow,
  day: WorkDayRow,
  {
    move,
    to,
    method,
    distanceM,
  }: { move: MarkMove; to: WorkDayState; method: MarkMethod; distanceM?: number },
): Promise<void> {
  const at = now()
  await tx
    .update(workDays)
    .set({ ...CHANGES[move](day, at), state: to, updatedAt: at })
    .where(eq(workDays.id, day.id))
  await recordMark(tx, day.id, { move, method, distanceM: distanceM ?? null })
  if (move === "check_in" && row.state === "hired")
    await transitionApplication(
      tx,
      row,
      { move: "check_in", role: "worker", actorId: row.workerId },
      { checkInWorkerAt: at, ...(method === "code" ? { checkInEmployerAt: at } : {}) },
    )
  if (move === "check_out") await settleWork(tx, row)
  await emit(tx, "work_day.changed", toApplicationEvent(row, "worker"))
}

/** Loads and locks a day of the worker's own application for `work`; `not_found` for everybody else. */
function withOwnDay<Result>(
  actor: Actor,
  applicationId: string,
  workDayId: string,
  work: (tx: Transaction, hire: HireRow, row: ApplicationRow, day: WorkDayRow) => Promise<Result>,
) {
  return withLockedApplication(actor, applicationId, async (tx, hire, row, performer) => {
    if (performer.role !== "worker") return refuse("not_found")
    if (row.contractWorkerAt) await createWork(tx, row)
    const day = (await lockWorkDays(tx, row.id)).find((each) => each.id === workDayId)
    return day ? work(tx, hire, row, day) : refuse("not_found")
  })
}

/**
 * Checks in or out with the code that the workplace shows. Tries are counted before the code is looked at:
 * five in five minutes. Refusals besides the day's own: `wrong_code`, `too_many_tries`.
 */
export async function markDayByCode(
  actor: Actor,
  applicationId: string,
  input: { workDayId: string; move: DayMove; code: string },
): Promise<Outcome<DayProblem | "wrong_code" | "too_many_tries">> {
  if (actor.kind !== "member") return refuse("not_found")
  const key = `site-code:${actor.userId}`
  const counted = await countHit(
    [{ key, max: WORK_LIMITS.codeTries, windowMs: WORK_LIMITS.codeTryWindowMs }],
    { isSliding: true },
  )
  if (!counted.ok) return refuse("too_many_tries")
  const outcome = await withOwnDay(actor, applicationId, input.workDayId, async (tx, hire, row, day) => {
    const transition = findDayMove(row, day, input.move)
    if (!transition.ok) return transition
    if (!isSiteCode(hire.id, input.code)) return refuse("wrong_code")
    await moveDay(tx, row, day, { move: input.move, to: transition.to, method: "code" })
    return ok()
  })
  if (outcome.ok) await clearHits([key])
  return outcome
}

/**
 * Checks in or out by where the worker is. The distance is judged here and kept; the coordinates are not.
 * Refusals besides the day's own: `consent_needed`, `no_place` (nobody has set where the workplace is),
 * `place_unclear`, `too_far`.
 */
export function markDayByPlace(
  actor: Actor,
  applicationId: string,
  input: {
    workDayId: string
    move: DayMove
    latitude: number
    longitude: number
    accuracyM: number
    consent: boolean
  },
): Promise<Outcome<DayProblem | "consent_needed" | "no_place" | "place_unclear" | "too_far">> {
  return withOwnDay(actor, applicationId, input.workDayId, async (tx, hire, row, day) => {
    const transition = findDayMove(row, day, input.move)
    if (!transition.ok) return transition
    if (!row.placeConsentAt && !input.consent) return refuse("consent_needed")
    const [place] = await tx.select().from(workPlaces).where(eq(workPlaces.hireId, hire.id))
    if (!place) return refuse("no_place")
    if (input.accuracyM > WORK_LIMITS.placeAccuracyM) return refuse("place_unclear")
    const distanceM = getDistanceM(place, input)
    if (distanceM > WORK_LIMITS.placeRadiusM) return refuse("too_far", { distanceM })
    if (!row.placeConsentAt)
      await tx.update(jobApplications).set({ placeConsentAt: now() }).where(eq(jobApplications.id, row.id))
    const proof: Proof = { method: "place", distanceM }
    await moveDay(tx, row, day, { move: input.move, to: transition.to, ...proof })
    return ok()
  })
}

/** The worker begins (`rest`) or ends (`resume`) a break. */
export function markBreak(
  actor: Actor,
  applicationId: string,
  input: { workDayId: string; move: "rest" | "resume" },
): Promise<Outcome<"not_found" | "not_now">> {
  return withOwnDay(actor, applicationId, input.workDayId, async (tx, _hire, row, day) => {
    const transition = findDayTransition(row, day, input.move)
    if (!transition.ok) return transition
    await moveDay(tx, row, day, { move: input.move, to: transition.to, method: "button" })
    return ok()
  })
}

/** The worker takes back the consent to have the distance measured. */
export function withdrawPlaceConsent(
  actor: Actor,
  applicationId: string,
): Promise<Outcome<"not_found" | "not_now">> {
  return withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
    if (performer.role !== "worker") return refuse("not_found")
    if (!row.placeConsentAt) return refuse("not_now")
    await tx.update(jobApplications).set({ placeConsentAt: null }).where(eq(jobApplications.id, row.id))
    return ok()
  })
}

/**
 * The employer sets where the workplace is, from the place where they stand. Refusals: `not_found`,
 * `place_unclear`.
 */
export async function setWorkPlace(
  actor: Actor,
  hireId: string,
  input: { latitude: number; longitude: number; accuracyM: number },
): Promise<Outcome<"not_found" | "place_unclear">> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction(async (tx) => {
    const hire = await lockHire(tx, hireId)
    if (!hire || hire.employerId !== actor.userId) return refuse("not_found")
    if (input.accuracyM > WORK_LIMITS.placeAccuracyM) return refuse("place_unclear")
    const place = { latitude: input.latitude, longitude: input.longitude, setAt: now() }
    await tx
      .insert(workPlaces)
      .values({ hireId, ...place })
      .onConflictDoUpdate({ target: workPlaces.hireId, set: place })
    return ok()
  })
}

/** The employer takes the place of the workplace away again: nobody can check in by place any more. */
export async function clearWorkPlace(actor: Actor, hireId: string): Promise<Outcome<"not_found">> {
  if (actor.kind !== "member") return refuse("not_found")
  return inTransaction(async (tx) => {
    const hire = await lockHire(tx, hireId)
    if (!hire || hire.employerId !== actor.userId) return refuse("not_found")
    await tx.delete(workPlaces).where(eq(workPlaces.hireId, hireId))
    return ok()
  })
}
