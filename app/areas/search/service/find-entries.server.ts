/** How entries are found: the statement that asks for them, and the two ways through the index. */
import { sql, type SQL } from "drizzle-orm"
import { isInt4, isReal, isTimestamp } from "#app/basics/column-values.ts"
import { decodeCursor, encodeCursor, isExactText, type CursorCheck } from "#app/basics/cursor.ts"
import { isId } from "#app/basics/ids.ts"
import { isSubjectKind, type SubjectCard } from "#app/basics/subject.ts"
import { searchDb } from "#app/platform/db.server.ts"
import {
  MAX_COUNTED,
  truncateKey,
  buildRegionMarks,
  listTabTokens,
  type Reading,
  type SearchSort,
  type SearchTab,
  type TermWord,
} from "../rules.ts"
import type { IndexedCard } from "../schema.server.ts"
import { getTokenFrequencies, type TokenFrequencies } from "./token-frequencies.server.ts"

/**
 * What is looked for: one of the `ways` to understand the term, each of whose words must be there. `briefly`:
 * some of what fits will do, and no more is read for it than {@link MAX_BRIEF_ROWS}.
 */
export type SearchRequest = {
  interpretations: readonly (readonly TermWord[])[]
  region: string | null
  mark: string | null
  isBrief?: boolean
}

export type FoundEntry = SubjectCard & { tab: SearchTab }
/**
 * A part of a tab's list. `next` is null at its end; `sure` where a title has all the words as they were
 * typed.
 */
export type FoundList = { entries: FoundEntry[]; next: string | null; hasTitleMatch: boolean }
export type ListRequest = { tab: SearchTab; sort: SearchSort; limit: number; cursor: string | null }

// ── Conditions

const toTextArray = (list: readonly string[]) => sql`${sql.param([...list])}::text[]`
const joinAnd = (parts: readonly SQL[]) => sql`(${sql.join([...parts], sql` and `)})`
const joinOr = (parts: readonly SQL[]) =>
  parts.length === 0 ? sql`false` : sql`(${sql.join([...parts], sql` or `)})`

const buildWordCondition = (word: TermWord): SQL => joinOr(word.readings.map(buildReadingCondition))

function buildReadingCondition(reading: Reading): SQL {
  const key = truncateKey(reading.key)
  if (reading.by === "initials") return sql`initials like ${`% ${key}%`}`
  if (reading.by === "start") return sql`all_words like ${`% ${key}%`}`
  return sql`(all_words like ${`%${key}%`} or all_joined like ${`% ${key}%`})`
}

/** True of a title that has the word, told by what the orders' indexes hold. */
function buildTitleReadingCondition(reading: Reading): SQL {
  const key = truncateKey(reading.key)
  if (reading.by === "initials") return sql`initials like ${`% ${key}%`}`
  return sql`title_words like ${reading.by === "start" ? `% ${key}%` : `%${key}%`}`
}

/**
 * True of what has all words of one of the ways. The tokens come first, by which the index finds them: every
 * token of a word that is read one way, and for others one of the tokens that stand for the readings, the
 * rarest of each. All of these are conditions of one scan, which walks the lists together, beginning with the
 * shortest.
 */
function buildMatchCondition(tab: SearchTab, request: SearchRequest, frequencies: TokenFrequencies): SQL {
  const interpretations = request.interpretations.map((words) =>
    isSearchable(words)
      ? joinAnd([buildTokenCondition(tab, words, frequencies), ...words.map(buildWordCondition)])
      : sql`false`,
  )
  return joinOr(interpretations)
}

const isSearchable = (words: readonly TermWord[]): boolean =>
  words.length > 0 && words.every((word) => word.readings.length > 0)

function buildTokenCondition(tab: SearchTab, words: readonly TermWord[], frequencies: TokenFrequencies): SQL {
  const needed = new Set<string>()
  const alternatives: SQL[] = []
  for (const { readings } of words) {
    if (readings.length === 1)
      for (const reading of readings) for (const token of listTabTokens(tab, reading)) needed.add(token)
    else
      alternatives.push(
        sql`tokens && ${toTextArray([
          ...new Set(readings.map((reading) => findRarestToken(tab, reading, frequencies))),
        ])}`,
      )
  }
  return joinAnd([...(needed.size > 0 ? [sql`tokens @> ${toTextArray([...needed])}`] : []), ...alternatives])
}

const findRarestToken = (tab: SearchTab, reading: Reading, frequencies: TokenFrequencies): string =>
  listTabTokens(tab, reading).reduce((rarest, token) =>
    frequencies.token(token) < frequencies.token(rarest) ? token : rarest,
  )

const buildFilterConditions = ({ region, mark }: SearchRequest): SQL[] => [
  ...(region === null ? [] : [sql`marks && ${toTextArray(buildRegionMarks(region))}`]),
  ...(mark === null ? [] : [sql`marks @> ${toTextArray([mark])}`]),
]

/**
 * 2 for a title that begins with the term, 1 for one that has all of its words as they were typed, 0 for
 * others.
 */
function near(request: SearchRequest): SQL {
  const typed = (request.interpretations[0] ?? [])
    .map((word) => word.readings[0])
    .filter((reading) => reading !== undefined)
  if (typed.length === 0) return sql`0`
  const key = truncateKey(typed.map((reading) => reading.key).join(""))
  const startsWithTerm = typed.every((reading) => reading.by !== "initials")
    ? sql`when title_joined like ${` ${key}%`} then 2`
    : sql``
  const hasAllWords = typed.map((reading) =>
    reading.by !== "letters"
      ? buildTitleReadingCondition(reading)
      : sql`(title_words like ${`%${truncateKey(reading.key)}%`}
        or title_joined like ${`% ${truncateKey(reading.key)}%`})`,
  )
  return sql`case ${startsWithTerm} when ${joinAnd(hasAllWords)} then 1 else 0 end`
}

// ── Orders

type Order = { column: SQL; type: SQL; descending: boolean; check: CursorCheck<string> }

/** The database writes the values of a list as text: a number as that. */
const isRealText = (value: unknown): value is string =>
  typeof value === "string" && /^-?\d{1,9}(\.\d{1,12})?(e[+-]?\d{1,2})?$/.test(value) && isReal(Number(value))
const isPriceText = (value: unknown): value is string =>
  typeof value === "string" && /^-?\d{1,10}$/.test(value) && isInt4(Number(value))

const ORDER_BY_SORT: Readonly<Record<SearchSort, Order>> = {
  recommended: { column: sql`rank`, type: sql`real`, descending: true, check: isRealText },
  newest: { column: sql`at`, type: sql`timestamptz`, descending: true, check: isTimestamp },
  cheap: { column: sql`price_low`, type: sql`integer`, descending: false, check: isPriceText },
  dear: { column: sql`price_high`, type: sql`integer`, descending: true, check: isPriceText },
}

/**
 * Numbers of rows as they stand in the statement: few of them, so that there are few statements, and each is
 * planned once for what it is.
 */
const ROW_LIMITS = [
  [5, sql`5`],
  [25, sql`25`],
  [100, sql`100`],
  [300, sql`300`],
  [1_500, sql`1500`],
  [2_500, sql`2500`],
  [12_000, sql`12000`],
] as const
/** The smallest of the {@link ROW_LIMITS} that is not less. */
const roundUpRows = (rows: number): readonly [number, SQL] =>
  ROW_LIMITS.find(([step]) => step >= rows) ?? [rows, sql`${rows}::int`]

/**
 * How a list is read: everything that fits, sorted; or, where thousands of titles do, along the order until
 * there are enough.
 */
type ReadStrategy = "all" | "titles"
type CursorPosition = { strategy: ReadStrategy; near: number; value: string; id: string }
const isReadStrategy = (value: unknown): value is ReadStrategy => value === "all" || value === "titles"
const isNearness = (value: unknown): value is number => value === 0 || value === 1 || value === 2

function parseCursor(word: string | null, sort: SearchSort): CursorPosition | null {
  const values = decodeCursor(word, [
    isExactText(sort),
    isReadStrategy,
    isNearness,
    ORDER_BY_SORT[sort].check,
    isId,
  ])
  return values && { strategy: values[1], near: values[2], value: values[3], id: values[4] }
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
/** Most rows of a tab that are read where one looks briefly. */
const MAX_BRIEF_ROWS = 1_500

/**
 * About how many things of a tab have the term: at least, where its words have nothing to do with each other,
 * and at most, where the rarer words always come with the commonest.
 */
function fitting(
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
  const { minRows, maxRows } = fitting(tab, request, frequencies)
  const expected = Math.sqrt(minRows * maxRows)
  // Half of what fits has the words in its title; the rest is for chance.
  const walkRows = Math.ceil((4 * limit * frequencies.tab(tab)) / Math.max(1, minRows)) + 100
  return minRows >= MIN_COMMON_ROWS &&
    walkRows <= MAX_WALK_ROWS &&
    walkRows * COST.next < expected * COST.fitting
    ? { strategy: "titles", walkRows }
    : { strategy: "all", walkRows: 0 }
}

// ── The statement

/**
 * `fit`: the name under which everything that fits stands in the statement, for the list and for its number.
 */
type ListPlan = ListRequest & {
  strategy: ReadStrategy
  walkRows: number
  cursorPosition: CursorPosition | null
  matchTable: SQL
}

/**
 * The words are in the title, and the thing is where it is looked for: told by what the orders' indexes hold.
 */
const buildTitleCondition = (request: SearchRequest): SQL =>
  joinAnd([
    joinOr(
      request.interpretations.map((words) =>
        joinAnd(words.map((word) => joinOr(word.readings.map(buildTitleReadingCondition)))),
      ),
    ),
    ...buildFilterConditions(request),
  ])

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

/**
 * What is found of a tab, with what its order needs: everything that fits, or the next titles along the
 * order.
 */
function buildMatchQuery(plan: ListPlan, request: SearchRequest, frequencies: TokenFrequencies): SQL {
  const { column, descending } = ORDER_BY_SORT[plan.sort]
  if (plan.strategy === "all") {
    const nearness = plan.sort === "recommended" ? near(request) : sql`null::int`
    if (request.isBrief) {
      const interpretations = request.interpretations.filter(isSearchable)
      // The inner limit bounds what is read: a syllable half typed has the tokens of a whole one, and far
      // more things have those.
      return sql`
        select kind, id, ${nearness} as near, ${column} as value from (
          select * from search_entries
          where ${joinAnd([
            joinOr(interpretations.map((words) => buildTokenCondition(plan.tab, words, frequencies))),
            ...buildFilterConditions(request),
          ])} limit ${roundUpRows(MAX_BRIEF_ROWS)[1]}
        ) few where ${joinOr(interpretations.map((words) => joinAnd(words.map(buildWordCondition))))}`
    }
    return sql`select kind, id, ${nearness} as near, ${column} as value from search_entries
      where
      ${joinAnd([buildMatchCondition(plan.tab, request, frequencies), ...buildFilterConditions(request)])}`
  }
  const direction = descending ? sql`desc` : sql`asc`
  // The inner limit bounds the walk: a term less common than thought costs no more than this.
  return sql`
    select kind, id, 1 as near, value from (
      select kind, id, ${column} as value, title_words, initials, marks from search_entries
      where ${joinAnd([sql`tab = ${plan.tab}`, ...buildAfterCursor(plan)])}
        order by ${column} ${direction}, id ${direction} limit ${roundUpRows(plan.walkRows)[1]}
    ) path where ${buildTitleCondition(request)} limit ${roundUpRows(plan.limit + 1)[1]}`
}

/**
 * The rows of a list. `full`: the walk along the order ended too early, and all titles are looked for by the
 * index.
 */
function buildListQuery(
  plan: ListPlan,
  request: SearchRequest,
  isFullScan: boolean,
  frequencies: TokenFrequencies,
): SQL {
  const { column, type, descending } = ORDER_BY_SORT[plan.sort]
  const direction = descending ? sql`desc` : sql`asc`
  const { cursorPosition } = plan
  const [, limit] = roundUpRows(plan.limit + 1)
  const chosen = (inner: SQL) =>
    sql`select e.tab, e.kind, e.id, e.title, e.card, found.near, found.value, null::int as count
      from (${inner}) found join search_entries e using (kind, id)`
  if (isFullScan) {
    // Found first and then sorted: along the order it would be looked for in the whole tab.
    return chosen(sql`
      select kind, id, 1 as near, value::text from (
        select kind, id, ${column} as value from search_entries
          where ${joinAnd([
            buildMatchCondition(plan.tab, request, frequencies),
            buildTitleCondition(request),
            ...buildAfterCursor(plan),
          ])} offset 0
      ) fitting order by fitting.value ${direction}, id ${direction} limit ${limit}`)
  }
  if (plan.strategy === "titles")
    return chosen(sql`select kind, id, near, value::text from ${plan.matchTable} fitting`)
  const pastCursor = sql`(value, id) ${descending ? sql`<` : sql`>`} (${cursorPosition?.value ?? ""}::${type},
    ${cursorPosition?.id ?? ""}::uuid)`
  const afterCursor =
    cursorPosition === null
      ? []
      : plan.sort === "recommended"
        ? [
            sql`(near < ${cursorPosition.near}::int or (near = ${cursorPosition.near}::int
              and ${pastCursor}))`,
          ]
        : [pastCursor]
  return chosen(sql`
    select kind, id, near, value::text from ${plan.matchTable} fitting
      where ${joinAnd([sql`true`, ...afterCursor])}
    order by near desc, fitting.value ${direction}, id ${direction} limit ${limit}`)
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
function buildCountQuery(
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
    where ${joinAnd([buildMatchCondition(tab, request, frequencies), ...buildFilterConditions(request)])}
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
  const expected = fitting(tab, request, frequencies)
  const wanted = (EXPECTED_SAMPLE_HITS * inTab) / Math.max(1, Math.sqrt(expected.minRows * expected.maxRows))
  // Of what is common only this is asked: are there clearly more than are counted? A part of the tab tells.
  const [sample, rows] = roundUpRows(Math.max(wanted, MIN_SAMPLE_ROWS))
  if (sample > MAX_SAMPLE_ROWS || inTab < 4 * sample) return exact
  const minSampleHits = Math.ceil((3 * MAX_COUNTED * sample) / inTab) + 5
  const sampled = sql`(select count(*) from (select title_words, initials, marks from search_entries
    where tab = ${tab} order by rank desc, id desc limit ${rows}) sample
      where ${buildTitleCondition(request)})`
  return sql`case when ${sampled} >= ${minSampleHits}::int then ${maxRows} else ${exact} end`
}

type Row = {
  tab: SearchTab
  kind: string | null
  id: string | null
  title: string | null
  card: IndexedCard | null
  near: number | null
  value: string | null
  count: number | null
}

/**
 * The `parts` of what fits `ask`, and how many fit in each of the tabs `counted`. One statement; a second one
 * where a term was less common than the statistics say. A cursor that cannot be read, or belongs to another
 * order, gives the first part.
 */
export async function findEntries(
  request: SearchRequest,
  parts: readonly ListRequest[],
  countedTabs: readonly SearchTab[],
): Promise<{ parts: FoundList[]; counts: Partial<Record<SearchTab, number>> }> {
  if (request.interpretations.length === 0)
    return {
      parts: parts.map(() => ({ entries: [], next: null, hasTitleMatch: false })),
      counts: Object.fromEntries(countedTabs.map((tab) => [tab, 0])),
    }
  const frequencies = await getTokenFrequencies()
  const plans = parts.map((part, index): ListPlan => {
    const matchTable = sql`${sql.identifier(`fit_${index}`)}`
    const cursorPosition = parseCursor(part.cursor, part.sort)
    const chosen = chooseStrategy(part.tab, request, part.limit, frequencies)
    // A list goes on the way it began, or it would show something twice.
    if (cursorPosition === null || cursorPosition.strategy === chosen.strategy)
      return { ...part, ...chosen, cursorPosition, matchTable }
    return {
      ...part,
      strategy: cursorPosition.strategy,
      walkRows: cursorPosition.strategy === "titles" ? MAX_WALK_ROWS : 0,
      cursorPosition,
      matchTable,
    }
  })
  const statement = (numbered: readonly (readonly [ListPlan, number])[], isFullScan: boolean) =>
    numbered.map(
      ([plan, index]) =>
        sql`(select ${index}::int as part, rows.*
          from (${buildListQuery(plan, request, isFullScan, frequencies)}) rows)`,
    )
  const counts = countedTabs.map(
    (tab, index) =>
      sql`(select ${-1 - index}::int, ${tab}::text, null::text, null::uuid, null::text, null::jsonb,
        null::int,
        null::text, ${buildCountQuery(
          tab,
          request,
          frequencies,
          plans.find((plan) => plan.tab === tab),
        )})`,
  )
  const matchTables = sql.join(
    plans.map(
      (plan) => sql`${plan.matchTable} as materialized (${buildMatchQuery(plan, request, frequencies)})`,
    ),
    sql`, `,
  )
  const withClause = plans.length === 0 ? sql`` : sql`with ${matchTables} `
  const rows = await searchDb().execute<Row & { part: number }>(
    sql.join([
      withClause,
      sql.join(
        [
          ...statement(
            plans.map((plan, index) => [plan, index] as const),
            false,
          ),
          ...counts,
        ],
        sql` union all `,
      ),
    ]),
  )
  const rowsByPart = plans.map((_, index) => rows.filter((row) => row.part === index))
  const incomplete = request.isBrief
    ? []
    : plans.flatMap((plan, index) =>
        plan.strategy === "titles" && (rowsByPart[index]?.length ?? 0) <= plan.limit
          ? [[plan, index] as const]
          : [],
      )
  if (incomplete.length > 0) {
    const fullScanRows = await searchDb().execute<Row & { part: number }>(
      sql.join(statement(incomplete, true), sql` union all `),
    )
    for (const [, index] of incomplete) rowsByPart[index] = fullScanRows.filter((row) => row.part === index)
  }
  return {
    parts: plans.map((plan, index) => toFoundList(plan, rowsByPart[index] ?? [])),
    counts: Object.fromEntries(
      countedTabs.map((tab, index) => [tab, rows.find((row) => row.part === -1 - index)?.count ?? 0]),
    ),
  }
}

function toFoundList(plan: ListPlan, rows: readonly Row[]): FoundList {
  const sign = ORDER_BY_SORT[plan.sort].descending ? -1 : 1
  const value = (row: Row) => (plan.sort === "newest" ? (row.value ?? "") : Number(row.value))
  // The join with what is shown may have stirred them.
  const sorted = rows.toSorted(
    (a, b) =>
      (b.near ?? 0) - (a.near ?? 0) ||
      (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : (a.id ?? "") < (b.id ?? "") ? -sign : sign),
  )
  const page = sorted.slice(0, plan.limit)
  const last = sorted.length > plan.limit ? page.at(-1) : undefined
  return {
    entries: page.flatMap(({ tab, kind, id, title, card }) =>
      isSubjectKind(kind) && id !== null && title !== null && card !== null
        ? [{ tab, kind, id, title, ...card }]
        : [],
    ),
    hasTitleMatch: rows.some((row) => row.near === null || row.near > 0),
    next: last ? encodeCursor([plan.sort, plan.strategy, last.near ?? 0, last.value, last.id]) : null,
  }
}
