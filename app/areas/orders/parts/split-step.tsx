import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea, WonField } from "#app/ui/field.tsx"
import type { SplitView } from "../views.ts"
import { NextStep } from "./next-step.tsx"

const quietLinkClass =
  "hit flex min-h-9 w-full cursor-pointer list-none items-center justify-center rounded-md " +
  "text-sm font-medium text-ink-2 hover:underline"

/** What is proposed for the held money: to be answered by the other one, waited for by who proposed it. */
export function SplitStep({
  split,
  role,
  answer,
}: {
  split: SplitView
  role: "customer" | "expert"
  answer: ScreenAnswer
}) {
  const shares = `전문가 ${formatWon(split.expertWon)} · 고객 환불 ${formatWon(split.heldWon - split.expertWon)}`
  const end = `${formatDateTime(split.expiresAt)}까지 답할 수 있어요.`
  if (split.proposedBy === role)
    return (
      <NextStep
        tone="quiet"
        title="나눔 정산의 답을 기다리고 있어요"
        text={
          <>
            <span className="num block">{shares}</span>
            {end}
          </>
        }
      />
    )
  return (
    <NextStep
      tone="warn"
      title={`${split.proposedBy === "expert" ? "전문가가" : "고객이"} 나눔 정산을 제안했어요`}
      text={
        <>
          <span className="num block font-semibold text-base-content">{shares}</span>
          <span className="block whitespace-pre-line">{split.reason}</span>
          {end}
        </>
      }
    >
      <ProposeSplitDialog
        heldWon={split.heldWon}
        trigger="다시 제안하기"
        triggerClassName="btn btn-line btn-lg w-full"
        answer={answer}
      />
      <ConfirmDialog
        trigger="합의하기"
        triggerClassName="btn btn-primary btn-lg w-full"
        title="이대로 나누고 끝낼까요?"
        text={`${shares}. 합의하면 주문이 끝나고 되돌릴 수 없어요.`}
        confirmLabel="합의하기"
      >
        <input type="hidden" name="intent" value="accept_split" />
        <input type="hidden" name="splitId" value={split.id} />
      </ConfirmDialog>
    </NextStep>
  )
}

/** Asks how what is held should be divided. */
export function ProposeSplitDialog({
  heldWon,
  trigger,
  triggerClassName = quietLinkClass,
  answer: screenAnswer,
}: {
  heldWon: number
  trigger: string
  triggerClassName?: string
  answer: ScreenAnswer
}) {
  const answer = screenAnswer.of("propose_split")
  return (
    <ConfirmDialog
      trigger={trigger}
      triggerClassName={triggerClassName}
      title="보관 중인 돈을 어떻게 나눌까요?"
      text={
        `보관 중인 ${formatWon(heldWon)} 가운데 전문가가 받을 금액을 적어 주세요. ` +
        "나머지는 고객에게 환불돼요. 상대가 합의하면 주문이 끝나요."
      }
      confirmLabel="제안하기"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="propose_split" />
      <WonField
        label="전문가가 받을 금액"
        name="expertWon"
        help="모두 돌려주려면 0을 적어요."
        defaultValue={answer.typed("expertWon")}
        error={answer.errors.expertWon}
      />
      <TextArea
        label="이유"
        name="reason"
        rows={3}
        maxLength={500}
        required
        placeholder="어디까지 했고 왜 그만두는지 적어 주세요."
        defaultValue={answer.typed("reason")}
        error={answer.errors.reason}
      />
    </ConfirmDialog>
  )
}
