/** The history of claims: one line for each thing that was done with one. */
import { and, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { claimEvents, claims } from "../schema.server.ts"
import { emit } from "#app/platform/events.server.ts"
import type { SellerOrderRow } from "./transitions.server.ts"
import type { ClaimState, ClaimMove } from "../claim-rules.ts"

export type ClaimActorRole = "buyer" | "seller" | "admin"
type ClaimEventInput = {
  claimId: string
  move: ClaimMove | "request"
  toState: ClaimState
  role: ClaimActorRole
  actorId: string
  reason?: string | undefined
}

/** Writes down what was done with claims, in the transaction of the deed. */
export async function insertClaimEvents(tx: Transaction, events: readonly ClaimEventInput[]): Promise<void> {
  if (events.length === 0) return
  const at = now()
  await tx.insert(claimEvents).values(
    events.map(({ claimId, move, toState, role, actorId, reason = "" }) => ({
      id: newId(),
      claimId,
      move,
      toState,
      actorRole: role,
      actorId,
      reason,
      at,
    })),
  )
}

/** Ends what is open to the buyer of a line that its seller cannot deliver, or whose money goes back. */
export async function completeOpenClaims(
  tx: Transaction,
  lineId: string,
  by: { role: ClaimActorRole; actorId: string },
): Promise<void> {
  const at = now()
  const completedClaims = await tx
    .update(claims)
    .set({ state: "completed", decidedAt: at, updatedAt: at })
    .where(and(eq(claims.lineId, lineId), inArray(claims.state, ["requested", "approved"])))
    .returning({ claimId: claims.id })
  await insertClaimEvents(
    tx,
    completedClaims.map(({ claimId }) => ({
      claimId,
      move: "complete",
      toState: "completed",
      ...by,
    })),
  )
}

/**
 * What of the way back a claim (`table`: its name or its alias) pays or has paid, in won: what goes back in
 * one parcel pays it once.
 */
export const returnFeeSql = (table: "c" | "claims") => {
  const tableName = sql.identifier(table)
  return sql<number>`(case when ${tableName}.state = 'completed' then ${tableName}.kept_won
    else greatest(0, ${tableName}.fee_won - coalesce((select sum(o.kept_won) from claims o
      where o.parcel_id = ${tableName}.parcel_id and o.id <> ${tableName}.id), 0)) end)::bigint`
}

/** Tells what was done with a claim. */
export const emitClaimMoved = (
  tx: Transaction,
  sellerOrder: SellerOrderRow,
  claim: { id: string; lineId: string },
  move: ClaimMove | "request",
  byAdmin = false,
) =>
  emit(tx, "shop.claim_moved", {
    groupId: sellerOrder.groupId,
    orderId: sellerOrder.id,
    buyerId: sellerOrder.buyerId,
    sellerId: sellerOrder.sellerId,
    lineId: claim.lineId,
    claimId: claim.id,
    move,
    byAdmin,
  })
