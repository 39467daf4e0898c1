/** Owns keyset cursors: the place where a list went on, as one opaque word of an address. */
import { isCleanText } from "./korean.ts"

export type CursorValue = string | number | boolean | null

const maxLength = 1_000
const maxValues = 8

/** The sort keys of the last row shown as base64url. Times go in as ISO strings. Throws a RangeError for NaN or Infinity. */
export function encodeCursor(values: readonly CursorValue[]): string {
  if (values.some((value) => typeof value === "number" && !Number.isFinite(value))) throw new RangeError("cursor holds a number without end")
  const bytes = new TextEncoder().encode(JSON.stringify(values))
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
}

/**
 * The values back, or null for anything that is not such a word. It comes from an address, so the caller still checks
 * that each value has the type its column needs.
 */
export function decodeCursor(word: unknown): CursorValue[] | null {
  if (typeof word !== "string" || word.length > maxLength || !/^[\w-]+$/.test(word)) return null
  try {
    const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const values: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
    return Array.isArray(values) && values.length <= maxValues && values.every(isCursorValue) ? values : null
  } catch {
    return null
  }
}

function isCursorValue(value: unknown): value is CursorValue {
  if (typeof value === "string") return isCleanText(value)
  if (typeof value === "number") return Number.isFinite(value)
  return value === null || typeof value === "boolean"
}
