/**
 * The forms of jobs: what may be typed into posts, applications, offers and reviews, and how the lists'
 * addresses are read.
 */
import { z } from "zod"
import { chosenIds } from "#app/basics/chosen-ids.ts"
import { RANGES } from "#app/basics/distance.ts"
import { now } from "#app/basics/clock.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { CALL_OFF_REASONS } from "./call-off-rules.ts"
import {
  ALL_REVIEW_TAGS,
  DAY_TIMES,
  HIRE_SORTS,
  JOB_KINDS,
  LIMITS,
  PAY_TYPES,
  REJECT_REASONS,
  SEEK_SORTS,
} from "./rules.ts"
import { isClock, getPresenceMinutes, getShiftTimes, getWorkMinutes } from "./wages.ts"
import { JOB_SEARCH_LISTS } from "./search-filter-rules.ts"
import { getForbiddenPhrasesMessage } from "./forbidden-phrases.ts"
import {
  text,
  multiline,
  optional,
  checkbox,
  integer,
  choice,
  choices,
  requiredCheck,
  requiredConsent,
  regionCode,
  dateString,
  idField,
  listCursor,
} from "#app/basics/form-fields.ts"
import { phone } from "#app/basics/account-fields.ts"

export const today = () => toKstDateString(now())
/** 근로기준법 제64조. */
export const ageCheck = () => requiredCheck("만 15세 이상인지 확인해 주세요.")
export const daysFromToday = (days: number) => () => addDays(today(), days)

// ── Addresses of the lists

const flagParam = z.literal("1").nullable().catch(null)

/** The address of /jobs/hire; what cannot be read is as if it were not there. */
export const HireQuery = z.object({
  kind: optional(choice(JOB_KINDS, "하는 일")).catch(null),
  region: optional(regionCode({ widest: "sido" })).catch(null),
  pay: optional(choice(PAY_TYPES, "급여")).catch(null),
  date: optional(dateString({ label: "날짜" })).catch(null),
  time: optional(choice(DAY_TIMES, "시간대")).catch(null),
  sameDay: flagParam,
  beginners: flagParam,
  urgent: flagParam,
  short: flagParam,
  range: optional(choice(RANGES, "보는 범위")).catch(null),
  sort: choice(HIRE_SORTS, "정렬").catch("newest"),
  after: listCursor,
})
/** What a search of both lists is narrowed by. */
export const JobSearchQuery = HireQuery.pick({
  kind: true,
  pay: true,
  date: true,
  time: true,
  sameDay: true,
  beginners: true,
  urgent: true,
  short: true,
}).extend({ list: optional(choice(JOB_SEARCH_LISTS, "찾는 글")).catch(null) })
export const SeekQuery = z.object({
  kind: optional(choice(JOB_KINDS, "하는 일")).catch(null),
  region: optional(regionCode({ widest: "sido" })).catch(null),
  pay: optional(choice(PAY_TYPES, "급여")).catch(null),
  date: optional(dateString({ label: "날짜" })).catch(null),
  time: optional(choice(DAY_TIMES, "시간대")).catch(null),
  short: flagParam,
  range: optional(choice(RANGES, "보는 범위")).catch(null),
  sort: choice(SEEK_SORTS, "정렬").catch("newest"),
  after: listCursor,
})

// ── Pieces

/** Refuses a text with words that sort people. */
export const withoutForbiddenPhrases = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.superRefine((value, context) => {
    const problem = getForbiddenPhrasesMessage(value)
    if (problem !== null) context.addIssue({ code: "custom", message: problem })
  })

export const clockField = (label: string) =>
  z.string({ error: `${label}을 골라 주세요.` }).superRefine((value, context) => {
    if (!isClock(value))
      context.addIssue({
        code: "custom",
        message: value === "" ? `${label}을 골라 주세요.` : `${label}은 09:00처럼 써요. 다시 확인해 주세요.`,
      })
  })

/** Words typed one a line, each once: at most `max` lines of `maxLength` characters. */
export const lineListField = (label: string, max: number, maxLength = 40) =>
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
        const parsed = text({ label, max: maxLength }).safeParse(item)
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

export const slotSchema = z
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
export type WizardStep = {
  id: string
  /** The fields that the step asks for. */ fields: readonly string[]
  /** Fields of earlier steps that its rules look at. */ dependsOnFields?: readonly string[]
  schema: z.ZodType
}

// ── The steps of a seek post
// ── Applications, offers, work

/** A résumé that is sent along speaks for the applicant: words of one's own are not asked for then. */
export const ApplyForm = z
  .object({
    slotIds: chosenIds({ label: "일할 날", max: LIMITS.slots }),
    sendResume: checkbox({ label: "이력서" }),
    message: optional(multiline({ label: "하고 싶은 말", min: 5, max: 500 })).transform(
      (value) => value ?? "",
    ),
    phone: phone({ label: "연락처" }),
    ageConsent: ageCheck(),
    thirdPartyConsent: requiredConsent("개인정보 제3자 제공"),
    submissionKey: idField({ label: "지원" }),
  })
  .superRefine(({ message, sendResume }, context) => {
    if (message === "" && !sendResume)
      context.addIssue({
        code: "custom",
        path: ["message"],
        message: "하고 싶은 말을 입력해 주세요. 이력서를 보내면 비워 두어도 돼요.",
      })
  })
export type ApplyInput = z.output<typeof ApplyForm>

export const RejectForm = z.object({
  applicationId: idField({ label: "지원자" }),
  reason: choice(REJECT_REASONS, "이유"),
})
export const HireApplicantForm = z.object({
  applicationId: idField({ label: "지원자" }),
  contractConsent: requiredConsent("근로계약 내용"),
})
export const ShortlistForm = z.object({ applicationId: idField({ label: "지원자" }) })
/** Why an employer calls off a hire or a day: one of the usual reasons, and words to it. */
export const callOffFields = {
  reason: choice(CALL_OFF_REASONS, "이유"),
  note: multiline({ label: "전할 말", min: 5, max: 300 }),
}
export const CallOffForm = z.object(callOffFields)
export const NoteForm = z.object({ note: multiline({ label: "내용", min: 5, max: 500 }) })

export const OfferForm = z.object({
  hireId: idField({ label: "구인 공고" }),
  message: multiline({ label: "제안 내용", min: 5, max: 500 }),
})
export const AcceptOfferForm = z.object({
  offerId: idField({ label: "제안" }),
  sendResume: checkbox({ label: "이력서" }),
  phone: phone({ label: "연락처" }),
  ageConsent: ageCheck(),
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
