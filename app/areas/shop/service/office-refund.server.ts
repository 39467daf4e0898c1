/** Money that the office gives back of a purchase by itself: what the rules allow, and how much it is. */
import { and, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hasRight, isAdmin, type Actor, type Member } from "../../accounts/rules.ts"
import { isOpenClaim, listAvailableClaims, type Fault } from "../claim-rules.ts"
import { calculateReturnRefundWon } from "../pricing.ts"
import { isActiveLineState, type LineState } from "../rules.ts"
import { claims, orderGroups, orderLines, shopOrders } from "../schema.server.ts"
import { cancelLockedLine, toDiscountedLine, toSellerOrderMoney } from "./after-sale.server.ts"
import { completeOpenClaims } from "./claim-events.server.ts"
import { closeSellerOrder, createSellerOrderRefund, reverseSale } from "./settlement.server.ts"
import { lockSellerOrder, transitionLines, type LineRow, type SellerOrderRow } from "./transitions.server.ts"

export type OfficeRefundOfLines = {
  purchaseId: string
  lineIds: readonly string[]
  /** Who bears the parcel of what was not sent; what was sent goes back at the seller's cost alone. */
  fault: Fault
  reason: string
}
type Refused = "not_found" | "not_now" | "claim_open"

/**
 * Cancels lines of a purchase that were not sent, and gives the money of sent ones back without the goods, as
 * the buyer could ask for both now. Owes the money; returns the refunds to pay after the commit and their
 * sum in won. Refusals: `not_found` (no right, a purchase or a sale of one's own, no such line), `not_now`
 * (the state or the days of a line do not allow it), `claim_open` (goods are on their way back).
 */
export async function refundLinesByOffice(
  tx: Transaction,
  actor: Actor,
  refund: OfficeRefundOfLines,
): Promise<Outcome<Refused, { title: string; amountWon: number; refundIds: string[] }>> {
  if (!isAdmin(actor) || !(hasRight(actor, "trade") || hasRight(actor, "money"))) return refuse("not_found")
  const owners = await findChosenOrders(tx, actor, refund)
  if (!owners) return refuse("not_found")
  const refundIds: string[] = []
  let amountWon = 0
  for (const owner of owners) {
    for (const lineId of owner.lineIds) {
      // Each line changes what the next one is worth: the order is read anew.
      const locked = await lockSellerOrder(tx, owner.orderId)
      const line = locked?.lines.find(({ id }) => id === lineId)
      if (!locked || !line) return refuse("not_found")
      const done = await refundLine(tx, actor, { ...locked, line }, refund)
      if (!done.ok) return done
      if (done.refundId !== null) refundIds.push(done.refundId)
    }
    amountWon += (await sumRefundedWon(tx, owner.orderId)) - owner.refundedWon
  }
  return ok({ title: `주문 ${owners[0].number}`, amountWon, refundIds })
}

/**
 * The orders of the chosen lines, in the order in which everybody locks them; null where a line is not of the
 * purchase, or `actor` bought or sold one.
 */
export async function findChosenOrders(
  tx: Transaction,
  actor: Member,
  { purchaseId, lineIds }: Pick<OfficeRefundOfLines, "purchaseId" | "lineIds">,
) {
  const owners = await tx
    .select({
      number: orderGroups.number,
      orderId: shopOrders.id,
      sellerId: shopOrders.sellerId,
      buyerId: shopOrders.buyerId,
      refundedWon: shopOrders.refundedWon,
      lineIds: sql<string[]>`array_agg(${orderLines.id} order by ${orderLines.id})`,
    })
    .from(orderLines)
    .innerJoin(shopOrders, eq(shopOrders.id, orderLines.orderId))
    .innerJoin(orderGroups, eq(orderGroups.id, shopOrders.groupId))
    .where(and(eq(orderGroups.id, purchaseId), inArray(orderLines.id, [...lineIds])))
    .groupBy(orderGroups.id, shopOrders.id)
    .orderBy(shopOrders.id)
  const isOwn = owners.some(({ sellerId, buyerId }) => sellerId === actor.userId || buyerId === actor.userId)
  const lineCount = owners.reduce((count, owner) => count + owner.lineIds.length, 0)
  const [first, ...rest] = owners
  if (!first || isOwn || lineCount !== new Set(lineIds).size) return null
  return [first, ...rest] as const
}

async function sumRefundedWon(tx: Transaction, orderId: string): Promise<number> {
  const [row] = await tx
    .select({ won: shopOrders.refundedWon })
    .from(shopOrders)
    .where(eq(shopOrders.id, orderId))
  return row?.won ?? 0
}

type LockedLine = { sellerOrder: SellerOrderRow; lines: LineRow[]; line: LineRow }

async function refundLine(
  tx: Transaction,
  actor: Member,
  locked: LockedLine,
  { fault, reason }: OfficeRefundOfLines,
): Promise<Outcome<"not_now" | "claim_open", { refundId: string | null }>> {
  const { sellerOrder, lines, line } = locked
  const move = findOfficeMove(line, fault)
  if (!move) return refuse("not_now")
  const openClaims = (await tx.select().from(claims).where(eq(claims.lineId, line.id))).filter(({ state }) =>
    isOpenClaim(state),
  )
  if (openClaims.some(({ state }) => state === "collecting" || state === "collected"))
    return refuse("claim_open")
  const by = { role: "admin" as const, actorId: actor.userId }
  if (openClaims.length > 0) await completeOpenClaims(tx, line.id, by)
  const refundId =
    move === "office_return"
      ? await refundKeptLine(tx, actor, locked, reason)
      : await cancelLockedLine(tx, sellerOrder, lines, line, { move, ...by, fault, reason })
  return ok({ refundId })
}

type OfficeMove = "office_cancel" | "office_return" | "lose"

/** What the office can do about a line now: what its buyer could ask for. */
function findOfficeMove(
  line: Pick<LineRow, "deliveredAt" | "confirmedAt" | "missingAt" | "madeToOrder"> & { state: LineState },
  fault: Fault,
): OfficeMove | null {
  if (line.state === "paid" || line.state === "preparing") return "office_cancel"
  if (fault === "buyer") return null
  if (line.missingAt !== null) return "lose"
  const canReturn = listAvailableClaims(line, now()).some(
    ({ kind, faults }) => kind === "return" && faults.includes("seller"),
  )
  return canReturn ? "office_return" : null
}

/** Gives the money of a sent line back; its buyer keeps the goods, and nothing is taken off. */
async function refundKeptLine(
  tx: Transaction,
  actor: Member,
  { sellerOrder, lines, line }: LockedLine,
  reason: string,
): Promise<string | null> {
  const isLast = !lines.some((each) => each.id !== line.id && isActiveLineState(each.state))
  const amountWon =
    line.state === "confirmed"
      ? await reverseSale(tx, sellerOrder, line, { feeWon: 0, isLast })
      : calculateReturnRefundWon(toSellerOrderMoney(sellerOrder), toDiscountedLine(line), {
          feeWon: 0,
          fault: "seller",
          isLast,
        })
  const isMoved = await transitionLines(
    tx,
    sellerOrder,
    [line],
    { move: "office_return", role: "admin", actorId: actor.userId },
    { endedAt: now(), endReason: reason },
  )
  if (!isMoved) throw new Error(`The line ${line.id} has no move office_return`)
  const refundId = await createSellerOrderRefund(tx, sellerOrder, amountWon, reason)
  await closeSellerOrder(tx, sellerOrder.id)
  return refundId
}
