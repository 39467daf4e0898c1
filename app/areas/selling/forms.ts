/** Defines the forms of the seller dashboard. */
import { z } from "zod"
import { chosenIds } from "#app/basics/chosen-ids.ts"
import { CARRIER_KEYS, LIMITS, DEPARTMENTS } from "../shop/rules.ts"
import { payoutAccountFields } from "../money/forms.ts"
import {
  DISCLOSURE_KINDS,
  DISCLOSURES,
  countVagueDisclosuresAllowed,
  isInapplicableDisclosure,
  isVagueDisclosure,
  type DisclosureKind,
} from "../shop/disclosure.ts"
import { PRODUCT_TABS, CLAIM_TABS, STOCK_TABS, QUESTION_TABS, SALES_SPANS } from "./rules.ts"
import {
  text,
  optionalText,
  multiline,
  optional,
  wonAmount,
  integer,
  choice,
  listOf,
  checkbox,
  requiredConsent,
  businessNumber,
  alwaysRun,
  idField,
  listCursor,
} from "#app/basics/form-fields.ts"
import { isId } from "#app/basics/ids.ts"
import { email, currentPasswordField, phone } from "#app/basics/account-fields.ts"
import { SELLER_ORDER_TABS } from "#app/areas/shop/filter-rules.ts"

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

export const ShopSettingsForm = z.object({
  ...shopFields,
  ...payoutAccountFields,
  password: currentPasswordField(),
})

/**
 * Whole-form checks run beside those of single fields, so that everything that is wrong is said at once; what
 * did not pass is missing there.
 */

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

/** The key of a form that is sent once: an old page sends none. */
const submissionForm = (problem: string) =>
  z.object({ submissionKey: z.string({ error: problem }).refine(isId, { error: problem }) })

export const SellerApplicationSubmission = SellerApplicationForm.and(
  submissionForm("양식이 오래됐어요. 새로고침한 뒤 다시 보내 주세요."),
)

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
  /** Which picture of the product shows it, counted from 1; without it the first. */
  picture: optional(integer({ label: "사진", min: 1, max: LIMITS.pictures })),
})

/**
 * Refuses facts that tell a buyer nothing: at most half of them may only say where to look, and not all
 * others that they don't apply.
 */
function addVagueDisclosureIssues(
  kind: DisclosureKind,
  notice: readonly unknown[],
  context: z.RefinementCtx,
): void {
  const allowed = countVagueDisclosuresAllowed(kind)
  const vague = DISCLOSURES[kind].rows.flatMap((_label, index) => {
    const value = notice[index]
    return typeof value === "string" && isVagueDisclosure(value) ? [index] : []
  })
  for (const index of vague.slice(allowed))
    context.addIssue({
      code: "custom",
      path: ["notice", index],
      message: `‘상세 설명 참조’는 항목의 절반(${allowed}개)까지만 쓸 수 있어요. 이 항목은 내용을 적어 주세요.`,
    })
  const tells = (value: unknown) =>
    typeof value === "string" && !isVagueDisclosure(value) && !isInapplicableDisclosure(value)
  if (vague.length <= allowed && notice.length > 0 && !notice.some(tells))
    context.addIssue({
      code: "custom",
      path: ["notice", vague[0] ?? 0],
      message: "모든 항목이 ‘상세 설명 참조’나 ‘해당 없음’일 수는 없어요. 이 항목은 내용을 적어 주세요.",
    })
}

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
    const pictureCount = form.pictureIds?.length ?? 0
    variants.forEach((variant, index) => {
      if ((variant?.picture ?? 0) > Math.max(1, pictureCount))
        context.addIssue({
          code: "custom",
          path: ["variants", index, "picture"],
          message: `사진이 ${pictureCount}장이에요. 있는 사진을 골라 주세요.`,
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
            message: `${label} 항목을 입력해 주세요. 해당이 없으면 ‘해당 없음’이라고 써 주세요.`,
          })
      })
    if (kind) addVagueDisclosureIssues(kind, notice, context)
    if (form.pictureIds?.length === 0)
      context.addIssue({
        code: "custom",
        path: ["pictureIds"],
        message: "사진을 한 장 이상 올려 주세요. 첫 사진이 목록에 보여요.",
      })
  }, alwaysRun)

export const ProductSubmission = ProductForm.and(
  submissionForm("양식이 오래됐어요. 새로고침한 뒤 다시 저장해 주세요."),
)

/** `was` is the stock that the seller looked at: what was sold meanwhile must not come back to the shelf. */
export const StockForm = z.object({
  variantId: idField({ label: "옵션" }),
  priceWon: wonAmount({ label: "가격", min: 100, max: LIMITS.priceWon }),
  stock: integer({ label: "재고", max: 1_000_000 }),
  was: integer({ label: "재고" }),
})

/** An option that was ticked, with the stock that was looked at: `<id>:<stock>`. */
const stockOption = text({ label: "옵션", max: 50 })
  .refine((typed) => /^[\da-f-]{36}:\d{1,7}$/.test(typed), { error: "옵션을 다시 골라 주세요." })
  .transform((typed) => ({ variantId: typed.slice(0, 36), was: Number(typed.slice(37)) }))

/** One price, one stock, or both for all options that were ticked; what is empty stays as it is. */
export const StocksForm = z
  .object({
    options: listOf(stockOption, { label: "바꿀 옵션", min: 1, max: 100 }).transform((options) => [
      ...new Map(options.map((option) => [option.variantId, option])).values(),
    ]),
    priceWon: optional(wonAmount({ label: "가격", min: 100, max: LIMITS.priceWon })),
    stock: optional(integer({ label: "재고", max: 1_000_000 })),
  })
  .superRefine(({ priceWon, stock }, context) => {
    if (priceWon === null && stock === null)
      context.addIssue({
        code: "custom",
        path: ["priceWon"],
        message: "가격이나 재고 가운데 하나는 입력해 주세요.",
      })
  })

export const ProductMoveForm = z.object({
  productId: idField({ label: "상품" }),
  move: choice(["propose", "hide", "show"], "처리"),
})

/** A file of products that was looked through. */
export const ProductFileForm = z.object({ fileId: idField({ label: "파일" }) })

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

export const SalesQuery = z.object({ span: choice(SALES_SPANS, "기간").catch("30") })
export const SalesFileQuery = SalesQuery.extend({ kind: choice(["days", "products"], "종류").catch("days") })

export const LineIdsForm = z.object({
  lineIds: chosenIds({ label: "준비할 상품" }),
})

/** The file of parcels as text; `from` is the first row that this sending is about. */
export const ParcelsForm = z.object({
  csv: multiline({ label: "파일", min: 1, max: 200_000 }),
  from: integer({ label: "줄", max: LIMITS.parcelRows }),
  count: integer({ label: "줄", min: 1, max: LIMITS.parcelRows }),
})
