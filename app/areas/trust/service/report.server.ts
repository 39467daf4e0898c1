/** Reporting: what is reported, by whom, once; and what the reporter sees of it afterwards. */
import { eq } from "drizzle-orm"
import type { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import type { SubjectCard, SubjectKind, SubjectRef } from "#app/basics/subject.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db, inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { attachPictures } from "#app/platform/pictures.server.ts"
import { countHit } from "#app/platform/rate-limit.server.ts"
import { loadSubjectCards, getSubjectKey, getSubjectSource } from "#app/platform/subjects.server.ts"
import { runOnce } from "#app/platform/submissions.server.ts"
import type { Actor, Member } from "../../accounts/rules.ts"
import type { ReportForm } from "../forms.ts"
import {
  PRIVATE_KINDS,
  listReportReasons,
  type ReportReason,
  type ReportState,
  TRUST_LIMITS,
} from "../rules.ts"
import { reportEvents, reportPictures, reports } from "../schema.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { descending, page } from "#app/platform/page.server.ts"
import { truncateText } from "#app/basics/truncate-text.ts"

declare module "#app/platform/events.server.ts" {
  interface Events {
    "report.filed": { reportId: string }
  }
}

/**
 * The card of what `actor` wants to report; null where there is no such thing for this person: unknown, their
 * own, or private to others (a message of a room that is not theirs).
 */
export async function findReportableSubject(actor: Member, ref: SubjectRef): Promise<SubjectCard | null> {
  const card = (await loadSubjectCards([ref])).get(getSubjectKey(ref))
  if (!card || card.ownerId === actor.userId || (ref.kind === "person" && ref.id === actor.userId))
    return null
  if (
    PRIVATE_KINDS.includes(ref.kind) &&
    (await getSubjectSource(ref.kind)?.findPartnerId?.(actor.userId, ref.id, null)) == null
  )
    return null
  return card
}

/**
 * Files a report. Refusals: `not_found` ({@link findReportableSubject}), `reason` (not one for this kind),
 * `already` (one of this person about the same thing is still under way), `too_many` (20 a day),
 * `picture_not_yours`.
 */
export async function fileReport(
  actor: Actor,
  ref: SubjectRef,
  input: z.output<typeof ReportForm> & { pictureIds: readonly string[] },
): Promise<
  Outcome<
    "not_found" | "reason" | "already" | "too_many" | "picture_not_yours",
    { reportId: string; accusedId: string | null }
  >
> {
  if (actor.kind !== "member") return refuse("not_found")
  if (!listReportReasons(ref.kind).includes(input.reason)) return refuse("reason")
  const card = await findReportableSubject(actor, ref)
  if (!card) return refuse("not_found")
  const limit = await countHit([
    { key: `reports:${actor.userId}`, max: TRUST_LIMITS.reportsPerDay, windowMs: DAY_MS },
  ])
  if (!limit.ok) return refuse("too_many")
  try {
    return await inTransaction((tx) =>
      runOnce(tx, { actorId: actor.userId, form: "report", key: input.submissionKey }, async () => {
        if (!(await attachPictures(tx, actor.userId, "evidence", input.pictureIds)))
          return refuse("picture_not_yours")
        const reportId = newId()
        const at = now()
        await tx.insert(reports).values({
          id: reportId,
          reporterId: actor.userId,
          subjectKind: ref.kind,
          subjectId: ref.id,
          subjectTitle: truncateText(card.title, 200),
          accusedId: card.ownerId,
          reason: input.reason,
          details: input.details,
          state: "filed",
          createdAt: at,
          updatedAt: at,
        })
        if (input.pictureIds.length > 0)
          await tx
            .insert(reportPictures)
            .values(input.pictureIds.map((pictureId, position) => ({ reportId, pictureId, position })))
        await tx.insert(reportEvents).values({
          id: newId(),
          reportId,
          move: "file",
          fromState: null,
          toState: "filed",
          actorId: actor.userId,
          actorRole: "reporter",
          at,
        })
        await emit(tx, "report.filed", { reportId })
        return ok({ reportId, accusedId: card.ownerId })
      }),
    )
  } catch (error) {
    if (violatedConstraint(error) === "reports_once") return refuse("already")
    throw error
  }
}

const PAGE_SIZE = 20

export type OwnReport = {
  id: string
  kind: SubjectKind
  title: string
  reason: ReportReason
  state: ReportState
  createdAt: string
  updatedAt: string
}

// Ids are made in the order of time.
const REPORT_ORDER = descending("newest", [reports.id, "id"])

/** What the actor has reported, newest first, a page at a time. */
export async function listOwnReports(
  actor: Member,
  cursor: string | null,
): Promise<{ rows: OwnReport[]; cursor: string | null }> {
  const found = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: reports.id,
          kind: reports.subjectKind,
          title: reports.subjectTitle,
          reason: reports.reason,
          state: reports.state,
          createdAt: reports.createdAt,
          updatedAt: reports.updatedAt,
          sortKeys,
        })
        .from(reports),
    order: REPORT_ORDER,
    filter: eq(reports.reporterId, actor.userId),
    cursor,
    size: PAGE_SIZE,
  })
  return {
    rows: found.rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
    cursor: found.cursor,
  }
}
