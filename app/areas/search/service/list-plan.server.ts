/** How a list of entries is found: what a term costs by each of the two ways through the index. */
import { sql, type SQL } from "drizzle-orm"
import { buildRegionMarks, listTabTokens, type Reading, type SearchSort, type SearchTab } from "../rules.ts"
import type { SearchRequest } from "./entry-conditions.server.ts"
import { parseCursor, type CursorPosition, type ReadStrategy } from "./entry-orders.server.ts"
import { getLastStep, type SearchSteps } from "./search-steps.server.ts"
import type { TokenFrequencies } from "./token-frequencies.server.ts"

/**
 * `steps`: the list begins with what is near; null where every place counts the same. `isTitleOnly`: what has
 * the words in its description alone is left out.
 */
export type ListRequest = {
  tab: SearchTab
  isTitleOnly?: boolean
  sort: SearchSort
  limit: number
  cursor: string | null
  steps: SearchSteps | null
}

/**
 * How a part of the answer is found: a list, or one step of it. `matchTable`: the name under which everything
 * that fits stands in the statement, for the list and for its number. `step`: the only one that is read; null
 * where all are read together. `nearer`: the steps before it, which must leave room for it.
 */
export type ListPlan = ListRequest & {
  part: number
  list: number
  step: number | null
  nearer: readonly ListPlan[]
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
 * and at most, where the rarer words always come with the commonest. `shareOfTab`: the part of the tab that
 * is looked through.
 */
export function estimateMatches(
  { tab, isTitleOnly }: Pick<ListRequest, "tab" | "isTitleOnly">,
  request: SearchRequest,
  frequencies: TokenFrequencies,
  shareOfTab = 1,
): { minRows: number; maxRows: number } {
  const inTab = Math.max(1, frequencies.tab(tab))
  const ofReading = (reading: Reading) =>
    Math.min(...listTabTokens(tab, reading, isTitleOnly).map((token) => frequencies.token(token)))
  const filterShare =
    shareOfTab *
    (request.region === null ? 1 : frequencies.share(buildRegionMarks(request.region))) *
    estimateNarrowedShare(tab, request, frequencies)
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

/** About which part of a tab is within a range of prices. */
const PRICE_RANGE_SHARE = 0.3

/** About which part of a tab is left of what it is narrowed to. */
function estimateNarrowedShare(
  tab: SearchTab,
  { narrowed }: SearchRequest,
  frequencies: TokenFrequencies,
): number {
  if (narrowed?.tab !== tab) return 1
  const inTab = Math.max(1, frequencies.tab(tab))
  return narrowed.marks.reduce(
    (share, group) =>
      share * Math.min(1, group.reduce((sum, mark) => sum + frequencies.token(mark), 0) / inTab),
    narrowed.minWon === null && narrowed.maxWon === null ? 1 : PRICE_RANGE_SHARE,
  )
}

function chooseStrategy(
  list: ListRequest,
  request: SearchRequest,
  frequencies: TokenFrequencies,
  shareOfTab = 1,
): { strategy: ReadStrategy; walkRows: number } {
  const { minRows, maxRows } = estimateMatches(list, request, frequencies, shareOfTab)
  const expected = Math.sqrt(minRows * maxRows)
  // Half of what fits has the words in its title; the rest is for chance.
  const walkRows = Math.ceil((4 * list.limit * frequencies.tab(list.tab)) / Math.max(1, minRows)) + 100
  return minRows >= MIN_COMMON_ROWS &&
    walkRows <= MAX_WALK_ROWS &&
    walkRows * COST.next < expected * COST.fitting
    ? { strategy: "titles", walkRows }
    : { strategy: "all", walkRows: 0 }
}

/**
 * Plans how the lists of an answer are found. A list that begins with what is near is read in one piece where
 * everything that fits is sorted anyway, and else step by step.
 */
export function planLists(
  lists: readonly ListRequest[],
  request: SearchRequest,
  frequencies: TokenFrequencies,
): ListPlan[] {
  const plans: ListPlan[] = []
  for (const [index, list] of lists.entries()) {
    const cursorPosition = parseCursor(list.cursor, list.sort, list.steps?.regionCode ?? null)
    const whole = { ...list, list: index, part: plans.length, step: null, nearer: [], cursorPosition }
    const chosen = chooseStrategy(list, request, frequencies)
    // A list goes on the way it began, or it would show something twice.
    const isStepwise = cursorPosition?.isStepwise ?? chosen.strategy === "titles"
    if (list.steps && isStepwise)
      plans.push(...planSteps(whole, list.steps, request, frequencies, plans.length))
    else plans.push({ ...whole, ...goOnAs(cursorPosition, chosen), matchTable: nameMatchTable(plans.length) })
  }
  return plans
}

type Strategy = ReturnType<typeof chooseStrategy>
const goOnAs = (cursorPosition: CursorPosition | null, chosen: Strategy): Strategy =>
  cursorPosition === null || cursorPosition.strategy === chosen.strategy
    ? chosen
    : {
        strategy: cursorPosition.strategy,
        walkRows: cursorPosition.strategy === "titles" ? MAX_WALK_ROWS : 0,
      }

const nameMatchTable = (part: number) => sql`${sql.identifier(`fit_${part}`)}`

/** Each step from that of the cursor on, as a part of its own. */
function planSteps(
  whole: Omit<ListPlan, "strategy" | "walkRows" | "matchTable">,
  steps: SearchSteps,
  request: SearchRequest,
  frequencies: TokenFrequencies,
  firstPart: number,
): ListPlan[] {
  const plans: ListPlan[] = []
  const firstStep = Math.min(whole.cursorPosition?.step ?? 0, getLastStep(steps))
  for (let step = firstStep; step <= getLastStep(steps); step += 1) {
    const ring = steps.rings[step]
    const share = ring ? frequencies.share(ring) : 1 - frequencies.share(steps.rings.flat())
    const cursorPosition = step === whole.cursorPosition?.step ? whole.cursorPosition : null
    const part = firstPart + plans.length
    plans.push({
      ...whole,
      ...goOnAs(cursorPosition, chooseStrategy(whole, request, frequencies, Math.max(0, share))),
      part,
      step,
      nearer: [...plans],
      cursorPosition,
      matchTable: nameMatchTable(part),
    })
  }
  return plans
}
