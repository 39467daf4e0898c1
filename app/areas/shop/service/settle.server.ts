/** Owns what becomes of held money when a line is done: the seller's share, the commission, and the rest of an order at its end. */
import { eq, sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import { isEnded } from "../rules.ts"
import { orderLines, shopOrders } from "../schema.server.ts"
import { post } from "./ledger.server.ts"
import type { LineRow, OrderRow } from "./lines.server.ts"

/** What the buyer paid for the goods of a line. */
const lineWon = (line: Pick<LineRow, "unitWon" | "quantity" | "discountWon">) => line.unitWon * line.quantity - line.discountWon

/** Gives the seller what confirmed lines of a locked order are worth; the platform bears its own coupons and takes its commission. */
export async function releaseLines(tx: Transaction, order: OrderRow, lines: readonly LineRow[]): Promise<void> {
  let released = 0
  for (const line of lines) {
    const paid = lineWon(line)
    released += paid
    const toSeller = paid + line.platformDiscountWon - line.commissionWon
    await post(tx, `sale:${line.id}`, "sale", { held: -paid, seller: toSeller, platform: line.commissionWon - line.platformDiscountWon },
      { groupId: order.groupId, orderId: order.id, lineId: line.id, sellerId: order.sellerId })
  }
  if (released > 0) await tx.update(shopOrders).set({ releasedWon: sql`${shopOrders.releasedWon} + ${released}` }).where(eq(shopOrders.id, order.id))
  await closeOrder(tx, order.id)
}

/** Where no line of a paid order is open any more, what it still holds (parcel, return fees) goes to the seller. */
export async function closeOrder(tx: Transaction, orderId: string): Promise<void> {
  const [order] = await tx.select().from(shopOrders).where(eq(shopOrders.id, orderId))
  const states = await tx.select({ state: orderLines.state }).from(orderLines).where(eq(orderLines.orderId, orderId))
  if (!order?.paidAt || states.some(({ state }) => !isEnded(state))) return
  const rest = order.itemsWon + order.shippingWon - order.discountWon - order.refundedWon - order.releasedWon
  if (rest === 0) return
  await post(tx, `rest:${orderId}`, "order_rest", { held: -rest, seller: rest }, { groupId: order.groupId, orderId, sellerId: order.sellerId })
  await tx.update(shopOrders).set({ releasedWon: sql`${shopOrders.releasedWon} + ${rest}` }).where(eq(shopOrders.id, orderId))
}
