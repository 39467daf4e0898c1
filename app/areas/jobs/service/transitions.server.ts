/**
 * The one way in which posts and applications change their state: locked, looked up in the transition
 * table, recorded, announced.
 */
import { and, asc, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit, emitMany } from "#app/platform/events.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { hasRight, isAdmin, type Actor } from "../../accounts/rules.ts"
import {
  APPLICATION_TRANSITIONS,
  HIRE_TRANSITIONS,
  CLOSE_REASON_BY_TRANSITION,
  WAITING_APPLICATION_STATES,
  type ApplicationTransition,
  type ApplicationRole,
  type ApplicationState,
  type HireRole,
} from "../rules.ts"
import { applicationSlots, hirePosts, hireSlots, jobApplications, jobEvents } from "../schema.server.ts"
import type { ApplicationEvent } from "./events.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

export type HireRow = typeof hirePosts.$inferSelect
export type SlotRow = typeof hireSlots.$inferSelect
export type ApplicationRow = typeof jobApplications.$inferSelect

/**
 * The post, locked until the end of the transaction. Every change of a post or of its applications takes this
 * lock first, so that rivals queue.
 */
export async function lockHire(tx: Transaction, hireId: string): Promise<HireRow | undefined> {
  const [hire] = await tx.select().from(hirePosts).where(eq(hirePosts.id, hireId)).for("update")
  return hire
}

export const findSlots = (tx: Transaction, hireId: string): Promise<SlotRow[]> =>
  tx
    .select()
    .from(hireSlots)
    .where(eq(hireSlots.hireId, hireId))
    .orderBy(asc(hireSlots.startsAt), asc(hireSlots.id))

type Performer<Role> = { role: Role; actorId: string | null; note?: string }

/** Writes a line of history. */
export async function recordHistory(
  tx: Transaction,
  entry: {
    subject: "hire" | "seek" | "application" | "offer"
    subjectId: string
    move: string
    fromState: string | null
    toState: string
  } & Performer<ApplicationRole>,
): Promise<void> {
  const { role, note = "", ...rest } = entry
  await tx.insert(jobEvents).values({ id: newId(), ...rest, actorRole: role, note, at: now() })
}

/**
 * Closes a post that the caller has locked. Those who wait are passed over where the places are gone. Refusal
 * `not_now`.
 */
export async function closeLockedHire(
  tx: Transaction,
  hire: HireRow,
  performer: { move: "fill" | "lapse" | "close" } & Performer<HireRole>,
): Promise<Outcome<"not_now">> {
  const transition = findTransition(HIRE_TRANSITIONS, {
    move: performer.move,
    from: hire.state,
    role: performer.role,
  })
  if (!transition) return refuse("not_now")
  const at = now()
  const reason = CLOSE_REASON_BY_TRANSITION[performer.move]
  await tx
    .update(hirePosts)
    .set({ state: "closed", closedReason: reason, closedAt: at, updatedAt: at })
    .where(eq(hirePosts.id, hire.id))
  await recordHistory(tx, {
    subject: "hire",
    subjectId: hire.id,
    move: performer.move,
    fromState: hire.state,
    toState: "closed",
    role: performer.role,
    actorId: performer.actorId,
  })
  if (performer.move === "fill") await rejectWaitingApplications(tx, [hire.id], "모집 인원이 모두 찼어요")
  await emit(tx, "hire.closed", { hireId: hire.id, employerId: hire.employerId, reason })
  await emitSubjectChanged(tx, { kind: "hire", id: hire.id })
  return ok()
}

/** Tells those who still wait at locked posts that it became nothing, for the system. */
export async function rejectWaitingApplications(
  tx: Transaction,
  hireIds: readonly string[],
  note: string,
): Promise<number> {
  if (hireIds.length === 0) return 0
  const at = now()
  const waitingApplications = await tx
    .select()
    .from(jobApplications)
    .where(
      and(
        inArray(jobApplications.hireId, [...hireIds]),
        inArray(jobApplications.state, [...WAITING_APPLICATION_STATES]),
      ),
    )
    .orderBy(asc(jobApplications.id))
    .for("update")
  if (waitingApplications.length === 0) return 0
  await tx
    .update(jobApplications)
    .set({ state: "rejected", note, updatedAt: at })
    .where(
      inArray(
        jobApplications.id,
        waitingApplications.map((row) => row.id),
      ),
    )
  await tx.insert(jobEvents).values(
    waitingApplications.map((row) => ({
      id: newId(),
      subject: "application" as const,
      subjectId: row.id,
      move: "pass_over",
      fromState: row.state,
      toState: "rejected",
      actorId: null,
      actorRole: "system" as const,
      note,
      at,
    })),
  )
  await emitMany(
    tx,
    "application.moved",
    waitingApplications.map((row) => ({
      ...toApplicationEvent(row, "system"),
      move: "pass_over" as const,
      done: true,
    })),
  )
  return waitingApplications.length
}

export const toApplicationEvent = (row: ApplicationRow, role: ApplicationRole): ApplicationEvent => ({
  applicationId: row.id,
  hireId: row.hireId,
  employerId: row.employerId,
  workerId: row.workerId,
  role,
})

/** What the actor is in this application, or undefined for somebody whom it does not concern. */
function getRoleInApplication(
  actor: Actor,
  row: { employerId: string; workerId: string },
): Exclude<ApplicationRole, "system"> | undefined {
  if (actor.kind !== "member") return undefined
  if (row.workerId === actor.userId) return "worker"
  if (row.employerId === actor.userId) return "employer"
  return isAdmin(actor) ? "admin" : undefined
}

/**
 * The frame of every use case of one application: locks its post, then it, and finds the actor's role before
 * `operation`. Refusal `not_found` for whom it does not concern.
 */
export async function withLockedApplication<Result>(
  actor: Actor,
  applicationId: string,
  operation: (
    tx: Transaction,
    hire: HireRow,
    row: ApplicationRow,
    performer: { role: Exclude<ApplicationRole, "system">; actorId: string },
  ) => Promise<Result>,
): Promise<Result | Refusal<"not_found">> {
  return inTransaction(async (tx) => {
    const [hire] = await tx
      .select()
      .from(hirePosts)
      .where(
        sql`${hirePosts.id} = (select ${jobApplications.hireId} from ${jobApplications}
          where ${jobApplications.id} = ${applicationId})`,
      )
      .for("update")
    if (!hire) return refuse("not_found")
    const [row] = await tx
      .select()
      .from(jobApplications)
      .where(eq(jobApplications.id, applicationId))
      .for("update")
    const role = row && getRoleInApplication(actor, row)
    if (!row || !role || actor.kind !== "member") return refuse("not_found")
    if (role === "admin" && !hasRight(actor, "trade")) return refuse("not_found")
    return operation(tx, hire, row, { role, actorId: actor.userId })
  })
}

/** The shifts that an application is for, without those that were called off. */
export const findSlotsOfApplication = (tx: Transaction, applicationId: string): Promise<SlotRow[]> =>
  tx
    .select()
    .from(hireSlots)
    .where(
      sql`${hireSlots.id} in (select ${applicationSlots.slotId} from ${applicationSlots}
        where ${applicationSlots.applicationId} = ${applicationId})
        and not exists (select from work_days d where d.application_id = ${applicationId}
          and d.slot_id = hire_slots.id and d.state = 'called_off')`,
    )
    .orderBy(asc(hireSlots.startsAt), asc(hireSlots.id))

const TIMESTAMP_COLUMN_BY_STATE: Partial<
  Record<ApplicationState, "hiredAt" | "workedAt" | "paidAt" | "noShowAt">
> = {
  hired: "hiredAt",
  worked: "workedAt",
  wage_paid: "paidAt",
  no_show: "noShowAt",
}

/** True where the table has `move` for `role` from the application's state. */
export const canTransitionApplication = (
  row: ApplicationRow,
  move: ApplicationTransition,
  role: ApplicationRole,
): boolean => findTransition(APPLICATION_TRANSITIONS, { move, from: row.state, role }) !== undefined

/**
 * Makes `move` on an application that the caller has locked: state, moment, history, event. Refusal `not_now`
 * is the table's.
 */
export async function transitionApplication(
  tx: Transaction,
  row: ApplicationRow,
  performer: { move: ApplicationTransition } & Performer<ApplicationRole>,
  changes: Partial<ApplicationRow> = {},
): Promise<Outcome<"not_now">> {
  const transition = findTransition(APPLICATION_TRANSITIONS, {
    move: performer.move,
    from: row.state,
    role: performer.role,
  })
  if (!transition) return refuse("not_now")
  const at = now()
  const timestampColumn =
    performer.move === "reverse_no_show" ? undefined : TIMESTAMP_COLUMN_BY_STATE[transition.to]
  await tx
    .update(jobApplications)
    .set({
      ...changes,
      ...(timestampColumn ? { [timestampColumn]: at } : {}),
      state: transition.to,
      updatedAt: at,
    })
    .where(eq(jobApplications.id, row.id))
  await recordHistory(tx, {
    subject: "application",
    subjectId: row.id,
    move: performer.move,
    fromState: row.state,
    toState: transition.to,
    role: performer.role,
    actorId: performer.actorId,
    ...(performer.note ? { note: performer.note } : {}),
  })
  if (performer.role === "admin" && performer.actorId) {
    await audit(
      tx,
      { userId: performer.actorId },
      {
        action: `application.${performer.move}`,
        subject: { kind: "application", id: row.id },
        note: performer.note ?? "",
        before: { state: row.state },
        after: { state: transition.to },
      },
    )
  }
  await emit(tx, "application.moved", {
    ...toApplicationEvent(row, performer.role),
    move: performer.move,
    done: true,
  })
  return ok()
}

/** Notes the first of two confirmations: the state stays until the other side confirms as well. */
export async function recordFirstConfirmation(
  tx: Transaction,
  row: ApplicationRow,
  performer: { move: "check_in" | "confirm_work"; role: "worker" | "employer"; actorId: string },
  changes: Partial<ApplicationRow>,
): Promise<void> {
  await tx
    .update(jobApplications)
    .set({ ...changes, updatedAt: now() })
    .where(eq(jobApplications.id, row.id))
  await recordHistory(tx, {
    subject: "application",
    subjectId: row.id,
    move: performer.move,
    fromState: row.state,
    toState: row.state,
    role: performer.role,
    actorId: performer.actorId,
  })
  await emit(tx, "application.moved", {
    ...toApplicationEvent(row, performer.role),
    move: performer.move,
    done: false,
  })
}
