/** Asking for a cancellation, a return or an exchange. */
import { and, asc, eq, inArray } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { inTransaction, violatedConstraint, type Transaction } from "#app/platform/db.server.ts"
import { ok, refuse, type Outcome } from "#app/platform/outcome.ts"
import { attachPictures } from "#app/platform/pictures.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import type { RefundAccount } from "../../money/service/charges.server.ts"
import { saveRefundAccount } from "../../money/service/refunds.server.ts"
import { CLAIM_REASONS, type ClaimKind, type ClaimReason, listAvailableClaims } from "../claim-rules.ts"
import { claimPictures, claims } from "../schema.server.ts"
import { hasRefundAccount, lockLineForActor } from "./after-sale.server.ts"
import { emitClaimMoved, insertClaimEvents } from "./claim-events.server.ts"
import { reserveExchange } from "./exchanges.server.ts"
import type { LineRow, SellerOrderRow } from "./transitions.server.ts"

export type ClaimInput = {
  kind: ClaimKind
  reason: ClaimReason
  detail: string
  pictureIds: readonly string[]
  account: RefundAccount | null
  /** How the carrier gets what goes back; of a cancellation nothing does. */
  pickupNote?: string | null
  /** Of an exchange: the option that it brings; the same again where none is said. */
  variantId?: string | null
}

/**
 * The buyer asks for a cancellation (while preparing), a return or an exchange (once sent; 7 days from
 * receipt, 3 months where the seller is at fault; a return also after the purchase was confirmed). The fee of
 * a change of mind is fixed here; what of the same order is asked for before anything was collected goes back
 * in one parcel and pays it once. An exchange takes its new option from the shelf. Refusals: `not_found`,
 * `not_now`, `already` (one claim at a time), `pictures_missing`, `account_missing` (a deposit goes back to
 * an account), `option_gone`, `option_price`, `option_sold_out` (of an exchange).
 */
export async function requestClaim(
  actor: Actor,
  lineId: string,
  input: ClaimInput,
): Promise<
  Outcome<
    | "not_found"
    | "not_now"
    | "already"
    | "pictures_missing"
    | "account_missing"
    | "option_gone"
    | "option_price"
    | "option_sold_out",
    { claimId: string }
  >
> {
  try {
    return await inTransaction(async (tx) => {
      const lockedLine = await lockLineForActor(tx, actor, lineId, "buyer")
      if (!lockedLine) return refuse("not_found")
      const { sellerOrder, line } = lockedLine
      const { fault } = CLAIM_REASONS[input.reason]
      const availableClaim = listAvailableClaims(line, now()).find((each) => each.kind === input.kind)
      if (!availableClaim?.faults.includes(fault)) return refuse("not_now")
      const isRefunding = input.kind !== "exchange"
      if (isRefunding && !(await hasRefundAccount(tx, sellerOrder.groupId, input.account)))
        return refuse("account_missing")
      const newVariantId = input.kind === "exchange" ? (input.variantId ?? line.variantId) : null
      const exchanged = await reserveNewOption(tx, line, newVariantId)
      if (!exchanged.ok) return exchanged
      if (!(await attachPictures(tx, lockedLine.actor.userId, "claim", input.pictureIds)))
        return refuse("pictures_missing")
      if (isRefunding && input.account) await saveRefundAccount(tx, sellerOrder.groupId, input.account)
      const claimId = await insertClaim(
        tx,
        sellerOrder,
        {
          lineId,
          kind: input.kind,
          reason: input.reason,
          detail: input.detail,
          pickupNote: input.kind === "cancel" ? "" : (input.pickupNote ?? ""),
          fault,
          variantId: newVariantId,
          optionName: exchanged.optionName,
        },
        { role: "buyer", actorId: lockedLine.actor.userId },
      )
      if (input.pictureIds.length > 0)
        await tx
          .insert(claimPictures)
          .values(input.pictureIds.map((pictureId, position) => ({ claimId, pictureId, position })))
      return ok({ claimId })
    })
  } catch (error) {
    if (violatedConstraint(error) === "claims_open") return refuse("already")
    throw error
  }
}

type NewClaim = Pick<
  typeof claims.$inferInsert,
  "lineId" | "kind" | "reason" | "detail" | "pickupNote" | "fault" | "variantId" | "optionName"
>

/** Writes down what somebody asks for of a locked line, with what its way back costs, and tells of it. */
export async function insertClaim(
  tx: Transaction,
  sellerOrder: SellerOrderRow,
  claim: NewClaim,
  by: { role: "buyer" | "admin"; actorId: string },
): Promise<string> {
  const claimId = newId()
  const isReturnPaidByBuyer = claim.kind === "return" && claim.fault === "buyer"
  const at = now()
  await tx.insert(claims).values({
    ...claim,
    id: claimId,
    orderId: sellerOrder.id,
    sellerId: sellerOrder.sellerId,
    buyerId: sellerOrder.buyerId,
    state: "requested",
    feeWon: isReturnPaidByBuyer ? sellerOrder.returnWon : 0,
    parcelId: isReturnPaidByBuyer ? ((await findOpenReturnParcel(tx, sellerOrder.id)) ?? claimId) : null,
    createdAt: at,
    updatedAt: at,
  })
  await insertClaimEvents(tx, [{ claimId, move: "request", toState: "requested", ...by }])
  await emitClaimMoved(tx, sellerOrder, { id: claimId, lineId: claim.lineId }, "request", by.role === "admin")
  return claimId
}

const reserveNewOption = async (tx: Transaction, line: LineRow, variantId: string | null) =>
  variantId === null ? ok({ optionName: "" }) : reserveExchange(tx, line, variantId)

/** Finds the parcel that goes back from this order and is not collected yet. */
export async function findOpenReturnParcel(tx: Transaction, orderId: string): Promise<string | null> {
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
