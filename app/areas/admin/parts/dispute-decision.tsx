import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { ChoiceCards, TextArea, WonField } from "#app/ui/field.tsx"
import type { ComponentProps } from "react"
import type { DisputeSection } from "../../orders/parts/dispute-section.tsx"
import type { DisputeState } from "../../orders/payment-rules.ts"

type DisputeView = ComponentProps<typeof DisputeSection>["dispute"]
type Step = { intent: string; trigger: string; title: string; text: string }

/** What an administrator may do with a dispute in each of its states. */
const STEPS: Record<DisputeState, readonly Step[]> = {
  opened: [
    {
      intent: "propose_decision",
      trigger: "조정안 내기",
      title: "어떻게 나누자고 할까요?",
      text: "두 사람에게 이유가 그대로 전해지고, 3일 안에 답할 수 있어요.",
    },
  ],
  proposed: [
    {
      intent: "decide_dispute",
      trigger: "결정하기",
      title: "어떻게 결정할까요?",
      text: "두 사람이 모두 답했거나 3일이 지난 뒤에 결정할 수 있어요. 3일 안에 이의가 없으면 정산돼요.",
    },
    {
      intent: "propose_decision",
      trigger: "조정안 다시 내기",
      title: "어떻게 나누자고 할까요?",
      text: "앞의 조정안은 사라지고, 두 사람이 다시 답해요.",
    },
  ],
  decided: [],
  appealed: [
    {
      intent: "decide_appeal",
      trigger: "이의에 답하기",
      title: "마지막으로 어떻게 정할까요?",
      text: "처음 결정한 사람이 아닌 관리자가 정해요. 바로 정산되고 되돌릴 수 없어요.",
    },
  ],
  closed: [],
}

/** The forms of an administrator about the held money of a dispute. */
export function DisputeDecision({ dispute, answer }: { dispute: DisputeView; answer: ScreenAnswer }) {
  return STEPS[dispute.state].map((step, index) => (
    <DecisionDialog
      key={step.intent}
      step={step}
      isFirst={index === 0}
      dispute={dispute}
      answer={answer.of(step.intent)}
    />
  ))
}

function DecisionDialog({
  step: { intent, trigger, title, text },
  isFirst,
  dispute,
  answer,
}: {
  step: Step
  isFirst: boolean
  dispute: DisputeView
  answer: ScreenAnswer
}) {
  return (
    <ConfirmDialog
      trigger={trigger}
      triggerClassName={`btn w-full ${isFirst ? "btn-primary" : "btn-line"}`}
      title={title}
      text={`보관 중인 돈은 ${formatWon(dispute.heldWon)}이에요. ${text}`}
      confirmLabel="보내기"
      cancelLabel="돌아가기"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value={intent} />
      <WonField
        label="전문가가 받을 금액"
        name="expertWon"
        help="나머지는 고객에게 환불돼요."
        defaultValue={answer.typed("expertWon", dispute.expertWon === null ? "" : String(dispute.expertWon))}
        error={answer.errors.expertWon}
      />
      <ChoiceCards
        legend="조정 결과"
        name="outcome"
        type="radio"
        layout="grid"
        options={[
          { value: "complete", label: "작업 완료" },
          { value: "cancel", label: "요청 취소" },
        ]}
        defaultValue={answer.typed("outcome", dispute.outcome ?? "") || null}
        error={answer.errors.outcome}
      />
      <TextArea
        label="이유"
        name="reason"
        rows={4}
        maxLength={2_000}
        required
        defaultValue={answer.typed("reason", dispute.reason)}
        error={answer.errors.reason}
      />
    </ConfirmDialog>
  )
}
