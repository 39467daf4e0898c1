/**
 * What admins see of reports: the queues with their counts, and one report with everything around it.
 */
import { and, count, desc, eq, inArray, sql, type SQL } from "drizzle-orm"
import { isId } from "#app/basics/ids.ts"
import type { PictureView } from "#app/basics/picture-view.ts"
import type { SubjectCard, SubjectKind } from "#app/basics/subject.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { countCappedByState } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { containsText } from "#app/platform/text-match.server.ts"
import { byAge, page } from "#app/platform/page.server.ts"
import { findPictures } from "#app/platform/pictures.server.ts"
import { loadSubjectCards, getSubjectKey, getSubjectSource } from "#app/platform/subjects.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import {
  findOfficeNames,
  findPeopleForAdmin,
  selectIdsByName,
  type PersonDetail,
} from "../../accounts/service/people.server.ts"
import {
  REASON_LABELS,
  REPORT_QUEUE_STATES,
  REPORT_QUEUES,
  REPORT_TRANSITIONS,
  type ReportTransition,
  type ReportQueue,
  type ReportReason,
  type ReportRole,
  type ReportState,
  type SanctionKind,
} from "../rules.ts"
import { reports } from "../schema.server.ts"
import { loadReportContext } from "./report-context.server.ts"
import { getReportRole } from "./transitions.server.ts"

/** How many reports stand in each queue; null for anybody but an admin. */
export async function countReports(actor: Actor): Promise<Record<ReportQueue, number> | null> {
  if (!hasRight(actor, "trust")) return null
  const states = [...new Set(REPORT_QUEUES.flatMap((queue) => REPORT_QUEUE_STATES[queue]))]
  const counts = await countCappedByState(reports, reports.state, states)
  const countQueue = (queue: ReportQueue) =>
    REPORT_QUEUE_STATES[queue].reduce((sum, state) => sum + counts[state], 0)
  return Object.fromEntries(REPORT_QUEUES.map((queue) => [queue, countQueue(queue)])) as Record<
    ReportQueue,
    number
  >
}

const PAGE_SIZE = 30

const buildWhere = (queue: ReportQueue, term: string): SQL | undefined =>
  term === ""
    ? inArray(reports.state, [...REPORT_QUEUE_STATES[queue]])
    : // Each looked up by its own index.
      sql`${reports.id} in (select id from reports where ${containsText(sql`subject_title`, term)}
        union select id from reports where accused_id in ${selectIdsByName(term)})`

/** How many reports a queue holds or `term` finds; 0 for anybody but an admin. */
export async function countFoundReports(actor: Actor, queue: ReportQueue, term: string): Promise<number> {
  if (!hasRight(actor, "trust")) return 0
  const [row] = await db().select({ found: count() }).from(reports).where(buildWhere(queue, term))
  return row?.found ?? 0
}

export type QueuedReport = {
  id: string
  kind: SubjectKind
  title: string
  reason: ReportReason
  state: ReportState
  accused: string | null
  createdAt: string
  others: number
}

// Ids are made in the order of time.

const ORDERS = byAge([reports.id, "id"])

/**
 * A page of a queue, the oldest or the newest first. With a `term` of all reports: it is a part of what is
 * reported, or the beginning of the accused's name. Null for anybody but an admin.
 */
export async function listReportQueue(
  actor: Actor,
  input: { queue: ReportQueue; term: string; newest: boolean; cursor: string | null },
): Promise<{ rows: QueuedReport[]; cursor: string | null } | null> {
  if (!hasRight(actor, "trust")) return null
  const { rows: shown, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          id: reports.id,
          kind: reports.subjectKind,
          title: reports.subjectTitle,
          reason: reports.reason,
          state: reports.state,
          accusedId: reports.accusedId,
          createdAt: reports.createdAt,
          sortKeys,
          others: sql<number>`(select count(*)::int - 1 from reports other
            where other.subject_kind = reports.subject_kind and other.subject_id = reports.subject_id)`,
        })
        .from(reports),
    order: ORDERS[input.newest ? "newest" : "oldest"],
    filter: buildWhere(input.queue, input.term),
    cursor: input.cursor,
    size: PAGE_SIZE,
  })
  const people = await findOfficeNames(
    actor,
    shown.map((row) => row.accusedId),
  )
  return {
    rows: shown.map(({ accusedId, createdAt, ...row }) => ({
      ...row,
      accused: accusedId ? (people.get(accusedId)?.name ?? null) : null,
      createdAt: createdAt.toISOString(),
    })),
    cursor,
  }
}

/** The reports among `ids`, with what `actor` may do with each; empty for anybody but an admin. */
export async function findReportsByIds(actor: Actor, ids: readonly string[]) {
  if (!hasRight(actor, "trust")) return []
  const rows = await db()
    .select({
      id: reports.id,
      title: reports.subjectTitle,
      reason: reports.reason,
      state: reports.state,
      changedAt: reports.updatedAt,
      reporterId: reports.reporterId,
      accusedId: reports.accusedId,
      decidedBy: reports.decidedBy,
    })
    .from(reports)
    .where(inArray(reports.id, [...ids]))
    .orderBy(reports.id)
  return rows.map((row) => {
    const role = getReportRole(actor, row)
    return {
      ...row,
      detail: REASON_LABELS[row.reason],
      moves: role ? listMoves(REPORT_TRANSITIONS, row.state, role) : [],
    }
  })
}

const MAX_REPORTS_OF_KIND = 500

/** The newest 500 reports of things of `kind`, newest first. Null for anybody but an admin. */
export async function listReportsOfKind(
  actor: Actor,
  kind: SubjectKind,
): Promise<{ id: string; subjectId: string; state: ReportState }[] | null> {
  if (!hasRight(actor, "trust")) return null
  return db()
    .select({ id: reports.id, subjectId: reports.subjectId, state: reports.state })
    .from(reports)
    .where(eq(reports.subjectKind, kind))
    .orderBy(desc(reports.id))
    .limit(MAX_REPORTS_OF_KIND)
}

/**
 * The newest ten reports that one of `userIds` filed against another of them. Empty for anybody but an admin.
 */
export async function listReportsAmong(
  actor: Actor,
  userIds: readonly string[],
): Promise<{ id: string; kind: SubjectKind; title: string; reason: ReportReason; state: ReportState }[]> {
  if (!hasRight(actor, "trust") || userIds.length < 2) return []
  return db()
    .select({
      id: reports.id,
      kind: reports.subjectKind,
      title: reports.subjectTitle,
      reason: reports.reason,
      state: reports.state,
    })
    .from(reports)
    .where(and(inArray(reports.reporterId, [...userIds]), inArray(reports.accusedId, [...userIds])))
    .orderBy(desc(reports.id))
    .limit(10)
}

export type ReportDetail = {
  id: string
  kind: SubjectKind
  subjectId: string
  title: string
  reason: ReportReason
  details: string
  state: ReportState
  createdAt: string
  /** The thing as it is now; null where it is gone. */
  card: SubjectCard | null
  canHide: boolean
  pictures: PictureView[]
  reporter: PersonDetail | null
  accused: PersonDetail | null
  /** Reports against the same person, and those of them that were found right. */
  record: { reports: number; actioned: number; filed: number }
  others: { id: string; reason: ReportReason; state: ReportState; createdAt: string }[]
  events: { id: string; move: ReportTransition | "file"; by: string; note: string; at: string }[]
  sanctions: { kind: SanctionKind; reason: string; endsAt: string | null; liftedAt: string | null }[]
  context: Awaited<ReturnType<typeof loadReportContext>>
  role: ReportRole | undefined
  moves: ReportTransition[]
}

type ReportQueryRow = {
  id: string
  reporterId: string
  subjectKind: SubjectKind
  subjectId: string
  subjectTitle: string
  accusedId: string | null
  reason: ReportReason
  details: string
  state: ReportState
  decidedBy: string | null
  createdAt: string
  pictureIds: string[]
  against: number
  actioned: number
  filed: number
  events: { id: string; move: ReportTransition | "file"; actorId: string | null; note: string; at: string }[]
  sanctions: { kind: SanctionKind; reason: string; endsAt: string | null; liftedAt: string | null }[]
  others: { id: string; reason: ReportReason; state: ReportState; createdAt: string }[]
}
const toIsoTime = (at: string) => new Date(at).toISOString()

/**
 * One report with everything an admin decides by, in at most five queries; null for anybody but an admin, and
 * where there is none.
 */
export async function loadReportDetail(actor: Actor, reportId: unknown): Promise<ReportDetail | null> {
  if (!hasRight(actor, "trust") || !isId(reportId)) return null
  const [row] = await db().execute<ReportQueryRow>(sql`
    select r.id, r.reporter_id as "reporterId", r.subject_kind as "subjectKind", r.subject_id as "subjectId",
      r.subject_title as "subjectTitle", r.accused_id as "accusedId",
      r.reason, r.details, r.state, r.decided_by as "decidedBy", r.created_at as "createdAt",
      array(select p.picture_id from report_pictures p where p.report_id = r.id
        order by p.position) as "pictureIds",
      (select count(*)::int from reports o where o.accused_id = r.accused_id) as against,
      (select count(*)::int from reports o where o.accused_id = r.accused_id
        and o.state in ('actioned', 'appealed', 'upheld')) as actioned,
      (select count(*)::int from reports o where o.reporter_id = r.reporter_id) as filed,
      (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'move', e.move, 'actorId', e.actor_id, 'note',
        e.note, 'at', e.at) order by e.id), '[]')
        from report_events e where e.report_id = r.id) as events,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'reason', s.reason, 'endsAt', s.ends_at,
        'liftedAt', s.lifted_at) order by s.id), '[]')
        from sanctions s where s.report_id = r.id) as sanctions,
      (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'reason', o.reason, 'state', o.state,
        'createdAt', o.created_at) order by o.id desc), '[]')
        from (select * from reports o where o.subject_kind = r.subject_kind and o.subject_id = r.subject_id
          and o.id <> r.id order by o.id desc limit 10) o) as others
    from reports r where r.id = ${reportId}`)
  if (!row) return null
  const ref = { kind: row.subjectKind, id: row.subjectId }
  const [cards, pictures, people, context] = await Promise.all([
    loadSubjectCards([ref]),
    findPictures(row.pictureIds),
    findPeopleForAdmin(actor, [
      row.reporterId,
      row.accusedId ?? "",
      ...row.events.flatMap((event) => event.actorId ?? []),
    ]),
    loadReportContext(actor, row.subjectKind, row.subjectId),
  ])
  const role = getReportRole(actor, row)
  return {
    id: row.id,
    kind: row.subjectKind,
    subjectId: row.subjectId,
    title: row.subjectTitle,
    reason: row.reason,
    details: row.details,
    state: row.state,
    createdAt: toIsoTime(row.createdAt),
    card: cards.get(getSubjectKey(ref)) ?? null,
    canHide: getSubjectSource(row.subjectKind)?.setHidden !== undefined,
    pictures,
    reporter: people.get(row.reporterId) ?? null,
    accused: row.accusedId ? (people.get(row.accusedId) ?? null) : null,
    record: { reports: row.against, actioned: row.actioned, filed: row.filed },
    others: row.others.map((other) => ({ ...other, createdAt: toIsoTime(other.createdAt) })),
    events: row.events.map((event) => ({
      id: event.id,
      move: event.move,
      by: event.actorId ? (people.get(event.actorId)?.name ?? "탈퇴한 회원") : "시스템",
      note: event.note,
      at: toIsoTime(event.at),
    })),
    sanctions: row.sanctions.map((one) => ({
      ...one,
      endsAt: one.endsAt && toIsoTime(one.endsAt),
      liftedAt: one.liftedAt && toIsoTime(one.liftedAt),
    })),
    context,
    role,
    moves: role ? listMoves(REPORT_TRANSITIONS, row.state, role) : [],
  }
}
