/**
 * Owns how much happens in the town: which orders there are, in which states, and who likes and asks whom.
 */
import { LIMITS, type OrderState } from "#app/areas/orders/rules.ts"
import { customerAt } from "./people.ts"
import { caseOf, placeOrder, type Placed } from "./orders.ts"
import { at, deck, dice, idOf } from "./random.ts"
import { review, type ReviewWords } from "./reviews.ts"
import { seeds, serviceOf, type Service } from "./services.ts"
import { trades } from "./texts/trades.ts"
import { minutesAfter } from "./times.ts"
import type { Expert, Town } from "./town.ts"

const FULL = LIMITS.proposals

/** Completed orders of every service, so that each has a price, and more where more is asked for. */
const completedFor = (service: Service) => 6 + Math.round(service.weight / 3)

/** How many orders there are besides the completed ones and those of the demo accounts. */
const others: readonly (readonly [state: OrderState, count: number])[] = [
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
export function addOrders(town: Town, words: ReviewWords): Placed[] {
  const turns = new Map<Service, number>()
  const turn = (service: Service) => {
    const next = turns.get(service) ?? 0
    turns.set(service, next + 1)
    return caseOf(service, next)
  }
  const placed: Placed[] = []
  for (const service of seeds) {
    const chance = dice(`completed/${service.category}/${service.service}`)
    for (let number = 0; number < completedFor(service); number += 1) {
      // Older work thins out, and every third was done in the last month.
      const age = number % 3 === 0 ? chance.int(1, 30) : chance.int(20, 390)
      const label = `done/${service.category}/${service.service}/${number}`
      const order = placeOrder(town, {
        label,
        state: "completed",
        service,
        seed: turn(service),
        age,
        proposals: chance.int(1, 6),
      })
      placed.push(order)
      review(town, order, words)
      if (chance.chance(0.12)) placed.push(...again(town, order, words, turn))
    }
  }
  for (const [state, count] of others) {
    const chance = dice(`others/${state}`)
    // Every service once, in random order, before any comes again; those asked for more often come twice.
    const next = deck(
      seeds.flatMap((service) => (service.weight >= 12 ? [service, service] : [service])),
      chance,
    )
    for (let number = 0; number < count; number += 1) {
      const proposals =
        state === "open" ? at([2, 4, 1, 5, 3, 0, 7, 2, 3, FULL, 0, 6], number) : chance.int(1, 5)
      // Only for odd jobs in the capital there are as many experts as a request takes proposals.
      const service = proposals === FULL ? serviceOf("repair", "other") : next()
      const age = ageOf(state, number, count, chance.next())
      const plan = { label: `${state}/${number}`, state, service, seed: turn(service), age, proposals }
      const late = state === "cancelled" && number % 5 < 2
      placed.push(
        placeOrder(town, {
          ...plan,
          ...(proposals === FULL ? { regionCode: "11380" } : {}),
          ...(late ? { cancelledLate: true } : {}),
        }),
      )
    }
  }
  return placed
}

/** The same customer comes back to the same expert, later and for something else they do. */
function again(
  town: Town,
  first: Placed,
  words: ReviewWords,
  turn: (service: Service) => ReturnType<typeof caseOf>,
): Placed[] {
  const { chosen, course, row, label } = first
  const customer = town.customers.find((one) => one.id === row.customerId)
  if (!chosen || !course.endedAt || !customer) return []
  const days = Math.floor((town.present.getTime() - course.endedAt.getTime()) / 86_400_000)
  if (days < 60) return []
  const chance = dice(`again/${label}`)
  const isTheirs = (service: Service) => service.trades.some((trade) => chosen.expert.trades.includes(trade))
  const fitting = seeds.filter(
    (service) => service.category === row.category && isTheirs(service) && service.days[1] < 7,
  )
  if (fitting.length === 0) return []
  const service = chance.pick(fitting)
  const order = placeOrder(town, {
    label: `again/${label}`,
    state: "completed",
    service,
    seed: turn(service),
    age: chance.int(2, days - 30),
    proposals: chance.int(1, 2),
    customer,
    regionCode: row.regionCode,
    experts: [chosen.expert],
  })
  review(town, order, words, { sure: true })
  return [order]
}

// In days. The newest requests are minutes old; the oldest open ones are about to close.
function ageOf(state: OrderState, number: number, count: number, random: number): number {
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
    const chance = dice(`hearts/${customer.id.slice(-12)}/${customer.name}`)
    const liked = new Set<Expert>()
    const known = town.experts.filter((expert) => expert.approvedAt && expert.approvedAt < customer.joinedAt)
    const wanted = chance.pick([0, 0, 1, 1, 2, 3, 5])
    for (let tries = 0; known.length > 0 && tries < wanted; tries += 1)
      liked.add(chance.weighted(known, (expert) => 1 + (hired.get(expert.id) ?? 0)))
    for (const expert of liked) {
      const room = (town.present.getTime() - customer.joinedAt.getTime()) / 60_000
      town.rows.expertFavorites.push({
        userId: customer.id,
        expertId: expert.id,
        createdAt: minutesAfter(customer.joinedAt, room * (0.05 + chance.next() * 0.9)),
      })
    }
  }
}

/** Questions on the experts' pages; most have an answer. */
export function addQuestions(town: Town, demo: Expert): void {
  for (const expert of town.experts) {
    if (!expert.approvedAt) continue
    const chance = dice(`questions/${expert.seed.business}`)
    const asked = chance.some(
      expert.trades.flatMap((trade) => trades[trade].questions),
      expert === demo ? 4 : chance.int(0, 3),
    )
    asked.forEach(([question, answer], place) => {
      const room = Math.max(
        600,
        (town.present.getTime() - (expert.approvedAt ?? town.present).getTime()) / 60_000,
      )
      const askedAt = minutesAfter(town.present, -Math.min(room * 0.9, chance.int(1_500, 200_000)))
      const answeredAt = minutesAfter(askedAt, chance.int(15, 1_400))
      const waits = place > 0 && chance.chance(0.08)
      addQuestion(town, `${expert.seed.business}/${place}`, expert, {
        question,
        askedAt,
        ...(waits ? {} : { answer, answeredAt }),
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
    id: idOf(`question/${label}`, asked.askedAt),
    expertId: expert.id,
    askerId: customerAt(town, asked.askedAt, dice(`asker/${label}`)).id,
    question: asked.question,
    askedAt: asked.askedAt,
    answer: asked.answer ?? null,
    answeredAt: asked.answeredAt ?? null,
  })
}
