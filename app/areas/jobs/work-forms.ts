/** What the forms of worked days, corrections and wages accept. */
import { z } from "zod"
import { now } from "#app/basics/clock.ts"
import {
  checkbox,
  choice,
  dateString,
  idField,
  integer,
  multiline,
  parsedField,
  positionFields,
  requiredString,
} from "#app/basics/form-fields.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { callOffFields, clockField } from "./forms.ts"
import { PAY_METHODS, WORK_LIMITS } from "./work-rules.ts"

const workDayId = idField({ label: "일한 날" })
const wageId = idField({ label: "임금" })
const dayMove = choice(["check_in", "check_out"], "출근이나 퇴근")

const position = positionFields("위치를 읽지 못했어요. 다시 시도하거나 현장 코드를 써 주세요.")

export const SiteCodeForm = z.object({
  workDayId,
  move: dayMove,
  code: parsedField<string>(requiredString("현장 코드"), (typed) => {
    const code = typed.replace(/\s/g, "")
    return /^\d{6}$/.test(code) ? { value: code } : { problem: "현장 코드는 숫자 6자리예요." }
  }),
})
export const PlaceForm = z.object({ workDayId, move: dayMove, ...position, consent: checkbox() })
export const WorkPlaceForm = z.object(position)
export const BreakForm = z.object({ workDayId, move: choice(["rest", "resume"], "휴게") })

export const CallOffDayForm = z.object({ workDayId, ...callOffFields })

export const CorrectionForm = z.object({
  workDayId,
  start: clockField("시작 시간"),
  end: clockField("끝난 시간"),
  breakMinutes: integer({ label: "쉰 시간", max: 600 }),
  reason: multiline({ label: "이유", min: 5, max: WORK_LIMITS.correctionReason }),
})
export const AnswerCorrectionForm = z.object({
  correctionId: idField({ label: "정정 요청" }),
  answer: choice(["accept", "refuse", "withdraw"], "답"),
})

export const SendWageForm = z.object({
  wageId,
  paidOn: dateString({ label: "지급한 날", max: () => toKstDateString(now()) }),
  method: choice(PAY_METHODS, "지급 방법"),
})
export const DenyWageForm = z.object({ wageId, note: multiline({ label: "내용", min: 5, max: 500 }) })
export const ReceiveWageForm = z.object({ wageId })
export const HandleLateWageForm = z.object({
  applicationId: idField({ label: "지원" }),
  wageId,
  note: multiline({ label: "확인한 내용", min: 5, max: 500 }),
})
