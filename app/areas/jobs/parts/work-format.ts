/** How worked days and wages are said. */
import { formatDuration, getKstFields } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { countHours, countLateDays, type CountedHours, type WageState } from "../work-rules.ts"
import type { MarkView, WorkDayView } from "../work-views.ts"
import { MARK_METHOD_LABELS } from "../work-rules.ts"

/** The hours of a day that count; null until it is over. */
export const getCountedHours = (day: WorkDayView): CountedHours | null =>
  day.startedAt !== null && day.endedAt !== null
    ? countHours(
        {
          startsAt: new Date(day.startsAt),
          endsAt: new Date(day.endsAt),
          breakMinutes: day.breakMinutes,
        },
        {
          startedAt: new Date(day.startedAt),
          endedAt: new Date(day.endedAt),
          restMinutes: day.restMinutes,
          source: day.source,
        },
      )
    : null

/** A time of day as posts and contracts write it: `"09:00"`. */
export function formatClock(at: string | Date): string {
  const { hour, minute } = getKstFields(at)
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`
}

/** `"09:00~18:00"`; an end on the next day says so. */
export function formatHours(startsAt: string | Date, endsAt: string | Date): string {
  const [from, to] = [formatClock(startsAt), formatClock(endsAt)]
  return `${from}~${to <= from ? "다음 날 " : ""}${to}`
}

/** `"현장 코드"`, `"위치 32m"`. */
export const formatProof = (mark: MarkView): string =>
  mark.method === "place"
    ? `${MARK_METHOD_LABELS.place} ${mark.distanceM ?? 0}m`
    : MARK_METHOD_LABELS[mark.method]

/** The clock to a payday: what is left, or how late it is; null where nothing is owed any more. */
export function formatDueClock(
  wage: { state: WageState; dueAt: string },
  at: Date,
): { text: string; isLate: boolean } | null {
  if (wage.state === "received" || wage.state === "void" || wage.state === "sent") return null
  const dueAt = new Date(wage.dueAt)
  if (dueAt > at)
    return { text: `지급일까지 ${formatDuration(dueAt.getTime() - at.getTime())}`, isLate: false }
  // Nobody worked for it: what was not drawn up by its payday is not owed.
  if (wage.state === "open") return null
  const days = countLateDays(dueAt, at)
  return { text: days === 0 ? "지급일이 지났어요" : `지급일이 ${days}일 지났어요`, isLate: true }
}

export const formatMinus = (won: number): string => (won === 0 ? formatWon(0) : `-${formatWon(won)}`)
