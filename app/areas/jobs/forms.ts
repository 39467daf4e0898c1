/**
 * Owns the forms of jobs: what may be typed into posts, applications, offers and reviews, and how the lists'
 * addresses are read.
 */
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import {
  ALL_REVIEW_TAGS,
  DAY_TIMES,
  EMPLOYER_KINDS,
  HIRE_SORTS,
  JOB_KINDS,
  LIMITS,
  PAY_DATES,
  PAY_TYPES,
  SEEK_SORTS,
  WEEKDAYS,
} from "./rules.ts"
import {
  isAtNight,
  isClock,
  checkPay,
  computeMinimumPayWon,
  formatMinimumWage,
  toPay,
  getPresenceMinutes,
  getShiftTimes,
  getWorkMinutes,
  type PostedPay,
  type Shift,
} from "./wages.ts"
import { getForbiddenPhrasesMessage } from "./forbidden-phrases.ts"
import {
  text,
  multiline,
  optional,
  wonAmount,
  integer,
  choice,
  choices,
  listOf,
  checkbox,
  requiredConsent,
  regionCode,
  dateString,
  businessNumber,
  idField,
  listCursor,
} from "#app/basics/form-fields.ts"
import { phone } from "#app/basics/account-fields.ts"

const today = () => toKstDateString(now())
const daysFromToday = (days: number) => () => addDays(today(), days)

// ── Addresses of the lists

const flagParam = z.literal("1").nullable().catch(null)

/** The address of /jobs/hire; what cannot be read is as if it were not there. */
export const HireQuery = z.object({
  kind: optional(choice(JOB_KINDS, "하는 일")).catch(null),
  region: optional(regionCode({ widest: "sido" })).catch(null),
  pay: optional(choice(PAY_TYPES, "급여")).catch(null),
  date: optional(dateString({ label: "날짜" })).catch(null),
  time: optional(choice(DAY_TIMES, "시간대")).catch(null),
  short: flagParam,
  sort: choice(HIRE_SORTS, "정렬").catch("newest"),
  after: listCursor,
})
export const SeekQuery = z.object({
  kind: optional(choice(JOB_KINDS, "하는 일")).catch(null),
  region: optional(regionCode({ widest: "sido" })).catch(null),
  pay: optional(choice(PAY_TYPES, "급여")).catch(null),
  date: optional(dateString({ label: "날짜" })).catch(null),
  time: optional(choice(DAY_TIMES, "시간대")).catch(null),
  short: flagParam,
  sort: choice(SEEK_SORTS, "정렬").catch("newest"),
  after: listCursor,
})

// ── Pieces

/** Refuses a text with words that sort people. */
const withoutForbiddenPhrases = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.superRefine((value, context) => {
    const problem = getForbiddenPhrasesMessage(value)
    if (problem !== null) context.addIssue({ code: "custom", message: problem })
  })

const clockField = (label: string) =>
  z.string({ error: `${label}을 골라 주세요.` }).superRefine((value, context) => {
    if (!isClock(value))
      context.addIssue({
        code: "custom",
        message: value === "" ? `${label}을 골라 주세요.` : `${label}은 09:00처럼 써요. 다시 확인해 주세요.`,
      })
  })

/** Words typed one a line, each once. */
const lineListField = (label: string, max: number) =>
  z
    .preprocess(
      (rawValue) =>
        (rawValue === undefined || rawValue === null ? [] : [rawValue].flat())
          .flatMap((part) => (typeof part === "string" ? part.split(/[\n,]/) : [part]))
          .filter((part) => typeof part !== "string" || part.trim() !== ""),
      z.array(z.unknown()),
    )
    .transform((items, context): string[] => {
      const parsedLines = items.flatMap((item) => {
        const parsed = text({ label, max: 40 }).safeParse(item)
        if (!parsed.success)
          context.addIssue({
            code: "custom",
            message: parsed.error.issues[0]?.message ?? `${label}을 다시 확인해 주세요.`,
          })
        return parsed.success ? [parsed.data] : []
      })
      const uniqueLines = [...new Set(parsedLines)]
      if (uniqueLines.length > max)
        context.addIssue({
          code: "custom",
          message: `${label}은 ${max}개까지 쓸 수 있어요. 몇 개를 빼 주세요.`,
        })
      const problem = getForbiddenPhrasesMessage(uniqueLines.join("\n"))
      if (problem !== null) context.addIssue({ code: "custom", message: problem })
      return uniqueLines
    })

const slotSchema = z
  .object({
    date: dateString({ label: "일하는 날", min: today, max: daysFromToday(LIMITS.maxDaysAhead) }),
    start: clockField("시작 시간"),
    end: clockField("끝나는 시간"),
    breakMinutes: integer({ label: "쉬는 시간", max: 600 }),
    headcount: integer({ label: "모집 인원", min: 1, max: LIMITS.headcount }),
  })
  .superRefine((shift, context) => {
    if (!isClock(shift.start) || !isClock(shift.end)) return
    const addSlotIssue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if (getPresenceMinutes(shift) > 16 * 60)
      addSlotIssue("end", "하루 16시간이 넘어요. 시작과 끝나는 시간을 다시 확인해 주세요.")
    else if (getWorkMinutes(shift) < 30)
      addSlotIssue(
        "breakMinutes",
        "쉬는 시간을 빼면 일하는 시간이 30분도 안 돼요. 시간을 다시 확인해 주세요.",
      )
    else if (getShiftTimes(shift).startsAt <= now())
      addSlotIssue("start", "이미 지난 시간이에요. 앞으로 시작할 시간을 골라 주세요.")
  })

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
  employerKind: choice(EMPLOYER_KINDS, "구인하는 사람"),
  businessName: withoutForbiddenPhrases(text({ label: "사업장 이름", min: 2, max: 40 })),
  representative: text({ label: "대표자 이름", min: 2, max: 20 }),
  businessNumber: optional(businessNumber({})),
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
      `${minimumPayWon === null ? "" : ` 이 일은 ${minimumPayWon.toLocaleString("en-US")}원부터 올릴 수 있어요.`}`,
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
const validateBusinessNumber = (
  form: { employerKind: string; businessNumber: string | null },
  context: z.RefinementCtx,
) => {
  if (form.employerKind === "business" && form.businessNumber === null)
    context.addIssue({
      code: "custom",
      path: ["businessNumber"],
      message: "사업자등록번호를 입력해 주세요. 개인이라면 '개인'을 골라 주세요.",
    })
}

/** The whole post, as it is sent from the summary. */
export const HireForm = z
  .object(hireFields)
  .superRefine(validateMonthlyPay)
  .superRefine(validateDuplicateShifts)
  .superRefine(validatePay)
  .superRefine(validateTeenHours)
  .superRefine(validateBusinessNumber)
export type HireInput = z.output<typeof HireForm>

const pickHireFields = <const Names extends readonly (keyof typeof hireFields)[]>(...names: Names) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, hireFields[name]])) as Pick<
      typeof hireFields,
      Names[number]
    >,
  )

export type WizardStep = {
  id: string
  /** The fields that the step asks for. */ fields: readonly string[]
  /** Fields of earlier steps that its rules look at. */ dependsOnFields?: readonly string[]
  schema: z.ZodType
}

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
    fields: ["needs", "safetyTraining", "meals", "lodging", "foreigners", "teens"],
    dependsOnFields: ["slots"],
    schema: pickHireFields(
      "slots",
      "needs",
      "safetyTraining",
      "meals",
      "lodging",
      "foreigners",
      "teens",
    ).superRefine(validateTeenHours),
  },
  {
    id: "employer",
    fields: ["employerKind", "businessName", "representative", "businessNumber", "contactPhone"],
    schema: pickHireFields(
      "employerKind",
      "businessName",
      "representative",
      "businessNumber",
      "contactPhone",
    ).superRefine(validateBusinessNumber),
  },
  { id: "deadline", fields: ["deadline"], schema: pickHireFields("deadline") },
]

/**
 * What may still be changed of an open post; its shifts, its kind and how it is paid stay as they were
 * posted.
 */
export const EditHireForm = z.object({
  title: hireFields.title,
  description: hireFields.description,
  payWon: hireFields.payWon,
  address: hireFields.address,
  needs: hireFields.needs,
  meals: hireFields.meals,
  lodging: hireFields.lodging,
  foreigners: hireFields.foreigners,
  contactPhone: hireFields.contactPhone,
  deadline: hireFields.deadline,
})
export type EditHireInput = z.output<typeof EditHireForm>

// ── The steps of a seek post

const seekFields = {
  kinds: choices(JOB_KINDS, { label: "하고 싶은 일", min: 1, max: LIMITS.seekKinds }),
  regionCodes: listOf(regionCode({ label: "희망 지역", widest: "sido" }), {
    label: "희망 지역",
    min: 1,
    max: LIMITS.seekRegions,
  }).transform((codes) => [...new Set(codes)]),
  payType: optional(choice(["hour", "day", "month"], "희망 급여")),
  payWon: optional(wonAmount({ label: "희망 급여", min: 1, max: LIMITS.payWon })),
  availableFrom: dateString({ label: "시작할 수 있는 날", min: today, max: daysFromToday(365) }),
  weekdays: choices(WEEKDAYS, { label: "일할 수 있는 요일", min: 1 }),
  dayTimes: choices(DAY_TIMES, { label: "일할 수 있는 시간대", min: 1 }),
  shortTerm: checkbox({ label: "단기만" }),
  title: text({ label: "한 줄 소개", min: 4, max: LIMITS.title }),
  introduction: multiline({ label: "소개", min: 10, max: LIMITS.description }),
  careerYears: integer({ label: "경력", max: 60 }),
  licences: lineListField("자격·면허", LIMITS.needs),
  adult: requiredConsent("만 15세 이상 확인"),
}
const validateWantedPay = (
  form: { payType: "hour" | "day" | "month" | null; payWon: number | null; availableFrom?: string },
  context: z.RefinementCtx,
) => {
  if (form.payType === null) return
  if (form.payWon === null)
    return context.addIssue({
      code: "custom",
      path: ["payWon"],
      message: "희망 급여를 입력하거나 '협의'를 골라 주세요.",
    })
  if (form.payType === "day") return
  const payCheck = checkPay(
    { payType: form.payType, payWon: form.payWon, minutesPerPiece: null, daysPerWeek: null },
    [{ date: form.availableFrom ?? today(), start: "09:00", end: "18:00", breakMinutes: 60 }],
  )
  if (!payCheck.ok && payCheck.reason === "below_minimum")
    context.addIssue({
      code: "custom",
      path: ["payWon"],
      message: `${formatMinimumWage(payCheck.minimum)} 그보다 적게 받기로 할 수는 없어요.`,
    })
}
export const SeekForm = z
  .object(seekFields)
  .superRefine(validateWantedPay)
  .transform((form) => (form.payType === null ? { ...form, payWon: null } : form))
export type SeekInput = z.output<typeof SeekForm>

const pickSeekFields = <const Names extends readonly (keyof typeof seekFields)[]>(...names: Names) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, seekFields[name]])) as Pick<
      typeof seekFields,
      Names[number]
    >,
  )

export const SEEK_STEPS: readonly WizardStep[] = [
  { id: "kinds", fields: ["kinds"], schema: pickSeekFields("kinds") },
  { id: "regions", fields: ["regionCodes"], schema: pickSeekFields("regionCodes") },
  {
    id: "when",
    fields: ["availableFrom", "weekdays", "dayTimes", "shortTerm"],
    schema: pickSeekFields("availableFrom", "weekdays", "dayTimes", "shortTerm"),
  },
  {
    id: "pay",
    fields: ["payType", "payWon"],
    dependsOnFields: ["availableFrom"],
    schema: pickSeekFields("payType", "payWon", "availableFrom").superRefine(validateWantedPay),
  },
  {
    id: "about",
    fields: ["title", "introduction", "careerYears", "licences", "adult"],
    schema: pickSeekFields("title", "introduction", "careerYears", "licences", "adult"),
  },
]
/** A seek post is changed as it was written, without the consent. */
export const EditSeekForm = z
  .object({ ...seekFields, adult: z.unknown().optional() })
  .superRefine(validateWantedPay)
  .transform((form) => (form.payType === null ? { ...form, payWon: null } : form))

// ── Applications, offers, work

export const ApplyForm = z.object({
  slotIds: listOf(idField({ label: "일할 날" }), { label: "일할 날", min: 1, max: LIMITS.slots }).transform(
    (ids) => [...new Set(ids)],
  ),
  message: multiline({ label: "하고 싶은 말", min: 5, max: 500 }),
  phone: phone({ label: "연락처" }),
  ageConsent: requiredConsent("나이 확인"),
  thirdPartyConsent: requiredConsent("개인정보 제3자 제공"),
  submissionKey: idField({ label: "지원" }),
})
export type ApplyInput = z.output<typeof ApplyForm>

export const RejectForm = z.object({
  applicationId: idField({ label: "지원자" }),
  reason: optional(text({ label: "이유", min: 0, max: 100 })).transform((value) => value ?? ""),
})
export const HireApplicantForm = z.object({
  applicationId: idField({ label: "지원자" }),
  contractConsent: requiredConsent("근로계약 내용"),
})
export const ShortlistForm = z.object({ applicationId: idField({ label: "지원자" }) })
export const NoteForm = z.object({ note: multiline({ label: "내용", min: 5, max: 500 }) })

export const OfferForm = z.object({
  hireId: idField({ label: "구인 공고" }),
  message: multiline({ label: "제안 내용", min: 5, max: 500 }),
})
export const AcceptOfferForm = z.object({
  offerId: idField({ label: "제안" }),
  phone: phone({ label: "연락처" }),
  ageConsent: requiredConsent("나이 확인"),
  thirdPartyConsent: requiredConsent("개인정보 제3자 제공"),
})
export const DeclineOfferForm = z.object({ offerId: idField({ label: "제안" }) })

export const JobReviewForm = z.object({
  rating: integer({ label: "평점", min: 1, max: 5 }),
  tags: choices(ALL_REVIEW_TAGS, { label: "좋았던 점" }),
  body: optional(multiline({ label: "후기", min: 0, max: 500 })).transform((value) => value ?? ""),
})
export const DecideAppealForm = z.object({
  decision: choice(["uphold", "reverse"], "결정"),
  answer: multiline({ label: "이유", min: 5, max: 500 }),
})

/** Keeps a post for later, or lets it go. */
export const SaveForm = z.object({ on: choice(["0", "1"], "찜").transform((on) => on === "1") })
