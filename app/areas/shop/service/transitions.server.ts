/**
 * The moves of order lines: each checked against the table, recorded and told; and what falls away
 * coming back to the shelf.
 */
import { and, eq, inArray, sql } from "drizzle-orm"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { findTransition } from "#app/basics/transitions.ts"
import { pipelined, type Transaction } from "#app/platform/db.server.ts"
import { emitMany } from "#app/platform/events.server.ts"
import { emitSubjectsChanged } from "#app/platform/subjects.server.ts"
import { LINE_TRANSITIONS, type LineMove, type LineActorRole, type LineState } from "../rules.ts"
import { lineEvents, orderLines, shopOrders, variants } from "../schema.server.ts"
import "./events.server.ts"

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
export async function transitionLines(
  tx: Transaction,
  sellerOrder: Pick<SellerOrderRow, "id" | "groupId" | "buyerId" | "sellerId">,
  lines: readonly LineRow[],
  transition: { move: LineMove; role: LineActorRole; actorId: string | null },
  change: LineChange = {},
): Promise<boolean> {
  const transitions = lines.map((line) => ({
    line,
    row: findLineTransition(line, transition.move, transition.role),
  }))
  if (lines.length === 0 || transitions.some(({ row }) => row === undefined)) return false
  const toState = transitions[0]?.row?.to
  if (toState === undefined) return false
  const at = now()
  await pipelined([
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
        toState: toState,
        actorRole: transition.role,
        actorId: transition.actorId,
        at,
      })),
    ),
    emitMany(
      tx,
      "shop.line_moved",
      lines.map((line) => ({
        groupId: sellerOrder.groupId,
        orderId: sellerOrder.id,
        buyerId: sellerOrder.buyerId,
        sellerId: sellerOrder.sellerId,
        lineId: line.id,
        move: transition.move,
      })),
    ),
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
