/**
 * Owns what becomes of held money when a line is done: the seller's share, the commission, and the rest of an
 * order at its end.
 */
import { and, eq, sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import { isEnded } from "../rules.ts"
import { ledger, orderLines, shopOrders } from "../schema.server.ts"
import { post } from "./ledger.server.ts"
import type { LineRow, OrderRow } from "./lines.server.ts"

/** What the buyer paid for the goods of a line. */
const lineWon = (line: Pick<LineRow, "unitWon" | "quantity" | "discountWon">) =>
  line.unitWon * line.quantity - line.discountWon

/**
 * Gives the seller what confirmed lines of a locked order are worth; the platform bears its own coupons and
 * takes its commission.
 */
export async function releaseLines(
  tx: Transaction,
  order: OrderRow,
  lines: readonly LineRow[],
): Promise<void> {
  let released = 0
  for (const line of lines) {
    const paid = lineWon(line)
    released += paid
    const toSeller = paid + line.platformDiscountWon - line.commissionWon
    await post(
      tx,
      `sale:${line.id}`,
      "sale",
      { held: -paid, seller: toSeller, platform: line.commissionWon - line.platformDiscountWon },
      { groupId: order.groupId, orderId: order.id, lineId: line.id, sellerId: order.sellerId },
    )
  }
  if (released > 0)
    await tx
      .update(shopOrders)
      .set({ releasedWon: sql`${shopOrders.releasedWon} + ${released}` })
      .where(eq(shopOrders.id, order.id))
  await closeOrder(tx, order.id)
}

/**
 * Takes the sale of a confirmed line of a locked order back from the seller's balance and the platform, so
 * that the buyer can have the money, less the way back (`feeWon`), which the seller keeps; with the last line
 * that stays (`isLast`, where the seller is at fault) also the parcel, but not the fees of earlier returns.
 * The balance may fall under 0. Returns what is there to give back, in won.
 */
export async function takeBackSale(
  tx: Transaction,
  order: OrderRow,
  line: LineRow,
  { feeWon, isLast }: { feeWon: number; isLast: boolean },
): Promise<number> {
  const goods = lineWon(line)
  const back = Math.max(0, goods - feeWon)
  const of = { groupId: order.groupId, orderId: order.id, sellerId: order.sellerId }
  await post(
    tx,
    `sale_back:${line.id}`,
    "sale_back",
    {
      held: back,
      seller: line.commissionWon - line.platformDiscountWon - back,
      platform: line.platformDiscountWon - line.commissionWon,
    },
    { ...of, lineId: line.id },
  )
  const [rest] = isLast
    ? await tx
        .select({ won: sql<number>`coalesce(sum(${ledger.amountWon}), 0)::bigint` })
        .from(ledger)
        .where(and(eq(ledger.orderId, order.id), eq(ledger.kind, "order_rest"), eq(ledger.account, "seller")))
    : []
  const parcel = Math.max(0, (rest?.won ?? 0) - order.retainedWon)
  await post(tx, `rest_back:${order.id}`, "order_rest", { held: parcel, seller: -parcel }, of)
  await tx
    .update(shopOrders)
    .set({ releasedWon: sql`${shopOrders.releasedWon} - ${back + parcel}` })
    .where(eq(shopOrders.id, order.id))
  return back + parcel
}

/**
 * Where no line of a paid order is open any more, what it still holds (parcel, return fees) goes to the
 * seller.
 */
export async function closeOrder(tx: Transaction, orderId: string): Promise<void> {
  const [order] = await tx.select().from(shopOrders).where(eq(shopOrders.id, orderId))
  const states = await tx
    .select({ state: orderLines.state })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
  if (!order?.paidAt || states.some(({ state }) => !isEnded(state))) return
  const rest = order.itemsWon + order.shippingWon - order.discountWon - order.refundedWon - order.releasedWon
  if (rest === 0) return
  await post(
    tx,
    `rest:${orderId}`,
    "order_rest",
    { held: -rest, seller: rest },
    { groupId: order.groupId, orderId, sellerId: order.sellerId },
  )
  await tx
    .update(shopOrders)
    .set({ releasedWon: sql`${shopOrders.releasedWon} + ${rest}` })
    .where(eq(shopOrders.id, orderId))
}
