/** What time does to worked days and wages: forgotten days end as agreed, late wages are told. */
import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, lte, not, or, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { db, inBatches, inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { forEachIsolated } from "#app/platform/for-each-isolated.server.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { hirePosts, jobApplications, wages, workDays, workPlaces } from "../schema.server.ts"
import { UNPAID_WAGE_STATES, WORK_DAY_TRANSITIONS, WORK_LIMITS } from "../work-rules.ts"
import { lockHire, recordHistory, toApplicationEvent, type ApplicationRow } from "./transitions.server.ts"
import { createWork, endDayAsAgreed, lockWorkDays, settleWork } from "./wage-rows.server.ts"

const BATCH_SIZE = 100
/** How long after the last shift the place of a workplace is kept. */
const PLACE_DAYS = 7

async function withLockedRow(
  { hireId, applicationId }: { hireId: string; applicationId: string },
  work: (tx: Transaction, row: ApplicationRow) => Promise<void>,
): Promise<void> {
  await inTransaction(async (tx) => {
    await lockHire(tx, hireId)
    const [row] = await tx
      .select()
      .from(jobApplications)
      .where(eq(jobApplications.id, applicationId))
      .for("update")
    if (row) await work(tx, row)
  })
}

/**
 * Makes the days of contracts that were signed before there were days; a job calls it, and so also where a
 * program of the release before signed one.
 */
export async function createMissingWork(): Promise<void> {
  const own = db()
    .select({ one: sql`1` })
    .from(workDays)
    .where(eq(workDays.applicationId, jobApplications.id))
  const found = await db()
    .select({ applicationId: jobApplications.id, hireId: jobApplications.hireId })
    .from(jobApplications)
    .innerJoin(hirePosts, eq(hirePosts.id, jobApplications.hireId))
    .where(
      and(
        inArray(jobApplications.state, ["hired", "checked_in"]),
        inArray(hirePosts.payType, ["hour", "day"]),
        isNotNull(jobApplications.contractWorkerAt),
        not(exists(own)),
      ),
    )
    .orderBy(asc(jobApplications.id))
    .limit(BATCH_SIZE)
  await forEachIsolated(found, { what: "work-days", id: (each) => each.applicationId }, (each) =>
    withLockedRow(each, createWork),
  )
}

/**
 * Ends, two hours after their end, days that nobody checked out of, as they were agreed; days of work under
 * way to which nobody came are marked so. A job calls it.
 */
export async function endForgottenDays(): Promise<void> {
  const before = new Date(now().getTime() - WORK_LIMITS.forgottenAfterMs)
  const found = await db()
    .selectDistinct({ applicationId: workDays.applicationId, hireId: jobApplications.hireId })
    .from(workDays)
    .innerJoin(jobApplications, eq(jobApplications.id, workDays.applicationId))
    .where(
      and(
        lte(workDays.endsAt, before),
        or(
          inArray(workDays.state, ["working", "resting"]),
          and(eq(workDays.state, "planned"), eq(jobApplications.state, "checked_in")),
        ),
      ),
    )
    .orderBy(asc(workDays.applicationId))
    .limit(BATCH_SIZE)
  await forEachIsolated(found, { what: "work-days", id: (each) => each.applicationId }, (each) =>
    withLockedRow(each, async (tx, row) => endForgottenDaysOf(tx, row, before)),
  )
}

async function endForgottenDaysOf(tx: Transaction, row: ApplicationRow, before: Date): Promise<void> {
  let checkedOut = 0
  for (const day of await lockWorkDays(tx, row.id)) {
    if (day.endsAt > before) continue
    const role = "system" as const
    if (findTransition(WORK_DAY_TRANSITIONS, { move: "check_out", from: day.state, role })) {
      await endDayAsAgreed(tx, day)
      checkedOut += 1
    } else if (
      row.state === "checked_in" &&
      findTransition(WORK_DAY_TRANSITIONS, { move: "miss", from: day.state, role })
    )
      await tx.update(workDays).set({ state: "absent", updatedAt: now() }).where(eq(workDays.id, day.id))
  }
  if (checkedOut > 0)
    await recordHistory(tx, {
      subject: "application",
      subjectId: row.id,
      move: "day_forgotten",
      fromState: row.state,
      toState: row.state,
      role: "system",
      actorId: null,
    })
  await settleWork(tx, row)
  await emit(tx, "work_day.changed", { ...toApplicationEvent(row, "system"), forgotten: checkedOut > 0 })
}

/** Tells both, once, that a payday has passed without pay; a job calls it. */
export const notifyLateWages = (): Promise<number> =>
  markLateWages("wage_late", and(isNull(wages.lateAt), lt(wages.dueAt, now())))

/** Hands wages that are three days late to the administrators; a job calls it. */
export const escalateLateWages = (): Promise<number> =>
  markLateWages(
    "wage_escalated",
    and(
      isNull(wages.escalatedAt),
      isNotNull(wages.lateAt),
      lt(wages.dueAt, addDays(now(), -WORK_LIMITS.escalateAfterDays)),
    ),
  )

function markLateWages(move: "wage_late" | "wage_escalated", due: ReturnType<typeof and>): Promise<number> {
  return inBatches(BATCH_SIZE, async (tx) => {
    const rows = await tx
      .select({ wage: wages, application: jobApplications })
      .from(wages)
      .innerJoin(jobApplications, eq(jobApplications.id, wages.applicationId))
      .where(and(inArray(wages.state, [...UNPAID_WAGE_STATES]), due))
      .orderBy(asc(wages.dueAt), asc(wages.id))
      .limit(BATCH_SIZE)
      .for("update", { of: wages, skipLocked: true })
    for (const { wage, application } of rows) {
      await tx
        .update(wages)
        .set(move === "wage_late" ? { lateAt: now() } : { escalatedAt: now() })
        .where(eq(wages.id, wage.id))
      await recordHistory(tx, {
        subject: "application",
        subjectId: application.id,
        move,
        fromState: application.state,
        toState: application.state,
        role: "system",
        actorId: null,
      })
      const event = { ...toApplicationEvent(application, "system"), wageId: wage.id }
      await emit(tx, move === "wage_late" ? "wage.late" : "wage.escalated", event)
    }
    return rows.length
  })
}

/** Forgets where workplaces lie a week after their last shift; a job calls it. */
export async function forgetWorkPlaces(): Promise<void> {
  const over = db()
    .select({ id: hirePosts.id })
    .from(hirePosts)
    .where(lt(hirePosts.lastEndsAt, addDays(now(), -PLACE_DAYS)))
  await db().delete(workPlaces).where(inArray(workPlaces.hireId, over))
}
