/** Months, written as `2026-11`; apart from the times that every screen shows. */

/** `"2026년 11월"`. */
export const formatMonth = (month: string): string =>
  `${Number(month.slice(0, 4))}년 ${Number(month.slice(5))}월`
