/** How what was typed into a post is read back from its values. */
import type { FormValues } from "#app/basics/form.ts"
import { getRows } from "#app/basics/form-rows.ts"
import { isDateString } from "#app/basics/time.ts"
import { PAY_TYPES, type PayType } from "../rules.ts"
import { isClock, type Shift } from "../wages.ts"

export const getTextValue = (values: FormValues, name: string): string => [values[name] ?? ""].flat()[0] ?? ""
export const getListValue = (values: FormValues, name: string): string[] =>
  [values[name] ?? []].flat().filter((each) => each !== "")
export const isChecked = (values: FormValues, name: string) => getTextValue(values, name) === "on"
export const getPayType = (values: FormValues): PayType =>
  PAY_TYPES.find((type) => type === getTextValue(values, "payType")) ?? "day"
/** Reads a whole number of up to six digits as it was typed; null for anything else. */
const parseWholeNumber = (text: string): number | null =>
  /^\d{1,6}$/.test(text.replaceAll(",", "")) ? Number(text.replaceAll(",", "")) : null
export const getMinutesPerPiece = (values: FormValues): number | null =>
  parseWholeNumber(getTextValue(values, "minutesPerPiece")) || null
export const getDaysPerWeek = (values: FormValues): number | null =>
  getPayType(values) === "month" ? getListValue(values, "weekdays").length : null

/** The shifts of a draft that are whole. */
export const getCompleteShifts = (values: FormValues): Shift[] =>
  getRows(values, "slots").flatMap((row) => {
    const shift = {
      date: getTextValue(row, "date"),
      start: getTextValue(row, "start"),
      end: getTextValue(row, "end"),
      breakMinutes: parseWholeNumber(getTextValue(row, "breakMinutes")) ?? 0,
    }
    return isDateString(shift.date) && isClock(shift.start) && isClock(shift.end) ? [shift] : []
  })
