/** What becomes of a report: every move of its table, and the sanctions that go with it. */
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { getSubjectSource } from "#app/platform/subjects.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { updateBan } from "../../accounts/service/account-status.server.ts"
import type { ReportDecision } from "../forms.ts"
import {
  getAppealDeadline,
  getBanEnd,
  REPORT_TRANSITIONS,
  type ReportTransition,
  type ReportRole,
  type ReportState,
} from "../rules.ts"
import { reportEvents, reports, sanctions } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

export type ReportRow = typeof reports.$inferSelect

declare module "#app/platform/events.server.ts" {
  interface Events {
    "report.actioned": { reportId: string }
    "report.dismissed": { reportId: string }
    "report.appealed": { reportId: string }
    "report.settled": { reportId: string; upheld: boolean }
  }
}

/**
 * What the actor is to this report; undefined for somebody whom it does not concern. Those concerned are no
 * admins of it.
 */
export function getReportRole(
  actor: Actor,
  report: Pick<ReportRow, "reporterId" | "accusedId" | "decidedBy">,
): ReportRole | undefined {
  if (actor.kind !== "member") return undefined
  if (report.accusedId === actor.userId) return "accused"
  if (report.reporterId === actor.userId) return "reporter"
  if (!hasRight(actor, "trust")) return undefined
  return report.decidedBy === actor.userId ? "decider" : "admin"
}

async function lockReport(tx: Transaction, reportId: string): Promise<ReportRow | undefined> {
  const [report] = await tx.select().from(reports).where(eq(reports.id, reportId)).for("update")
  return report
}

/** Writes the new state and a line of history; undefined where the table has no such move for this role. */
async function transitionReport(
  tx: Transaction,
  report: ReportRow,
  input: { move: ReportTransition; role: ReportRole; actorId: string; note: string },
): Promise<ReportState | undefined> {
  const transition = findTransition(REPORT_TRANSITIONS, {
    move: input.move,
    from: report.state,
    role: input.role,
  })
  if (!transition) return undefined
  const at = now()
  const isDecision = input.move === "act" || input.move === "dismiss"
  await tx
    .update(reports)
    .set({
      state: transition.to,
      updatedAt: at,
      ...(isDecision ? { decidedBy: input.actorId, decidedAt: at } : {}),
    })
    .where(eq(reports.id, report.id))
  await tx.insert(reportEvents).values({
    id: newId(),
    reportId: report.id,
    move: input.move,
    fromState: report.state,
    toState: transition.to,
    actorId: input.actorId,
    actorRole: input.role,
    note: input.note,
    at,
  })
  return transition.to
}

/**
 * An admin's decision. `act` hides the thing and bans the person as asked, each kept as a sanction with its
 * reason, a warning where neither is asked; `reverse` takes every sanction of the report back. Refusals:
 * `not_found` (no admin, or no such report), `not_now` (the table has no such move: already decided, an
 * appeal of one's own decision, a report that concerns oneself), `cannot_hide` (nothing to hide), `nobody` (a
 * ban without a person).
 */
export async function decideReport(
  actor: Actor,
  reportId: string,
  input: ReportDecision,
): Promise<Outcome<"not_found" | "not_now" | "cannot_hide" | "nobody", { state: ReportState }>> {
  if (!hasRight(actor, "trust")) return refuse("not_found")
  return inTransaction(async (tx) => {
    const report = await lockReport(tx, reportId)
    const role = report && getReportRole(actor, report)
    if (!report || !role) return refuse("not_found")
    const note = input.intent === "triage" ? "" : input.reason
    if (!findTransition(REPORT_TRANSITIONS, { move: input.intent, from: report.state, role }))
      return refuse("not_now")
    if (input.intent === "act") {
      if (input.ban !== "none" && report.accusedId === null) return refuse("nobody")
      if (
        input.hide &&
        !(await getSubjectSource(report.subjectKind)?.setHidden?.(tx, report.subjectId, note))
      )
        return refuse("cannot_hide")
      await insertSanctions(tx, report, actor.userId, { ...input, reason: note })
    }
    if (input.intent === "reverse") await liftSanctions(tx, report)
    const state = await transitionReport(tx, report, {
      move: input.intent,
      role,
      actorId: actor.userId,
      note,
    })
    if (!state) return refuse("not_now")
    await audit(tx, actor, {
      action: `report.${input.intent}`,
      subject: { kind: "report", id: reportId, title: report.subjectTitle },
      note,
      before: { state: report.state },
      after: { state, ...(input.intent === "act" ? { hidden: input.hide, ban: input.ban } : {}) },
    })
    if (input.intent === "act") await emit(tx, "report.actioned", { reportId })
    if (input.intent === "dismiss") await emit(tx, "report.dismissed", { reportId })
    if (input.intent === "uphold" || input.intent === "reverse")
      await emit(tx, "report.settled", { reportId, upheld: input.intent === "uphold" })
    return ok({ state })
  })
}

async function insertSanctions(
  tx: Transaction,
  report: ReportRow,
  adminId: string,
  input: { hide: boolean; ban: Parameters<typeof getBanEnd>[0]; reason: string },
): Promise<void> {
  const at = now()
  const endsAt = getBanEnd(input.ban, at)
  const base = {
    reportId: report.id,
    userId: report.accusedId,
    reason: input.reason,
    decidedBy: adminId,
    createdAt: at,
  }
  const rows: (typeof sanctions.$inferInsert)[] = []
  if (input.hide) rows.push({ ...base, id: newId(), kind: "hidden" })
  if (endsAt && report.accusedId) {
    rows.push({ ...base, id: newId(), kind: "banned", endsAt })
    const currentBan = await findLongestBan(tx, report.accusedId, report.id)
    // A shorter ban does not end a longer one.
    if (!currentBan || currentBan.endsAt < endsAt)
      await updateBan(tx, report.accusedId, { until: endsAt, reason: input.reason })
  }
  if (rows.length === 0) rows.push({ ...base, id: newId(), kind: "warned" })
  await tx.insert(sanctions).values(rows)
}

/** Takes back what this report brought; a ban that another report brought goes on. */
async function liftSanctions(tx: Transaction, report: ReportRow): Promise<void> {
  const at = now()
  const liftedSanctions = await tx
    .update(sanctions)
    .set({ liftedAt: at })
    .where(and(eq(sanctions.reportId, report.id), isNull(sanctions.liftedAt)))
    .returning({ kind: sanctions.kind })
  if (liftedSanctions.some((row) => row.kind === "hidden"))
    await getSubjectSource(report.subjectKind)?.setHidden?.(tx, report.subjectId, null)
  if (report.accusedId && liftedSanctions.some((row) => row.kind === "banned")) {
    const otherBan = await findLongestBan(tx, report.accusedId, report.id)
    await updateBan(
      tx,
      report.accusedId,
      otherBan ? { until: otherBan.endsAt, reason: otherBan.reason } : { until: null, reason: "" },
    )
  }
}

/** The ban of a person that lasts longest, but for those of one report, where one is in force. */
export async function findLongestBan(
  tx: Transaction,
  userId: string,
  exceptReportId: string | null,
): Promise<{ endsAt: Date; reason: string } | undefined> {
  const [row] = await tx
    .select({ endsAt: sanctions.endsAt, reason: sanctions.reason })
    .from(sanctions)
    .where(
      and(
        eq(sanctions.userId, userId),
        eq(sanctions.kind, "banned"),
        isNull(sanctions.liftedAt),
        gt(sanctions.endsAt, now()),
        exceptReportId === null
          ? undefined
          : sql`${sanctions.reportId} is distinct from ${exceptReportId}::uuid`,
      ),
    )
    .orderBy(desc(sanctions.endsAt))
    .limit(1)
  return row?.endsAt ? { endsAt: row.endsAt, reason: row.reason } : undefined
}

/**
 * The person concerned asks for a second look, once, within 14 days. `accusedId` is who the screen has made
 * sure it is: the actor, or whoever holds the link of the letter. Refusals: `not_found` (not theirs),
 * `not_now` (nothing to appeal, or appealed before), `too_late`.
 */
export async function appealReport(
  accusedId: string,
  reportId: string,
  text: string,
): Promise<Outcome<"not_found" | "not_now" | "too_late">> {
  return inTransaction(async (tx) => {
    const report = await lockReport(tx, reportId)
    if (!report || report.accusedId !== accusedId) return refuse("not_found")
    if (report.decidedAt && getAppealDeadline(report.decidedAt) < now()) return refuse("too_late")
    if (
      !(await transitionReport(tx, report, {
        move: "appeal",
        role: "accused",
        actorId: accusedId,
        note: text,
      }))
    )
      return refuse("not_now")
    await emit(tx, "report.appealed", { reportId })
    return ok()
  })
}
