/**
 * Owns what time does to orders: requests close, proposals run out, an unanswered delivery counts as
 * confirmed.
 */
import { and, eq, inArray, lte, sql, type SQL } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { inBatches, type Transaction } from "#app/platform/db.server.ts"
import { emitEach } from "#app/platform/events.server.ts"
import { LIMITS } from "../rules.ts"
import { orders, proposals } from "../schema.server.ts"
import { lapseChangeOrders, moveByTime, passOverProposals, withCustomer } from "./move.server.ts"

const BATCH = 100

/** Closes the requests that were open for 14 days; a job calls it. Returns how many. */
export function expireOrders(): Promise<number> {
  return inBatches(BATCH, async (tx) => {
    // Those locked by somebody at this moment wait for the next run.
    const due = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.state, "open"), lte(orders.expiresAt, now())))
      .orderBy(orders.id)
      .limit(BATCH)
      .for("update", { skipLocked: true })
    await passOverProposals(tx, due)
    return (await moveByTime(tx, due, "expire")).length
  })
}

/** Confirms the deliveries that nobody answered for 7 days; a job calls it. Returns how many. */
export function completeSilently(): Promise<number> {
  return inBatches(BATCH, async (tx) => {
    const at = now()
    const due = await tx
      .select()
      .from(orders)
      .where(
        and(eq(orders.state, "delivered"), lte(orders.deliveredAt, addDays(at, -LIMITS.autoCompleteDays))),
      )
      .orderBy(orders.id)
      .limit(BATCH)
      .for("update", { skipLocked: true })
    await lapseChangeOrders(tx, due)
    return (await moveByTime(tx, due, "complete", { completedAt: at })).length
  })
}

/** Closes the proposals whose validity is over; a job calls it. Returns of how many requests. */
export function expireProposals(): Promise<number> {
  return inBatches(BATCH, async (tx) => {
    const isDue = and(inArray(proposals.state, ["sent", "viewed"]), lte(proposals.validUntil, now()))
    const concerned = await tx
      .select({ id: orders.id, customerId: orders.customerId })
      .from(orders)
      .where(sql`${orders.id} in (select ${proposals.orderId} from ${proposals} where ${isDue})`)
      .orderBy(orders.id)
      .limit(BATCH)
      .for("update", { skipLocked: true })
    await expire(tx, concerned, isDue)
    return concerned.length
  })
}

/**
 * Closes what an expert who may work no longer has sent, so that no customer chooses it; a subscriber of
 * "expert.decided". Doing it twice changes nothing.
 */
export async function closeProposalsOfDecided(
  { expertId, toState }: { expertId: string; toState: string },
  tx: Transaction,
): Promise<void> {
  if (toState !== "suspended" && toState !== "terminated") return
  const isTheirs = and(inArray(proposals.state, ["sent", "viewed"]), eq(proposals.expertId, expertId))
  const concerned = await tx
    .select({ id: orders.id, customerId: orders.customerId })
    .from(orders)
    .where(sql`${orders.id} in (select ${proposals.orderId} from ${proposals} where ${isTheirs})`)
    .orderBy(orders.id)
    .for("update")
  await expire(tx, concerned, isTheirs)
}

async function expire(
  tx: Transaction,
  concerned: readonly { id: string; customerId: string }[],
  which: SQL | undefined,
): Promise<void> {
  if (concerned.length === 0) return
  const at = now()
  const expired = await tx
    .update(proposals)
    .set({ state: "expired", decidedAt: at, updatedAt: at })
    .where(
      and(
        which,
        inArray(
          proposals.orderId,
          concerned.map((order) => order.id),
        ),
      ),
    )
    .returning({ proposalId: proposals.id, orderId: proposals.orderId, expertId: proposals.expertId })
  await emitEach(
    tx,
    "proposal.expired",
    expired.flatMap((proposal) => withCustomer(concerned, proposal)),
  )
}
