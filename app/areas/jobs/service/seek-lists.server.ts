/** Reads the posts of those who seek work: what everybody finds, one, and one's own. */
import { type Actor, isAdmin } from "../../accounts/rules.ts"
import { seekPosts, seekSaves } from "../schema.server.ts"
import { sql, and, eq, isNull, type SQL, ne, desc } from "drizzle-orm"
import type { SeekCardView, Page, SentOffer, SeekView } from "../views.ts"
import { latestCheckSql } from "../../accounts/service/neighbourhoods.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import type { JobKind, PayType, DayTime, SeekSort } from "../rules.ts"
import type { NearView, Range } from "#app/basics/distance.ts"
import { getNearestDistance } from "#app/basics/region-distance.server.ts"
import { buildCoverSteps, coversRange, searchNear } from "#app/platform/near-steps.server.ts"
import {
  type ListOrder,
  type ListStep,
  type Page as KeysetPage,
  descending,
  ascending,
  pageOfList,
} from "#app/platform/page.server.ts"
import { formatValidCheck, getNeighbourhood, toNearView } from "../../accounts/neighbourhood-rules.ts"
import { getSidoCode, listSigunguCodes, WHOLE_COUNTRY } from "#app/basics/regions.ts"
import { getKstFields } from "#app/basics/time.ts"
import { countCapped } from "#app/platform/capped-count.server.ts"
import { db } from "#app/platform/db.server.ts"
import { now } from "#app/basics/clock.ts"
import { reputationColumns, noShowColumn, findReviews, withAuthorNames } from "./reputation.server.ts"

const PAGE_SIZE = 20

export const seekCardColumns = (actor: Actor) => ({
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
  /** How far to look from the reader's neighbourhood; null: as far as they set. */
  range: Range | null
  pay: PayType | null
  date: string | null
  time: DayTime | null
  short: boolean
}

const wage = sql`coalesce(${seekPosts.hourlyWon}, 2000000000)`

const SORTS: Record<SeekSort, ListOrder> = {
  newest: descending("newest", [seekPosts.openedAt, "time"], [seekPosts.id, "id"]),
  near: descending("near", [seekPosts.openedAt, "time"], [seekPosts.id, "id"]),
  wage: ascending("wage", [wage, "integer"], [seekPosts.id, "id"]),
  career: descending("career", [seekPosts.careerYears, "integer"], [seekPosts.id, "id"]),
}

// As the index seek_posts_marks says it.
const seekMarks = sql`seek_marks(${seekPosts.payType}, ${seekPosts.dayTimes}, ${seekPosts.shortTerm})`

export const listedSeekCondition = and(eq(seekPosts.state, "open"), isNull(seekPosts.hiddenAt))

/** True of posts that take one of the regions. */
const worksIn = (codes: readonly string[]) =>
  sql`(${seekPosts.regionCodes} && ${sql.param([...codes])}::text[])`

/** True of posts that take a region: the whole 시·도 takes what lies in it, and the other way round. */
function coversRegionCondition(region: string): SQL {
  const sido = getSidoCode(region) ?? region
  return worksIn([sido, ...(region === sido ? listSigunguCodes(sido) : [region])])
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
): Promise<Page<SeekCardView> & { total: number; near: NearView | null }> {
  const { kind, region, pay, date, time, short } = filters
  const marks = [...(pay ? [`pay:${pay}`] : []), ...(time ? [time] : []), ...(short ? ["short"] : [])]
  const filter = and(
    kind ? sql`${seekPosts.kinds} @> ${sql.param([kind])}::text[]` : undefined,
    marks.length > 0 ? sql`${seekMarks} @> ${sql.param(marks)}::text[]` : undefined,
    region && region !== WHOLE_COUNTRY ? coversRegionCondition(region) : undefined,
    date
      ? sql`${seekPosts.availableFrom} <= ${date}::date
        and ${String(getKstFields(date).weekday)} = any(${seekPosts.weekdays})`
      : undefined,
  )
  const filterCondition = and(listedSeekCondition, filter)
  const from = getNeighbourhood(actor)?.regionCode ?? null
  const near = region === null ? toNearView(actor, filters.range) : null
  return searchNear(near, cursor === null, async (around) => {
    const [found, total] = await Promise.all([
      readSeeks(actor, {
        order: SORTS[sort],
        steps: around && buildCoverSteps(worksIn, { ...around, isByDistance: sort === "near" }),
        filter,
        cursor,
        size: PAGE_SIZE,
      }),
      countCapped(seekPosts, and(filterCondition, around ? coversRange(worksIn, around) : undefined)),
    ])
    const cards = await toSeekCards(found.rows)
    return {
      found: {
        rows: cards.map((card) => ({ ...card, distance: getNearestDistance(card.regionCodes, from) })),
        next: found.cursor,
        total,
      },
      isEmpty: found.rows.length === 0,
    }
  })
}

/** Reads a page of posts. */
function readSeeks(
  actor: Actor,
  list: {
    order: ListOrder
    steps: ListStep[] | null
    filter: SQL | undefined
    cursor: string | null
    size: number
  },
): Promise<KeysetPage<CardRow>> {
  const columns = { ...seekCardColumns(actor), hourlyWon: seekPosts.hourlyWon }
  return pageOfList({
    ...list,
    table: seekPosts,
    id: seekPosts.id,
    listed: sql`${listedSeekCondition}`,
    from: (sortKeys, joined) => {
      const rows = db()
        .select({ ...columns, sortKeys })
        .from(seekPosts)
      return joined ? rows.innerJoin(joined.rows, joined.on) : rows
    },
  })
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
      check: latestCheckSql(sql`seek_posts.worker_id`),
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
      neighbourhoodCheck: formatValidCheck(row.check, now()),
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
  const nearby = coversRegionCondition(getSidoCode(of.regionCodes[0] ?? "") ?? "")
  const { rows } = await readSeeks(
    { kind: "visitor", draftId: null },
    {
      order: SORTS.newest,
      steps: [{ condition: nearby }, { condition: sql`not ${nearby}` }],
      filter: and(sql`${seekPosts.kinds} && ${sql.param([...of.kinds])}::text[]`, ne(seekPosts.id, of.id)),
      cursor: null,
      size: limit,
    },
  )
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
