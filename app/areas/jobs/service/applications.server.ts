/** The lists of applications and the page of one, for its two people. */
import { and, desc, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { isAdmin, type Actor, type Member } from "../../accounts/rules.ts"
import { selectLegalName } from "../../accounts/service/legal-names.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { canReview, canSeeContact, WORK_TAB_STATES, WORK_TABS, type WorkTab } from "../rules.ts"
import { hirePosts, jobAppeals, jobApplications, jobEvents } from "../schema.server.ts"
import type { ApplicantCard, ApplicationCard, ApplicationView, HistoryEntry, Page } from "../views.ts"
import type { Shift } from "../wages.ts"
import { hireCardColumns, toHireCard } from "./hire-lists.server.ts"
import { findReviewsOfApplication } from "./job-reviews.server.ts"
import type { ApplicationRow } from "./transitions.server.ts"
import { noShowColumn, reputationColumns } from "./reputation.server.ts"
import { getAppealDeadline, canCheckInAt } from "./work.server.ts"
import { descending, page } from "#app/platform/page.server.ts"

const PAGE_SIZE = 20

/** A column: the shifts an application is for, in their order. */
export const shiftsColumn = sql<Shift[]>`(
  select coalesce(json_agg(json_build_object('date', s.date, 'start', s.starts, 'end', s.ends, 'breakMinutes',
    s.break_minutes) order by s.starts_at), '[]')
  from application_slots t join hire_slots s on s.id = t.slot_id
    where t.application_id = job_applications.id)`

/** A column: the days of an application, `YYYY-MM-DD`, that its employer called off. */
const calledOffColumn = sql<
  string[]
>`(select coalesce(json_agg(d.date order by d.date), '[]') from work_days d
  where d.application_id = job_applications.id and d.state = 'called_off')`

/** What the worker has to do next; null where nothing waits for them. */
function getTodo(row: ApplicationRow, reviewed: boolean): string | null {
  if (row.state === "hired") {
    if (!row.contractWorkerAt) return "근로계약을 확인해 주세요"
    if (!row.checkInWorkerAt && canCheckInAt(row, now())) return "출근했으면 눌러 주세요"
    return null
  }
  if (row.state === "checked_in" && !row.workWorkerAt && row.lastEndsAt <= now())
    return "근무가 끝났으면 확인해 주세요"
  if (row.state === "worked") return "임금을 받았으면 눌러 주세요"
  return canReview(row.state) && !reviewed ? "후기를 남겨 주세요" : null
}

const MY_APPLICATIONS_ORDER = descending(
  "newest",
  [jobApplications.createdAt, "time"],
  [jobApplications.id, "id"],
)

/** A page of the actor's own applications, newest first, with what waits for them. */
export async function findMyApplications(
  actor: Actor,
  options: { tab: WorkTab; cursor?: string | null },
): Promise<Page<ApplicationCard> & { counts: Record<WorkTab, number> }> {
  const counts: Record<WorkTab, number> = { all: 0, waiting: 0, working: 0, done: 0, ended: 0 }
  if (actor.kind !== "member") return { rows: [], next: null, counts }
  const [found, states] = await Promise.all([
    page({
      from: (sortKeys) =>
        db()
          .select({
            row: jobApplications,
            hire: {
              id: hirePosts.id,
              title: hirePosts.title,
              kind: hirePosts.kind,
              payType: hirePosts.payType,
              payWon: hirePosts.payWon,
              hourlyWon: hirePosts.hourlyWon,
              regionCode: hirePosts.regionCode,
              businessName: hirePosts.businessName,
            },
            slotCount: sql<number>`(select count(*)::int from application_slots t
              where t.application_id = job_applications.id)`,
            reviewed: sql<boolean>`exists (select from job_reviews r
              where r.application_id = job_applications.id
              and r.author_id = ${actor.userId}::uuid)`,
            sortKeys,
          })
          .from(jobApplications)
          .innerJoin(hirePosts, eq(hirePosts.id, jobApplications.hireId)),
      order: MY_APPLICATIONS_ORDER,
      filter: and(
        eq(jobApplications.workerId, actor.userId),
        inArray(jobApplications.state, [...WORK_TAB_STATES[options.tab]]),
      ),
      cursor: options.cursor ?? null,
      size: PAGE_SIZE,
    }),
    db()
      .select({ state: jobApplications.state, count: sql<number>`count(*)::int` })
      .from(jobApplications)
      .where(eq(jobApplications.workerId, actor.userId))
      .groupBy(jobApplications.state),
  ])
  for (const { state, count } of states)
    for (const tab of WORK_TABS) if (WORK_TAB_STATES[tab].includes(state)) counts[tab] += count
  return {
    rows: found.rows.map(({ row, hire, slotCount, reviewed }) => ({
      id: row.id,
      state: row.state,
      createdAt: row.createdAt.toISOString(),
      hire,
      firstStartsAt: row.firstStartsAt.toISOString(),
      slotCount,
      todo: getTodo(row, reviewed),
    })),
    next: found.cursor,
    counts,
  }
}

/**
 * The applicants of one's own post under a tab, the newest first; null where the post is not the actor's. Two
 * queries.
 */
export async function findApplicants(
  actor: Actor,
  hireId: string,
  tab: WorkTab,
): Promise<{
  hire: ReturnType<typeof toHireCard>
  applicants: ApplicantCard[]
  /** Those nobody has looked at. */ unseenIds: string[]
  counts: Record<WorkTab, number>
} | null> {
  if (actor.kind !== "member") return null
  // The post stands in every row, also where nobody has applied.
  const rows = await db()
    .select({
      post: hireCardColumns(actor),
      applicant: {
        id: jobApplications.id,
        state: jobApplications.state,
        message: jobApplications.message,
        createdAt: jobApplications.createdAt,
        workerId: jobApplications.workerId,
        legalName: selectLegalName("contract", sql`job_applications.worker_id`),
        byOffer: sql<boolean>`${jobApplications.offerId} is not null`,
        resume: sql<ApplicantCard["resume"]>`(case when job_applications.resume is not null
            and job_applications.state not in ('withdrawn', 'rejected')
          then jsonb_build_object('careerYears', resume -> 'careerYears',
            'certificates', resume -> 'certificates', 'safetyTrainedOn', resume -> 'safetyTrainedOn') end)`,
        ...reputationColumns(sql`job_applications.worker_id`, "worker"),
        noShows: noShowColumn(sql`job_applications.worker_id`),
        slots: sql<ApplicantCard["slots"]>`(
          select coalesce(json_agg(json_build_object('id', s.id, 'date', s.date, 'start', s.starts, 'end',
            s.ends, 'breakMinutes', s.break_minutes, 'full', s.hired >= s.headcount)
            order by s.starts_at), '[]')
          from application_slots t join hire_slots s on s.id = t.slot_id
            where t.application_id = job_applications.id)`,
      },
    })
    .from(hirePosts)
    .leftJoin(jobApplications, eq(jobApplications.hireId, hirePosts.id))
    .where(and(eq(hirePosts.id, hireId), eq(hirePosts.employerId, actor.userId)))
    .orderBy(desc(jobApplications.createdAt), desc(jobApplications.id))
    .limit(200)
  const post = rows[0]?.post
  if (!post) return null
  const all = rows.flatMap(({ applicant }) => (isPresentRow(applicant) ? [applicant] : []))
  const people = await findPeople(all.map((row) => row.workerId))
  const counts: Record<WorkTab, number> = { all: 0, waiting: 0, working: 0, done: 0, ended: 0 }
  for (const row of all)
    for (const each of WORK_TABS) if (WORK_TAB_STATES[each].includes(row.state)) counts[each] += 1
  const pageRows = all.filter((row) => WORK_TAB_STATES[tab].includes(row.state))
  return {
    hire: toHireCard(post),
    applicants: pageRows.map((row) => ({
      ...row,
      name: people.get(row.workerId)?.name ?? "회원",
      legalName: canSeeContact(row.state) ? row.legalName : null,
      avatarId: people.get(row.workerId)?.avatarId ?? null,
      createdAt: row.createdAt.toISOString(),
    })),
    unseenIds: all.filter((row) => row.state === "applied").map((row) => row.id),
    counts,
  }
}

type NonNullRow<Row> = { [Field in keyof Row]: NonNullable<Row[Field]> | Extract<Row[Field], null> }
/** A left join without a partner gives a row of nulls. */
const isPresentRow = <Row extends { id: string | null }>(
  row: Row | null,
): row is Row & NonNullRow<Row> & { id: string } => row !== null && row.id !== null

const toIsoOrNull = (at: Date | null) => at?.toISOString() ?? null

/** What a member is in an application; null for whom it does not concern. */
export function findRole(actor: Member, row: ApplicationRow): ApplicationView["role"] | null {
  if (row.workerId === actor.userId) return "worker"
  if (row.employerId === actor.userId) return "employer"
  return isAdmin(actor) ? "admin" : null
}

/** The employer reads the worker's number until it is over, the worker the employer's once hired. */
function findVisiblePhone(
  role: ApplicationView["role"],
  row: ApplicationRow,
  employerPhone: string,
): string | null {
  if (role === "employer") return row.state === "withdrawn" || row.state === "rejected" ? null : row.phone
  return role === "worker" && canSeeContact(row.state) ? employerPhone : null
}

/** The one who was reported may appeal, within the time for it. */
function canAppealAt(row: ApplicationRow, role: "worker" | "employer", at: Date): boolean {
  const deadline = getAppealDeadline(row)
  return row.state === "no_show" && row.noShowBy !== role && deadline !== null && deadline > at
}

/** The employer reads a résumé as the phone: until it is over without a hiring. */
const findVisibleResume = (role: ApplicationView["role"], row: ApplicationRow) =>
  role === "worker" || (role === "employer" && row.state !== "withdrawn" && row.state !== "rejected")
    ? row.resume
    : null

const toMarks = (row: ApplicationRow): ApplicationView["marks"] => ({
  contractEmployer: toIsoOrNull(row.contractEmployerAt),
  contractWorker: toIsoOrNull(row.contractWorkerAt),
  checkInWorker: toIsoOrNull(row.checkInWorkerAt),
  checkInEmployer: toIsoOrNull(row.checkInEmployerAt),
  workWorker: toIsoOrNull(row.workWorkerAt),
  workEmployer: toIsoOrNull(row.workEmployerAt),
  paySent: toIsoOrNull(row.paySentAt),
  paid: toIsoOrNull(row.paidAt),
})

const toAppeal = (appeal: typeof jobAppeals.$inferSelect, userId: string) => ({
  state: appeal.state,
  text: appeal.text,
  answer: appeal.answer,
  own: appeal.appellantId === userId,
})

const toHistoryEntry = (entry: typeof jobEvents.$inferSelect): HistoryEntry => ({
  move: entry.move,
  toState: entry.toState,
  role: entry.actorRole,
  note: entry.note,
  at: entry.at.toISOString(),
})

/** One application for its worker, its employer and admins; null for everybody else. Four queries. */
export async function findApplication(actor: Actor, applicationId: string): Promise<ApplicationView | null> {
  if (actor.kind !== "member") return null
  const [[found], history, reviews] = await Promise.all([
    db()
      .select({
        row: jobApplications,
        card: hireCardColumns(actor),
        address: hirePosts.address,
        employerPhone: hirePosts.contactPhone,
        legalName: selectLegalName("contract", sql`job_applications.worker_id`),
        shifts: shiftsColumn,
        appeal: jobAppeals,
        ...reputationColumns(sql`job_applications.worker_id`, "worker"),
        noShows: noShowColumn(sql`job_applications.worker_id`),
        calledOffDates: calledOffColumn,
        hasWorkDays: sql<boolean>`exists (select from work_days d
          where d.application_id = job_applications.id)`,
      })
      .from(jobApplications)
      .innerJoin(hirePosts, eq(hirePosts.id, jobApplications.hireId))
      .leftJoin(jobAppeals, eq(jobAppeals.applicationId, jobApplications.id))
      .where(eq(jobApplications.id, applicationId)),
    db()
      .select()
      .from(jobEvents)
      .where(and(eq(jobEvents.subjectId, applicationId), eq(jobEvents.subject, "application")))
      .orderBy(jobEvents.at, jobEvents.id),
    findReviewsOfApplication(applicationId, actor.userId),
  ])
  if (!found) return null
  const { row } = found
  const role = findRole(actor, row)
  if (!role) return null
  const canSeePrivateDetails = canSeeContact(row.state)
  const people = await findPeople([row.employerId, row.workerId])
  const toPerson = (id: string) => ({
    id,
    name: people.get(id)?.name ?? "회원",
    avatarId: people.get(id)?.avatarId ?? null,
  })
  const { first, ...hire } = toHireCard(found.card)
  return {
    id: row.id,
    role,
    state: row.state,
    message: row.message,
    resume: findVisibleResume(role, row),
    createdAt: row.createdAt.toISOString(),
    hire: { ...hire, first },
    employer: { ...toPerson(row.employerId), name: hire.businessName },
    worker: {
      ...toPerson(row.workerId),
      // The contract needs it: whoever only applied is known by the nickname.
      legalName: canSeePrivateDetails ? found.legalName : null,
      rating: found.rating,
      reviewCount: found.reviewCount,
      completedJobs: found.completedJobs,
      noShows: found.noShows,
    },
    phone: findVisiblePhone(role, row, found.employerPhone),
    address: canSeePrivateDetails ? (row.contract?.address ?? found.address) : null,
    slots: found.shifts,
    firstStartsAt: row.firstStartsAt.toISOString(),
    lastEndsAt: row.lastEndsAt.toISOString(),
    contract: canSeePrivateDetails ? row.contract : null,
    marks: toMarks(row),
    noShow: row.noShowBy && row.noShowAt ? { by: row.noShowBy, at: row.noShowAt.toISOString() } : null,
    calledOffAt: toIsoOrNull(row.calledOffAt),
    calledOffDates: found.calledOffDates,
    note: row.note,
    appeal: found.appeal && toAppeal(found.appeal, actor.userId),
    canAppeal: role !== "admin" && !found.appeal && canAppealAt(row, role, now()),
    canCheckIn: canCheckInAt(row, now()),
    hasWorkDays: found.hasWorkDays,
    canConfirmWork: row.firstStartsAt <= now(),
    reviews,
    history: history.filter((entry) => role !== "worker" || entry.move !== "shortlist").map(toHistoryEntry),
  }
}
