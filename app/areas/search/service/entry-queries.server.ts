/** The parts of the statement that finds entries: what fits, the rows of a list, how many there are. */
import { sql, type SQL } from "drizzle-orm"
import { MAX_COUNTED, type SearchTab } from "../rules.ts"
import {
  buildFilterConditions,
  buildMatchCondition,
  buildNearness,
  buildTitleCondition,
  buildTitleWordCondition,
  buildTokenCondition,
  buildWholeWordsCondition,
  buildWordCondition,
  isSearchable,
  joinAnd,
  joinOr,
  listTitleColumns,
  type SearchRequest,
} from "./entry-conditions.server.ts"
import { ORDER_BY_SORT, roundUpRows } from "./entry-orders.server.ts"
import { estimateMatches, type ListPlan } from "./list-plan.server.ts"
import { buildStepColumn, buildStepConditions } from "./search-steps.server.ts"
import type { TokenFrequencies } from "./token-frequencies.server.ts"

/** A list that is so many pages long is not missed where it ends. */
const MANY_PAGES = 4
/** Most rows of a tab that are read where one looks briefly. */
const MAX_BRIEF_ROWS = 300

/** What the order begins after, where a list goes on. */
function buildAfterCursor({ cursorPosition, sort }: ListPlan): SQL[] {
  const { column, type, descending } = ORDER_BY_SORT[sort]
  return cursorPosition === null
    ? []
    : [
        sql`(${column}, id) ${descending ? sql`<` : sql`>`} (${cursorPosition.value}::${type},
          ${cursorPosition.id}::uuid)`,
      ]
}

/** What the list goes on after, of what fits it. */
function buildAfterMatch({ cursorPosition, sort, step }: ListPlan): SQL[] {
  if (cursorPosition === null) return []
  const { type, descending } = ORDER_BY_SORT[sort]
  const pastValue = sql`(value, id) ${descending ? sql`<` : sql`>`} (${cursorPosition.value}::${type},
    ${cursorPosition.id}::uuid)`
  const past =
    sort === "recommended"
      ? sql`(near < ${cursorPosition.near}::int or (near = ${cursorPosition.near}::int and ${pastValue}))`
      : pastValue
  return step !== null
    ? [past]
    : [sql`(step > ${cursorPosition.step}::int or (step = ${cursorPosition.step}::int and ${past}))`]
}

/** A step is not looked at where the nearer ones fill the page. */
const buildRoomConditions = ({ nearer, limit }: ListPlan): SQL[] =>
  nearer.length === 0
    ? []
    : [
        sql`${sql.join(
          nearer.map(
            (plan) =>
              sql`(select count(*) from ${plan.matchTable} fitting where ${joinAnd([
                sql`true`,
                ...(plan.strategy === "all" ? buildAfterMatch(plan) : []),
              ])})`,
          ),
          sql` + `,
        )} <= ${limit}::int`,
      ]

const buildPlaceConditions = (plan: ListPlan): SQL[] =>
  plan.steps && plan.step !== null ? buildStepConditions(plan.steps, plan.step) : []

const buildStep = (plan: ListPlan): SQL =>
  plan.step !== null
    ? sql.raw(`${plan.step}::int`)
    : plan.steps
      ? buildStepColumn(plan.steps)
      : sql.raw("0::int")

/**
 * What is found of a tab, with what its order needs: everything that fits, or the next titles along the
 * order.
 */
export function buildMatchQuery(plan: ListPlan, request: SearchRequest, frequencies: TokenFrequencies): SQL {
  const { column, descending } = ORDER_BY_SORT[plan.sort]
  const filters = [...buildFilterConditions(plan.tab, request), ...buildPlaceConditions(plan)]
  const room = buildRoomConditions(plan)
  if (plan.strategy === "all") {
    const nearness = plan.sort === "recommended" ? buildNearness(request) : sql`null::int`
    const columns = sql`kind, id, ${buildStep(plan)} as step, ${nearness} as near, ${column} as value`
    if (request.isBrief) {
      const interpretations = request.interpretations.filter(isSearchable)
      const buildCondition = plan.isTitleOnly ? buildTitleWordCondition : buildWordCondition
      // The inner limit bounds what is read: a syllable half typed has the tokens of a whole one, and far
      // more things have those.
      return sql`
        select ${columns} from (
          select * from search_entries
          where ${joinAnd([
            joinOr(
              interpretations.map((words) =>
                buildTokenCondition(plan.tab, words, frequencies, plan.isTitleOnly),
              ),
            ),
            ...filters,
          ])} limit ${roundUpRows(MAX_BRIEF_ROWS)[1]}
        ) few where ${joinOr(interpretations.map((words) => joinAnd(words.map(buildCondition))))}`
    }
    return sql`select ${columns} from search_entries
      where ${joinAnd([buildMatchCondition(plan.tab, request, frequencies), ...filters, ...room])}`
  }
  const direction = descending ? sql`desc` : sql`asc`
  // The inner limit bounds the walk: a term less common than thought costs no more than this.
  return sql`
    select kind, id, ${buildStep(plan)} as step, 1 as near, value from (
      select kind, id, ${column} as value, ${listTitleColumns(plan.tab, request)} from search_entries
      where ${joinAnd([sql`tab = ${plan.tab}`, ...buildAfterCursor(plan), ...room])}
        order by ${column} ${direction}, id ${direction} limit ${roundUpRows(plan.walkRows)[1]}
    ) path where ${joinAnd([buildTitleCondition(plan.tab, request), ...buildPlaceConditions(plan)])}
      limit ${roundUpRows(plan.limit + 1)[1]}`
}

/**
 * The rows of a list. `isFullScan`: the walk along the order ended too early, and all titles are looked for
 * by the index.
 */
export function buildListQuery(
  plan: ListPlan,
  request: SearchRequest,
  isFullScan: boolean,
  frequencies: TokenFrequencies,
): SQL {
  const { column, descending } = ORDER_BY_SORT[plan.sort]
  const direction = descending ? sql`desc` : sql`asc`
  const [, limit] = roundUpRows(plan.limit + 1)
  const chosen = (inner: SQL) =>
    sql`select e.tab, e.kind, e.id, e.title, e.card, found.step, found.near, found.value, null::int as count,
      ${request.isBrief ? sql`false` : buildWholeWordsCondition(request)} as "isWritten"
      from (${inner}) found join search_entries e using (kind, id)`
  if (isFullScan) {
    // Found first and then sorted: along the order it would be looked for in the whole tab. Where titles have
    // the word often enough, by their tokens: descriptions may be full of it, and each row would be read.
    const titles = estimateMatches({ tab: plan.tab, isTitleOnly: true }, request, frequencies)
    const isTitleOnly = titles.minRows >= MANY_PAGES * plan.limit
    return chosen(sql`
      select kind, id, step, 1 as near, value::text from (
        select kind, id, ${buildStep(plan)} as step, ${column} as value from search_entries
          where ${joinAnd([
            buildMatchCondition(plan.tab, request, frequencies, isTitleOnly),
            buildTitleCondition(plan.tab, request),
            ...buildPlaceConditions(plan),
            ...buildAfterCursor(plan),
          ])} offset 0
      ) fitting order by fitting.value ${direction}, id ${direction} limit ${limit}`)
  }
  if (plan.strategy === "titles")
    return chosen(sql`select kind, id, step, near, value::text from ${plan.matchTable} fitting`)
  return chosen(sql`
    select kind, id, step, near, value::text from ${plan.matchTable} fitting
      where ${joinAnd([sql`true`, ...buildAfterMatch(plan)])}
    order by step, near desc, fitting.value ${direction}, id ${direction} limit ${limit}`)
}

/**
 * A common term is looked for in a part of the order, in which it should stand so often; longer parts are not
 * read.
 */
const EXPECTED_SAMPLE_HITS = 20
const MAX_SAMPLE_ROWS = 1_500
const MIN_SAMPLE_ROWS = 300

/**
 * How many of a tab fit, at most {@link MAX_COUNTED} + 1. `plan` is the list of the same tab, where it is
 * asked for.
 */
export function buildCountQuery(
  tab: SearchTab,
  request: SearchRequest,
  frequencies: TokenFrequencies,
  plan: ListPlan | undefined,
): SQL {
  const [, maxRows] = roundUpRows(MAX_COUNTED + 1)
  // What its list has found already is not looked for again.
  if (plan?.strategy === "all")
    return sql`(select least(count(*), ${maxRows})::int from ${plan.matchTable} fitting)`
  const exact = sql`(select count(*)::int from (select from search_entries
    where ${joinAnd([buildMatchCondition(tab, request, frequencies), ...buildFilterConditions(tab, request)])}
      limit ${maxRows}) fitting)`
  const inTab = frequencies.tab(tab)
  // A list that was full after so short a walk along the whole order says that there are many more.
  if (
    plan &&
    plan.cursorPosition === null &&
    (inTab * (plan.limit + 1)) / roundUpRows(plan.walkRows)[0] >= 3 * MAX_COUNTED
  )
    return sql`case when (select count(*) from ${plan.matchTable} fitting) > ${plan.limit}::int then
      ${maxRows}
      else ${exact} end`
  const expected = estimateMatches({ tab }, request, frequencies)
  const wanted = (EXPECTED_SAMPLE_HITS * inTab) / Math.max(1, Math.sqrt(expected.minRows * expected.maxRows))
  // Of what is common only this is asked: are there clearly more than are counted? A part of the tab tells.
  const [sample, rows] = roundUpRows(Math.max(wanted, MIN_SAMPLE_ROWS))
  if (sample > MAX_SAMPLE_ROWS || inTab < 4 * sample) return exact
  const minSampleHits = Math.ceil((3 * MAX_COUNTED * sample) / inTab) + 5
  const sampled = sql`(select count(*) from (select ${listTitleColumns(tab, request)} from search_entries
    where tab = ${tab} order by rank desc, id desc limit ${rows}) sample
      where ${buildTitleCondition(tab, request)})`
  return sql`case when ${sampled} >= ${minSampleHits}::int then ${maxRows} else ${exact} end`
}
