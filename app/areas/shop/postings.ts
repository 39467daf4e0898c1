/** Defines what is posted of sales: the one bookkeeping, of services and of the demo town. Pure. */
import type { Posting } from "../money/postings.ts"

type SellerOrderRef = { id: string; groupId: string; sellerId: string }
type SoldLine = {
  id: string
  unitWon: number
  quantity: number
  discountWon: number
  platformDiscountWon: number
  commissionWon: number
}

const getSellerOrderReferences = ({ id, groupId, sellerId }: SellerOrderRef) => ({
  groupId,
  orderId: id,
  sellerId,
})

/** What the buyer paid for the goods of a line. */
export const calculatePaidLineWon = (line: Pick<SoldLine, "unitWon" | "quantity" | "discountWon">): number =>
  line.unitWon * line.quantity - line.discountWon

/** A line was confirmed: the platform bears its own coupons and takes its commission. */
export function createSalePosting(sellerOrder: SellerOrderRef, line: SoldLine): Posting {
  const paidWon = calculatePaidLineWon(line)
  return {
    name: `sale:${line.id}`,
    kind: "sale",
    amounts: {
      held: -paidWon,
      seller: paidWon + line.platformDiscountWon - line.commissionWon,
      platform: line.commissionWon - line.platformDiscountWon,
    },
    references: { ...getSellerOrderReferences(sellerOrder), lineId: line.id },
  }
}

/** The sale of a confirmed line is taken back, so that the buyer can have `refundWon`. */
export const createReversedSalePosting = (
  sellerOrder: SellerOrderRef,
  line: SoldLine,
  refundWon: number,
): Posting => ({
  name: `sale_back:${line.id}`,
  kind: "sale_back",
  amounts: {
    held: refundWon,
    seller: line.commissionWon - line.platformDiscountWon - refundWon,
    platform: line.platformDiscountWon - line.commissionWon,
  },
  references: { ...getSellerOrderReferences(sellerOrder), lineId: line.id },
})

/** What an order that is over still holds goes to its seller. */
export const createOrderRestPosting = (sellerOrder: SellerOrderRef, restWon: number): Posting => ({
  name: `rest:${sellerOrder.id}`,
  kind: "order_rest",
  amounts: { held: -restWon, seller: restWon },
  references: getSellerOrderReferences(sellerOrder),
})

/** The parcel's fee that a seller got at the end of an order is taken back. */
export const createReversedRestPosting = (sellerOrder: SellerOrderRef, shippingWon: number): Posting => ({
  name: `rest_back:${sellerOrder.id}`,
  kind: "order_rest",
  amounts: { held: shippingWon, seller: -shippingWon },
  references: getSellerOrderReferences(sellerOrder),
})
