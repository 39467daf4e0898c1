import { Form, href, Link } from "react-router"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { CopyButton } from "#app/ui/copy-button.tsx"
import { RefundAccountFields } from "../../money/parts/refund-account-fields.tsx"
import { PAYMENT_METHOD_LABELS, type RefundState } from "../../money/rules.ts"
import type { PurchaseDetail, PurchasePaymentView } from "../views.ts"
import { PurchaseCashReceipts } from "./purchase-cash-receipts.tsx"
import { PaymentBadge } from "./state-badges.tsx"
import { ReturnFeeNote, toCouponRows, TotalRows } from "./total-rows.tsx"

/** What was or is to be paid, how, and what went back of it. */
export function PurchasePayment({ view, answer }: { view: PurchaseDetail; answer: ScreenAnswer }) {
  const { purchase, payment } = view
  return (
    <section className="card-line p-4 md:p-5">
      <h2 className="mb-4 flex items-center justify-between gap-3 text-lg font-bold">
        결제{" "}
        <PaymentBadge
          purchase={{
            ...purchase,
            isConfirming: view.asking,
            refundedWon: view.refundedWon,
            refunding: view.refunds.some((refund) => refund.state !== "done"),
          }}
        />
      </h2>
      <TotalRows
        rows={[
          { label: "상품 금액", won: purchase.itemsWon },
          { label: "배송비", won: purchase.shippingWon },
          ...toCouponRows(purchase.discountWon),
          ...(view.refundedWon > 0 ? [{ label: "환불", won: view.refundedWon, sign: "-" as const }] : []),
        ]}
        sum={{
          label: getSumLabel(view),
          won: purchase.totalWon - view.refundedWon,
        }}
      />
      <ReturnFeeNote returnFeeWon={view.withheldWon} />
      {purchase.state === "expired" && view.refunds.length === 0 ? (
        <p className="mt-3 text-sm text-ink-2">
          결제하지 않고 끝난 주문이에요.
          {payment?.accountNumber ? " 받은 계좌에는 이제 입금하지 마세요." : ""}
        </p>
      ) : null}
      <ServiceAlert service="payments" className="mt-4" />
      {payment ? (
        <p className="mt-4 border-t border-base-300 pt-4 text-sm text-ink-2">
          {PAYMENT_METHOD_LABELS[payment.method]}
          {payment.methodText && payment.methodText !== PAYMENT_METHOD_LABELS[payment.method]
            ? ` · ${payment.methodText}`
            : ""}
          {payment.approvedAt ? (
            <span className="block text-ink-3">{formatDateTime(payment.approvedAt)} 결제</span>
          ) : null}
        </p>
      ) : null}
      {purchase.state === "waiting_deposit" && payment ? <DepositToMake payment={payment} /> : null}
      {payment ? <PurchaseCashReceipts view={view} payment={payment} answer={answer} /> : null}
      {view.refunds.length > 0 ? <RefundList refunds={view.refunds} /> : null}
    </section>
  )
}

function getSumLabel({ purchase, refundedWon }: PurchaseDetail): string {
  if (refundedWon > 0) return "남은 결제 금액"
  if (purchase.paidAt) return "결제 금액"
  return purchase.state === "expired" ? "주문 금액" : "결제할 금액"
}

/** The account that a deposit is waited for at, and the way out while it has not come. */
function DepositToMake({ payment }: { payment: PurchasePaymentView }) {
  return (
    <div className="mt-4 rounded-lg bg-primary-tint p-4">
      <p className="text-sm text-ink-2">
        {payment.dueAt ? `${formatDateTime(payment.dueAt)}까지 입금해 주세요` : ""}
      </p>
      <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-lg font-bold">
        <span className="num min-w-0 wrap-anywhere">
          {payment.bank} {payment.accountNumber}
        </span>{" "}
        <CopyButton name="계좌번호" text={payment.accountNumber ?? ""} />
      </p>
      <div className="mt-3 flex gap-2">
        {payment.isSimulated ? (
          <Link
            to={href("/shopping/pay/:paymentId", { paymentId: payment.id })}
            className="btn btn-primary btn-sm flex-1"
          >
            연습 입금하기
          </Link>
        ) : null}
        <ConfirmDialog
          trigger="주문 취소"
          triggerClassName="btn btn-sm flex-1 border-0 bg-base-100"
          title="주문을 취소할까요?"
          text="입금하지 않은 주문이라 바로 취소돼요."
          confirmLabel="주문 취소하기"
          cancelLabel="닫기"
          tone="danger"
        >
          <input type="hidden" name="intent" value="cancel_deposit" />
        </ConfirmDialog>
      </div>
    </div>
  )
}

const REFUND_STATE_TEXTS: Record<RefundState, string> = {
  requested: "환불 처리 중",
  account_waiting: "계좌를 알려 주세요",
  done: "환불 완료",
  failed: "확인 중 (고객센터가 연락드려요)",
}

function RefundList({ refunds }: { refunds: PurchaseDetail["refunds"] }) {
  return (
    <ul className="mt-4 grid gap-2 border-t border-base-300 pt-4 text-sm">
      {refunds.map((refund) => (
        <li key={refund.id} className="flex justify-between gap-3">
          <span className="min-w-0 text-ink-2">
            {refund.reason}
            <span className="block text-ink-3">
              {formatDateTime(refund.at)} · {REFUND_STATE_TEXTS[refund.state]}
            </span>
          </span>
          <b className="flex-none font-semibold">{formatWon(refund.amountWon)}</b>
        </li>
      ))}
    </ul>
  )
}

/** Only the buyer knows where a deposit goes back to. */
export function RefundAccountRequest({
  refunds,
  answer,
}: {
  refunds: PurchaseDetail["refunds"]
  answer: ScreenAnswer
}) {
  const won = formatWon(refunds.reduce((sum, refund) => sum + refund.amountWon, 0))
  return (
    <section
      id="refund-account"
      aria-labelledby="refund-account-title"
      className="mb-3 card-line scroll-mt-24 p-4 md:mb-6 md:p-6"
    >
      <h2 id="refund-account-title" className="text-lg font-bold">
        {won}을 환불받을 계좌를 알려 주세요
      </h2>
      <p className="mt-1.5 text-base text-ink-2">
        {refunds.some((refund) => refund.isAccountRejected)
          ? "알려 주신 계좌로 보내지 못했어요. 예금주 이름까지 통장과 같은지 확인해 주세요."
          : "가상계좌로 낸 돈은 카드처럼 저절로 취소되지 않아서, 계좌로 돌려드려요. 예금주 이름이 통장과 같아야 해요."}
      </p>
      <Form method="post" noValidate className="mt-5 grid gap-5 md:max-w-lg">
        <input type="hidden" name="intent" value="refund_account" />
        <RefundAccountFields errors={answer.errors} values={answer.values} hidesLegend />
        <SubmitButton className="btn btn-primary btn-lg">{won} 환불받기</SubmitButton>
      </Form>
    </section>
  )
}
