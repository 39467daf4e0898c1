/** The steps of a list that begins with what is near: which regions each holds, in the database's words. */
import { sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { RANGES, type NearView } from "../basics/distance.ts"
import { getDistance, listCodesByDistance, listRangeCodes } from "../basics/region-distance.server.ts"
import { getSidoCode, listAllCodes, WHOLE_COUNTRY } from "../basics/regions.ts"
import { BoundedCache } from "./bounded-cache.server.ts"
import { db } from "./db.server.ts"
import type { ListStep } from "./page.server.ts"
import { readApart } from "./read-position.server.ts"

/** Where a list begins, how far it looks, and whether each distance is a step of its own. */
export type Around = Pick<NearView, "regionCode" | "range"> & { isByDistance?: boolean }

const isCodeIn = (column: SQLWrapper, codes: readonly string[]) =>
  sql`${column} = any(${sql.param([...codes])}::text[])`

/** The regions that a list looks through; null for the whole country. */
function listCodesWithin({ regionCode, range }: Around): readonly string[] | null {
  if (range === "all") return null
  const around = listRangeCodes(regionCode)
  return [around.own, around.next, around.city].slice(0, RANGES.indexOf(range) + 1).flat()
}

/** True of rows whose region is in `range` around `regionCode`; undefined where all are. */
export function inRange(column: SQLWrapper, around: Around): SQL | undefined {
  const codes = listCodesWithin(around)
  return codes ? isCodeIn(column, codes) : undefined
}

/** Regions, ranges and two orders: 2,048, of which few are asked for. */
const ringsByAround = new BoundedCache<readonly (readonly string[])[]>("near_rings", 2 * 1_048_576)

/** The regions of each step but the last of the whole country, which is all the others; worked out once. */
function listRings(around: Around): readonly (readonly string[])[] {
  const key = `${around.regionCode} ${around.range} ${around.isByDistance ?? false}`
  const known = ringsByAround.get(key)
  if (known) return known
  const rings = buildRings(around)
  ringsByAround.set(key, rings)
  return rings
}

function buildRings(around: Around): (readonly string[])[] {
  const { regionCode, range } = around
  const { own, next, city } = listRangeCodes(regionCode)
  if (!around.isByDistance)
    return [own, next, city].slice(0, RANGES.indexOf(range) + 1).filter((codes) => codes.length > 0)
  const within = listCodesWithin(around)
  const farther = listCodesByDistance(regionCode).filter(
    (code) => (within === null || within.includes(code)) && typeof getDistance(code, regionCode) === "number",
  )
  const byDistance = [...Map.groupBy(farther, (code) => Number(getDistance(code, regionCode)))]
  const isNextIn = range !== "own" && next.length > 0
  return [own, ...(isNextIn ? [next] : []), ...byDistance.sort(([a], [b]) => a - b).map(([, ring]) => ring)]
}

/** The steps of a list whose rows are each in one region: the nearest first, as far as the range goes. */
export function buildNearSteps(column: SQLWrapper, around: Around): ListStep[] {
  const rings = listRings(around)
  const codes = rings.flat()
  // As a subselect: of a list the planner compares every code with every common region of the statistics.
  const rest = { condition: sql`${column} not in (select unnest(${sql.param(codes)}::text[]))` }
  const hasRest = around.range === "all" && codes.length < listAllCodes().length
  return [...rings.map((ring) => ({ column, codes: ring })), ...(hasRest ? [rest] : [])]
}

/**
 * As {@link buildNearSteps}, of rows that are each in several regions: `covers` is true of those in one of
 * the given ones. Each stands in the nearest step that it is in; who covers the 시·도 or the country is here.
 */
export function buildCoverSteps(covers: (codes: readonly string[]) => SQL, around: Around): ListStep[] {
  const sido = getSidoCode(around.regionCode)
  const [own = [], ...farther] = listRings(around)
  const rings = [[...own, ...(sido ? [sido] : []), WHOLE_COUNTRY], ...farther]
  const steps = rings.map((codes, index) => {
    const nearer = rings.slice(0, index).flat()
    return {
      condition: nearer.length === 0 ? covers(codes) : sql`${covers(codes)} and not ${covers(nearer)}`,
    }
  })
  return around.range === "all" ? [...steps, { condition: sql`not ${covers(rings.flat())}` }] : steps
}

/** True of rows that {@link buildCoverSteps} holds; undefined where all are. */
export function coversRange(covers: (codes: readonly string[]) => SQL, around: Around): SQL | undefined {
  const codes = listCodesWithin(around)
  const sido = getSidoCode(around.regionCode)
  return codes ? covers([...codes, ...(sido ? [sido] : []), WHOLE_COUNTRY]) : undefined
}

/**
 * What `search` finds around where the reader is; where nothing is there, what it finds everywhere. `near` is
 * null for one who never said where they are; only a first page is looked for again. A standby may answer.
 */
export async function searchNear<Found extends object>(
  near: NearView | null,
  isFirstPage: boolean,
  search: (near: NearView | null) => Promise<{ found: Found; isEmpty: boolean }>,
): Promise<Found & { near: NearView | null }> {
  const { found, isEmpty } = await readApart(() => search(near))
  if (!near || !isEmpty || !isFirstPage || near.range === "all") return { ...found, near }
  const everywhere: NearView = { ...near, range: "all", isWidened: true }
  return { ...(await readApart(() => search(everywhere))).found, near: everywhere }
}

/** Counts the rows that `inRegion` selects for each `code` of `codes`, up to 1,000 each. One query. */
export async function countByRegion(codes: readonly string[], inRegion: SQL): Promise<Map<string, number>> {
  const rows = await db().execute<{ code: string; count: number }>(sql`
    select code, (select count(*)::int from (${inRegion} limit 1000) counted) as count
    from unnest(${sql.param([...codes])}::text[]) code`)
  return new Map(rows.map((row) => [row.code, row.count]))
}
