/** What people are known for in the jobs context alone: deals, ratings, no-shows. */
import { and, desc, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { DAY_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { SHORT_NOTICE_SHOWN_DAYS } from "../call-off-rules.ts"
import { type ReviewSide } from "../rules.ts"
import { hirePosts, jobApplications, jobReviews } from "../schema.server.ts"
import type { ReviewView } from "../views.ts"

/**
 * Columns about the person in `userColumn` (a column with the name of its table), as an employer or as a
 * worker.
 */
export const reputationColumns = (userColumn: SQL, side: ReviewSide) => ({
  rating: sql<number | null>`(select round(avg(r.rating), 1)::float from job_reviews r
    where r.subject_id = ${userColumn} and r.side = ${side}
    and r.published_at is not null and r.removed_at is null)`,
  reviewCount: sql<number>`(select count(*)::int from job_reviews r
    where r.subject_id = ${userColumn} and r.side = ${side} and r.published_at is not null
    and r.removed_at is null)`,
  completedJobs:
    side === "employer"
      ? sql<number>`(select count(*)::int from job_applications a
        where a.employer_id = ${userColumn} and a.state in ('worked', 'wage_paid', 'wage_disputed'))`
      : sql<number>`(select count(*)::int from job_applications a
        where a.worker_id = ${userColumn} and a.state in ('worked', 'wage_paid', 'wage_disputed'))`,
})
/**
 * How often the employer in `userColumn` called off a hire, or days of one, less than 24 hours before, in the
 * last 180 days.
 */
export const shortNoticeColumn = (userColumn: SQL) => {
  const since = new Date(now().getTime() - SHORT_NOTICE_SHOWN_DAYS * DAY_MS).toISOString()
  return sql<number>`(select count(*)::int from job_applications a
    where a.employer_id = ${userColumn} and a.state in ('called_off', 'hired', 'checked_in', 'worked',
      'wage_paid', 'wage_disputed') and a.updated_at > ${since}::timestamptz
    and ((a.called_off_at > ${since}::timestamptz
        and a.called_off_at > a.first_starts_at - interval '24 hours')
      or exists (select from work_days d where d.application_id = a.id
        and d.called_off_at > ${since}::timestamptz
        and d.called_off_at > d.starts_at - interval '24 hours')))`
}

/** How often an employer had to report that the person in `userColumn` did not come, and it stands. */
export const noShowColumn = (userColumn: SQL) =>
  sql<number>`(select count(*)::int from job_applications a
    where a.worker_id = ${userColumn} and a.state = 'no_show'
    and a.no_show_by = 'employer')`

/**
 * The newest published reviews of somebody on one side, with whoever wrote them; the employer of a post is
 * asked for by `hireId`.
 */
export async function findReviews(
  target: { subjectId: string } | { hireId: string },
  side: ReviewSide,
  limit = 5,
): Promise<(Omit<ReviewView, "authorName"> & { authorId: string })[]> {
  const subject =
    "subjectId" in target
      ? eq(jobReviews.subjectId, target.subjectId)
      : sql`${jobReviews.subjectId} = (select h.employer_id from hire_posts h
        where h.id = ${target.hireId}::uuid)`
  const rows = await db()
    .select({
      id: jobReviews.id,
      authorId: jobReviews.authorId,
      rating: jobReviews.rating,
      tags: jobReviews.tags,
      body: jobReviews.body,
      publishedAt: jobReviews.publishedAt,
      jobTitle: hirePosts.title,
    })
    .from(jobReviews)
    .innerJoin(jobApplications, eq(jobApplications.id, jobReviews.applicationId))
    .innerJoin(hirePosts, eq(hirePosts.id, jobApplications.hireId))
    .where(
      and(
        subject,
        eq(jobReviews.side, side),
        isNotNull(jobReviews.publishedAt),
        isNull(jobReviews.removedAt),
      ),
    )
    .orderBy(desc(jobReviews.publishedAt), desc(jobReviews.id))
    .limit(limit)
  return rows.map(({ publishedAt, ...row }) => ({ ...row, publishedAt: publishedAt?.toISOString() ?? "" }))
}

/** Reviews with the names of those who wrote them, as others see them. */
export const withAuthorNames = (
  reviews: Awaited<ReturnType<typeof findReviews>>,
  people: ReadonlyMap<string, { name: string }>,
): ReviewView[] =>
  reviews.map(({ authorId, ...review }) => ({
    ...review,
    authorName: people.get(authorId)?.name ?? "회원",
  }))
