import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { ChoiceCards, TextArea } from "#app/ui/field.tsx"

/** Asks an administrator whether what was reported is to be repaired. */
export function WarrantyDecision({ answer }: { answer: ReturnType<ScreenAnswer["of"]> }) {
  return (
    <ConfirmDialog
      trigger="하자보수 정하기"
      triggerClassName="btn btn-primary w-full"
      title="보수해야 하는 하자인가요?"
      text="두 사람에게 이유가 그대로 전해져요. 보수로 정하면 전문가가 3영업일 안에 방문할 날을 알려요."
      confirmLabel="정하기"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="decide_warranty" />
      <ChoiceCards
        legend="결정"
        name="decision"
        type="radio"
        options={[
          { value: "repair", label: "보수해야 해요" },
          { value: "close", label: "하자가 아니에요" },
        ]}
        defaultValue={answer.typed("decision")}
        error={answer.errors.decision}
      />
      <TextArea
        label="이유"
        name="reason"
        rows={4}
        maxLength={1_000}
        required
        defaultValue={answer.typed("reason")}
        error={answer.errors.reason}
      />
    </ConfirmDialog>
  )
}
