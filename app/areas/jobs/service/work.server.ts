/**
 * The work itself: the contract before it, the check-in of both, the end that both confirm, the pay, and
 * what goes wrong.
 */
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { violatedConstraint } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { CHECK_IN_LEAD_MS, LIMITS } from "../rules.ts"
import { jobAppeals, jobApplications } from "../schema.server.ts"
import { UNPAID_WAGE_STATES } from "../work-rules.ts"
import {
  toApplicationEvent,
  canTransitionApplication,
  transitionApplication,
  recordFirstConfirmation,
  recordHistory,
  findSlotsOfApplication,
  withLockedApplication,
  type ApplicationRow,
} from "./transitions.server.ts"
import { createWork, endDaysAsAgreed, settleWork, startFirstDay, updateWages } from "./wage-rows.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

type Done<More extends string = never> = Promise<Outcome<"not_found" | "not_now" | More>>

/** The worker agrees to the contract that the employer signed at the hiring. */
export function signContract(actor: Actor, applicationId: string): Done {
  return withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
    if (performer.role !== "worker" || row.state !== "hired" || row.contractWorkerAt) return refuse("not_now")
    await tx
      .update(jobApplications)
      .set({ contractWorkerAt: now(), updatedAt: now() })
      .where(eq(jobApplications.id, row.id))
    await recordHistory(tx, {
      subject: "application",
      subjectId: row.id,
      move: "sign",
      fromState: row.state,
      toState: row.state,
      ...performer,
    })
    await createWork(tx, row)
    await emit(tx, "application.signed", toApplicationEvent(row, performer.role))
    return ok()
  })
}

/** From two hours before the first shift. */
export const canCheckInAt = (row: { firstStartsAt: Date }, at: Date): boolean =>
  at.getTime() >= row.firstStartsAt.getTime() - CHECK_IN_LEAD_MS

/**
 * One side says that the worker has come; with the second the work has begun. Also `contract_needed`,
 * `too_early`.
 */
export function checkIn(actor: Actor, applicationId: string): Done<"contract_needed" | "too_early"> {
  return withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
    if (performer.role === "admin" || !canTransitionApplication(row, "check_in", performer.role))
      return refuse("not_now")
    if (!row.contractEmployerAt || !row.contractWorkerAt) return refuse("contract_needed")
    if (!canCheckInAt(row, now())) return refuse("too_early")
    const [own, other] =
      performer.role === "worker"
        ? ([row.checkInWorkerAt, row.checkInEmployerAt] as const)
        : ([row.checkInEmployerAt, row.checkInWorkerAt] as const)
    const changes: Partial<ApplicationRow> =
      performer.role === "worker" ? { checkInWorkerAt: own ?? now() } : { checkInEmployerAt: own ?? now() }
    if (other) {
      await startFirstDay(tx, row)
      return transitionApplication(tx, row, { ...performer, move: "check_in" }, changes)
    }
    if (!own)
      await recordFirstConfirmation(
        tx,
        row,
        { role: performer.role, actorId: performer.actorId, move: "check_in" },
        changes,
      )
    return ok()
  })
}

/**
 * One side says that the work is done; with the second it is. Also `too_early`: the last shift has not begun.
 */
export function confirmWork(actor: Actor, applicationId: string): Done<"too_early"> {
  return withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
    if (performer.role === "admin" || !canTransitionApplication(row, "confirm_work", performer.role))
      return refuse("not_now")
    const slots = await findSlotsOfApplication(tx, row.id)
    const lastStart = slots.at(-1)?.startsAt ?? row.firstStartsAt
    if (lastStart > now()) return refuse("too_early")
    const [own, other] =
      performer.role === "worker"
        ? ([row.workWorkerAt, row.workEmployerAt] as const)
        : ([row.workEmployerAt, row.workWorkerAt] as const)
    const changes: Partial<ApplicationRow> =
      performer.role === "worker" ? { workWorkerAt: own ?? now() } : { workEmployerAt: own ?? now() }
    if (other) {
      const outcome = await transitionApplication(tx, row, { ...performer, move: "confirm_work" }, changes)
      await endDaysAsAgreed(tx, row)
      await settleWork(tx, { ...row, state: "worked" })
      return outcome
    }
    if (!own)
      await recordFirstConfirmation(
        tx,
        row,
        { role: performer.role, actorId: performer.actorId, move: "confirm_work" },
        changes,
      )
    return ok()
  })
}

/** The employer says that the wage is sent; the worker confirms it. */
export function reportPaySent(actor: Actor, applicationId: string): Done {
  return withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
    if (
      performer.role !== "employer" ||
      (row.state !== "worked" && row.state !== "wage_disputed") ||
      row.paySentAt
    )
      return refuse("not_now")
    await tx
      .update(jobApplications)
      .set({ paySentAt: now(), updatedAt: now() })
      .where(eq(jobApplications.id, row.id))
    const sent = { state: "sent", paidOn: toKstDateString(now()), method: "other", sentAt: now() } as const
    await updateWages(tx, row.id, UNPAID_WAGE_STATES, sent)
    await recordHistory(tx, {
      subject: "application",
      subjectId: row.id,
      move: "pay_sent",
      fromState: row.state,
      toState: row.state,
      ...performer,
    })
    await emit(tx, "application.pay_sent", toApplicationEvent(row, performer.role))
    return ok()
  })
}
/** The worker has the wage, of all paydays; this also ends a dispute. */
export const confirmPay = (actor: Actor, applicationId: string): Done =>
  withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
    const outcome = await transitionApplication(tx, row, { ...performer, move: "confirm_pay" })
    if (outcome.ok)
      await updateWages(tx, row.id, ["due", "sent", "denied"], { state: "received", receivedAt: now() })
    return outcome
  })
/** The worker says that the wage did not come, or not all of it. */
export const disputeWage = (actor: Actor, applicationId: string, note: string): Done =>
  withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
    const outcome = await transitionApplication(
      tx,
      row,
      { ...performer, move: "dispute_wage", note },
      { note },
    )
    const denied = { state: "denied", deniedAt: now(), deniedNote: note } as const
    if (outcome.ok) await updateWages(tx, row.id, ["sent"], denied)
    return outcome
  })

/**
 * One side says that the other did not come, once the shift has begun and the other has not checked in. Also
 * `too_early`, `checked_in`.
 */
export function reportNoShow(
  actor: Actor,
  applicationId: string,
  note: string,
): Done<"too_early" | "checked_in"> {
  return withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
    if (performer.role === "admin" || !canTransitionApplication(row, "report_no_show", performer.role))
      return refuse("not_now")
    if (row.firstStartsAt > now()) return refuse("too_early")
    // Whom the other side has seen was there.
    if (performer.role === "employer" ? row.checkInEmployerAt : row.checkInWorkerAt)
      return refuse("checked_in")
    return transitionApplication(
      tx,
      row,
      { ...performer, move: "report_no_show", note },
      { noShowBy: performer.role, note },
    )
  })
}

/** Until when the one who is said not to have come may object. */
export const getAppealDeadline = (row: { noShowAt: Date | null }): Date | null =>
  row.noShowAt && addDays(row.noShowAt, LIMITS.appealDays)

/** The one who is said not to have come objects, once, within 7 days. Also `too_late`, `already`. */
export async function appealNoShow(
  actor: Actor,
  applicationId: string,
  text: string,
): Done<"too_late" | "already"> {
  try {
    return await withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
      if (row.state !== "no_show" || performer.role === "admin" || row.noShowBy === performer.role)
        return refuse("not_now")
      const appealDeadline = getAppealDeadline(row)
      if (!appealDeadline || appealDeadline <= now()) return refuse("too_late")
      await tx.insert(jobAppeals).values({
        applicationId: row.id,
        appellantId: performer.actorId,
        state: "filed",
        text,
        createdAt: now(),
      })
      await recordHistory(tx, {
        subject: "application",
        subjectId: row.id,
        move: "appeal",
        fromState: row.state,
        toState: row.state,
        ...performer,
      })
      await emit(tx, "application.appealed", toApplicationEvent(row, performer.role))
      return ok()
    })
  } catch (error) {
    if (violatedConstraint(error) === "job_appeals_pkey") return refuse("already")
    throw error
  }
}
