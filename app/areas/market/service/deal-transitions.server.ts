/**
 * The one way in which a deal that is paid safely is changed: its item locked first, then the deal, then its
 * charge; moved by the table, recorded, announced. Where it ends its money and its item go their way.
 */
import { and, eq, notInArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { hasRight, isAdmin, type Actor } from "../../accounts/rules.ts"
import { getUnsettledWon } from "../../money/amounts.ts"
import {
  lockCharges,
  refundCharge,
  releaseCharge,
  withdrawCharge,
} from "../../money/service/held-charges.server.ts"
import { executeRefunds } from "../../money/service/refunds.server.ts"
import {
  DEAL_TRANSITIONS,
  getDealDueAt,
  isDealHeld,
  isDealOver,
  type DealMove,
  type DealActorRole,
  type DealState,
} from "../deal-rules.ts"
import { dealEvents, deals, items } from "../schema.server.ts"
import "./deal-events.server.ts"
import { expireOffers } from "./offers.server.ts"
import { transitionItem, type ItemRow } from "./transitions.server.ts"

export type DealRow = typeof deals.$inferSelect
export type LockedDeal = { deal: DealRow; item: ItemRow }

/** What a deal is moved by: `note` is written into its history, refunds to pay are added to `refundIds`. */
export type DealAttempt = {
  move: DealMove
  role: DealActorRole
  actorId: string | null
  note?: string
}

/** The deal with its item, both locked until the end of the transaction. */
export async function lockDeal(tx: Transaction, dealId: string): Promise<LockedDeal | undefined> {
  const itemId = tx.select({ itemId: deals.itemId }).from(deals).where(eq(deals.id, dealId))
  const [item] = await tx.select().from(items).where(eq(items.id, itemId)).for("update")
  if (!item) return undefined
  const [deal] = await tx.select().from(deals).where(eq(deals.id, dealId)).for("update")
  return deal && { deal, item }
}

/** The deal about an item that is not over yet. */
export async function findOpenDeal(tx: Transaction, itemId: string) {
  const [deal] = await tx
    .select()
    .from(deals)
    .where(and(eq(deals.itemId, itemId), notInArray(deals.state, ["done", "cancelled", "returned"])))
  return deal
}

/**
 * Whether the item was bought by a deal that is paid safely: while it lasts and once it is done, the item
 * follows the deal.
 */
export async function isDealtSafely(tx: Transaction, itemId: string): Promise<boolean> {
  const [deal] = await tx
    .select({ id: deals.id })
    .from(deals)
    .where(and(eq(deals.itemId, itemId), notInArray(deals.state, ["cancelled", "returned"])))
    .limit(1)
  return deal !== undefined
}

/**
 * What the actor is in a deal, or undefined for somebody whom it does not concern. An administrator who buys
 * or sells is that alone.
 */
export function getRoleInDeal(
  actor: Actor,
  deal: { buyerId: string; sellerId: string },
): Exclude<DealActorRole, "system"> | undefined {
  if (actor.kind !== "member") return undefined
  if (deal.buyerId === actor.userId) return "buyer"
  if (deal.sellerId === actor.userId) return "seller"
  return isAdmin(actor) ? "admin" : undefined
}

/**
 * The frame of every use case of one deal: locks it and finds the actor's role before `operation`. Refunds
 * that it adds to `refundIds` are paid after the commit. Refusal `not_found` for whom it does not concern.
 */
export async function withLockedDeal<Result>(
  actor: Actor,
  dealId: string,
  operation: (
    tx: Transaction,
    locked: LockedDeal,
    performer: { role: Exclude<DealActorRole, "system">; actorId: string },
    refundIds: string[],
  ) => Promise<Result>,
): Promise<Result | Refusal<"not_found">> {
  const refundIds: string[] = []
  const result = await inTransaction(async (tx) => {
    refundIds.length = 0
    const locked = await lockDeal(tx, dealId)
    const role = locked && getRoleInDeal(actor, locked.deal)
    if (!locked || !role || actor.kind !== "member") return refuse("not_found")
    if (role === "admin" && !hasRight(actor, "trade")) return refuse("not_found")
    return operation(tx, locked, { role, actorId: actor.userId }, refundIds)
  })
  await executeRefunds(refundIds)
  return result
}

/** True where the table has `move` for `role` from the deal's state. */
export const canTransitionDeal = (
  deal: Pick<DealRow, "state">,
  move: DealMove,
  role: DealActorRole,
): boolean => findTransition(DEAL_TRANSITIONS, { move, from: deal.state, role }) !== undefined

/** Writes a line into the history of a deal. */
export const insertDealEvent = (
  tx: Transaction,
  dealId: string,
  event: Omit<typeof dealEvents.$inferInsert, "id" | "dealId" | "at">,
) => tx.insert(dealEvents).values({ id: newId(), dealId, ...event, at: now() })

const MOMENTS: Partial<Record<DealState, "paidAt" | "sentAt" | "receivedAt">> = {
  paid: "paidAt",
  sent: "sentAt",
  received: "receivedAt",
}

const REFUND_REASONS: Partial<Record<DealMove, string>> = {
  expire: "판매자가 기한 안에 보내지 않았거나 만나지 않았어요",
  cancel: "거래 취소",
}

/**
 * Makes `move` on a deal that is locked with its item: state, moments, history, event, and at its end what is
 * held and the item. The refusal `not_now` is the transition table's.
 */
export async function transitionDeal(
  tx: Transaction,
  { deal, item }: LockedDeal,
  { move, role, actorId, note = "" }: DealAttempt,
  refundIds: string[],
  changes: Partial<DealRow> = {},
): Promise<Outcome<"not_now">> {
  const transition = findTransition(DEAL_TRANSITIONS, { move, from: deal.state, role })
  if (!transition) return refuse("not_now")
  const at = now()
  const moment = MOMENTS[transition.to]
  const isOver = isDealOver(transition.to)
  await tx
    .update(deals)
    .set({
      ...changes,
      state: transition.to,
      dueAt: getDealDueAt(transition.to, deal.method, at),
      ...(moment && { [moment]: at }),
      ...(isOver && { endedAt: at }),
      updatedAt: at,
    })
    .where(eq(deals.id, deal.id))
  await insertDealEvent(tx, deal.id, {
    move,
    fromState: deal.state,
    toState: transition.to,
    role,
    actorId,
    note,
  })
  if (isOver) {
    await settleDeal(tx, deal, { isSold: transition.to === "done", move }, refundIds)
    await moveItemOfEndedDeal(tx, item, deal, transition.to)
  }
  await emit(tx, "deal.moved", {
    dealId: deal.id,
    itemId: deal.itemId,
    buyerId: deal.buyerId,
    sellerId: deal.sellerId,
    move,
    role,
    from: deal.state,
    to: transition.to,
    at: at.toISOString(),
  })
  return ok()
}

/** Gives what is held to the seller or back to the buyer; what nobody paid is not asked for any more. */
async function settleDeal(
  tx: Transaction,
  deal: DealRow,
  { isSold, move }: { isSold: boolean; move: DealMove },
  refundIds: string[],
): Promise<void> {
  if (deal.chargeId === null) return
  const [charge] = await lockCharges(tx, [deal.chargeId])
  if (!charge) throw new Error(`The deal ${deal.id} has no charge`)
  if (!isDealHeld(deal.state)) return withdrawCharge(tx, charge)
  const won = getUnsettledWon(charge)
  if (isSold) await releaseCharge(tx, charge, won)
  else refundIds.push((await refundCharge(tx, charge, won, REFUND_REASONS[move] ?? "중고거래 환불")).refundId)
}

/** Sold where the deal is done; for sale again otherwise, hidden where it came back with a problem. */
async function moveItemOfEndedDeal(
  tx: Transaction,
  item: ItemRow,
  deal: DealRow,
  state: DealState,
): Promise<void> {
  // Who leaves an unpaid deal keeps what the seller had reserved for them before.
  if (deal.state === "asked" && deal.wasReserved) return
  const isSold = state === "done"
  const columns = isSold
    ? { buyerId: deal.buyerId, dealWon: deal.priceWon }
    : { buyerId: null, dealWon: null, ...(state === "returned" && { putAwayAt: now() }) }
  const moved = await transitionItem(tx, item, isSold ? "sell" : "release", columns, deal.id)
  if (!moved.ok) throw new Error(`The item ${item.id} of the deal ${deal.id} is ${item.state}`)
  if (isSold) await expireOffers(tx, item)
}
