import { formatDateWithWeekday, getKstFields } from "#app/basics/time.ts"
import type { Vacation } from "../rules.ts"

const weekdays = ["일", "월", "화", "수", "목", "금", "토"] as const

/** "12월 24일 (목)", "12월 24일 (목) ~ 26일 (토)", "12월 30일 (수) ~ 1월 2일 (토)". */
export function formatVacation({ from, to }: Vacation): string {
  if (from === to) return formatDateWithWeekday(from)
  const [start, end] = [getKstFields(from), getKstFields(to)]
  const sameMonth = start.year === end.year && start.month === end.month
  return (
    `${formatDateWithWeekday(from)} ~ ` +
    `${sameMonth ? `${end.day}일 (${weekdays[end.weekday]})` : formatDateWithWeekday(to)}`
  )
}
