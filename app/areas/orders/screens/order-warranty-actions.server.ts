/** The forms about defects of finished work, of its customer and of its expert. */
import type { DefineIntent } from "#app/platform/intents.server.ts"
import {
  WarrantyAnswerForm,
  WarrantyClaimForm,
  WarrantyNoteForm,
  WarrantyRefusalForm,
  WarrantyRepairForm,
} from "../forms.ts"
import {
  agreeToWarrantyVisit,
  answerWarrantyClaim,
  complainAboutRepair,
  confirmWarrantyRepair,
  escalateWarrantyClaim,
  openWarrantyClaim,
  refuseWarrantyClaim,
  repairWarrantyClaim,
  withdrawWarrantyClaim,
} from "../service/warranties.server.ts"
import { WARRANTY_LIMITS } from "../warranty-rules.ts"
import { NOT_NOW as not_now, type OrderFormContext } from "./order-payment-actions.server.ts"

const CLAIM_PICTURES = [{ name: "pictureIds", purpose: "claim", max: WARRANTY_LIMITS.photos }] as const
const pictures_missing = {
  field: "pictureIds",
  sentence: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
}

/** Describes what the customer does about a defect. */
const defineCustomerIntents = (intent: DefineIntent<OrderFormContext>) => ({
  open_warranty: intent({
    form: WarrantyClaimForm,
    pictures: CLAIM_PICTURES,
    run: ({ actor, orderId }, value) => openWarrantyClaim(actor, orderId, value),
    done: "하자를 접수했어요. 전문가가 3영업일 안에 답해요",
    problems: {
      not_now,
      pictures_missing,
      warranty_over: "하자보수 기간이 끝났어요.",
      open_already: "이미 접수한 하자가 있어요. 그 접수가 끝난 뒤에 다시 접수해 주세요.",
    },
  }),
  agree_warranty: intent({
    run: ({ actor, orderId }) => agreeToWarrantyVisit(actor, orderId),
    done: "방문 날짜에 동의했어요",
    problems: { not_now },
  }),
  confirm_warranty: intent({
    run: ({ actor, orderId }) => confirmWarrantyRepair(actor, orderId),
    done: "보수를 확인했어요",
    problems: { not_now },
  }),
  complain_warranty: intent({
    form: WarrantyNoteForm,
    run: ({ actor, orderId }, value) => complainAboutRepair(actor, orderId, value),
    done: "전문가에게 다시 부탁했어요",
    problems: { not_now },
  }),
  withdraw_warranty: intent({
    run: ({ actor, orderId }) => withdrawWarrantyClaim(actor, orderId),
    done: "하자 접수를 거두었어요",
    problems: { not_now },
  }),
  escalate_warranty: intent({
    form: WarrantyNoteForm,
    run: ({ actor, orderId }, value) => escalateWarrantyClaim(actor, orderId, value),
    done: "운영팀에 검토를 요청했어요",
    problems: { not_now, too_early: "전문가가 아직 답할 수 있어요. 기한이 지난 뒤에 요청해 주세요." },
  }),
})

/** Describes what the expert does about it. */
const defineExpertIntents = (intent: DefineIntent<OrderFormContext>) => ({
  answer_warranty: intent({
    form: WarrantyAnswerForm,
    run: ({ actor, orderId }, value) => answerWarrantyClaim(actor, orderId, value),
    done: "방문할 날을 알렸어요",
    problems: { not_now },
  }),
  refuse_warranty: intent({
    form: WarrantyRefusalForm,
    run: ({ actor, orderId }, value) => refuseWarrantyClaim(actor, orderId, value),
    done: "하자 접수를 거절했어요",
    problems: { not_now },
  }),
  repair_warranty: intent({
    form: WarrantyRepairForm,
    pictures: CLAIM_PICTURES,
    run: ({ actor, orderId }, value) => repairWarrantyClaim(actor, orderId, value),
    done: "보수 결과를 보냈어요",
    problems: { not_now, pictures_missing },
  }),
})

/** Describes what the forms about defects do. */
export const defineWarrantyIntents = (intent: DefineIntent<OrderFormContext>) => ({
  ...defineCustomerIntents(intent),
  ...defineExpertIntents(intent),
})
