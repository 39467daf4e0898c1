/** Owns the history of claims: one line for each thing that was done with one. */
import { and, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import type { ClaimMove, ClaimState } from "../rules.ts"
import { claimEvents, claims } from "../schema.server.ts"

export type ClaimRole = "buyer" | "seller" | "admin"
type Deed = {
  claimId: string
  move: ClaimMove | "request"
  toState: ClaimState
  role: ClaimRole
  actorId: string
  reason?: string | undefined
}

/** Writes down what was done with claims, in the transaction of the deed. */
export async function keepClaimEvents(tx: Transaction, deeds: readonly Deed[]): Promise<void> {
  if (deeds.length === 0) return
  const at = now()
  await tx.insert(claimEvents).values(
    deeds.map(({ claimId, move, toState, role, actorId, reason = "" }) => ({
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

/** Ends what is open to the buyer of a line that its seller cannot deliver. */
export async function completeClaimsOf(tx: Transaction, lineId: string, sellerId: string): Promise<void> {
  const at = now()
  const ended = await tx
    .update(claims)
    .set({ state: "completed", decidedAt: at, updatedAt: at })
    .where(and(eq(claims.lineId, lineId), inArray(claims.state, ["requested", "approved"])))
    .returning({ claimId: claims.id })
  await keepClaimEvents(
    tx,
    ended.map(({ claimId }) => ({
      claimId,
      move: "complete",
      toState: "completed",
      role: "seller",
      actorId: sellerId,
    })),
  )
}

/**
 * What of the way back a claim (the table or its alias `of`) pays or has paid, in won: what goes back in one
 * parcel pays it once.
 */
export const feeOf = (of: "c" | "claims") => {
  const it = sql.identifier(of)
  return sql<number>`(case when ${it}.state = 'completed' then ${it}.kept_won
    else greatest(0, ${it}.fee_won - coalesce((select sum(o.kept_won) from claims o
      where o.parcel_id = ${it}.parcel_id and o.id <> ${it}.id), 0)) end)::bigint`
}
