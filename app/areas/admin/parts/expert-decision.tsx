import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { TRANSITIONS_WITH_REASON, type ExpertTransition } from "../../experts/rules.ts"
import { DecisionMoves, type DecisionTexts } from "./decision-moves.tsx"

const ACTION_TEXTS: Record<Exclude<ExpertTransition, "review" | "resubmit">, DecisionTexts> = {
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
    <DecisionMoves
      moves={moves.flatMap((move) =>
        move === "resubmit" || move === "review"
          ? []
          : [{ move, texts: ACTION_TEXTS[move], hasReason: TRANSITIONS_WITH_REASON.includes(move) }],
      )}
      emptyText={`지금은 ${name}님이 할 일이거나 더 결정할 것이 없어요.`}
      answer={answer}
      first={
        moves.includes("review") ? (
          <Form method="post">
            <input type="hidden" name="move" value="review" />
            <SubmitButton className="btn btn-primary w-full">심사 시작하기</SubmitButton>
          </Form>
        ) : null
      }
    />
  )
}
