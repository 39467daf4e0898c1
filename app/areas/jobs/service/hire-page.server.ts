/** The page of one hire post: who may see it, and what of it. */
import { and, eq, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { listPublicHolidays } from "#app/basics/support-hours.ts"
import { db } from "#app/platform/db.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { canSeeContact, type ApplicationState } from "../rules.ts"
import { hirePosts, hireSlots } from "../schema.server.ts"
import type { HireView, SlotView } from "../views.ts"
import { getWorkforce } from "../workforce.ts"
import { hireCardColumns, toHireCard } from "./hire-lists.server.ts"
import { withAuthorNames, reputationColumns, findReviews, shortNoticeColumn } from "./reputation.server.ts"

/**
 * A post with its shifts, its employer and what the actor has to do with it; null where it is not there or
 * hidden from them. Four queries; two, and no picture of the employer, without the reviews.
 */
export async function findHire(actor: Actor, hireId: string, withReviews = true): Promise<HireView | null> {
  const userId = actor.kind === "member" ? actor.userId : null
  const [[row], slots, reviews] = await Promise.all([
    db()
      .select({
        card: hireCardColumns(actor),
        post: hirePosts,
        ...reputationColumns(sql`hire_posts.employer_id`, "employer"),
        shortNotices: shortNoticeColumn(sql`hire_posts.employer_id`),
        mine:
          userId === null
            ? sql<null>`null`
            : sql<{
                id: string
                state: ApplicationState
              } | null>`(select json_build_object('id', a.id, 'state', a.state) from job_applications a
                where a.hire_id = hire_posts.id and a.worker_id = ${userId}::uuid)`,
      })
      .from(hirePosts)
      .where(eq(hirePosts.id, hireId)),
    findSlots(hireId),
    withReviews ? findReviews({ hireId }, "employer") : [],
  ])
  if (!row) return null
  const { post, mine } = row
  const isOwner = post.employerId === userId
  // What is hidden does not exist, but for its owner, for admins and for those who deal with it already.
  if (post.hiddenAt && !isOwner && !mine && !isAdmin(actor)) return null
  const people: Awaited<ReturnType<typeof findPeople>> = withReviews
    ? await findPeople([post.employerId, ...reviews.map((review) => review.authorId)])
    : new Map()
  const employer = people.get(post.employerId)
  const { first: _, ...card } = toHireCard(row.card)
  const canSeePrivateDetails = isOwner || (mine !== null && canSeeContact(mine.state))
  return {
    ...card,
    description: post.description,
    needs: post.needs,
    safetyTraining: post.safetyTraining,
    meals: post.meals,
    lodging: post.lodging,
    foreigners: post.foreigners,
    teens: post.teens,
    applicationCount: post.applicationCount,
    hiddenReason: post.hiddenAt ? post.hiddenReason : null,
    slots,
    employer: {
      id: post.employerId,
      avatarId: employer?.avatarId ?? null,
      kind: post.employerKind,
      businessName: post.businessName,
      // Of a business it is public; of a private person it is the legal name, which the contract needs.
      representative: post.employerKind === "business" || canSeePrivateDetails ? post.representative : null,
      businessNumber: post.businessNumber,
      workforce: getWorkforce(post),
      rating: row.rating,
      reviewCount: row.reviewCount,
      completedJobs: row.completedJobs,
      shortNotices: row.shortNotices,
    },
    reviews: withAuthorNames(reviews, people),
    isOwner,
    mine,
    contact: canSeePrivateDetails ? { address: post.address, phone: post.contactPhone } : null,
  }
}

/** The shifts of a post, in their order. */
async function findSlots(hireId: string): Promise<SlotView[]> {
  const rows = await db()
    .select()
    .from(hireSlots)
    .where(eq(hireSlots.hireId, hireId))
    .orderBy(hireSlots.startsAt, hireSlots.id)
  return rows.map((slot) => ({
    id: slot.id,
    holiday: listPublicHolidays(slot.startsAt)[0] ?? null,
    date: slot.date,
    start: slot.starts,
    end: slot.ends,
    breakMinutes: slot.breakMinutes,
    headcount: slot.headcount,
    hired: slot.hired,
    startsAt: slot.startsAt.toISOString(),
    endsAt: slot.endsAt.toISOString(),
  }))
}

/** The open posts of an employer, for an offer. */
export async function findOpenHires(actor: Actor): Promise<{ id: string; title: string }[]> {
  if (actor.kind !== "member") return []
  return db()
    .select({ id: hirePosts.id, title: hirePosts.title })
    .from(hirePosts)
    .where(
      and(
        eq(hirePosts.employerId, actor.userId),
        eq(hirePosts.state, "open"),
        sql`${hirePosts.deadlineAt} > ${now().toISOString()}::timestamptz`,
      ),
    )
    .orderBy(sql`${hirePosts.openedAt} desc`)
    .limit(30)
}
