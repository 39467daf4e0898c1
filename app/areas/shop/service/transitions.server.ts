/**
 * The moves of order lines: each checked against the table, recorded and told; and what falls away
 * coming back to the shelf.
 */
import { and, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import type { Transaction } from "#app/platform/db.server.ts"
import { insertEvents, newEvent, type NewEvent } from "#app/platform/events.server.ts"
import { emitSubjectsChanged } from "#app/platform/subjects.server.ts"
import { writeTogether, type Write } from "#app/platform/write-together.server.ts"
import { markAnsweredNotificationsRead } from "../../notifications/service/centre.server.ts"
import { LINE_TRANSITIONS, type LineMove, type LineActorRole, type LineState } from "../rules.ts"
import { lineEvents, orderLines, shopOrders, variants } from "../schema.server.ts"
import "./events.server.ts"
import { getLineKey, getNewSaleKey } from "./notification-keys.ts"

export type LineRow = typeof orderLines.$inferSelect
export type SellerOrderRow = typeof shopOrders.$inferSelect

/**
 * The order with all its lines, locked; the order's row is the lock that everybody takes who changes a line
 * or its money.
 */
export async function lockSellerOrder(
  tx: Transaction,
  orderId: string,
): Promise<{ sellerOrder: SellerOrderRow; lines: LineRow[] } | null> {
  const [sellerOrder] = await tx.select().from(shopOrders).where(eq(shopOrders.id, orderId)).for("update")
  if (!sellerOrder) return null
  return {
    sellerOrder,
    lines: await tx
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, orderId))
      .orderBy(orderLines.id)
      .for("update"),
  }
}

/** The order of a line, without a lock. */
export async function findSellerOrderId(tx: Transaction, lineId: string): Promise<string | null> {
  const [row] = await tx
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(eq(orderLines.id, lineId))
  return row?.orderId ?? null
}

export const findLineTransition = (line: { state: LineState }, move: LineMove, role: LineActorRole) =>
  findTransition(LINE_TRANSITIONS, { move, from: line.state, role })

type LineChange = Partial<
  Pick<
    LineRow,
    | "carrier"
    | "trackingNumber"
    | "paidAt"
    | "shippedAt"
    | "deliveredAt"
    | "deliverySource"
    | "missingAt"
    | "variantId"
    | "optionName"
    | "pictureId"
    | "confirmedAt"
    | "endedAt"
    | "endReason"
    | "restocked"
  >
>

type LinesOwner = Pick<SellerOrderRow, "id" | "groupId" | "buyerId" | "sellerId">
type Transition = { move: LineMove; role: LineActorRole; actorId: string | null }

/**
 * The move of locked lines of one order, all by the same move, as `writeTogether` and `insertEvents` take
 * it: a history row and an event for each, and `change` on the rows. Null where the table has no such move
 * for one of them, or there is none to move.
 */
export function prepareLineTransition(
  tx: Transaction,
  sellerOrder: LinesOwner,
  lines: readonly LineRow[],
  transition: Transition,
  change: LineChange = {},
): { writes: Write[]; events: NewEvent[] } | null {
  const rows = lines.map((line) => findLineTransition(line, transition.move, transition.role))
  const toState = rows[0]?.to
  if (toState === undefined || rows.includes(undefined)) return null
  const at = now()
  return {
    writes: [
      tx
        .update(orderLines)
        .set({ ...change, state: toState })
        .where(
          inArray(
            orderLines.id,
            lines.map((line) => line.id),
          ),
        ),
      tx.insert(lineEvents).values(
        lines.map((line) => ({
          id: newId(),
          lineId: line.id,
          move: transition.move,
          fromState: line.state,
          toState,
          actorRole: transition.role,
          actorId: transition.actorId,
          at,
        })),
      ),
    ],
    events: lines.map((line) =>
      newEvent("shop.line_moved", {
        groupId: sellerOrder.groupId,
        orderId: sellerOrder.id,
        buyerId: sellerOrder.buyerId,
        sellerId: sellerOrder.sellerId,
        lineId: line.id,
        move: transition.move,
      }),
    ),
  }
}

/**
 * Moves locked lines by {@link prepareLineTransition}; false, with nothing written, where that is null. A
 * seller who does so has read what they were told of them.
 */
export async function transitionLines(
  tx: Transaction,
  sellerOrder: LinesOwner,
  lines: readonly LineRow[],
  transition: Transition,
  change: LineChange = {},
): Promise<boolean> {
  const prepared = prepareLineTransition(tx, sellerOrder, lines, transition, change)
  if (!prepared) return false
  await writeTogether(tx, [...prepared.writes, insertEvents(tx, prepared.events)])
  if (transition.role === "seller")
    await markAnsweredNotificationsRead(tx, sellerOrder.sellerId, [
      getNewSaleKey(sellerOrder.id),
      ...lines.map((line) => getLineKey("report_missing", line)),
    ])
  return true
}

/** Puts the pieces of lines back on the shelf, once for each line. */
export async function restockLines(
  tx: Transaction,
  lines: readonly Pick<LineRow, "id" | "variantId" | "productId" | "quantity">[],
): Promise<void> {
  if (lines.length === 0) return
  const newlyRestocked = await tx
    .update(orderLines)
    .set({ restocked: true })
    .where(
      and(
        inArray(
          orderLines.id,
          lines.map((line) => line.id),
        ),
        eq(orderLines.restocked, false),
      ),
    )
    .returning({
      variantId: orderLines.variantId,
      productId: orderLines.productId,
      quantity: orderLines.quantity,
    })
  if (newlyRestocked.length === 0) return
  const quantityByVariant = new Map<string, number>()
  for (const line of newlyRestocked)
    quantityByVariant.set(line.variantId, (quantityByVariant.get(line.variantId) ?? 0) + line.quantity)
  // In the order of ids, like everybody who takes from the shelf. No key is changed: the lines above hold a
  // share of their variants' keys, and two who give back the same one would otherwise wait for each other.
  await tx
    .select({ id: variants.id })
    .from(variants)
    .where(inArray(variants.id, [...quantityByVariant.keys()]))
    .orderBy(variants.id)
    .for("no key update")
  const restockedRows = sql.join(
    [...quantityByVariant].map(([id, quantity]) => sql`(${id}::uuid, ${quantity}::integer)`),
    sql`, `,
  )
  await tx.execute(
    sql`update variants set stock = stock + back.quantity
      from (values ${restockedRows}) as back (id, quantity)
      where variants.id = back.id`,
  )
  await emitSubjectsChanged(
    tx,
    [...new Set(newlyRestocked.map((line) => line.productId))].map((id) => ({
      kind: "product" as const,
      id,
    })),
  )
}
