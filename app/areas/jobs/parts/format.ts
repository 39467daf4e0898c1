/** How jobs are said: pay, days, hours. */
import { daysBetween, formatDate, formatDateWithWeekday, type Moment } from "#app/basics/time.ts"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import {
  PAY_TYPE_LABELS,
  WEEKDAY_LABELS,
  WEEKDAYS,
  type DayTime,
  type PayType,
  DAY_TIME_LABELS,
  type Weekday,
} from "../rules.ts"
import { crossesMidnight, getWorkMinutes, type Shift } from "../wages.ts"

/** `"시급 12,000원"`, `"월급 250만원"`. */
export const formatPay = (pay: { payType: PayType; payWon: number }): string =>
  `${PAY_TYPE_LABELS[pay.payType]} ${formatPayAmount(pay)}`
/** A month's pay is said in 만원 where it comes out even. */
export const formatPayAmount = ({ payType, payWon }: { payType: PayType; payWon: number }): string =>
  payType === "month" && payWon % 10_000 === 0 ? formatManwon(payWon) : formatWon(payWon)

/** `"월~금"`, `"토·일"`, `"월·수·금"`, `"매일"`. */
export function formatWeekdays(days: readonly Weekday[]): string {
  const indexes = WEEKDAYS.flatMap((day, index) => (days.includes(day) ? [index] : []))
  const [first, last] = [indexes[0], indexes.at(-1)]
  if (first === undefined || last === undefined) return "요일 협의"
  if (indexes.length === 7) return "매일"
  const label = (index: number) => WEEKDAY_LABELS[WEEKDAYS[index] ?? "1"]
  return indexes.length > 2 && last - first === indexes.length - 1
    ? `${label(first)}~${label(last)}`
    : indexes.map(label).join("·")
}
export const formatDayTimes = (times: readonly DayTime[]): string =>
  times.length === 4 ? "시간 무관" : times.map((time) => DAY_TIME_LABELS[time]).join("·")

export const formatShiftHours = (shift: Pick<Shift, "start" | "end">): string =>
  `${shift.start}~${crossesMidnight(shift) ? "다음 날 " : ""}${shift.end}`

/** `"7시간 30분"`. */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours}시간` : "", rest > 0 ? `${rest}분` : ""].filter(Boolean).join(" ") || "0분"
}
export const formatWorkDuration = (shift: Pick<Shift, "start" | "end" | "breakMinutes">): string =>
  formatDuration(getWorkMinutes(shift))

/** How many places a post has, each for one day: `"2자리"`, `"5일 20자리"`. */
export const formatPlaces = ({ days, headcount }: { days: number; headcount: number }): string =>
  `${days > 1 ? `${days}일 ` : ""}${headcount}자리`

/** Near days are said as people say them. */
export function formatDay(day: string, now: Moment): string {
  const days = daysBetween(now, day)
  return days === 0 ? "오늘" : days === 1 ? "내일" : formatDateWithWeekday(day, now)
}

/** When a post is, on a card: `"내일 08:00~17:00"`, `"11월 25일 외 2일 09:00~18:00"`, `"월~금 09:00~18:00"`. */
export function formatWhen(
  post: {
    payType: PayType
    firstDate: string
    days: number
    weekdays: readonly Weekday[]
    first: Pick<Shift, "start" | "end">
  },
  now: Moment,
): string {
  const hours = formatShiftHours(post.first)
  if (post.payType === "month") return `${formatWeekdays(post.weekdays)} ${hours}`
  return (
    (post.days > 1
      ? `${formatDate(post.firstDate, now)} 외 ${post.days - 1}일`
      : formatDay(post.firstDate, now)) + ` ${hours}`
  )
}
