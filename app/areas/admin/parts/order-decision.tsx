import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { ChoiceCards, TextArea } from "#app/ui/field.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import { Card } from "#app/ui/section.tsx"
import type { OrderTransition } from "../../orders/rules.ts"

type Props = {
  moves: readonly OrderTransition[]
  /** What is held for the order. */ heldWon: number
  /** From this sum on a second person confirms. */ limitWon: number
  submissionKey: string
  /** The answer to what was sent. */ answer: ScreenAnswer
}

/** What an admin can decide about an order now. */
export function OrderDecision({ moves, heldWon, limitWon, submissionKey, answer }: Props) {
  return (
    <Card>
      <h2 className="text-lg font-bold">결정</h2>
      <div className="mt-3 grid gap-2">
        {moves.includes("resolve_complete") ? <ResolveDialog answer={answer.of("resolve")} /> : null}
        {moves.includes("cancel") ? (
          <CancelDialog
            heldWon={heldWon}
            limitWon={limitWon}
            submissionKey={submissionKey}
            answer={answer.of("cancel")}
          />
        ) : null}
      </div>
    </Card>
  )
}

/** Settles a dispute about work that is paid directly. */
function ResolveDialog({ answer }: { answer: ScreenAnswer }) {
  return (
    <ConfirmDialog
      trigger="분쟁 정리하기"
      triggerClassName="btn btn-primary w-full"
      title="어떻게 정리할까요?"
      text="조정 내용은 두 사람에게 그대로 전해지고, 되돌릴 수 없어요."
      confirmLabel="정리하기"
      cancelLabel="돌아가기"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="resolve" />
      <ChoiceCards
        legend="조정 결과"
        name="outcome"
        type="radio"
        options={[
          { value: "complete", label: "작업 완료", description: "고객이 약속한 금액을 내요" },
          { value: "cancel", label: "요청 취소", description: "남은 금액을 내지 않아요" },
        ]}
        defaultValue={answer.typed("outcome") || null}
        error={answer.errors.outcome}
      />
      <TextArea
        label="조정 내용"
        name="note"
        rows={4}
        maxLength={2_000}
        defaultValue={answer.typed("note")}
        error={answer.errors.note}
      />
    </ConfirmDialog>
  )
}

function CancelDialog({ heldWon, limitWon, submissionKey, answer }: Omit<Props, "moves">) {
  const needsSecond = heldWon >= limitWon
  return (
    <ConfirmDialog
      trigger="요청 취소하기"
      triggerClassName="btn btn-line w-full"
      title="요청을 취소할까요?"
      text={[
        heldWon > 0 ? `보관한 ${formatWon(heldWon)}은 모두 고객에게 돌아가요.` : "",
        needsSecond ? "큰 금액이라 다른 관리자가 확인하면 취소돼요." : "",
        "고객과 전문가에게 이유가 전해지고, 되돌릴 수 없어요.",
      ]
        .filter(Boolean)
        .join(" ")}
      confirmLabel={needsSecond ? "확인 요청하기" : "취소하기"}
      cancelLabel="돌아가기"
      tone="danger"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="cancel" />
      <SubmissionKey value={submissionKey} name="key" />
      <TextArea
        label="취소 이유"
        name="reason"
        rows={3}
        maxLength={500}
        defaultValue={answer.typed("reason")}
        error={answer.errors.reason}
      />
    </ConfirmDialog>
  )
}
