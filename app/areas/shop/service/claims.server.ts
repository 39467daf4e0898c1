/** Claims: deciding about what buyers ask for, step by step, with the goods and the money that each moves. */
import { and, eq, inArray, ne, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, type Transaction } from "#app/platform/db.server.ts"
import { hasRight, type Actor, type Member } from "../../accounts/rules.ts"
import { markAnsweredNotificationsRead } from "../../notifications/service/centre.server.ts"
import { calculateReturnRefundWon } from "../pricing.ts"
import { isActiveLineState, type Carrier, type LineMove } from "../rules.ts"
import { claims, orderGroups, shopOrders } from "../schema.server.ts"
import { cancelLockedLine, toDiscountedLine, toSellerOrderMoney } from "./after-sale.server.ts"
import { findOptionPictureId, returnToShelf } from "./exchanges.server.ts"
import { getClaimKey } from "./notification-keys.ts"
import { registerParcel } from "./parcels.server.ts"
import { emitClaimMoved, insertClaimEvents, type ClaimActorRole } from "./claim-events.server.ts"
import {
  findLineTransition,
  lockSellerOrder,
  transitionLines,
  restockLines,
  type LineRow,
  type SellerOrderRow,
} from "./transitions.server.ts"
import { executeRefunds } from "../../money/service/refunds.server.ts"
import { createSellerOrderRefund, closeSellerOrder, reverseSale } from "./settlement.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import {
  type ClaimMove,
  CLAIM_TRANSITIONS,
  isOpenClaim,
  CLAIM_REASONS,
  isClaimReason,
} from "../claim-rules.ts"

type ClaimRow = typeof claims.$inferSelect
/** What of the way back this claim still pays: its parcel pays it once. */
async function calculateUnpaidReturnFee(
  tx: Transaction,
  claim: Pick<ClaimRow, "id" | "parcelId" | "feeWon">,
): Promise<number> {
  if (claim.parcelId === null) return claim.feeWon
  const [paid] = await tx
    .select({ won: sql<number>`coalesce(sum(${claims.withheldWon}), 0)::bigint` })
    .from(claims)
    .where(and(eq(claims.parcelId, claim.parcelId), ne(claims.id, claim.id)))
  return Math.max(0, claim.feeWon - (paid?.won ?? 0))
}

/** The buyer takes a claim back before the goods are on their way. Refusals: `not_found`, `not_now`. */
export const withdrawClaim = (actor: Actor, claimId: string) =>
  transitionClaim(actor, claimId, "withdraw", {})

export type ClaimDecision = { reason?: string; carrier?: Carrier; trackingNumber?: string; restock?: boolean }

/**
 * Moves a claim: the seller, or an admin in their place, approves, rejects with a reason, collects, receives
 * and completes; an approved cancellation is completed at once. Completing a return owes the money,
 * completing an exchange sends the line anew (`carrier`, `trackingNumber`). `restock` puts returned goods
 * back on the shelf. What an admin did stands in the audit log. Refusals: `not_found`, `not_now`.
 */
export async function transitionClaim(
  actor: Actor,
  claimId: string,
  move: ClaimMove,
  decision: ClaimDecision,
): Promise<Outcome<"not_found" | "not_now">> {
  if (actor.kind !== "member" || !isId(claimId)) return refuse("not_found")
  const outcome = await inTransaction(async (tx) => {
    const locked = await lockClaim(tx, actor, claimId)
    return locked ? transitionLockedClaim(tx, actor, locked, { ...decision, move }) : refuse("not_found")
  })
  if (!outcome.ok) return outcome
  await executeRefunds([outcome.refundId])
  return ok()
}

/** A claim and the order that it is about, locked, with what the actor is to them. */
type LockedClaim = {
  claim: ClaimRow
  sellerOrder: SellerOrderRow
  lines: LineRow[]
  line: LineRow
  role: ClaimActorRole
}

async function lockClaim(tx: Transaction, actor: Member, claimId: string): Promise<LockedClaim | null> {
  const [claimRow] = await tx.select({ orderId: claims.orderId }).from(claims).where(eq(claims.id, claimId))
  const locked = claimRow ? await lockSellerOrder(tx, claimRow.orderId) : null
  const [claim] = await tx.select().from(claims).where(eq(claims.id, claimId)).for("update")
  const line = locked?.lines.find((each) => each.id === claim?.lineId)
  const role = claimRoleOf(actor, claim)
  return locked && claim && line && role ? { ...locked, claim, line, role } : null
}

async function transitionLockedClaim(
  tx: Transaction,
  actor: Member,
  locked: LockedClaim,
  decision: ClaimDecision & { move: ClaimMove },
): Promise<Outcome<"not_now", { refundId: string | null }>> {
  const { claim, line, role } = locked
  const { move } = decision
  const row = findTransition(CLAIM_TRANSITIONS, { move, from: claim.state, role })
  if (!row || !isAllowedForKind(claim, move)) return refuse("not_now")
  const at = now()
  const isInstantCancel = move === "approve" && claim.kind === "cancel"
  const lineMove = getLineMove(claim, move)
  if (lineMove && !findLineTransition(line, lineMove, "system")) return refuse("not_now")
  const toState = isInstantCancel ? "completed" : row.to
  await tx
    .update(claims)
    .set({
      state: toState,
      decisionReason: decision.reason ?? claim.decisionReason,
      decidedAt: claim.decidedAt ?? at,
      updatedAt: at,
    })
    .where(eq(claims.id, claim.id))
  await insertClaimEvents(tx, [
    { claimId: claim.id, move, toState, role, actorId: actor.userId, reason: decision.reason },
  ])
  // What was kept for an exchange that does not come about is for sale again.
  if ((toState === "rejected" || toState === "withdrawn") && claim.variantId !== null)
    await returnToShelf(tx, line, claim.variantId)
  const refundId = lineMove ? await moveClaimedLine(tx, locked, lineMove, { ...decision, actor, at }) : null
  if (role === "admin") await auditClaimMove(tx, actor, locked, { ...decision, toState })
  if (role === "seller")
    await markAnsweredNotificationsRead(tx, actor.userId, [getClaimKey(claim.id, "request")])
  await emitClaimMoved(tx, locked.sellerOrder, claim, isInstantCancel ? "complete" : move, role === "admin")
  return ok({ refundId })
}

/** Does to the line what was asked for; returns the refund that is owed then. */
async function moveClaimedLine(
  tx: Transaction,
  locked: LockedClaim,
  lineMove: ClaimedLineMove,
  decision: ClaimDecision & { actor: Member; at: Date },
): Promise<string | null> {
  const { claim, sellerOrder, lines, line } = locked
  if (lineMove === "cancel_by_claim")
    return cancelLockedLine(tx, sellerOrder, lines, line, {
      move: lineMove,
      role: "system",
      actorId: null,
      fault: claim.fault,
      reason: describeClaim(claim),
    })
  if (lineMove === "return") return completeReturn(tx, locked, decision)
  if (decision.restock && claim.variantId !== null) await returnToShelf(tx, line, line.variantId)
  const parcel = {
    carrier: decision.carrier ?? "direct",
    trackingNumber: decision.trackingNumber ?? "",
    shippedAt: decision.at,
    deliveredAt: null,
    deliverySource: null,
    ...(claim.variantId !== null && {
      variantId: claim.variantId,
      optionName: claim.optionName,
      pictureId: await findOptionPictureId(tx, claim.variantId),
    }),
  }
  await transitionLineOrThrow(
    tx,
    sellerOrder,
    line,
    { move: lineMove, actorId: decision.actor.userId },
    parcel,
  )
  await registerParcel(tx, sellerOrder.id, {
    carrier: parcel.carrier,
    trackingNumber: parcel.trackingNumber,
  })
  return null
}

/** Owes the money of what came back, less the way back where the buyer pays it. */
async function completeReturn(
  tx: Transaction,
  { claim, sellerOrder, lines, line }: LockedClaim,
  { actor, at, restock }: ClaimDecision & { actor: Member; at: Date },
): Promise<string | null> {
  const reason = describeClaim(claim)
  const isLast = !lines.some((each) => each.id !== line.id && isActiveLineState(each.state))
  const amountWon =
    line.state === "confirmed"
      ? await reverseSale(tx, sellerOrder, line, {
          feeWon: await calculateUnpaidReturnFee(tx, claim),
          isLast: isLast && claim.fault === "seller",
        })
      : calculateReturnRefundWon(toSellerOrderMoney(sellerOrder), toDiscountedLine(line), {
          feeWon: await calculateUnpaidReturnFee(tx, claim),
          fault: claim.fault,
          isLast,
        })
  const withheldWon =
    claim.fault === "buyer" ? Math.max(0, line.unitWon * line.quantity - line.discountWon - amountWon) : 0
  await transitionLineOrThrow(
    tx,
    sellerOrder,
    line,
    { move: "return", actorId: actor.userId },
    { endedAt: at, endReason: reason },
  )
  // Of what was confirmed the fee stays in the seller's balance; else it waits with the order.
  if (withheldWon > 0 && line.state !== "confirmed")
    await tx
      .update(shopOrders)
      .set({ retainedWon: sql`${shopOrders.retainedWon} + ${withheldWon}` })
      .where(eq(shopOrders.id, sellerOrder.id))
  if (withheldWon > 0) await tx.update(claims).set({ withheldWon }).where(eq(claims.id, claim.id))
  if (restock) await restockLines(tx, [line])
  const refundId = await createSellerOrderRefund(tx, sellerOrder, amountWon, reason)
  await closeSellerOrder(tx, sellerOrder.id)
  return refundId
}

async function auditClaimMove(
  tx: Transaction,
  actor: Member,
  { claim, sellerOrder, line }: LockedClaim,
  { move, reason, toState }: { move: ClaimMove; reason?: string; toState: ClaimRow["state"] },
): Promise<void> {
  const [purchase] = await tx
    .select({ number: orderGroups.number })
    .from(orderGroups)
    .where(eq(orderGroups.id, sellerOrder.groupId))
  await audit(tx, actor, {
    action: `purchase.claim_${move}`,
    subject: {
      kind: "purchase",
      id: sellerOrder.groupId,
      title: `${line.title} (${purchase?.number ?? ""})`,
    },
    note: reason ?? "",
    before: { claim: claim.state },
    after: { claim: toState },
  })
}

/** What a claim asks for and why, as it stands with the line and its refund. */
const describeClaim = ({ kind, reason }: ClaimRow) =>
  `${kind === "cancel" ? "취소" : "반품"}: ${isClaimReason(reason) ? CLAIM_REASONS[reason].label : reason}`

/** What somebody is to a claim: its own people come first, an admin decides about others'. */
function claimRoleOf(actor: Member, claim: ClaimRow | undefined): ClaimActorRole | null {
  if (!claim) return null
  return claim.buyerId === actor.userId
    ? "buyer"
    : claim.sellerId === actor.userId
      ? "seller"
      : hasRight(actor, "trade")
        ? "admin"
        : null
}

/** A cancellation has nothing to collect; what goes back by parcel is completed once it is here. */
function isAllowedForKind(claim: ClaimRow, move: ClaimMove): boolean {
  if (claim.kind === "cancel") return move === "approve" || move === "reject" || move === "withdraw"
  return move !== "complete" || claim.state === "collected"
}

type ClaimedLineMove = Extract<LineMove, "cancel_by_claim" | "return" | "resend">

/** The move that a claim's `move` makes of its line, null where the line stays. */
function getLineMove(claim: Pick<ClaimRow, "kind">, move: ClaimMove): ClaimedLineMove | null {
  if (claim.kind === "cancel") return move === "approve" ? "cancel_by_claim" : null
  if (move !== "complete") return null
  return claim.kind === "return" ? "return" : "resend"
}

/** Moves a locked line whose move was looked up before anything was written. */
async function transitionLineOrThrow(
  tx: Transaction,
  sellerOrder: SellerOrderRow,
  line: LineRow,
  transition: { move: LineMove; actorId: string },
  change: Parameters<typeof transitionLines>[4],
): Promise<void> {
  if (!(await transitionLines(tx, sellerOrder, [line], { ...transition, role: "system" }, change)))
    throw new Error(`The line ${line.id} has no move ${transition.move}`)
}

/** The open claims among lines, by line. */
export async function findLinesWithOpenClaims(
  tx: Transaction,
  lineIds: readonly string[],
): Promise<Set<string>> {
  if (lineIds.length === 0) return new Set()
  const rows = await tx
    .select({ lineId: claims.lineId, state: claims.state })
    .from(claims)
    .where(inArray(claims.lineId, [...lineIds]))
  return new Set(rows.filter((row) => isOpenClaim(row.state)).map((row) => row.lineId))
}
