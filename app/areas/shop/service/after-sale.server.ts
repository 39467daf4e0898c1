/**
 * Owns what happens to a line after it is paid: sending, arriving, confirming, cancelling; with the money
 * that each moves.
 */
import { and, eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { refundOnCancel, refundOnReturn, type KeptLine } from "../money.ts"
import { isLive, isOpenClaim, type Carrier } from "../rules.ts"
import { claims, orderGroups, payments } from "../schema.server.ts"
import { completeClaimsOf } from "./claim-events.server.ts"
import {
  canMoveLine,
  lockShopOrder,
  moveLines,
  orderOfLine,
  restock,
  type LineRow,
  type OrderRow,
} from "./lines.server.ts"
import { oweRefund, payRefunds, takeRefundAccount, type RefundAccount } from "./refunds.server.ts"
import { closeOrder, releaseLines } from "./settle.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"

type Done = Outcome<"not_found" | "not_now" | "claim_open">
type Cancelled = Done | Refusal<"account_missing">

/** The locked order of a line for its buyer or its seller; null for everybody else. */
export async function openLine(tx: Transaction, actor: Actor, lineId: string, role: "buyer" | "seller") {
  if (actor.kind !== "member" || !isId(lineId)) return null
  const orderId = await orderOfLine(tx, lineId)
  const found = orderId === null ? null : await lockShopOrder(tx, orderId)
  const line = found?.lines.find((each) => each.id === lineId)
  if (!found || !line || (role === "buyer" ? found.order.buyerId : found.order.sellerId) !== actor.userId)
    return null
  return { ...found, line, actor }
}

export const moneyOf = (order: OrderRow) => ({
  paidWon: order.itemsWon + order.shippingWon - order.discountWon,
  refundedWon: order.refundedWon,
  releasedWon: order.releasedWon,
  retainedWon: order.retainedWon,
})
export const keptOf = (line: LineRow): KeptLine => ({
  priceWon: line.unitWon * line.quantity,
  freeShipping: line.freeShipping,
  discountWon: line.discountWon,
})

/**
 * What goes back when `line` is cancelled before it is sent, in won. `fault` seller: nothing is taken off for
 * the parcel.
 */
export function cancelRefund(
  order: OrderRow,
  lines: readonly LineRow[],
  line: LineRow,
  fault: "buyer" | "seller",
): number {
  const staying = lines.filter((each) => each.id !== line.id && isLive(each.state))
  if (fault === "seller")
    return refundOnReturn(moneyOf(order), keptOf(line), { feeWon: 0, fault, isLast: staying.length === 0 })
  const started = staying.some((each) => each.shippedAt !== null) || order.retainedWon > 0
  return refundOnCancel(
    moneyOf(order),
    staying.map(keptOf),
    { feeWon: order.feeWon, freeFromWon: order.freeFromWon },
    started ? order.shippingWon : null,
  )
}

/**
 * Cancels a locked line and owes its money; the caller has checked that it may. Returns the refund to pay
 * after the commit.
 */
export async function endByCancel(
  tx: Transaction,
  order: OrderRow,
  lines: readonly LineRow[],
  line: LineRow,
  by: {
    move: "cancel" | "sell_out" | "cancel_by_claim"
    role: "buyer" | "seller" | "admin" | "system"
    actorId: string | null
    fault: "buyer" | "seller"
    reason: string
  },
): Promise<string | null> {
  const amountWon = cancelRefund(order, lines, line, by.fault)
  const moved = await moveLines(tx, order, [line], by, { endedAt: now(), endReason: by.reason })
  if (!moved) throw new Error(`The line ${line.id} has no move ${by.move}`)
  await restock(tx, [line])
  const refundId = await oweRefund(tx, order, amountWon, by.reason)
  await closeOrder(tx, order.id)
  return refundId
}

/**
 * The buyer cancels a line that is paid and not yet being prepared: at once. Refusals: `not_found`,
 * `not_now`, `account_missing` (a deposit goes back to an account).
 */
export async function cancelLine(
  actor: Actor,
  lineId: string,
  input: { reason: string; account: RefundAccount | null },
): Promise<Cancelled> {
  let owed: string | null = null
  const done = await inTransaction(async (tx): Promise<Cancelled> => {
    const opened = await openLine(tx, actor, lineId, "buyer")
    if (!opened) return refuse("not_found")
    const { order, lines, line } = opened
    if (!canMoveLine(line, "cancel", "buyer")) return refuse("not_now")
    if (!(await hasAccount(tx, order.groupId, input.account))) return refuse("account_missing")
    if (input.account) await takeRefundAccount(tx, order.groupId, input.account)
    owed = await endByCancel(tx, order, lines, line, {
      move: "cancel",
      role: "buyer",
      actorId: opened.actor.userId,
      fault: "buyer",
      reason: input.reason,
    })
    return ok()
  })
  await payRefunds([owed])
  return done
}

/**
 * Whether money of a purchase can go back: it was not paid by deposit, or an account is known or `given`.
 * Writes nothing.
 */
export async function hasAccount(
  tx: Transaction,
  groupId: string,
  given: RefundAccount | null,
): Promise<boolean> {
  if (given) return true
  const [paid] = await tx
    .select({ method: payments.method, account: orderGroups.refundAccount })
    .from(payments)
    .innerJoin(orderGroups, eq(orderGroups.id, payments.groupId))
    .where(and(eq(payments.groupId, groupId), inArray(payments.state, ["DONE", "PARTIAL_CANCELED"])))
  return paid?.method !== "virtual_account" || paid.account !== ""
}

async function openClaimOf(tx: Transaction, lineId: string): Promise<boolean> {
  const rows = await tx.select({ state: claims.state }).from(claims).where(eq(claims.lineId, lineId))
  return rows.some((row) => isOpenClaim(row.state))
}

/**
 * The buyer confirms the purchase: the seller gets their money, and no return follows. Refusals: `not_found`,
 * `not_now`, `claim_open`.
 */
export async function confirmLine(actor: Actor, lineId: string): Promise<Done> {
  return inTransaction(async (tx) => {
    const opened = await openLine(tx, actor, lineId, "buyer")
    if (!opened) return refuse("not_found")
    const { order, line } = opened
    if (!canMoveLine(line, "confirm", "buyer")) return refuse("not_now")
    if (await openClaimOf(tx, lineId)) return refuse("claim_open")
    await confirmLocked(tx, order, [line], "buyer", opened.actor.userId)
    return ok()
  })
}

/** Confirms locked lines and releases their money. */
export async function confirmLocked(
  tx: Transaction,
  order: OrderRow,
  lines: readonly LineRow[],
  role: "buyer" | "system",
  actorId: string | null,
): Promise<boolean> {
  const at = now()
  if (
    !(await moveLines(tx, order, lines, { move: "confirm", role, actorId }, { confirmedAt: at, endedAt: at }))
  )
    return false
  await releaseLines(tx, order, lines)
  return true
}

/**
 * The seller begins to prepare: from here on a cancellation is asked for. Refusals: `not_found`, `not_now`.
 */
export async function prepareLine(actor: Actor, lineId: string): Promise<Done> {
  return inTransaction(async (tx) => {
    const opened = await openLine(tx, actor, lineId, "seller")
    if (!opened) return refuse("not_found")
    return (await moveLines(tx, opened.order, [opened.line], {
      move: "prepare",
      role: "seller",
      actorId: opened.actor.userId,
    }))
      ? ok()
      : refuse("not_now")
  })
}

/**
 * The seller has sent a line. Several parcels of one order cost the buyer nothing more. Refusals:
 * `not_found`, `not_now`, `claim_open` (a cancellation waits for an answer).
 */
export async function shipLine(
  actor: Actor,
  lineId: string,
  parcel: { carrier: Carrier; trackingNumber: string },
): Promise<Done> {
  return inTransaction(async (tx) => {
    const opened = await openLine(tx, actor, lineId, "seller")
    if (!opened) return refuse("not_found")
    if (await openClaimOf(tx, lineId)) return refuse("claim_open")
    const moved = await moveLines(
      tx,
      opened.order,
      [opened.line],
      { move: "ship", role: "seller", actorId: opened.actor.userId },
      { ...parcel, shippedAt: now() },
    )
    return moved ? ok() : refuse("not_now")
  })
}

/** The parcel has arrived, says its buyer or its seller. Refusals: `not_found`, `not_now`. */
export async function deliverLine(actor: Actor, lineId: string, role: "buyer" | "seller"): Promise<Done> {
  return inTransaction(async (tx) => {
    const opened = await openLine(tx, actor, lineId, role)
    if (!opened) return refuse("not_found")
    return (await moveLines(
      tx,
      opened.order,
      [opened.line],
      { move: "deliver", role, actorId: opened.actor.userId },
      { deliveredAt: now() },
    ))
      ? ok()
      : refuse("not_now")
  })
}

/**
 * The seller cannot deliver: the line is cancelled at the seller's cost. Refusals: `not_found`, `not_now`.
 */
export async function sellOut(actor: Actor, lineId: string, reason: string): Promise<Done> {
  let owed: string | null = null
  const done = await inTransaction(async (tx): Promise<Done> => {
    const opened = await openLine(tx, actor, lineId, "seller")
    if (!opened) return refuse("not_found")
    const { order, lines, line } = opened
    if (!canMoveLine(line, "sell_out", "seller")) return refuse("not_now")
    await completeClaimsOf(tx, lineId, opened.actor.userId)
    owed = await endByCancel(tx, order, lines, line, {
      move: "sell_out",
      role: "seller",
      actorId: opened.actor.userId,
      fault: "seller",
      reason,
    })
    return ok()
  })
  await payRefunds([owed])
  return done
}
