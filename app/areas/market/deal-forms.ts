/** What the forms of deals that are paid safely accept. */
import { z } from "zod"
import {
  choice,
  idField,
  listCursor,
  listOf,
  multiline,
  optionalText,
  parsedField,
  requiredConsent,
  requiredString,
  text,
} from "#app/basics/form-fields.ts"
import { DeliveryAddressForm } from "../shop/forms.ts"
import { CARRIER_KEYS } from "../shop/rules.ts"
import { GOODS_PROBLEMS, CLAIM_OUTCOMES, DEAL_LIMITS } from "./deal-rules.ts"
import { DEAL_METHODS } from "./rules.ts"

/** The address of the page where a deal begins: how the thing is handed over. */
export const BuyQuery = z.object({ method: choice(DEAL_METHODS, "거래 방법").nullable().catch(null) })
/** The address of a deal, as the QR code of the meeting opens it. */
export const DealQuery = z.object({
  code: z
    .string()
    .regex(/^\d{6}$/)
    .nullable()
    .catch(null)
    .default(null),
})

const consent = requiredConsent("결제할 금액과 안심결제 안내")
export const BuyParcelForm = DeliveryAddressForm.omit({ id: true, isDefault: true }).extend({
  thirdPartyConsent: requiredConsent("개인정보 제3자 제공"),
  method: z.literal("parcel"),
  consent,
})
export const BuyMeetingForm = z.object({ method: z.literal("direct"), consent })

const parcel = {
  carrier: choice(
    CARRIER_KEYS.filter((key) => key !== "direct"),
    "택배사",
  ),
  trackingNumber: parsedField<string>(requiredString("송장번호"), (typed) => {
    const value = typed.replace(/\s/g, "")
    return /^[\dA-Za-z-]{6,30}$/.test(value)
      ? { value }
      : { problem: "송장번호는 숫자와 영문 6~30자로 써 주세요." }
  }),
}
export const SendParcelForm = z.object(parcel)
export const ReturnParcelForm = z.object(parcel)

export const DealCodeForm = z.object({
  code: parsedField<string>(requiredString("구매자 코드"), (typed) => {
    const code = typed.replace(/\s/g, "")
    return /^\d{6}$/.test(code) ? { value: code } : { problem: "구매자 코드는 숫자 6자리예요." }
  }),
})
export const CancelDealForm = z.object({ reason: text({ label: "취소하는 이유", min: 2, max: 200 }) })

export const DealClaimForm = z.object({
  kind: choice(GOODS_PROBLEMS, "어떤 문제인지"),
  details: multiline({ label: "자세한 내용", min: 10, max: DEAL_LIMITS.claimDetails }),
  pictureIds: listOf(idField({ label: "사진" }), { label: "사진", max: DEAL_LIMITS.claimPhotos }),
})
export const AnswerClaimForm = z
  .object({
    answer: choice(["return", "refund", "refuse"], "답변"),
    note: optionalText({ label: "구매자에게 할 말", max: 500 }),
  })
  .refine((form) => form.answer !== "refuse" || (form.note ?? "").length >= 10, {
    path: ["note"],
    error: "동의하지 않는 이유를 10자 이상 적어 주세요. 운영팀이 읽고 결정해요.",
  })
export const RefuseReturnForm = z
  .object({
    problem: choice(GOODS_PROBLEMS, "어떤 문제인지"),
    note: multiline({ label: "자세한 내용", min: 10, max: 500 }),
    pictureIds: listOf(idField({ label: "사진" }), { label: "사진", max: DEAL_LIMITS.claimPhotos }),
  })
  .refine((form) => form.problem === "missing" || form.pictureIds.length > 0, {
    path: ["pictureIds"],
    error: "돌려받은 물건과 포장이 보이는 사진을 한 장 이상 올려 주세요.",
  })

export const DealDecisionForm = z.object({
  outcome: choice(CLAIM_OUTCOMES, "결정"),
  reason: multiline({ label: "이유", min: 10, max: 1_000 }),
})
/** The administrators' list of claims. */
export const DealQueueQuery = z.object({
  queue: choice(["waiting", "decided"], "상태").catch("waiting"),
  after: listCursor,
})
/** The address of one's own deals. */
export const MyDealsQuery = z.object({
  side: choice(["bought", "sold"], "거래").catch("bought"),
  after: listCursor,
})
