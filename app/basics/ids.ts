/** The ids of everything stored: UUIDv7, so that rows made later sort later. */
import { v7 } from "uuid"

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A new id; ids made by one process sort in the order in which they were made. */
export function newId(): string {
  return v7()
}

/**
 * True for text that a uuid column takes. Capitals are refused: PostgreSQL reads them as the same id, and one
 * thing would have two addresses.
 */
export function isId(value: unknown): value is string {
  return typeof value === "string" && UUID_PATTERN.test(value)
}

/** The lowest id that can have been made at `moment`; every id made later is above it. */
export function getFirstIdAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
