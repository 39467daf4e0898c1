/** Reads the forms of a seek post: its steps and the pay that is wished for. */
import { ageCheck, daysFromToday, lineListField, today } from "./forms.ts"
import {
  choices,
  listOf,
  regionCode,
  optional,
  choice,
  wonAmount,
  dateString,
  checkbox,
  text,
  multiline,
  integer,
} from "#app/basics/form-fields.ts"
import { JOB_KINDS, LIMITS, WEEKDAYS, DAY_TIMES } from "./rules.ts"
import { z } from "zod"
import { checkPay, formatMinimumWage } from "./wages.ts"
import type { WizardStep } from "./forms.ts"
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
  adult: ageCheck(),
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
      message: "희망 급여를 입력하거나 ‘협의’를 골라 주세요.",
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
