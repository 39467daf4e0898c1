/** What the forms of the settings accept, and how questions are written as text. */
import { z } from "zod"
import type { Company } from "#app/basics/brand.ts"
import { CATEGORIES } from "../orders/category-rules.ts"
import type { Question } from "../orders/questions.ts"
import { ORDER_FEE_PAYERS } from "../orders/payment-rules.ts"
import {
  text,
  multiline,
  optional,
  wonAmount,
  integer,
  choice,
  checkbox,
  listOf,
  dateString,
  businessNumber,
  idField,
} from "#app/basics/form-fields.ts"
import { email } from "#app/basics/account-fields.ts"

const version = integer({ label: "판", max: 1_000_000 })

export const QUESTION_LIMITS = { perService: 12, options: 12 } as const

/** One answer a line: "아파트 | 설명". */
function parseOptions(typed: string): { label: string; description: string }[] {
  return typed.split("\n").flatMap((line) => {
    const [label = "", ...rest] = line.split("|").map((part) => part.trim())
    return label === "" ? [] : [{ label: label.slice(0, 40), description: rest.join(" ").slice(0, 80) }]
  })
}
export const formatOptions = (question: Question): string =>
  question.kind === "number"
    ? ""
    : question.options
        .map(({ label, description }) => (description ? `${label} | ${description}` : label))
        .join("\n")

export const QuestionForm = z
  .object({
    version,
    kind: choice(["choice", "choices", "number"], "답하는 방법"),
    text: text({ label: "질문", min: 2, max: 60 }),
    label: text({ label: "요약 이름", max: 20 }),
    help: optional(text({ label: "도움말", max: 120 })),
    wayOut: text({ label: "건너뛰는 답", max: 30 }),
    options: optional(multiline({ label: "고를 답", min: 0, max: 2_000 })).transform((typed) =>
      parseOptions(typed ?? ""),
    ),
    unit: optional(text({ label: "단위", max: 10 })),
    min: optional(integer({ label: "가장 작은 수", max: 999_999_999 })),
    max: optional(integer({ label: "가장 큰 수", min: 1, max: 999_999_999 })),
    services: listOf(text({ label: "서비스", max: 40 }), { label: "물어볼 서비스", max: 40 }).refine(
      (services) => services.length > 0,
      { error: "물어볼 서비스를 하나 이상 골라 주세요." },
    ),
  })
  .superRefine((form, context) => {
    const addError = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if (form.kind === "number") {
      if (form.unit === null) addError("unit", "단위를 입력해 주세요.")
      if (form.max === null || (form.min ?? 0) >= form.max)
        addError("max", "가장 큰 수를 가장 작은 수보다 크게 적어 주세요.")
      return
    }
    if (form.options.length < 2) addError("options", "고를 답을 한 줄에 하나씩 두 개 이상 적어 주세요.")
    if (form.options.length > QUESTION_LIMITS.options)
      addError("options", `고를 답은 ${QUESTION_LIMITS.options}개까지 쓸 수 있어요. 몇 줄을 지워 주세요.`)
    if (new Set(form.options.map((option) => option.label)).size < form.options.length)
      addError("options", "같은 답이 두 번 있어요. 하나를 지워 주세요.")
  })
export type QuestionInput = z.output<typeof QuestionForm>

const unreadableMove = { error: "무엇을 바꿀지 읽지 못했어요. 새로고침한 뒤 다시 시도해 주세요." }
const movedId = z.string(unreadableMove).min(1, unreadableMove).max(40, unreadableMove)

/** Nobody types any of it: what is wrong with a field says the same of the whole. */
export const QuestionMoveForm = z.object({
  version: z
    .string(unreadableMove)
    .regex(/^\d{1,7}$/, unreadableMove)
    .transform(Number),
  service: movedId,
  question: movedId,
})

/** The words of a service, and whether new requests are offered it. */
export const ServiceForm = z.object({
  version,
  service: text({ label: "서비스", max: 40 }),
  label: text({ label: "이름", min: 2, max: 20 }),
  description: text({ label: "설명", min: 2, max: 60 }),
  isHidden: checkbox({ label: "숨기기" }),
})
export const ServiceMoveForm = z.object({ version, service: text({ label: "서비스", max: 40 }) })

/** The words of a category, and whether it is offered. */
export const CategoryForm = z.object({
  version,
  category: choice(CATEGORIES, "분야"),
  label: text({ label: "이름", min: 2, max: 8 }),
  description: text({ label: "설명", min: 2, max: 20 }),
  isHidden: checkbox({ label: "숨기기" }),
})
export const CategoryMoveForm = z.object({ version, category: choice(CATEGORIES, "분야") })

/** In percent with at most one decimal, "8" or "8.5"; as hundredths of a percent. */
const percent = (max: number) =>
  text({ label: "수수료", max: 5 })
    .refine((typed) => /^\d{1,2}(\.\d)?$/.test(typed) && Number(typed) <= max, {
      error: `수수료는 0~${max} 사이의 숫자로 써요. 8.5처럼 적어 주세요.`,
    })
    .transform((typed) => Math.round(Number(typed) * 100))

export const CommissionForm = z.object({ version, percent: percent(50) })

/** The fee of safe payment by category, and who bears it. */
export const OrderFeesForm = z
  .object({
    version,
    payer: choice(ORDER_FEE_PAYERS, "수수료를 내는 사람"),
    repair: percent(20),
    interior: percent(20),
    moving: percent(20),
    demolition: percent(20),
    installation: percent(20),
  })
  .transform(({ version: read, payer, ...bps }) => ({ version: read, payer, bps }))

/** From how many won on two administrators decide. */
export const OfficeLimitsForm = z.object({
  version,
  payoutWon: wonAmount({ label: "이체 금액", min: 10_000 }),
  refundWon: wonAmount({ label: "환불 금액", min: 10_000 }),
})

export const WagesForm = z
  .object({
    version,
    rows: listOf(
      z.object({
        year: integer({ label: "연도", min: 2025, max: 2100 }),
        hourWon: wonAmount({ label: "시급", min: 5_000, max: 100_000 }),
      }),
      { label: "최저임금", min: 1, max: 20 },
    ),
  })
  .superRefine((form, context) => {
    if (new Set(form.rows.map((row) => row.year)).size < form.rows.length)
      context.addIssue({
        code: "custom",
        path: ["rows"],
        message: "같은 연도가 두 번 있어요. 하나를 지워 주세요.",
      })
  })

const COMPANY_FIELDS = {
  name: "상호",
  representative: "대표자",
  address: "주소",
  email: "이메일",
  supportPhone: "고객센터 전화",
  businessNumber: "사업자등록번호",
  mailOrderNumber: "통신판매업 신고번호",
  jobInformationNumber: "직업정보제공사업 신고번호",
  hosting: "호스팅 제공자",
  privacyOfficer: "개인정보 보호책임자",
} as const satisfies Record<keyof Company, string>

export const CompanyForm = z.object({
  version,
  name: text({ label: COMPANY_FIELDS.name, max: 60 }),
  representative: text({ label: COMPANY_FIELDS.representative, max: 40 }),
  address: text({ label: COMPANY_FIELDS.address, min: 5, max: 120 }),
  email: email({ label: COMPANY_FIELDS.email }),
  supportPhone: text({ label: COMPANY_FIELDS.supportPhone, max: 20 }).refine(
    (typed) => /^\d[\d-]{6,18}\d$/.test(typed),
    { error: "고객센터 전화는 1588-0000처럼 써요. 다시 확인해 주세요." },
  ),
  businessNumber: businessNumber({ label: COMPANY_FIELDS.businessNumber }).transform((digits) =>
    digits.replace(/^(\d{3})(\d{2})(\d{5})$/, "$1-$2-$3"),
  ),
  mailOrderNumber: text({ label: COMPANY_FIELDS.mailOrderNumber, max: 60 }),
  jobInformationNumber: text({ label: COMPANY_FIELDS.jobInformationNumber, max: 60 }),
  hosting: text({ label: COMPANY_FIELDS.hosting, max: 60 }),
  privacyOfficer: text({ label: COMPANY_FIELDS.privacyOfficer, max: 40 }),
})

const keywordList = (label: string) =>
  multiline({ label, max: 1_000 })
    .transform((typed) => [
      ...new Set(
        typed
          .split(/[\n,]/)
          .map((word) => word.trim())
          .filter(Boolean),
      ),
    ])
    .refine((list) => list.length > 0 && list.length <= 12 && list.every((word) => [...word].length <= 20), {
      error: `${label}은 20자 안의 낱말을 12개까지 쓸 수 있어요.`,
    })

export const KeywordsForm = z.object({
  version,
  all: keywordList("기본"),
  shopping: keywordList("쇼핑"),
  marketplace: keywordList("중고거래"),
  jobs: keywordList("일자리"),
  repair: keywordList("집수리"),
  interior: keywordList("인테리어"),
})

export const EndCouponForm = z.object({ couponId: idField({ label: "쿠폰" }) })

export const CouponForm = z
  .object({
    name: text({ label: "이름", min: 2, max: 40 }),
    code: text({ label: "코드", min: 4, max: 20 })
      .transform((typed) => typed.toUpperCase())
      .refine((typed) => /^[A-Z0-9-]+$/.test(typed), {
        error: "코드는 영문 대문자, 숫자, -로 써요. 다시 확인해 주세요.",
      }),
    kind: choice(["amount", "percent"], "할인 방법"),
    value: integer({ label: "할인", min: 1, max: 1_000_000 }),
    maxWon: optional(wonAmount({ label: "최대 할인", min: 100 })),
    minWon: optional(wonAmount({ label: "최소 주문" })).transform((won) => won ?? 0),
    startsOn: dateString({ label: "시작일" }),
    endsOn: dateString({ label: "끝나는 날" }),
    isGiven: checkbox({ label: "받은 사람만" }),
  })
  .superRefine((form, context) => {
    if (form.kind === "percent" && form.value > 90)
      context.addIssue({
        code: "custom",
        path: ["value"],
        message: "할인율은 90%까지 쓸 수 있어요. 낮춰 주세요.",
      })
    if (form.endsOn < form.startsOn)
      context.addIssue({
        code: "custom",
        path: ["endsOn"],
        message: "끝나는 날이 시작일보다 빨라요. 다시 골라 주세요.",
      })
  })
