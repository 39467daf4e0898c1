/** Reads what the two people of an order send from its screen. */
import { href } from "react-router"
import {
  definePaymentIntents,
  NOT_NOW as not_now,
  type OrderFormContext,
} from "./order-payment-actions.server.ts"
import { defineWarrantyIntents } from "./order-warranty-actions.server.ts"
import { intents, type DefineIntent } from "#app/platform/intents.server.ts"
import { CustomerReviewForm } from "../../experts/forms.ts"
import { rateCustomer } from "../../experts/service/reviews.server.ts"
import {
  CancelOrderForm,
  ChangeOrderForm,
  DecideChangeForm,
  DeliverForm,
  DisputeForm,
  RequestChangesForm,
  SharePhoneForm,
  StartWorkForm,
} from "../forms.ts"
import { LIMITS } from "../rules.ts"
import { setPhoneSharing } from "../service/contact-relay.server.ts"
import { decideChange, proposeChange } from "../service/change-orders.server.ts"
import {
  cancelOrder,
  completeWork,
  deliverWork,
  openDispute,
  redeliverWork,
  requestChanges,
  startWork,
} from "../service/work.server.ts"

const note_needed = { field: "note", sentence: "내용을 적어 주세요." }
const not_held = "고객이 아직 결제하지 않았어요. 결제한 돈이 보관되면 알려 드려요."
const AFTER_PICTURES = [{ name: "pictureIds", purpose: "after", max: LIMITS.photos }] as const
const pictures_needed = { field: "pictureIds", sentence: "작업 후 사진을 한 장 이상 올려 주세요." }
const pictures_missing = {
  field: "pictureIds",
  sentence: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
}

/** Describes what rates the customer of a completed order. */
const defineRatingIntents = (intent: DefineIntent<OrderFormContext>) => ({
  rate_customer: intent({
    form: CustomerReviewForm,
    run: ({ actor, orderId }, value) => rateCustomer(actor, { ...value, orderId }),
    done: "고객을 평가했어요",
    problems: {
      not_completed: "작업이 완료된 뒤에 평가할 수 있어요.",
      already_rated: "이미 고객을 평가했어요.",
    },
  }),
})

/** What the two do about more than was agreed on. */
const defineChangeIntents = (intent: DefineIntent<OrderFormContext>) => ({
  decide_change: intent({
    form: DecideChangeForm,
    run: ({ actor }, value) => decideChange(actor, value),
    done: ({ chargeId }, { decision }) =>
      chargeId
        ? {
            to: href("/pay/:chargeId", { chargeId }),
            flash: "추가 비용을 수락했어요. 결제하면 작업이 시작돼요",
          }
        : decision === "accept"
          ? "추가 비용을 수락했어요"
          : "추가 비용을 거절했어요",
    problems: { not_now },
  }),
  propose_change: intent({
    form: ChangeOrderForm,
    run: ({ actor, orderId }, value) => proposeChange(actor, orderId, value),
    done: "추가 비용을 요청했어요",
    problems: {
      not_now,
      waiting: "앞서 보낸 추가 비용 요청에 아직 답이 없어요. 답을 받은 뒤 다시 보내 주세요.",
      too_much: { field: "amountWon", sentence: "모두 합쳐 10억원을 넘을 수 없어요. 금액을 낮춰 주세요." },
    },
  }),
})

/** Does what the form's `intent` says for the order. */
export const answerOrderForm = intents<OrderFormContext>((intent) => ({
  share_phone: intent({
    form: SharePhoneForm,
    hidden: ["shares"],
    run: ({ actor, orderId }, { shares }) => setPhoneSharing(actor, { orderId, shares: shares === "yes" }),
    done({ by, isShared }, { shares }) {
      if (shares === "no") return by === "expert" ? "번호 요청을 거뒀어요" : "번호를 다시 가렸어요"
      if (isShared) return "이제 진짜 번호가 보여요"
      return by === "expert" ? "고객에게 번호를 요청했어요" : "번호를 알려 주기로 했어요"
    },
    problems: { not_now },
  }),
  cancel: intent({
    form: CancelOrderForm,
    run: ({ actor, orderId }, { reason }) => cancelOrder(actor, orderId, reason),
    done: "취소했어요",
    problems: {
      not_now,
      reason_needed: { field: "reason", sentence: "취소하는 이유를 적어 주세요. 상대방에게 전해져요." },
      split_needed: "작업이 시작되어 보관 중인 돈을 나눠야 해요. 나눔 정산을 제안해 주세요.",
    },
  }),
  complete: intent({
    run: ({ actor, orderId }) => completeWork(actor, orderId),
    done: "작업 완료를 확인했어요",
    problems: {
      not_now,
      change_undecided: "추가 비용 요청에 먼저 답해 주세요. 답한 뒤에 완료를 확인할 수 있어요.",
    },
  }),
  request_changes: intent({
    form: RequestChangesForm,
    run: ({ actor, orderId }, { note }) => requestChanges(actor, orderId, note),
    done: "보완을 요청했어요",
    problems: { not_now, note_needed },
  }),
  dispute: intent({
    form: DisputeForm,
    run: ({ actor, orderId }, { note }) => openDispute(actor, orderId, note),
    done: "분쟁 조정을 요청했어요",
    problems: { not_now, note_needed },
  }),
  start: intent({
    form: StartWorkForm,
    run: ({ actor, orderId }, value) => startWork(actor, orderId, value),
    done: "작업을 시작했어요",
    problems: {
      not_now,
      not_held,
      reason_needed: { field: "reason", sentence: "약속한 날보다 먼저 시작하는 이유를 적어 주세요." },
    },
  }),
  deliver: intent({
    form: DeliverForm,
    pictures: AFTER_PICTURES,
    run: ({ actor, orderId }, value) => deliverWork(actor, orderId, value),
    done: "작업 결과를 보냈어요",
    problems: { not_now, not_held, pictures_needed, pictures_missing },
  }),
  redeliver: intent({
    form: DeliverForm,
    pictures: AFTER_PICTURES,
    run: ({ actor, orderId }, value) => redeliverWork(actor, orderId, value),
    done: "보완한 결과를 보냈어요",
    problems: { not_now, pictures_needed, pictures_missing },
  }),
  ...definePaymentIntents(intent),
  ...defineWarrantyIntents(intent),
  ...defineRatingIntents(intent),
  ...defineChangeIntents(intent),
}))
