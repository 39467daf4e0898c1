/** Owns the orders of the town: each is asked, answered, and one is chosen, as the rules of orders allow. */
import { LIMITS, type OrderState } from "#app/areas/orders/rules.ts"
import { addDays, kstDateString, minuteMs } from "#app/basics/time.ts"
import { courseOf, type Course } from "./calendar.ts"
import { liveThrough } from "./order-life.ts"
import { customerAt } from "./people.ts"
import { hangOrderPictures } from "./picture-rows.ts"
import { answerTime, choose, offer, send, settle, voicesFor, type Content, type Sent } from "./proposals.ts"
import { at, dice, idOf, type Dice } from "./random.ts"
import { expertsFor, regionFor, thinkUp, wish, type Facts, type Request } from "./requests.ts"
import type { Service } from "./services.ts"
import type { CaseSeed } from "./shapes.ts"
import { earlier, minutesAfter } from "./times.ts"
import type { Customer, Expert, Rows, Town } from "./town.ts"

export type Plan = {
  label: string
  state: OrderState
  service: Service
  seed: CaseSeed
  /** Days since the last event. */
  age: number
  /** Proposals wanted; fewer come where few do this kind of work. */
  proposals: number
  customer?: Customer
  regionCode?: string
  facts?: Facts
  title?: string
  description?: string
  budget?: Request["budget"]
  /** Cancelled after an expert was chosen. */
  cancelledLate?: true
  /** Proposes for sure; the first one is chosen where somebody is. */
  experts?: readonly Expert[]
  invited?: Expert
  /** Nobody but `experts` proposes. */
  only?: true
  offers?: readonly Partial<Content>[]
  /** The customer has not looked yet. */
  unseen?: true
}

export type Placed = {
  label: string
  row: Rows["orders"][number]
  request: Request
  course: Course
  sent: Sent[]
  chosen: Sent | null
  /** Agreed and added, once the work has begun. */
  paidWon: number | null
  /** Names of the masters that show the finished work. */
  afterPictures: string[]
}

/** The case of a service whose turn it is, so that neighbours differ. */
export const caseOf = (service: Service, turn: number): CaseSeed => at(service.cases, turn)

const wasChosen = (plan: Plan) =>
  !["draft", "open", "expired"].includes(plan.state) &&
  (plan.state !== "cancelled" || plan.cancelledLate === true)

/** Places one order in the town with everything that belongs to it. */
export function placeOrder(town: Town, plan: Plan): Placed {
  const { label, state, service } = plan
  const chance = dice(`order/${label}`)
  const [leastDays, mostDays] = service.days
  const workDays = chance.int(leastDays, mostDays)
  const course = courseOf(
    state,
    plan.age,
    state === "cancelled" && !plan.cancelledLate ? 0 : workDays,
    town.present,
    chance,
  )
  const request = requestFor(town, plan, course, chance)
  const customer = plan.customer ?? customerAt(town, course.openedAt, chance)
  customer.orders += 1

  const { openedAt } = course
  const isDraft = state === "draft"
  const row: Rows["orders"][number] = {
    id: idOf(`order/${label}`, openedAt),
    customerId: customer.id,
    category: service.category,
    service: service.service,
    state,
    title: request.title,
    description: request.description,
    answers: request.answers,
    regionCode: request.regionCode,
    ...wish(openedAt, course.startedAt ? kstDateString(course.startedAt) : null, chance),
    budgetMinWon: request.budget.min,
    budgetMaxWon: request.budget.max,
    invitedExpertId: plan.invited?.id ?? null,
    openedAt: isDraft ? null : openedAt,
    expiresAt: isDraft ? null : addDays(openedAt, LIMITS.openDays),
    createdAt: openedAt,
    updatedAt: openedAt,
  }
  town.rows.orders.push(row)
  const site = chance.chance(0.72) ? (request.seed.site ?? []) : []
  hangOrderPictures(town, row.id, "site", site, { ownerId: customer.id, label, at: openedAt })
  const placed: Placed = {
    label,
    row,
    request,
    course,
    sent: [],
    chosen: null,
    paidWon: null,
    afterPictures: [],
  }
  if (isDraft) return placed

  placed.sent = collectProposals(town, plan, placed, chance)
  if (wasChosen(plan)) chooseExpert(placed, customer, chance)
  settleProposals(town, plan, placed, chance)
  row.proposalCount = placed.sent.filter((sent) => sent.row.state !== "withdrawn").length
  liveThrough(town, plan, placed, customer, chance)
  return placed
}

function requestFor(town: Town, plan: Plan, course: Course, chance: Dice): Request {
  const regionCode =
    plan.regionCode ??
    regionFor(town, plan.service, course.openedAt, plan.proposals > 4 ? plan.proposals : 1, chance)
  const request = thinkUp(plan.service, plan.seed, {
    label: plan.label,
    regionCode,
    ...(plan.facts ? { facts: plan.facts } : {}),
  })
  const { title = request.title, description = request.description, budget = request.budget } = plan
  return { ...request, title, description, budget }
}

function collectProposals(
  town: Town,
  plan: Plan,
  { row, request, course, label }: Placed,
  chance: Dice,
): Sent[] {
  const { openedAt } = course
  const until = course.matchedAt ?? course.endedAt ?? town.present
  const latest = minutesAfter(until, course.matchedAt ? -25 : -1)
  const sure = plan.experts ?? []
  const others = plan.only ? [] : expertsFor(town, plan.service, request.regionCode, openedAt)
  const able = chance.shuffle(others.filter((expert) => !sure.includes(expert) && expert !== plan.invited))
  // A fresh request has been answered by those who are quickest, within the time there was.
  const minutes = (town.present.getTime() - openedAt.getTime()) / minuteMs
  const isFresh = plan.state === "open" && minutes < 6 * 60
  if (isFresh) able.sort((a, b) => a.speed - b.speed)
  const asked = [...sure, ...able].slice(0, Math.min(LIMITS.proposals, Math.max(plan.proposals, sure.length)))
  const voices = voicesFor(request, label)
  return asked.flatMap((expert, place) => {
    const usual = answerTime(expert, openedAt, chance)
    const answered = isFresh
      ? earlier(usual, minutesAfter(openedAt, minutes * (0.3 + chance.next() * 0.5)))
      : usual
    // Whoever is chosen was in time.
    const must = sure.includes(expert) || (place === 0 && course.matchedAt !== null)
    if (answered > latest && !(must && latest > openedAt)) return []
    const sentAt =
      answered > latest
        ? minutesAfter(openedAt, Math.max(1, (latest.getTime() - openedAt.getTime()) / 120_000))
        : answered
    const content = { ...offer(request, expert, sentAt, voices, chance), ...plan.offers?.[place] }
    return [
      send(town, `${label}/${place}`, row.id, expert, content, sentAt, plan.offers ? sentAt : latest, chance),
    ]
  })
}

function chooseExpert(placed: Placed, customer: Customer, chance: Dice): void {
  const { row, course } = placed
  const [chosen] = placed.sent
  if (!chosen || !course.matchedAt)
    throw new Error(`Nobody proposed for order ${placed.label}, although somebody was chosen`)
  choose(chosen, course.matchedAt, chance)
  placed.chosen = chosen
  Object.assign(row, {
    acceptedProposalId: chosen.row.id,
    expertId: chosen.expert.id,
    agreedWon: chosen.row.totalWon,
    matchedAt: course.matchedAt,
    address: placed.request.address,
    contactPhone: customer.phone,
    thirdPartyConsentAt: course.matchedAt,
  })
}

function settleProposals(town: Town, plan: Plan, { course, sent, chosen }: Placed, chance: Dice): void {
  const closedAt = course.matchedAt ?? course.endedAt
  const last = Math.max(0, ...sent.map(({ row }) => row.sentAt.getTime()))
  const looks = !plan.unseen && !closedAt && chance.chance(0.7)
  // A customer looked before the newest proposal came in about as often as after it.
  const before = sent.length > 1 && chance.chance(0.4)
  const seenAt = looks
    ? before
      ? new Date(last - 60_000)
      : new Date(last + Math.floor((town.present.getTime() - last) * chance.next()))
    : null
  for (const one of sent)
    if (one !== chosen) settle(town, one, { closedAt, seenAt, mayDecline: plan.offers === undefined }, chance)
}
