/**
 * What the screens read of worked days and wages: one application's, a workplace's today, and those that
 * are late.
 */
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { byAge, page } from "#app/platform/page.server.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { findLegalNames } from "../../accounts/service/legal-names.server.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { hirePosts, jobApplications, jobEvents, wages, workDays } from "../schema.server.ts"
import { getMonday, listRecordedRestWeeks } from "../rest-allowance.ts"
import type { HistoryEntry } from "../views.ts"
import type {
  CorrectionView,
  LateWageCard,
  MarkView,
  OwnLateWage,
  SiteView,
  WageRecord,
  WageView,
  WorkDayView,
  WorkRecord,
} from "../work-views.ts"
import { UNPAID_WAGE_STATES, type WageQueue } from "../work-rules.ts"
import { findRole } from "./applications.server.ts"
import { getSiteCode } from "./site-codes.server.ts"
import type { WageRow, WorkDayRow } from "./wage-rows.server.ts"

export type { LateWageCard }

const toIsoOrNull = (at: Date | null) => at?.toISOString() ?? null

function toWageView(row: WageRow): WageView {
  const { grossWon, incomeTaxWon, localTaxWon, insuranceWon, netWon } = row
  return {
    id: row.id,
    state: row.state,
    payday: row.payday,
    dueAt: row.dueAt.toISOString(),
    // The database holds that all of them are there, or none.
    payslip: row.payslip && {
      ...row.payslip,
      grossWon: grossWon ?? 0,
      incomeTaxWon: incomeTaxWon ?? 0,
      localTaxWon: localTaxWon ?? 0,
      insuranceWon: insuranceWon ?? 0,
      netWon: netWon ?? 0,
    },
    issuedAt: toIsoOrNull(row.issuedAt),
    paidOn: row.paidOn,
    method: row.method,
    sentAt: toIsoOrNull(row.sentAt),
    denied: row.deniedAt && { at: row.deniedAt.toISOString(), note: row.deniedNote },
    receivedAt: toIsoOrNull(row.receivedAt),
    lateAt: toIsoOrNull(row.lateAt),
    escalatedAt: toIsoOrNull(row.escalatedAt),
    handled: row.handledAt && { at: row.handledAt.toISOString(), note: row.handledNote },
  }
}

const toDayView = (row: WorkDayRow, marks: MarkView[], corrections: CorrectionView[]): WorkDayView => ({
  id: row.id,
  wageId: row.wageId,
  state: row.state,
  date: row.date,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  breakMinutes: row.breakMinutes,
  startedAt: toIsoOrNull(row.startedAt),
  endedAt: toIsoOrNull(row.endedAt),
  restMinutes: row.restMinutes,
  restingSince: toIsoOrNull(row.restingSince),
  source: row.source,
  calledOff: row.calledOffAt && { at: row.calledOffAt.toISOString(), reason: row.calledOffReason },
  marks,
  corrections,
})

const marksColumn = sql<MarkView[]>`(
  select coalesce(json_agg(json_build_object('move', m.move, 'method', m.method, 'distanceM', m.distance_m,
    'at', to_char(m.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.at, m.id), '[]')
  from work_marks m where m.work_day_id = work_days.id)`
const correctionsColumn = sql<CorrectionView[]>`(
  select coalesce(json_agg(json_build_object('id', c.id, 'askedBy', c.asked_by, 'state', c.state,
    'startsAt', to_char(c.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(c.ends_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'breakMinutes', c.break_minutes, 'reason', c.reason,
    'createdAt', to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by c.created_at, c.id), '[]')
  from work_corrections c where c.work_day_id = work_days.id)`

/**
 * The days and wages of a signed contract for its worker, its employer and admins; null for everybody else,
 * and where there are none. Four queries.
 */
export async function findWorkRecord(actor: Actor, applicationId: string): Promise<WorkRecord | null> {
  if (actor.kind !== "member") return null
  const [[found], days, wageRows] = await Promise.all([
    db()
      .select({
        row: jobApplications,
        hasPlace: sql<boolean>`exists (select from work_places p
          where p.hire_id = job_applications.hire_id)`,
      })
      .from(jobApplications)
      .where(eq(jobApplications.id, applicationId)),
    db()
      .select({ day: workDays, marks: marksColumn, corrections: correctionsColumn })
      .from(workDays)
      .where(eq(workDays.applicationId, applicationId))
      .orderBy(workDays.startsAt, workDays.id),
    db().select().from(wages).where(eq(wages.applicationId, applicationId)).orderBy(wages.dueAt, wages.id),
  ])
  const role = found && findRole(actor, found.row)
  if (!found || !role || days.length === 0) return null
  const { row, hasPlace } = found
  if (!row.contract || !row.contractEmployerAt || !row.contractWorkerAt) return null
  const names = await findLegalNames("contract", [row.workerId])
  return {
    applicationId: row.id,
    hireId: row.hireId,
    role,
    state: row.state,
    title: row.contract.title,
    businessName: row.contract.businessName,
    workerName: names.get(row.workerId) ?? "회원",
    contract: row.contract,
    signed: { employer: row.contractEmployerAt.toISOString(), worker: row.contractWorkerAt.toISOString() },
    hasPlace,
    hasPlaceConsent: row.placeConsentAt !== null,
    days: days.map(({ day, marks, corrections }) => toDayView(day, marks, corrections)),
    wages: wageRows.map(toWageView),
    restWeeks: listRecordedRestWeeks(
      row.contract,
      days.map(({ day }) => day),
    ),
  }
}

/**
 * A wage with its days, for whom it concerns; null for everybody else. 주휴수당 of a week stands in the payslip
 * of its last day alone, or the payslips of a week that is paid day by day would say it again and again.
 */
export async function findWage(
  actor: Actor,
  applicationId: string,
  wageId: string,
): Promise<(WorkRecord & { wage: WageView }) | null> {
  const record = await findWorkRecord(actor, applicationId)
  const wage = record?.wages.find((each) => each.id === wageId)
  if (!record || !wage) return null
  const days = record.days.filter((day) => day.wageId === wage.id)
  const lastDays = new Map(record.days.map((day) => [getMonday(day.date), day]))
  const restWeeks = record.restWeeks.filter(({ monday }) => lastDays.get(monday)?.wageId === wage.id)
  return { ...record, wage, days, restWeeks }
}

/**
 * Everything about a late wage, for the worker and for admins, once its payday has passed; null for everybody
 * else.
 */
export async function findWageRecord(
  actor: Actor,
  applicationId: string,
  wageId: string,
): Promise<WageRecord | null> {
  const record = await findWage(actor, applicationId, wageId)
  if (!record || record.role === "employer" || record.wage.lateAt === null) return null
  const [history, [contact]] = await Promise.all([
    db()
      .select()
      .from(jobEvents)
      .where(and(eq(jobEvents.subjectId, applicationId), eq(jobEvents.subject, "application")))
      .orderBy(jobEvents.at, jobEvents.id),
    db()
      .select({ phone: jobApplications.phone })
      .from(jobApplications)
      .where(eq(jobApplications.id, applicationId)),
  ])
  return {
    ...record,
    workerPhone: contact?.phone ?? "",
    history: history
      .filter((entry) => entry.move !== "shortlist")
      .map((entry): HistoryEntry => ({
        move: entry.move,
        toState: entry.toState,
        role: entry.actorRole,
        note: entry.note,
        at: entry.at.toISOString(),
      })),
  }
}

/**
 * The code of a workplace and who works there from yesterday to tomorrow, for its employer; null for all
 * others.
 */
export async function findSite(actor: Actor, hireId: string): Promise<SiteView | null> {
  if (actor.kind !== "member") return null
  const at = now()
  const [[hire], days] = await Promise.all([
    db()
      .select({
        title: hirePosts.title,
        hasPlace: sql<boolean>`exists (select from work_places p where p.hire_id = hire_posts.id)`,
      })
      .from(hirePosts)
      .where(and(eq(hirePosts.id, hireId), eq(hirePosts.employerId, actor.userId))),
    db()
      .select({ day: workDays, workerId: jobApplications.workerId })
      .from(workDays)
      .innerJoin(jobApplications, eq(jobApplications.id, workDays.applicationId))
      .where(
        and(
          eq(jobApplications.hireId, hireId),
          eq(jobApplications.employerId, actor.userId),
          inArray(jobApplications.state, ["hired", "checked_in", "worked", "wage_paid", "wage_disputed"]),
          ne(workDays.state, "called_off"),
          gt(workDays.endsAt, new Date(at.getTime() - DAY_MS)),
          lt(workDays.startsAt, new Date(at.getTime() + DAY_MS)),
        ),
      )
      .orderBy(workDays.startsAt, workDays.id),
  ])
  if (!hire) return null
  const names = await findLegalNames(
    "contract",
    days.map(({ workerId }) => workerId),
  )
  return {
    hireId,
    ...hire,
    ...getSiteCode(hireId),
    people: days.map(({ day, workerId }) => ({
      applicationId: day.applicationId,
      name: names.get(workerId) ?? "회원",
      state: day.state,
      startsAt: day.startsAt.toISOString(),
      endsAt: day.endsAt.toISOString(),
      startedAt: toIsoOrNull(day.startedAt),
      endedAt: toIsoOrNull(day.endedAt),
    })),
  }
}

/** The actor's own application at a post, whose code they have scanned; null where there is none. */
export async function findOwnApplicationId(actor: Actor, hireId: string): Promise<string | null> {
  if (actor.kind !== "member") return null
  const [row] = await db()
    .select({ id: jobApplications.id })
    .from(jobApplications)
    .where(
      and(
        eq(jobApplications.hireId, hireId),
        eq(jobApplications.workerId, actor.userId),
        isNotNull(jobApplications.contractWorkerAt),
      ),
    )
  return row?.id ?? null
}

const MAX_OWN_LATE_WAGES = 10

/** Wages that the actor, as an employer, is late with, the latest first; at most ten. */
export async function findOwnLateWages(actor: Actor): Promise<OwnLateWage[]> {
  if (actor.kind !== "member") return []
  const rows = await db()
    .select({ wage: wages, title: hirePosts.title })
    .from(wages)
    .innerJoin(jobApplications, eq(jobApplications.id, wages.applicationId))
    .innerJoin(hirePosts, eq(hirePosts.id, jobApplications.hireId))
    .where(
      and(
        eq(wages.employerId, actor.userId),
        isNotNull(wages.lateAt),
        inArray(wages.state, [...UNPAID_WAGE_STATES]),
      ),
    )
    .orderBy(wages.dueAt, wages.id)
    .limit(MAX_OWN_LATE_WAGES)
  const names = await findLegalNames(
    "contract",
    rows.map(({ wage }) => wage.workerId),
  )
  return rows.map(({ wage, title }) => ({
    applicationId: wage.applicationId,
    wageId: wage.id,
    title,
    workerName: names.get(wage.workerId) ?? "회원",
    netWon: wage.netWon ?? 0,
    dueAt: wage.dueAt.toISOString(),
  }))
}

const LATE_PAGE_SIZE = 30
const LATE_ORDERS = byAge([wages.escalatedAt, "time"], [wages.id, "id"])
/** What waits for an admin: late, unpaid as far as anybody says, and looked at by nobody. */
const QUEUE_FILTERS = {
  waiting: and(
    isNotNull(wages.escalatedAt),
    isNull(wages.handledAt),
    inArray(wages.state, ["due", "denied"]),
  ),
  handled: and(isNotNull(wages.escalatedAt), isNotNull(wages.handledAt)),
} satisfies Record<WageQueue, unknown>

/** A page of the wages that are late for three days; null for anybody but an admin. */
export async function findLateWages(
  actor: Actor,
  input: { queue: WageQueue; cursor: string | null },
): Promise<{ rows: LateWageCard[]; cursor: string | null } | null> {
  if (!hasRight(actor, "trade") || actor.kind !== "member") return null
  const { rows, cursor } = await page({
    from: (sortKeys) =>
      db()
        .select({
          wage: wages,
          title: hirePosts.title,
          businessName: hirePosts.businessName,
          sortKeys,
        })
        .from(wages)
        .innerJoin(jobApplications, eq(jobApplications.id, wages.applicationId))
        .innerJoin(hirePosts, eq(hirePosts.id, jobApplications.hireId)),
    order: LATE_ORDERS[input.queue === "waiting" ? "oldest" : "newest"],
    filter: QUEUE_FILTERS[input.queue],
    cursor: input.cursor,
    size: LATE_PAGE_SIZE,
  })
  const people = await findOfficeNames(
    actor,
    rows.flatMap(({ wage }) => [wage.workerId, wage.handledBy]),
  )
  const getName = (id: string | null) => (id && people.get(id)?.name) || "회원"
  return {
    rows: rows.map(({ wage, title, businessName }) => ({
      applicationId: wage.applicationId,
      wageId: wage.id,
      state: wage.state,
      title,
      businessName,
      workerName: getName(wage.workerId),
      netWon: wage.netWon ?? 0,
      dueAt: wage.dueAt.toISOString(),
      escalatedAt: (wage.escalatedAt ?? wage.dueAt).toISOString(),
      handled: wage.handledAt && {
        at: wage.handledAt.toISOString(),
        by: getName(wage.handledBy),
        note: wage.handledNote,
      },
      isInvolved: actor.userId === wage.workerId || actor.userId === wage.employerId,
    })),
    cursor,
  }
}
