/** Reads what came from outside, of which nothing is known. */

/** Whether a value is an object with names. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A value with its names; without any where it is no such object. */
export const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
