/**
 * Wages of a contract: the employer says when and how they were paid, the worker that they came or did not,
 * and an administrator looks after those that are late.
 */
import { eq } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import type { ApplicationRole } from "../rules.ts"
import { jobApplications, wages } from "../schema.server.ts"
import { WAGE_TRANSITIONS, type PayMethod, type WageMove, type WageState } from "../work-rules.ts"
import {
  recordHistory,
  toApplicationEvent,
  transitionApplication,
  withLockedApplication,
  type ApplicationRow,
} from "./transitions.server.ts"
import { lockWages, type WageRow } from "./wage-rows.server.ts"

type Done<More extends string = never> = Promise<Outcome<"not_found" | "not_now" | More>>
type Performer = { role: Exclude<ApplicationRole, "system">; actorId: string }

/** Locks a wage of an application for `work`; `not_found` for whom it does not concern. */
function withLockedWage<Result>(
  actor: Actor,
  applicationId: string,
  wageId: string,
  work: (
    tx: Transaction,
    row: ApplicationRow,
    wage: WageRow,
    others: readonly WageRow[],
    performer: Performer,
  ) => Promise<Result>,
) {
  return withLockedApplication(actor, applicationId, async (tx, _hire, row, performer) => {
    const all = await lockWages(tx, row.id)
    const wage = all.find((each) => each.id === wageId)
    if (!wage) return refuse("not_found")
    return work(
      tx,
      row,
      wage,
      all.filter((each) => each !== wage),
      performer,
    )
  })
}

/** The state to which `role` brings a wage with `move`; undefined where the table has no such move. */
function findNextState(wage: WageRow, move: WageMove, role: ApplicationRole): WageState | undefined {
  return role === "admin" ? undefined : findTransition(WAGE_TRANSITIONS, { move, from: wage.state, role })?.to
}

async function moveWage(
  tx: Transaction,
  row: ApplicationRow,
  wage: WageRow,
  step: { move: "send" | "deny" | "receive"; to: WageState; note?: string } & Performer,
  changes: Partial<WageRow>,
): Promise<void> {
  const { move, to, note = "", role, actorId } = step
  await tx
    .update(wages)
    .set({ ...changes, state: to, updatedAt: now() })
    .where(eq(wages.id, wage.id))
  await recordHistory(tx, {
    subject: "application",
    subjectId: row.id,
    move: `wage_${move}`,
    fromState: row.state,
    toState: row.state,
    role,
    actorId,
    note,
  })
  await emit(tx, "wage.moved", { ...toApplicationEvent(row, role), wageId: wage.id, move, stepId: newId() })
}

/**
 * The employer says that a wage was paid on `paidOn` by `method`. Refusals: `not_found`, `not_now`, `paid_on`
 * (before the work or in the future).
 */
export function sendWage(
  actor: Actor,
  applicationId: string,
  input: { wageId: string; paidOn: string; method: PayMethod },
): Done<"paid_on"> {
  return withLockedWage(actor, applicationId, input.wageId, async (tx, row, wage, others, performer) => {
    const to = findNextState(wage, "send", performer.role)
    if (!to) return refuse("not_now")
    const firstDay = toKstDateString(row.firstStartsAt)
    if (input.paidOn < firstDay || input.paidOn > toKstDateString(now())) return refuse("paid_on")
    await moveWage(
      tx,
      row,
      wage,
      { move: "send", to, ...performer },
      { paidOn: input.paidOn, method: input.method, sentAt: now() },
    )
    if (others.every((each) => each.state === "sent" || each.state === "received" || each.state === "void"))
      await tx.update(jobApplications).set({ paySentAt: now() }).where(eq(jobApplications.id, row.id))
    return ok()
  })
}

/** The worker says that a wage that was said to be paid did not come. */
export function denyWage(actor: Actor, applicationId: string, input: { wageId: string; note: string }): Done {
  return withLockedWage(actor, applicationId, input.wageId, async (tx, row, wage, _others, performer) => {
    const to = findNextState(wage, "deny", performer.role)
    if (!to) return refuse("not_now")
    await moveWage(
      tx,
      row,
      wage,
      { move: "deny", to, note: input.note, ...performer },
      { deniedAt: now(), deniedNote: input.note },
    )
    if (row.state === "worked")
      await transitionApplication(
        tx,
        row,
        { move: "dispute_wage", ...performer, note: input.note },
        { note: input.note },
      )
    return ok()
  })
}

/** The worker has a wage; the last one ends the application. */
export function receiveWage(actor: Actor, applicationId: string, input: { wageId: string }): Done {
  return withLockedWage(actor, applicationId, input.wageId, async (tx, row, wage, others, performer) => {
    const to = findNextState(wage, "receive", performer.role)
    if (!to) return refuse("not_now")
    await moveWage(tx, row, wage, { move: "receive", to, ...performer }, { receivedAt: now() })
    if (
      others.every((each) => each.state === "received" || each.state === "void") &&
      (row.state === "worked" || row.state === "wage_disputed")
    )
      await transitionApplication(tx, row, { move: "confirm_pay", ...performer })
    return ok()
  })
}

/**
 * An administrator notes what was done about a late wage, which takes it out of the queue. Refusals:
 * `not_found` (no admin), `not_now` (not late, done already), `involved` (one's own work).
 */
export async function handleLateWage(
  actor: Actor,
  applicationId: string,
  input: { wageId: string; note: string },
): Done<"involved"> {
  if (!hasRight(actor, "trade")) return refuse("not_found")
  return withLockedWage(actor, applicationId, input.wageId, async (tx, row, wage, _others, performer) => {
    if (performer.role !== "admin") return refuse("involved")
    if (!wage.escalatedAt || wage.handledAt) return refuse("not_now")
    await tx
      .update(wages)
      .set({ handledAt: now(), handledBy: performer.actorId, handledNote: input.note, updatedAt: now() })
      .where(eq(wages.id, wage.id))
    await recordHistory(tx, {
      subject: "application",
      subjectId: row.id,
      move: "wage_handled",
      fromState: row.state,
      toState: row.state,
      ...performer,
      note: input.note,
    })
    await audit(tx, actor, {
      action: "application.handle_late_wage",
      subject: { kind: "application", id: row.id },
      note: input.note,
      before: { state: wage.state, handled: false },
      after: { state: wage.state, handled: true },
    })
    await emit(tx, "wage.handled", { ...toApplicationEvent(row, "admin"), wageId: wage.id })
    return ok()
  })
}
