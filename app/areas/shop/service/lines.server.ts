/**
 * Owns the moves of order lines: each checked against the table, recorded and told; and what falls away
 * coming back to the shelf.
 */
import { and, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { inOneGo, type Transaction } from "#app/platform/db.server.ts"
import { emitEach } from "#app/platform/events.server.ts"
import { subjectsChanged } from "#app/platform/subjects.server.ts"
import { LINE_TRANSITIONS, type LineMove, type LineRole, type LineState } from "../rules.ts"
import { lineEvents, orderLines, shopOrders, variants } from "../schema.server.ts"
import "./events.server.ts"

export type LineRow = typeof orderLines.$inferSelect
export type OrderRow = typeof shopOrders.$inferSelect

/**
 * The order with all its lines, locked; the order's row is the lock that everybody takes who changes a line
 * or its money.
 */
export async function lockShopOrder(
  tx: Transaction,
  orderId: string,
): Promise<{ order: OrderRow; lines: LineRow[] } | null> {
  const [order] = await tx.select().from(shopOrders).where(eq(shopOrders.id, orderId)).for("update")
  if (!order) return null
  return {
    order,
    lines: await tx
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, orderId))
      .orderBy(orderLines.id)
      .for("update"),
  }
}

/** The order of a line, without a lock. */
export async function orderOfLine(tx: Transaction, lineId: string): Promise<string | null> {
  const [row] = await tx
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(eq(orderLines.id, lineId))
  return row?.orderId ?? null
}

export const canMoveLine = (line: { state: LineState }, move: LineMove, role: LineRole) =>
  findTransition(LINE_TRANSITIONS, { move, from: line.state, role })

type Change = Partial<
  Pick<
    LineRow,
    | "carrier"
    | "trackingNumber"
    | "paidAt"
    | "shippedAt"
    | "deliveredAt"
    | "confirmedAt"
    | "endedAt"
    | "endReason"
    | "restocked"
  >
>

/**
 * Moves locked lines of one order, all by the same move. False, and nothing written, where the table has no
 * such move for one of them. With the move: a history row and an event for each, and `change` on the rows.
 */
export async function moveLines(
  tx: Transaction,
  order: Pick<OrderRow, "id" | "groupId" | "buyerId" | "sellerId">,
  lines: readonly LineRow[],
  by: { move: LineMove; role: LineRole; actorId: string | null },
  change: Change = {},
): Promise<boolean> {
  const moves = lines.map((line) => ({ line, row: canMoveLine(line, by.move, by.role) }))
  if (lines.length === 0 || moves.some(({ row }) => row === undefined)) return false
  const to = moves[0]?.row?.to
  if (to === undefined) return false
  const at = now()
  await inOneGo([
    tx
      .update(orderLines)
      .set({ ...change, state: to })
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
        move: by.move,
        fromState: line.state,
        toState: to,
        actorRole: by.role,
        actorId: by.actorId,
        at,
      })),
    ),
    emitEach(
      tx,
      "shop.line_moved",
      lines.map((line) => ({
        groupId: order.groupId,
        orderId: order.id,
        buyerId: order.buyerId,
        sellerId: order.sellerId,
        lineId: line.id,
        move: by.move,
      })),
    ),
  ])
  return true
}

/** Puts the pieces of lines back on the shelf, once for each line. */
export async function restock(
  tx: Transaction,
  lines: readonly Pick<LineRow, "id" | "variantId" | "productId" | "quantity">[],
): Promise<void> {
  if (lines.length === 0) return
  const fresh = await tx
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
  if (fresh.length === 0) return
  const pieces = new Map<string, number>()
  for (const line of fresh) pieces.set(line.variantId, (pieces.get(line.variantId) ?? 0) + line.quantity)
  // In the order of ids, like everybody who takes from the shelf. No key is changed: the lines above hold a
  // share of their variants' keys, and two who give back the same one would otherwise wait for each other.
  await tx
    .select({ id: variants.id })
    .from(variants)
    .where(inArray(variants.id, [...pieces.keys()]))
    .orderBy(variants.id)
    .for("no key update")
  const back = sql.join(
    [...pieces].map(([id, quantity]) => sql`(${id}::uuid, ${quantity}::integer)`),
    sql`, `,
  )
  await tx.execute(
    sql`update variants set stock = stock + back.quantity from (values ${back}) as back (id, quantity)
      where variants.id = back.id`,
  )
  await subjectsChanged(
    tx,
    [...new Set(fresh.map((line) => line.productId))].map((id) => ({ kind: "product" as const, id })),
  )
}
