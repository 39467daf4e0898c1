/** What the tests of the demo town ask its tables. */
import { driver } from "#app/platform/db.server.ts"

/** The rows that break a rule; none is right. */
export const findBroken = (query: string) => driver().unsafe(query)
/** How many rows there are in `from …`. */
export const countRows = async (query: string): Promise<number> =>
  Number((await driver().unsafe(`select count(*)::int as n from ${query}`))[0]?.n)
/** How many rows there are of each `k`. */
export const countBy = async (query: string): Promise<Record<string, number>> =>
  Object.fromEntries((await driver().unsafe(query)).map((row) => [String(row.k), Number(row.n)]))

/** The states that some rows are in. */
export const listStates = async (rows: string): Promise<string[]> =>
  Object.keys(await countBy(`select state as k, count(*) as n from ${rows} group by 1`)).sort()
