/** The orders of a list of entries, where a list goes on, and how many rows are read of one. */
import { sql, type SQL } from "drizzle-orm"
import { isInt4, isReal, isTimestamp } from "#app/basics/column-values.ts"
import { decodeCursor, encodeCursor, isBoolean, isExactText, type CursorCheck } from "#app/basics/cursor.ts"
import { isId } from "#app/basics/ids.ts"
import type { SearchSort } from "../rules.ts"

type Order = { column: SQL; type: SQL; descending: boolean; check: CursorCheck<string> }

/** The database writes the values of a list as text: a number as that. */
const isRealText = (value: unknown): value is string =>
  typeof value === "string" && /^-?\d{1,9}(\.\d{1,12})?(e[+-]?\d{1,2})?$/.test(value) && isReal(Number(value))
const isPriceText = (value: unknown): value is string =>
  typeof value === "string" && /^-?\d{1,10}$/.test(value) && isInt4(Number(value))

export const ORDER_BY_SORT: Readonly<Record<SearchSort, Order>> = {
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
export const roundUpRows = (rows: number): readonly [number, SQL] =>
  ROW_LIMITS.find(([step]) => step >= rows) ?? [rows, sql`${rows}::int`]

/**
 * How a list is read: everything that fits, sorted; or, where thousands of titles do, along the order until
 * there are enough.
 */
export type ReadStrategy = "all" | "titles"
/** `isStepwise`: of a list that begins with what is near, each `step` is read by itself. */
export type CursorPosition = {
  strategy: ReadStrategy
  isStepwise: boolean
  step: number
  near: number
  value: string
  id: string
}
const isReadStrategy = (value: unknown): value is ReadStrategy => value === "all" || value === "titles"
const isStep = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 3
const isNearness = (value: unknown): value is number => value === 0 || value === 1 || value === 2

/** What a cursor belongs to: an order, and the region that a list begins with. */
const formatOrder = (sort: SearchSort, regionCode: string | null) =>
  regionCode === null ? sort : `${sort} ${regionCode}`

export function parseCursor(
  word: string | null,
  sort: SearchSort,
  regionCode: string | null,
): CursorPosition | null {
  const values = decodeCursor(word, [
    isExactText(formatOrder(sort, regionCode)),
    isReadStrategy,
    isBoolean,
    isStep,
    isNearness,
    ORDER_BY_SORT[sort].check,
    isId,
  ])
  if (!values) return null
  const [, strategy, isStepwise, step, near, value, id] = values
  return { strategy, isStepwise, step, near, value, id }
}

/** The cursor after the row at `position`, which {@link parseCursor} reads again. */
export const formatCursor = (
  sort: SearchSort,
  regionCode: string | null,
  position: { [Key in keyof CursorPosition]: CursorPosition[Key] | null },
): string =>
  encodeCursor([
    formatOrder(sort, regionCode),
    position.strategy,
    position.isStepwise,
    position.step,
    position.near,
    position.value,
    position.id,
  ])
