/** Returns that the office begins for a buyer who called: claims like theirs, with which the shop goes on. */
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { audit } from "#app/platform/audit.server.ts"
import { inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { hasRight, type Actor, type Member } from "../../accounts/rules.ts"
import { CLAIM_REASONS, listAvailableClaims, type ClaimReason, type Fault } from "../claim-rules.ts"
import { findChosenOrders } from "./office-refund.server.ts"
import { insertClaim } from "./request-claim.server.ts"
import { lockSellerOrder } from "./transitions.server.ts"

export type OfficeReturn = {
  purchaseId: string
  lineIds: readonly string[]
  reason: ClaimReason
  /** Who pays the way back. */ fault: Fault
  /** What the buyer said, for the shop. */ detail: string
  pickupNote: string
}
type Refused = "not_found" | "not_now" | "already"

/**
 * Asks for a return of sent lines of a purchase in the name of its buyer, who and whose shop are told.
 * Refusals: `not_found` (no right, a purchase or a sale of one's own, no such line), `not_now` (not sent, or
 * the days for this side's fault are over), `already` (something is asked for of a line).
 */
export async function requestReturnByOffice(actor: Actor, asked: OfficeReturn): Promise<Outcome<Refused>> {
  if (!hasRight(actor, "trade") || !isId(asked.purchaseId)) return refuse("not_found")
  try {
    return await inTransaction((tx) => insertReturns(tx, actor, asked))
  } catch (error) {
    if (violatedConstraint(error) === "claims_open") return refuse("already")
    throw error
  }
}

async function insertReturns(tx: Transaction, actor: Member, asked: OfficeReturn): Promise<Outcome<Refused>> {
  const owners = await findChosenOrders(tx, actor, asked)
  if (!owners) return refuse("not_found")
  const { reason, fault, detail, pickupNote } = asked
  for (const owner of owners) {
    const locked = await lockSellerOrder(tx, owner.orderId)
    for (const line of locked?.lines.filter(({ id }) => owner.lineIds.includes(id)) ?? []) {
      const isAvailable = listAvailableClaims(line, now()).some(
        ({ kind, faults }) => kind === "return" && faults.includes(fault),
      )
      if (!locked || !isAvailable) return refuse("not_now")
      await insertClaim(
        tx,
        locked.sellerOrder,
        {
          lineId: line.id,
          kind: "return",
          reason,
          detail,
          pickupNote,
          fault,
          variantId: null,
          optionName: "",
        },
        { role: "admin", actorId: actor.userId },
      )
    }
  }
  await audit(tx, actor, {
    action: "purchase.office_claim",
    subject: { kind: "purchase", id: asked.purchaseId, title: `주문 ${owners[0].number}` },
    note: [CLAIM_REASONS[reason].label, fault === "buyer" ? "반품비 구매자" : "반품비 판매자", detail].join(
      " · ",
    ),
  })
  return ok()
}
