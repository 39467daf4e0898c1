/** The neighbourhoods of a member: chosen, switched, taken away, checked by the browser's place. */
import { and, desc, eq, lt, sql, type SQLWrapper } from "drizzle-orm"
import { now } from "../../../basics/clock.ts"
import { DEFAULT_RANGE, type Range } from "../../../basics/distance.ts"
import {
  findNearestRegion,
  isPlaceInRegion,
  type Coordinates,
} from "../../../basics/region-distance.server.ts"
import { newId } from "../../../basics/ids.ts"
import { addDays } from "../../../basics/time.ts"
import { db, inTransaction, type Executor } from "../../../platform/db.server.ts"
import { ok, refuse, type Outcome } from "../../../platform/outcome.ts"
import { getConsent } from "../consents.ts"
import { NEIGHBOURHOOD_LIMITS, listNeighbourhoods } from "../neighbourhood-rules.ts"
import type { Member } from "../rules.ts"
import { consents, neighbourhoods, users } from "../schema.server.ts"

type Row = typeof neighbourhoods.$inferSelect

/** Locks the member's neighbourhoods and reads them, the one chosen last first. */
async function lockNeighbourhoods(tx: Executor, actor: Member): Promise<Row[]> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for("update")
  return tx
    .select()
    .from(neighbourhoods)
    .where(eq(neighbourhoods.userId, actor.userId))
    .orderBy(desc(neighbourhoods.chosenAt))
}

/** As {@link lockNeighbourhoods}; what the profile alone said becomes a row first. */
async function requireRows(tx: Executor, actor: Member): Promise<Row[]> {
  const rows = await lockNeighbourhoods(tx, actor)
  if (rows.length > 0) return rows
  const values = listNeighbourhoods({ ...actor, neighbourhoods: [] }).map(({ regionCode }) => ({
    userId: actor.userId,
    regionCode,
    range: DEFAULT_RANGE,
    chosenAt: now(),
  }))
  return values.length === 0 ? [] : tx.insert(neighbourhoods).values(values).returning()
}

/**
 * Lets the actor's lists begin with `regionCode`. A third neighbourhood takes the place of the one that was
 * chosen longest ago, whose region is returned.
 */
export async function chooseNeighbourhood(
  actor: Member,
  input: { regionCode: string; dong: string | null },
): Promise<{ ok: true; droppedRegionCode: string | null }> {
  return inTransaction(async (tx) => {
    const rows = await requireRows(tx, actor)
    const isKnown = rows.some((row) => row.regionCode === input.regionCode)
    const dropped = !isKnown && rows.length >= NEIGHBOURHOOD_LIMITS.perMember ? rows.at(-1) : undefined
    if (dropped) await deleteRow(tx, actor, dropped.regionCode)
    // The one chosen last is the one that begins, also where two are chosen within a moment.
    const chosenAt = new Date(Math.max(now().getTime(), (rows[0]?.chosenAt.getTime() ?? 0) + 1))
    await tx
      .insert(neighbourhoods)
      .values({
        userId: actor.userId,
        regionCode: input.regionCode,
        dong: input.dong,
        range: rows[0]?.range ?? DEFAULT_RANGE,
        chosenAt,
      })
      .onConflictDoUpdate({
        target: [neighbourhoods.userId, neighbourhoods.regionCode],
        set: { chosenAt, dong: sql`coalesce(${input.dong}, ${neighbourhoods.dong})` },
      })
    return { ok: true, droppedRegionCode: dropped?.regionCode ?? null }
  })
}

const deleteRow = (tx: Executor, actor: Member, regionCode: string) =>
  tx
    .delete(neighbourhoods)
    .where(and(eq(neighbourhoods.userId, actor.userId), eq(neighbourhoods.regionCode, regionCode)))

/** Takes a neighbourhood away. Refuses `not_found` and the only one there is (`last`). */
export async function removeNeighbourhood(
  actor: Member,
  input: { regionCode: string },
): Promise<Outcome<"not_found" | "last">> {
  return inTransaction(async (tx) => {
    const rows = await lockNeighbourhoods(tx, actor)
    if (!rows.some((row) => row.regionCode === input.regionCode)) return refuse("not_found")
    if (rows.length === 1) return refuse("last")
    await deleteRow(tx, actor, input.regionCode)
    return ok()
  })
}

/** Sets how far the actor's lists look. Refuses where no neighbourhood is known (`none`). */
export async function setNeighbourhoodRange(
  actor: Member,
  input: { range: Range },
): Promise<Outcome<"none">> {
  return inTransaction(async (tx) => {
    const rows = await requireRows(tx, actor)
    if (rows.length === 0) return refuse("none")
    await tx.update(neighbourhoods).set({ range: input.range }).where(eq(neighbourhoods.userId, actor.userId))
    return ok()
  })
}

/** Writes down that the actor agreed to have their place looked at, where the last answer was another. */
async function noteConsent(tx: Executor, actor: Member): Promise<void> {
  const { kind, version } = getConsent("location")
  const [last] = await tx
    .select({ version: consents.version, granted: consents.granted })
    .from(consents)
    .where(and(eq(consents.userId, actor.userId), eq(consents.kind, kind)))
    .orderBy(desc(consents.givenAt), desc(consents.id))
    .limit(1)
  if (last?.granted && last.version === version) return
  await tx
    .insert(consents)
    .values({ id: newId(), userId: actor.userId, kind, version, granted: true, givenAt: now() })
}

/**
 * Checks that the actor is where they say they live, by the browser's place: at most 8 km from the centre of
 * `regionCode`, or nearest to it of all. The place is compared and forgotten. Refuses without consent
 * (`consent_needed`), a place that is known to 3 km only (`place_unclear`), one outside of Korea (`abroad`),
 * one elsewhere, with the region nearest to it (`elsewhere`), and a region that is not theirs (`not_found`).
 */
export async function checkNeighbourhood(
  actor: Member,
  input: Coordinates & { regionCode: string; accuracyM: number; consent: boolean },
): Promise<
  | Outcome<"not_found" | "consent_needed" | "place_unclear" | "abroad">
  | { ok: false; reason: "elsewhere"; regionCode: string }
> {
  return inTransaction(async (tx) => {
    const rows = await requireRows(tx, actor)
    if (!rows.some((row) => row.regionCode === input.regionCode)) return refuse("not_found")
    if (!input.consent) return refuse("consent_needed")
    if (input.accuracyM > NEIGHBOURHOOD_LIMITS.accuracyM) return refuse("place_unclear")
    const nearest = findNearestRegion(input)
    if (nearest === null) return refuse("abroad")
    if (!isPlaceInRegion(input, input.regionCode)) return refuse("elsewhere", { regionCode: nearest })
    await noteConsent(tx, actor)
    await tx
      .update(neighbourhoods)
      .set({ checkedAt: now() })
      .where(and(eq(neighbourhoods.userId, actor.userId), eq(neighbourhoods.regionCode, input.regionCode)))
    return ok()
  })
}

/** Forgets when somebody was checked after 30 days; a job calls it. */
export async function forgetOldChecks(): Promise<void> {
  await db()
    .update(neighbourhoods)
    .set({ checkedAt: null })
    .where(lt(neighbourhoods.checkedAt, addDays(now(), -NEIGHBOURHOOD_LIMITS.checkDays)))
}

/** A check as a query reads it beside somebody: which region, and when. */
export type CheckColumn = { regionCode: string; at: string } | null

/**
 * The latest check of a neighbourhood of `userId`, as a column of a query that knows them so: with the name
 * of its table, for a column alone would be that of the neighbourhoods.
 */
export const latestCheckSql = (userId: SQLWrapper) =>
  sql<CheckColumn>`(select json_build_object('regionCode', n.region_code, 'at', n.checked_at)
    from neighbourhoods n where n.user_id = ${userId} and n.checked_at is not null
    order by n.checked_at desc limit 1)`

/** The region that `userId`'s lists begin with, as a column of a query; null where they chose none. */
export const chosenRegionSql = (userId: SQLWrapper) =>
  sql<string | null>`(select n.region_code from neighbourhoods n where n.user_id = ${userId}
    order by n.chosen_at desc limit 1)`
