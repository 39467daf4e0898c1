/** The forms of second-hand: the list's address, an item, a price offer, a review, a keyword alert. */
import { z } from "zod"
import { MAX_KEYWORD, parseAlertWords } from "#app/basics/alert-words.ts"
import { RANGES } from "#app/basics/distance.ts"
import { isId } from "#app/basics/ids.ts"
import { withoutCrossedRange } from "#app/basics/price-range.ts"
import { formatWon } from "#app/basics/won.ts"
import { alertPlaceFields, getAlertPlaceProblem } from "../accounts/alert-place-forms.ts"
import { getBannedProblem } from "./banned.ts"
import { canPaySafely, DEAL_LIMITS } from "./deal-rules.ts"
import {
  BAD_TAGS,
  CONDITIONS,
  DEAL_TAGS,
  FEE_PAYERS,
  GOOD_TAGS,
  ITEM_CATEGORIES,
  ITEM_SORTS,
  LIMITS,
  DEAL_METHODS,
  SALES_TABS,
} from "./rules.ts"
import {
  text,
  multiline,
  optional,
  wonAmount,
  choice,
  choices,
  listOf,
  checkbox,
  regionCode,
  idField,
  listCursor,
} from "#app/basics/form-fields.ts"
import { hasContact } from "#app/basics/contacts.ts"

const flag = z.literal("1").nullable().catch(null)
const orEmpty = (typed: string | null) => typed ?? ""

/** The address of /marketplace; what cannot be read is as if it were not there. */
export const ItemQuery = z
  .object({
    category: optional(choice(ITEM_CATEGORIES, "카테고리")).catch(null),
    region: optional(regionCode({ label: "지역", widest: "sido" })).catch(null),
    condition: choices(CONDITIONS, { label: "물건 상태" }).catch([]),
    method: optional(choice(DEAL_METHODS, "거래 방법")).catch(null),
    min: optional(wonAmount({ label: "최소 금액" })).catch(null),
    max: optional(wonAmount({ label: "최대 금액" })).catch(null),
    free: flag,
    open: flag,
    offers: flag,
    range: optional(choice(RANGES, "보는 범위")).catch(null),
    sort: choice(ITEM_SORTS, "정렬").catch("recent"),
    after: listCursor,
  })
  .transform(withoutCrossedRange)

/** The addresses of a person's own lists. */
export const SalesQuery = z.object({ tab: choice(SALES_TABS, "탭").catch("selling"), after: listCursor })
export const PageQuery = z.object({ after: listCursor })
export const PriceGuideQuery = z.object({
  category: optional(choice(ITEM_CATEGORIES, "카테고리")).catch(null),
  title: optional(text({ label: "제목", min: 0, max: LIMITS.title })).catch(null),
})

const NO_CONTACT_TEXT = "전화번호나 계좌, 메신저 아이디는 쓸 수 없어요. 채팅으로 이야기해 주세요."

/** Refuses a text that offers what may not be sold, or leads past the chat. */
function refuseUnsellable(typed: string, context: z.RefinementCtx): void {
  const problem = getBannedProblem(typed) ?? (hasContact(typed) ? NO_CONTACT_TEXT : null)
  if (problem) context.addIssue({ code: "custom", message: problem })
}
const always = () => true

/** Whether the buyer pays the parcel together with the price. */
const asksForParcelFee = (form: { safe: boolean; methods: readonly string[]; parcelFeeBy: string | null }) =>
  form.safe && form.methods.includes("parcel") && form.parcelFeeBy === "buyer"

/** An item. `free` (나눔) makes the price 0; the way it changes hands is `methods[]`. */
export const ItemForm = z
  .object({
    title: text({ label: "제목", min: 2, max: LIMITS.title }).superRefine(refuseUnsellable),
    category: choice(ITEM_CATEGORIES, "카테고리"),
    condition: choice(CONDITIONS, "물건 상태"),
    free: checkbox({ label: "나눔" }),
    priceWon: optional(wonAmount({ label: "가격", max: LIMITS.priceWon })),
    negotiable: checkbox({ label: "가격 제안" }),
    methods: choices(DEAL_METHODS, { label: "거래 방법", min: 1 }),
    parcelFeeBy: optional(choice(FEE_PAYERS, "택배비")),
    safe: checkbox({ label: "안심결제" }),
    parcelFeeWon: optional(wonAmount({ label: "택배비 금액", max: DEAL_LIMITS.parcelFeeWon })),
    regionCode: regionCode({ label: "거래 지역" }),
    defects: optional(multiline({ label: "하자", min: 0, max: LIMITS.defects }))
      .transform(orEmpty)
      .superRefine(refuseUnsellable),
    description: multiline({ label: "설명", min: 10, max: LIMITS.description }).superRefine(refuseUnsellable),
    pictureIds: listOf(idField({ label: "사진" }), { label: "사진", min: 1, max: LIMITS.pictures }).transform(
      (ids) => [...new Set(ids)],
    ),
  })
  // What two fields say together is told along with what is wrong in one of them.
  .refine((form) => form.free || form.priceWon !== null, {
    path: ["priceWon"],
    error: "가격을 입력하거나 나눔을 골라 주세요.",
    when: always,
  })
  .refine((form) => form.free || form.priceWon === null || form.priceWon >= 100, {
    path: ["priceWon"],
    error: "가격은 100원부터 쓸 수 있어요. 그냥 주려면 나눔을 골라 주세요.",
  })
  .refine((form) => form.parcelFeeBy !== null || !form.methods.includes("parcel"), {
    path: ["parcelFeeBy"],
    error: "택배비를 누가 낼지 골라 주세요.",
  })
  .refine((form) => !form.safe || canPaySafely(form.free ? 0 : (form.priceWon ?? 0)), {
    path: ["safe"],
    error:
      `안심결제는 ${formatWon(DEAL_LIMITS.minPriceWon)}부터 ` +
      `${formatWon(DEAL_LIMITS.maxPriceWon)}까지 쓸 수 있어요. 가격을 확인하거나 안심결제를 꺼 주세요.`,
  })
  .refine((form) => !asksForParcelFee(form) || form.parcelFeeWon !== null, {
    path: ["parcelFeeWon"],
    error: "안심결제로 함께 받을 택배비를 입력해 주세요.",
  })
  .refine((form) => form.condition !== "broken" || form.defects !== "", {
    path: ["defects"],
    error: "어디가 고장 났거나 깨졌는지 적어 주세요.",
    when: always,
  })
  .transform(({ free, priceWon, negotiable, methods, parcelFeeBy, parcelFeeWon, ...rest }) => ({
    ...rest,
    priceWon: free ? 0 : (priceWon ?? 0),
    negotiable: !free && negotiable,
    direct: methods.includes("direct"),
    parcel: methods.includes("parcel"),
    parcelFeeBy: methods.includes("parcel") ? parcelFeeBy : null,
    parcelFeeWon: asksForParcelFee({ safe: rest.safe, methods, parcelFeeBy }) ? (parcelFeeWon ?? 0) : 0,
  }))

const EXPIRED_FORM_TEXT = "양식이 오래됐어요. 새로고침한 뒤 다시 올려 주세요."
/** An item that is put up. `submissionKey` is a fresh id from the page: one key makes one item. */
export const NewItemForm = z.intersection(
  ItemForm,
  z.object({ submissionKey: z.string({ error: EXPIRED_FORM_TEXT }).refine(isId, EXPIRED_FORM_TEXT) }),
)

export const OfferForm = z.object({
  priceWon: wonAmount({ label: "제안 금액", min: 100, max: LIMITS.priceWon }),
})
export const DecideOfferForm = z.object({
  offerId: idField({ label: "가격 제안" }),
  decision: choice(["accept", "decline"], "답변"),
})
export const BuyerForm = z.object({ buyerId: idField({ label: "거래할 분" }) })
/** Selling also to somebody from elsewhere: `none`. */
export const SellForm = z.object({
  buyerId: z.union([z.literal("none").transform(() => null), idField({ label: "거래한 분" })], {
    error: "거래한 분을 골라 주세요.",
  }),
})
export const HideItemForm = z.object({ away: choice(["0", "1"], "숨기기") })

export const DealReviewForm = z
  .object({
    verdict: choice(["good", "bad"], "거래 평가"),
    tags: choices(DEAL_TAGS, { label: "좋았던 점", max: LIMITS.reviewTags }),
    body: optional(multiline({ label: "후기", min: 0, max: 500 })).transform(orEmpty),
  })
  .superRefine(({ verdict, tags, body }, context) => {
    const allowedTags: readonly string[] = verdict === "good" ? GOOD_TAGS : BAD_TAGS
    if (tags.some((tag) => !allowedTags.includes(tag)))
      context.addIssue({
        code: "custom",
        path: ["tags"],
        message: `${verdict === "good" ? "좋았던" : "아쉬웠던"} 점만 골라 주세요.`,
      })
    if (tags.length === 0 && body === "")
      context.addIssue({ code: "custom", path: ["tags"], message: "하나 이상 고르거나 후기를 적어 주세요." })
    if (hasContact(body)) context.addIssue({ code: "custom", path: ["body"], message: NO_CONTACT_TEXT })
  })

export const AlertForm = z
  .object({
    keyword: text({ label: "키워드", min: 2, max: MAX_KEYWORD }),
    category: optional(choice(ITEM_CATEGORIES, "카테고리")),
    ...alertPlaceFields,
    minWon: optional(wonAmount({ label: "최소 금액", max: LIMITS.priceWon })),
    maxWon: optional(wonAmount({ label: "최대 금액", max: LIMITS.priceWon })),
  })
  .superRefine(({ keyword, minWon, maxWon, ...place }, context) => {
    const placeProblem = getAlertPlaceProblem(place)
    if (placeProblem !== null)
      context.addIssue({ code: "custom", path: ["regionCode"], message: placeProblem })
    if (parseAlertWords(keyword).join("").length < 2)
      context.addIssue({
        code: "custom",
        path: ["keyword"],
        message: "키워드는 글자나 숫자로 두 자 이상 써 주세요.",
      })
    if (minWon !== null && maxWon !== null && maxWon < minWon)
      context.addIssue({
        code: "custom",
        path: ["maxWon"],
        message: "최대 금액이 최소 금액보다 적어요. 다시 확인해 주세요.",
      })
  })
export const RemoveAlertForm = z.object({ alertId: idField({ label: "키워드" }) })

/** The address of a person's page in the market. */
export const TraderQuery = z.object({
  show: choice(["items", "reviews"], "보기").catch("items"),
  after: listCursor,
})
