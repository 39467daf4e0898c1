import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { Card } from "#app/ui/section.tsx"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { type SellerMove, SELLER_MOVES_WITH_REASON } from "#app/areas/selling/rules.ts"

type ActionTexts = { label: string; title: string; text: string; buttonClass: string; tone?: "danger" }

const ACTION_TEXTS: Record<Exclude<SellerMove, "reapply">, ActionTexts> = {
  approve: {
    label: "승인하기",
    title: "입점을 승인할까요?",
    text: "바로 상품을 올릴 수 있어요. 신청자에게 알림이 가요.",
    buttonClass: "btn btn-primary w-full",
  },
  ask_info: {
    label: "보완 요청하기",
    title: "무엇을 보완할까요?",
    text: "신청자에게 그대로 전해져요.",
    buttonClass: "btn btn-line w-full",
  },
  reject: {
    label: "반려하기",
    title: "신청을 반려할까요?",
    text: "이유가 전해지고, 고쳐서 다시 신청할 수 있어요.",
    buttonClass: "btn btn-line w-full",
    tone: "danger",
  },
  suspend: {
    label: "판매 정지하기",
    title: "판매를 정지할까요?",
    text: "모든 상품이 내려가요. 받은 주문과 정산은 이어져요.",
    buttonClass: "btn btn-line w-full",
    tone: "danger",
  },
  resume: {
    label: "정지 풀기",
    title: "판매를 다시 열까요?",
    text: "내려간 상품이 다시 진열돼요.",
    buttonClass: "btn btn-primary w-full",
  },
  terminate: {
    label: "계약 종료하기",
    title: "입점 계약을 끝낼까요?",
    text: "되돌릴 수 없어요. 받은 주문과 정산은 끝까지 이어져요.",
    buttonClass: "btn btn-line w-full",
    tone: "danger",
  },
}

/** What an admin can decide about a seller now. `answer` is that to what was sent. */
export function SellerDecision({ moves, answer }: { moves: readonly SellerMove[]; answer: ScreenAnswer }) {
  return (
    <Card>
      <h2 className="text-lg font-bold">결정</h2>
      {moves.length === 0 ? (
        <p className="mt-2 text-base text-ink-3">지금은 신청자가 할 일이거나 더 결정할 것이 없어요.</p>
      ) : null}
      <div className="mt-3 grid gap-2">
        {moves.map((move) => {
          if (move === "reapply") return null
          const texts = ACTION_TEXTS[move]
          const answered = answer.about("move", move)
          return (
            <ConfirmDialog
              key={move}
              trigger={texts.label}
              triggerClassName={texts.buttonClass}
              title={texts.title}
              text={texts.text}
              confirmLabel={texts.label}
              tone={texts.tone ?? "primary"}
              defaultOpen={answered.hasErrors}
            >
              <input type="hidden" name="move" value={move} />
              {SELLER_MOVES_WITH_REASON.includes(move) ? (
                <TextArea
                  label="이유"
                  name="reason"
                  rows={4}
                  maxLength={500}
                  defaultValue={answered.typed("reason")}
                  error={answered.errors.reason}
                />
              ) : null}
            </ConfirmDialog>
          )
        })}
      </div>
    </Card>
  )
}
