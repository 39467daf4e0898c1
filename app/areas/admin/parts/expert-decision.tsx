import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { Card } from "#app/ui/section.tsx"
import { TRANSITIONS_WITH_REASON, type ExpertTransition } from "../../experts/rules.ts"

type ActionTexts = { label: string; title: string; text: string; buttonClass: string; tone?: "danger" }

const ACTION_TEXTS: Record<Exclude<ExpertTransition, "review" | "resubmit">, ActionTexts> = {
  approve: {
    label: "승인하기",
    title: "전문가로 승인할까요?",
    text: "사업자 배지를 주고, 사진이 있는 자격증을 확인된 것으로 표시해요. 신청자에게 메일이 가요.",
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
    text: "신청자에게 이유가 전해지고, 다시 신청할 수 있어요.",
    buttonClass: "btn btn-line w-full",
    tone: "danger",
  },
  suspend: {
    label: "활동 정지하기",
    title: "활동을 정지할까요?",
    text: "프로필이 숨겨지고 새 견적을 보낼 수 없어요. 이유가 전해져요.",
    buttonClass: "btn btn-line w-full",
    tone: "danger",
  },
  restore: {
    label: "정지 풀기",
    title: "활동을 다시 열까요?",
    text: "프로필이 다시 보이고 견적을 보낼 수 있어요.",
    buttonClass: "btn btn-primary w-full",
  },
  terminate: {
    label: "활동 종료하기",
    title: "활동을 끝낼까요?",
    text: "되돌릴 수 없어요. 이유가 전해져요.",
    buttonClass: "btn btn-line w-full",
    tone: "danger",
  },
}

/** What an admin can decide now. `answer` is that to what was sent. */
export function ExpertDecision({
  moves,
  name,
  answer,
}: {
  moves: readonly ExpertTransition[]
  name: string
  answer: ScreenAnswer
}) {
  return (
    <Card>
      <h2 className="text-lg font-bold">결정</h2>
      {moves.length === 0 ? (
        <p className="mt-2 text-base text-ink-3">지금은 {name}님이 할 일이거나 더 결정할 것이 없어요.</p>
      ) : null}
      <div className="mt-3 grid gap-2">
        {moves.map((move) => {
          if (move === "resubmit") return null
          if (move === "review") {
            return (
              <Form key={move} method="post">
                <input type="hidden" name="move" value="review" />
                <SubmitButton className="btn btn-primary w-full">심사 시작하기</SubmitButton>
              </Form>
            )
          }
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
              {TRANSITIONS_WITH_REASON.includes(move) ? (
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
