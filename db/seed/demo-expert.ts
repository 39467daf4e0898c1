/** What lies on the table of expert@demo.kr: everything a visitor wants to try as an expert is there. */
import { addDays, endOfKstDay, toKstDateString } from "#app/basics/time.ts"
import { findExpertByName } from "./experts.ts"
import { pickCase, addOrder, type PlacedOrder, type OrderPlan } from "./orders.ts"
import { atWrapped, createRandom } from "./random.ts"
import { addReview, type ReviewTexts } from "./reviews.ts"
import { findServiceSeed } from "./services.ts"
import type { Customer, Expert, Town } from "./town.ts"

const near = [
  "11650",
  "11680",
  "11590",
  "11620",
  "11710",
  "11440",
  "11200",
  "11170",
  "41290",
  "41135",
] as const
const wallpaper = findServiceSeed("interior", "wallpaper")
const flooring = findServiceSeed("interior", "flooring")
const patch = findServiceSeed("repair", "wallpaper-patch")
/** What he is asked for, in turn. */
const work = [wallpaper, wallpaper, patch, wallpaper, flooring]

const DONE = 46
const YEAR = 385

/**
 * The work of expert@demo.kr: in every state, with proposals in every state, invitations, and requests to
 * answer.
 */
export function addDemoExpertOrders(town: Town, demo: Expert, words: ReviewTexts): void {
  const random = createRandom("work of the demo expert")
  let number = 0
  const order = (state: OrderPlan["state"], age: number, rest: Partial<OrderPlan> = {}): PlacedOrder => {
    const service = atWrapped(work, number)
    number += 1
    const plan = {
      label: `expert/${state}/${number}`,
      state,
      service,
      seed: pickCase(service, Math.floor(number / 2)),
      age,
      proposals: random.int(2, 4),
    }
    return addOrder(town, { ...plan, experts: [demo], regionCode: random.pick(near), ...rest })
  }
  // From a year ago until today, so that the charts have a course; every fourth customer comes back.
  const served: Customer[] = []
  for (let done = 0; done < DONE; done += 1) {
    const age = Math.round(2 + YEAR * (1 - (done + 1) / DONE) ** 1.08)
    const known = done % 4 === 3 ? served[Math.floor(done / 3)] : undefined
    const placed = order(
      "completed",
      age,
      known
        ? { customer: known, regionCode: known.regionCode.startsWith("11") ? known.regionCode : "11650" }
        : {},
    )
    const customer = town.customers.find((one) => one.id === placed.row.customerId)
    if (customer) served.push(customer)
    addReview(town, placed, words, { sure: done < DONE - 2 && done % 8 !== 6, keep: true })
  }
  for (const age of [0.3, 2]) order("matched", age)
  order("in_progress", 1)
  order("in_progress", 1, {
    label: "expert/change",
    service: flooring,
    seed: pickCase(flooring, 2),
    regionCode: "11680",
  })
  for (const age of [1, 3]) order("delivered", age)
  order("changes_requested", 1)
  order("disputed", 6)
  for (const age of [20, 75]) order("cancelled", age, { cancelledLate: true })
  addMissedRequests(town, demo)
  // Open: answered, invited, and free to be answered.
  for (const age of [0.2, 1.1, 2.6]) order("open", age)
  order("open", 11, { offers: [{ validUntil: endOfKstDay(addDays(toKstDateString(town.present), -2)) }] })
  addInvitedRequests(town, demo)
  addOpenRequests(town, demo)
  settleDemoExpertProposals(town, demo)
}

/** Somebody else got the work, or nobody. */
function addMissedRequests(town: Town, demo: Expert): void {
  const rivals = [
    findExpertByName(town, "박서연"),
    findExpertByName(town, "정민호"),
    findExpertByName(town, "송다은"),
  ]
  for (let missed = 0; missed < 7; missed += 1) {
    const plan = {
      label: `expert/missed/${missed}`,
      service: wallpaper,
      seed: pickCase(wallpaper, missed),
      age: 6 + missed * 11,
      proposals: 3,
    }
    const lapsed = missed % 3 === 2
    if (lapsed) addOrder(town, { ...plan, state: "expired", experts: [demo], regionCode: "11650" })
    else
      addOrder(town, {
        ...plan,
        state: "completed",
        experts: [atWrapped(rivals, missed), demo],
        regionCode: "11440",
      })
  }
}

function addInvitedRequests(town: Town, demo: Expert): void {
  const plan = { state: "open", invited: demo } as const
  addOrder(town, {
    ...plan,
    label: "expert/invited/0",
    service: wallpaper,
    seed: pickCase(wallpaper, 3),
    age: 0.08,
    proposals: 0,
    regionCode: "11650",
  })
  addOrder(town, {
    ...plan,
    label: "expert/invited/1",
    service: patch,
    seed: pickCase(patch, 0),
    age: 0.9,
    proposals: 1,
    regionCode: "11680",
  })
}

/**
 * Requests that fit him and that he has not answered: while they are placed he is not among those who may.
 */
function addOpenRequests(town: Town, demo: Expert): void {
  const { approvedAt } = demo
  demo.approvedAt = null
  for (const [free, proposals] of [0, 1, 0, 2, 3, 1, 4, 2].entries()) {
    const service = atWrapped(work, free)
    const plan = {
      label: `expert/free/${free}`,
      service,
      seed: pickCase(service, free + 1),
      age: 0.03 + free * free * 0.11,
      proposals,
    }
    addOrder(town, { ...plan, state: "open", regionCode: atWrapped(near, free) })
  }
  demo.approvedAt = approvedAt
}

/** Makes sure that each state a proposal can have is on his list, by turning one that was passed over. */
function settleDemoExpertProposals(town: Town, demo: Expert): void {
  const ownProposals = town.rows.proposals.filter((proposal) => proposal.expertId === demo.id)
  const orderOf = new Map(town.rows.orders.map((order) => [order.id, order]))
  for (const state of ["declined", "withdrawn"] as const) {
    if (ownProposals.some((proposal) => proposal.state === state)) continue
    const turned = ownProposals.find((proposal) => proposal.state === "not_selected" && proposal.viewedAt)
    const order = turned && orderOf.get(turned.orderId)
    if (!turned || !order?.openedAt || !turned.viewedAt || !turned.decidedAt) continue
    const decidedAt = new Date((turned.viewedAt.getTime() + turned.decidedAt.getTime()) / 2)
    Object.assign(turned, {
      state,
      decidedAt,
      updatedAt: decidedAt,
      ...(state === "declined" ? { declineReason: "일정이 맞지 않아요" } : {}),
    })
    if (state === "withdrawn") order.proposalCount = (order.proposalCount ?? 1) - 1
  }
}
