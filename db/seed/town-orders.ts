/**
 * How much happens in the town: which orders there are, in which states, and who likes and asks whom.
 */
import { LIMITS, type OrderState } from "#app/areas/orders/rules.ts"
import { pickCustomer } from "./people.ts"
import { pickCase, addOrder, type PlacedOrder } from "./orders.ts"
import { atWrapped, createDeck, createRandom, createSeedId } from "./random.ts"
import { addReview, type ReviewTexts } from "./reviews.ts"
import { serviceSeeds, findServiceSeed, type Service } from "./services.ts"
import { trades } from "./texts/trades.ts"
import { minutesAfter } from "./times.ts"
import type { Expert, Town } from "./town.ts"

const MAX_PROPOSALS = LIMITS.proposals

/** Completed orders of every service, so that each has a price, and more where more is asked for. */
const getCompletedCount = (service: Service) => 6 + Math.round(service.weight / 3)

/** How many orders there are besides the completed ones and those of the demo accounts. */
const ORDER_COUNTS: readonly (readonly [state: OrderState, count: number])[] = [
  ["open", 92],
  ["matched", 20],
  ["in_progress", 18],
  ["delivered", 14],
  ["changes_requested", 6],
  ["disputed", 5],
  ["cancelled", 22],
  ["expired", 16],
  ["draft", 10],
]

/** Places every order that does not belong to a demo account. */
export function addOrders(town: Town, words: ReviewTexts): PlacedOrder[] {
  const turns = new Map<Service, number>()
  const nextCase = (service: Service) => {
    const next = turns.get(service) ?? 0
    turns.set(service, next + 1)
    return pickCase(service, next)
  }
  const placed: PlacedOrder[] = []
  for (const service of serviceSeeds) {
    const random = createRandom(`completed/${service.category}/${service.service}`)
    for (let number = 0; number < getCompletedCount(service); number += 1) {
      // Older work thins out, and every third was done in the last month.
      const age = number % 3 === 0 ? random.int(1, 30) : random.int(20, 390)
      const label = `done/${service.category}/${service.service}/${number}`
      const order = addOrder(town, {
        label,
        state: "completed",
        service,
        seed: nextCase(service),
        age,
        proposals: random.int(1, 6),
      })
      placed.push(order)
      addReview(town, order, words)
      if (random.chance(0.12)) placed.push(...addReturningOrder(town, order, words, nextCase))
    }
  }
  for (const [state, count] of ORDER_COUNTS) {
    const random = createRandom(`others/${state}`)
    // Every service once, in random order, before any comes again; those asked for more often come twice.
    const next = createDeck(
      serviceSeeds.flatMap((service) => (service.weight >= 12 ? [service, service] : [service])),
      random,
    )
    for (let number = 0; number < count; number += 1) {
      const proposals =
        state === "open"
          ? atWrapped([2, 4, 1, 5, 3, 0, 7, 2, 3, MAX_PROPOSALS, 0, 6], number)
          : random.int(1, 5)
      // Only for odd jobs in the capital there are as many experts as a request takes proposals.
      const service = proposals === MAX_PROPOSALS ? findServiceSeed("repair", "other") : next()
      const age = pickAgeDays(state, number, count, random.next())
      const plan = { label: `${state}/${number}`, state, service, seed: nextCase(service), age, proposals }
      const isCancelledLate = state === "cancelled" && number % 5 < 2
      placed.push(
        addOrder(town, {
          ...plan,
          ...(proposals === MAX_PROPOSALS ? { regionCode: "11380" } : {}),
          ...(isCancelledLate ? { cancelledLate: true } : {}),
        }),
      )
    }
  }
  return placed
}

/** The same customer comes back to the same expert, later and for something else they do. */
function addReturningOrder(
  town: Town,
  first: PlacedOrder,
  words: ReviewTexts,
  nextCase: (service: Service) => ReturnType<typeof pickCase>,
): PlacedOrder[] {
  const { chosen, timeline, row, label } = first
  const customer = town.customers.find((each) => each.id === row.customerId)
  if (!chosen || !timeline.endedAt || !customer) return []
  const days = Math.floor((town.present.getTime() - timeline.endedAt.getTime()) / 86_400_000)
  if (days < 60) return []
  const random = createRandom(`again/${label}`)
  const isDoneByExpert = (service: Service) =>
    service.trades.some((trade) => chosen.expert.trades.includes(trade))
  const matchingServices = serviceSeeds.filter(
    (service) => service.category === row.category && isDoneByExpert(service) && service.days[1] < 7,
  )
  if (matchingServices.length === 0) return []
  const service = random.pick(matchingServices)
  const order = addOrder(town, {
    label: `again/${label}`,
    state: "completed",
    service,
    seed: nextCase(service),
    age: random.int(2, days - 30),
    proposals: random.int(1, 2),
    customer,
    regionCode: row.regionCode,
    experts: [chosen.expert],
  })
  addReview(town, order, words, { sure: true })
  return [order]
}

// In days. The newest requests are minutes old; the oldest open ones are about to close.
function pickAgeDays(state: OrderState, number: number, count: number, random: number): number {
  if (state === "open")
    return number < 14
      ? (4 + number * 9 + number * number * 3.4) / 1_440
      : 0.5 + ((number - 14) / (count - 14)) * 13
  if (state === "draft") return random * 9
  if (state === "matched") return 0.2 + random * 5
  if (state === "disputed") return 1 + random * 16
  if (state === "cancelled") return 2 + random * 180
  if (state === "expired") return 1 + random * 150
  return 1 + random * 4
}

/** Hearts: the better known are liked by more. */
export function addFavorites(town: Town): void {
  const hired = new Map<string, number>()
  for (const order of town.rows.orders)
    if (order.expertId) hired.set(order.expertId, (hired.get(order.expertId) ?? 0) + 1)
  for (const customer of town.customers) {
    const random = createRandom(`hearts/${customer.id.slice(-12)}/${customer.name}`)
    const liked = new Set<Expert>()
    const known = town.experts.filter((expert) => expert.approvedAt && expert.approvedAt < customer.joinedAt)
    const favoriteCount = random.pick([0, 0, 1, 1, 2, 3, 5])
    for (let tries = 0; known.length > 0 && tries < favoriteCount; tries += 1)
      liked.add(random.pickWeighted(known, (expert) => 1 + (hired.get(expert.id) ?? 0)))
    for (const expert of liked) {
      const availableMinutes = (town.present.getTime() - customer.joinedAt.getTime()) / 60_000
      town.rows.expertFavorites.push({
        userId: customer.id,
        expertId: expert.id,
        createdAt: minutesAfter(customer.joinedAt, availableMinutes * (0.05 + random.next() * 0.9)),
      })
    }
  }
}

/** Questions on the experts' pages; most have an answer. */
export function addQuestions(town: Town, demo: Expert): void {
  for (const expert of town.experts) {
    if (!expert.approvedAt) continue
    const random = createRandom(`questions/${expert.seed.business}`)
    const asked = random.sample(
      expert.trades.flatMap((trade) => trades[trade].questions),
      expert === demo ? 4 : random.int(0, 3),
    )
    asked.forEach(([question, answer], index) => {
      const availableMinutes = Math.max(
        600,
        (town.present.getTime() - (expert.approvedAt ?? town.present).getTime()) / 60_000,
      )
      const askedAt = minutesAfter(
        town.present,
        -Math.min(availableMinutes * 0.9, random.int(1_500, 200_000)),
      )
      const answeredAt = minutesAfter(askedAt, random.int(15, 1_400))
      const isWaiting = index > 0 && random.chance(0.08)
      addQuestion(town, `${expert.seed.business}/${index}`, expert, {
        question,
        askedAt,
        ...(isWaiting ? {} : { answer, answeredAt }),
      })
    })
  }
  addQuestion(town, "demo/waiting", demo, {
    question: "천장만 도배하는 것도 가능할까요? 18평 빌라이고 누수는 고쳤어요.",
    askedAt: minutesAfter(town.present, -95),
  })
}

function addQuestion(
  town: Town,
  label: string,
  expert: Expert,
  asked: { question: string; askedAt: Date; answer?: string; answeredAt?: Date },
): void {
  town.rows.expertQuestions.push({
    id: createSeedId(`question/${label}`, asked.askedAt),
    expertId: expert.id,
    askerId: pickCustomer(town, asked.askedAt, createRandom(`asker/${label}`)).id,
    question: asked.question,
    askedAt: asked.askedAt,
    answer: asked.answer ?? null,
    answeredAt: asked.answeredAt ?? null,
  })
}
