import { Form } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import {
  ASKED_CASH_RECEIPT_KINDS,
  CASH_RECEIPT_STATE_LABELS,
  describeCashReceipt,
  isCashMethod,
} from "../../money/cash-receipt-rules.ts"
import { CashReceiptFields } from "../../money/parts/cash-receipt-fields.tsx"
import type { CashReceiptView } from "../../money/views.ts"
import type { PurchaseDetail, PurchasePaymentView } from "../views.ts"

/** The cash receipts of a purchase that was paid in cash, and the way to one that nobody asked for. */
export function PurchaseCashReceipts({
  view,
  payment,
  answer,
}: {
  view: PurchaseDetail
  payment: PurchasePaymentView
  answer: ScreenAnswer
}) {
  const { cashReceipts, canAskCashReceipt } = payment
  if (!isCashMethod(payment.method) || (cashReceipts.length === 0 && !canAskCashReceipt)) return null
  const getSellerName = (id: string) => view.sellerOrders.find((each) => each.id === id)?.seller.name
  return (
    <section aria-labelledby="cash-receipt" className="mt-4 border-t border-base-300 pt-4">
      <h3 id="cash-receipt" className="text-base font-bold">
        현금영수증
      </h3>
      {cashReceipts.length > 0 ? (
        <ul className="mt-2 grid gap-3 text-sm">
          {cashReceipts.map((receipt) => (
            <CashReceipt
              key={receipt.sellerOrderId}
              receipt={receipt}
              sellerName={view.sellerOrders.length > 1 ? getSellerName(receipt.sellerOrderId) : undefined}
            />
          ))}
        </ul>
      ) : null}
      {cashReceipts.some((receipt) => receipt.kind === "voluntary" && receipt.state === "issued") ? (
        <p className="mt-3 text-sm text-ink-3">
          자진발급한 영수증은 홈택스의 ‘자진발급분 소비자 등록’에서 승인번호로 내 것으로 바꿀 수 있어요.
        </p>
      ) : null}
      {canAskCashReceipt ? <CashReceiptRequest answer={answer} /> : null}
    </section>
  )
}

function CashReceipt({ receipt, sellerName }: { receipt: CashReceiptView; sellerName: string | undefined }) {
  const { state, issueNumber, receiptUrl, amountWon } = receipt
  return (
    <li className="flex justify-between gap-3">
      <span className="min-w-0 text-ink-2">
        {sellerName ? <span className="block font-medium">{sellerName}</span> : null}
        {describeCashReceipt(receipt)}
        <span className="block text-ink-3">
          {CASH_RECEIPT_STATE_LABELS[state]}
          {issueNumber ? <span className="num"> · 승인번호 {issueNumber}</span> : null}
        </span>
        {receiptUrl ? (
          <a href={receiptUrl} target="_blank" rel="noopener noreferrer" className="link">
            영수증 보기<span className="sr-only">(새 창)</span>
          </a>
        ) : null}
      </span>
      {state === "cancelled" || state === "failed" ? null : (
        <b className="flex-none font-semibold">{formatWon(amountWon)}</b>
      )}
    </li>
  )
}

/** Asks for whom it is; open at once where what was sent before was wrong. */
function CashReceiptRequest({ answer }: { answer: ScreenAnswer }) {
  const typedKind = answer.typed("cashReceipt")
  return (
    <details className="mt-3" open={answer.wasSent}>
      <summary className="btn btn-line btn-sm w-full">현금영수증 신청</summary>
      <Form method="post" noValidate className="mt-3 grid gap-3 rounded-lg bg-base-200 p-4">
        <input type="hidden" name="intent" value="cash_receipt" />
        <CashReceiptFields
          isOptional={false}
          kind={ASKED_CASH_RECEIPT_KINDS.find((kind) => kind === typedKind) ?? "deduction"}
          phone={answer.typed("receiptPhone")}
          businessNumber={answer.typed("receiptBusinessNumber")}
          errors={answer.errors}
        />
        <SubmitButton className="btn btn-primary">신청하기</SubmitButton>
      </Form>
    </details>
  )
}
