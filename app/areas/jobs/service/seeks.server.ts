/**
 * Owns seek posts: writing them, resting and ending them, the list that employers look through, the page of
 * one.
 */
import { and, asc, desc, eq, isNull, ne, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isInt4, isTimestamp } from "#app/basics/column-values.ts"
import { decodeCursor, encodeCursor, isWord, type CursorCheck } from "#app/basics/cursor.ts"
import type { FormValues } from "#app/basics/form.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { hideContacts } from "#app/basics/korean.ts"
import { sidoOf, wholeCountry } from "#app/basics/regions.ts"
import { kstFields } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { removeDraft } from "#app/platform/drafts.server.ts"
import { db, inTransaction, violatedConstraint } from "#app/platform/db.server.ts"
import { subjectChanged } from "#app/platform/subjects.server.ts"
import { once } from "#app/platform/submissions.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import type { SeekInput } from "../forms.ts"
import {
  SEEK_TRANSITIONS,
  type DayTime,
  type JobKind,
  type PayType,
  type SeekMove,
  type SeekSort,
} from "../rules.ts"
import { seekPosts, seekSaves } from "../schema.server.ts"
import type { Page, SeekCard, SeekView, SentOffer } from "../views.ts"
import { MONTH_HOURS } from "../wages.ts"
import { record } from "./move.server.ts"
import { named, noShowColumn, reputationColumns, reviewsOf } from "./reputation.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

/** Name of the draft of a seek post. */
export const SEEK_FORM = "seek"
const PER_PAGE = 20

/** What is wanted by the hour: a day counts as 8 hours, a month as 209. */
export const wantedByHour = (payType: SeekInput["payType"], payWon: number | null): number | null =>
  payType === null || payWon === null
    ? null
    : payType === "hour"
      ? payWon
      : Math.floor(payWon / (payType === "day" ? 8 : MONTH_HOURS))

const factsOf = (input: Omit<SeekInput, "adult">) => ({
  title: hideContacts(input.title),
  introduction: hideContacts(input.introduction),
  kinds: input.kinds,
  regionCodes: input.regionCodes,
  payType: input.payType,
  payWon: input.payType === null ? null : input.payWon,
  hourlyWon: wantedByHour(input.payType, input.payWon),
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
      once(tx, { actorId: actor.userId, form: "seek", key: input.submissionKey }, async () => {
        const seekId = newId()
        await tx
          .insert(seekPosts)
          .values({ id: seekId, workerId: actor.userId, state: "open", ...factsOf(input), openedAt: now() })
        await record(tx, {
          subject: "seek",
          subjectId: seekId,
          move: "publish",
          fromState: null,
          toState: "open",
          role: "worker",
          actorId: actor.userId,
        })
        await removeDraft(actor.userId, SEEK_FORM, tx)
        await subjectChanged(tx, { kind: "seek", id: seekId })
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
    await tx.update(seekPosts).set(factsOf(input)).where(eq(seekPosts.id, seekId))
    await record(tx, {
      subject: "seek",
      subjectId: seekId,
      move: "edit",
      fromState: seek.state,
      toState: seek.state,
      role: "worker",
      actorId: actor.userId,
    })
    await subjectChanged(tx, { kind: "seek", id: seekId })
    return ok()
  })
}

/** Rests, goes on or ends a post. Refusals `not_found`, `not_now`. */
export async function moveSeek(
  actor: Actor,
  seekId: string,
  move: SeekMove,
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
    await record(tx, {
      subject: "seek",
      subjectId: seekId,
      move,
      fromState: seek.state,
      toState: transition.to,
      role,
      actorId: actor.userId,
    })
    await subjectChanged(tx, { kind: "seek", id: seekId })
    return ok()
  })
}

const cardColumns = (actor: Actor) => ({
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
type CardRow = Omit<SeekCard, "openedAt" | "workerName" | "avatarId"> & { openedAt: Date; workerId: string }
type People = Awaited<ReturnType<typeof findPeople>>
const cardOf = ({ openedAt, workerId, ...row }: CardRow, people: People): SeekCard => ({
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
async function cardsOf(rows: readonly CardRow[]): Promise<SeekCard[]> {
  const people = await findPeople(rows.map((row) => row.workerId))
  return rows.map((row) => cardOf(row, people))
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
type KeyFields = { openedAt: Date; id: string; careerYears: number; hourlyWon: number | null }
const sorts: Record<
  SeekSort,
  {
    order: SQL[]
    of: (row: KeyFields) => string | number
    check: CursorCheck
    after: (value: unknown, id: unknown) => SQL
  }
> = {
  newest: {
    order: [desc(seekPosts.openedAt), desc(seekPosts.id)],
    of: (row) => row.openedAt.toISOString(),
    check: isTimestamp,
    after: (value, id) =>
      sql`(${seekPosts.openedAt}, ${seekPosts.id}) < (${value}::timestamptz, ${id}::uuid)`,
  },
  wage: {
    order: [wage, asc(seekPosts.id)],
    of: (row) => row.hourlyWon ?? 2_000_000_000,
    check: isInt4,
    after: (value, id) => sql`(${wage}, ${seekPosts.id}) > (${value}::int, ${id}::uuid)`,
  },
  career: {
    order: [desc(seekPosts.careerYears), desc(seekPosts.id)],
    of: (row) => row.careerYears,
    check: isInt4,
    after: (value, id) => sql`(${seekPosts.careerYears}, ${seekPosts.id}) < (${value}::int, ${id}::uuid)`,
  },
}

const isListed = and(eq(seekPosts.state, "open"), isNull(seekPosts.hiddenAt))

/** True of posts that take a region: the whole 시·도 takes what lies in it, and the other way round. */
function covers(region: string): SQL {
  const sido = sidoOf(region) ?? region
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
): Promise<Page<SeekCard> & { total: number }> {
  const { kind, region, pay, date, time, short } = filters
  const by = sorts[sort]
  const from = decodeCursor(cursor, [isWord(sort), by.check, isId])
  const place = from ? by.after(from[1], from[2]) : undefined
  const fits = and(
    isListed,
    kind ? sql`${seekPosts.kinds} @> ${sql.param([kind])}::text[]` : undefined,
    region && region !== wholeCountry ? covers(region) : undefined,
    pay ? sql`${seekPosts.payType} = ${pay}` : undefined,
    date
      ? sql`${seekPosts.availableFrom} <= ${date}::date
        and ${String(kstFields(date).weekday)} = any(${seekPosts.weekdays})`
      : undefined,
    time ? sql`${time} = any(${seekPosts.dayTimes})` : undefined,
    short ? eq(seekPosts.shortTerm, true) : undefined,
  )
  const [rows, [counted]] = await Promise.all([
    db()
      .select({ ...cardColumns(actor), hourlyWon: seekPosts.hourlyWon })
      .from(seekPosts)
      .where(and(fits, place))
      .orderBy(...by.order)
      .limit(PER_PAGE + 1),
    db()
      .select({ total: sql<number>`count(*)::int` })
      .from(seekPosts)
      .where(fits),
  ])
  const shown = rows.slice(0, PER_PAGE)
  const last = rows.length > PER_PAGE ? shown.at(-1) : undefined
  return {
    rows: await cardsOf(shown),
    next: last ? encodeCursor([sort, by.of(last), last.id]) : null,
    total: counted?.total ?? 0,
  }
}

/** Offers of the viewer to the one who wrote the post, in the same query as the post. */
const sentColumn = (userId: string | null) =>
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
      card: cardColumns(actor),
      post: seekPosts,
      ...reputationColumns(sql`seek_posts.worker_id`, "worker"),
      noShows: noShowColumn(sql`seek_posts.worker_id`),
      sent: sentColumn(userId),
    })
    .from(seekPosts)
    .where(eq(seekPosts.id, seekId))
  if (!row) return null
  const isOwner = row.post.workerId === userId
  if (row.post.hiddenAt && !isOwner && !isAdmin(actor)) return null
  const reviews = await reviewsOf({ subjectId: row.post.workerId }, "worker")
  const people = await findPeople([row.post.workerId, ...reviews.map((review) => review.authorId)])
  return {
    ...cardOf(row.card, people),
    introduction: row.post.introduction,
    workerId: row.post.workerId,
    hiddenReason: row.post.hiddenAt ? row.post.hiddenReason : null,
    worker: { rating: row.rating, reviewCount: row.reviewCount, deals: row.deals, noShows: row.noShows },
    reviews: named(reviews, people),
    isOwner,
    sent: row.sent.map((offer) => ({ ...offer, expiresAt: new Date(offer.expiresAt).toISOString() })),
  }
}

/** Others who seek the same work, those in the same 시·도 first. */
export async function similarSeeks(
  of: { id: string; kinds: readonly JobKind[]; regionCodes: readonly string[] },
  limit = 3,
): Promise<SeekCard[]> {
  const sido = sidoOf(of.regionCodes[0] ?? "") ?? "-"
  const rows = await db()
    .select(cardColumns({ kind: "visitor", draftId: null }))
    .from(seekPosts)
    .where(
      and(isListed, sql`${seekPosts.kinds} && ${sql.param([...of.kinds])}::text[]`, ne(seekPosts.id, of.id)),
    )
    .orderBy(
      sql`exists (select from unnest(${seekPosts.regionCodes}) code where code like ${`${sido}%`}) desc`,
      desc(seekPosts.openedAt),
      desc(seekPosts.id),
    )
    .limit(limit)
  return cardsOf(rows)
}

/** The actor's own post that is not closed; null where there is none. */
export async function findOwnSeek(actor: Actor): Promise<SeekCard | null> {
  if (actor.kind !== "member") return null
  const [row] = await db()
    .select(cardColumns(actor))
    .from(seekPosts)
    .where(and(eq(seekPosts.workerId, actor.userId), ne(seekPosts.state, "closed")))
  return row ? ((await cardsOf([row]))[0] ?? null) : null
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
export async function findSavedSeeks(actor: Actor): Promise<SeekCard[]> {
  if (actor.kind !== "member") return []
  const rows = await db()
    .select(cardColumns(actor))
    .from(seekSaves)
    .innerJoin(seekPosts, eq(seekPosts.id, seekSaves.seekId))
    .where(and(eq(seekSaves.userId, actor.userId), isNull(seekPosts.hiddenAt)))
    .orderBy(desc(seekSaves.createdAt))
    .limit(60)
  return cardsOf(rows)
}
