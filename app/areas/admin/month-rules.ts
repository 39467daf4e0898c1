/** Months in Korea, and which of them the tax papers of the office are of. Pure. */
import { toKstDateString, type Moment } from "#app/basics/time.ts"
import { isMonth } from "../money/rules.ts"

/** `months` after (or before) a month `YYYY-MM`. */
export function addMonths(month: string, months: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`
}
/** The month in Korea at `at`. */
export const getCurrentMonth = (at: Moment): string => toKstDateString(at).slice(0, 7)
/** The month that is asked for, or the one before: its invoices are due on the 10th of the running one. */
export function getInvoiceMonth(month: string | null, at: Moment): string {
  const current = getCurrentMonth(at)
  return month !== null && isMonth(month) && month <= current ? month : addMonths(current, -1)
}

/** The twelve months that end with the one asked for, or with the running one; the oldest first. */
export function listTaxMonths(month: string | null, at: Moment): string[] {
  const last = month === null ? getCurrentMonth(at) : getInvoiceMonth(month, at)
  return Array.from({ length: 12 }, (_, index) => addMonths(last, index - 11))
}
