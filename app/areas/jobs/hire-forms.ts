/** Reads the forms of a hire post: its steps, its pay and its shifts. */
import { daysFromToday, lineListField, slotSchema, today, withoutForbiddenPhrases } from "./forms.ts"
import {
  alwaysRun,
  choice,
  listOf,
  choices,
  wonAmount,
  optional,
  integer,
  regionCode,
  text,
  multiline,
  checkbox,
  businessNumber,
  dateString,
} from "#app/basics/form-fields.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { JOB_KINDS, PAY_TYPES, LIMITS, WEEKDAYS, PAY_DATES, EMPLOYER_KINDS } from "./rules.ts"
import { WORKFORCES, type Workforce } from "./workforce.ts"
import { phone } from "#app/basics/account-fields.ts"
import {
  type PostedPay,
  type Shift,
  toPay,
  checkPay,
  computeMinimumPayWon,
  formatMinimumWage,
  isAtNight,
} from "./wages.ts"
import { z } from "zod"
import type { WizardStep } from "./forms.ts"

// ── The steps of a hire post

const hireFields = {
  kind: choice(JOB_KINDS, "하는 일"),
  payType: choice(PAY_TYPES, "급여 방식"),
  slots: listOf(slotSchema, { label: "일하는 날", min: 1, max: LIMITS.slots }),
  weekdays: choices(WEEKDAYS, { label: "일하는 요일" }),
  payWon: wonAmount({ label: "급여", min: 1, max: LIMITS.payWon }),
  minutesPerPiece: optional(integer({ label: "한 건에 걸리는 시간", min: 1, max: 60_000 })),
  payDate: choice(PAY_DATES, "지급일"),
  regionCode: regionCode({ label: "근무 지역" }),
  address: text({ label: "근무지 주소", min: 5, max: 200 }),
  title: withoutForbiddenPhrases(text({ label: "제목", min: 4, max: LIMITS.title })),
  description: withoutForbiddenPhrases(multiline({ label: "자세한 설명", min: 10, max: LIMITS.description })),
  needs: lineListField("필요한 자격", LIMITS.needs),
  safetyTraining: checkbox({ label: "안전교육" }),
  meals: checkbox({ label: "식사 제공" }),
  lodging: checkbox({ label: "숙소 제공" }),
  foreigners: checkbox({ label: "외국인 환영" }),
  teens: checkbox({ label: "청소년 가능" }),
  beginners: checkbox({ label: "초보 가능" }),
  employerKind: choice(EMPLOYER_KINDS, "구인하는 사람"),
  businessName: withoutForbiddenPhrases(text({ label: "사업장 이름", min: 2, max: 40 })),
  representative: text({ label: "대표자 이름", min: 2, max: 20 }),
  businessNumber: optional(businessNumber({})),
  workforce: optional(choice(WORKFORCES, "직원 수")),
  contactPhone: phone({ label: "연락처" }),
  deadline: dateString({ label: "모집 마감일", min: today, max: daysFromToday(LIMITS.openDays) }),
}

/**
 * The sentence about a pay that the law or the arithmetic does not take, with the field it belongs to; null
 * where it is fine.
 */
export function findPayProblem(
  form: PostedPay & { slots: readonly Shift[] },
): { field: "payWon" | "minutesPerPiece"; message: string } | null {
  const pay = toPay(form)
  if (pay.payType === "piece" && !pay.minutesPerPiece)
    return {
      field: "minutesPerPiece",
      message: "한 건에 걸리는 시간을 입력해 주세요. 시간당 얼마인지 계산해 보여 줘요.",
    }
  const payCheck = checkPay(pay, form.slots)
  if (payCheck.ok || payCheck.reason === "incomplete")
    return payCheck.ok
      ? null
      : { field: "payWon", message: "시간당 얼마인지 계산하지 못했어요. 일하는 시간을 다시 확인해 주세요." }
  const minimumPayWon = computeMinimumPayWon(pay, form.slots)
  return {
    field: "payWon",
    message:
      `${formatMinimumWage(payCheck.minimum)}` +
      `${minimumPayWon === null ? "" : ` 이 일은 ${formatNumber(minimumPayWon)}원부터 올릴 수 있어요.`}`,
  }
}

const validatePay = (form: PostedPay & { slots: readonly Shift[] }, context: z.RefinementCtx) => {
  const problem = findPayProblem(form)
  if (problem) context.addIssue({ code: "custom", path: [problem.field], message: problem.message })
}

const validateMonthlyPay = (
  form: { payType: string; weekdays: readonly string[]; slots: readonly unknown[] },
  context: z.RefinementCtx,
) => {
  if (form.payType !== "month") return
  if (form.weekdays.length === 0)
    context.addIssue({ code: "custom", path: ["weekdays"], message: "일하는 요일을 골라 주세요." })
  if (form.slots.length > 1)
    context.addIssue({
      code: "custom",
      path: ["slots"],
      message: "월급은 첫 출근일 하나만 적어 주세요. 나머지는 요일로 정해요.",
    })
}

const validateDuplicateShifts = (form: { slots: readonly Shift[] }, context: z.RefinementCtx) => {
  const seenShifts = new Set<string>()
  for (const [index, shift] of form.slots.entries()) {
    const key = `${shift.date} ${shift.start}`
    if (seenShifts.has(key))
      context.addIssue({
        code: "custom",
        path: ["slots", index, "start"],
        message: "같은 날 같은 시간이 두 번 있어요. 하나를 지우고 인원을 늘려 주세요.",
      })
    seenShifts.add(key)
  }
}

const validateTeenHours = (form: { teens: boolean; slots: readonly Shift[] }, context: z.RefinementCtx) => {
  if (form.teens && form.slots.some(isAtNight)) {
    context.addIssue({
      code: "custom",
      path: ["teens"],
      message: "청소년은 밤 10시부터 아침 6시까지 일할 수 없어요. 청소년 가능을 끄거나 시간을 바꿔 주세요.",
    })
  }
}

/** Needs that somebody who never did such work cannot have. */
export const asksForExperience = (needs: readonly string[]): boolean =>
  needs.some((need) => /경력|경험/.test(need) && !/무관|없어도|상관/.test(need))

const validateBeginners = (
  form: { beginners: boolean; needs: readonly string[] },
  context: z.RefinementCtx,
) => {
  if (form.beginners && asksForExperience(form.needs))
    context.addIssue({
      code: "custom",
      path: ["beginners"],
      message: "경력이나 경험이 필요하면 초보는 할 수 없어요. 초보 가능을 끄거나 필요한 자격에서 빼 주세요.",
    })
}

const validateBusiness = (
  form: { employerKind: string; businessNumber: string | null; workforce: Workforce | null },
  context: z.RefinementCtx,
) => {
  if (form.employerKind !== "business") return
  if (form.businessNumber === null)
    context.addIssue({
      code: "custom",
      path: ["businessNumber"],
      message: "사업자등록번호를 입력해 주세요. 개인이라면 ‘개인’을 골라 주세요.",
    })
  if (form.workforce === null)
    context.addIssue({
      code: "custom",
      path: ["workforce"],
      message: "직원이 5명 이상인지 골라 주세요. 연장·야간·휴일 수당이 달라져요.",
    })
}

/** The whole post, as it is sent from the summary. */
export const HireForm = z
  .object(hireFields)
  .superRefine(validateMonthlyPay)
  .superRefine(validateDuplicateShifts)
  .superRefine(validatePay)
  .superRefine(validateTeenHours)
  .superRefine(validateBeginners)
  .superRefine(validateBusiness)

export type HireInput = z.output<typeof HireForm>

const pickHireFields = <const Names extends readonly (keyof typeof hireFields)[]>(...names: Names) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, hireFields[name]])) as Pick<
      typeof hireFields,
      Names[number]
    >,
  )

export const HIRE_STEPS: readonly WizardStep[] = [
  { id: "kind", fields: ["kind"], schema: pickHireFields("kind") },
  { id: "pay-type", fields: ["payType"], schema: pickHireFields("payType") },
  {
    id: "slots",
    fields: ["slots", "weekdays"],
    dependsOnFields: ["payType"],
    schema: pickHireFields("payType", "slots", "weekdays")
      .superRefine(validateMonthlyPay)
      .superRefine(validateDuplicateShifts),
  },
  {
    id: "pay",
    fields: ["payWon", "minutesPerPiece", "payDate"],
    dependsOnFields: ["payType", "slots", "weekdays"],
    schema: pickHireFields(
      "payType",
      "slots",
      "weekdays",
      "payWon",
      "minutesPerPiece",
      "payDate",
    ).superRefine(validatePay),
  },
  { id: "place", fields: ["regionCode", "address"], schema: pickHireFields("regionCode", "address") },
  { id: "details", fields: ["title", "description"], schema: pickHireFields("title", "description") },
  {
    id: "conditions",
    fields: ["needs", "safetyTraining", "meals", "lodging", "foreigners", "teens", "beginners"],
    dependsOnFields: ["slots"],
    schema: pickHireFields(
      "slots",
      "needs",
      "safetyTraining",
      "meals",
      "lodging",
      "foreigners",
      "teens",
      "beginners",
    )
      .superRefine(validateTeenHours)
      .superRefine(validateBeginners),
  },
  {
    id: "employer",
    fields: ["employerKind", "businessName", "representative", "businessNumber", "workforce", "contactPhone"],
    schema: pickHireFields(
      "employerKind",
      "businessName",
      "representative",
      "businessNumber",
      "workforce",
      "contactPhone",
    ).superRefine(validateBusiness, alwaysRun),
  },
  { id: "deadline", fields: ["deadline"], schema: pickHireFields("deadline") },
]

/**
 * What may still be changed of an open post; its shifts, its kind and how it is paid stay as they were
 * posted.
 */
export const EditHireForm = z
  .object({
    title: hireFields.title,
    description: hireFields.description,
    payWon: hireFields.payWon,
    address: hireFields.address,
    needs: hireFields.needs,
    meals: hireFields.meals,
    lodging: hireFields.lodging,
    foreigners: hireFields.foreigners,
    beginners: hireFields.beginners,
    contactPhone: hireFields.contactPhone,
    deadline: hireFields.deadline,
  })
  .superRefine(validateBeginners)

export type EditHireInput = z.output<typeof EditHireForm>
