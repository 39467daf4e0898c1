/**
 * Owns what a request of the town says: title, text, answers, place, wish, budget and pictures of the site.
 */
import { findService, questionsOf, toAnswers, UNSURE, type Answers } from "#app/areas/orders/questions.ts"
import { isWithin, regionFullName, sidoOf } from "#app/basics/regions.ts"
import { addDays, kstDateString } from "#app/basics/time.ts"
import { someRegion } from "./people.ts"
import { dice, type Dice } from "./random.ts"
import { fill } from "./sentences.ts"
import { categorySeeds, type Service } from "./services.ts"
import type { CaseSeed, Home } from "./shapes.ts"
import { buildings, streets } from "./texts/people.ts"
import type { Expert, Town } from "./town.ts"

export type Facts = { home: Home; pyeong: number; rooms: number; floor: number }

/** One request as thought up, before anything happened to it. */
export type Request = {
  service: Service
  seed: CaseSeed
  facts: Facts
  title: string
  description: string
  answers: ReturnType<typeof toAnswers>
  regionCode: string
  address: string
  /** What the work costs in the middle, in won. */
  baseWon: number
  budget: { min: number | null; max: number | null }
}

const sizes: Readonly<Record<Home, readonly number[]>> = {
  아파트: [18, 21, 24, 24, 24, 25, 27, 29, 32, 32, 34, 34, 38, 42],
  빌라: [14, 16, 18, 20, 22, 24],
  오피스텔: [8, 9, 10, 12, 14],
  원룸: [6, 7, 8, 9],
  투룸: [11, 12, 14, 15],
  단독주택: [26, 30, 34, 38, 45],
  사무실: [18, 24, 30, 40, 55],
  상가: [9, 12, 15, 18, 24, 30],
}

// How questions.ts calls a home.
const homeAnswers: Readonly<Record<Home, string>> = {
  아파트: "apartment",
  빌라: "villa",
  단독주택: "house",
  오피스텔: "officetel",
  원룸: "officetel",
  투룸: "villa",
  사무실: "shop",
  상가: "shop",
}

function factsFor(service: Service, seed: CaseSeed, chance: Dice): Facts {
  const home = chance.pick(seed.homes ?? service.homes)
  const pyeong = chance.pick(sizes[home])
  return {
    home,
    pyeong,
    rooms: pyeong < 20 ? 2 : pyeong < 36 ? 3 : 4,
    floor: home === "아파트" ? chance.int(2, 18) : chance.int(1, 5),
  }
}

/** Thinks a request up. `place` is a region, or a 시·도 in which one is looked for. */
export function thinkUp(
  service: Service,
  seed: CaseSeed,
  place: { label: string; regionCode: string; facts?: Facts },
): Request {
  const chance = dice(`request/${place.label}`)
  const facts = place.facts ?? factsFor(service, seed, chance)
  const category = categorySeeds[service.category]
  const answers: Answers = Object.fromEntries(
    questionsOf(service.category, service.service).map((question): [string, string | readonly string[]] => [
      question.id,
      seed.answers[question.id] ??
        (question.id === "home"
          ? homeAnswers[facts.home]
          : question.id === "size"
            ? String(facts.pyeong)
            : UNSURE),
    ]),
  )
  if (!findService(service.category, service.service))
    throw new Error(`The product does not offer ${service.category}/${service.service}`)
  const tails = chance.some(category.tails, chance.pick([0, 1, 1, 2]))
  const level = { "11": 1.06, "41": 1.02, "28": 0.99, "50": 1.05 }[sidoOf(place.regionCode) ?? ""] ?? 0.95
  const [least, most] = seed.price
  const baseWon = (least + (most - least) * chance.next()) * 10_000 * (seed.each ? facts.pyeong : 1) * level
  return {
    service,
    seed,
    facts,
    regionCode: place.regionCode,
    answers: toAnswers(service.category, service.service, answers),
    title: fill(seed.title, facts, chance),
    description: [fill(seed.text, facts, chance), ...tails].join(" "),
    address: addressIn(place.regionCode, facts, chance),
    baseWon,
    budget: budgetFor(baseWon, chance),
  }
}

function addressIn(regionCode: string, facts: Facts, chance: Dice): string {
  const street = `${regionFullName(regionCode)} ${chance.pick(streets)} ${chance.int(3, 240)}`
  if (facts.home === "단독주택" || facts.home === "상가") return street
  const room = `${facts.floor}0${chance.int(1, 6)}호`
  return facts.home === "아파트"
    ? `${street}, ${chance.pick(buildings)} ${chance.int(101, 118)}동 ${room}`
    : `${street}, ${room}`
}

const roundTo = (won: number, step: number) => Math.max(step, Math.round(won / step) * step)

function budgetFor(baseWon: number, chance: Dice): Request["budget"] {
  const step =
    baseWon > 3_000_000 ? 500_000 : baseWon > 600_000 ? 100_000 : baseWon > 200_000 ? 50_000 : 10_000
  const kind = chance.next()
  if (kind < 0.45) return { min: roundTo(baseWon * 0.85, step), max: roundTo(baseWon * 1.18, step) }
  return { min: null, max: kind < 0.7 ? roundTo(baseWon * 1.1, step) : null }
}

/** The experts who do this kind of work in this region and were there at `moment`. */
export function expertsFor(town: Town, service: Service, regionCode: string, moment: Date): Expert[] {
  return town.experts.filter(
    ({ approvedAt, trades, covers }) =>
      approvedAt !== null &&
      approvedAt < moment &&
      trades.some((trade) => service.trades.includes(trade)) &&
      covers.some((cover) => isWithin(regionCode, cover)),
  )
}

/** A region in which at least `least` experts do this kind of work; the likeliest first. */
export function regionFor(town: Town, service: Service, moment: Date, least: number, chance: Dice): string {
  let best = { code: "11650", count: -1 }
  for (let tries = 0; tries < 40; tries += 1) {
    const code = someRegion(chance)
    const count = expertsFor(town, service, code, moment).length
    if (count >= least) return code
    if (count > best.count) best = { code, count }
  }
  return best.code
}

/**
 * When the work is wanted, of a request opened at `openedAt`; `startedOn` is the day on which it began, where
 * it did.
 */
export function wish(
  openedAt: Date,
  startedOn: string | null,
  chance: Dice,
): { schedule: "date" | "soon" | "flexible"; wantedOn: string | null } {
  const kind = chance.next()
  if (kind < 0.3) return { schedule: "soon", wantedOn: null }
  if (kind < 0.45) return { schedule: "flexible", wantedOn: null }
  const earliest = kstDateString(openedAt)
  const wanted = startedOn ?? addDays(earliest, chance.int(3, 26))
  return { schedule: "date", wantedOn: wanted > earliest ? wanted : addDays(earliest, 1) }
}
