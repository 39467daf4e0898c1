/**
 * The forms of an expert's application: one for each question of the wizard, and all of them together.
 */
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { isRegionWithin } from "#app/basics/regions.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { CATEGORIES } from "../orders/rules.ts"
import { APPLICATION_LIMITS, type ApplicationStep } from "./rules.ts"
import {
  text,
  multiline,
  optional,
  wonAmount,
  integer,
  choice,
  choices,
  listOf,
  requiredConsent,
  regionCode,
  dateString,
  businessNumber,
  idField,
} from "#app/basics/form-fields.ts"

const today = () => toKstDateString(now())

/** One picture as the uploader sends it: a list of ids, of which there is at most one. */
const singlePictureField = (label: string, min = 0) =>
  listOf(idField({ label }), { label, min, max: 1 }).transform((ids) => ids[0] ?? null)

const identityFields = {
  name: text({ label: "활동명", min: 2, max: 20 }),
  oneLine: text({ label: "한 줄 소개", min: 5, max: 40 }),
}
const certificateSchema = z.object({
  name: text({ label: "자격증 이름", max: 40 }),
  issuer: text({ label: "발급 기관", max: 40 }),
  acquiredOn: optional(dateString({ label: "취득일", min: "1950-01-01", max: today })),
  picture: singlePictureField("자격증 사진"),
})
const portfolioItemSchema = z.object({
  title: text({ label: "작업 제목", min: 2, max: 40 }),
  category: choice(CATEGORIES, "분야"),
  priceWon: optional(wonAmount({ label: "작업 금액", min: 1_000 })),
  areaPyeong: optional(integer({ label: "평수", min: 1, max: 1_000 })),
  before: singlePictureField("작업 전 사진"),
  after: listOf(idField({ label: "작업 후 사진" }), { label: "작업 후 사진", max: 1 }).transform(
    (ids, context) => {
      const [id] = ids
      if (id !== undefined) return id
      context.addIssue({ code: "custom", message: "작업 후 사진을 한 장 올려 주세요." })
      return z.NEVER
    },
  ),
})
const priceSchema = z.object({
  name: text({ label: "작업 이름", max: 30 }),
  unit: text({ label: "단위", max: 10 }),
  priceWon: wonAmount({ label: "시작 금액", min: 1_000 }),
})
const businessFields = {
  businessNumber: businessNumber(),
  businessName: text({ label: "상호", max: 40 }),
  representative: text({ label: "대표자 이름", min: 2, max: 30 }),
}
const regionsField = z
  .preprocess(
    (rawValue) => (rawValue === undefined ? [] : [rawValue].flat()),
    z.array(regionCode({ label: "활동 지역", widest: "all" })),
  )
  .transform((codes, context) => {
    // A 시·도 already holds its 시·군·구: what lies in another choice is left out.
    const regionCodes = [...new Set(codes)].filter(
      (code, _, all) => !all.some((other) => other !== code && isRegionWithin(code, other)),
    )
    const problem =
      regionCodes.length === 0
        ? "활동 지역을 한 곳 이상 골라 주세요."
        : regionCodes.length > APPLICATION_LIMITS.regions
          ? `활동 지역은 ${APPLICATION_LIMITS.regions}곳까지 고를 수 있어요. 시·도 전체를 고르면 한 곳으로 세요.`
          : null
    if (problem === null) return regionCodes
    context.addIssue({ code: "custom", message: problem })
    return z.NEVER
  })

/** What each screen of the wizard posts. */
export const STEP_FORMS = {
  categories: z.object({ categories: choices(CATEGORIES, { label: "분야", min: 1 }) }),
  regions: z.object({ regions: regionsField }),
  identity: z.object(identityFields),
  introduction: z.object({
    introduction: multiline({ label: "소개", min: 20, max: APPLICATION_LIMITS.introduction }),
  }),
  career: z.object({ careerYears: integer({ label: "경력", min: 0, max: APPLICATION_LIMITS.careerYears }) }),
  business: z.object(businessFields),
  prices: z.object({ prices: listOf(priceSchema, { label: "가격", max: APPLICATION_LIMITS.prices }) }),
  certificates: z.object({
    certificates: listOf(certificateSchema, { label: "자격증", max: APPLICATION_LIMITS.certificates }),
  }),
  portfolio: z.object({
    portfolio: listOf(portfolioItemSchema, { label: "포트폴리오", max: APPLICATION_LIMITS.portfolio }),
  }),
} satisfies Record<ApplicationStep, z.ZodType>

export const ExpertApplicationForm = z.object({
  ...STEP_FORMS.categories.shape,
  ...STEP_FORMS.regions.shape,
  ...STEP_FORMS.identity.shape,
  ...STEP_FORMS.introduction.shape,
  ...STEP_FORMS.career.shape,
  ...STEP_FORMS.business.shape,
  ...STEP_FORMS.prices.shape,
  ...STEP_FORMS.certificates.shape,
  ...STEP_FORMS.portfolio.shape,
})
export type ExpertApplication = z.output<typeof ExpertApplicationForm>

/** Fields that are filled before anybody types: a row with nothing else is a blank row. */
export const PREFILLED_FIELDS = { prices: ["unit"], certificates: [], portfolio: ["category"] } as const

/**
 * PIPA (korea.md §4): collecting the business number and showing the seller's information each need a consent
 * of their own.
 */
export const ApplicationConsentForm = z.object({
  privacyConsent: requiredConsent("사업자 정보 수집·이용"),
  sellerConsent: requiredConsent("판매자 정보 공개"),
})
