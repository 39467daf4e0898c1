import { formatWon } from "#app/basics/won.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import type { ChangeOrderView } from "../views.ts"

/** Yes or no to a change order. */
export function ChangeOrderDecision({ change, payableWon }: { change: ChangeOrderView; payableWon: number }) {
  return (
    <div className="mt-4 grid grid-cols-2 items-start gap-2 md:max-w-80">
      <ConfirmDialog
        trigger="거절하기"
        triggerClassName="btn btn-line w-full"
        title="추가 비용을 거절할까요?"
        text="거절한 금액은 결제하지 않아요."
        confirmLabel="거절하기"
        cancelLabel="돌아가기"
      >
        <ChangeOrderHiddenFields change={change} decision="reject" />
      </ConfirmDialog>
      <ConfirmDialog
        trigger="수락하기"
        triggerClassName="btn btn-primary w-full"
        title={`${formatWon(change.amountWon)}을 추가할까요?`}
        text={`수락하면 결제할 금액이 ${formatWon(payableWon + change.amountWon)}이 돼요.`}
        confirmLabel="수락하기"
        cancelLabel="돌아가기"
      >
        <ChangeOrderHiddenFields change={change} decision="accept" />
      </ConfirmDialog>
    </div>
  )
}

function ChangeOrderHiddenFields({
  change,
  decision,
}: {
  change: ChangeOrderView
  decision: "accept" | "reject"
}) {
  return (
    <>
      <input type="hidden" name="intent" value="decide_change" />
      <input type="hidden" name="changeOrderId" value={change.id} />
      <input type="hidden" name="decision" value={decision} />
    </>
  )
}
