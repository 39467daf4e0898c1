/**
 * What a request of the town says: title, text, answers, place, wish, budget and pictures of the site.
 */
import {
  findService,
  listServiceQuestions,
  toQuestionAnswers,
  UNSURE,
  type AnswerValues,
} from "#app/areas/orders/questions.ts"
import { isRegionWithin, formatRegionFullName, getSidoCode } from "#app/basics/regions.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { pickRegion } from "./people.ts"
import { createRandom, type SeededRandom } from "./random.ts"
import { fillTemplate } from "./sentences.ts"
import { categorySeeds, type Service } from "./services.ts"
import type { CaseSeed, Home } from "./seed-types.ts"
import { buildings, streets } from "./texts/people.ts"
import type { Expert, Town } from "./town.ts"

export type HomeFacts = { home: Home; pyeong: number; rooms: number; floor: number }

/** One request as thought up, before anything happened to it. */
export type OrderRequest = {
  service: Service
  seed: CaseSeed
  facts: HomeFacts
  title: string
  description: string
  answers: ReturnType<typeof toQuestionAnswers>
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

function createHomeFacts(service: Service, seed: CaseSeed, random: SeededRandom): HomeFacts {
  const home = random.pick(seed.homes ?? service.homes)
  const pyeong = random.pick(sizes[home])
  return {
    home,
    pyeong,
    rooms: pyeong < 20 ? 2 : pyeong < 36 ? 3 : 4,
    floor: home === "아파트" ? random.int(2, 18) : random.int(1, 5),
  }
}

/** Thinks a request up. `target` names a region, or a 시·도 in which one is looked for. */
export function createRequest(
  service: Service,
  seed: CaseSeed,
  target: { label: string; regionCode: string; facts?: HomeFacts },
): OrderRequest {
  const random = createRandom(`request/${target.label}`)
  const facts = target.facts ?? createHomeFacts(service, seed, random)
  const category = categorySeeds[service.category]
  const answers: AnswerValues = Object.fromEntries(
    listServiceQuestions(service.category, service.service).map(
      (question): [string, string | readonly string[]] => [
        question.id,
        seed.answers[question.id] ??
          (question.id === "home"
            ? homeAnswers[facts.home]
            : question.id === "size"
              ? String(facts.pyeong)
              : UNSURE),
      ],
    ),
  )
  if (!findService(service.category, service.service))
    throw new Error(`The product does not offer ${service.category}/${service.service}`)
  const tails = random.sample(category.tails, random.pick([0, 1, 1, 2]))
  const priceFactor =
    { "11": 1.06, "41": 1.02, "28": 0.99, "50": 1.05 }[getSidoCode(target.regionCode) ?? ""] ?? 0.95
  const [minPrice, maxPrice] = seed.price
  const baseWon =
    (minPrice + (maxPrice - minPrice) * random.next()) * 10_000 * (seed.each ? facts.pyeong : 1) * priceFactor
  return {
    service,
    seed,
    facts,
    regionCode: target.regionCode,
    answers: toQuestionAnswers(service.category, service.service, answers),
    title: fillTemplate(seed.title, facts, random),
    description: [fillTemplate(seed.text, facts, random), ...tails].join(" "),
    address: createAddress(target.regionCode, facts, random),
    baseWon,
    budget: createBudget(baseWon, random),
  }
}

function createAddress(regionCode: string, facts: HomeFacts, random: SeededRandom): string {
  const street = `${formatRegionFullName(regionCode)} ${random.pick(streets)} ${random.int(3, 240)}`
  if (facts.home === "단독주택" || facts.home === "상가") return street
  const room = `${facts.floor}0${random.int(1, 6)}호`
  return facts.home === "아파트"
    ? `${street}, ${random.pick(buildings)} ${random.int(101, 118)}동 ${room}`
    : `${street}, ${room}`
}

const roundTo = (won: number, step: number) => Math.max(step, Math.round(won / step) * step)

function createBudget(baseWon: number, random: SeededRandom): OrderRequest["budget"] {
  const step =
    baseWon > 3_000_000 ? 500_000 : baseWon > 600_000 ? 100_000 : baseWon > 200_000 ? 50_000 : 10_000
  const kind = random.next()
  if (kind < 0.45) return { min: roundTo(baseWon * 0.85, step), max: roundTo(baseWon * 1.18, step) }
  return { min: null, max: kind < 0.7 ? roundTo(baseWon * 1.1, step) : null }
}

/** The experts who do this kind of work in this region and were there at `moment`. */
export function findExpertsFor(town: Town, service: Service, regionCode: string, moment: Date): Expert[] {
  return town.experts.filter(
    ({ approvedAt, trades, covers }) =>
      approvedAt !== null &&
      approvedAt < moment &&
      trades.some((trade) => service.trades.includes(trade)) &&
      covers.some((cover) => isRegionWithin(regionCode, cover)),
  )
}

/** A region in which at least `minExperts` experts do this kind of work; the likeliest first. */
export function pickRegionFor(
  town: Town,
  service: Service,
  moment: Date,
  minExperts: number,
  random: SeededRandom,
): string {
  let best = { code: "11650", count: -1 }
  for (let tries = 0; tries < 40; tries += 1) {
    const code = pickRegion(random)
    const count = findExpertsFor(town, service, code, moment).length
    if (count >= minExperts) return code
    if (count > best.count) best = { code, count }
  }
  return best.code
}

/**
 * When the work is wanted, of a request opened at `openedAt`; `startedOn` is the day on which it began, where
 * it did.
 */
export function createSchedule(
  openedAt: Date,
  startedOn: string | null,
  random: SeededRandom,
): { schedule: "date" | "soon" | "flexible"; wantedOn: string | null } {
  const kind = random.next()
  if (kind < 0.3) return { schedule: "soon", wantedOn: null }
  if (kind < 0.45) return { schedule: "flexible", wantedOn: null }
  const earliest = toKstDateString(openedAt)
  const wanted = startedOn ?? addDays(earliest, random.int(3, 26))
  return { schedule: "date", wantedOn: wanted > earliest ? wanted : addDays(earliest, 1) }
}
