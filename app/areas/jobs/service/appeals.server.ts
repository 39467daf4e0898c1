/** Objections to no-shows for those who decide them: the queue, one with both sides, the decision. */
import { and, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { db } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { byAge, page } from "#app/platform/page.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { formatShiftHours } from "../parts/format.ts"
import { APPEAL_QUEUE_STATES, APPEAL_QUEUES, APPEAL_TRANSITIONS, type AppealQueue } from "../rules.ts"
import { hirePosts, jobAppeals, jobApplications, jobEvents } from "../schema.server.ts"
import type { AppealCard, AppealDetail } from "../views.ts"
import {
  toApplicationEvent,
  canTransitionApplication,
  transitionApplication,
  withLockedApplication,
} from "./transitions.server.ts"
import { noShowColumn } from "./reputation.server.ts"
import { shiftsColumn } from "./applications.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

const PAGE_SIZE = 30

/** How many objections stand in each queue; null for anybody but an admin. */
export async function countAppeals(actor: Actor): Promise<Record<AppealQueue, number> | null> {
  if (!hasRight(actor, "trust")) return null
  const rows = await db()
    .select({ state: jobAppeals.state, appeals: sql<number>`count(*)::int` })
    .from(jobAppeals)
    .groupBy(jobAppeals.state)
  const countInQueue = (queue: AppealQueue) =>
    rows.reduce((sum, row) => sum + (APPEAL_QUEUE_STATES[queue].includes(row.state) ? row.appeals : 0), 0)
  return Object.fromEntries(APPEAL_QUEUES.map((queue) => [queue, countInQueue(queue)])) as Record<
    AppealQueue,
    number
  >
}

const ORDERS = byAge([jobAppeals.createdAt, "time"], [jobAppeals.applicationId, "id"])

/** A page of a queue, the oldest or the newest first. Null for anybody but an admin. */
export async function findAppealQueue(
  actor: Actor,
  input: { queue: AppealQueue; newest: boolean; cursor: string | null },
): Promise<{ rows: AppealCard[]; cursor: string | null } | null> {
  if (!hasRight(actor, "trust")) return null
  const { rows: shown, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: jobAppeals.applicationId,
          state: jobAppeals.state,
          text: jobAppeals.text,
          createdAt: jobAppeals.createdAt,
          appellantId: jobAppeals.appellantId,
          workerId: jobApplications.workerId,
          title: hirePosts.title,
          businessName: hirePosts.businessName,
          sortKeys,
        })
        .from(jobAppeals)
        .innerJoin(jobApplications, eq(jobApplications.id, jobAppeals.applicationId))
        .innerJoin(hirePosts, eq(hirePosts.id, jobApplications.hireId)),
    order: ORDERS[input.newest ? "newest" : "oldest"],
    filter: inArray(jobAppeals.state, [...APPEAL_QUEUE_STATES[input.queue]]),
    cursor: input.cursor,
    size: PAGE_SIZE,
  })
  const people = await findOfficeNames(
    actor,
    shown.map((row) => row.appellantId),
  )
  return {
    rows: shown.map(({ appellantId, workerId, createdAt, ...row }) => ({
      ...row,
      side: appellantId === workerId ? "worker" : "employer",
      name: people.get(appellantId)?.name ?? "회원",
      createdAt: createdAt.toISOString(),
    })),
    cursor,
  }
}

/**
 * One objection with what both say and what happened, in three queries; null for anybody but an admin, and
 * where there is none.
 */
export async function findAppealDetail(actor: Actor, applicationId: unknown): Promise<AppealDetail | null> {
  if (!hasRight(actor, "trust") || !isId(applicationId)) return null
  const [[found], history] = await Promise.all([
    db()
      .select({
        appeal: jobAppeals,
        row: jobApplications,
        title: hirePosts.title,
        businessName: hirePosts.businessName,
        shifts: shiftsColumn,
        noShows: noShowColumn(sql`job_applications.worker_id`),
        report: sql<string | null>`(select e.note from job_events e where e.subject = 'application'
          and e.subject_id = job_applications.id and e.move = 'report_no_show' order by e.at desc limit 1)`,
      })
      .from(jobAppeals)
      .innerJoin(jobApplications, eq(jobApplications.id, jobAppeals.applicationId))
      .innerJoin(hirePosts, eq(hirePosts.id, jobApplications.hireId))
      .where(eq(jobAppeals.applicationId, applicationId)),
    db()
      .select()
      .from(jobEvents)
      .where(and(eq(jobEvents.subjectId, applicationId), eq(jobEvents.subject, "application")))
      .orderBy(jobEvents.at, jobEvents.id),
  ])
  if (!found) return null
  const { appeal, row } = found
  const people = await findOfficeNames(actor, [row.workerId, row.employerId, appeal.decidedBy])
  const getName = (id: string) => people.get(id)?.name ?? "회원"
  return {
    id: row.id,
    state: appeal.state,
    text: appeal.text,
    answer: appeal.answer,
    createdAt: appeal.createdAt.toISOString(),
    side: appeal.appellantId === row.workerId ? "worker" : "employer",
    decided: appeal.decidedAt && {
      at: appeal.decidedAt.toISOString(),
      by: appeal.decidedBy ? getName(appeal.decidedBy) : "관리자",
    },
    report: found.report ?? row.note,
    hire: { id: row.hireId, title: found.title, businessName: found.businessName },
    shifts: found.shifts.map((shift) => ({ ...shift, hours: formatShiftHours(shift) })),
    worker: { id: row.workerId, name: getName(row.workerId), noShows: found.noShows },
    employer: { id: row.employerId, name: getName(row.employerId) },
    isInvolved: actor.kind === "member" && (actor.userId === row.workerId || actor.userId === row.employerId),
    history: history.map((entry) => ({
      move: entry.move,
      toState: entry.toState,
      role: entry.actorRole,
      note: entry.note,
      at: entry.at.toISOString(),
    })),
  }
}

/**
 * An admin decides an objection: `reverse` takes the no-show back. Refusals: `not_found` (no admin, no
 * objection), `not_now` (decided already), `involved` (one's own work).
 */
export async function decideAppeal(
  actor: Actor,
  applicationId: string,
  input: { decision: "uphold" | "reverse"; answer: string },
): Promise<Outcome<"not_found" | "not_now" | "involved">> {
  if (!hasRight(actor, "trust")) return refuse("not_found")
  return withLockedApplication(actor, applicationId, async (tx, _hire, row, by) => {
    const [appeal] = await tx
      .select()
      .from(jobAppeals)
      .where(eq(jobAppeals.applicationId, applicationId))
      .for("update")
    if (!appeal) return refuse("not_found")
    if (by.role !== "admin") return refuse("involved")
    const transition = findTransition(APPEAL_TRANSITIONS, {
      move: input.decision,
      from: appeal.state,
      role: "admin",
    })
    if (!transition || transition.to === "filed") return refuse("not_now")
    if (input.decision === "reverse" && !canTransitionApplication(row, "reverse_no_show", "admin"))
      return refuse("not_now")
    await tx
      .update(jobAppeals)
      .set({ state: transition.to, answer: input.answer, decidedAt: now(), decidedBy: by.actorId })
      .where(eq(jobAppeals.applicationId, row.id))
    if (input.decision === "uphold")
      await audit(tx, actor, {
        action: "application.uphold_no_show",
        subject: { kind: "application", id: row.id },
        note: input.answer,
        before: { state: appeal.state },
        after: { state: transition.to },
      })
    if (input.decision === "reverse") {
      const reversal = {
        move: "reverse_no_show" as const,
        role: "admin" as const,
        actorId: by.actorId,
        note: input.answer,
      }
      const transitionOutcome = await transitionApplication(tx, row, reversal, {
        noShowBy: null,
        noShowAt: null,
        note: "",
      })
      if (!transitionOutcome.ok) throw new Error(`The application ${row.id} has no move reverse_no_show`)
    }
    await emit(tx, "application.appeal_decided", {
      ...toApplicationEvent(row, "admin"),
      decision: transition.to,
    })
    return ok()
  })
}
