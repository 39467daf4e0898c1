/**
 * What happens to a line after it is paid: sending, arriving, confirming, cancelling; with the money
 * that each moves.
 */
import { and, eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { calculateCancelRefundWon, calculateReturnRefundWon, type DiscountedLine } from "../pricing.ts"
import { isActiveLineState, type Carrier } from "../rules.ts"
import { registerParcel } from "./parcels.server.ts"
import { claims, orderGroups } from "../schema.server.ts"
import { completeOpenClaims } from "./claim-events.server.ts"
import {
  findLineTransition,
  lockSellerOrder,
  transitionLines,
  findSellerOrderId,
  restockLines,
  type LineRow,
  type SellerOrderRow,
} from "./transitions.server.ts"
import type { RefundAccount } from "../../money/service/charges.server.ts"
import { executeRefunds, saveRefundAccount } from "../../money/service/refunds.server.ts"
import { createSellerOrderRefund, closeSellerOrder, releaseLineMoney } from "./settlement.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { payments } from "../../money/schema.server.ts"
import { isOpenClaim } from "../claim-rules.ts"

type LineOutcome = Outcome<"not_found" | "not_now">
type WithoutClaim = LineOutcome | Refusal<"claim_open">
type Cancelled = LineOutcome | Refusal<"account_missing">

/** The locked order of a line for its buyer or its seller; null for everybody else. */
export async function lockLineForActor(
  tx: Transaction,
  actor: Actor,
  lineId: string,
  role: "buyer" | "seller",
) {
  if (actor.kind !== "member" || !isId(lineId)) return null
  const orderId = await findSellerOrderId(tx, lineId)
  const locked = orderId === null ? null : await lockSellerOrder(tx, orderId)
  const line = locked?.lines.find((each) => each.id === lineId)
  if (
    !locked ||
    !line ||
    (role === "buyer" ? locked.sellerOrder.buyerId : locked.sellerOrder.sellerId) !== actor.userId
  )
    return null
  return { ...locked, line, actor }
}

export const toSellerOrderMoney = (sellerOrder: SellerOrderRow) => ({
  paidWon: sellerOrder.itemsWon + sellerOrder.shippingWon - sellerOrder.discountWon,
  refundedWon: sellerOrder.refundedWon,
  releasedWon: sellerOrder.releasedWon,
  retainedWon: sellerOrder.retainedWon,
})
export const toDiscountedLine = (line: LineRow): DiscountedLine => ({
  priceWon: line.unitWon * line.quantity,
  freeShipping: line.freeShipping,
  discountWon: line.discountWon,
})

/**
 * What goes back when `line` is cancelled before it is sent, in won. `fault` seller: nothing is taken off for
 * the parcel.
 */
export function calculateLineCancelRefundWon(
  sellerOrder: SellerOrderRow,
  lines: readonly LineRow[],
  line: LineRow,
  fault: "buyer" | "seller",
): number {
  const remainingLines = lines.filter((each) => each.id !== line.id && isActiveLineState(each.state))
  if (fault === "seller")
    return calculateReturnRefundWon(toSellerOrderMoney(sellerOrder), toDiscountedLine(line), {
      feeWon: 0,
      fault,
      isLast: remainingLines.length === 0,
    })
  const hasShipped = remainingLines.some((each) => each.shippedAt !== null) || sellerOrder.retainedWon > 0
  return calculateCancelRefundWon(
    toSellerOrderMoney(sellerOrder),
    remainingLines.map(toDiscountedLine),
    { feeWon: sellerOrder.feeWon, freeFromWon: sellerOrder.freeFromWon },
    hasShipped ? sellerOrder.shippingWon : null,
  )
}

/**
 * Cancels a locked line and owes its money; the caller has checked that it may. What is lost (`lose`) does
 * not come back to the shelf. Returns the refund to pay after the commit.
 */
export async function cancelLockedLine(
  tx: Transaction,
  sellerOrder: SellerOrderRow,
  lines: readonly LineRow[],
  line: LineRow,
  transition: {
    move: "cancel" | "sell_out" | "cancel_by_claim" | "lose" | "office_cancel"
    role: "buyer" | "seller" | "admin" | "system"
    actorId: string | null
    fault: "buyer" | "seller"
    reason: string
  },
): Promise<string | null> {
  const amountWon = calculateLineCancelRefundWon(sellerOrder, lines, line, transition.fault)
  const isTransitioned = await transitionLines(tx, sellerOrder, [line], transition, {
    endedAt: now(),
    endReason: transition.reason,
  })
  if (!isTransitioned) throw new Error(`The line ${line.id} has no move ${transition.move}`)
  if (transition.move !== "lose") await restockLines(tx, [line])
  const refundId = await createSellerOrderRefund(tx, sellerOrder, amountWon, transition.reason)
  await closeSellerOrder(tx, sellerOrder.id)
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
  let refundId: string | null = null
  const done = await inTransaction(async (tx): Promise<Cancelled> => {
    const lockedLine = await lockLineForActor(tx, actor, lineId, "buyer")
    if (!lockedLine) return refuse("not_found")
    const { sellerOrder, lines, line } = lockedLine
    if (!findLineTransition(line, "cancel", "buyer")) return refuse("not_now")
    if (!(await hasRefundAccount(tx, sellerOrder.groupId, input.account))) return refuse("account_missing")
    if (input.account) await saveRefundAccount(tx, sellerOrder.groupId, input.account)
    refundId = await cancelLockedLine(tx, sellerOrder, lines, line, {
      move: "cancel",
      role: "buyer",
      actorId: lockedLine.actor.userId,
      fault: "buyer",
      reason: input.reason,
    })
    return ok()
  })
  await executeRefunds([refundId])
  return done
}

/**
 * Whether money of a purchase can go back: it was not paid by deposit, or an account is known or given as
 * `newAccount`. Writes nothing.
 */
export async function hasRefundAccount(
  tx: Transaction,
  groupId: string,
  newAccount: RefundAccount | null,
): Promise<boolean> {
  if (newAccount) return true
  const [payment] = await tx
    .select({ method: payments.method, account: orderGroups.refundAccount })
    .from(payments)
    .innerJoin(orderGroups, eq(orderGroups.id, payments.groupId))
    .where(and(eq(payments.groupId, groupId), inArray(payments.state, ["DONE", "PARTIAL_CANCELED"])))
  return payment?.method !== "virtual_account" || payment.account !== ""
}

export async function hasOpenClaim(tx: Transaction, lineId: string): Promise<boolean> {
  const rows = await tx.select({ state: claims.state }).from(claims).where(eq(claims.lineId, lineId))
  return rows.some((row) => isOpenClaim(row.state))
}

/**
 * The buyer confirms the purchase: the seller gets their money, and no return follows. Refusals: `not_found`,
 * `not_now`, `claim_open`.
 */
export async function confirmLine(actor: Actor, lineId: string): Promise<WithoutClaim> {
  return inTransaction(async (tx) => {
    const lockedLine = await lockLineForActor(tx, actor, lineId, "buyer")
    if (!lockedLine) return refuse("not_found")
    const { sellerOrder, line } = lockedLine
    if (!findLineTransition(line, "confirm", "buyer")) return refuse("not_now")
    if (await hasOpenClaim(tx, lineId)) return refuse("claim_open")
    await confirmLockedLines(tx, sellerOrder, [line], "buyer", lockedLine.actor.userId)
    return ok()
  })
}

/** Confirms locked lines and releases their money. */
export async function confirmLockedLines(
  tx: Transaction,
  sellerOrder: SellerOrderRow,
  lines: readonly LineRow[],
  role: "buyer" | "system",
  actorId: string | null,
): Promise<boolean> {
  const at = now()
  if (
    !(await transitionLines(
      tx,
      sellerOrder,
      lines,
      { move: "confirm", role, actorId },
      { confirmedAt: at, endedAt: at },
    ))
  )
    return false
  await releaseLineMoney(tx, sellerOrder, lines)
  return true
}

/**
 * The seller begins to prepare: from here on a cancellation is asked for. Refusals: `not_found`, `not_now`.
 */
export async function prepareLine(actor: Actor, lineId: string): Promise<LineOutcome> {
  return inTransaction(async (tx) => {
    const lockedLine = await lockLineForActor(tx, actor, lineId, "seller")
    if (!lockedLine) return refuse("not_found")
    return (await transitionLines(tx, lockedLine.sellerOrder, [lockedLine.line], {
      move: "prepare",
      role: "seller",
      actorId: lockedLine.actor.userId,
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
): Promise<WithoutClaim> {
  return inTransaction(async (tx) => {
    const lockedLine = await lockLineForActor(tx, actor, lineId, "seller")
    if (!lockedLine) return refuse("not_found")
    if (await hasOpenClaim(tx, lineId)) return refuse("claim_open")
    const isTransitioned = await transitionLines(
      tx,
      lockedLine.sellerOrder,
      [lockedLine.line],
      { move: "ship", role: "seller", actorId: lockedLine.actor.userId },
      { ...parcel, shippedAt: now() },
    )
    if (!isTransitioned) return refuse("not_now")
    await registerParcel(tx, lockedLine.sellerOrder.id, parcel)
    return ok()
  })
}

/**
 * The parcel has arrived, says its buyer or its seller; not the seller where its buyer has said that it is
 * missing. Refusals: `not_found`, `not_now`.
 */
export async function deliverLine(
  actor: Actor,
  lineId: string,
  role: "buyer" | "seller",
): Promise<LineOutcome> {
  return inTransaction(async (tx) => {
    const lockedLine = await lockLineForActor(tx, actor, lineId, role)
    if (!lockedLine) return refuse("not_found")
    // What its buyer has not got is there again when its buyer says so.
    if (role === "seller" && lockedLine.line.missingAt !== null) return refuse("not_now")
    return (await transitionLines(
      tx,
      lockedLine.sellerOrder,
      [lockedLine.line],
      { move: "deliver", role, actorId: lockedLine.actor.userId },
      { deliveredAt: now(), deliverySource: role, missingAt: null },
    ))
      ? ok()
      : refuse("not_now")
  })
}

/**
 * The seller cannot deliver: the line is cancelled at the seller's cost. Refusals: `not_found`, `not_now`.
 */
export async function cancelSoldOutLine(actor: Actor, lineId: string, reason: string): Promise<LineOutcome> {
  let refundId: string | null = null
  const done = await inTransaction(async (tx): Promise<LineOutcome> => {
    const lockedLine = await lockLineForActor(tx, actor, lineId, "seller")
    if (!lockedLine) return refuse("not_found")
    const { sellerOrder, lines, line } = lockedLine
    if (!findLineTransition(line, "sell_out", "seller")) return refuse("not_now")
    await completeOpenClaims(tx, lineId, { role: "seller", actorId: lockedLine.actor.userId })
    refundId = await cancelLockedLine(tx, sellerOrder, lines, line, {
      move: "sell_out",
      role: "seller",
      actorId: lockedLine.actor.userId,
      fault: "seller",
      reason,
    })
    return ok()
  })
  await executeRefunds([refundId])
  return done
}
