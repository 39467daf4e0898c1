/** Owns how what was typed into a post is read back from its values. */
import type { FormValues } from "#app/basics/form.ts"
import { rowsOf } from "#app/basics/form-rows.ts"
import { isDateString } from "#app/basics/time.ts"
import { PAY_TYPES, type PayType } from "../rules.ts"
import { isClock, type Shift } from "../wages.ts"

export const textOf = (values: FormValues, name: string): string => [values[name] ?? ""].flat()[0] ?? ""
export const listOf = (values: FormValues, name: string): string[] =>
  [values[name] ?? []].flat().filter((each) => each !== "")
export const isTicked = (values: FormValues, name: string) => textOf(values, name) === "on"
export const payTypeOf = (values: FormValues): PayType =>
  PAY_TYPES.find((type) => type === textOf(values, "payType")) ?? "day"
/** Reads a whole number of up to six digits as it was typed; null for anything else. */
const wholeOf = (typed: string): number | null =>
  /^\d{1,6}$/.test(typed.replaceAll(",", "")) ? Number(typed.replaceAll(",", "")) : null
export const minutesOf = (values: FormValues): number | null =>
  wholeOf(textOf(values, "minutesPerPiece")) || null
export const daysAWeekOf = (values: FormValues): number | null =>
  payTypeOf(values) === "month" ? listOf(values, "weekdays").length : null

/** The shifts of a draft that are whole. */
export const shiftsOf = (values: FormValues): Shift[] =>
  rowsOf(values, "slots").flatMap((row) => {
    const shift = {
      date: textOf(row, "date"),
      start: textOf(row, "start"),
      end: textOf(row, "end"),
      breakMinutes: wholeOf(textOf(row, "breakMinutes")) ?? 0,
    }
    return isDateString(shift.date) && isClock(shift.start) && isClock(shift.end) ? [shift] : []
  })
