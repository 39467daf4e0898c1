/**
 * Pages of lists by keyset: one order for the rows, for the cursor that says where a page ended, and
 * for what comes after it.
 */
import { and, sql, type SQL, type SQLWrapper } from "drizzle-orm"
import { isDay, isReal, isStorableText, isTimestamp } from "../basics/column-values.ts"
import { decodeCursor, encodeCursor, isBoolean, type CursorCheck } from "../basics/cursor.ts"
import { isId } from "../basics/ids.ts"

/** One column or expression that a list is sorted by; it must never be null. */
export type SortKey = {
  by: SQLWrapper
  as: "time" | "day" | "integer" | "real" | "text" | "boolean" | "id"
  way: "asc" | "desc"
}

/**
 * What a list is sorted by, the last key being unique. `name`: a cursor of another order begins the list
 * anew.
 */
export type ListOrder = { name: string; keys: readonly SortKey[] }

type Column = readonly [by: SQLWrapper, as: SortKey["as"]]
const sortWay =
  (way: SortKey["way"]) =>
  (name: string, ...columns: readonly Column[]): ListOrder => ({
    name,
    keys: columns.map(([by, as]) => ({ by, as, way })),
  })
/** Sorts by columns of which each grows; the last one is unique. */
export const ascending = sortWay("asc")
/** Sorts by columns of which each falls; the last one is unique. */
export const descending = sortWay("desc")
/** The two orders of a list by when something came, which `columns` say. */
export const byAge = (...columns: readonly Column[]): Record<"oldest" | "newest", ListOrder> => ({
  oldest: ascending("oldest", ...columns),
  newest: descending("newest", ...columns),
})

const CASTS = {
  time: "timestamptz",
  day: "date",
  integer: "bigint",
  real: "real",
  text: "text",
  boolean: "boolean",
  id: "uuid",
} as const

const isWholeText = (value: unknown): value is string =>
  typeof value === "string" && /^-?\d{1,15}$/.test(value)
const CHECKS: Record<SortKey["as"], CursorCheck> = {
  time: isTimestamp,
  day: isDay,
  integer: isWholeText,
  real: isReal,
  text: isStorableText,
  boolean: isBoolean,
  id: isId,
}

/** A column of time as ISO text to the microsecond: as the database sorts by it. */
export const exactTime = (column: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The value of a key as it goes into a cursor. */
function cursorValue({ by, as }: SortKey): SQL {
  if (as === "time") return exactTime(by)
  return as === "integer" || as === "id" || as === "day" ? sql`(${by})::text` : sql`${by}`
}

/** Neighbouring keys that go the same way are compared as one row, which an index can answer. */
function runsOf(keys: readonly SortKey[]): SortKey[][] {
  const runs: SortKey[][] = []
  for (const key of keys) {
    const last = runs.at(-1)
    if (last?.[0]?.way === key.way) last.push(key)
    else runs.push([key])
  }
  return runs
}

function afterValues(keys: readonly SortKey[], values: readonly unknown[]): SQL | undefined {
  let index = 0
  const runs = runsOf(keys).map((run) => {
    const columns = sql.join(
      run.map(({ by }) => sql`${by}`),
      sql`, `,
    )
    const bounds = sql.join(
      run.map(({ as }) => sql`${values[index++]}::${sql.raw(CASTS[as])}`),
      sql`, `,
    )
    return { columns, bounds, beyond: sql.raw(run[0]?.way === "asc" ? ">" : "<") }
  })
  return runs.reduceRight<SQL | undefined>((rest, { columns, bounds, beyond }) => {
    const farther = sql`(${columns}) ${beyond} (${bounds})`
    return rest ? sql`(${farther} or ((${columns}) = (${bounds}) and ${rest}))` : farther
  }, undefined)
}

/**
 * The parts of a query that reads a page. `sortKeys` is a column to select, `after` the condition for what
 * follows `cursor`; a cursor that cannot be read begins the list anew.
 */
export function keyset(
  { name, keys }: ListOrder,
  cursor: string | null,
): { sortKeys: SQL<string[]>; orderBy: SQL[]; after: SQL | undefined } {
  const isName = (value: unknown): value is string => value === name
  const values = decodeCursor(cursor, [isName, ...keys.map(({ as }) => CHECKS[as])])
  return {
    sortKeys: sql<string[]>`json_build_array(${sql.join(keys.map(cursorValue), sql`, `)})`,
    orderBy: keys.map(({ by, way }) => sql`${by} ${sql.raw(way)}`),
    after: values ? afterValues(keys, values.slice(1)) : undefined,
  }
}

/** Where a list that goes by steps goes on: from which step, and behind what in it. */
type StepCursor = { step: number; after: SQL | undefined }

/** As the cursor says; of a step that the list does not have, from the beginning. */
function readStepCursor(
  { name, keys }: ListOrder,
  cursor: string | null,
  steps: number,
): StepCursor & { cursor: string | null } {
  const isName = (value: unknown): value is string => value === name
  const values = decodeCursor(cursor, [isName, CHECKS.integer, ...keys.map(({ as }) => CHECKS[as])])
  const step = Number(values?.[1] ?? -1)
  return values && step >= 0 && step < steps
    ? { step, after: afterValues(keys, values.slice(2)), cursor }
    : { step: 0, after: undefined, cursor: null }
}

function withoutSortKeys<Row extends { sortKeys: string[] }>(row: Row): Omit<Row, "sortKeys"> {
  const { sortKeys: _, ...rest } = row
  return rest
}

/**
 * The first `size` of rows of which one more was read, without their sort keys, and the cursor of the next
 * page; null at the end.
 */
function cutPage<Row extends { sortKeys: string[] }>(
  { name }: ListOrder,
  rows: readonly Row[],
  size: number,
): Page<Omit<Row, "sortKeys">> {
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    rows: rows.slice(0, size).map(withoutSortKeys),
    cursor: last ? encodeCursor([name, ...last.sortKeys]) : null,
  }
}

/** `cursor`: the cursor of the next page; null at the end. */
export type Page<Row> = { rows: Row[]; cursor: string | null }

/** As much of a query as {@link page} goes on with. */
export type PageQuery<Row> = {
  where(condition: SQL | undefined): {
    orderBy(...keys: SQL[]): { limit(rows: number): PromiseLike<Row[]> }
  }
}

/**
 * Reads a page of a list in one query. `from` is given the column that must be selected as `sortKeys`;
 * `filter` is what the list shows at all; `cursor` that of the page before, null for the first one.
 */
export async function page<Row extends { sortKeys: string[] }>(options: {
  from: (sortKeys: SQL<string[]>) => PageQuery<Row>
  order: ListOrder
  filter: SQL | undefined
  cursor: string | null
  size: number
}): Promise<Page<Omit<Row, "sortKeys">>> {
  const { order, filter, size } = options
  const { sortKeys, orderBy, after } = keyset(order, options.cursor)
  const rows = await options
    .from(sortKeys)
    .where(filter && after ? sql`${filter} and ${after}` : (filter ?? after))
    .orderBy(...orderBy)
    .limit(size + 1)
  return cutPage(order, rows, size)
}

/** So many rows are read in the order of a list before everything that fits is looked for. */
const MAX_WALK_ROWS = 1_500

/**
 * Reads a page of a list whose filters may leave out nearly everything. What fits is looked for in the
 * beginning of the order first; only where that does not fill the page is everything that fits read, by the
 * indexes of the filters, and sorted. The planner takes filters for independent, and would walk a whole town
 * for the few that are not there. `listed`: what the index of the order holds; `fits`: the filter as it
 * is told of one row, where it is found otherwise; `from` is given the rows `found (id)` to join with. One
 * query.
 */
export async function pageFiltered<Row extends { sortKeys: string[] }>(
  options: StepTable & {
    from: (sortKeys: SQL<string[]>, found: SQL) => PageQuery<Row>
    order: ListOrder
    listed: SQL
    filter: SQL
    fits?: SQL
    cursor: string | null
    size: number
  },
): Promise<Page<Omit<Row, "sortKeys">>> {
  const { order, listed, filter, fits = filter, table, id, size } = options
  const { after, orderBy } = keyset(order, options.cursor)
  const rows = sql.raw(String(size + 1))
  const columns = joinKeys(order.keys, ({ by }, index) => sql`${by} as ${sql.raw(`k${index}`)}`)
  const sorted = joinKeys(order.keys, ({ way }, index) => sql.raw(`k${index} ${way}`))
  const begun = after ? sql`${listed} and ${after}` : listed
  const found = sql`(with walk as materialized (
      select ${id} as id, (${fits}) as fits from ${table} where ${begun}
      order by ${sql.join(orderBy, sql`, `)} limit ${sql.raw(String(MAX_WALK_ROWS))}
    ), near as materialized (select id from walk where fits limit ${rows}),
    rest as materialized (
      select id from (
        select ${id} as id, ${columns} from ${table} where ${begun} and ${filter} offset 0
      ) fitting
      where case when (select count(*) from near) >= ${rows} then false
        else (select count(*) from walk) >= ${sql.raw(String(MAX_WALK_ROWS))} end
      order by ${sorted} limit ${rows})
    select id from near union select id from rest) as found`
  return page({
    from: (sortKeys) => options.from(sortKeys, found),
    order,
    filter: undefined,
    cursor: null,
    size,
  })
}

/**
 * One step of a list: what it holds, and how it is found. With `codes` one index scan for each of them,
 * merged: `column` is the beginning of an index that goes on in the order of the list. Without, the list's
 * own index is walked for what fits `condition`.
 */
export type ListStep = { column: SQLWrapper; codes: readonly string[] } | { condition: SQL }

/** What a list by steps is read from: the table and its key, by the names that its columns have. */
type StepTable = { table: SQLWrapper; id: SQLWrapper }

const joinKeys = (keys: readonly SortKey[], toSql: (key: SortKey, index: number) => SQL) =>
  sql.join(keys.map(toSql), sql`, `)

/** Steps that are read together, and the number of the first. */
type StepPart = { first: number; steps: readonly ListStep[] }
/** As many regions are read together behind the first step; those beyond are seldom read, and all at once. */
const CODES_OF_SECOND_PART = 16

/**
 * The steps from where the list goes on in parts. The first stands alone: it often fills the page, and where
 * a page goes on its index is entered behind the cursor. Behind it steps with codes of one column go
 * together, for a statement of many parts takes longer to plan than some scans take.
 */
function toStepParts(steps: readonly ListStep[], first: number): StepPart[] {
  const parts: { first: number; steps: ListStep[]; codes: number }[] = []
  for (const [index, step] of steps.entries()) {
    if (index < first) continue
    const last = parts.at(-1)
    const codes = "codes" in step ? step.codes.length : Number.POSITIVE_INFINITY
    const maxCodes = parts.length > 2 ? Number.MAX_SAFE_INTEGER : CODES_OF_SECOND_PART
    if (last && parts.length > 1 && last.codes + codes <= maxCodes) {
      last.steps.push(step)
      last.codes += codes
    } else parts.push({ first: index, steps: [step], codes })
  }
  return parts
}

/** The first `rows` of a part, as rows of `id`, `step` and the keys `k0`, `k1` … */
function selectPart(
  { table, id }: StepTable,
  { keys }: ListOrder,
  { first, steps }: StepPart,
  { filter, after, rows }: { filter: SQL | undefined; after: SQL | undefined; rows: number },
): SQL {
  const columns = joinKeys(keys, ({ by }, index) => sql`${by} as ${sql.raw(`k${index}`)}`)
  const inOrder = joinKeys(keys, ({ by, way }) => sql`${by} ${sql.raw(way)}`)
  const firstStep = sql.raw(String(first))
  const read = (step: SQL, ...conditions: (SQL | undefined)[]) =>
    sql`select ${id} as id, ${step} as step, ${columns} from ${table} where ${sql.join(
      [filter, ...conditions].filter((condition) => condition !== undefined),
      sql` and `,
    )} order by ${inOrder} limit ${rows}::int`
  const [only] = steps
  if (only && "condition" in only) return read(firstStep, only.condition, after)
  const coded = steps.flatMap((step, index) =>
    "codes" in step ? step.codes.map((code) => ({ code, step: first + index, column: step.column })) : [],
  )
  const column = coded[0]?.column ?? sql`null`
  if (coded.length === 1) return read(firstStep, sql`${column} = ${coded[0]?.code}`, after)
  const merged = joinKeys(keys, ({ way }, index) => sql.raw(`found.k${index} ${way}`))
  return sql`select found.* from unnest(${sql.param(coded.map(({ code }) => code))}::text[],
      ${sql.param(coded.map(({ step }) => step))}::int[]) as around (code, step)
    cross join lateral (${read(sql`around.step`, sql`${column} = around.code`, after)}) found
    order by found.step, ${merged} limit ${rows}::int`
}

/**
 * Reads a page of a list that goes by `steps`: what the first holds comes first, in `order`, then the next. A
 * step is read only where those before it do not fill the page. One query; `from` is given the column that
 * must be selected as `sortKeys`, and the rows `near (id, step)` to join with.
 */
async function pageBySteps<Row extends { sortKeys: string[] }>(
  options: StepTable & {
    from: (sortKeys: SQL<string[]>, near: SQL) => PageQuery<Row>
    order: ListOrder
    steps: readonly ListStep[]
    filter: SQL | undefined
    cursor: string | null
    size: number
  },
): Promise<Page<Omit<Row, "sortKeys">>> {
  const { order, filter, size, steps } = options
  const start = readStepCursor(order, options.cursor, steps.length)
  const rows = size + 1
  const parts = toStepParts(steps, start.step).map((part, index) => {
    const name = sql.raw(`part${index}`)
    const before = Array.from({ length: index }, (_, earlier) =>
      sql.raw(`(select count(*) from part${earlier})`),
    )
    const isOpen = index === 0 ? sql`true` : sql`${sql.join(before, sql` + `)} < ${rows}::int`
    const after = part.first === start.step ? start.after : undefined
    return {
      rows: sql`select id, step from ${name}`,
      definition: sql`${name} as materialized (select id, step
        from (${selectPart(options, order, part, { filter, after, rows })}) read where ${isOpen})`,
    }
  })
  const definitions = sql.join(
    parts.map((part) => part.definition),
    sql`, `,
  )
  const union = sql.join(
    parts.map((part) => part.rows),
    sql` union all `,
  )
  const near = sql`(with ${definitions} ${union}) as near`
  return page({
    from: (sortKeys) => options.from(sortKeys, near),
    order: {
      name: order.name,
      keys: [{ by: sql`near.step`, as: "integer", way: "asc" }, ...order.keys],
    },
    filter: undefined,
    cursor: start.cursor,
    size,
  })
}

/** Rows that a list is narrowed to, and how they are joined with its table. */
type JoinedRows = { rows: SQL; on: SQL }

/**
 * Reads a page of a list in the way that finds it soonest: by `steps` where it begins somewhere, by what fits
 * where `filter` may leave out nearly everything, else along its order. `listed`: what the list shows at all.
 * `from` is given the rows to join with, null where the table is read alone.
 */
export function pageOfList<Row extends { sortKeys: string[] }>(
  options: StepTable & {
    from: (sortKeys: SQL<string[]>, joined: JoinedRows | null) => PageQuery<Row>
    order: ListOrder
    steps: readonly ListStep[] | null
    listed: SQL
    filter?: SQL | undefined
    cursor: string | null
    size: number
  },
): Promise<Page<Omit<Row, "sortKeys">>> {
  const { from, steps, listed, filter, ...list } = options
  const joinAs = (name: "near" | "found") => (sortKeys: SQL<string[]>, rows: SQL) =>
    from(sortKeys, { rows, on: sql`${sql.raw(name)}.id = ${list.id}` })
  if (steps) return pageBySteps({ ...list, steps, filter: and(listed, filter), from: joinAs("near") })
  if (filter) return pageFiltered({ ...list, listed, filter, from: joinAs("found") })
  return page({ ...list, filter: listed, from: (sortKeys) => from(sortKeys, null) })
}
