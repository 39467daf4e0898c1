/**
 * Owns the hire and seek posts of the town: who posts what, where and when, at a pay that the product takes.
 */
import { DAY_TIMES, WEEKDAYS, type CloseReason, type Weekday } from "#app/areas/jobs/rules.ts"
import type { hirePosts, hireSlots, seekPosts } from "#app/areas/jobs/schema.server.ts"
import { sumOfShifts } from "#app/areas/jobs/service/hire-write.server.ts"
import { wantedByHour } from "#app/areas/jobs/service/seeks.server.ts"
import { judgePay, leastPay, timesOf, type Shift } from "#app/areas/jobs/wages.ts"
import { isBusinessNumber } from "#app/basics/business-number.ts"
import { regionShort, sidoOf, sigunguList } from "#app/basics/regions.ts"
import { addDays, endOfKstDay, kstDateString, hourMs, minuteMs } from "#app/basics/time.ts"
import { setApart } from "../apart.ts"
import type { Townspeople, Townsperson } from "../parts.ts"
import { at, deck, dice, idOf, type Dice } from "../random.ts"
import { earlier, later } from "../times.ts"
import { CLOSINGS, EXTRAS, KIND_TEXTS, PLACES, type KindText } from "./texts.ts"

type HireRow = typeof hirePosts.$inferSelect
type SlotRow = typeof hireSlots.$inferSelect
export type SeekRow = typeof seekPosts.$inferSelect
export type Post = { hire: HireRow; slots: SlotRow[] }

/** Open posts, and posts whose work is over. */
const OPEN = 222
const PAST = 130
const SEEKS = 168

type Employer = { person: Townsperson; business: string; representative: string; number: string | null }

/** A number with a right check digit, the same for the same business. */
function numberOf(label: string): string {
  const digits = `2${String(dice(`jobs/number/${label}`).int(10_000_000, 89_999_999))}`
  return digits + ("0123456789".split("").find((last) => isBusinessNumber(digits + last)) ?? "0")
}

/** Every business of the texts belongs to somebody of the town. */
function employersOf(people: Townspeople): Map<string, Employer> {
  const names = [...new Set(KIND_TEXTS.flatMap(({ businesses }) => businesses))]
  return new Map(
    names.map((business, place) => {
      const person = at(people.customers, place * 3 + 7)
      return [business, { person, business, representative: person.name, number: numberOf(business) }]
    }),
  )
}

const near = (regionCode: string, chance: Dice): string =>
  chance.chance(0.55) ? regionCode : chance.pick(sigunguList(sidoOf(regionCode) ?? "11")).code
// 010-0… is given to nobody, so that no message of the town reaches a stranger.
export const phoneOf = (label: string): string =>
  `+82100${String(dice(`jobs/phone/${label}`).int(0, 9_999_999)).padStart(7, "0")}`

type Wanted = {
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
  job?: { title: string; text: string }
}

/** One post with its shifts. */
export function postOf(wanted: Wanted, present: Date): Post {
  const { label, text, employer, regionCode, openedAt, closed } = wanted
  const chance = dice(`jobs/post/${label}`)
  const today = kstDateString(present)
  const pay = chance.pick(
    wanted.hours ? text.pays.filter(({ type }) => type === "day" || type === "hour") : text.pays,
  )
  const [start, end, breakMinutes] = wanted.hours ?? chance.pick(text.hours)
  const first = addDays(today, wanted.inDays)
  const days =
    pay.type === "month"
      ? 1
      : (wanted.days ?? chance.weighted([1, 1, 2, 3, 5], (each) => (each === 1 ? 3 : 1)))
  const shifts: (Shift & { headcount: number })[] = Array.from({ length: days }, (_, place) => ({
    date: addDays(first, place),
    start,
    end,
    breakMinutes,
    headcount: wanted.headcount ?? chance.weighted([1, 2, 3, 4, 6], (each) => 5 / each),
  }))
  const weekdays: Weekday[] =
    pay.type === "month"
      ? chance
          .pick([
            ["1", "2", "3", "4", "5"],
            ["2", "3", "4", "5", "6"],
            ["1", "3", "5", "6", "0"],
          ] as const)
          .slice()
      : []
  const rules = {
    payType: pay.type,
    minutesPerPiece: pay.minutesPerPiece ?? null,
    daysAWeek: pay.type === "month" ? weekdays.length : null,
  }
  const offered = pay.from + pay.step * chance.int(0, Math.floor((pay.to - pay.from) / pay.step))
  const least = leastPay(rules, shifts) ?? offered
  const payWon = Math.max(offered, Math.ceil(least / 1_000) * 1_000)
  const judged = judgePay({ ...rules, payWon }, shifts)
  if (!judged.ok) throw new Error(`The town pays too little: ${label}`)
  const { timed, sums } = sumOfShifts(pay.type, shifts)
  const job = wanted.job ?? chance.pick(text.jobs)
  const lastStart = timed.at(-1)?.startsAt ?? openedAt
  const deadlineDay =
    closed === null
      ? addDays(first, -chance.weighted([0, 1, 2, 4], (each) => 4 - each / 2))
      : kstDateString(later(openedAt, new Date(sums.firstStartsAt.getTime() - 12 * hourMs)))
  const deadlineAt = earlier(
    endOfKstDay(deadlineDay < today && closed === null ? today : deadlineDay),
    pay.type === "month" ? new Date(8.64e15) : lastStart,
  )
  const closedAt =
    closed === null
      ? null
      : closed === "deadline"
        ? earlier(deadlineAt, present)
        : earlier(
            later(
              new Date(deadlineAt.getTime() - chance.int(2, 30) * hourMs),
              new Date(openedAt.getTime() + hourMs),
            ),
            present,
          )
  const id = idOf(`hire/${label}`, openedAt)
  const nightly = timed.some((slot) => slot.end > "22:00" || slot.end < slot.start || slot.start < "06:00")
  const hire: HireRow = {
    id,
    employerId: employer.person.id,
    state: closed === null ? "open" : "closed",
    closedReason: closed,
    title: job.title,
    kind: text.kind,
    description: [job.text, chance.pick(PLACES), ...chance.some(EXTRAS, chance.int(1, 3))].join("\n"),
    payType: pay.type,
    payWon,
    minutesPerPiece: rules.minutesPerPiece,
    weekdays,
    hourlyWon: judged.hourlyWon,
    payDate:
      pay.type === "month"
        ? "monthly"
        : pay.type === "piece"
          ? "weekly"
          : chance.pick(["same_day", "same_day", "next_day", "weekly"]),
    regionCode,
    address:
      `${regionShort(regionCode)} ${chance.pick(["중앙로", "시장길", "은행나무길", "한빛로", "새마을로"])} ` +
      `${chance.int(3, 240)}, ${chance.int(1, 9)}층`,
    contactPhone: phoneOf(employer.business),
    needs: text.needs.length > 0 && chance.chance(0.4) ? [chance.pick(text.needs)] : [],
    safetyTraining: text.safety === true && chance.chance(0.6),
    meals: chance.chance(0.45),
    lodging: chance.chance(0.04),
    foreigners: chance.chance(0.3),
    teens: !nightly && (text.kind === "cafe" || text.kind === "event") && chance.chance(0.35),
    employerKind: employer.number === null ? "person" : "business",
    businessName: employer.business,
    representative: employer.representative,
    businessNumber: employer.number,
    ...sums,
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
  const slots = timed.map((slot, place): SlotRow => ({
    id: idOf(`slot/${label}/${place}`, openedAt),
    hireId: id,
    date: slot.date,
    starts: slot.start,
    ends: slot.end,
    breakMinutes: slot.breakMinutes,
    ...timesOf(slot),
    headcount: slot.headcount,
    hired: 0,
  }))
  return { hire, slots }
}

const byWeight = (chance: Dice) => chance.weighted(KIND_TEXTS, ({ weight }) => weight)
const hoursAgo = (present: Date, hours: number) =>
  new Date(present.getTime() - Math.round(hours * 60) * minuteMs)

/** All hire posts of the town but those of the demo accounts. */
export function addHires(people: Townspeople, present: Date): Post[] {
  const chance = dice("jobs/hires")
  const employers = employersOf(people)
  const jobs = new Map(KIND_TEXTS.map((text) => [text.kind, deck(text.jobs, dice(`jobs/deck/${text.kind}`))]))
  const make = (
    label: string,
    inDays: number,
    openedAt: Date,
    closed: CloseReason | null,
    text = byWeight(chance),
  ): Post => {
    const own = employers.get(chance.pick(text.businesses))
    if (!own) throw new Error("A business without an owner")
    const regionCode = near(own.person.regionCode, chance)
    // Now and then somebody hires for their own home.
    const employer =
      (text.kind === "moving" || text.kind === "cleaning" || text.kind === "other") && chance.chance(0.25)
        ? { ...own, business: `${regionShort(regionCode)} 가정집`, number: null }
        : own
    return postOf(
      {
        label,
        text,
        employer,
        regionCode,
        inDays,
        openedAt,
        closed,
        job: (jobs.get(text.kind) ?? (() => at(text.jobs, 0)))(),
      },
      present,
    )
  }
  const open = Array.from({ length: OPEN }, (_, place) =>
    make(
      `open/${place}`,
      chance.weighted([1, 2, 3, 4, 6, 9, 14, 21], (each) => 12 / each),
      hoursAgo(present, 0.2 + place * 0.9 + chance.next()),
      null,
      place < KIND_TEXTS.length ? at(KIND_TEXTS, place) : undefined,
    ),
  )
  const past = Array.from({ length: PAST }, (_, place) => {
    const back = chance.int(2, 60)
    return make(
      `past/${place}`,
      -back,
      hoursAgo(present, (back + chance.int(3, 9)) * 24 + chance.int(0, 9)),
      chance.weighted(
        ["filled", "deadline", "owner"] as const,
        (reason) => ({ filled: 7, deadline: 3, owner: 1 })[reason],
      ),
    )
  })
  return [...open, ...past]
}

/** Those who seek work. */
export function addSeeks(people: Townspeople, present: Date): SeekRow[] {
  const chance = dice("jobs/seeks")
  const seekers = chance.shuffle(people.customers).slice(0, SEEKS)
  const seeks = seekers.map((person, place) =>
    seekOf(
      person,
      place < KIND_TEXTS.length ? at(KIND_TEXTS, place) : byWeight(chance),
      hoursAgo(present, 0.4 + place * 2.1 + chance.next() * 2),
      present,
      place % 23 === 22 ? "paused" : place % 29 === 28 ? "closed" : "open",
    ),
  )
  setApart(
    seeks.filter((seek) => seek.state === "open"),
    {
      at: (seek) => seek.openedAt,
      kind: (seek) => seek.title,
      set: (seek, openedAt) => {
        Object.assign(seek, { openedAt, updatedAt: openedAt })
      },
    },
  )
  return seeks
}

/** One seek post. */
export function seekOf(
  person: Townsperson,
  text: KindText,
  openedAt: Date,
  present: Date,
  state: SeekRow["state"],
): SeekRow {
  const chance = dice(`jobs/seek/${person.id}`)
  const job = chance.pick(text.seek)
  const payType = chance.pick(["hour", "day", "day", null] as const)
  const payWon =
    payType === "hour" ? chance.int(108, 180) * 100 : payType === "day" ? chance.int(10, 22) * 10_000 : null
  const others = chance.chance(0.4) ? [chance.pick(KIND_TEXTS).kind] : []
  const days = chance.pick([WEEKDAYS.slice(0, 5), WEEKDAYS, WEEKDAYS.slice(5), WEEKDAYS.slice(0, 6)])
  const times = chance.some(DAY_TIMES, chance.int(1, 3))
  const sido = sidoOf(person.regionCode) ?? "11"
  return {
    id: idOf(`seek/${person.id}`, openedAt),
    workerId: person.id,
    state,
    title: job.title,
    introduction: `${job.text}\n${chance.pick(CLOSINGS)}`,
    kinds: [...new Set([text.kind, ...others])],
    regionCodes: chance.chance(0.5)
      ? [sido]
      : [...new Set([person.regionCode, chance.pick(sigunguList(sido)).code])],
    payType,
    payWon,
    hourlyWon: wantedByHour(payType, payWon),
    weekdays: [...days],
    dayTimes: DAY_TIMES.filter((time) => times.includes(time)),
    shortTerm: chance.chance(0.35),
    availableFrom: addDays(kstDateString(present), chance.int(0, 9)),
    careerYears: chance.weighted([0, 1, 2, 3, 5, 8], (each) => 6 - each / 2),
    licences: text.licences.length > 0 && chance.chance(0.5) ? [chance.pick(text.licences)] : [],
    hiddenAt: null,
    hiddenReason: "",
    openedAt,
    closedAt: state === "closed" ? later(openedAt, hoursAgo(present, 5)) : null,
    updatedAt: openedAt,
  }
}
