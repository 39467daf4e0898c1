/** The top line of a chart, so that it and the line halfway up are round. Pure. */
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** Tops of minutes: their halves are whole minutes, half hours, hours or days. */
const MINUTE_TOPS = [
  2,
  10,
  20,
  60,
  ...[2, 4, 6, 8, 12, 24].map((hours) => hours * HOUR_MINUTES),
  ...[2, 4, 6, 8, 10, 14, 20, 30, 60].map((days) => days * DAY_MINUTES),
]

/**
 * The round number at or above `value` that a chart ends with. Half of it is whole from 2 on: nobody counts
 * one and a half people.
 */
export function getAxisTop(value: number, scale: "number" | "minutes"): number {
  const top = scale === "minutes" ? MINUTE_TOPS.find((each) => each >= value) : undefined
  if (top !== undefined) return top
  if (value <= 2) return 2
  const magnitude = 10 ** Math.floor(Math.log10(value))
  // Of single figures 1 has no whole half; of all others it has.
  const factors = magnitude === 1 ? [2, 4, 6, 8, 10] : [1, 2, 4, 6, 8, 10]
  return (factors.find((factor) => factor * magnitude >= value) ?? 10) * magnitude
}
