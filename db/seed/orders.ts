/** Owns the orders of the town: each is asked, answered, chosen, worked on and ended as the rules of orders allow. */
import { LIMITS, payableWon, type OrderMove, type OrderRole, type OrderState } from "#app/areas/orders/rules.ts"
import { addDays, kstDateString } from "#app/basics/time.ts"
import { courseOf, type Course } from "./calendar.ts"
import { customerAt } from "./people.ts"
import { hang } from "./picture-rows.ts"
import { answerTime, choose, offer, send, settle, voicesFor, type Content, type Sent } from "./proposals.ts"
import { at, dice, idOf, type Dice } from "./random.ts"
import { expertsFor, regionFor, thinkUp, wish, type Facts, type Request } from "./requests.ts"
import { categorySeeds, type Service } from "./services.ts"
import type { CaseSeed } from "./shapes.ts"
import { cancelReasons, changeRequests, deliveredNotes, disputes, expertCancelReasons } from "./texts/people.ts"
import { minutesAfter } from "./times.ts"
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

const wasChosen = (plan: Plan) => !["draft", "open", "expired"].includes(plan.state) && (plan.state !== "cancelled" || plan.cancelledLate === true)

/** Places one order in the town with everything that belongs to it. */
export function placeOrder(town: Town, plan: Plan): Placed {
  const { label, state, service } = plan
  const chance = dice(`order/${label}`)
  const [leastDays, mostDays] = service.days
  const workDays = chance.int(leastDays, mostDays)
  const course = courseOf(state, plan.age, state === "cancelled" && !plan.cancelledLate ? 0 : workDays, town.present, chance)
  const regionCode = plan.regionCode ?? regionFor(town, service, course.openedAt, plan.proposals > 4 ? plan.proposals : 1, chance)
  const thought = thinkUp(service, plan.seed, { label, regionCode, ...(plan.facts ? { facts: plan.facts } : {}) })
  const request: Request = { ...thought, title: plan.title ?? thought.title, description: plan.description ?? thought.description,
    budget: plan.budget ?? thought.budget }
  const customer = plan.customer ?? customerAt(town, course.openedAt, chance)
  customer.orders += 1

  const id = idOf(`order/${label}`, course.openedAt)
  const { schedule, wantedOn } = wish(course.openedAt, course.startedAt ? kstDateString(course.startedAt) : null, chance)
  const row: Rows["orders"][number] = {
    id, customerId: customer.id, category: service.category, service: service.service, title: request.title, description: request.description,
      answers: request.answers, regionCode,
    schedule, wantedOn, budgetMinWon: request.budget.min, budgetMaxWon: request.budget.max, state, invitedExpertId: plan.invited?.id ?? null,
    openedAt: state === "draft" ? null : course.openedAt, expiresAt: state === "draft" ? null : addDays(course.openedAt, LIMITS.openDays),
      createdAt: course.openedAt, updatedAt: course.openedAt,
  }
  town.rows.orders.push(row)
  hangPictures(town, id, "site", request.seed.site ?? [], { ownerId: customer.id, label, at: course.openedAt }, chance.chance(0.72) ? 3 : 0)
  if (state === "draft") return { row, request, course, sent: [], chosen: null, paidWon: null, afterPictures: [], label }

  const placed: Placed = { row, request, course, sent: collectProposals(town, plan, row, request, course, chance), chosen: null, paidWon: null,
    afterPictures: [], label }
  if (wasChosen(plan)) chooseExpert(placed, course, customer, chance)
  settleProposals(town, plan, placed, chance)
  row.proposalCount = placed.sent.filter((sent) => sent.row.state !== "withdrawn").length
  liveThrough(town, plan, placed, customer, chance)
  return placed
}

function hangPictures(town: Town, orderId: string, kind: "site" | "after", names: readonly string[], use: { ownerId: string; label: string; at: Date },
  most: number): string[] {
  const chosen = names.slice(0, most)
  chosen.forEach((name, position) => {
    const pictureId = hang(town, name, { ownerId: use.ownerId, purpose: kind === "site" ? "order" : "after", label: `${kind}/${use.label}/${position}`,
      at: use.at })
    town.rows.orderPhotos.push({ orderId, pictureId, kind, position })
  })
  return [...chosen]
}

function collectProposals(town: Town, plan: Plan, row: Rows["orders"][number], request: Request, course: Course, chance: Dice): Sent[] {
  const { openedAt } = course
  const until = course.matchedAt ?? course.endedAt ?? town.present
  const sure = plan.experts ?? []
  const others = plan.only ? [] : chance.shuffle(expertsFor(town, plan.service, request.regionCode,
    openedAt)).filter((expert) => !sure.includes(expert) && expert !== plan.invited)
  // Some of those who could do not: the better known answer more often.
  const wanted = Math.min(LIMITS.proposals, Math.max(plan.proposals, sure.length))
  const asked = [...sure, ...others].slice(0, wanted)
  const voices = voicesFor(request, plan.label)
  return asked.flatMap((expert, place) => {
    const isSure = sure.includes(expert)
    const answered = answerTime(expert, openedAt, chance)
    const latest = minutesAfter(until, -25)
    if (answered > latest && !(isSure && latest > openedAt)) return []
    const sentAt = answered > latest ? minutesAfter(openedAt, Math.max(1, (latest.getTime() - openedAt.getTime()) / 120_000)) : answered
    const content = { ...offer(request, expert, sentAt, voices, chance), ...plan.offers?.[place] }
    return [send(town, `${plan.label}/${place}`, row.id, expert, content, sentAt, plan.offers ? sentAt : latest, chance)]
  })
}

function chooseExpert(placed: Placed, course: Course, customer: Customer, chance: Dice): void {
  const { row, sent } = placed
  const chosen = sent[0]
  if (!chosen || !course.matchedAt) throw new Error(`Nobody proposed for order ${placed.label}, although somebody was chosen`)
  choose(chosen, course.matchedAt, chance)
  placed.chosen = chosen
  Object.assign(row, {
    acceptedProposalId: chosen.row.id, expertId: chosen.expert.id, agreedWon: chosen.row.totalWon, matchedAt: course.matchedAt, address: placed.request.address,
      contactPhone: customer.phone,
    thirdPartyConsentAt: course.matchedAt,
  })
}

function settleProposals(town: Town, plan: Plan, placed: Placed, chance: Dice): void {
  const closedAt = placed.course.matchedAt ?? placed.course.endedAt
  const last = Math.max(0, ...placed.sent.map((sent) => sent.row.sentAt.getTime()))
  const looked = plan.unseen || closedAt ? null : chance.chance(0.7) ? minutesAfter(new Date(last),
    ((town.present.getTime() - last) / 60_000) * chance.next()) : null
  // A customer of an open request looked before the newest proposal came in as often as after it.
  const seenAt = looked && chance.chance(0.4) && placed.sent.length > 1 ? new Date(last - 60_000) : looked
  for (const sent of placed.sent) if (sent !== placed.chosen) settle(town, sent, { closedAt, seenAt, mayDecline: plan.offers === undefined }, chance)
}

function liveThrough(town: Town, plan: Plan, placed: Placed, customer: Customer, chance: Dice): void {
  const { row, course, chosen, label } = placed
  const expertId = chosen?.expert.id ?? null
  let state: OrderState | null = null
  const note = (move: OrderMove | "change_proposed" | "change_accepted" | "change_rejected", to: OrderState | null, role: OrderRole, moment: Date,
    text = "") => {
    const actorId = role === "customer" ? customer.id : role === "expert" ? expertId : role === "admin" ? town.adminId : null
    town.rows.orderEvents.push({ id: idOf(`event/${label}/${move}/${moment.getTime()}`, moment), orderId: row.id, move, fromState: state, toState: to ?? state,
      actorId, actorRole: role, note: text, at: moment })
    state = to ?? state
    row.updatedAt = moment
  }
  note("publish", "open", "customer", course.openedAt)
  if (plan.state === "open") return
  if (plan.state === "expired" && course.endedAt) return note("expire", "expired", "system", course.endedAt)
  if (course.matchedAt) note("accept", "matched", "customer", course.matchedAt)
  if (plan.state === "cancelled" && course.endedAt) {
    const byExpert = plan.cancelledLate === true && chance.chance(0.35)
    const reason = byExpert ? chance.pick(expertCancelReasons) : chance.pick(cancelReasons)
    Object.assign(row, { cancelReason: reason, cancelledBy: byExpert ? expertId : customer.id, cancelledAt: course.endedAt })
    return note("cancel", "cancelled", byExpert ? "expert" : "customer", course.endedAt, reason)
  }
  if (!chosen || !course.startedAt) return
  note("start", "in_progress", "expert", course.startedAt)
  row.startedAt = course.startedAt
  const changes = changeOrder(town, plan, placed, chance, (move, moment, title) => note(move, null, move === "change_proposed" ? "expert" : "customer", moment,
    title))
  placed.paidWon = payableWon(row.agreedWon ?? 0, changes)
  if (!course.deliveredAt) return
  const show = () => {
    if (placed.afterPictures.length > 0) return
    placed.afterPictures = hangPictures(town, row.id, "after", placed.request.seed.after, { ownerId: chosen.expert.id, label,
      at: course.deliveredAt ?? town.present }, 4)
  }
  show()
  note("deliver", "delivered", "expert", course.deliveredAt, chance.pick(deliveredNotes))
  row.deliveredAt = course.deliveredAt
  if (course.changesAt) note("request_changes", "changes_requested", "customer", course.changesAt, chance.pick(changeRequests))
  if (course.redeliveredAt) {
    note("redeliver", "delivered", "expert", course.redeliveredAt, "말씀하신 곳을 다시 손봤어요. 확인해 주세요.")
    row.deliveredAt = course.redeliveredAt
  }
  if (course.disputedAt) note("dispute", "disputed", "customer", course.disputedAt, chance.pick(disputes))
  if (plan.state === "completed" && course.endedAt) {
    note("complete", "completed", course.bySilence ? "system" : "customer", course.endedAt)
    row.completedAt = course.endedAt
  }
}

/** More work found on the way, in every seventh order; in work under way it may still wait for its answer. */
function changeOrder(
  town: Town, plan: Plan, placed: Placed, chance: Dice, note: (move: "change_proposed" | "change_accepted" | "change_rejected", moment: Date,
    title: string) => void,
): { state: "proposed" | "accepted" | "rejected"; amountWon: number }[] {
  const { course, chosen, row, label } = placed
  const changes = categorySeeds[plan.service.category].changes
  if (!chosen || !course.startedAt || !(chance.chance(0.14) || plan.label.includes("change"))) return []
  const until = course.deliveredAt ?? town.present
  const room = (until.getTime() - course.startedAt.getTime()) / 60_000
  const seed = chance.pick(changes)
  const proposedAt = minutesAfter(course.startedAt, room * 0.3)
  const waits = plan.state === "in_progress" && (chance.chance(0.5) || plan.label.includes("change"))
  const state = waits ? "proposed" : chance.chance(0.78) ? "accepted" : "rejected"
  const decidedAt = waits ? null : minutesAfter(course.startedAt, room * 0.45)
  const [least, most] = seed.price
  // More work is never dearer than a third of the whole.
  const amountWon = Math.max(10_000, Math.min(chance.int(least, most) * 10_000, Math.round((row.agreedWon ?? 0) / 3 / 10_000) * 10_000))
  town.rows.changeOrders.push({ id: idOf(`change/${label}`, proposedAt), orderId: row.id, expertId: chosen.expert.id, state, title: seed.title,
    reason: seed.reason, amountWon, createdAt: proposedAt, decidedAt })
  note("change_proposed", proposedAt, seed.title)
  if (decidedAt) note(state === "accepted" ? "change_accepted" : "change_rejected", decidedAt, seed.title)
  return [{ state, amountWon }]
}

/** The case of a service whose turn it is, so that neighbours differ. */
export const caseOf = (service: Service, turn: number): CaseSeed => at(service.cases, turn)
