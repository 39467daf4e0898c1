/**
 * What happens to an order after it is asked: its history, more work found on the way, the pictures of
 * the result.
 */
import {
  getPayableWon,
  type ChangeOrderState,
  type OrderTransition,
  type OrderRole,
  type OrderState,
} from "#app/areas/orders/rules.ts"
import type { PlacedOrder, OrderPlan } from "./orders.ts"
import { addOrderPictures } from "./picture-rows.ts"
import { createSeedId, type SeededRandom } from "./random.ts"
import { cancelReasons, deliveredNotes, expertCancelReasons } from "./texts/people.ts"
import { disputes, findTrouble } from "./texts/troubles.ts"
import { minutesAfter } from "./times.ts"
import type { Customer, Town } from "./town.ts"

type ChangeMove = "change_proposed" | "change_accepted" | "change_rejected"
type HistoryStep = {
  move: OrderTransition | ChangeMove
  to?: OrderState
  by: OrderRole
  at: Date
  note?: string
}

/**
 * Takes the order from its opening to the state it is planned to be in, and writes down how it came there.
 */
export function addOrderHistory(
  town: Town,
  plan: OrderPlan,
  placed: PlacedOrder,
  customer: Customer,
  random: SeededRandom,
): void {
  const { row, timeline, chosen, label } = placed
  const people = {
    customer: customer.id,
    expert: chosen?.expert.id ?? null,
    admin: town.adminId,
    system: null,
  }
  let state: OrderState | null = null
  const addEvent = ({ move, to = state ?? "open", by, at, note = "" }: HistoryStep) => {
    town.rows.orderEvents.push({
      id: createSeedId(`event/${label}/${move}/${at.getTime()}`, at),
      orderId: row.id,
      move,
      fromState: state,
      toState: to,
      actorId: people[by],
      actorRole: by,
      note,
      at,
    })
    state = to
    row.updatedAt = at
  }

  addEvent({ move: "publish", to: "open", by: "customer", at: timeline.openedAt })
  if (plan.state === "expired" && timeline.endedAt)
    addEvent({ move: "expire", to: "expired", by: "system", at: timeline.endedAt })
  if (timeline.matchedAt) addEvent({ move: "accept", to: "matched", by: "customer", at: timeline.matchedAt })
  if (plan.state === "cancelled" && timeline.endedAt) {
    const by = plan.cancelledLate && random.chance(0.35) ? "expert" : "customer"
    const reason = random.pick(by === "expert" ? expertCancelReasons : cancelReasons)
    Object.assign(row, { cancelReason: reason, cancelledBy: people[by], cancelledAt: timeline.endedAt })
    addEvent({ move: "cancel", to: "cancelled", by, at: timeline.endedAt, note: reason })
  }
  if (!chosen || !timeline.startedAt) return

  addEvent({ move: "start", to: "in_progress", by: "expert", at: timeline.startedAt })
  row.startedAt = timeline.startedAt
  placed.paidWon = getPayableWon(
    row.agreedWon ?? 0,
    addChangeOrder(town, plan, placed, timeline.startedAt, addEvent, random),
  )
  if (!timeline.deliveredAt) return
  placed.afterPictures = [...placed.request.seed.after]
  addOrderPictures(town, row.id, "after", placed.afterPictures, {
    ownerId: chosen.expert.id,
    label,
    at: timeline.deliveredAt,
  })
  addDeliverySteps(plan, placed, timeline.deliveredAt, addEvent, random)
}

/** From the delivery of the work: changes, a dispute, the end. */
function addDeliverySteps(
  plan: OrderPlan,
  { row, timeline }: PlacedOrder,
  deliveredAt: Date,
  addEvent: (step: HistoryStep) => void,
  random: SeededRandom,
): void {
  addEvent({
    move: "deliver",
    to: "delivered",
    by: "expert",
    at: deliveredAt,
    note: random.pick(deliveredNotes),
  })
  row.deliveredAt = timeline.redeliveredAt ?? deliveredAt
  const { again: changeRequestNote } = findTrouble(row.category, row.service)
  if (timeline.changesAt)
    addEvent({
      move: "request_changes",
      to: "changes_requested",
      by: "customer",
      at: timeline.changesAt,
      note: changeRequestNote,
    })
  if (timeline.redeliveredAt)
    addEvent({
      move: "redeliver",
      to: "delivered",
      by: "expert",
      at: timeline.redeliveredAt,
      note: "말씀하신 곳을 다시 손봤어요. 확인해 주세요.",
    })
  if (timeline.disputedAt)
    addEvent({
      move: "dispute",
      to: "disputed",
      by: "customer",
      at: timeline.disputedAt,
      note: random.pick(disputes[row.category]),
    })
  if (plan.state === "completed" && timeline.endedAt) {
    addEvent({
      move: "complete",
      to: "completed",
      by: timeline.bySilence ? "system" : "customer",
      at: timeline.endedAt,
    })
    row.completedAt = timeline.endedAt
  }
}

/** More work found on the way, in every seventh order; in work under way it may still wait for its answer. */
function addChangeOrder(
  town: Town,
  plan: OrderPlan,
  { chosen, timeline, row, label }: PlacedOrder,
  startedAt: Date,
  addEvent: (step: HistoryStep) => void,
  random: SeededRandom,
): { state: ChangeOrderState; amountWon: number }[] {
  const isPlanned = label.includes("change")
  if (!chosen || !(random.chance(0.14) || isPlanned)) return []
  const availableMinutes = ((timeline.deliveredAt ?? town.present).getTime() - startedAt.getTime()) / 60_000
  const isWaiting = plan.state === "in_progress" && (isPlanned || random.chance(0.5))
  const state = isWaiting ? "proposed" : random.chance(0.78) ? "accepted" : "rejected"
  const createdAt = minutesAfter(startedAt, availableMinutes * 0.3)
  const decidedAt = isWaiting ? null : minutesAfter(startedAt, availableMinutes * 0.45)
  const [title, reason, minManwon, maxManwon] = findTrouble(row.category, row.service).more
  // More work is never dearer than a third of the whole.
  const amountWon = Math.max(
    10_000,
    Math.min(random.int(minManwon, maxManwon) * 10_000, Math.round((row.agreedWon ?? 0) / 30_000) * 10_000),
  )
  const id = createSeedId(`change/${label}`, createdAt)
  town.rows.changeOrders.push({
    id,
    orderId: row.id,
    expertId: chosen.expert.id,
    state,
    title,
    reason,
    amountWon,
    createdAt,
    decidedAt,
  })
  addEvent({ move: "change_proposed", by: "expert", at: createdAt, note: title })
  if (decidedAt)
    addEvent({
      move: state === "accepted" ? "change_accepted" : "change_rejected",
      by: "customer",
      at: decidedAt,
      note: title,
    })
  return [{ state, amountWon }]
}
