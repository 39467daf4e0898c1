/** Owns claims: cancelling what is being prepared, returning and exchanging what was sent. */
import { and, asc, eq, inArray, ne, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { emit } from "#app/platform/events.server.ts"
import { takePictures } from "#app/platform/pictures.server.ts"
import { isAdmin, type Actor } from "../../accounts/rules.ts"
import { refundOnReturn } from "../money.ts"
import {
  CLAIM_REASONS,
  CLAIM_TRANSITIONS,
  claimsOpenTo,
  isClaimReason,
  isLive,
  isOpenClaim,
  type Carrier,
  type ClaimKind,
  type ClaimMove,
  type ClaimReason,
  type LineMove,
} from "../rules.ts"
import { claimPictures, claims, orderGroups, shopOrders } from "../schema.server.ts"
import { endByCancel, hasAccount, keptOf, moneyOf, openLine } from "./after-sale.server.ts"
import { keepClaimEvents, type ClaimRole } from "./claim-events.server.ts"
import {
  canMoveLine,
  lockShopOrder,
  moveLines,
  restock,
  type LineRow,
  type OrderRow,
} from "./lines.server.ts"
import { oweRefund, payRefunds, takeRefundAccount, type RefundAccount } from "./refunds.server.ts"
import { closeOrder, takeBackSale } from "./settle.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"

type ClaimRow = typeof claims.$inferSelect
export type ClaimInput = {
  kind: ClaimKind
  reason: ClaimReason
  detail: string
  pictureIds: readonly string[]
  account: RefundAccount | null
}

/**
 * The buyer asks for a cancellation (while preparing), a return or an exchange (once sent; 7 days from
 * receipt, 3 months where the seller is at fault; a return also after the purchase was confirmed). The fee of
 * a change of mind is fixed here; what of the same order is asked for before anything was collected goes back
 * in one parcel and pays it once. Refusals: `not_found`, `not_now`, `already` (one claim at a time),
 * `pictures_missing`, `account_missing` (a deposit goes back to an account).
 */
export async function requestClaim(
  actor: Actor,
  lineId: string,
  input: ClaimInput,
): Promise<
  Outcome<"not_found" | "not_now" | "already" | "pictures_missing" | "account_missing", { claimId: string }>
> {
  try {
    return await inTransaction(async (tx) => {
      const opened = await openLine(tx, actor, lineId, "buyer")
      if (!opened) return refuse("not_found")
      const { order, line } = opened
      const at = now()
      const { fault } = CLAIM_REASONS[input.reason]
      const offer = claimsOpenTo(line, at).find((each) => each.kind === input.kind)
      if (!offer?.faults.includes(fault)) return refuse("not_now")
      const paysMoney = input.kind !== "exchange"
      if (paysMoney && !(await hasAccount(tx, order.groupId, input.account))) return refuse("account_missing")
      if (!(await takePictures(tx, opened.actor.userId, "claim", input.pictureIds)))
        return refuse("pictures_missing")
      if (paysMoney && input.account) await takeRefundAccount(tx, order.groupId, input.account)
      const claimId = newId()
      const paysBack = input.kind === "return" && fault === "buyer"
      await tx.insert(claims).values({
        id: claimId,
        lineId,
        orderId: order.id,
        sellerId: order.sellerId,
        buyerId: order.buyerId,
        kind: input.kind,
        state: "requested",
        reason: input.reason,
        detail: input.detail,
        fault,
        feeWon: paysBack ? order.returnWon : 0,
        parcelId: paysBack ? ((await parcelOf(tx, order.id)) ?? claimId) : null,
        createdAt: at,
        updatedAt: at,
      })
      if (input.pictureIds.length > 0)
        await tx
          .insert(claimPictures)
          .values(input.pictureIds.map((pictureId, position) => ({ claimId, pictureId, position })))
      await keepClaimEvents(tx, [
        { claimId, move: "request", toState: "requested", role: "buyer", actorId: opened.actor.userId },
      ])
      await tellClaim(tx, order, { id: claimId, lineId }, "request")
      return ok({ claimId })
    })
  } catch (error) {
    if (violatedConstraint(error) === "claims_open") return refuse("already")
    throw error
  }
}

/** The parcel that goes back from this order and is not collected yet. */
async function parcelOf(tx: Transaction, orderId: string): Promise<string | null> {
  const [row] = await tx
    .select({ parcelId: claims.parcelId })
    .from(claims)
    .where(
      and(
        eq(claims.orderId, orderId),
        eq(claims.kind, "return"),
        eq(claims.fault, "buyer"),
        inArray(claims.state, ["requested", "approved"]),
      ),
    )
    .orderBy(asc(claims.createdAt))
    .limit(1)
  return row?.parcelId ?? null
}

/** What of the way back this claim still pays: its parcel pays it once. */
async function feeLeft(tx: Transaction, claim: ClaimRow): Promise<number> {
  if (claim.parcelId === null) return claim.feeWon
  const [paid] = await tx
    .select({ won: sql<number>`coalesce(sum(${claims.keptWon}), 0)::bigint` })
    .from(claims)
    .where(and(eq(claims.parcelId, claim.parcelId), ne(claims.id, claim.id)))
  return Math.max(0, claim.feeWon - (paid?.won ?? 0))
}

const tellClaim = (
  tx: Transaction,
  order: OrderRow,
  claim: { id: string; lineId: string },
  move: ClaimMove | "request",
  byAdmin = false,
) =>
  emit(tx, "shop.claim_moved", {
    groupId: order.groupId,
    orderId: order.id,
    buyerId: order.buyerId,
    sellerId: order.sellerId,
    lineId: claim.lineId,
    claimId: claim.id,
    move,
    byAdmin,
  })

/** The buyer takes a claim back before the goods are on their way. Refusals: `not_found`, `not_now`. */
export const withdrawClaim = (actor: Actor, claimId: string) => moveClaim(actor, claimId, "withdraw", {})

export type ClaimDecision = { reason?: string; carrier?: Carrier; trackingNumber?: string; restock?: boolean }

/**
 * Moves a claim: the seller, or an admin in their place, approves, rejects with a reason, collects, receives
 * and completes; an approved cancellation is completed at once. Completing a return owes the money,
 * completing an exchange sends the line anew (`carrier`, `trackingNumber`). `restock` puts returned goods
 * back on the shelf. What an admin did stands in the audit log. Refusals: `not_found`, `not_now`.
 */
export async function moveClaim(
  actor: Actor,
  claimId: string,
  move: ClaimMove,
  decision: ClaimDecision,
): Promise<Outcome<"not_found" | "not_now">> {
  if (actor.kind !== "member" || !isId(claimId)) return refuse("not_found")
  const { userId } = actor
  let owed: string | null = null
  const done = await inTransaction(async (tx): Promise<Outcome<"not_found" | "not_now">> => {
    const [known] = await tx.select({ orderId: claims.orderId }).from(claims).where(eq(claims.id, claimId))
    const found = known ? await lockShopOrder(tx, known.orderId) : null
    const [claim] = await tx.select().from(claims).where(eq(claims.id, claimId)).for("update")
    const line = found?.lines.find((each) => each.id === claim?.lineId)
    const role = roleIn(actor, claim)
    if (!found || !claim || !line || role === null) return refuse("not_found")
    const row = findTransition(CLAIM_TRANSITIONS, { move, from: claim.state, role })
    if (!row || !fits(claim, move)) return refuse("not_now")
    const at = now()
    const instant = move === "approve" && claim.kind === "cancel"
    const lineMove = lineMoveOf(claim, move)
    if (lineMove && !canMoveLine(line, lineMove, "system")) return refuse("not_now")
    const toState = instant ? "completed" : row.to
    await tx
      .update(claims)
      .set({
        state: toState,
        decisionReason: decision.reason ?? claim.decisionReason,
        decidedAt: claim.decidedAt ?? at,
        updatedAt: at,
      })
      .where(eq(claims.id, claimId))
    await keepClaimEvents(tx, [{ claimId, move, toState, role, actorId: userId, reason: decision.reason }])
    const reason = `${claim.kind === "cancel" ? "취소" : "반품"}: ${reasonLabel(claim.reason)}`
    if (instant)
      owed = await endByCancel(tx, found.order, found.lines, line, {
        move: "cancel_by_claim",
        role: "system",
        actorId: null,
        fault: claim.fault,
        reason,
      })
    if (move === "complete" && claim.kind === "return") {
      const isLast = !found.lines.some((each) => each.id !== line.id && isLive(each.state))
      const amountWon =
        line.state === "confirmed"
          ? await takeBackSale(tx, found.order, line, {
              feeWon: await feeLeft(tx, claim),
              isLast: isLast && claim.fault === "seller",
            })
          : refundOnReturn(moneyOf(found.order), keptOf(line), {
              feeWon: await feeLeft(tx, claim),
              fault: claim.fault,
              isLast,
            })
      const keptWon =
        claim.fault === "buyer" ? Math.max(0, line.unitWon * line.quantity - line.discountWon - amountWon) : 0
      await mustMove(
        tx,
        found.order,
        line,
        { move: "return", actorId: userId },
        { endedAt: at, endReason: reason },
      )
      // Of what was confirmed the fee stays in the seller's balance; else it waits with the order.
      if (keptWon > 0 && line.state !== "confirmed")
        await tx
          .update(shopOrders)
          .set({ retainedWon: sql`${shopOrders.retainedWon} + ${keptWon}` })
          .where(eq(shopOrders.id, found.order.id))
      if (keptWon > 0) await tx.update(claims).set({ keptWon }).where(eq(claims.id, claimId))
      if (decision.restock) await restock(tx, [line])
      owed = await oweRefund(tx, found.order, amountWon, reason)
      await closeOrder(tx, found.order.id)
    }
    if (move === "complete" && claim.kind === "exchange") {
      const parcel = {
        carrier: decision.carrier ?? "direct",
        trackingNumber: decision.trackingNumber ?? "",
        shippedAt: at,
        deliveredAt: null,
      }
      await mustMove(tx, found.order, line, { move: "resend", actorId: userId }, parcel)
    }
    if (role === "admin") {
      const [group] = await tx
        .select({ number: orderGroups.number })
        .from(orderGroups)
        .where(eq(orderGroups.id, found.order.groupId))
      await audit(tx, actor, {
        action: `purchase.claim_${move}`,
        subject: {
          kind: "purchase",
          id: found.order.groupId,
          title: `${line.title} (${group?.number ?? ""})`,
        },
        note: decision.reason ?? "",
        before: { claim: claim.state },
        after: { claim: toState },
      })
    }
    await tellClaim(tx, found.order, claim, instant ? "complete" : move, role === "admin")
    return ok()
  })
  await payRefunds([owed])
  return done
}

const reasonLabel = (reason: string) => (isClaimReason(reason) ? CLAIM_REASONS[reason].label : reason)

/** What somebody is to a claim: its own people come first, an admin decides about others'. */
function roleIn(actor: Actor & { kind: "member" }, claim: ClaimRow | undefined): ClaimRole | null {
  if (!claim) return null
  return claim.buyerId === actor.userId
    ? "buyer"
    : claim.sellerId === actor.userId
      ? "seller"
      : isAdmin(actor)
        ? "admin"
        : null
}

/** A cancellation has nothing to collect; what goes back by parcel is completed once it is here. */
function fits(claim: ClaimRow, move: ClaimMove): boolean {
  if (claim.kind === "cancel") return move === "approve" || move === "reject" || move === "withdraw"
  return move !== "complete" || claim.state === "collected"
}

/** The move that a claim's `move` makes of its line, null where the line stays. */
function lineMoveOf(claim: Pick<ClaimRow, "kind">, move: ClaimMove): LineMove | null {
  if (claim.kind === "cancel") return move === "approve" ? "cancel_by_claim" : null
  if (move !== "complete") return null
  return claim.kind === "return" ? "return" : "resend"
}

/** Moves a locked line whose move was looked up before anything was written. */
async function mustMove(
  tx: Transaction,
  order: OrderRow,
  line: LineRow,
  by: { move: LineMove; actorId: string },
  change: Parameters<typeof moveLines>[4],
): Promise<void> {
  if (!(await moveLines(tx, order, [line], { ...by, role: "system" }, change)))
    throw new Error(`The line ${line.id} has no move ${by.move}`)
}

/** The open claims among lines, by line. */
export async function openClaims(tx: Transaction, lineIds: readonly string[]): Promise<Set<string>> {
  if (lineIds.length === 0) return new Set()
  const rows = await tx
    .select({ lineId: claims.lineId, state: claims.state })
    .from(claims)
    .where(inArray(claims.lineId, [...lineIds]))
  return new Set(rows.filter((row) => isOpenClaim(row.state)).map((row) => row.lineId))
}
