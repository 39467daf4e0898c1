/**
 * Keyset cursors: the place where a list went on, as one opaque word of an address. It comes from an
 * address, so each value is checked to be one that its column takes; a cursor of which one value is not
 * begins the list anew.
 */

export type CursorValue = string | number | boolean | null

/**
 * Says whether a value is what one column of a list takes: `isTimestamp`, `isInt4` and their like, `isId`,
 * {@link isExactText}.
 */
export type CursorCheck<Value extends CursorValue = CursorValue> = (value: unknown) => value is Value
type ValuesOf<Checks extends readonly CursorCheck[]> = {
  -readonly [Index in keyof Checks]: Checks[Index] extends CursorCheck<infer Value> ? Value : never
}

const MAX_CURSOR_LENGTH = 1_000

/**
 * The sort keys of the last row shown as base64url. Times go in as ISO strings. Throws a RangeError for NaN
 * or Infinity.
 */
export function encodeCursor(values: readonly CursorValue[]): string {
  if (values.some((value) => typeof value === "number" && !Number.isFinite(value)))
    throw new RangeError("cursor holds a number without end")
  const bytes = new TextEncoder().encode(JSON.stringify(values))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")
}

/**
 * Reads a cursor whose values pass `checks`, one by one and none more; null for anything else. Never throws.
 */
export function decodeCursor<const Checks extends readonly CursorCheck[]>(
  text: unknown,
  checks: Checks,
): ValuesOf<Checks> | null {
  const values = decodeJson(text)
  return Array.isArray(values) && passChecks(values, checks) ? values : null
}

function decodeJson(text: unknown): unknown {
  if (typeof text !== "string" || text.length > MAX_CURSOR_LENGTH || !/^[\w-]+$/.test(text)) return null
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"))
    return JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(
        Uint8Array.from(binary, (character) => character.charCodeAt(0)),
      ),
    )
  } catch {
    return null
  }
}

function passChecks<Checks extends readonly CursorCheck[]>(
  values: unknown[],
  checks: Checks,
): values is ValuesOf<Checks> {
  return values.length === checks.length && checks.every((check, index) => check(values[index]))
}

/** Checks for exactly `text`: the sort that a cursor belongs to. */
export const isExactText =
  <Word extends string>(text: Word) =>
  (value: unknown): value is Word =>
    value === text

export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean"
