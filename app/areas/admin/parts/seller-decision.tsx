import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { type SellerMove, SELLER_MOVES_WITH_REASON } from "#app/areas/selling/rules.ts"
import { DecisionMoves, type DecisionTexts } from "./decision-moves.tsx"

const ACTION_TEXTS: Record<Exclude<SellerMove, "reapply">, DecisionTexts> = {
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
export const SellerDecision = ({ moves, answer }: { moves: readonly SellerMove[]; answer: ScreenAnswer }) => (
  <DecisionMoves
    moves={moves.flatMap((move) =>
      move === "reapply"
        ? []
        : [{ move, texts: ACTION_TEXTS[move], hasReason: SELLER_MOVES_WITH_REASON.includes(move) }],
    )}
    emptyText="지금은 신청자가 할 일이거나 더 결정할 것이 없어요."
    answer={answer}
  />
)
