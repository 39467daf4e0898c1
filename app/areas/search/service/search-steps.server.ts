/** The steps of a list that begins with what is near the reader: as marks of the index. */
import { sql, type SQL } from "drizzle-orm"
import { listRangeCodes } from "#app/basics/region-distance.server.ts"
import { buildRegionMarks } from "../rules.ts"
import { toTextArray } from "./entry-conditions.server.ts"

/**
 * Where a list begins. `rings`: the marks of each step that no nearer one has, the reader's region first; the
 * rest of the country is the last step, and has none.
 */
export type SearchSteps = { regionCode: string; rings: readonly (readonly string[])[] }

/** The steps around `regionCode`: the region, those beside it, the city or 30 km, elsewhere. */
export function buildSearchSteps(regionCode: string): SearchSteps {
  const { own, next, city } = listRangeCodes(regionCode)
  const seen = new Set<string>()
  const rings = [own, next, city].map((codes) => {
    const marks = [...new Set(codes.flatMap(buildRegionMarks))].filter((mark) => !seen.has(mark))
    for (const mark of marks) seen.add(mark)
    return marks
  })
  return { regionCode, rings: rings.filter((ring) => ring.length > 0) }
}

/** The number of the last step, which is the rest of the country. */
export const getLastStep = ({ rings }: SearchSteps): number => rings.length

const hasMark = (marks: readonly string[]) => sql`marks && ${toTextArray(marks)}`

/** In which step an entry is, as a number from 0. */
export const buildStepColumn = ({ rings }: SearchSteps): SQL =>
  sql`case ${sql.join(
    rings.map((ring, step) => sql`when ${hasMark(ring)} then ${sql.raw(String(step))}`),
    sql` `,
  )} else ${sql.raw(String(rings.length))} end`

/** True of the entries of one step alone. */
export function buildStepConditions({ rings }: SearchSteps, step: number): SQL[] {
  const ring = rings[step]
  const nearer = rings.slice(0, step).flat()
  return [...(ring ? [hasMark(ring)] : []), ...(nearer.length > 0 ? [sql`not ${hasMark(nearer)}`] : [])]
}
