/** Defines when a shop is away, and what that means for whoever buys there. Pure. */
import { addDays, formatDateWithWeekday, toKstDateString } from "#app/basics/time.ts"

/** Both days (YYYY-MM-DD in Korea) are part of it; `takesOrders`: it sells on and sends afterwards. */
export type ShopVacation = { from: string; until: string; note: string; takesOrders: boolean }

/** What decides on which day a parcel leaves. */
export type DispatchTerms = { dispatchDays: number; vacation: ShopVacation | null }

export const isVacationDay = (vacation: ShopVacation | null, day: string): boolean =>
  vacation !== null && vacation.from <= day && day <= vacation.until

/** Whether a shop is away at `at`, taking orders or not. */
const isOnVacation = (vacation: ShopVacation | null, at: Date): vacation is ShopVacation =>
  isVacationDay(vacation, toKstDateString(at))

/** Whether nothing of a shop can be bought at `at`, because it is away. */
export const isSalePaused = (vacation: ShopVacation | null, at: Date): vacation is ShopVacation =>
  isOnVacation(vacation, at) && !vacation.takesOrders

/** 12월 3일 (목): the first day after a vacation. */
export const formatReopening = (vacation: ShopVacation, at: Date): string =>
  formatDateWithWeekday(addDays(vacation.until, 1), at)

/** What a buyer has to know of a shop that is away at `at`; null where it is not. */
export function describeVacation(vacation: ShopVacation | null, at: Date) {
  if (!isOnVacation(vacation, at)) return null
  const { until, note, takesOrders } = vacation
  const reopening = formatReopening(vacation, at)
  return {
    title: `판매자가 ${formatDateWithWeekday(until, at)}까지 쉬어요`,
    text: takesOrders
      ? `지금 주문하면 ${reopening}부터 차례대로 보내 드려요.`
      : `${reopening}부터 다시 살 수 있어요.`,
    note,
    isPaused: !takesOrders,
  }
}
export type VacationNotice = NonNullable<ReturnType<typeof describeVacation>>
