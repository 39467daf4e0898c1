/** Parcels said to be delivered that are not there: reported by buyers, made good by sellers. */
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome, type Refusal } from "#app/platform/outcome.ts"
import { hasRight, type Actor } from "../../accounts/rules.ts"
import { executeRefunds } from "../../money/service/refunds.server.ts"
import type { Carrier } from "../rules.ts"
import { cancelLockedLine, hasOpenClaim, lockLineForActor } from "./after-sale.server.ts"
import { registerParcel } from "./parcels.server.ts"
import {
  findLineTransition,
  findSellerOrderId,
  lockSellerOrder,
  transitionLines,
} from "./transitions.server.ts"

type LineOutcome = Outcome<"not_found" | "not_now">

/** Why the money of a lost parcel goes back, as it stands with the refund. */
const LOST_REASON = "받지 못한 상품"

/**
 * The buyer has not got what is said to be delivered: it is on its way again, and nothing confirms it but its
 * buyer. Refusals: `not_found`, `not_now`, `claim_open` (the buyer asked for a return or an exchange).
 */
export async function reportMissing(
  actor: Actor,
  lineId: string,
): Promise<LineOutcome | Refusal<"claim_open">> {
  return inTransaction(async (tx) => {
    const lockedLine = await lockLineForActor(tx, actor, lineId, "buyer")
    if (!lockedLine) return refuse("not_found")
    const { sellerOrder, line } = lockedLine
    // Who has said to have got it has got it.
    if (!findLineTransition(line, "report_missing", "buyer") || line.deliverySource === "buyer")
      return refuse("not_now")
    if (await hasOpenClaim(tx, lineId)) return refuse("claim_open")
    await transitionLines(
      tx,
      sellerOrder,
      [line],
      { move: "report_missing", role: "buyer", actorId: lockedLine.actor.userId },
      { deliveredAt: null, deliverySource: null, missingAt: now() },
    )
    return ok()
  })
}

/** The seller sends a missing line again, at their cost. Refusals: `not_found`, `not_now`. */
export async function reshipLine(
  actor: Actor,
  lineId: string,
  parcel: { carrier: Carrier; trackingNumber: string },
): Promise<LineOutcome> {
  return inTransaction(async (tx) => {
    const lockedLine = await lockLineForActor(tx, actor, lineId, "seller")
    if (!lockedLine) return refuse("not_found")
    const { sellerOrder, line } = lockedLine
    if (line.missingAt === null || !findLineTransition(line, "reship", "seller")) return refuse("not_now")
    await transitionLines(
      tx,
      sellerOrder,
      [line],
      { move: "reship", role: "seller", actorId: lockedLine.actor.userId },
      { ...parcel, shippedAt: now(), missingAt: null },
    )
    await registerParcel(tx, sellerOrder.id, parcel)
    return ok()
  })
}

/**
 * Gives the money of a missing line back, the parcel with it; its seller does, or an admin in their place,
 * which the audit log tells. Refusals: `not_found`, `not_now`.
 */
export async function refundMissingLine(actor: Actor, lineId: string): Promise<LineOutcome> {
  if (actor.kind !== "member" || !isId(lineId)) return refuse("not_found")
  let refundId: string | null = null
  const done = await inTransaction(async (tx): Promise<LineOutcome> => {
    const orderId = await findSellerOrderId(tx, lineId)
    const locked = orderId === null ? null : await lockSellerOrder(tx, orderId)
    const line = locked?.lines.find((each) => each.id === lineId)
    if (!locked || !line) return refuse("not_found")
    const { sellerOrder, lines } = locked
    const isSeller = sellerOrder.sellerId === actor.userId
    if (!isSeller && !hasRight(actor, "trade")) return refuse("not_found")
    const role = isSeller ? "seller" : "admin"
    if (line.missingAt === null || !findLineTransition(line, "lose", role)) return refuse("not_now")
    refundId = await cancelLockedLine(tx, sellerOrder, lines, line, {
      move: "lose",
      role,
      actorId: actor.userId,
      fault: "seller",
      reason: LOST_REASON,
    })
    if (role === "admin")
      await audit(tx, actor, {
        action: "purchase.refund_missing",
        subject: { kind: "purchase", id: sellerOrder.groupId, title: line.title },
        note: LOST_REASON,
        before: { line: line.state },
        after: { line: "cancelled" },
      })
    return ok()
  })
  await executeRefunds([refundId])
  return done
}
