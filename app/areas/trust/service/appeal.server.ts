/**
 * What the person concerned sees of a decision, and the link that lets somebody who cannot sign in
 * appeal.
 */
import { href } from "react-router"
import { and, asc, eq, isNull } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import type { SubjectKind } from "#app/basics/subject.ts"
import { db } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { isSameSignature, sign } from "#app/platform/signatures.server.ts"
import { getAppealDeadline, type ReportState, type SanctionKind } from "../rules.ts"
import { reports, sanctions } from "../schema.server.ts"

const signAppeal = (reportId: string, accusedId: string) =>
  sign("appeal", `${reportId} ${accusedId}`).slice(0, 32)

/** The address at which the person concerned may appeal, signed in or not: a ban ends every session. */
export const buildAppealHref = (reportId: string, accusedId: string): string =>
  `${href("/appeal")}?${new URLSearchParams({ report: reportId, key: signAppeal(reportId, accusedId) })}`

export type AppealableDecision = {
  reportId: string
  accusedId: string
  kind: SubjectKind
  title: string
  state: ReportState
  reason: string
  sanctions: { kind: SanctionKind; endsAt: string | null }[]
  until: string
  /** Whether an appeal can be sent now. */
  canAppeal: boolean
}

/**
 * The decision that `actor`, or whoever holds the right `key`, may appeal; null for everybody else and before
 * there is one. Two queries.
 */
export async function findAppealableDecision(
  actor: Actor,
  reportId: unknown,
  key: string,
): Promise<AppealableDecision | null> {
  if (!isId(reportId)) return null
  const [report] = await db().select().from(reports).where(eq(reports.id, reportId))
  if (!report?.accusedId || !report.decidedAt || report.state === "dismissed") return null
  if (
    !(actor.kind === "member" && actor.userId === report.accusedId) &&
    !isSameSignature(key, signAppeal(report.id, report.accusedId))
  )
    return null
  const rows = await db()
    .select({
      kind: sanctions.kind,
      endsAt: sanctions.endsAt,
      reason: sanctions.reason,
      liftedAt: sanctions.liftedAt,
    })
    .from(sanctions)
    .where(
      and(
        eq(sanctions.reportId, report.id),
        report.state === "reversed" ? undefined : isNull(sanctions.liftedAt),
      ),
    )
    .orderBy(asc(sanctions.id))
  const until = getAppealDeadline(report.decidedAt)
  return {
    reportId: report.id,
    accusedId: report.accusedId,
    kind: report.subjectKind,
    title: report.subjectTitle,
    state: report.state,
    reason: rows[0]?.reason ?? "",
    sanctions: rows.map((row) => ({ kind: row.kind, endsAt: row.endsAt?.toISOString() ?? null })),
    until: until.toISOString(),
    canAppeal: report.state === "actioned" && until >= now(),
  }
}
