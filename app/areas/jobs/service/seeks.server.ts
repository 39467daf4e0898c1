/**
 * Owns seek posts: writing them, resting and ending them, the list that employers look through, the page of
 * one.
 */
import { and, desc, eq, isNull, ne, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { FormValues } from "#app/basics/form.ts"
import { newId } from "#app/basics/ids.ts"
import { hideContacts } from "#app/basics/korean.ts"
import { getSidoCode, WHOLE_COUNTRY } from "#app/basics/regions.ts"
import { getKstFields } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { removeDraft } from "#app/platform/drafts.server.ts"
import { db, inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { runOnce } from "#app/platform/submissions.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import type { SeekInput } from "../forms.ts"
import {
  SEEK_TRANSITIONS,
  type DayTime,
  type JobKind,
  type PayType,
  type SeekTransition,
  type SeekSort,
} from "../rules.ts"
import { seekPosts, seekSaves } from "../schema.server.ts"
import type { Page, SeekCardView, SeekView, SentOffer } from "../views.ts"
import { PAID_HOURS_PER_MONTH } from "../wages.ts"
import { recordHistory } from "./transitions.server.ts"
import { withAuthorNames, noShowColumn, reputationColumns, findReviews } from "./reputation.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { type ListOrder, ascending, descending, page } from "#app/platform/page.server.ts"

/** Name of the draft of a seek post. */
export const SEEK_DRAFT_NAME = "seek"
const PAGE_SIZE = 20

/** What is wanted by the hour: a day counts as 8 hours, a month as 209. */
export const toWantedHourlyWon = (payType: SeekInput["payType"], payWon: number | null): number | null =>
  payType === null || payWon === null
    ? null
    : payType === "hour"
      ? payWon
      : Math.floor(payWon / (payType === "day" ? 8 : PAID_HOURS_PER_MONTH))

const toColumns = (input: Omit<SeekInput, "adult">) => ({
  title: hideContacts(input.title),
  introduction: hideContacts(input.introduction),
  kinds: input.kinds,
  regionCodes: input.regionCodes,
  payType: input.payType,
  payWon: input.payType === null ? null : input.payWon,
  hourlyWon: toWantedHourlyWon(input.payType, input.payWon),
  weekdays: input.weekdays,
  dayTimes: input.dayTimes,
  shortTerm: input.shortTerm,
  availableFrom: input.availableFrom,
  careerYears: input.careerYears,
  licences: input.licences,
  updatedAt: now(),
})

/**
 * Posts that somebody seeks work. Contact details in the text are hidden. Refusals: `not_member`, `already`
 * (one post at a time).
 */
export async function createSeek(
  actor: Actor,
  input: SeekInput & { submissionKey: string },
): Promise<Outcome<"not_member" | "already", { seekId: string }>> {
  if (actor.kind !== "member" || !actor.profile) return refuse("not_member")
  try {
    return await inTransaction((tx) =>
      runOnce(tx, { actorId: actor.userId, form: "seek", key: input.submissionKey }, async () => {
        const seekId = newId()
        await tx
          .insert(seekPosts)
          .values({ id: seekId, workerId: actor.userId, state: "open", ...toColumns(input), openedAt: now() })
        await recordHistory(tx, {
          subject: "seek",
          subjectId: seekId,
          move: "publish",
          fromState: null,
          toState: "open",
          role: "worker",
          actorId: actor.userId,
        })
        await removeDraft(actor.userId, SEEK_DRAFT_NAME, tx)
        await emitSubjectChanged(tx, { kind: "seek", id: seekId })
        return ok({ seekId })
      }),
    )
  } catch (error) {
    if (violatedConstraint(error) === "seek_posts_one") return refuse("already")
    throw error
  }
}

/** Changes a post that is not closed. Refusals `not_found`, `not_now`. */
export async function editSeek(
  actor: Actor,
  seekId: string,
  input: Omit<SeekInput, "adult">,
): Promise<Outcome<"not_found" | "not_now">> {
  return inTransaction(async (tx) => {
    const [seek] = await tx.select().from(seekPosts).where(eq(seekPosts.id, seekId)).for("update")
    if (!seek || actor.kind !== "member" || seek.workerId !== actor.userId) return refuse("not_found")
    if (seek.state === "closed") return refuse("not_now")
    await tx.update(seekPosts).set(toColumns(input)).where(eq(seekPosts.id, seekId))
    await recordHistory(tx, {
      subject: "seek",
      subjectId: seekId,
      move: "edit",
      fromState: seek.state,
      toState: seek.state,
      role: "worker",
      actorId: actor.userId,
    })
    await emitSubjectChanged(tx, { kind: "seek", id: seekId })
    return ok()
  })
}

/** Rests, goes on or ends a post. Refusals `not_found`, `not_now`. */
export async function transitionSeek(
  actor: Actor,
  seekId: string,
  move: SeekTransition,
): Promise<Outcome<"not_found" | "not_now">> {
  return inTransaction(async (tx) => {
    const [seek] = await tx.select().from(seekPosts).where(eq(seekPosts.id, seekId)).for("update")
    const role =
      !seek || actor.kind !== "member"
        ? undefined
        : seek.workerId === actor.userId
          ? "worker"
          : isAdmin(actor)
            ? "admin"
            : undefined
    if (!seek || !role || actor.kind !== "member") return refuse("not_found")
    const transition = findTransition(SEEK_TRANSITIONS, { move, from: seek.state, role })
    if (!transition) return refuse("not_now")
    const at = now()
    await tx
      .update(seekPosts)
      .set({ state: transition.to, closedAt: transition.to === "closed" ? at : null, updatedAt: at })
      .where(eq(seekPosts.id, seekId))
    await recordHistory(tx, {
      subject: "seek",
      subjectId: seekId,
      move,
      fromState: seek.state,
      toState: transition.to,
      role,
      actorId: actor.userId,
    })
    await emitSubjectChanged(tx, { kind: "seek", id: seekId })
    return ok()
  })
}

const seekCardColumns = (actor: Actor) => ({
  id: seekPosts.id,
  title: seekPosts.title,
  kinds: seekPosts.kinds,
  regionCodes: seekPosts.regionCodes,
  payType: seekPosts.payType,
  payWon: seekPosts.payWon,
  weekdays: seekPosts.weekdays,
  dayTimes: seekPosts.dayTimes,
  shortTerm: seekPosts.shortTerm,
  availableFrom: seekPosts.availableFrom,
  careerYears: seekPosts.careerYears,
  licences: seekPosts.licences,
  state: seekPosts.state,
  openedAt: seekPosts.openedAt,
  workerId: seekPosts.workerId,
  saved:
    actor.kind === "member"
      ? sql<boolean>`exists (select from seek_saves v
        where v.seek_id = seek_posts.id and v.user_id = ${actor.userId}::uuid)`
      : sql<boolean>`false`,
})
type CardRow = Omit<SeekCardView, "openedAt" | "workerName" | "avatarId"> & {
  openedAt: Date
  workerId: string
}
type People = Awaited<ReturnType<typeof findPeople>>
const toSeekCard = ({ openedAt, workerId, ...row }: CardRow, people: People): SeekCardView => ({
  id: row.id,
  title: row.title,
  kinds: row.kinds,
  regionCodes: row.regionCodes,
  payType: row.payType,
  payWon: row.payWon,
  weekdays: row.weekdays,
  dayTimes: row.dayTimes,
  shortTerm: row.shortTerm,
  availableFrom: row.availableFrom,
  careerYears: row.careerYears,
  licences: row.licences,
  state: row.state,
  saved: row.saved,
  openedAt: openedAt.toISOString(),
  workerName: people.get(workerId)?.name ?? "회원",
  avatarId: people.get(workerId)?.avatarId ?? null,
})
async function toSeekCards(rows: readonly CardRow[]): Promise<SeekCardView[]> {
  const people = await findPeople(rows.map((row) => row.workerId))
  return rows.map((row) => toSeekCard(row, people))
}

export type SeekFilters = {
  kind: JobKind | null
  region: string | null
  pay: PayType | null
  date: string | null
  time: DayTime | null
  short: boolean
}

const wage = sql`coalesce(${seekPosts.hourlyWon}, 2000000000)`
const SORTS: Record<SeekSort, ListOrder> = {
  newest: descending("newest", [seekPosts.openedAt, "time"], [seekPosts.id, "id"]),
  wage: ascending("wage", [wage, "integer"], [seekPosts.id, "id"]),
  career: descending("career", [seekPosts.careerYears, "integer"], [seekPosts.id, "id"]),
}

const listedCondition = and(eq(seekPosts.state, "open"), isNull(seekPosts.hiddenAt))

/** True of posts that take a region: the whole 시·도 takes what lies in it, and the other way round. */
function coversRegionCondition(region: string): SQL {
  const sido = getSidoCode(region) ?? region
  return region === sido
    ? sql`exists (select from unnest(${seekPosts.regionCodes}) code where code like ${`${region}%`})`
    : sql`${seekPosts.regionCodes} && ${sql.param([region, sido])}::text[]`
}

/**
 * A page of those who seek work and fit all `filters`, 20 after `cursor`; one that cannot be read begins
 * anew. `date`: may begin by then, and works on that day of the week.
 */
export async function searchSeeks(
  actor: Actor,
  filters: SeekFilters,
  sort: SeekSort,
  cursor: string | null,
): Promise<Page<SeekCardView> & { total: number }> {
  const { kind, region, pay, date, time, short } = filters
  const filterCondition = and(
    listedCondition,
    kind ? sql`${seekPosts.kinds} @> ${sql.param([kind])}::text[]` : undefined,
    region && region !== WHOLE_COUNTRY ? coversRegionCondition(region) : undefined,
    pay ? sql`${seekPosts.payType} = ${pay}` : undefined,
    date
      ? sql`${seekPosts.availableFrom} <= ${date}::date
        and ${String(getKstFields(date).weekday)} = any(${seekPosts.weekdays})`
      : undefined,
    time ? sql`${time} = any(${seekPosts.dayTimes})` : undefined,
    short ? eq(seekPosts.shortTerm, true) : undefined,
  )
  const [found, [counted]] = await Promise.all([
    page({
      from: (sortKeys) =>
        db()
          .select({ ...seekCardColumns(actor), hourlyWon: seekPosts.hourlyWon, sortKeys })
          .from(seekPosts),
      order: SORTS[sort],
      filter: filterCondition,
      cursor,
      size: PAGE_SIZE,
    }),
    db()
      .select({ total: sql<number>`count(*)::int` })
      .from(seekPosts)
      .where(filterCondition),
  ])
  return {
    rows: await toSeekCards(found.rows),
    next: found.cursor,
    total: counted?.total ?? 0,
  }
}

/** Offers of the viewer to the one who wrote the post, in the same query as the post. */
const sentOffersColumn = (userId: string | null) =>
  userId === null
    ? sql<SentOffer[]>`'[]'::jsonb`
    : sql<SentOffer[]>`coalesce((
        select jsonb_agg(jsonb_build_object('hireId', o.hire_id, 'title', h.title, 'state', case
          when o.state = 'sent' and o.expires_at <= ${now().toISOString()}::timestamptz then 'expired'
          else o.state end, 'expiresAt', o.expires_at) order by o.created_at desc)
        from job_offers o join hire_posts h on h.id = o.hire_id
        where o.seek_id = seek_posts.id and o.employer_id = ${userId}::uuid), '[]'::jsonb)`

/** One post with what its worker is known for; null where it is not there, or closed or hidden for others. */
export async function findSeek(actor: Actor, seekId: string): Promise<SeekView | null> {
  const userId = actor.kind === "member" ? actor.userId : null
  const [row] = await db()
    .select({
      card: seekCardColumns(actor),
      post: seekPosts,
      ...reputationColumns(sql`seek_posts.worker_id`, "worker"),
      noShows: noShowColumn(sql`seek_posts.worker_id`),
      sentOffers: sentOffersColumn(userId),
    })
    .from(seekPosts)
    .where(eq(seekPosts.id, seekId))
  if (!row) return null
  const isOwner = row.post.workerId === userId
  if (row.post.hiddenAt && !isOwner && !isAdmin(actor)) return null
  const reviews = await findReviews({ subjectId: row.post.workerId }, "worker")
  const people = await findPeople([row.post.workerId, ...reviews.map((review) => review.authorId)])
  return {
    ...toSeekCard(row.card, people),
    introduction: row.post.introduction,
    workerId: row.post.workerId,
    hiddenReason: row.post.hiddenAt ? row.post.hiddenReason : null,
    worker: {
      rating: row.rating,
      reviewCount: row.reviewCount,
      completedJobs: row.completedJobs,
      noShows: row.noShows,
    },
    reviews: withAuthorNames(reviews, people),
    isOwner,
    sentOffers: row.sentOffers.map((offer) => ({
      ...offer,
      expiresAt: new Date(offer.expiresAt).toISOString(),
    })),
  }
}

/** Others who seek the same work, those in the same 시·도 first. */
export async function findSimilarSeeks(
  of: { id: string; kinds: readonly JobKind[]; regionCodes: readonly string[] },
  limit = 3,
): Promise<SeekCardView[]> {
  const sido = getSidoCode(of.regionCodes[0] ?? "") ?? "-"
  const rows = await db()
    .select(seekCardColumns({ kind: "visitor", draftId: null }))
    .from(seekPosts)
    .where(
      and(
        listedCondition,
        sql`${seekPosts.kinds} && ${sql.param([...of.kinds])}::text[]`,
        ne(seekPosts.id, of.id),
      ),
    )
    .orderBy(
      sql`exists (select from unnest(${seekPosts.regionCodes}) code where code like ${`${sido}%`}) desc`,
      desc(seekPosts.openedAt),
      desc(seekPosts.id),
    )
    .limit(limit)
  return toSeekCards(rows)
}

/** The actor's own post that is not closed; null where there is none. */
export async function findOwnSeek(actor: Actor): Promise<SeekCardView | null> {
  if (actor.kind !== "member") return null
  const [row] = await db()
    .select(seekCardColumns(actor))
    .from(seekPosts)
    .where(and(eq(seekPosts.workerId, actor.userId), ne(seekPosts.state, "closed")))
  return row ? ((await toSeekCards([row]))[0] ?? null) : null
}

/** The fields of one's own post as the wizard has them; null where it is not the actor's. */
export async function findSeekValues(actor: Actor, seekId: string): Promise<FormValues | null> {
  if (actor.kind !== "member") return null
  const [post] = await db()
    .select()
    .from(seekPosts)
    .where(and(eq(seekPosts.id, seekId), eq(seekPosts.workerId, actor.userId)))
  if (!post) return null
  return {
    kinds: post.kinds,
    regionCodes: post.regionCodes,
    payType: post.payType ?? "",
    payWon: post.payWon === null ? "" : String(post.payWon),
    availableFrom: post.availableFrom,
    weekdays: post.weekdays,
    dayTimes: post.dayTimes,
    ...(post.shortTerm ? { shortTerm: "on" } : {}),
    title: post.title,
    introduction: post.introduction,
    careerYears: String(post.careerYears),
    licences: post.licences.join("\n"),
  }
}

/** Posts of others that the actor has saved, the last saved first; at most 60. */
export async function findSavedSeeks(actor: Actor): Promise<SeekCardView[]> {
  if (actor.kind !== "member") return []
  const rows = await db()
    .select(seekCardColumns(actor))
    .from(seekSaves)
    .innerJoin(seekPosts, eq(seekPosts.id, seekSaves.seekId))
    .where(and(eq(seekSaves.userId, actor.userId), isNull(seekPosts.hiddenAt)))
    .orderBy(desc(seekSaves.createdAt))
    .limit(60)
  return toSeekCards(rows)
}
