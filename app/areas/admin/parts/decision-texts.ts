import type { ExpertTransition } from "../../experts/rules.ts"
import type { ProductMove, SellerMove } from "../../selling/rules.ts"

/** What the button of a decision says, and what is asked before it is made. */
export type DecisionTexts = {
  label: string
  title: string
  text?: string
  buttonClass: string
  tone?: "danger"
}

const MAIN = "btn btn-primary w-full"
const LINE = "btn btn-line w-full"

export const EXPERT_DECISION_TEXTS: Record<
  Exclude<ExpertTransition, "review" | "resubmit">,
  DecisionTexts
> = {
  approve: {
    label: "승인하기",
    title: "전문가로 승인할까요?",
    text: "사업자 배지를 주고, 사진이 있는 자격증을 확인된 것으로 표시해요. 신청자에게 메일이 가요.",
    buttonClass: MAIN,
  },
  ask_info: {
    label: "보완 요청하기",
    title: "무엇을 보완할까요?",
    text: "신청자에게 그대로 전해져요.",
    buttonClass: LINE,
  },
  reject: {
    label: "반려하기",
    title: "신청을 반려할까요?",
    text: "신청자에게 이유가 전해지고, 다시 신청할 수 있어요.",
    buttonClass: LINE,
    tone: "danger",
  },
  suspend: {
    label: "활동 정지하기",
    title: "활동을 정지할까요?",
    text: "프로필이 숨겨지고 새 견적을 보낼 수 없어요. 이유가 전해져요.",
    buttonClass: LINE,
    tone: "danger",
  },
  restore: {
    label: "정지 풀기",
    title: "활동을 다시 열까요?",
    text: "프로필이 다시 보이고 견적을 보낼 수 있어요.",
    buttonClass: MAIN,
  },
  terminate: {
    label: "활동 종료하기",
    title: "활동을 끝낼까요?",
    text: "되돌릴 수 없어요. 이유가 전해져요.",
    buttonClass: LINE,
    tone: "danger",
  },
}

export const SELLER_DECISION_TEXTS: Record<Exclude<SellerMove, "reapply">, DecisionTexts> = {
  approve: {
    label: "승인하기",
    title: "입점을 승인할까요?",
    text: "바로 상품을 올릴 수 있어요. 신청자에게 알림이 가요.",
    buttonClass: MAIN,
  },
  ask_info: {
    label: "보완 요청하기",
    title: "무엇을 보완할까요?",
    text: "신청자에게 그대로 전해져요.",
    buttonClass: LINE,
  },
  reject: {
    label: "반려하기",
    title: "신청을 반려할까요?",
    text: "이유가 전해지고, 고쳐서 다시 신청할 수 있어요.",
    buttonClass: LINE,
    tone: "danger",
  },
  suspend: {
    label: "판매 정지하기",
    title: "판매를 정지할까요?",
    text: "모든 상품이 내려가요. 받은 주문과 정산은 이어져요.",
    buttonClass: LINE,
    tone: "danger",
  },
  resume: {
    label: "정지 풀기",
    title: "판매를 다시 열까요?",
    text: "내려간 상품이 다시 진열돼요.",
    buttonClass: MAIN,
  },
  terminate: {
    label: "계약 종료하기",
    title: "입점 계약을 끝낼까요?",
    text: "되돌릴 수 없어요. 받은 주문과 정산은 끝까지 이어져요.",
    buttonClass: LINE,
    tone: "danger",
  },
}

export const PRODUCT_DECISION_TEXTS: Record<Exclude<ProductMove, "propose" | "revise">, DecisionTexts> = {
  publish: {
    label: "승인하기",
    title: "판매를 시작할까요?",
    text: "바로 진열되고 판매자에게 알림이 가요.",
    buttonClass: MAIN,
  },
  reject: {
    label: "반려하기",
    title: "상품을 반려할까요?",
    text: "이유가 판매자에게 그대로 전해지고, 고쳐서 다시 요청할 수 있어요.",
    buttonClass: LINE,
    tone: "danger",
  },
  hide: {
    label: "숨기기",
    title: "상품을 숨길까요?",
    text: "아무도 살 수 없고, 판매자도 다시 보이게 할 수 없어요.",
    buttonClass: LINE,
    tone: "danger",
  },
  show: { label: "다시 보이기", title: "상품을 다시 보이게 할까요?", buttonClass: MAIN },
}
