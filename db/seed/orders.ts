/** The orders of the town: each is asked, answered, and one is chosen, as the rules of orders allow. */
import { getOrderExpiry, LIMITS, type OrderState } from "#app/areas/orders/rules.ts"
import { addDays, toKstDateString, MINUTE_MS } from "#app/basics/time.ts"
import { createOrderTimeline, type OrderTimeline } from "./order-timeline.ts"
import { addOrderHistory } from "./order-history.ts"
import { pickCustomer } from "./people.ts"
import { addOrderPictures } from "./picture-rows.ts"
import {
  pickAnswerTime,
  chooseProposal,
  createOffer,
  addProposal,
  settleProposal,
  createMessageWriter,
  type ProposalContent,
  type SentProposal,
} from "./proposals.ts"
import { atWrapped, createRandom, createSeedId, type SeededRandom } from "./random.ts"
import {
  findExpertsFor,
  pickRegionFor,
  createRequest,
  createSchedule,
  type HomeFacts,
  type OrderRequest,
} from "./requests.ts"
import type { Service } from "./services.ts"
import type { CaseSeed } from "./seed-types.ts"
import { earliestOf, minutesAfter } from "./times.ts"
import type { Customer, Expert, Rows, Town } from "./town.ts"

export type OrderPlan = {
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
  facts?: HomeFacts
  title?: string
  description?: string
  budget?: OrderRequest["budget"]
  /** Cancelled after an expert was chosen. */
  cancelledLate?: true
  /** Proposes for sure; the first one is chosen where somebody is. */
  experts?: readonly Expert[]
  invited?: Expert
  /** Nobody but `experts` proposes. */
  only?: true
  offers?: readonly Partial<ProposalContent>[]
  /** The customer has not looked yet. */
  unseen?: true
}

export type PlacedOrder = {
  label: string
  row: Rows["orders"][number]
  request: OrderRequest
  timeline: OrderTimeline
  sent: SentProposal[]
  chosen: SentProposal | null
  /** Agreed and added, once the work has begun. */
  paidWon: number | null
  /** Names of the masters that show the finished work. */
  afterPictures: string[]
}

/** The case of a service whose turn it is, so that neighbours differ. */
export const pickCase = (service: Service, turn: number): CaseSeed => atWrapped(service.cases, turn)

const hasChosenExpert = (plan: OrderPlan) =>
  !["draft", "open", "expired"].includes(plan.state) &&
  (plan.state !== "cancelled" || plan.cancelledLate === true)

/** Places one order in the town with everything that belongs to it. */
export function addOrder(town: Town, plan: OrderPlan): PlacedOrder {
  const { label, state, service } = plan
  const random = createRandom(`order/${label}`)
  const [minDays, maxDays] = service.days
  const workDays = random.int(minDays, maxDays)
  const timeline = createOrderTimeline(
    state,
    plan.age,
    state === "cancelled" && !plan.cancelledLate ? 0 : workDays,
    town.present,
    random,
  )
  const request = createOrderRequest(town, plan, timeline, random)
  const customer = plan.customer ?? pickCustomer(town, timeline.openedAt, random)
  customer.orders += 1

  const { openedAt } = timeline
  const isDraft = state === "draft"
  const asked = createSchedule(
    openedAt,
    timeline.startedAt ? toKstDateString(timeline.startedAt) : null,
    random,
  )
  const expiry = getOrderExpiry(openedAt, asked.wantedOn, openedAt)
  // A request that is open still has some time left.
  const isOver = state === "open" && expiry <= town.present
  const row: Rows["orders"][number] = {
    id: createSeedId(`order/${label}`, openedAt),
    customerId: customer.id,
    category: service.category,
    service: service.service,
    state,
    title: request.title,
    description: request.description,
    answers: request.answers,
    regionCode: request.regionCode,
    ...(isOver ? { schedule: "soon", wantedOn: null } : asked),
    budgetMinWon: request.budget.min,
    budgetMaxWon: request.budget.max,
    invitedExpertId: plan.invited?.id ?? null,
    openedAt: isDraft ? null : openedAt,
    expiresAt: isDraft ? null : state === "open" && !isOver ? expiry : addDays(openedAt, LIMITS.openDays),
    createdAt: openedAt,
    updatedAt: openedAt,
  }
  town.rows.orders.push(row)
  const sitePictures = random.chance(0.72) ? (request.seed.site ?? []) : []
  addOrderPictures(town, row.id, "site", sitePictures, { ownerId: customer.id, label, at: openedAt })
  const placed: PlacedOrder = {
    label,
    row,
    request,
    timeline,
    sent: [],
    chosen: null,
    paidWon: null,
    afterPictures: [],
  }
  if (isDraft) return placed

  placed.sent = collectProposals(town, plan, placed, random)
  if (hasChosenExpert(plan)) chooseExpert(placed, customer, random)
  settleProposals(town, plan, placed, random)
  row.proposalCount = placed.sent.filter((sent) => sent.row.state !== "withdrawn").length
  addOrderHistory(town, plan, placed, customer, random)
  return placed
}

function createOrderRequest(
  town: Town,
  plan: OrderPlan,
  timeline: OrderTimeline,
  random: SeededRandom,
): OrderRequest {
  const regionCode =
    plan.regionCode ??
    pickRegionFor(town, plan.service, timeline.openedAt, plan.proposals > 4 ? plan.proposals : 1, random)
  const request = createRequest(plan.service, plan.seed, {
    label: plan.label,
    regionCode,
    ...(plan.facts ? { facts: plan.facts } : {}),
  })
  const { title = request.title, description = request.description, budget = request.budget } = plan
  return { ...request, title, description, budget }
}

function collectProposals(
  town: Town,
  plan: OrderPlan,
  { row, request, timeline, label }: PlacedOrder,
  random: SeededRandom,
): SentProposal[] {
  const { openedAt } = timeline
  const until = timeline.matchedAt ?? timeline.endedAt ?? town.present
  const latest = minutesAfter(until, timeline.matchedAt ? -25 : -1)
  const requiredExperts = plan.experts ?? []
  const others = plan.only ? [] : findExpertsFor(town, plan.service, request.regionCode, openedAt)
  const availableExperts = random.shuffle(
    others.filter((expert) => !requiredExperts.includes(expert) && expert !== plan.invited),
  )
  // A fresh request has been answered by those who are quickest, within the time there was.
  const minutes = (town.present.getTime() - openedAt.getTime()) / MINUTE_MS
  const isFresh = plan.state === "open" && minutes < 6 * 60
  if (isFresh) availableExperts.sort((a, b) => a.speed - b.speed)
  const proposingExperts = [...requiredExperts, ...availableExperts].slice(
    0,
    Math.min(LIMITS.proposals, Math.max(plan.proposals, requiredExperts.length)),
  )
  const messageWriter = createMessageWriter(request, label)
  return proposingExperts.flatMap((expert, index) => {
    const usualTime = pickAnswerTime(expert, openedAt, random)
    const answeredAt = isFresh
      ? earliestOf(usualTime, minutesAfter(openedAt, minutes * (0.3 + random.next() * 0.5)))
      : usualTime
    // Whoever is chosen was in time.
    const mustAnswer = requiredExperts.includes(expert) || (index === 0 && timeline.matchedAt !== null)
    if (answeredAt > latest && !(mustAnswer && latest > openedAt)) return []
    const sentAt =
      answeredAt > latest
        ? minutesAfter(openedAt, Math.max(1, (latest.getTime() - openedAt.getTime()) / 120_000))
        : answeredAt
    const content = {
      ...createOffer(request, expert, sentAt, messageWriter, random),
      ...plan.offers?.[index],
    }
    return [
      addProposal(
        town,
        `${label}/${index}`,
        row.id,
        expert,
        content,
        sentAt,
        plan.offers ? sentAt : latest,
        random,
      ),
    ]
  })
}

function chooseExpert(placed: PlacedOrder, customer: Customer, random: SeededRandom): void {
  const { row, timeline } = placed
  const [chosen] = placed.sent
  if (!chosen || !timeline.matchedAt)
    throw new Error(`Nobody proposed for order ${placed.label}, although somebody was chosen`)
  chooseProposal(chosen, timeline.matchedAt, random)
  placed.chosen = chosen
  Object.assign(row, {
    acceptedProposalId: chosen.row.id,
    expertId: chosen.expert.id,
    agreedWon: chosen.row.totalWon,
    matchedAt: timeline.matchedAt,
    address: placed.request.address,
    contactPhone: customer.phone,
    thirdPartyConsentAt: timeline.matchedAt,
  })
}

function settleProposals(
  town: Town,
  plan: OrderPlan,
  { timeline, sent, chosen }: PlacedOrder,
  random: SeededRandom,
): void {
  const closedAt = timeline.matchedAt ?? timeline.endedAt
  const last = Math.max(0, ...sent.map(({ row }) => row.sentAt.getTime()))
  const looks = !plan.unseen && !closedAt && random.chance(0.7)
  // A customer looked before the newest proposal came in about as often as after it.
  const before = sent.length > 1 && random.chance(0.4)
  const seenAt = looks
    ? before
      ? new Date(last - 60_000)
      : new Date(last + Math.floor((town.present.getTime() - last) * random.next()))
    : null
  for (const one of sent)
    if (one !== chosen)
      settleProposal(town, one, { closedAt, seenAt, mayDecline: plan.offers === undefined }, random)
}
