import { Form, href, Link } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { RefundAccountFields } from "../../money/parts/refund-account-fields.tsx"
import { CLAIM_KIND_LABELS } from "../claim-rules.ts"
import type { ClaimSummary, PurchaseDetail, PurchaseLineView } from "../views.ts"

/** What the buyer of a line can do with it now. */
export function PurchaseLineActions({
  line,
  view,
  answer,
}: {
  line: PurchaseLineView
  view: PurchaseDetail
  answer: ScreenAnswer
}) {
  return (
    <div
      className={
        "mt-3.5 flex flex-wrap gap-2 empty:hidden max-sm:grid max-sm:grid-cols-2 " +
        "max-sm:[&>*]:w-full max-sm:[&>form>*]:w-full max-sm:[&_summary]:w-full"
      }
    >
      {line.canConfirm ? <ConfirmPurchaseDialog lineId={line.id} /> : null}
      {line.state === "shipped" ? (
        <Form method="post">
          <input type="hidden" name="intent" value="deliver" />
          <SubmitButton name="lineId" value={line.id} className="btn btn-line btn-sm">
            상품 받았어요
          </SubmitButton>
        </Form>
      ) : null}
      {line.canReportMissing ? <MissingDialog lineId={line.id} /> : null}
      {line.canCancel ? <CancelLineDialog line={line} view={view} answer={answer} /> : null}
      {line.claimKinds.map((kind) => (
        <Link
          key={kind}
          to={
            `${href("/shopping/orders/:groupId/claim", { groupId: view.purchase.id })}?line=` +
            `${line.id}&kind=${kind}`
          }
          className="btn btn-line btn-sm"
        >
          {CLAIM_KIND_LABELS[kind]} 신청
        </Link>
      ))}
      {line.claim?.canWithdraw ? <WithdrawClaimDialog claim={line.claim} /> : null}
      {line.canReview ? (
        <Link
          to={`${href("/shopping/orders/:groupId/review", { groupId: view.purchase.id })}?line=${line.id}`}
          className="btn btn-line btn-sm"
        >
          후기 쓰기
        </Link>
      ) : null}
      {line.state === "payment_waiting" ? null : <BuyAgainForm lineId={line.id} />}
    </div>
  )
}

/** Puts the same into the cart once more. */
export const BuyAgainForm = ({ lineId, action }: { lineId: string; action?: string }) => (
  <Form method="post" {...(action && { action })}>
    <input type="hidden" name="intent" value="buy_again" />
    <SubmitButton name="lineId" value={lineId} className="btn btn-line btn-sm">
      다시 구매
    </SubmitButton>
  </Form>
)

/** The carrier or the seller says that it is there, and it is not. */
function MissingDialog({ lineId }: { lineId: string }) {
  return (
    <ConfirmDialog
      trigger="못 받았어요"
      triggerClassName="btn btn-line btn-sm"
      title="상품을 못 받으셨나요?"
      text="문 앞, 경비실, 무인택배함을 먼저 확인해 주세요. 알려 주시면 판매자가 찾아보고, 구매확정은 되지 않아요."
      confirmLabel="못 받았어요"
      cancelLabel="닫기"
    >
      <input type="hidden" name="intent" value="report_missing" />
      <input type="hidden" name="lineId" value={lineId} />
    </ConfirmDialog>
  )
}

function ConfirmPurchaseDialog({ lineId }: { lineId: string }) {
  return (
    <ConfirmDialog
      trigger="구매확정"
      triggerClassName="btn btn-tint btn-sm"
      title="구매를 확정할까요?"
      text="확정하면 판매자에게 대금이 지급되고 되돌릴 수 없어요. 교환은 더 신청할 수 없지만, 반품할 수 있는 기간은 그대로예요."
      confirmLabel="구매확정하기"
    >
      <input type="hidden" name="intent" value="confirm" />
      <input type="hidden" name="lineId" value={lineId} />
    </ConfirmDialog>
  )
}

/** What was paid by deposit goes back to an account, which is asked for where none is known. */
function CancelLineDialog({
  line,
  view,
  answer,
}: {
  line: PurchaseLineView
  view: PurchaseDetail
  answer: ScreenAnswer
}) {
  return (
    <ConfirmDialog
      trigger="주문 취소"
      triggerClassName="btn btn-line btn-sm"
      title="이 상품을 취소할까요?"
      text={
        <>
          환불받을 금액은 <b className="font-semibold text-base-content">{formatWon(line.cancelWon)}</b>
          이에요. 남은 상품의 배송비를 다시 계산한 금액이에요.
        </>
      }
      confirmLabel="취소하기"
      cancelLabel="닫기"
      tone="danger"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="cancel" />
      <input type="hidden" name="lineId" value={line.id} />
      <TextField
        label="취소 사유"
        name="reason"
        maxLength={100}
        defaultValue={answer.typed("reason", "마음이 바뀌었어요")}
        error={answer.errors.reason}
      />
      {view.payment?.method === "virtual_account" && view.purchase.refundBank === "" ? (
        <RefundAccountFields errors={answer.errors} values={answer.values} />
      ) : null}
    </ConfirmDialog>
  )
}

function WithdrawClaimDialog({ claim }: { claim: ClaimSummary }) {
  return (
    <ConfirmDialog
      trigger="신청 철회"
      triggerClassName="btn btn-line btn-sm"
      title={`${CLAIM_KIND_LABELS[claim.kind]} 신청을 철회할까요?`}
      confirmLabel="철회하기"
      cancelLabel="닫기"
    >
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="move" value="withdraw" />
      <input type="hidden" name="claimId" value={claim.id} />
    </ConfirmDialog>
  )
}
