/** The forms of trust: reporting, blocking, appealing, deciding. */
import { z } from "zod"
import { SUBJECT_KINDS } from "../../basics/subject.ts"
import { BAN_LENGTHS, REPORT_REASONS, TRUST_LIMITS } from "./rules.ts"
import { multiline, optional, choice, checkbox, idField, listOf } from "../../basics/form-fields.ts"

/** `kind` and `id` of what is reported, from the address or from hidden fields. */
export const ReportSubjectForm = z.object({
  kind: choice(SUBJECT_KINDS, "신고할 것"),
  id: idField({ label: "신고할 것" }),
})

export const ReportForm = z.object({
  reason: choice(REPORT_REASONS, "신고하는 이유"),
  details: optional(multiline({ label: "자세한 내용", min: 0, max: TRUST_LIMITS.details })).transform(
    (text) => text ?? "",
  ),
  block: checkbox({ label: "차단" }),
  submissionKey: idField({ label: "신고" }),
  pictureIds: listOf(idField({ label: "사진" }), { label: "증거 사진", max: TRUST_LIMITS.pictures }),
})

export const BlockForm = z.object({
  userId: idField({ label: "차단할 사람" }),
  intent: choice(["block", "unblock"], "할 일"),
  returnTo: z.string().max(300).optional().catch(undefined),
})

const noteField = (label: string, min = 1) => multiline({ label, min, max: TRUST_LIMITS.note })

export const AppealForm = z.object({ text: noteField("이의 제기 내용", 10) })

export const ReportDecisionForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("triage") }),
  z.object({ intent: z.literal("dismiss"), reason: noteField("이유") }),
  z.object({
    intent: z.literal("act"),
    reason: noteField("이유"),
    hide: checkbox({ label: "숨기기" }),
    ban: choice(BAN_LENGTHS, "이용 정지"),
  }),
  z.object({ intent: z.literal("uphold"), reason: noteField("이유") }),
  z.object({ intent: z.literal("reverse"), reason: noteField("이유") }),
])
export type ReportDecision = z.output<typeof ReportDecisionForm>
