/** How a list of entries is found: what a term costs by each of the two ways through the index. */
import { sql, type SQL } from "drizzle-orm"
import { buildRegionMarks, listTabTokens, type Reading, type SearchSort, type SearchTab } from "../rules.ts"
import type { SearchRequest } from "./entry-conditions.server.ts"
import { parseCursor, type CursorPosition, type ReadStrategy } from "./entry-orders.server.ts"
import type { TokenFrequencies } from "./token-frequencies.server.ts"

export type ListRequest = { tab: SearchTab; sort: SearchSort; limit: number; cursor: string | null }

/**
 * How a part of the answer is found. `matchTable`: the name under which everything that fits stands in the
 * statement, for the list and for its number.
 */
export type ListPlan = ListRequest & {
  part: number
  strategy: ReadStrategy
  walkRows: number
  cursorPosition: CursorPosition | null
  matchTable: SQL
}

/**
 * What reading one row costs: of all that fit (a row anywhere in the table), and of an order's index (the
 * next in it).
 */
const COST = { fitting: 5, next: 0.6 } as const
/** Most rows of an order that are read before everything that fits is sorted after all. */
const MAX_WALK_ROWS = 12_000
/** Under so many nothing is gained by reading along the order. */
const MIN_COMMON_ROWS = 200

/**
 * About how many things of a tab have the term: at least, where its words have nothing to do with each other,
 * and at most, where the rarer words always come with the commonest.
 */
export function estimateMatches(
  tab: SearchTab,
  request: SearchRequest,
  frequencies: TokenFrequencies,
): { minRows: number; maxRows: number } {
  const inTab = Math.max(1, frequencies.tab(tab))
  const ofReading = (reading: Reading) =>
    Math.min(...listTabTokens(tab, reading).map((token) => frequencies.token(token)))
  const filterShare =
    (request.region === null ? 1 : frequencies.share(buildRegionMarks(request.region))) *
    (request.mark === null ? 1 : frequencies.share([request.mark]))
  let [minRows, maxRows] = [0, 0]
  for (const words of request.interpretations) {
    const each = words.map((word) =>
      Math.min(
        inTab,
        word.readings.reduce((sum, reading) => sum + ofReading(reading), 0),
      ),
    )
    minRows += inTab * each.reduce((share, count) => share * (count / inTab), filterShare)
    maxRows += Math.min(inTab, ...each) * filterShare
  }
  return { minRows, maxRows }
}

function chooseStrategy(
  tab: SearchTab,
  request: SearchRequest,
  limit: number,
  frequencies: TokenFrequencies,
): { strategy: ReadStrategy; walkRows: number } {
  const { minRows, maxRows } = estimateMatches(tab, request, frequencies)
  const expected = Math.sqrt(minRows * maxRows)
  // Half of what fits has the words in its title; the rest is for chance.
  const walkRows = Math.ceil((4 * limit * frequencies.tab(tab)) / Math.max(1, minRows)) + 100
  return minRows >= MIN_COMMON_ROWS &&
    walkRows <= MAX_WALK_ROWS &&
    walkRows * COST.next < expected * COST.fitting
    ? { strategy: "titles", walkRows }
    : { strategy: "all", walkRows: 0 }
}

/** Plans how the `part`th list of an answer is found. */
export function planList(
  list: ListRequest,
  part: number,
  request: SearchRequest,
  frequencies: TokenFrequencies,
): ListPlan {
  const matchTable = sql`${sql.identifier(`fit_${part}`)}`
  const cursorPosition = parseCursor(list.cursor, list.sort)
  const chosen = chooseStrategy(list.tab, request, list.limit, frequencies)
  // A list goes on the way it began, or it would show something twice.
  if (cursorPosition === null || cursorPosition.strategy === chosen.strategy)
    return { ...list, ...chosen, part, cursorPosition, matchTable }
  return {
    ...list,
    part,
    strategy: cursorPosition.strategy,
    walkRows: cursorPosition.strategy === "titles" ? MAX_WALK_ROWS : 0,
    cursorPosition,
    matchTable,
  }
}
