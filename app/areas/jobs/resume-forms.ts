/** Reads the form of one's résumé. */
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import { choices, dateString, integer, multiline, optional } from "#app/basics/form-fields.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { lineListField } from "./forms.ts"
import { RESUME_LIMITS } from "./resume-rules.ts"
import { DAY_TIMES, WEEKDAYS } from "./rules.ts"

export const ResumeForm = z.object({
  introduction: multiline({ label: "소개", min: 10, max: RESUME_LIMITS.introduction }),
  careerYears: integer({ label: "경력", max: 60 }),
  experience: lineListField("해 본 일", RESUME_LIMITS.experience, RESUME_LIMITS.line),
  certificates: lineListField("자격·면허", RESUME_LIMITS.certificates, RESUME_LIMITS.line),
  safetyTrainedOn: optional(
    dateString({ label: "교육받은 날", min: "2012-01-01", max: () => toKstDateString(now()) }),
  ),
  weekdays: choices(WEEKDAYS, { label: "일할 수 있는 요일" }),
  dayTimes: choices(DAY_TIMES, { label: "일할 수 있는 시간대" }),
})
export type ResumeInput = z.output<typeof ResumeForm>
