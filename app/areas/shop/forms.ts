/** What the forms and addresses of the shop accept. */
import { z } from "zod"
import { CARRIER_KEYS, DEPARTMENTS, LIMITS, PRODUCT_SORTS, REVIEW_SORTS } from "./rules.ts"
import { OFFERED_PAYMENT_METHODS } from "../money/rules.ts"
import { cashReceiptFields, checkCashReceipt, refundAccountFields } from "../money/forms.ts"
import {
  text,
  optionalText,
  multiline,
  optional,
  integer,
  choice,
  listOf,
  checkbox,
  requiredConsent,
  alwaysRun,
  idField,
  wonAmount,
} from "../../basics/form-fields.ts"
import { withoutCrossedRange } from "../../basics/price-range.ts"
import { currentPasswordField, phone } from "../../basics/account-fields.ts"
import { CLAIM_KINDS, CLAIM_REASON_KEYS } from "./claim-rules.ts"

const flag = z.enum(["1"]).nullable().catch(null).default(null)
const amount = (label: string) => optional(wonAmount({ label })).catch(null)

/** The address of /shopping. */
export const ProductQuery = z
  .object({
    department: z.enum(DEPARTMENTS).nullable().catch(null).default(null),
    min: amount("최소 금액"),
    max: amount("최대 금액"),
    seller: z.uuid().nullable().catch(null).default(null),
    free: flag,
    stock: flag,
    deal: flag,
    sort: z.enum(PRODUCT_SORTS).catch("popular").default("popular"),
    after: z.string().max(1_000).nullable().catch(null).default(null),
  })
  .transform(withoutCrossedRange)

/** What narrows the reviews on the page of a product. */
export const ReviewQuery = z.object({
  order: z.enum(REVIEW_SORTS).catch("helpful").default("helpful"),
  photos: flag,
  option: z.string().max(100).nullable().catch(null).default(null),
  reviews: z.string().max(1_000).nullable().catch(null).default(null),
})
/** The list of what was looked at: a visitor's browser says which. */
export const RecentQuery = z.object({
  ids: z
    .string()
    .max(40 * LIMITS.recentViews)
    .transform((ids) => ids.split(","))
    .catch([])
    .default([]),
})
export const WishQuery = z.object({ after: z.string().max(1_000).nullable().catch(null).default(null) })

const quantity = (label = "수량") => integer({ label, min: 1, max: LIMITS.quantity })

const onOff = (label: string) => choice(["0", "1"], label).transform((on) => on === "1")

export const RestockForm = z.object({ variantId: idField({ label: "옵션" }), on: onOff("재입고 알림") })
export const RestockCancelForm = z.object({ variantId: idField({ label: "옵션" }) })
export const ReviewMarkForm = z.object({ reviewId: idField({ label: "후기" }), on: onOff("도움돼요") })
export const ViewRemoveForm = z.object({ productId: optional(idField({ label: "상품" })) })

/** One of a name, or several of it; `emptyText` where there is none. */
const severalOf = <Item extends z.ZodType>(item: Item, emptyText: string) =>
  z.preprocess(
    (sent) => (sent === undefined ? [] : [sent].flat()),
    z
      .array(item)
      .min(1, { error: emptyText })
      .max(LIMITS.selections, { error: `한 번에 ${LIMITS.selections}개까지 담을 수 있어요.` }),
  )

/** Options that are taken together, each with its quantity: the first quantity is of the first option. */
export const ProductSelectionForm = z
  .object({
    variantId: severalOf(idField({ label: "옵션" }), "옵션을 골라 주세요."),
    quantity: severalOf(quantity(), "수량을 골라 주세요."),
    submissionKey: optional(idField({ label: "양식" })),
  })
  .transform(({ variantId, quantity: quantities, submissionKey }, context) => {
    if (quantities.length !== variantId.length || new Set(variantId).size !== variantId.length) {
      context.addIssue({ code: "custom", path: ["variantId"], message: "옵션과 수량을 다시 골라 주세요." })
      return z.NEVER
    }
    const lines = variantId.map((id, index) => ({ variantId: id, quantity: quantities[index] ?? 1 }))
    return { lines, submissionKey }
  })
export const CartLineForm = z.object({ variantId: idField({ label: "상품" }), quantity: quantity() })
export const CartSelectForm = z.object({ variantId: idField({ label: "상품" }), selected: checkbox() })
export const CartSelectAllForm = z.object({ selected: checkbox() })
export const CartOrderForm = z.object({ submissionKey: optional(idField({ label: "양식" })).catch(null) })
export const CartRemoveForm = z.object({ variantId: optional(idField({ label: "상품" })) })

const zonecode = text({ label: "우편번호", min: 5, max: 5 }).refine((typed) => /^\d{5}$/.test(typed), {
  error: "우편번호는 숫자 5자리예요. 다시 확인해 주세요.",
})

const addressFields = {
  recipient: text({ label: "받는 분", min: 2, max: 30 }),
  phone: phone({ label: "연락처" }),
  zonecode,
  address: text({ label: "기본주소", min: 5, max: 120 }),
  addressDetail: optionalText({ label: "상세주소", max: 80 }),
  request: optionalText({ label: "배송 요청사항", max: 100 }),
}

export const DeliveryAddressForm = z.object({
  id: optional(idField({ label: "배송지" })),
  ...addressFields,
  isDefault: checkbox(),
})
export const AddressIdForm = z.object({ id: idField({ label: "배송지" }) })

/** Without one of the own addresses (`addressId`) all of it is typed. */
const MISSING_ADDRESS = {
  recipient: "받는 분을 입력해 주세요.",
  phone: "연락처를 입력해 주세요.",
  zonecode: "우편번호를 입력해 주세요.",
  address: "기본주소를 입력해 주세요.",
} as const

const PurchaseForm = z.object({
  addressId: optional(idField({ label: "배송지" })),
  ...addressFields,
  recipient: optional(addressFields.recipient),
  phone: optional(addressFields.phone),
  zonecode: optional(zonecode),
  address: optional(addressFields.address),
  saveAddress: checkbox(),
  couponId: optional(idField({ label: "쿠폰" })),
  method: choice(OFFERED_PAYMENT_METHODS, "결제수단"),
  ...cashReceiptFields,
  consent: requiredConsent("주문 내용 확인과 결제"),
  thirdPartyConsent: requiredConsent("개인정보 제3자 제공"),
  madeToOrderConsent: checkbox(),
  submissionKey: idField({ label: "양식" }),
})
export const PlacePurchaseForm = PurchaseForm.superRefine((typed, context) => {
  const form: Partial<typeof typed> = typed
  checkCashReceipt(form, context)
  if (form.addressId) return
  for (const [name, message] of Object.entries(MISSING_ADDRESS))
    if ((form[name as keyof typeof MISSING_ADDRESS] ?? null) === null)
      context.addIssue({ code: "custom", path: [name], message })
}, alwaysRun)
export const CancelLineForm = z.object({
  lineId: idField({ label: "상품" }),
  reason: text({ label: "취소 사유", min: 2, max: 100 }),
  ...refundAccountFields,
  password: currentPasswordField(),
})
export const LineIdForm = z.object({ lineId: idField({ label: "상품" }) })
export const ClaimForm = z.object({
  lineId: idField({ label: "상품" }),
  kind: choice(CLAIM_KINDS, "신청 종류"),
  reason: choice(CLAIM_REASON_KEYS, "사유"),
  detail: optionalText({ label: "자세한 내용", max: 500 }),
  pickupNote: optionalText({ label: "수거 요청사항", max: 120 }),
  variantId: optional(idField({ label: "옵션" })),
  pictureIds: listOf(idField({ label: "사진" }), { label: "사진", max: LIMITS.claimPhotos }),
  ...refundAccountFields,
  password: currentPasswordField(),
})
export const WithdrawClaimForm = z.object({ claimId: idField({ label: "신청" }) })
export const ClaimDecisionForm = z
  .object({
    move: choice(["approve", "reject", "collect", "receive", "complete"], "처리"),
    reason: optionalText({ label: "사유", max: 200 }),
    carrier: optional(choice(CARRIER_KEYS, "택배사")),
    trackingNumber: optionalText({ label: "송장번호", max: 30 }),
    restock: checkbox(),
  })
  .superRefine((form, context) => {
    const addError = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if (form.move === "reject" && (form.reason ?? "").length < 2)
      addError("reason", "거절하는 이유를 적어 주세요. 구매자에게 그대로 전해져요.")
    if (form.trackingNumber !== null && !/^[\dA-Za-z-]{6,30}$/.test(form.trackingNumber))
      addError("trackingNumber", "송장번호는 숫자와 영문 6~30자로 써 주세요.")
  })
export const ClaimMoveForm = z.object({ claimId: idField({ label: "신청" }) }).and(ClaimDecisionForm)
/** What the form decides, as the services take it. */
export const toClaimDecision = ({
  reason,
  carrier,
  trackingNumber,
  restock,
}: z.output<typeof ClaimDecisionForm>) => ({
  ...(reason && { reason }),
  ...(carrier && { carrier }),
  ...(trackingNumber && { trackingNumber }),
  restock,
})

export const ProductReviewForm = z.object({
  rating: integer({ label: "별점", min: 1, max: 5 }),
  body: multiline({ label: "후기", min: LIMITS.reviewBodyMin, max: LIMITS.reviewBodyMax }),
  pictureIds: listOf(idField({ label: "사진" }), { label: "사진", max: LIMITS.reviewPhotos }),
})
export const QuestionForm = z.object({
  body: multiline({ label: "문의", min: 5, max: LIMITS.questionLength }),
  secret: checkbox(),
})
