/** Refunds that the office begins itself: their states, forms and words. */
import { z } from "zod"
import { chosenIds } from "#app/basics/chosen-ids.ts"
import type { Transition } from "#app/basics/transitions.ts"
import { choice, idField, listCursor, multiline, optional, text } from "#app/basics/form-fields.ts"
import type { RefundState } from "../money/rules.ts"
import { CLAIM_REASON_KEYS, FAULTS } from "../shop/claim-rules.ts"

export type OfficeRefundState = "waiting" | "done" | "refused" | "withdrawn"
export type OfficeRefundMove = "confirm" | "refuse" | "withdraw"
/** Over the limit nobody gives money back alone: `other` is any admin but the one who asked. */
export const OFFICE_REFUND_TRANSITIONS: readonly Transition<
  OfficeRefundState,
  OfficeRefundMove,
  "asker" | "other"
>[] = [
  { move: "confirm", from: ["waiting"], to: "done", by: ["other"] },
  { move: "refuse", from: ["waiting"], to: "refused", by: ["other"] },
  { move: "withdraw", from: ["waiting"], to: "withdrawn", by: ["asker"] },
]
export const OFFICE_REFUND_STATE_LABELS: Record<OfficeRefundState, string> = {
  waiting: "확인 기다림",
  done: "환불함",
  refused: "거절함",
  withdrawn: "거둠",
}
/** What has come of money that was decided to go back; null where none had been paid. */
export function describeOfficeRefund(state: RefundState | null): string {
  switch (state) {
    case "account_waiting":
      return "받을 사람이 계좌를 알려 주면 돈이 나가요. 본인에게 알렸어요."
    case "requested":
      return "결제사가 돌려주는 중이에요."
    case "failed":
      return "결제사가 돌려주지 못했어요. 쇼핑 주문은 주문 화면, 견적 요청은 안심결제 화면에서 다시 보낼 수 있어요."
    case "done":
      return "돈을 돌려줬어요."
    case null:
      return "돌려줄 돈은 없었어요."
  }
}

const reason = multiline({ label: "이유", min: 2, max: 500 })
const lineIds = chosenIds({ label: "환불할 상품" })
const fault = choice(FAULTS, "누구 사정인지")

/** `amount` is what was shown, digits alone: another sum on the server is shown first. */
export const OFFICE_REFUND_FORMS = {
  quote: z.object({ lineIds, fault, reason }),
  refund: z.object({
    lineIds,
    fault,
    reason,
    key: idField({ label: "환불" }),
    amount: text({ label: "환불할 금액", max: 12 }).transform(Number),
  }),
  cancel: z.object({ reason, key: idField({ label: "취소" }) }),
  return: z.object({
    lineIds: chosenIds({ label: "반품할 상품" }),
    reason: choice(CLAIM_REASON_KEYS, "이유"),
    fault: choice(FAULTS, "반품비를 낼 쪽"),
    detail: multiline({ label: "구매자에게 들은 내용", min: 2, max: 500 }),
    pickupNote: optional(text({ label: "수거할 때 참고할 점", max: 100 })).transform((typed) => typed ?? ""),
  }),
  decide: z.object({
    refundId: idField({ label: "환불" }),
    move: choice(["confirm", "refuse", "withdraw"], "결정"),
  }),
}

export const OFFICE_REFUND_QUEUES = ["waiting", "decided"] as const
export type OfficeRefundQueue = (typeof OFFICE_REFUND_QUEUES)[number]
export const OFFICE_REFUND_QUEUE_LABELS: Record<OfficeRefundQueue, string> = {
  waiting: "확인 기다림",
  decided: "끝난 것",
}
export const OfficeRefundsQuery = z.object({
  queue: choice(OFFICE_REFUND_QUEUES, "상태").catch("waiting"),
  after: listCursor,
})
