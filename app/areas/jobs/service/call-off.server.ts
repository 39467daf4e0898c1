/**
 * The employer calls off a hire, or a day of it, before it begins: its place is free again, and nothing is
 * held against the worker.
 */
import { and, eq, gt, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { findTransition } from "#app/basics/transitions.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import type { Actor } from "../../accounts/rules.ts"
import { hirePosts, hireSlots, jobApplications, workDays } from "../schema.server.ts"
import { WORK_DAY_TRANSITIONS } from "../work-rules.ts"
import {
  canTransitionApplication,
  findSlotsOfApplication,
  recordHistory,
  toApplicationEvent,
  transitionApplication,
  withLockedApplication,
  type ApplicationRow,
  type HireRow,
} from "./transitions.server.ts"
import { lockWorkDays, settleWork, type WorkDayRow } from "./wage-rows.server.ts"

type CallOff = Promise<Outcome<"not_found" | "not_now" | "too_late">>

/** Frees the places of shifts that have not begun. */
async function freePlaces(tx: Transaction, hire: HireRow, slotIds: readonly string[]): Promise<void> {
  if (slotIds.length === 0) return
  const freed = await tx
    .update(hireSlots)
    .set({ hired: sql`${hireSlots.hired} - 1` })
    .where(and(inArray(hireSlots.id, [...slotIds]), gt(hireSlots.hired, 0)))
    .returning({ id: hireSlots.id })
  await tx
    .update(hirePosts)
    .set({ hiredCount: sql`greatest(0, ${hirePosts.hiredCount} - ${freed.length})`, updatedAt: now() })
    .where(eq(hirePosts.id, hire.id))
}

const canCallOffDay = (day: Pick<WorkDayRow, "state">) =>
  findTransition(WORK_DAY_TRANSITIONS, { move: "call_off", from: day.state, role: "employer" }) !== undefined

async function markDaysCalledOff(
  tx: Transaction,
  days: readonly WorkDayRow[],
  reason: string,
): Promise<void> {
  if (days.length === 0) return
  await tx
    .update(workDays)
    .set({ state: "called_off", calledOffAt: now(), calledOffReason: reason, updatedAt: now() })
    .where(
      inArray(
        workDays.id,
        days.map((day) => day.id),
      ),
    )
}

/** An application begins and ends with the days that are left: on others nobody is missed. */
async function fitToDays(tx: Transaction, row: ApplicationRow, days: readonly WorkDayRow[]): Promise<void> {
  if (days.length === 0) return
  await tx
    .update(jobApplications)
    .set({
      firstStartsAt: new Date(Math.min(...days.map((day) => day.startsAt.getTime()))),
      lastEndsAt: new Date(Math.max(...days.map((day) => day.endsAt.getTime()))),
      updatedAt: now(),
    })
    .where(eq(jobApplications.id, row.id))
}

/** Calls off what of a locked application has not begun, and the application with it. */
async function callOffAll(
  tx: Transaction,
  hire: HireRow,
  row: ApplicationRow,
  performer: { actorId: string; reason: string },
): Promise<Outcome<"not_now">> {
  const days = await lockWorkDays(tx, row.id)
  const openDays = days.filter(canCallOffDay)
  const closedSlotIds = new Set(days.filter((day) => !canCallOffDay(day)).map((day) => day.slotId))
  const slots = await findSlotsOfApplication(tx, row.id)
  await freePlaces(
    tx,
    hire,
    slots.filter((slot) => !closedSlotIds.has(slot.id)).map((slot) => slot.id),
  )
  await markDaysCalledOff(tx, openDays, performer.reason)
  const at = now()
  const outcome = await transitionApplication(
    tx,
    row,
    { move: "call_off", role: "employer", actorId: performer.actorId, note: performer.reason },
    { note: performer.reason, calledOffAt: at },
  )
  if (outcome.ok) await settleWork(tx, { ...row, state: "called_off" })
  return outcome
}

/**
 * Calls off a hire with a reason that the worker reads. Refusals: `not_found` (not the employer), `not_now`
 * (not hired, or begun), `too_late` (its first shift has begun: days are called off one by one then).
 */
export function callOffHire(actor: Actor, applicationId: string, reason: string): CallOff {
  return withLockedApplication(actor, applicationId, async (tx, hire, row, performer) => {
    if (performer.role !== "employer") return refuse("not_found")
    if (!canTransitionApplication(row, "call_off", performer.role)) return refuse("not_now")
    if (row.firstStartsAt <= now()) return refuse("too_late")
    return callOffAll(tx, hire, row, { actorId: performer.actorId, reason })
  })
}

/**
 * Calls off one day of a signed contract. The last one that is left calls off the hire, or ends the work that
 * was done. Refusals: `not_found`, `not_now` (begun, over, or called off), `too_late` (its time has come).
 */
export function callOffDay(
  actor: Actor,
  applicationId: string,
  input: { workDayId: string; reason: string },
): CallOff {
  return withLockedApplication(actor, applicationId, async (tx, hire, row, performer) => {
    if (performer.role !== "employer") return refuse("not_found")
    const days = await lockWorkDays(tx, row.id)
    const day = days.find((each) => each.id === input.workDayId)
    if (!day) return refuse("not_found")
    if (!canCallOffDay(day) || (row.state !== "hired" && row.state !== "checked_in")) return refuse("not_now")
    if (day.startsAt <= now()) return refuse("too_late")
    const others = days.filter((each) => each !== day)
    if (row.state === "hired" && others.every((each) => each.state === "called_off"))
      return callOffAll(tx, hire, row, { actorId: performer.actorId, reason: input.reason })
    await freePlaces(tx, hire, [day.slotId])
    await markDaysCalledOff(tx, [day], input.reason)
    await fitToDays(
      tx,
      row,
      others.filter((each) => each.state !== "called_off"),
    )
    await recordHistory(tx, {
      subject: "application",
      subjectId: row.id,
      move: "day_called_off",
      fromState: row.state,
      toState: row.state,
      role: performer.role,
      actorId: performer.actorId,
      note: input.reason,
    })
    await settleWork(tx, row)
    await emit(tx, "work_day.called_off", {
      ...toApplicationEvent(row, performer.role),
      workDayId: day.id,
      date: day.date,
    })
    return ok()
  })
}
