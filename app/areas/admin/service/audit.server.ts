/** Reading the audit log, filtered. Writing it is platform/audit.server.ts. */
import { and, eq, sql, type SQL } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import { audit, SERVER_OPERATOR } from "#app/platform/audit.server.ts"
import { checkAuditChain, formatAuditChain, type AuditChainReport } from "#app/platform/audit-chain.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { byAge, page } from "#app/platform/page.server.ts"
import { auditLog } from "#app/platform/schema.server.ts"
import { containsText } from "#app/platform/text-match.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { findPeopleForAdmin } from "../../accounts/service/people.server.ts"
import type { AuditArea } from "../rules.ts"

export type AuditFilter = {
  area: AuditArea | null
  by: string | null
  about: string | null
  from: string | null
  to: string | null
  /** A part of the reason, or of what it is about. */ q: string
}
export type AuditEntry = {
  id: string
  at: string
  action: string
  by: string
  byId: string
  subjectKind: string
  subjectId: string
  subject: string
  note: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const PAGE_SIZE = 50

function buildFilterCondition({ area, by, about, from, to, q }: AuditFilter): SQL | undefined {
  return and(
    // As the index audit_log_area says it.
    area ? sql`split_part(${auditLog.action}, '.', 1) = ${area}` : undefined,
    isId(by) ? eq(auditLog.actorId, by) : undefined,
    isId(about) ? eq(auditLog.subjectId, about) : undefined,
    from ? sql`${auditLog.at} >= ${from}::date::timestamp at time zone 'Asia/Seoul'` : undefined,
    q === ""
      ? undefined
      : sql`${auditLog.id} in (select id from audit_log where ${containsText(sql`note`, q)}
          union select id from audit_log where ${containsText(sql`subject_title`, q)})`,
    to ? sql`${auditLog.at} < (${to}::date + 1)::timestamp at time zone 'Asia/Seoul'` : undefined,
  )
}

// Ids are made in the order of time.

const ORDERS = byAge([auditLog.id, "id"])

/** A page of the log; `limit` is for exports. Two queries; empty for anybody but an admin. */
export async function findAuditEntries(
  actor: Actor,
  options: { filter: AuditFilter; oldest: boolean; cursor: string | null; limit?: number },
): Promise<{ rows: AuditEntry[]; cursor: string | null }> {
  if (!hasRight(actor, "rights")) return { rows: [], cursor: null }
  const limit = options.limit ?? PAGE_SIZE
  const { rows: lines, cursor } = await page({
    from: (sortKeys) => db().select({ line: auditLog, sortKeys }).from(auditLog),
    order: ORDERS[options.oldest ? "oldest" : "newest"],
    filter: buildFilterCondition(options.filter),
    cursor: options.cursor,
    size: limit,
  })
  const entries = lines.map(({ line }) => line)
  const people = await findPeopleForAdmin(
    actor,
    entries.flatMap((row) => [
      row.actorId,
      ...(PERSON_SUBJECT_KINDS.includes(row.subjectKind) ? [row.subjectId] : []),
    ]),
  )
  return {
    rows: entries.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      action: row.action,
      by: people.get(row.actorId)?.name ?? getFallbackName(row.actorId),
      byId: row.actorId,
      subjectKind: row.subjectKind,
      subjectId: row.subjectId,
      subject: PERSON_SUBJECT_KINDS.includes(row.subjectKind)
        ? (people.get(row.subjectId)?.name ?? "탈퇴한 회원")
        : row.subjectTitle,
      note: row.note,
      before: row.before,
      after: row.after,
    })),
    cursor,
  }
}
const getFallbackName = (actorId: string) =>
  actorId === SERVER_OPERATOR.userId ? SERVER_OPERATOR.name : "탈퇴한 관리자"

/** Things of the log that are called by the name of a person. */
const PERSON_SUBJECT_KINDS = ["person", "expert", "seller"]

/** How many lines `filter` finds; 0 for anybody but an admin. */
export async function countAuditEntries(actor: Actor, filter: AuditFilter): Promise<number> {
  if (!hasRight(actor, "rights")) return 0
  const [row] = await db()
    .select({ lines: sql<number>`count(*)::int` })
    .from(auditLog)
    .where(buildFilterCondition(filter))
  return row?.lines ?? 0
}

/** Who has ever done something that stands in the log, for its filter. */
export async function findAuditActors(actor: Actor): Promise<{ userId: string; name: string }[]> {
  if (!hasRight(actor, "rights")) return []
  const rows = await db().execute<{ userId: string; name: string | null }>(sql`
    with recursive acted as (
      (select actor_id from audit_log order by actor_id limit 1)
      union all select (select l.actor_id from audit_log l where l.actor_id > acted.actor_id
        order by l.actor_id limit 1) from acted where acted.actor_id is not null
    ) select acted.actor_id as "userId", p.name from acted
      left join office_people p on p.user_id = acted.actor_id
      where acted.actor_id is not null limit 100`)
  return rows.map((row) => ({ userId: row.userId, name: row.name ?? getFallbackName(row.userId) }))
}

/** Computes the chain of the log anew, and writes down what was found. Refusals: `not_found` (no right). */
export async function checkAudit(actor: Actor): Promise<Outcome<"not_found", { report: AuditChainReport }>> {
  if (!hasRight(actor, "rights")) return refuse("not_found")
  const report = await checkAuditChain()
  await inTransaction((tx) =>
    audit(tx, actor, {
      action: "audit.check",
      subject: { kind: "audit", id: report.head, title: "감사 기록" },
      note: formatAuditChain(report),
    }),
  )
  return ok({ report })
}
