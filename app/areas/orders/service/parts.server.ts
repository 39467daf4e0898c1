/**
 * The parts of an order that is paid safely: made of the plan at the choice, asked for one after another, and
 * ended with the order. Their order is locked by the caller.
 */
import { and, asc, eq, gte, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { findTransition } from "#app/basics/transitions.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { distributeWon, getUnsettledWon } from "../../money/amounts.ts"
import {
  createCharge,
  lockCharges,
  refundCharge,
  releaseCharge,
  withdrawCharge,
  type ChargeRow,
} from "../../money/service/held-charges.server.ts"
import type { OrderRole } from "../rules.ts"
import { chargesTable } from "../../money/service/charge-sql.server.ts"
import {
  PART_TRANSITIONS,
  PAYMENT_LIMITS,
  isPartHeld,
  isPartOver,
  type PartTransition,
  type PlanPart,
} from "../payment-rules.ts"
import { orderParts } from "../schema.server.ts"
import "./events.server.ts"
import { appendEvidence } from "./evidence.server.ts"
import type { OrderRow } from "./transitions.server.ts"

export type PartRow = typeof orderParts.$inferSelect

/** The parts of a locked order, in the order of the work. */
export const loadParts = (tx: Transaction, orderId: string): Promise<PartRow[]> =>
  tx.select().from(orderParts).where(eq(orderParts.orderId, orderId)).orderBy(asc(orderParts.position))

/** The matched people of an order; throws where nobody was chosen. */
function getParties(order: OrderRow): { customerId: string; expertId: string } {
  if (order.expertId === null) throw new Error(`The order ${order.id} has no expert`)
  return { customerId: order.customerId, expertId: order.expertId }
}

/** What is told of a part. */
export const toPartEvent = (order: OrderRow, part: Pick<PartRow, "id">) => ({
  orderId: order.id,
  partId: part.id,
  ...getParties(order),
})

/** Moves a part; throws where the table has no such move: services ask for what is possible. */
export async function transitionPart(
  tx: Transaction,
  part: PartRow,
  move: PartTransition,
  role: OrderRole,
  changes: Partial<PartRow> = {},
): Promise<PartRow> {
  const transition = findTransition(PART_TRANSITIONS, { move, from: part.state, role })
  if (!transition) throw new Error(`The part ${part.id} cannot ${move} from ${part.state}`)
  const columns = { ...changes, state: transition.to, reminders: 0 }
  await tx.update(orderParts).set(columns).where(eq(orderParts.id, part.id))
  return { ...part, ...columns }
}

/**
 * Makes the parts of a chosen proposal, and asks for the first: it is due within 24 hours. Returns the charge
 * that asks for it.
 */
export async function createPlanParts(
  tx: Transaction,
  order: OrderRow,
  plan: readonly PlanPart[],
): Promise<string> {
  const parts = await tx
    .insert(orderParts)
    .values(
      plan.map((part, index) => ({
        id: newId(),
        orderId: order.id,
        position: index,
        ...part,
        state: "planned" as const,
      })),
    )
    .returning()
  const first = parts.find((part) => part.position === 0)
  if (!first) throw new Error(`The proposal of the order ${order.id} has no plan`)
  return askForPart(tx, order, first, { role: "customer", hours: PAYMENT_LIMITS.firstDueHours })
}

/**
 * Adds the part of an accepted change order after those that were asked for already, and asks for
 * it: its work begins when it is held. Returns the charge that asks for it.
 */
export async function addChangePart(
  tx: Transaction,
  order: OrderRow,
  change: { id: string; title: string; reason: string; amountWon: number },
): Promise<string> {
  const parts = await loadParts(tx, order.id)
  const position = parts.findLastIndex((part) => part.state !== "planned") + 1
  await tx
    .update(orderParts)
    .set({ position: sql`${orderParts.position} + 1` })
    .where(and(eq(orderParts.orderId, order.id), gte(orderParts.position, position)))
  const [added] = await tx
    .insert(orderParts)
    .values({
      id: newId(),
      orderId: order.id,
      position,
      changeOrderId: change.id,
      name: change.title,
      task: change.reason,
      amountWon: change.amountWon,
      days: 1,
      state: "planned",
    })
    .returning()
  if (!added) throw new Error(`The part of the change ${change.id} was not made`)
  return askForPart(tx, order, added, { role: "customer", hours: PAYMENT_LIMITS.dueHours })
}

/** Asks the customer for a planned part, due within `hours`. Returns its charge. */
export async function askForPart(
  tx: Transaction,
  order: OrderRow,
  part: PartRow,
  { role, hours }: { role: "customer" | "expert"; hours: number },
): Promise<string> {
  if (order.feePayer === null || order.feeBps === null) throw new Error(`The order ${order.id} has no fee`)
  const { customerId, expertId } = getParties(order)
  const at = now()
  const chargeId = await createCharge(tx, {
    kind: "order_part",
    subjectId: part.id,
    payerId: customerId,
    payeeId: expertId,
    title: `${order.title} · ${part.name}`,
    amountWon: part.amountWon,
    fee: { payer: order.feePayer === "customer" ? "payer" : "payee", bps: order.feeBps },
    dueAt: new Date(at.getTime() + hours * HOUR_MS),
  })
  await transitionPart(tx, part, "ask", role, { chargeId, askedAt: at })
  await emit(tx, "part.asked", toPartEvent(order, part))
  return chargeId
}

/** The charges of parts, locked, by id. */
async function lockPartCharges(
  tx: Transaction,
  parts: readonly PartRow[],
): Promise<ReadonlyMap<string, ChargeRow>> {
  const ids = parts.flatMap(({ chargeId }) => (chargeId === null ? [] : [chargeId]))
  return new Map((await lockCharges(tx, ids)).map((charge) => [charge.id, charge]))
}

/** Confirms a delivered part: what is held of it goes to the expert. */
export async function releasePart(
  tx: Transaction,
  order: OrderRow,
  part: PartRow,
  role: "customer" | "system",
): Promise<void> {
  await transitionPart(tx, part, "release", role, { releasedAt: now() })
  const charge = (await lockPartCharges(tx, [part])).get(part.chargeId ?? "")
  if (!charge) throw new Error(`The part ${part.id} has no charge`)
  const releasedWon = getUnsettledWon(charge)
  await releaseCharge(tx, charge, releasedWon)
  await appendEvidence(tx, [
    { order, kind: "money", role, content: { part: part.name, releasedWon, refundedWon: 0 } },
  ])
  await emit(tx, "part.released", toPartEvent(order, part))
}

/** What is held for an order, of its price and in won: what can be divided. */
export async function sumHeldWon(tx: Transaction, orderId: string): Promise<number> {
  const [sum] = await tx.execute<{ won: number }>(sql`
    select coalesce(sum(c.amount_won - c.released_won - c.refunded_won), 0)::bigint as won
    from order_parts p join ${chargesTable} c on c.id = p.charge_id
    where p.order_id = ${orderId}::uuid and c.state = 'held'`)
  return sum?.won ?? 0
}

/**
 * Ends all parts of an order: of what is held, `expertWon` goes to the expert, in proportion to the parts,
 * and the rest back to the customer. What is not paid is not asked for any more. Adds the refunds to pay
 * after the commit to `refundIds`.
 */
export async function settleParts(
  tx: Transaction,
  order: OrderRow,
  settlement: { expertWon: number; reason: string; role: OrderRole },
  refundIds: string[],
): Promise<void> {
  const openParts = (await loadParts(tx, order.id)).filter((part) => !isPartOver(part.state))
  const chargeById = await lockPartCharges(tx, openParts)
  const held = openParts.flatMap((part) => {
    const charge = chargeById.get(part.chargeId ?? "")
    return isPartHeld(part.state) && charge ? [{ part, charge }] : []
  })
  const sharesWon = distributeWon(
    settlement.expertWon,
    held.map(({ charge }) => getUnsettledWon(charge)),
  )
  const divided: { part: string; releasedWon: number; refundedWon: number }[] = []
  for (const [index, { part, charge }] of held.entries()) {
    const expertWon = sharesWon[index] ?? 0
    const rest = expertWon > 0 ? await releaseCharge(tx, charge, expertWon) : charge
    const restWon = getUnsettledWon(rest)
    if (restWon > 0) refundIds.push((await refundCharge(tx, rest, restWon, settlement.reason)).refundId)
    await transitionPart(tx, part, "settle", settlement.role, { releasedAt: now() })
    divided.push({ part: part.name, releasedWon: expertWon, refundedWon: restWon })
  }
  const { role, reason } = settlement
  await appendEvidence(
    tx,
    divided.map((content) => ({ order, kind: "money" as const, role, content: { ...content, reason } })),
  )
  for (const part of openParts.filter((candidate) => !isPartHeld(candidate.state))) {
    const charge = chargeById.get(part.chargeId ?? "")
    if (charge) await withdrawCharge(tx, charge)
    await transitionPart(tx, part, "cancel", settlement.role)
  }
}

/** Takes back the parts of a choice that nobody paid: the customer may choose anew. */
export async function removeUnpaidParts(tx: Transaction, order: OrderRow): Promise<void> {
  const parts = await loadParts(tx, order.id)
  for (const charge of (await lockPartCharges(tx, parts)).values()) await withdrawCharge(tx, charge)
  await tx.delete(orderParts).where(eq(orderParts.orderId, order.id))
}

/** Holds what is disputed, and takes back what is still asked for: nothing moves until it is decided. */
export async function disputeParts(
  tx: Transaction,
  orderId: string,
  role: "customer" | "expert",
): Promise<void> {
  const parts = await loadParts(tx, orderId)
  const asked = parts.filter(({ state }) => state === "asked")
  for (const charge of (await lockPartCharges(tx, asked)).values()) await withdrawCharge(tx, charge)
  for (const part of asked)
    await transitionPart(tx, part, "lapse", "system", { chargeId: null, askedAt: null })
  const held = parts.filter(
    ({ state }) => state === "held" || state === "delivered" || state === "changes_requested",
  )
  for (const part of held) await transitionPart(tx, part, "dispute", role)
}
