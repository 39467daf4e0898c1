/** What experts were told of the newest open requests: the first wave of each, as the product sends it. */
import { and, asc, eq, gte, inArray, isNull } from "drizzle-orm"
import { experts } from "#app/areas/experts/schema.server.ts"
import { findRequestNotifications } from "#app/areas/experts/service/request-alerts.server.ts"
import { notifications } from "#app/areas/notifications/schema.server.ts"
import { orders, proposals } from "#app/areas/orders/schema.server.ts"
import { recordAlerts } from "#app/areas/orders/service/request-alerts.server.ts"
import { addDays } from "#app/basics/time.ts"
import type { TownTransaction } from "../parts.ts"
import { createSeedId } from "../random.ts"
import { insertInBatches } from "../write.ts"

const TOLD_DAYS = 5

/**
 * Writes what experts were told, and on each request how many. `getReadAt`: when a notification of a moment
 * was read; who proposed read theirs then.
 */
export async function alertExpertsOfRequests(
  tx: TownTransaction,
  present: Date,
  getReadAt: (at: Date) => Date | null,
): Promise<void> {
  const requests = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.state, "open"),
        isNull(orders.hiddenAt),
        gte(orders.createdAt, addDays(present, -TOLD_DAYS)),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
  const approvals = await tx.select({ id: experts.userId, at: experts.decidedAt }).from(experts)
  const approvedAt = new Map(approvals.map(({ id, at }) => [id, at]))
  const answers = await tx
    .select({ orderId: proposals.orderId, expertId: proposals.expertId, at: proposals.sentAt })
    .from(proposals)
    .where(
      inArray(
        proposals.orderId,
        requests.map(({ id }) => id),
      ),
    )
  const answeredAt = new Map(answers.map(({ orderId, expertId, at }) => [`${orderId} ${expertId}`, at]))
  for (const request of requests) {
    const { id: orderId, createdAt } = request
    const found = await findRequestNotifications(tx, { ...request, orderId })
    const rows = found
      .filter(({ userId }) => (approvedAt.get(userId) ?? createdAt) <= createdAt)
      .map(({ deduplicationKey: once, ...content }) => ({
        ...content,
        once,
        id: createSeedId(`notice/${once}/${content.userId}`, createdAt),
        createdAt,
        readAt: answeredAt.get(`${orderId} ${content.userId}`) ?? getReadAt(createdAt),
      }))
    await insertInBatches(tx, notifications, rows)
    await recordAlerts(tx, orderId, { alerted: rows.length, nextAt: null })
  }
}
