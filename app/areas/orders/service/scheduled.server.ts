/**
 * What time does to orders: requests close, proposals run out, an unanswered delivery counts as
 * confirmed.
 */
import { and, eq, inArray, lte, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { inBatches, type Transaction } from "#app/platform/db.server.ts"
import { emitMany } from "#app/platform/events.server.ts"
import { LIMITS } from "../rules.ts"
import { orders, proposals } from "../schema.server.ts"
import {
  rejectPendingChangeOrders,
  transitionOrdersBySystem,
  closeUnselectedProposals,
  addCustomerId,
} from "./transitions.server.ts"

const BATCH_SIZE = 100

/** Closes the requests that were open for 14 days; a job calls it. Returns how many. */
export function expireOrders(): Promise<number> {
  return inBatches(BATCH_SIZE, async (tx) => {
    // Those locked by somebody at this moment wait for the next run.
    const dueOrders = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.state, "open"), lte(orders.expiresAt, now())))
      .orderBy(orders.id)
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    await closeUnselectedProposals(tx, dueOrders)
    return (await transitionOrdersBySystem(tx, dueOrders, "expire")).length
  })
}

/**
 * Confirms the deliveries, paid directly, that nobody answered for 7 days; a job calls it. Returns how many.
 */
export function autoCompleteOrders(): Promise<number> {
  return inBatches(BATCH_SIZE, async (tx) => {
    const at = now()
    const dueOrders = await tx
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.state, "delivered"),
          eq(orders.payment, "direct"),
          lte(orders.deliveredAt, addDays(at, -LIMITS.autoCompleteDays)),
        ),
      )
      .orderBy(orders.id)
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    await rejectPendingChangeOrders(tx, dueOrders)
    return (await transitionOrdersBySystem(tx, dueOrders, "complete", { completedAt: at })).length
  })
}

/** Closes the proposals whose validity is over; a job calls it. Returns of how many requests. */
export function expireProposals(): Promise<number> {
  return inBatches(BATCH_SIZE, async (tx) => {
    const isExpired = and(inArray(proposals.state, ["sent", "viewed"]), lte(proposals.validUntil, now()))
    const affectedOrders = await tx
      .select({ id: orders.id, customerId: orders.customerId })
      .from(orders)
      .where(sql`${orders.id} in (select ${proposals.orderId} from ${proposals} where ${isExpired})`)
      .orderBy(orders.id)
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true })
    await expireMatchingProposals(tx, affectedOrders, isExpired)
    return affectedOrders.length
  })
}

/**
 * Closes what an expert who may work no longer has sent, so that no customer chooses it; a subscriber of
 * "expert.decided". Doing it twice changes nothing.
 */
export async function closeProposalsOfStoppedExpert(
  { expertId, toState }: { expertId: string; toState: string },
  tx: Transaction,
): Promise<void> {
  if (toState !== "suspended" && toState !== "terminated") return
  const isOwnOpenProposal = and(
    inArray(proposals.state, ["sent", "viewed"]),
    eq(proposals.expertId, expertId),
  )
  const affectedOrders = await tx
    .select({ id: orders.id, customerId: orders.customerId })
    .from(orders)
    .where(sql`${orders.id} in (select ${proposals.orderId} from ${proposals} where ${isOwnOpenProposal})`)
    .orderBy(orders.id)
    .for("update")
  await expireMatchingProposals(tx, affectedOrders, isOwnOpenProposal)
}

async function expireMatchingProposals(
  tx: Transaction,
  affectedOrders: readonly { id: string; customerId: string }[],
  condition: SQL | undefined,
): Promise<void> {
  if (affectedOrders.length === 0) return
  const at = now()
  const expiredProposals = await tx
    .update(proposals)
    .set({ state: "expired", decidedAt: at, updatedAt: at })
    .where(
      and(
        condition,
        inArray(
          proposals.orderId,
          affectedOrders.map((order) => order.id),
        ),
      ),
    )
    .returning({ proposalId: proposals.id, orderId: proposals.orderId, expertId: proposals.expertId })
  await emitMany(
    tx,
    "proposal.expired",
    expiredProposals.flatMap((proposal) => addCustomerId(affectedOrders, proposal)),
  )
}
