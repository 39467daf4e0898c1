/** What a column of PostgreSQL takes, so that what it would refuse is refused before it is asked. */
import { isCleanText } from "./korean.ts"
import { isDateString } from "./time.ts"

const MIN_INT4 = -2_147_483_648
const MAX_INT4 = 2_147_483_647
/** Below this a number is too near to zero for a column of four bytes. */
const MIN_REAL = 2 ** -126

/** True for what an `integer` takes. */
export const isInt4 = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= MIN_INT4 && value <= MAX_INT4

/** True for what a `real` takes. */
export function isReal(value: unknown): value is number {
  if (typeof value !== "number") return false
  const rounded = Math.abs(Math.fround(value))
  return value === 0 || (Number.isFinite(rounded) && rounded >= MIN_REAL)
}

/** True for what a `text` takes: no NUL and no half of a surrogate pair. */
export const isStorableText = (value: unknown): value is string =>
  typeof value === "string" && isCleanText(value)

/** Deeper than anything that a form makes; the database gives up on thousands of levels. */
const MAX_JSON_DEPTH = 100

/**
 * True for what a `jsonb` takes, of what `JSON.parse` gives: no text in it that the database refuses, and not
 * too deep.
 */
export function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isCleanText(value)
  if (typeof value !== "object" || value === null) return true
  if (depth === MAX_JSON_DEPTH) return false
  return Object.entries(value).every(([name, inner]) => isCleanText(name) && isStorableJson(inner, depth + 1))
}

/** True for a day that a `date` takes, written `YYYY-MM-DD`. */
export const isDay = (value: unknown): value is string => typeof value === "string" && isDateString(value)

const MAX_OFFSET_HOURS = 15

/**
 * True for a moment that a `timestamptz` takes, of the years 1 to 9999: as `toISOString` or the database
 * writes it, with up to six digits of a second and its distance from UTC.
 */
export function isTimestamp(value: unknown): value is string {
  if (typeof value !== "string") return false
  const [, day = "", hour, minute, second, offsetHour = "0", offsetMinute = "0"] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?(?:Z|[+-](\d\d)(?::?(\d\d))?)$/.exec(value) ?? []
  return (
    isDateString(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    Number(offsetHour) <= MAX_OFFSET_HOURS &&
    Number(offsetMinute) < 60
  )
}
