/** Reads the cash receipts of a payment within a query of payments. */
import { sql, type SQL } from "drizzle-orm"
import {
  isCashReceiptAskable,
  maskIdentityNumber,
  type CashReceiptKind,
  type CashReceiptState,
} from "../cash-receipt-rules.ts"
import { now } from "#app/basics/clock.ts"
import type { PaymentMethod } from "../rules.ts"

/** A cash receipt as it is read along with its payment. */
export type CashReceiptOfPayment = {
  orderId: string
  kind: CashReceiptKind
  state: CashReceiptState
  identityNumber: string
  issueNumber: string | null
  receiptUrl: string | null
  leftWon: number
}

/** Selects the cash receipts of a payment, an expression of its id, oldest first. */
export const selectCashReceipts = (paymentId: SQL) => sql<
  CashReceiptOfPayment[]
>`coalesce((select json_agg(json_build_object(
  'orderId', c.order_id, 'kind', c.kind, 'state', c.state, 'identityNumber', c.identity_number,
  'issueNumber', c.issue_number, 'receiptUrl', c.receipt_url, 'leftWon', c.amount_won - c.refunded_won)
  order by c.order_id) from cash_receipts c where c.payment_id = ${paymentId}), '[]')`

const toCashReceiptView = (receipt: CashReceiptOfPayment) => ({
  sellerOrderId: receipt.orderId,
  kind: receipt.kind,
  state: receipt.state,
  maskedNumber: maskIdentityNumber(receipt.kind, receipt.identityNumber),
  issueNumber: receipt.issueNumber,
  receiptUrl: receipt.receiptUrl?.startsWith("https://") ? receipt.receiptUrl : null,
  amountWon: receipt.leftWon,
})

type PaymentWithReceipts = {
  method: PaymentMethod
  approvedAt: Date | null
  cashReceipts: readonly CashReceiptOfPayment[]
}
type PaidPart = {
  id: string
  itemsWon: number
  shippingWon: number
  discountWon: number
  refundedWon: number
}

/** True where one of `parts`, not all of which went back, has no receipt and may still have one. */
const isCashReceiptMissing = (payment: PaymentWithReceipts, parts: readonly PaidPart[], at: Date): boolean =>
  isCashReceiptAskable(payment, at) &&
  parts.some(
    ({ id, itemsWon, shippingWon, discountWon, refundedWon }) =>
      itemsWon + shippingWon - discountWon > refundedWon &&
      !payment.cashReceipts.some((receipt) => receipt.orderId === id && receipt.state !== "failed"),
  )

/** The cash receipts of a payment as its payer sees them, and whether one can be asked for. */
export const toCashReceiptsView = (payment: PaymentWithReceipts, parts: readonly PaidPart[]) => ({
  cashReceipts: payment.cashReceipts.map(toCashReceiptView),
  canAskCashReceipt: isCashReceiptMissing(payment, parts, now()),
})
