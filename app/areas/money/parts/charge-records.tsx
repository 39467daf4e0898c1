/** The records of one charge: attempts to pay it, what went back of it, and its lines of the ledger. */
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { Card } from "#app/ui/section.tsx"
import {
  PAYMENT_METHOD_LABELS,
  type PaymentState,
  PAYMENT_STATE_LABELS,
  LEDGER_KIND_LABELS,
  LEDGER_ACCOUNT_LABELS,
  type RefundState,
  REFUND_STATE_LABELS,
} from "../rules.ts"
import type { PaymentView, RefundView, LedgerEntryView } from "../views.ts"
import { RefundAccountFields } from "./refund-account-fields.tsx"

const PAYMENT_TONES: Partial<Record<PaymentState, Tone>> = {
  DONE: "open",
  WAITING_FOR_DEPOSIT: "warn",
  IN_PROGRESS: "warn",
  PARTIAL_CANCELED: "progress",
  ABORTED: "refused",
}

/** Every attempt to pay, with what the provider calls it. */
export function PaymentRecords({ payments }: { payments: PaymentView[] }) {
  return (
    <Card>
      <h2 className="text-lg font-bold">결제</h2>
      {payments.length === 0 ? <p className="mt-3 text-base text-ink-3">결제를 시작하지 않았어요.</p> : null}
      <ul className="mt-3 grid gap-4">
        {payments.map((payment) => (
          <li key={payment.id} className="grid gap-1">
            <p className="flex items-center justify-between gap-2">
              <span className="num text-base font-semibold">{formatWon(payment.amountWon)}</span>
              <StateBadge tone={PAYMENT_TONES[payment.state] ?? "done"}>
                {PAYMENT_STATE_LABELS[payment.state]}
              </StateBadge>
            </p>
            <p className="text-sm text-ink-2">
              {payment.methodText || PAYMENT_METHOD_LABELS[payment.method]} ·{" "}
              <span className="num">{formatDateTime(payment.approvedAt ?? payment.createdAt)}</span>
            </p>
            {payment.failureMessage ? (
              <p className="text-sm text-refused-ink">{payment.failureMessage}</p>
            ) : null}
            {payment.unknownAt && ["READY", "IN_PROGRESS"].includes(payment.state) ? (
              <p className="text-sm text-warn-ink">결과를 확인하고 있어요. 저절로 다시 물어봐요.</p>
            ) : null}
            <p className="text-sm text-ink-3">
              {payment.provider === "toss" ? "토스페이먼츠" : "연습 결제"}{" "}
              <span className="num break-all">{payment.paymentKey ?? payment.id}</span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const REFUND_TONES: Record<RefundState, Tone> = {
  requested: "warn",
  account_waiting: "warn",
  done: "done",
  failed: "refused",
}

type RefundProps = { refund: RefundView; isDeposit: boolean; answer: ScreenAnswer }

/**
 * What went back, and what the provider refused to send: that can be asked for anew. `answer` is that to
 * the forms which do so.
 */
export function RefundRecords({
  refunds,
  payments,
  answer,
}: {
  refunds: RefundView[]
  payments: PaymentView[]
  answer: ScreenAnswer
}) {
  if (refunds.length === 0) return null
  const paid = payments.find(({ approvedAt }) => approvedAt !== null)
  return (
    <Card>
      <h2 className="text-lg font-bold">환불</h2>
      <ul className="mt-3 grid gap-4">
        {refunds.map((refund) => (
          <li key={refund.id} className="grid gap-1">
            <p className="flex items-center justify-between gap-2">
              <span className="num text-base font-semibold">{formatWon(refund.amountWon)}</span>
              <StateBadge tone={REFUND_TONES[refund.state]}>{REFUND_STATE_LABELS[refund.state]}</StateBadge>
            </p>
            <p className="text-sm text-ink-2">
              {refund.reason} ·{" "}
              <span className="num">{formatDateTime(refund.doneAt ?? refund.createdAt)}</span>
            </p>
            {refund.account ? <p className="num text-sm text-ink-3">{refund.account}</p> : null}
            {refund.state === "failed" || refund.state === "account_waiting" ? (
              <StuckRefund
                refund={refund}
                isDeposit={paid?.method === "virtual_account"}
                answer={answer.about("refundId", refund.id)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Why a refund did not go out, and the form that asks for it anew. */
function StuckRefund({ refund, isDeposit, answer }: RefundProps) {
  return (
    <>
      {refund.state === "failed" ? (
        <p className="text-sm text-refused-ink">
          결제사가 거절했어요{refund.failureCode ? ` (${refund.failureCode})` : ""}. 이유를 확인하고 다시
          요청해 주세요.
        </p>
      ) : (
        <p className="text-sm text-warn-ink">
          {refund.failureCode
            ? `구매자가 알려 준 계좌를 결제사가 받지 않았어요 (${refund.failureCode}). 다시 알려 달라고 했어요.`
            : "가상계좌로 낸 돈이라 계좌가 있어야 해요. 구매자에게 알려 달라고 했어요."}
        </p>
      )}
      <div className="mt-1">
        <ConfirmDialog
          trigger={refund.state === "failed" ? "다시 환불하기" : "계좌를 대신 입력하기"}
          triggerClassName="btn btn-tint btn-sm"
          title={
            `${formatWon(refund.amountWon)}을 ` +
            `${refund.state === "failed" ? "다시 환불할까요?" : "환불할까요?"}`
          }
          text={
            refund.state === "failed"
              ? "결제사에 새로 요청해요. 두 번 나가지 않아요."
              : "구매자에게 확인한 계좌로만 보내 주세요. 감사 기록에 남아요."
          }
          confirmLabel="환불하기"
          cancelLabel="닫기"
          defaultOpen={answer.hasErrors}
        >
          <input type="hidden" name="intent" value="retry_refund" />
          <input type="hidden" name="refundId" value={refund.id} />
          {isDeposit ? <RefundAccountFields errors={answer.errors} values={answer.values} /> : null}
        </ConfirmDialog>
      </div>
    </>
  )
}

/** The lines of the ledger, each posting with the accounts it moved. */
export function LedgerRecords({ ledger }: { ledger: LedgerEntryView[] }) {
  const postingNames = [...new Set(ledger.map((line) => line.posting))]
  const postings = postingNames.map(
    (posting) => [posting, ledger.filter((line) => line.posting === posting)] as const,
  )
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">장부</h2>
      {postings.length === 0 ? <p className="mt-3 text-base text-ink-3">아직 들어온 돈이 없어요.</p> : null}
      <ol className="mt-3 divide-y divide-base-300">
        {postings.map(([posting, lines]) => (
          <li key={posting} className="grid gap-x-4 gap-y-1 py-3 md:grid-cols-[9rem_minmax(0,1fr)]">
            <p className="text-base">
              <span className="font-medium">{LEDGER_KIND_LABELS[lines[0]?.kind ?? "payment"]}</span>
              <span className="num block text-sm text-ink-3">{formatDateTime(lines[0]?.at ?? "")}</span>
            </p>
            <ul className="grid content-center gap-1 text-sm">
              {lines.map((line) => (
                <li key={line.id} className="flex justify-between gap-3">
                  <span className="text-ink-2">{LEDGER_ACCOUNT_LABELS[line.account]}</span>
                  <span className="num font-medium">
                    {line.amountWon > 0 ? "+" : ""}
                    {formatWon(line.amountWon)}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  )
}
