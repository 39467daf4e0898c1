/** Titles of job posts, made from their fields, so that one says what the other says. */
import { DAY_TIMES, WEEKDAYS, type DayTime, type Weekday } from "#app/areas/jobs/rules.ts"
import { formatDayTimes } from "#app/areas/jobs/parts/format.ts"
import type { Shift } from "#app/areas/jobs/wages.ts"
import type { SeededRandom } from "../random.ts"
import type { SeekText } from "./kind-text.ts"

/** Of so few hours a title speaks. */
const FEW_HOURS = 4

/** The title with the days of the post, the days of its week, or its hours where they are few. */
export function formatHireTitle(
  title: string,
  shifts: readonly Shift[],
  weekdays: readonly Weekday[],
): string {
  const hours = countHours(shifts[0])
  const facts = [
    ...(weekdays.length > 0 ? [`주 ${weekdays.length}일`] : shifts.length > 1 ? [`${shifts.length}일`] : []),
    ...(hours <= FEW_HOURS && Number.isInteger(hours) ? [`${hours}시간`] : []),
  ]
  if (facts.length === 0) return title
  return title.endsWith(")")
    ? `${title.slice(0, -1)} · ${facts.join(" · ")})`
    : `${title} (${facts.join(" · ")})`
}

/** Hours of work in a shift, without its break. */
function countHours(shift: Pick<Shift, "start" | "end" | "breakMinutes"> | undefined): number {
  if (!shift) return 0
  const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
  const minutes = (toMinutes(shift.end) - toMinutes(shift.start) + 1_440) % 1_440
  return (minutes - shift.breakMinutes) / 60
}

const WEEKDAYS_BY_NAME = { weekend: ["6", "0"], weekdays: ["1", "2", "3", "4", "5"] } as const

/** The title with when they can work, where the words do not say it: neighbours write different titles. */
function formatSeekTitle(
  title: string,
  seek: SeekText,
  { weekdays, dayTimes }: { weekdays: readonly Weekday[]; dayTimes: readonly DayTime[] },
): string {
  const days = seek.days ? "" : weekdays.length === 5 ? "평일" : weekdays.length === 7 ? "매일" : "월~토"
  const times = seek.times || dayTimes.length > 2 ? "" : formatDayTimes(dayTimes)
  const facts = [days, times].filter(Boolean).join(" ")
  return facts === "" ? title : `${title} (${facts})`
}

/** What somebody who seeks work says and can: the years in the words are those of the career. */
export function resolveSeek(
  seek: SeekText,
  random: SeededRandom,
): {
  title: string
  text: string
  careerYears: number
  weekdays: readonly Weekday[]
  dayTimes: DayTime[]
  isSoon: boolean
} {
  const careerYears = seek.career ?? random.pickWeighted([1, 2, 3, 4, 5, 8], (each) => 6 - each / 2)
  const write = (text: string) => text.replaceAll("{n}", String(careerYears))
  const times = seek.times ?? random.sample(DAY_TIMES.slice(0, 3), random.int(1, 3))
  const weekdays = seek.days
    ? WEEKDAYS_BY_NAME[seek.days]
    : random.pick([WEEKDAYS.slice(0, 5), WEEKDAYS, WEEKDAYS.slice(0, 6)])
  const dayTimes = DAY_TIMES.filter((time) => times.includes(time))
  return {
    title: formatSeekTitle(write(seek.title), seek, { weekdays, dayTimes }),
    text: write(seek.text),
    careerYears,
    weekdays,
    dayTimes,
    isSoon: seek.soon === true,
  }
}
