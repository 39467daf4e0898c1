/**
 * Owns what the forms about one application mean: which use case an intent is, and the sentence for each
 * refusal.
 */
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import type { z } from "zod"
import type { Actor } from "../accounts/rules.ts"
import { HireApplicantForm, JobReviewForm, NoteForm, RejectForm, ShortlistForm } from "./forms.ts"
import { hireApplicant, reject, shortlist, withdraw } from "./service/apply.server.ts"
import { writeJobReview } from "./service/job-reviews.server.ts"
import {
  appealNoShow,
  checkIn,
  confirmPay,
  confirmWork,
  disputeWage,
  reportNoShow,
  sayPaySent,
  signContract,
} from "./service/work.server.ts"

export type JobAnswer = {
  intent: string
  applicationId?: string
  problem?: string
  errors?: FormErrors
  values?: FormValues
}
type Decided = { ok: true; notice: string } | { ok: false; status: 400 | 404 | 409; answer: JobAnswer }
type Done = { ok: true } | { ok: false; reason: string }
type Run = (actor: Actor, applicationId: string, form: FormData) => Promise<Decided>

const PROBLEMS: Record<string, string> = {
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

const valuesOf = (form: FormData): FormValues =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])))

function answerOf(
  intent: string,
  applicationId: string,
  done: Done,
  notice: string,
  form: FormData,
): Decided {
  if (done.ok) return { ok: true, notice }
  if (done.reason === "not_found") return { ok: false, status: 404, answer: { intent } }
  return {
    ok: false,
    status: 409,
    answer: {
      intent,
      applicationId,
      problem: PROBLEMS[done.reason] ?? PROBLEMS.not_now ?? "",
      values: valuesOf(form),
    },
  }
}

const justClick =
  (intent: string, notice: string, work: (actor: Actor, id: string) => Promise<Done>): Run =>
  async (actor, id, form) =>
    answerOf(intent, id, await work(actor, id), notice, form)

function withForm<Schema extends z.ZodType>(
  intent: string,
  schema: Schema,
  notice: string,
  work: (actor: Actor, id: string, value: z.output<Schema>) => Promise<Done>,
): Run {
  return async (actor, id, form) => {
    const parsed = parseForm(schema, form)
    if (!parsed.ok)
      return {
        ok: false,
        status: 400,
        answer: { intent, applicationId: id, errors: parsed.errors, values: parsed.values },
      }
    return answerOf(intent, id, await work(actor, id, parsed.value), notice, form)
  }
}

const decisions: Record<string, Run> = {
  withdraw: justClick("withdraw", "지원을 취소했어요", withdraw),
  shortlist: withForm("shortlist", ShortlistForm, "관심 지원자로 올렸어요", (actor, id) =>
    shortlist(actor, id),
  ),
  hire: withForm("hire", HireApplicantForm, "채용을 확정했어요. 근로계약을 보냈어요", (actor, id) =>
    hireApplicant(actor, id),
  ),
  reject: withForm("reject", RejectForm, "불합격을 알렸어요", (actor, id, { reason }) =>
    reject(actor, id, reason),
  ),
  sign: justClick("sign", "근로계약을 확인했어요", signContract),
  check_in: justClick("check_in", "출근을 확인했어요", checkIn),
  confirm_work: justClick("confirm_work", "근무 완료를 확인했어요", confirmWork),
  pay_sent: justClick("pay_sent", "임금을 보냈다고 알렸어요", sayPaySent),
  confirm_pay: justClick("confirm_pay", "임금을 받았다고 확인했어요", confirmPay),
  dispute_wage: withForm("dispute_wage", NoteForm, "임금 분쟁을 알렸어요", (actor, id, { note }) =>
    disputeWage(actor, id, note),
  ),
  no_show: withForm("no_show", NoteForm, "노쇼를 신고했어요", (actor, id, { note }) =>
    reportNoShow(actor, id, note),
  ),
  appeal: withForm("appeal", NoteForm, "이의를 제기했어요. 확인하고 알려 드려요", (actor, id, { note }) =>
    appealNoShow(actor, id, note),
  ),
  review: withForm(
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
export async function decideOnApplication(
  actor: Actor,
  applicationId: string,
  form: FormData,
): Promise<Decided> {
  const intent = form.get("intent")
  const run = typeof intent === "string" && Object.hasOwn(decisions, intent) ? decisions[intent] : undefined
  if (!run)
    return {
      ok: false,
      status: 400,
      answer: { intent: "", problem: "무엇을 하려는지 알 수 없어요. 새로고침한 뒤 다시 시도해 주세요." },
    }
  return run(actor, applicationId, form)
}
