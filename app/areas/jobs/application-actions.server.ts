/**
 * Owns what the forms about one application mean: which use case an intent is, and the sentence for each
 * refusal.
 */
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import type { z } from "zod"
import type { Actor } from "../accounts/rules.ts"
import { HireApplicantForm, JobReviewForm, NoteForm, RejectForm, ShortlistForm } from "./forms.ts"
import {
  hireApplicant,
  rejectApplicant,
  shortlistApplicant,
  withdrawApplication,
} from "./service/apply.server.ts"
import { writeJobReview } from "./service/job-reviews.server.ts"
import {
  appealNoShow,
  checkIn,
  confirmPay,
  confirmWork,
  disputeWage,
  reportNoShow,
  reportPaySent,
  signContract,
} from "./service/work.server.ts"

export type JobAnswer = {
  intent: string
  applicationId?: string
  problem?: string
  errors?: FormErrors
  values?: FormValues
}
type JobActionResult = { ok: true; flash: string } | { ok: false; status: 400 | 404 | 409; answer: JobAnswer }
type Done = { ok: true } | { ok: false; reason: string }
type JobActionHandler = (actor: Actor, applicationId: string, form: FormData) => Promise<JobActionResult>

const REFUSAL_MESSAGES: Record<string, string> = {
  not_now: "그사이 상태가 바뀌어 지금은 할 수 없어요. 새로고침한 뒤 다시 확인해 주세요.",
  full: "그사이 자리가 모두 찼어요. 다른 날이나 다른 지원자를 확인해 주세요.",
  over: "일하는 날이 지나 채용할 수 없어요.",
  contract_needed: "근로계약을 서로 확인한 뒤에 출근을 확인할 수 있어요.",
  too_early:
    "아직 이른 시간이에요. 근무 시작 2시간 전부터 출근을, 시작한 뒤부터 근무 완료를 확인할 수 있어요.",
  checked_in: "출근을 확인한 뒤에는 노쇼로 신고할 수 없어요.",
  too_late: "이의는 7일 안에 제기할 수 있어요. 고객센터로 문의해 주세요.",
  already: "이미 처리했어요. 새로고침한 뒤 확인해 주세요.",
}

const toFormValues = (form: FormData): FormValues =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])))

function toActionResult(
  intent: string,
  applicationId: string,
  outcome: Done,
  flash: string,
  form: FormData,
): JobActionResult {
  if (outcome.ok) return { ok: true, flash }
  if (outcome.reason === "not_found") return { ok: false, status: 404, answer: { intent } }
  return {
    ok: false,
    status: 409,
    answer: {
      intent,
      applicationId,
      problem: REFUSAL_MESSAGES[outcome.reason] ?? REFUSAL_MESSAGES.not_now ?? "",
      values: toFormValues(form),
    },
  }
}

const handleButton =
  (intent: string, flash: string, service: (actor: Actor, id: string) => Promise<Done>): JobActionHandler =>
  async (actor, id, form) =>
    toActionResult(intent, id, await service(actor, id), flash, form)

function handleForm<Schema extends z.ZodType>(
  intent: string,
  schema: Schema,
  flash: string,
  service: (actor: Actor, id: string, value: z.output<Schema>) => Promise<Done>,
): JobActionHandler {
  return async (actor, id, form) => {
    const parsed = parseForm(schema, form)
    if (!parsed.ok)
      return {
        ok: false,
        status: 400,
        answer: { intent, applicationId: id, errors: parsed.errors, values: parsed.values },
      }
    return toActionResult(intent, id, await service(actor, id, parsed.value), flash, form)
  }
}

const ACTION_HANDLERS: Record<string, JobActionHandler> = {
  withdraw: handleButton("withdraw", "지원을 취소했어요", withdrawApplication),
  shortlist: handleForm("shortlist", ShortlistForm, "관심 지원자로 올렸어요", (actor, id) =>
    shortlistApplicant(actor, id),
  ),
  hire: handleForm("hire", HireApplicantForm, "채용을 확정했어요. 근로계약을 보냈어요", (actor, id) =>
    hireApplicant(actor, id),
  ),
  reject: handleForm("reject", RejectForm, "불합격을 알렸어요", (actor, id, { reason }) =>
    rejectApplicant(actor, id, reason),
  ),
  sign: handleButton("sign", "근로계약을 확인했어요", signContract),
  check_in: handleButton("check_in", "출근을 확인했어요", checkIn),
  confirm_work: handleButton("confirm_work", "근무 완료를 확인했어요", confirmWork),
  pay_sent: handleButton("pay_sent", "임금을 보냈다고 알렸어요", reportPaySent),
  confirm_pay: handleButton("confirm_pay", "임금을 받았다고 확인했어요", confirmPay),
  dispute_wage: handleForm("dispute_wage", NoteForm, "임금 분쟁을 알렸어요", (actor, id, { note }) =>
    disputeWage(actor, id, note),
  ),
  no_show: handleForm("no_show", NoteForm, "노쇼를 신고했어요", (actor, id, { note }) =>
    reportNoShow(actor, id, note),
  ),
  appeal: handleForm("appeal", NoteForm, "이의를 제기했어요. 확인하고 알려 드려요", (actor, id, { note }) =>
    appealNoShow(actor, id, note),
  ),
  review: handleForm(
    "review",
    JobReviewForm,
    "후기를 남겼어요. 서로 쓰거나 7일이 지나면 공개돼요",
    writeJobReview,
  ),
}

/**
 * Does what the form's `intent` says for an application. 400 carries errors and what was typed, 409 a
 * sentence, 404 an application that does not concern the actor.
 */
export async function runApplicationAction(
  actor: Actor,
  applicationId: string,
  form: FormData,
): Promise<JobActionResult> {
  const intent = form.get("intent")
  const handler =
    typeof intent === "string" && Object.hasOwn(ACTION_HANDLERS, intent) ? ACTION_HANDLERS[intent] : undefined
  if (!handler)
    return {
      ok: false,
      status: 400,
      answer: { intent: "", problem: "무엇을 하려는지 알 수 없어요. 새로고침한 뒤 다시 시도해 주세요." },
    }
  return handler(actor, applicationId, form)
}
