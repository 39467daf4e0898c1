/**
 * Owns the one way in which posts and applications change their state: locked, looked up in the transition
 * table, recorded, announced.
 */
import { and, asc, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit, emitEach } from "#app/platform/events.server.ts"
import { subjectChanged } from "#app/platform/subjects.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import {
  APPLICATION_TRANSITIONS,
  HIRE_TRANSITIONS,
  REASON_OF_MOVE,
  WAITING_STATES,
  type ApplicationMove,
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

export const slotsOf = (tx: Transaction, hireId: string): Promise<SlotRow[]> =>
  tx
    .select()
    .from(hireSlots)
    .where(eq(hireSlots.hireId, hireId))
    .orderBy(asc(hireSlots.startsAt), asc(hireSlots.id))

type By<Role> = { role: Role; actorId: string | null; note?: string }

/** Writes a line of history. */
export async function record(
  tx: Transaction,
  line: {
    subject: "hire" | "seek" | "application" | "offer"
    subjectId: string
    move: string
    fromState: string | null
    toState: string
  } & By<ApplicationRole>,
): Promise<void> {
  const { role, note = "", ...rest } = line
  await tx.insert(jobEvents).values({ id: newId(), ...rest, actorRole: role, note, at: now() })
}

/**
 * Closes a post that the caller has locked. Those who wait are passed over where the places are gone. Refusal
 * `not_now`.
 */
export async function closeHireBy(
  tx: Transaction,
  hire: HireRow,
  by: { move: "fill" | "lapse" | "close" } & By<HireRole>,
): Promise<Outcome<"not_now">> {
  const transition = findTransition(HIRE_TRANSITIONS, { move: by.move, from: hire.state, role: by.role })
  if (!transition) return refuse("not_now")
  const at = now()
  const reason = REASON_OF_MOVE[by.move]
  await tx
    .update(hirePosts)
    .set({ state: "closed", closedReason: reason, closedAt: at, updatedAt: at })
    .where(eq(hirePosts.id, hire.id))
  await record(tx, {
    subject: "hire",
    subjectId: hire.id,
    move: by.move,
    fromState: hire.state,
    toState: "closed",
    role: by.role,
    actorId: by.actorId,
  })
  if (by.move === "fill") await passOver(tx, [hire.id], "모집 인원이 모두 찼어요")
  await emit(tx, "hire.closed", { hireId: hire.id, employerId: hire.employerId, reason })
  await subjectChanged(tx, { kind: "hire", id: hire.id })
  return ok()
}

/** Tells those who still wait at locked posts that it became nothing, for the system. */
export async function passOver(tx: Transaction, hireIds: readonly string[], note: string): Promise<number> {
  if (hireIds.length === 0) return 0
  const at = now()
  const waiting = await tx
    .select()
    .from(jobApplications)
    .where(
      and(inArray(jobApplications.hireId, [...hireIds]), inArray(jobApplications.state, [...WAITING_STATES])),
    )
    .orderBy(asc(jobApplications.id))
    .for("update")
  if (waiting.length === 0) return 0
  await tx
    .update(jobApplications)
    .set({ state: "rejected", note, updatedAt: at })
    .where(
      inArray(
        jobApplications.id,
        waiting.map((row) => row.id),
      ),
    )
  await tx.insert(jobEvents).values(
    waiting.map((row) => ({
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
  await emitEach(
    tx,
    "application.moved",
    waiting.map((row) => ({ ...eventOf(row, "system"), move: "pass_over" as const, done: true })),
  )
  return waiting.length
}

export const eventOf = (row: ApplicationRow, role: ApplicationRole): ApplicationEvent => ({
  applicationId: row.id,
  hireId: row.hireId,
  employerId: row.employerId,
  workerId: row.workerId,
  role,
})

/** What the actor is in this application, or undefined for somebody whom it does not concern. */
function roleIn(
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
 * `work`. Refusal `not_found` for whom it does not concern.
 */
export async function withApplication<Result>(
  actor: Actor,
  applicationId: string,
  work: (
    tx: Transaction,
    hire: HireRow,
    row: ApplicationRow,
    by: { role: Exclude<ApplicationRole, "system">; actorId: string },
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
    const role = row && roleIn(actor, row)
    if (!row || !role || actor.kind !== "member") return refuse("not_found")
    return work(tx, hire, row, { role, actorId: actor.userId })
  })
}

/** The shifts that an application is for. */
export const slotsOfApplication = (tx: Transaction, applicationId: string): Promise<SlotRow[]> =>
  tx
    .select()
    .from(hireSlots)
    .where(
      sql`${hireSlots.id} in (select ${applicationSlots.slotId} from ${applicationSlots}
        where ${applicationSlots.applicationId} = ${applicationId})`,
    )
    .orderBy(asc(hireSlots.startsAt), asc(hireSlots.id))

const STAMPS: Partial<Record<ApplicationState, "hiredAt" | "workedAt" | "paidAt" | "noShowAt">> = {
  hired: "hiredAt",
  worked: "workedAt",
  wage_paid: "paidAt",
  no_show: "noShowAt",
}

/** True where the table has `move` for `role` from the application's state. */
export const mayMove = (row: ApplicationRow, move: ApplicationMove, role: ApplicationRole): boolean =>
  findTransition(APPLICATION_TRANSITIONS, { move, from: row.state, role }) !== undefined

/**
 * Makes `move` on an application that the caller has locked: state, moment, history, event. Refusal `not_now`
 * is the table's.
 */
export async function moveApplication(
  tx: Transaction,
  row: ApplicationRow,
  by: { move: ApplicationMove } & By<ApplicationRole>,
  changes: Partial<ApplicationRow> = {},
): Promise<Outcome<"not_now">> {
  const transition = findTransition(APPLICATION_TRANSITIONS, {
    move: by.move,
    from: row.state,
    role: by.role,
  })
  if (!transition) return refuse("not_now")
  const at = now()
  const stamp = by.move === "reverse_no_show" ? undefined : STAMPS[transition.to]
  await tx
    .update(jobApplications)
    .set({ ...changes, ...(stamp ? { [stamp]: at } : {}), state: transition.to, updatedAt: at })
    .where(eq(jobApplications.id, row.id))
  await record(tx, {
    subject: "application",
    subjectId: row.id,
    move: by.move,
    fromState: row.state,
    toState: transition.to,
    role: by.role,
    actorId: by.actorId,
    ...(by.note ? { note: by.note } : {}),
  })
  if (by.role === "admin" && by.actorId) {
    await audit(
      tx,
      { userId: by.actorId },
      {
        action: `application.${by.move}`,
        subject: { kind: "application", id: row.id },
        note: by.note ?? "",
        before: { state: row.state },
        after: { state: transition.to },
      },
    )
  }
  await emit(tx, "application.moved", { ...eventOf(row, by.role), move: by.move, done: true })
  return ok()
}

/** Notes the first of two confirmations: the state stays until the other side confirms as well. */
export async function noteConfirmation(
  tx: Transaction,
  row: ApplicationRow,
  by: { move: "check_in" | "confirm_work"; role: "worker" | "employer"; actorId: string },
  changes: Partial<ApplicationRow>,
): Promise<void> {
  await tx
    .update(jobApplications)
    .set({ ...changes, updatedAt: now() })
    .where(eq(jobApplications.id, row.id))
  await record(tx, {
    subject: "application",
    subjectId: row.id,
    move: by.move,
    fromState: row.state,
    toState: row.state,
    role: by.role,
    actorId: by.actorId,
  })
  await emit(tx, "application.moved", { ...eventOf(row, by.role), move: by.move, done: false })
}
