/**
 * The hire and seek posts of the town: who posts what, where and when, at a pay that the product takes.
 */
import type { CloseReason, Weekday } from "#app/areas/jobs/rules.ts"
import type { hirePosts, hireSlots } from "#app/areas/jobs/schema.server.ts"
import { summarizeShifts } from "#app/areas/jobs/service/hire-write.server.ts"
import { checkPay, computeMinimumPayWon, getShiftTimes, type Shift } from "#app/areas/jobs/wages.ts"
import { formatRegionShortName, getSidoCode, listSigungus } from "#app/basics/regions.ts"
import { addDays, endOfKstDay, toKstDateString, HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import type { DemoPeople } from "../parts.ts"
import { atWrapped, createDeck, createRandom, createSeedId, type SeededRandom } from "../random.ts"
import { earliestOf, latestOf } from "../times.ts"
import { createEmployers, SHOP_KINDS, writeAddress, type Employer } from "./employers.ts"
import { describeHire, pickConditions } from "./conditions.ts"
import { KIND_TEXTS } from "./texts.ts"
import type { JobText, KindText } from "./kind-text.ts"
import { formatHireTitle } from "./titles.ts"

type HireRow = typeof hirePosts.$inferSelect
type SlotRow = typeof hireSlots.$inferSelect
export type Post = { hire: HireRow; slots: SlotRow[] }

/** Open posts, and posts whose work is over. */
const OPEN_POSTS = 222
const CLOSED_POSTS = 130

const pickNearbyRegion = (regionCode: string, random: SeededRandom): string =>
  random.chance(0.55) ? regionCode : random.pick(listSigungus(getSidoCode(regionCode) ?? "11")).code
// 010-0… is given to nobody, so that no message of the town reaches a stranger.
export const createPhone = (label: string): string =>
  `+82100${String(createRandom(`jobs/phone/${label}`).int(0, 9_999_999)).padStart(7, "0")}`

export type HireSpec = {
  label: string
  text: KindText
  employer: Employer
  regionCode: string
  /** The first day, from today. */
  inDays: number
  openedAt: Date
  closed: CloseReason | null
  days?: number
  headcount?: number
  /** In place of the hours of the kind. */
  hours?: readonly [string, string, number]
  job?: JobText
}

/** One post with its shifts. */
export function createHirePost(spec: HireSpec, present: Date): Post {
  const { label, text, employer, regionCode, openedAt, closed } = spec
  const random = createRandom(`jobs/post/${label}`)
  const job = spec.job ?? random.pick(text.jobs)
  const { pay, shifts, weekdays } = planShifts(spec, job, present, random)
  const { rules, payWon, hourlyWon } = choosePay(label, pay, weekdays, shifts, random)
  const { timed, shiftColumns } = summarizeShifts(pay.type, shifts)
  const { deadlineAt, closedAt } = planEnd(
    spec,
    { isMonthly: pay.type === "month", ...shiftColumns, lastStart: timed.at(-1)?.startsAt ?? openedAt },
    present,
    random,
  )
  const id = createSeedId(`hire/${label}`, openedAt)
  const payDate = pickPayDate(pay.type, shifts.length, random)
  const isAtNight = timed.some((slot) => slot.end > "22:00" || slot.end < slot.start || slot.start < "06:00")
  const description = describeHire(spec, job, payDate, random)
  const hire: HireRow = {
    id,
    employerId: employer.person.id,
    state: closed === null ? "open" : "closed",
    closedReason: closed,
    title: formatHireTitle(job.title, shifts, weekdays),
    kind: text.kind,
    description,
    payType: pay.type,
    payWon,
    minutesPerPiece: rules.minutesPerPiece,
    weekdays,
    hourlyWon,
    payDate,
    regionCode,
    address: writeAddress(spec, random),
    contactPhone: createPhone(employer.business),
    ...pickConditions(
      { text, job, said: `${job.title} ${description}`, isAtNight, days: shifts.length },
      random,
    ),
    employerKind: employer.number === null ? "person" : "business",
    businessName: employer.business,
    representative: employer.representative,
    businessNumber: employer.number,
    workforce: employer.number === null ? null : employer.workforce,
    ...shiftColumns,
    hiredCount: 0,
    applicationCount: 0,
    deadlineAt,
    repostedFrom: null,
    hiddenAt: null,
    hiddenReason: "",
    openedAt,
    closedAt,
    updatedAt: closedAt ?? openedAt,
  }
  const slots = timed.map((slot, index): SlotRow => ({
    id: createSeedId(`slot/${label}/${index}`, openedAt),
    hireId: id,
    date: slot.date,
    starts: slot.start,
    ends: slot.end,
    breakMinutes: slot.breakMinutes,
    ...getShiftTimes(slot),
    headcount: slot.headcount,
    hired: 0,
  }))
  return { hire, slots }
}

type Pay = KindText["pays"][number]
type PlannedShift = Shift & { headcount: number }

/** How it is paid and when it is worked: by days, or by weekdays where it is paid by the month. */
function planShifts(
  spec: HireSpec,
  job: JobText,
  present: Date,
  random: SeededRandom,
): { pay: Pay; shifts: PlannedShift[]; weekdays: Weekday[] } {
  const { text } = spec
  const pay = pickPay(spec, job, random)
  const [start, end, breakMinutes] = spec.hours ?? job.hours ?? random.pick(text.hours)
  const wanted = spec.days ?? job.days ?? random.pickWeighted([1, 1, 2, 3, 5], (each) => (each === 1 ? 3 : 1))
  const days = pay.type === "month" ? 1 : job.starts === "weekend" ? Math.min(2, wanted) : wanted
  const weekdays: Weekday[] =
    pay.type === "month"
      ? random
          .pick([
            ["1", "2", "3", "4", "5"],
            ["2", "3", "4", "5", "6"],
          ] as const)
          .slice()
      : []
  const first = findFirstDay(
    addDays(toKstDateString(present), spec.inDays),
    listFirstWeekdays(job, weekdays),
    spec.inDays < 0,
  )
  const headcount =
    spec.headcount ?? job.headcount ?? random.pickWeighted([1, 2, 3, 4, 6], (each) => 5 / each)
  const shifts = Array.from({ length: days }, (_, index) => ({
    date: addDays(first, index),
    start,
    end,
    breakMinutes,
    headcount,
  }))
  return { pay, shifts, weekdays }
}

/** Work of some days, or of weekends alone, is not paid by the month. */
function pickPay({ text, hours }: HireSpec, job: JobText, random: SeededRandom): Pay {
  const named = job.pay === undefined ? undefined : text.pays[job.pay]
  if (named) return named
  const isShort = job.days !== undefined || job.starts !== undefined
  return random.pick(
    text.pays.filter(({ type }) =>
      hours ? type === "day" || type === "hour" : !isShort || type !== "month",
    ),
  )
}

/** The days of the week on which a job can begin; none where any will do. */
function listFirstWeekdays({ starts }: JobText, weekdays: readonly Weekday[]): readonly Weekday[] {
  if (starts === "weekend") return ["6"]
  return starts === "weekdays" ? ["1"] : weekdays
}

/** The next day, or the one before of what is over, on which such work begins. */
function findFirstDay(date: string, weekdays: readonly string[], isOver: boolean): string {
  let day = date
  const isFitting = () =>
    weekdays.length === 0 || weekdays.includes(String(new Date(`${day}T00:00:00Z`).getUTCDay()))
  while (!isFitting()) day = addDays(day, isOver ? -1 : 1)
  return day
}

/** Never less than the least that the law lets be paid for `shifts`. */
function choosePay(
  label: string,
  pay: Pay,
  weekdays: readonly Weekday[],
  shifts: readonly PlannedShift[],
  random: SeededRandom,
) {
  const rules = {
    payType: pay.type,
    minutesPerPiece: pay.minutesPerPiece ?? null,
    daysPerWeek: pay.type === "month" ? weekdays.length : null,
  }
  const offered = pay.from + pay.step * random.int(0, Math.floor((pay.to - pay.from) / pay.step))
  const least = computeMinimumPayWon(rules, shifts) ?? offered
  const payWon = Math.max(offered, Math.ceil(least / 1_000) * 1_000)
  const payCheck = checkPay({ ...rules, payWon }, shifts)
  if (!payCheck.ok) throw new Error(`The town pays too little: ${label}`)
  return { rules, payWon, hourlyWon: payCheck.hourlyWon }
}

/** Until when one may apply, and when it was closed. */
function planEnd(
  { inDays, openedAt, closed }: HireSpec,
  work: { isMonthly: boolean; firstStartsAt: Date; lastStart: Date },
  present: Date,
  random: SeededRandom,
): { deadlineAt: Date; closedAt: Date | null } {
  const today = toKstDateString(present)
  const deadlineDay =
    closed === null
      ? addDays(addDays(today, inDays), -random.pickWeighted([0, 1, 2, 4], (each) => 4 - each / 2))
      : toKstDateString(latestOf(openedAt, new Date(work.firstStartsAt.getTime() - 12 * HOUR_MS)))
  const deadlineAt = earliestOf(
    endOfKstDay(deadlineDay < today && closed === null ? today : deadlineDay),
    work.isMonthly ? new Date(8.64e15) : work.lastStart,
  )
  if (closed === null) return { deadlineAt, closedAt: null }
  if (closed === "deadline") return { deadlineAt, closedAt: earliestOf(deadlineAt, present) }
  const closedAt = latestOf(
    new Date(deadlineAt.getTime() - random.int(2, 30) * HOUR_MS),
    new Date(openedAt.getTime() + HOUR_MS),
  )
  return { deadlineAt, closedAt: earliestOf(closedAt, present) }
}

/** Only who works for some days is paid by the week. */
function pickPayDate(payType: Pay["type"], days: number, random: SeededRandom): HireRow["payDate"] {
  if (payType === "month") return "monthly"
  if (payType === "piece") return "weekly"
  return random.pick(["same_day", "same_day", "next_day", days > 2 ? "weekly" : "next_day"])
}

export const pickKindText = (random: SeededRandom) => random.pickWeighted(KIND_TEXTS, ({ weight }) => weight)
export const hoursAgo = (present: Date, hours: number) =>
  new Date(present.getTime() - Math.round(hours * 60) * MINUTE_MS)

/** All hire posts of the town but those of the demo accounts. */
export function addHires(people: DemoPeople, present: Date): Post[] {
  const random = createRandom("jobs/hires")
  const employers = createEmployers(people)
  const jobs = new Map(
    KIND_TEXTS.map((text) => [text.kind, createDeck(text.jobs, createRandom(`jobs/deck/${text.kind}`))]),
  )
  // Who looks for the same people twice in a row says so in one post.
  const lately: string[] = []
  const takeJob = (text: KindText): { job: JobText; business: string } => {
    const drawn = Array.from(text.jobs, () => (jobs.get(text.kind) ?? (() => atWrapped(text.jobs, 0)))())
    const pairs = drawn.flatMap((job) =>
      random.shuffle([...(job.employers ?? text.businesses)]).map((business) => ({ job, business })),
    )
    const nameOf = ({ job, business }: (typeof pairs)[number]) => `${business}/${job.title}`
    const oldest = pairs.toSorted((a, b) => lately.lastIndexOf(nameOf(a)) - lately.lastIndexOf(nameOf(b)))
    const taken = atWrapped(oldest, 0)
    lately.push(nameOf(taken))
    return taken
  }
  const make = (
    label: string,
    inDays: number,
    openedAt: Date,
    closed: CloseReason | null,
    text = pickKindText(random),
  ): Post => {
    const { job, business } = takeJob(text)
    const own = employers.get(business)
    if (!own) throw new Error("A business without an owner")
    const regionCode = SHOP_KINDS.has(text.kind)
      ? own.person.regionCode
      : pickNearbyRegion(own.person.regionCode, random)
    // Now and then somebody hires for their own home.
    const employer =
      job.home && random.chance(0.6)
        ? { ...own, business: `${formatRegionShortName(regionCode)} 가정집`, number: null }
        : own
    return createHirePost(
      {
        label,
        text,
        employer,
        regionCode,
        inDays,
        openedAt,
        closed,
        job,
      },
      present,
    )
  }
  const open = Array.from({ length: OPEN_POSTS }, (_, index) =>
    make(
      `open/${index}`,
      random.pickWeighted([1, 2, 3, 4, 6, 9, 14, 21], (each) => 12 / each),
      hoursAgo(present, 0.2 + index * 0.9 + random.next()),
      null,
      index < KIND_TEXTS.length ? atWrapped(KIND_TEXTS, index) : undefined,
    ),
  )
  const past = Array.from({ length: CLOSED_POSTS }, (_, index) => {
    const back = random.int(2, 60)
    return make(
      `past/${index}`,
      -back,
      hoursAgo(present, (back + random.int(3, 9)) * 24 + random.int(0, 9)),
      random.pickWeighted(
        ["filled", "deadline", "owner"] as const,
        (reason) => ({ filled: 7, deadline: 3, owner: 1 })[reason],
      ),
    )
  })
  return [...open, ...past]
}
