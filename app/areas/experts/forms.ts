/** The forms of experts' public side: the directory's address, the own page, questions, reviews. */
import { z } from "zod"
import { RANGES } from "#app/basics/distance.ts"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { CATEGORIES } from "../orders/rules.ts"
import {
  BADGE_KINDS,
  EXPERT_SORTS,
  MIN_RATINGS,
  INSURANCE_PAPER_LIMITS,
  PUBLIC_PAGE_LIMITS,
  REVIEW_LIMITS,
  REVIEW_SORTS,
  REVIEW_TAGS,
} from "./rules.ts"
import { PRICE_UNITS } from "./prices.ts"
import {
  text,
  optionalText,
  multiline,
  optional,
  wonAmount,
  integer,
  choice,
  choices,
  listOf,
  regionCode,
  dateString,
  idField,
  listCursor,
} from "#app/basics/form-fields.ts"

const today = () => toKstDateString(now())
const daysFromToday = (days: number) => () => addDays(today(), days)
const orEmpty = (submitted: string | null) => submitted ?? ""

/** The address of /experts; what cannot be read is as if it were not there. */
export const ExpertQuery = z.object({
  category: optional(choice(CATEGORIES, "분야")).catch(null),
  region: optional(regionCode({ label: "지역", widest: "sido" })).catch(null),
  badge: choices(BADGE_KINDS, { label: "인증" }).catch([]),
  rating: optional(choice(MIN_RATINGS, "평점")).catch(null),
  price: optional(wonAmount({ label: "가격", min: 1 })).catch(null),
  unit: optional(choice(PRICE_UNITS, "가격의 단위")).catch(null),
  q: optional(text({ label: "검색어", min: 0, max: 50 })).catch(null),
  range: optional(choice(RANGES, "보는 범위")).catch(null),
  sort: choice(EXPERT_SORTS, "정렬").catch("recommended"),
  after: listCursor,
})

/** The address of the liked experts. */
export const LikedQuery = z.object({ after: listCursor })

/** The part of /expert/:id's address that chooses reviews. */
export const ReviewQuery = z.object({
  reviews: optional(choice(["photo", ...CATEGORIES], "후기")).catch(null),
  sort: choice(REVIEW_SORTS, "정렬").catch("recommended"),
  after: listCursor,
})

const pictures = (label: string, max: number, min = 0) =>
  listOf(idField({ label }), { label, min, max }).transform((ids) => [...new Set(ids)])
const optionalPictureId = (label: string) => pictures(label, 1).transform(([id]) => id ?? null)

export const PublicPageForm = z.object({
  oneLine: text({ label: "한 줄 소개", min: 5, max: PUBLIC_PAGE_LIMITS.oneLine }),
  introduction: multiline({ label: "소개", min: 20, max: PUBLIC_PAGE_LIMITS.introduction }),
  workHours: optionalText({ label: "작업 시간", max: PUBLIC_PAGE_LIMITS.workHours }).transform(orEmpty),
  warranty: optionalText({ label: "하자보수", max: PUBLIC_PAGE_LIMITS.warranty }).transform(orEmpty),
  avatar: optionalPictureId("프로필 사진"),
  cover: optionalPictureId("대표 사진"),
})

/** `prices[0].name`, `prices[0].unit`, `prices[0].priceWon`; 0 is 무료. */
export const PricesForm = z.object({
  prices: listOf(
    z.object({
      name: text({ label: "작업 이름", max: 30 }),
      unit: optionalText({ label: "단위", max: 10 }).transform(orEmpty),
      priceWon: wonAmount({ label: "금액" }),
    }),
    { label: "가격", max: PUBLIC_PAGE_LIMITS.prices },
  ),
})

export const PortfolioForm = z.object({
  itemId: optional(idField({ label: "포트폴리오" })),
  title: text({ label: "작업 제목", min: 2, max: 40 }),
  description: optional(multiline({ label: "작업 설명", min: 0, max: 500 })).transform(orEmpty),
  category: choice(CATEGORIES, "분야"),
  priceWon: optional(wonAmount({ label: "작업 금액", min: 1_000 })),
  areaPyeong: optional(integer({ label: "평수", min: 1, max: 1_000 })),
  doneOn: optional(dateString({ label: "작업일", min: "1990-01-01", max: today })),
  before: optionalPictureId("작업 전 사진"),
  after: optionalPictureId("작업 후 사진").transform((id, context): string => {
    if (id !== null) return id
    context.addIssue({ code: "custom", message: "작업 후 사진을 한 장 올려 주세요." })
    return z.NEVER
  }),
})
export const PortfolioItemForm = z.object({ itemId: idField({ label: "포트폴리오" }) })
export const MovePortfolioForm = PortfolioItemForm.extend({ to: choice(["earlier", "later"], "방향") })

/** A certificate of insurance that has not run out. */
export const InsurancePaperForm = z.object({
  key: idField({ label: "신청" }),
  insurer: text({ label: "보험사와 보험", min: 2, max: INSURANCE_PAPER_LIMITS.insurer }),
  expiresOn: dateString({ label: "보험이 끝나는 날", min: today, max: daysFromToday(3_660) }),
  pictures: pictures("증권 사진", INSURANCE_PAPER_LIMITS.pictures).refine((ids) => ids.length > 0, {
    error: "증권 사진을 한 장 이상 올려 주세요.",
  }),
})
export const InsurancePaperWithdrawalForm = z.object({ paperId: idField({ label: "증권" }) })

export const VacationForm = z
  .object({
    from: dateString({ label: "시작일", min: today, max: daysFromToday(365) }),
    to: dateString({ label: "종료일", min: today, max: daysFromToday(400) }),
  })
  .superRefine((form, context) => {
    if (form.to < form.from)
      context.addIssue({
        code: "custom",
        path: ["to"],
        message: "종료일이 시작일보다 빨라요. 날짜를 다시 골라 주세요.",
      })
  })
export const RemoveVacationForm = z.object({ from: dateString({ label: "시작일" }) })

export const QuestionForm = z.object({
  question: multiline({ label: "질문", min: 5, max: PUBLIC_PAGE_LIMITS.question }),
})
export const AnswerForm = z.object({
  questionId: idField({ label: "질문" }),
  answer: multiline({ label: "답변", min: 2, max: PUBLIC_PAGE_LIMITS.answer }),
})
const starsField = (label: string) => choice(["1", "2", "3", "4", "5"], label).transform(Number)

/** A customer's review: for an order of one's own, or a change of it. */
export const ReviewForm = z.object({
  rating: starsField("전체 평점"),
  finish: starsField("마감"),
  priceMatch: starsField("가격 일치"),
  punctuality: starsField("시간 약속"),
  kindness: starsField("친절"),
  tags: choices(REVIEW_TAGS, { label: "좋았던 점", max: REVIEW_LIMITS.tags }),
  body: multiline({ label: "후기", min: REVIEW_LIMITS.bodyMin, max: REVIEW_LIMITS.bodyMax }),
  pictureIds: pictures("사진", REVIEW_LIMITS.photos),
})
export const ReplyForm = z.object({
  reviewId: idField({ label: "후기" }),
  reply: multiline({ label: "답글", min: 2, max: REVIEW_LIMITS.reply }),
})
/** The expert's word about the customer of an order. */
export const CustomerReviewForm = z.object({
  rating: starsField("고객 평점"),
  body: optional(multiline({ label: "한마디", min: 0, max: REVIEW_LIMITS.customerBody })).transform(orEmpty),
})
