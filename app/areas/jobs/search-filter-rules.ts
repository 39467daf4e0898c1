/** The marks by which the search narrows posts, as the filters of the job lists do. */
import type { MarkFilters } from "#app/basics/subject.ts"
import { addDays, HOUR_MS, getKstFields, toKstDateString } from "#app/basics/time.ts"
import { HIRE_FACTS, URGENT_LEAD_MS, type HireFact } from "./hire-facts.ts"
import type { DayTime, JobKind, PayType, Weekday } from "./rules.ts"

/** Short, for the orders of the index hold them. */
const MARKS = {
  list: (list: JobSearchList) => `jl:${list}`,
  kind: (kind: JobKind) => `jk:${kind}`,
  pay: (pay: PayType) => `jp:${pay}`,
  time: (time: DayTime) => `jt:${time}`,
  fact: (fact: Exclude<HireFact, "urgent">) => `jf:${fact}`,
  weekday: (weekday: string) => `jw:${weekday}`,
  /** A day on which a shift lies. */
  day: (date: string) => `jd:${date}`,
  /** A day, or a month, from which on somebody works. */
  from: (dateOrMonth: string) => `jv:${dateOrMonth}`,
  /** The day, and the hour, of the first shift. */
  start: (dateOrHour: string) => `js:${dateOrHour}`,
  begun: "jbegun",
}

export const JOB_SEARCH_LISTS = ["hire", "seek"] as const
export type JobSearchList = (typeof JOB_SEARCH_LISTS)[number]
export const JOB_SEARCH_LIST_LABELS: Readonly<Record<JobSearchList, string>> = { hire: "구인", seek: "구직" }

const listFromMarks = (date: string) => [MARKS.from(date), MARKS.from(date.slice(0, 7))]
const formatHour = (moment: Date) => `${toKstDateString(moment)}T${getKstFields(moment).hour}`

type MarkedHire = {
  kind: JobKind
  payType: PayType
  dayTimes: readonly DayTime[]
  facts: readonly Exclude<HireFact, "urgent">[]
  days: readonly string[]
  firstDate: string
  firstStartsAt: Date
}

/** The marks of a hire post in the index of the search, written at `at`. */
export const listHireMarks = (post: MarkedHire, at: Date): string[] => [
  MARKS.list("hire"),
  MARKS.kind(post.kind),
  MARKS.pay(post.payType),
  ...post.dayTimes.map(MARKS.time),
  ...post.facts.map(MARKS.fact),
  ...(post.payType === "month" ? listFromMarks(post.firstDate) : []),
  ...[...new Set(post.days)].map(MARKS.day),
  ...(post.firstStartsAt <= at
    ? [MARKS.begun]
    : [MARKS.start(toKstDateString(post.firstStartsAt)), MARKS.start(formatHour(post.firstStartsAt))]),
]

type MarkedSeek = {
  kinds: readonly JobKind[]
  payType: PayType | null
  dayTimes: readonly DayTime[]
  weekdays: readonly Weekday[]
  shortTerm: boolean
  availableFrom: string
}

/** The marks of a seek post in the index of the search. */
export const listSeekMarks = (post: MarkedSeek): string[] => [
  MARKS.list("seek"),
  ...post.kinds.map(MARKS.kind),
  ...(post.payType ? [MARKS.pay(post.payType)] : []),
  ...post.dayTimes.map(MARKS.time),
  ...(post.shortTerm ? [MARKS.fact("short")] : []),
  ...post.weekdays.map(MARKS.weekday),
  ...listFromMarks(post.availableFrom),
]

/** Months before a day in which somebody may have begun who works on it. */
const MONTHS_BACK = 24

/** Every mark of who works from `date` on, or from before it. */
function listBegunBy(date: string): string[] {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number)
  const months = Array.from({ length: MONTHS_BACK }, (_, back) =>
    new Date(Date.UTC(year, month - 2 - back)).toISOString().slice(0, 7),
  )
  const days = Array.from({ length: day }, (_, back) => addDays(date, -back))
  return [...months, ...days].map(MARKS.from)
}

/** Days after which the index has been written anew, and says itself that a shift has begun. */
const DAYS_UNTIL_REWRITTEN = 3

/** Every mark of what begins within the hours of 급구, or has begun. */
function listUrgentStarts(at: Date): string[] {
  const last = new Date(at.getTime() + URGENT_LEAD_MS)
  const lastDay = toKstDateString(last)
  const wholeDays = Array.from({ length: DAYS_UNTIL_REWRITTEN + 2 }, (_, back) => addDays(lastDay, -1 - back))
  const hours = Array.from({ length: getKstFields(last).hour + 1 }, (_, back) =>
    formatHour(new Date(last.getTime() - back * HOUR_MS)),
  )
  return [MARKS.begun, ...[...wholeDays, ...hours].map(MARKS.start)]
}

type ChosenFilters = {
  list: JobSearchList | null
  kind: JobKind | null
  pay: PayType | null
  date: string | null
  time: DayTime | null
} & Record<HireFact, string | null>

/** What the address of a search narrows posts to at `at`. */
export const toJobMarkFilters = (chosen: ChosenFilters, at: Date): MarkFilters => ({
  marks: [
    chosen.list && [MARKS.list(chosen.list)],
    chosen.kind && [MARKS.kind(chosen.kind)],
    chosen.pay && [MARKS.pay(chosen.pay)],
    chosen.time && [MARKS.time(chosen.time)],
    chosen.date && [MARKS.day(chosen.date), ...listBegunBy(chosen.date)],
    // Who hires by the month says no days of the week that all of it would lie on.
    chosen.date && [MARKS.list("hire"), MARKS.weekday(String(getKstFields(chosen.date).weekday))],
    ...HIRE_FACTS.map(
      (fact) => chosen[fact] !== null && (fact === "urgent" ? listUrgentStarts(at) : [MARKS.fact(fact)]),
    ),
  ].filter((group) => group !== null && group !== false && group !== ""),
  minWon: null,
  maxWon: null,
})
