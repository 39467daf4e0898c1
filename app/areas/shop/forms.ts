/** Owns what the forms and addresses of the shop accept. */
import { z } from "zod"
import {
  businessNumber,
  checkbox,
  choice,
  email,
  idField,
  integer,
  listOf,
  listCursor,
  multiline,
  optional,
  optionalText,
  currentPasswordField,
  phone,
  requiredConsent,
  text,
  wonAmount,
} from "#app/basics/form.ts"
import { BANK_NAMES } from "#app/platform/payments/payment.ts"
import { DISCLOSURE_KINDS, DISCLOSURES } from "./disclosure.ts"
import {
  CARRIER_KEYS,
  CLAIM_KINDS,
  CLAIM_REASON_KEYS,
  CLAIM_TABS,
  DEPARTMENTS,
  LIMITS,
  SELLER_ORDER_TABS,
  PAYMENT_METHODS,
  PRODUCT_SORTS,
  PRODUCT_TABS,
  QUESTION_TABS,
  STOCK_TABS,
} from "./rules.ts"

const flag = z.enum(["1"]).nullable().catch(null).default(null)
const amount = z.coerce.number().int().min(1).max(1_000_000_000).nullable().catch(null).default(null)

/** The address of /shopping. */
export const ProductQuery = z.object({
  department: z.enum(DEPARTMENTS).nullable().catch(null).default(null),
  q: z.string().trim().max(50).nullable().catch(null).default(null),
  min: amount,
  max: amount,
  seller: z.uuid().nullable().catch(null).default(null),
  free: flag,
  stock: flag,
  deal: flag,
  sort: z.enum(PRODUCT_SORTS).catch("popular").default("popular"),
  after: z.string().max(1_000).nullable().catch(null).default(null),
})

const quantity = (label = "수량") => integer({ label, min: 1, max: LIMITS.quantity })

export const ProductSelectionForm = z.object({
  variantId: idField({ label: "옵션" }),
  quantity: quantity(),
  submissionKey: optional(idField({ label: "양식" })),
})
export const CartLineForm = z.object({ variantId: idField({ label: "상품" }), quantity: quantity() })
export const CartSelectForm = z.object({ variantId: idField({ label: "상품" }), selected: checkbox() })
export const CartRemoveForm = z.object({ variantId: optional(idField({ label: "상품" })) })

const zonecode = text({ label: "우편번호", min: 5, max: 5 }).refine((typed) => /^\d{5}$/.test(typed), {
  error: "우편번호는 숫자 5자리예요. 다시 확인해 주세요.",
})

export const PlacePurchaseForm = z.object({
  recipient: text({ label: "받는 분", min: 2, max: 30 }),
  phone: phone({ label: "연락처" }),
  zonecode,
  address: text({ label: "기본주소", min: 5, max: 120 }),
  addressDetail: optionalText({ label: "상세주소", max: 80 }),
  request: optionalText({ label: "배송 요청사항", max: 100 }),
  couponId: optional(idField({ label: "쿠폰" })),
  method: choice(PAYMENT_METHODS, "결제수단"),
  consent: requiredConsent("주문 내용 확인과 결제"),
  thirdPartyConsent: requiredConsent("개인정보 제3자 제공"),
  madeToOrderConsent: checkbox(),
  submissionKey: idField({ label: "양식" }),
})

const isAccountNumber = (typed: string) => /^\d[\d -]{4,}\d$/.test(typed)
const accountNumberError = { error: "계좌번호는 숫자로 써요. 다시 확인해 주세요." }
const refundAccountFields = {
  bank: optional(choice(BANK_NAMES, "은행")),
  accountNumber: optionalText({ label: "계좌번호", max: 30 }).refine(
    (typed) => typed === null || isAccountNumber(typed),
    accountNumberError,
  ),
  accountHolder: optionalText({ label: "예금주", max: 30 }),
}
type RefundAccountInput = { bank: string | null; accountNumber: string | null; accountHolder: string | null }
/** The account as the services take it; null where it is not complete. */
export const toRefundAccount = (typed: RefundAccountInput) =>
  typed.bank && typed.accountNumber && typed.accountHolder
    ? {
        bank: typed.bank,
        accountNumber: typed.accountNumber.replace(/[^\d-]/g, ""),
        holder: typed.accountHolder,
      }
    : null

/** Where the buyer of a deposit wants it back. */
export const RefundAccountForm = z.object({
  bank: choice(BANK_NAMES, "은행"),
  accountNumber: text({ label: "계좌번호", min: 6, max: 30 }).refine(isAccountNumber, accountNumberError),
  accountHolder: text({ label: "예금주", min: 2, max: 30 }),
  password: currentPasswordField(),
})
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
  ...refundAccountFields,
  password: currentPasswordField(),
})
export const ClaimMoveForm = z
  .object({
    claimId: idField({ label: "신청" }),
    move: choice(["approve", "reject", "collect", "receive", "complete", "withdraw"], "처리"),
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
/** What the form decides, as the services take it. */
export const toClaimDecision = ({
  reason,
  carrier,
  trackingNumber,
  restock,
}: z.output<typeof ClaimMoveForm>) => ({
  ...(reason && { reason }),
  ...(carrier && { carrier }),
  ...(trackingNumber && { trackingNumber }),
  restock,
})
export const RetryRefundForm = z.object({ refundId: idField({ label: "환불" }), ...refundAccountFields })

export const ShipForm = z.object({
  lineId: idField({ label: "상품" }),
  carrier: choice(CARRIER_KEYS, "택배사"),
  trackingNumber: text({ label: "송장번호", min: 6, max: 30 }).refine(
    (typed) => /^[\dA-Za-z-]+$/.test(typed),
    { error: "송장번호는 숫자와 영문으로 써요. 다시 확인해 주세요." },
  ),
})
export const SellOutForm = z.object({
  lineId: idField({ label: "상품" }),
  reason: text({ label: "사유", min: 2, max: 100 }),
})

export const ProductReviewForm = z.object({
  rating: integer({ label: "별점", min: 1, max: 5 }),
  body: multiline({ label: "후기", min: LIMITS.reviewBodyMin, max: LIMITS.reviewBodyMax }),
})
export const QuestionForm = z.object({
  body: multiline({ label: "문의", min: 5, max: LIMITS.questionLength }),
  secret: checkbox(),
})
export const AnswerForm = z.object({
  id: idField({ label: "문의" }),
  answer: multiline({ label: "답변", min: 2, max: 1_000 }),
})
export const ReplyForm = z.object({
  id: idField({ label: "후기" }),
  answer: multiline({ label: "답글", min: 2, max: 1_000 }),
})

/** What buyers see of a shop, and the terms of its parcels. */
const shopFields = {
  name: text({ label: "상점 이름", min: 2, max: 30 }),
  intro: optionalText({ label: "상점 소개", max: 300 }),
  phone: phone({ label: "연락처" }),
  email: email(),
  address: text({ label: "사업장 주소", min: 5, max: 120 }),
  shippingWon: wonAmount({ label: "배송비", max: 100_000 }),
  freeFromWon: optional(wonAmount({ label: "무료배송 기준 금액", min: 1, max: 10_000_000 })),
  returnWon: wonAmount({ label: "반품 배송비", max: 100_000 }),
  dispatchDays: integer({ label: "발송 준비일", min: 0, max: 3 }),
}
const payoutAccountFields = {
  bank: text({ label: "정산 은행", min: 2, max: 20 }),
  accountNumber: text({ label: "정산 계좌번호", min: 6, max: 30 }).refine((typed) => /^[\d-]+$/.test(typed), {
    error: "계좌번호는 숫자로 써요. 다시 확인해 주세요.",
  }),
  accountHolder: text({ label: "예금주", min: 2, max: 30 }),
}
export const ShopSettingsForm = z.object({
  ...shopFields,
  ...payoutAccountFields,
  password: currentPasswordField(),
})

/**
 * Whole-form checks run beside those of single fields, so that everything that is wrong is said at once; what
 * did not pass is missing there.
 */
const alwaysRun = { when: () => true }

/**
 * An application to sell. The number of the mail-order report (통신판매업) is asked for unless the applicant is
 * exempt.
 */
export const SellerApplicationForm = z
  .object({
    ...shopFields,
    ...payoutAccountFields,
    businessName: text({ label: "상호", min: 2, max: 50 }),
    representative: text({ label: "대표자", min: 2, max: 30 }),
    businessNumber: businessNumber(),
    mailOrderNumber: optionalText({ label: "통신판매업 신고번호", max: 40 }),
    mailOrderExempt: checkbox({ label: "통신판매업 신고 면제" }),
    documentIds: listOf(idField({ label: "서류" }), { label: "서류", max: LIMITS.documents }).transform(
      (ids) => [...new Set(ids)],
    ),
    consent: requiredConsent("판매 약관"),
  })
  .superRefine((typed, context) => {
    const form: Partial<typeof typed> = typed
    const addError = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if (form.mailOrderNumber === null && !form.mailOrderExempt)
      addError("mailOrderNumber", "통신판매업 신고번호를 입력하거나 신고 면제를 골라 주세요.")
    if (
      typeof form.mailOrderNumber === "string" &&
      !/^(?:제\s*)?\d{4}-[가-힣A-Za-z]{2,15}-\d{1,6}(?:호)?$/.test(form.mailOrderNumber)
    )
      addError("mailOrderNumber", "신고번호는 2026-서울서초-0123처럼 써요. 다시 확인해 주세요.")
    if (form.documentIds?.length === 0) addError("documentIds", "사업자등록증 사진을 올려 주세요.")
  }, alwaysRun)
export const SubmissionForm = z.object({ submissionKey: idField({ label: "양식" }) })
export const SellerDecisionForm = z.object({
  move: choice(["approve", "ask_info", "reject", "suspend", "resume", "terminate"], "결정"),
  reason: optional(multiline({ label: "이유", min: 0, max: 500 })).transform((reason) => reason ?? ""),
})
export const ProductDecisionForm = z.object({
  seen: text({ label: "상품", max: 40 }),
  move: choice(["publish", "reject", "hide", "show"], "결정"),
  reason: optional(multiline({ label: "이유", min: 0, max: 500 })).transform((reason) => reason ?? ""),
})

const VariantRow = z.object({
  id: optional(idField({ label: "옵션" })),
  name: optionalText({ label: "옵션 이름", max: 60 }),
  priceWon: wonAmount({ label: "가격", min: 100, max: LIMITS.priceWon }),
  stock: integer({ label: "재고", max: 1_000_000 }),
  /** The stock that the seller looked at; without it the row is new. */
  was: optional(integer({ label: "재고" })),
})
export const ProductForm = z
  .object({
    title: text({ label: "상품 이름", min: 4, max: 80 }),
    brand: optionalText({ label: "브랜드", max: 30 }),
    department: choice(DEPARTMENTS, "분류"),
    description: multiline({ label: "상품 설명", min: 20, max: 5_000 }),
    listPriceWon: optional(wonAmount({ label: "정가", min: 100, max: LIMITS.priceWon })),
    optionLabel: optionalText({ label: "옵션 종류", max: 30 }),
    variants: listOf(VariantRow, { label: "옵션", min: 1, max: LIMITS.variants }),
    freeShipping: checkbox(),
    madeToOrder: checkbox(),
    noticeKind: choice(DISCLOSURE_KINDS, "상품군"),
    notice: z.preprocess(
      (sent) => sent ?? [],
      z.array(optionalText({ label: "고시 정보", max: 200 })).max(LIMITS.disclosureRows),
    ),
    pictureIds: listOf(idField({ label: "사진" }), { label: "사진", max: LIMITS.pictures }).transform(
      (ids) => [...new Set(ids)],
    ),
  })
  .superRefine((typed, context) => {
    const form: Partial<typeof typed> = typed
    const variants: readonly (Partial<(typeof typed.variants)[number]> | null | undefined)[] = Array.isArray(
      form.variants,
    )
      ? form.variants
      : []
    const names = variants.map((variant) => variant?.name ?? "")
    if (variants.length > 1 && names.some((name) => name === "")) {
      names.forEach(
        (name, index) =>
          name === "" &&
          context.addIssue({
            code: "custom",
            path: ["variants", index, "name"],
            message: "옵션이 여러 개면 이름이 있어야 해요. 옵션 이름을 입력해 주세요.",
          }),
      )
    }
    names.forEach((name, index) => {
      if (name !== "" && names.indexOf(name) !== index)
        context.addIssue({
          code: "custom",
          path: ["variants", index, "name"],
          message: "같은 이름의 옵션이 있어요. 다른 이름을 써 주세요.",
        })
    })
    const lowestPriceWon = Math.min(...variants.map((variant) => variant?.priceWon ?? 0))
    if (typeof form.listPriceWon === "number" && variants.length > 0 && form.listPriceWon < lowestPriceWon)
      context.addIssue({
        code: "custom",
        path: ["listPriceWon"],
        message: "정가가 판매가보다 낮아요. 정가를 다시 확인해 주세요.",
      })
    const kind = DISCLOSURE_KINDS.find((each) => each === form.noticeKind)
    const notice: readonly unknown[] = Array.isArray(form.notice) ? form.notice : []
    if (kind)
      DISCLOSURES[kind].rows.forEach((label, index) => {
        if ((notice[index] ?? null) === null)
          context.addIssue({
            code: "custom",
            path: ["notice", index],
            message: `${label} 항목을 입력해 주세요. 해당이 없으면 '해당 없음'이라고 써 주세요.`,
          })
      })
    if (form.pictureIds?.length === 0)
      context.addIssue({
        code: "custom",
        path: ["pictureIds"],
        message: "사진을 한 장 이상 올려 주세요. 첫 사진이 목록에 보여요.",
      })
  }, alwaysRun)
/** `was` is the stock that the seller looked at: what was sold meanwhile must not come back to the shelf. */
export const StockForm = z.object({
  variantId: idField({ label: "옵션" }),
  priceWon: wonAmount({ label: "가격", min: 100, max: LIMITS.priceWon }),
  stock: integer({ label: "재고", max: 1_000_000 }),
  was: integer({ label: "재고" }),
})
export const ProductMoveForm = z.object({
  productId: idField({ label: "상품" }),
  move: choice(["propose", "hide", "show"], "처리"),
})

const searchTerm = optional(text({ label: "검색어", min: 0, max: 50 })).catch(null)
/** The addresses of an owner's lists. */
export const SellerProductsQuery = z.object({
  tab: choice(PRODUCT_TABS, "탭").catch("all"),
  q: searchTerm,
  after: listCursor,
})
export const SellerOrdersQuery = z.object({
  tab: choice(SELLER_ORDER_TABS, "탭").catch("to_send"),
  q: searchTerm,
  after: listCursor,
})
export const SellerClaimsQuery = z.object({ tab: choice(CLAIM_TABS, "탭").catch("open"), after: listCursor })
export const SellerStockQuery = z.object({
  tab: choice(STOCK_TABS, "탭").catch("low"),
  q: searchTerm,
  after: listCursor,
})
export const SellerQuestionsQuery = z.object({
  tab: choice(QUESTION_TABS, "탭").catch("waiting"),
  after: listCursor,
})
export const SellerLedgerQuery = z.object({ after: listCursor })

export const LineIdsForm = z.object({
  lineIds: listOf(idField({ label: "상품" }), { label: "상품", min: 1, max: 100 }).transform((ids) => [
    ...new Set(ids),
  ]),
})
/** The file of parcels as text; `from` is the first row that this sending is about. */
export const ParcelsForm = z.object({
  csv: multiline({ label: "파일", min: 1, max: 200_000 }),
  from: integer({ label: "줄", max: LIMITS.parcelRows }),
  count: integer({ label: "줄", min: 1, max: LIMITS.parcelRows }),
})
export const PayoutMoveForm = z.object({
  payoutId: idField({ label: "지급" }),
  move: choice(["start", "pay", "fail"], "처리"),
  reason: optionalText({ label: "이유", max: 200 }),
})
