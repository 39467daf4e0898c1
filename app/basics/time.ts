/**
 * How dates and times are written for people: always Korean time, the same text on server and browser.
 */
import { now as present } from "./clock.ts"

const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * An instant, or a calendar day `YYYY-MM-DD`, which stands for its midnight in Korea, or an ISO date and
 * time.
 */
export type Moment = Date | string

// Intl writes "PM 3:40" in one runtime and "오후 3:40" in another, so the fields are computed here. Korea has
// kept UTC+9 without summer time since 1988.
const KST_OFFSET_MS = 9 * HOUR_MS
const WEEKDAY_NAMES = ["일", "월", "화", "수", "목", "금", "토"] as const
const DATE_STRING_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** Calendar fields of an instant in Korea. `month` is 1–12, `weekday` 0 (Sunday) – 6. */
export type KstFields = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  weekday: number
}

/** True for a real calendar day written `YYYY-MM-DD`; `2026-02-30` is not one, and there was no year 0000. */
export function isDateString(text: string): boolean {
  if (!DATE_STRING_PATTERN.test(text) || text.startsWith("0000")) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** The instant at which a day begins in Korea. Throws a RangeError when `text` is not a real `YYYY-MM-DD`. */
export function startOfKstDay(text: string): Date {
  if (!isDateString(text)) throw new RangeError(`not a date: ${text}`)
  return new Date(`${text}T00:00:00+09:00`)
}

/** The last millisecond of a day in Korea: a deadline given as a day lasts until then. */
export function endOfKstDay(text: string): Date {
  return new Date(startOfKstDay(text).getTime() + DAY_MS - 1)
}

function toInstant(moment: Moment): Date {
  const date =
    typeof moment !== "string"
      ? moment
      : DATE_STRING_PATTERN.test(moment)
        ? startOfKstDay(moment)
        : new Date(moment)
  if (Number.isNaN(date.getTime())) throw new RangeError("not a date")
  return date
}

/** Calendar fields of `moment` in Korea, whatever the machine's time zone. */
export function getKstFields(moment: Moment): KstFields {
  const shifted = new Date(toInstant(moment).getTime() + KST_OFFSET_MS)
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
    weekday: shifted.getUTCDay(),
  }
}

const padTwoDigits = (value: number) => String(value).padStart(2, "0")

/** The calendar day in Korea, `YYYY-MM-DD`. */
export function toKstDateString(moment: Moment): string {
  const { year, month, day } = getKstFields(moment)
  return `${String(year).padStart(4, "0")}-${padTwoDigits(month)}-${padTwoDigits(day)}`
}

/** `days` × 24 hours later; a day string stays a day string. */
export function addDays(moment: string, days: number): string
export function addDays(moment: Date, days: number): Date
export function addDays(moment: Moment, days: number): Moment {
  const later = new Date(toInstant(moment).getTime() + days * DAY_MS)
  return typeof moment === "string" ? toKstDateString(later) : later
}

/** Whole calendar days from one moment's day in Korea to another's; negative when `to` is earlier. */
export function daysBetween(from: Moment, to: Moment): number {
  const dayNumber = (moment: Moment) => Math.floor((toInstant(moment).getTime() + KST_OFFSET_MS) / DAY_MS)
  return dayNumber(to) - dayNumber(from)
}

/** `"11월 21일"`; in another year than `now`, `"2025.11.21"`. */
export function formatDate(moment: Moment, now: Moment = present()): string {
  const { year, month, day } = getKstFields(moment)
  return year === getKstFields(now).year
    ? `${month}월 ${day}일`
    : `${year}.${padTwoDigits(month)}.${padTwoDigits(day)}`
}

/** `"2026년 11월 21일 토요일"`: the date divider of a chat. */
export function formatDateLong(moment: Moment): string {
  const { year, month, day, weekday } = getKstFields(moment)
  return `${year}년 ${month}월 ${day}일 ${WEEKDAY_NAMES[weekday]}요일`
}

/** `"11월 27일 (금)"`; in another year than `now`, `"2027.01.04 (월)"`. */
export function formatDateWithWeekday(moment: Moment, now: Moment = present()): string {
  return `${formatDate(moment, now)} (${WEEKDAY_NAMES[getKstFields(moment).weekday]})`
}

/** `"오후 3:40"`; midnight is `"오전 12:00"`, noon `"오후 12:00"`. */
export function formatTime(moment: Moment): string {
  const { hour, minute } = getKstFields(moment)
  return `${hour < 12 ? "오전" : "오후"} ${hour % 12 === 0 ? 12 : hour % 12}:${padTwoDigits(minute)}`
}

/** `"11월 21일 오후 3:40"`. */
export function formatDateTime(moment: Moment, now: Moment = present()): string {
  return `${formatDate(moment, now)} ${formatTime(moment)}`
}

/**
 * How long ago: 방금 전, 3분 전, 2시간 전 (under 24 hours), 어제, 3일 전 (up to six days), then the date. A moment up to
 * a minute ahead is 방금 전, since two machines' clocks differ; one further ahead is written as a date.
 */
export function formatRelativeTime(moment: Moment, now: Moment): string {
  const elapsed = toInstant(now).getTime() - toInstant(moment).getTime()
  if (elapsed < -MINUTE_MS) return formatDate(moment, now)
  if (elapsed < MINUTE_MS) return "방금 전"
  if (elapsed < HOUR_MS) return `${Math.floor(elapsed / MINUTE_MS)}분 전`
  if (elapsed < DAY_MS) return `${Math.floor(elapsed / HOUR_MS)}시간 전`
  const days = daysBetween(moment, now)
  if (days === 1) return "어제"
  if (days < 7) return `${days}일 전`
  return formatDate(moment, now)
}

/** What a card says of a deadline, and the calendar days left (0 today, negative after). */
export type DDay = { label: string; days: number }

/** `D-3`, `오늘 마감` or `마감`. A deadline given as a day `YYYY-MM-DD` lasts to the end of that day in Korea. */
export function getDDay(deadline: Moment, now: Moment): DDay {
  const end =
    typeof deadline === "string" && DATE_STRING_PATTERN.test(deadline)
      ? endOfKstDay(deadline)
      : toInstant(deadline)
  const days = daysBetween(now, end)
  if (end.getTime() < toInstant(now).getTime()) return { label: "마감", days }
  return { label: days === 0 ? "오늘 마감" : `D-${days}`, days }
}

/**
 * A length of time in its two largest units, cut down to whole minutes: `"1시간 30분"`, `"2일"`, `"45분"`, `"1분
 * 미만"`.
 */
export function formatDuration(lengthMs: number): string {
  if (lengthMs < MINUTE_MS) return "1분 미만"
  const days = Math.floor(lengthMs / DAY_MS)
  const hours = Math.floor((lengthMs % DAY_MS) / HOUR_MS)
  const minutes = Math.floor((lengthMs % HOUR_MS) / MINUTE_MS)
  const parts: [number, string][] =
    days > 0
      ? [
          [days, "일"],
          [hours, "시간"],
        ]
      : [
          [hours, "시간"],
          [minutes, "분"],
        ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(" ")
}

const RESPONSE_TIME_STEPS: [number, string][] = [
  [10 * MINUTE_MS, "10분 내"],
  [30 * MINUTE_MS, "30분 내"],
  [HOUR_MS, "1시간 내"],
  [3 * HOUR_MS, "3시간 내"],
  [6 * HOUR_MS, "6시간 내"],
  [12 * HOUR_MS, "12시간 내"],
  [DAY_MS, "하루 내"],
]

/**
 * A response time as a promise one can rely on, rounded up to the next step: `"10분 내"`, `"1시간 내"`, `"하루 내"`,
 * `"3일 내"`.
 */
export function formatResponseTime(lengthMs: number): string {
  const step = RESPONSE_TIME_STEPS.find(([limit]) => lengthMs <= limit)
  return step ? step[1] : `${Math.ceil(lengthMs / DAY_MS)}일 내`
}
