/**
 * Owns what the two people of an order send from its screen: which form belongs to which intent, and the
 * sentence for each refusal.
 */
import type { z } from "zod"
import { parseForm, valuesOf, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import type { Actor } from "../accounts/rules.ts"
import { CustomerReviewForm } from "../experts/forms.ts"
import { rateCustomer } from "../experts/service/reviews.server.ts"
import {
  CancelOrderForm,
  ChangeOrderForm,
  DecideChangeForm,
  DeliverForm,
  DisputeForm,
  RequestChangesForm,
} from "./forms.ts"
import { LIMITS } from "./rules.ts"
import { decideChange, proposeChange } from "./service/change-orders.server.ts"
import {
  cancelOrder,
  completeWork,
  deliverWork,
  openDispute,
  redeliverWork,
  requestChanges,
  startWork,
} from "./service/work.server.ts"
import type { PictureView } from "./views.ts"

/** What the screen gets back when something was not done. */
type Answer = {
  intent: string
  problem?: string
  errors?: FormErrors
  values?: FormValues
  pictures?: PictureView[]
}
export type Decided = { ok: true; notice: string } | { ok: false; status: 400 | 404 | 409; answer: Answer }

type Refusal = { ok: false; reason: string }
type Run = (actor: Actor, orderId: string, form: FormData) => Promise<Decided>

const stale = "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요."
/** Refusals that a field of the form is to blame for. */
const fieldOf: Record<string, { field: string; sentence: string }> = {
  reason_needed: { field: "reason", sentence: "취소하는 이유를 적어 주세요. 상대방에게 전해져요." },
  note_needed: { field: "note", sentence: "내용을 적어 주세요." },
  pictures_needed: { field: "pictureIds", sentence: "작업 후 사진을 한 장 이상 올려 주세요." },
  pictures_missing: { field: "pictureIds", sentence: "사진을 찾지 못했어요. 사진을 다시 올려 주세요." },
  too_much: { field: "amountWon", sentence: "모두 합쳐 10억원을 넘을 수 없어요. 금액을 낮춰 주세요." },
}
const problems: Record<string, string> = {
  already_rated: "이미 고객을 평가했어요.",
  not_completed: "작업이 완료된 뒤에 평가할 수 있어요.",
  change_undecided: "추가 비용 요청에 먼저 답해 주세요. 답한 뒤에 완료를 확인할 수 있어요.",
  waiting: "앞서 보낸 추가 비용 요청에 아직 답이 없어요. 답을 받은 뒤 다시 보내 주세요.",
}

function refused(intent: string, reason: string, values: FormValues): Decided {
  if (reason === "not_found") return { ok: false, status: 404, answer: { intent } }
  const field = fieldOf[reason]
  if (field)
    return { ok: false, status: 400, answer: { intent, errors: { [field.field]: field.sentence }, values } }
  return { ok: false, status: 409, answer: { intent, problem: problems[reason] ?? stale } }
}

function withForm<Schema extends z.ZodType>(
  intent: string,
  schema: Schema,
  notice: string | ((value: z.output<Schema>) => string),
  work: (actor: Actor, orderId: string, value: z.output<Schema>) => Promise<{ ok: true } | Refusal>,
): Run {
  return async (actor, orderId, form) => {
    const parsed = parseForm(schema, form)
    if (!parsed.ok)
      return { ok: false, status: 400, answer: { intent, errors: parsed.errors, values: parsed.values } }
    const done = await work(actor, orderId, parsed.value)
    if (done.ok) return { ok: true, notice: typeof notice === "string" ? notice : notice(parsed.value) }
    return refused(intent, done.reason, valuesOf(form))
  }
}

/**
 * Files that came with the form, from a browser without scripts, are stored first; what is not sent on comes
 * back to be shown.
 */
function withPictures(run: Run): Run {
  return async (actor, orderId, form) => {
    if (actor.kind !== "member") return { ok: false, status: 404, answer: { intent: "" } }
    const { ids, pictures, problem } = await collectPictures(form, {
      ownerId: actor.userId,
      purpose: "after",
      name: "pictureIds",
      max: LIMITS.photos,
    })
    form.delete("pictureIds[]")
    for (const id of ids) form.append("pictureIds[]", id)
    const intent = String(form.get("intent"))
    if (problem !== null)
      return {
        ok: false,
        status: 400,
        answer: { intent, errors: { pictureIds: problem }, values: valuesOf(form), pictures },
      }
    const done = await run(actor, orderId, form)
    return done.ok ? done : { ...done, answer: { ...done.answer, pictures } }
  }
}

function justClick(
  intent: string,
  notice: string,
  work: (actor: Actor, orderId: string) => Promise<{ ok: true } | Refusal>,
): Run {
  return async (actor, orderId) => {
    const done = await work(actor, orderId)
    return done.ok ? { ok: true, notice } : refused(intent, done.reason, {})
  }
}

const decisions: Record<string, Run> = {
  cancel: withForm("cancel", CancelOrderForm, "취소했어요", (actor, orderId, { reason }) =>
    cancelOrder(actor, orderId, reason),
  ),
  complete: justClick("complete", "작업 완료를 확인했어요", completeWork),
  request_changes: withForm(
    "request_changes",
    RequestChangesForm,
    "보완을 요청했어요",
    (actor, orderId, { note }) => requestChanges(actor, orderId, note),
  ),
  dispute: withForm("dispute", DisputeForm, "분쟁 조정을 요청했어요", (actor, orderId, { note }) =>
    openDispute(actor, orderId, note),
  ),
  decide_change: withForm(
    "decide_change",
    DecideChangeForm,
    ({ decision }) => (decision === "accept" ? "추가 비용을 수락했어요" : "추가 비용을 거절했어요"),
    (actor, _orderId, value) => decideChange(actor, value),
  ),
  start: justClick("start", "작업을 시작했어요", startWork),
  deliver: withPictures(withForm("deliver", DeliverForm, "작업 결과를 보냈어요", deliverWork)),
  redeliver: withPictures(withForm("redeliver", DeliverForm, "보완한 결과를 보냈어요", redeliverWork)),
  rate_customer: withForm("rate_customer", CustomerReviewForm, "고객을 평가했어요", (actor, orderId, value) =>
    rateCustomer(actor, { ...value, orderId }),
  ),
  propose_change: withForm("propose_change", ChangeOrderForm, "추가 비용을 요청했어요", proposeChange),
}

/**
 * Does what the form's `intent` says for the order. 400 carries the errors and what was typed, 409 a
 * sentence, 404 stands for an order that does not concern the actor.
 */
export async function decideOnOrder(actor: Actor, orderId: string, form: FormData): Promise<Decided> {
  const intent = form.get("intent")
  const run = typeof intent === "string" && Object.hasOwn(decisions, intent) ? decisions[intent] : undefined
  if (!run)
    return {
      ok: false,
      status: 400,
      answer: { intent: "", problem: "무엇을 하려는지 알 수 없어요. 새로고침한 뒤 다시 시도해 주세요." },
    }
  return run(actor, orderId, form)
}
