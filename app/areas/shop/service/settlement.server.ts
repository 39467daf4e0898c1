/**
 * What becomes of held money when a line is done: the seller's share, the commission, and the rest of an
 * order at its end.
 */
import { eq, sql } from "drizzle-orm"
import type { Transaction } from "#app/platform/db.server.ts"
import {
  calculatePaidLineWon,
  createOrderRestPosting,
  createReversedRestPosting,
  createReversedSalePosting,
  createSalePosting,
} from "../postings.ts"
import { isFinalLineState } from "../rules.ts"
import { orderLines, shopOrders } from "../schema.server.ts"
import { postEntries, sumEntries } from "../../money/service/ledger.server.ts"
import { createRefund } from "../../money/service/refunds.server.ts"
import type { LineRow, SellerOrderRow } from "./transitions.server.ts"

/**
 * Gives the seller what confirmed lines of a locked order are worth; the platform bears its own coupons and
 * takes its commission.
 */
export async function releaseLineMoney(
  tx: Transaction,
  sellerOrder: SellerOrderRow,
  lines: readonly LineRow[],
): Promise<void> {
  let released = 0
  for (const line of lines) {
    released += calculatePaidLineWon(line)
    await postEntries(tx, createSalePosting(sellerOrder, line))
  }
  if (released > 0)
    await tx
      .update(shopOrders)
      .set({ releasedWon: sql`${shopOrders.releasedWon} + ${released}` })
      .where(eq(shopOrders.id, sellerOrder.id))
  await closeSellerOrder(tx, sellerOrder.id)
}

/**
 * Takes the sale of a confirmed line of a locked order back from the seller's balance and the platform, so
 * that the buyer can have the money, less the way back (`feeWon`), which the seller keeps; with the last line
 * that stays (`isLast`, where the seller is at fault) also the parcel, but not the fees of earlier returns.
 * The balance may fall under 0. Returns what is there to give back, in won.
 */
export async function reverseSale(
  tx: Transaction,
  sellerOrder: SellerOrderRow,
  line: LineRow,
  { feeWon, isLast }: { feeWon: number; isLast: boolean },
): Promise<number> {
  const goodsWon = calculatePaidLineWon(line)
  const refundWon = Math.max(0, goodsWon - feeWon)
  await postEntries(tx, createReversedSalePosting(sellerOrder, line, refundWon))
  const restWon = isLast
    ? await sumEntries(tx, { orderId: sellerOrder.id, kind: "order_rest", account: "seller" })
    : 0
  const shippingWon = Math.max(0, restWon - sellerOrder.retainedWon)
  await postEntries(tx, createReversedRestPosting(sellerOrder, shippingWon))
  await tx
    .update(shopOrders)
    .set({ releasedWon: sql`${shopOrders.releasedWon} - ${refundWon + shippingWon}` })
    .where(eq(shopOrders.id, sellerOrder.id))
  return refundWon + shippingWon
}

/**
 * Where no line of a paid order is open any more, what it still holds (parcel, return fees) goes to the
 * seller.
 */
export async function closeSellerOrder(tx: Transaction, orderId: string): Promise<void> {
  const [sellerOrder] = await tx.select().from(shopOrders).where(eq(shopOrders.id, orderId))
  const states = await tx
    .select({ state: orderLines.state })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
  if (!sellerOrder?.paidAt || states.some(({ state }) => !isFinalLineState(state))) return
  const rest =
    sellerOrder.itemsWon +
    sellerOrder.shippingWon -
    sellerOrder.discountWon -
    sellerOrder.refundedWon -
    sellerOrder.releasedWon
  if (rest === 0) return
  await postEntries(tx, createOrderRestPosting(sellerOrder, rest))
  await tx
    .update(shopOrders)
    .set({ releasedWon: sql`${shopOrders.releasedWon} + ${rest}` })
    .where(eq(shopOrders.id, orderId))
}

/**
 * Owes `amountWon` of a locked order to its buyer. Returns the refund to pay after the commit, null for 0
 * won.
 */
export async function createSellerOrderRefund(
  tx: Transaction,
  sellerOrder: SellerOrderRow,
  amountWon: number,
  reason: string,
): Promise<string | null> {
  if (amountWon === 0) return null
  await tx
    .update(shopOrders)
    .set({ refundedWon: sql`${shopOrders.refundedWon} + ${amountWon}` })
    .where(eq(shopOrders.id, sellerOrder.id))
  return createRefund(tx, {
    groupId: sellerOrder.groupId,
    orderId: sellerOrder.id,
    amountWon,
    reason,
  })
}
