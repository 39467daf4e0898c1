/**
 * Owns what happens to an order after it is asked: its history, more work found on the way, the pictures of
 * the result.
 */
import {
  payableWon,
  type ChangeOrderState,
  type OrderMove,
  type OrderRole,
  type OrderState,
} from "#app/areas/orders/rules.ts"
import type { Placed, Plan } from "./orders.ts"
import { hangOrderPictures } from "./picture-rows.ts"
import { idOf, type Dice } from "./random.ts"
import { cancelReasons, deliveredNotes, expertCancelReasons } from "./texts/people.ts"
import { disputes, troubleOf } from "./texts/troubles.ts"
import { minutesAfter } from "./times.ts"
import type { Customer, Town } from "./town.ts"

type ChangeMove = "change_proposed" | "change_accepted" | "change_rejected"
type Step = { move: OrderMove | ChangeMove; to?: OrderState; by: OrderRole; at: Date; note?: string }

/**
 * Takes the order from its opening to the state it is planned to be in, and writes down how it came there.
 */
export function liveThrough(town: Town, plan: Plan, placed: Placed, customer: Customer, chance: Dice): void {
  const { row, course, chosen, label } = placed
  const people = {
    customer: customer.id,
    expert: chosen?.expert.id ?? null,
    admin: town.adminId,
    system: null,
  }
  let state: OrderState | null = null
  const record = ({ move, to = state ?? "open", by, at, note = "" }: Step) => {
    town.rows.orderEvents.push({
      id: idOf(`event/${label}/${move}/${at.getTime()}`, at),
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

  record({ move: "publish", to: "open", by: "customer", at: course.openedAt })
  if (plan.state === "expired" && course.endedAt)
    record({ move: "expire", to: "expired", by: "system", at: course.endedAt })
  if (course.matchedAt) record({ move: "accept", to: "matched", by: "customer", at: course.matchedAt })
  if (plan.state === "cancelled" && course.endedAt) {
    const by = plan.cancelledLate && chance.chance(0.35) ? "expert" : "customer"
    const reason = chance.pick(by === "expert" ? expertCancelReasons : cancelReasons)
    Object.assign(row, { cancelReason: reason, cancelledBy: people[by], cancelledAt: course.endedAt })
    record({ move: "cancel", to: "cancelled", by, at: course.endedAt, note: reason })
  }
  if (!chosen || !course.startedAt) return

  record({ move: "start", to: "in_progress", by: "expert", at: course.startedAt })
  row.startedAt = course.startedAt
  placed.paidWon = payableWon(
    row.agreedWon ?? 0,
    findMoreWork(town, plan, placed, course.startedAt, record, chance),
  )
  if (!course.deliveredAt) return

  placed.afterPictures = [...placed.request.seed.after]
  hangOrderPictures(town, row.id, "after", placed.afterPictures, {
    ownerId: chosen.expert.id,
    label,
    at: course.deliveredAt,
  })
  record({
    move: "deliver",
    to: "delivered",
    by: "expert",
    at: course.deliveredAt,
    note: chance.pick(deliveredNotes),
  })
  row.deliveredAt = course.redeliveredAt ?? course.deliveredAt
  const { again } = troubleOf(row.category, row.service)
  if (course.changesAt)
    record({
      move: "request_changes",
      to: "changes_requested",
      by: "customer",
      at: course.changesAt,
      note: again,
    })
  if (course.redeliveredAt)
    record({
      move: "redeliver",
      to: "delivered",
      by: "expert",
      at: course.redeliveredAt,
      note: "말씀하신 곳을 다시 손봤어요. 확인해 주세요.",
    })
  if (course.disputedAt)
    record({
      move: "dispute",
      to: "disputed",
      by: "customer",
      at: course.disputedAt,
      note: chance.pick(disputes[row.category]),
    })
  if (plan.state === "completed" && course.endedAt) {
    record({
      move: "complete",
      to: "completed",
      by: course.bySilence ? "system" : "customer",
      at: course.endedAt,
    })
    row.completedAt = course.endedAt
  }
}

/** More work found on the way, in every seventh order; in work under way it may still wait for its answer. */
function findMoreWork(
  town: Town,
  plan: Plan,
  { chosen, course, row, label }: Placed,
  startedAt: Date,
  record: (step: Step) => void,
  chance: Dice,
): { state: ChangeOrderState; amountWon: number }[] {
  const isPlanned = label.includes("change")
  if (!chosen || !(chance.chance(0.14) || isPlanned)) return []
  const room = ((course.deliveredAt ?? town.present).getTime() - startedAt.getTime()) / 60_000
  const waits = plan.state === "in_progress" && (isPlanned || chance.chance(0.5))
  const state = waits ? "proposed" : chance.chance(0.78) ? "accepted" : "rejected"
  const createdAt = minutesAfter(startedAt, room * 0.3)
  const decidedAt = waits ? null : minutesAfter(startedAt, room * 0.45)
  const [title, reason, least, most] = troubleOf(row.category, row.service).more
  // More work is never dearer than a third of the whole.
  const amountWon = Math.max(
    10_000,
    Math.min(chance.int(least, most) * 10_000, Math.round((row.agreedWon ?? 0) / 30_000) * 10_000),
  )
  const id = idOf(`change/${label}`, createdAt)
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
  record({ move: "change_proposed", by: "expert", at: createdAt, note: title })
  if (decidedAt)
    record({
      move: state === "accepted" ? "change_accepted" : "change_rejected",
      by: "customer",
      at: decidedAt,
      note: title,
    })
  return [{ state, amountWon }]
}
