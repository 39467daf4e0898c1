/** Owns how entries are found: the statement that asks for them, and the two ways through the index. */
import { sql, type SQL } from "drizzle-orm"
import { isInt4, isReal, isTimestamp } from "#app/basics/column-values.ts"
import { decodeCursor, encodeCursor, isWord, type CursorCheck } from "#app/basics/cursor.ts"
import { isId } from "#app/basics/ids.ts"
import { isSubjectKind, type SubjectCard } from "#app/basics/subject.ts"
import { searchDb } from "#app/platform/db.server.ts"
import {
  MOST_COUNTED,
  patternOf,
  regionMarks,
  tokensIn,
  type Reading,
  type SearchSort,
  type SearchTab,
  type TermWord,
} from "../rules.ts"
import type { KeptCard } from "../schema.server.ts"
import { howCommon, type HowCommon } from "./how-common.server.ts"

/**
 * What is looked for: one of the `ways` to understand the term, each of whose words must be there. `briefly`:
 * some of what fits will do, and no more is read for it than {@link BRIEF}.
 */
export type Ask = {
  ways: readonly (readonly TermWord[])[]
  region: string | null
  mark: string | null
  briefly?: boolean
}

export type FoundEntry = SubjectCard & { tab: SearchTab }
/**
 * A part of a tab's list. `next` is null at its end; `sure` where a title has all the words as they were
 * typed.
 */
export type FoundPart = { entries: FoundEntry[]; next: string | null; sure: boolean }
export type Part = { tab: SearchTab; sort: SearchSort; limit: number; cursor: string | null }

// ── Conditions

const texts = (list: readonly string[]) => sql`${sql.param([...list])}::text[]`
const all = (parts: readonly SQL[]) => sql`(${sql.join([...parts], sql` and `)})`
const any = (parts: readonly SQL[]) =>
  parts.length === 0 ? sql`false` : sql`(${sql.join([...parts], sql` or `)})`

const reads = (word: TermWord): SQL => any(word.readings.map(readsAs))

function readsAs(reading: Reading): SQL {
  const key = patternOf(reading.key)
  if (reading.by === "initials") return sql`initials like ${`% ${key}%`}`
  if (reading.by === "start") return sql`all_words like ${`% ${key}%`}`
  return sql`(all_words like ${`%${key}%`} or all_joined like ${`% ${key}%`})`
}

/** True of a title that has the word, told by what the orders' indexes hold. */
function inTitle(reading: Reading): SQL {
  const key = patternOf(reading.key)
  if (reading.by === "initials") return sql`initials like ${`% ${key}%`}`
  return sql`title_words like ${reading.by === "start" ? `% ${key}%` : `%${key}%`}`
}

/**
 * True of what has all words of one of the ways. The tokens come first, by which the index finds them: every
 * token of a word that is read one way, and for others one of the tokens that stand for the readings, the
 * rarest of each. All of these are conditions of one scan, which walks the lists together, beginning with the
 * shortest.
 */
function fits(tab: SearchTab, ask: Ask, common: HowCommon): SQL {
  const ways = ask.ways.map((words) =>
    isFindable(words) ? all([tokensOf(tab, words, common), ...words.map(reads)]) : sql`false`,
  )
  return any(ways)
}

const isFindable = (words: readonly TermWord[]): boolean =>
  words.length > 0 && words.every((word) => word.readings.length > 0)

function tokensOf(tab: SearchTab, words: readonly TermWord[], common: HowCommon): SQL {
  const needed = new Set<string>()
  const oneOf: SQL[] = []
  for (const { readings } of words) {
    if (readings.length === 1)
      for (const reading of readings) for (const token of tokensIn(tab, reading)) needed.add(token)
    else
      oneOf.push(
        sql`tokens && ${texts([...new Set(readings.map((reading) => rarestOf(tab, reading, common)))])}`,
      )
  }
  return all([...(needed.size > 0 ? [sql`tokens @> ${texts([...needed])}`] : []), ...oneOf])
}

const rarestOf = (tab: SearchTab, reading: Reading, common: HowCommon): string =>
  tokensIn(tab, reading).reduce((rarest, token) =>
    common.token(token) < common.token(rarest) ? token : rarest,
  )

const narrowed = ({ region, mark }: Ask): SQL[] => [
  ...(region === null ? [] : [sql`marks && ${texts(regionMarks(region))}`]),
  ...(mark === null ? [] : [sql`marks @> ${texts([mark])}`]),
]

/**
 * 2 for a title that begins with the term, 1 for one that has all of its words as they were typed, 0 for
 * others.
 */
function near(ask: Ask): SQL {
  const typed = (ask.ways[0] ?? []).map((word) => word.readings[0]).filter((reading) => reading !== undefined)
  if (typed.length === 0) return sql`0`
  const key = patternOf(typed.map((reading) => reading.key).join(""))
  const begins = typed.every((reading) => reading.by !== "initials")
    ? sql`when title_joined like ${` ${key}%`} then 2`
    : sql``
  const has = typed.map((reading) =>
    reading.by !== "letters"
      ? inTitle(reading)
      : sql`(title_words like ${`%${patternOf(reading.key)}%`}
        or title_joined like ${`% ${patternOf(reading.key)}%`})`,
  )
  return sql`case ${begins} when ${all(has)} then 1 else 0 end`
}

// ── Orders

type Order = { column: SQL; type: SQL; descending: boolean; check: CursorCheck<string> }

/** The database writes the values of a list as text: a number as that. */
const isRealText = (value: unknown): value is string =>
  typeof value === "string" && /^-?\d{1,9}(\.\d{1,12})?(e[+-]?\d{1,2})?$/.test(value) && isReal(Number(value))
const isPriceText = (value: unknown): value is string =>
  typeof value === "string" && /^-?\d{1,10}$/.test(value) && isInt4(Number(value))

const orders: Readonly<Record<SearchSort, Order>> = {
  recommended: { column: sql`rank`, type: sql`real`, descending: true, check: isRealText },
  newest: { column: sql`at`, type: sql`timestamptz`, descending: true, check: isTimestamp },
  cheap: { column: sql`price_low`, type: sql`integer`, descending: false, check: isPriceText },
  dear: { column: sql`price_high`, type: sql`integer`, descending: true, check: isPriceText },
}

/**
 * Numbers of rows as they stand in the statement: few of them, so that there are few statements, and each is
 * planned once for what it is.
 */
const STEPS = [
  [5, sql`5`],
  [25, sql`25`],
  [100, sql`100`],
  [300, sql`300`],
  [1_500, sql`1500`],
  [2_500, sql`2500`],
  [12_000, sql`12000`],
] as const
/** The smallest of the {@link STEPS} that is not less. */
const atLeast = (rows: number): readonly [number, SQL] =>
  STEPS.find(([step]) => step >= rows) ?? [rows, sql`${rows}::int`]

/**
 * How a list is read: everything that fits, sorted; or, where thousands of titles do, along the order until
 * there are enough.
 */
type Way = "all" | "titles"
type Place = { way: Way; near: number; value: string; id: string }
const isWay = (value: unknown): value is Way => value === "all" || value === "titles"
const isNearness = (value: unknown): value is number => value === 0 || value === 1 || value === 2

function readPlace(word: string | null, sort: SearchSort): Place | null {
  const values = decodeCursor(word, [isWord(sort), isWay, isNearness, orders[sort].check, isId])
  return values && { way: values[1], near: values[2], value: values[3], id: values[4] }
}

/**
 * What reading one row costs: of all that fit (a row anywhere in the table), and of an order's index (the
 * next in it).
 */
const COST = { fitting: 5, next: 0.6 } as const
/** Most rows of an order that are read before everything that fits is sorted after all. */
const LONGEST_WALK = 12_000
/** Under so many nothing is gained by reading along the order. */
const LEAST_COMMON = 200
/** Most rows of a tab that are read where one looks briefly. */
const BRIEF = 1_500

/**
 * About how many things of a tab have the term: at least, where its words have nothing to do with each other,
 * and at most, where the rarer words always come with the commonest.
 */
function fitting(tab: SearchTab, ask: Ask, common: HowCommon): { least: number; most: number } {
  const inTab = Math.max(1, common.tab(tab))
  const ofReading = (reading: Reading) =>
    Math.min(...tokensIn(tab, reading).map((token) => common.token(token)))
  const narrow =
    (ask.region === null ? 1 : common.share(regionMarks(ask.region))) *
    (ask.mark === null ? 1 : common.share([ask.mark]))
  let [least, most] = [0, 0]
  for (const words of ask.ways) {
    const each = words.map((word) =>
      Math.min(
        inTab,
        word.readings.reduce((sum, reading) => sum + ofReading(reading), 0),
      ),
    )
    least += inTab * each.reduce((share, count) => share * (count / inTab), narrow)
    most += Math.min(inTab, ...each) * narrow
  }
  return { least, most }
}

function wayFor(tab: SearchTab, ask: Ask, limit: number, common: HowCommon): { way: Way; walk: number } {
  const { least, most } = fitting(tab, ask, common)
  const likely = Math.sqrt(least * most)
  // Half of what fits has the words in its title; the rest is for chance.
  const walk = Math.ceil((4 * limit * common.tab(tab)) / Math.max(1, least)) + 100
  return least >= LEAST_COMMON && walk <= LONGEST_WALK && walk * COST.next < likely * COST.fitting
    ? { way: "titles", walk }
    : { way: "all", walk: 0 }
}

// ── The statement

/**
 * `fit`: the name under which everything that fits stands in the statement, for the list and for its number.
 */
type Plan = Part & { way: Way; walk: number; place: Place | null; fit: SQL }

/**
 * The words are in the title, and the thing is where it is looked for: told by what the orders' indexes hold.
 */
const inTitles = (ask: Ask): SQL =>
  all([
    any(ask.ways.map((words) => all(words.map((word) => any(word.readings.map(inTitle)))))),
    ...narrowed(ask),
  ])

/** What the order begins after, where a list goes on. */
function afterPlace({ place, sort }: Plan): SQL[] {
  const { column, type, descending } = orders[sort]
  return place === null
    ? []
    : [sql`(${column}, id) ${descending ? sql`<` : sql`>`} (${place.value}::${type}, ${place.id}::uuid)`]
}

/**
 * What is found of a tab, with what its order needs: everything that fits, or the next titles along the
 * order.
 */
function found(plan: Plan, ask: Ask, common: HowCommon): SQL {
  const { column, descending } = orders[plan.sort]
  if (plan.way === "all") {
    const nearness = plan.sort === "recommended" ? near(ask) : sql`null::int`
    if (ask.briefly) {
      const ways = ask.ways.filter(isFindable)
      // The inner limit bounds what is read: a syllable half typed has the tokens of a whole one, and far
      // more things have those.
      return sql`
        select kind, id, ${nearness} as near, ${column} as value from (
          select * from search_entries where ${all([any(ways.map((words) => tokensOf(plan.tab, words, common))), ...narrowed(ask)])} limit ${atLeast(BRIEF)[1]}
        ) few where ${any(ways.map((words) => all(words.map(reads))))}`
    }
    return sql`select kind, id, ${nearness} as near, ${column} as value from search_entries
      where ${all([fits(plan.tab, ask, common), ...narrowed(ask)])}`
  }
  const direction = descending ? sql`desc` : sql`asc`
  // The inner limit bounds the walk: a term less common than thought costs no more than this.
  return sql`
    select kind, id, 1 as near, value from (
      select kind, id, ${column} as value, title_words, initials, marks from search_entries
      where ${all([sql`tab = ${plan.tab}`, ...afterPlace(plan)])}
        order by ${column} ${direction}, id ${direction} limit ${atLeast(plan.walk)[1]}
    ) path where ${inTitles(ask)} limit ${atLeast(plan.limit + 1)[1]}`
}

/**
 * The rows of a list. `full`: the walk along the order ended too early, and all titles are looked for by the
 * index.
 */
function branch(plan: Plan, ask: Ask, full: boolean, common: HowCommon): SQL {
  const { column, type, descending } = orders[plan.sort]
  const direction = descending ? sql`desc` : sql`asc`
  const { place } = plan
  const [, limit] = atLeast(plan.limit + 1)
  const chosen = (inner: SQL) =>
    sql`select e.tab, e.kind, e.id, e.title, e.card, found.near, found.value, null::int as count
      from (${inner}) found join search_entries e using (kind, id)`
  if (full) {
    // Found first and then sorted: along the order it would be looked for in the whole tab.
    return chosen(sql`
      select kind, id, 1 as near, value::text from (
        select kind, id, ${column} as value from search_entries
          where ${all([fits(plan.tab, ask, common), inTitles(ask), ...afterPlace(plan)])} offset 0
      ) fitting order by fitting.value ${direction}, id ${direction} limit ${limit}`)
  }
  if (plan.way === "titles") return chosen(sql`select kind, id, near, value::text from ${plan.fit} fitting`)
  const past = sql`(value, id) ${descending ? sql`<` : sql`>`} (${place?.value ?? ""}::${type},
    ${place?.id ?? ""}::uuid)`
  const later =
    place === null
      ? []
      : plan.sort === "recommended"
        ? [sql`(near < ${place.near}::int or (near = ${place.near}::int and ${past}))`]
        : [past]
  return chosen(sql`
    select kind, id, near, value::text from ${plan.fit} fitting where ${all([sql`true`, ...later])}
    order by near desc, fitting.value ${direction}, id ${direction} limit ${limit}`)
}

/**
 * A common term is looked for in a part of the order, in which it should stand so often; longer parts are not
 * read.
 */
const SEEN = 20
const LONGEST_SAMPLE = 1_500
const LEAST_SAMPLE = 300

/**
 * How many of a tab fit, at most {@link MOST_COUNTED} + 1. `plan` is the list of the same tab, where it is
 * asked for.
 */
function counting(tab: SearchTab, ask: Ask, common: HowCommon, plan: Plan | undefined): SQL {
  const [, most] = atLeast(MOST_COUNTED + 1)
  // What its list has found already is not looked for again.
  if (plan?.way === "all") return sql`(select least(count(*), ${most})::int from ${plan.fit} fitting)`
  const exact = sql`(select count(*)::int from (select from search_entries
    where ${all([fits(tab, ask, common), ...narrowed(ask)])} limit ${most}) fitting)`
  const inTab = common.tab(tab)
  // A list that was full after so short a walk along the whole order says that there are many more.
  if (plan && plan.place === null && (inTab * (plan.limit + 1)) / atLeast(plan.walk)[0] >= 3 * MOST_COUNTED)
    return sql`case when (select count(*) from ${plan.fit} fitting) > ${plan.limit}::int then ${most}
      else ${exact} end`
  const likely = fitting(tab, ask, common)
  const wanted = (SEEN * inTab) / Math.max(1, Math.sqrt(likely.least * likely.most))
  // Of what is common only this is asked: are there clearly more than are counted? A part of the tab tells.
  const [sample, rows] = atLeast(Math.max(wanted, LEAST_SAMPLE))
  if (sample > LONGEST_SAMPLE || inTab < 4 * sample) return exact
  const surely = Math.ceil((3 * MOST_COUNTED * sample) / inTab) + 5
  const sampled = sql`(select count(*) from (select title_words, initials, marks from search_entries
    where tab = ${tab} order by rank desc, id desc limit ${rows}) sample where ${inTitles(ask)})`
  return sql`case when ${sampled} >= ${surely}::int then ${most} else ${exact} end`
}

type Row = {
  tab: SearchTab
  kind: string | null
  id: string | null
  title: string | null
  card: KeptCard | null
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
  ask: Ask,
  parts: readonly Part[],
  counted: readonly SearchTab[],
): Promise<{ parts: FoundPart[]; counts: Partial<Record<SearchTab, number>> }> {
  if (ask.ways.length === 0)
    return {
      parts: parts.map(() => ({ entries: [], next: null, sure: false })),
      counts: Object.fromEntries(counted.map((tab) => [tab, 0])),
    }
  const common = await howCommon()
  const plans = parts.map((part, at): Plan => {
    const fit = sql`${sql.identifier(`fit_${at}`)}`
    const place = readPlace(part.cursor, part.sort)
    const chosen = wayFor(part.tab, ask, part.limit, common)
    // A list goes on the way it began, or it would show something twice.
    if (place === null || place.way === chosen.way) return { ...part, ...chosen, place, fit }
    return { ...part, way: place.way, walk: place.way === "titles" ? LONGEST_WALK : 0, place, fit }
  })
  const statement = (numbered: readonly (readonly [Plan, number])[], full: boolean) =>
    numbered.map(
      ([plan, at]) => sql`(select ${at}::int as part, rows.* from (${branch(plan, ask, full, common)}) rows)`,
    )
  const counts = counted.map(
    (tab, at) =>
      sql`(select ${-1 - at}::int, ${tab}::text, null::text, null::uuid, null::text, null::jsonb, null::int,
        null::text, ${counting(
          tab,
          ask,
          common,
          plans.find((plan) => plan.tab === tab),
        )})`,
  )
  const parted = sql.join(
    plans.map((plan) => sql`${plan.fit} as materialized (${found(plan, ask, common)})`),
    sql`, `,
  )
  const head = plans.length === 0 ? sql`` : sql`with ${parted} `
  const rows = await searchDb().execute<Row & { part: number }>(
    sql.join([
      head,
      sql.join(
        [
          ...statement(
            plans.map((plan, at) => [plan, at] as const),
            false,
          ),
          ...counts,
        ],
        sql` union all `,
      ),
    ]),
  )
  const byPart = plans.map((_, at) => rows.filter((row) => row.part === at))
  const short = ask.briefly
    ? []
    : plans.flatMap((plan, at) =>
        plan.way === "titles" && (byPart[at]?.length ?? 0) <= plan.limit ? [[plan, at] as const] : [],
      )
  if (short.length > 0) {
    const again = await searchDb().execute<Row & { part: number }>(
      sql.join(statement(short, true), sql` union all `),
    )
    for (const [, at] of short) byPart[at] = again.filter((row) => row.part === at)
  }
  return {
    parts: plans.map((plan, at) => partOf(plan, byPart[at] ?? [])),
    counts: Object.fromEntries(
      counted.map((tab, at) => [tab, rows.find((row) => row.part === -1 - at)?.count ?? 0]),
    ),
  }
}

function partOf(plan: Plan, rows: readonly Row[]): FoundPart {
  const sign = orders[plan.sort].descending ? -1 : 1
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
    sure: rows.some((row) => row.near === null || row.near > 0),
    next: last ? encodeCursor([plan.sort, plan.way, last.near ?? 0, last.value, last.id]) : null,
  }
}
