/**
 * Owns what the two people of an order send from its screen: which form belongs to which intent, and the
 * sentence for each refusal.
 */
import type { z } from "zod"
import { parseForm, getFormValues, type FormErrors, type FormValues } from "#app/basics/form.ts"
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
export type OrderActionResult =
  | { ok: true; flash: string }
  | { ok: false; status: 400 | 404 | 409; answer: Answer }

type Refusal = { ok: false; reason: string }
type OrderActionHandler = (actor: Actor, orderId: string, form: FormData) => Promise<OrderActionResult>

const STALE_STATE_MESSAGE = "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요."
/** Refusals that a field of the form is to blame for. */
const FIELD_ERRORS_BY_REASON: Record<string, { field: string; message: string }> = {
  reason_needed: { field: "reason", message: "취소하는 이유를 적어 주세요. 상대방에게 전해져요." },
  note_needed: { field: "note", message: "내용을 적어 주세요." },
  pictures_needed: { field: "pictureIds", message: "작업 후 사진을 한 장 이상 올려 주세요." },
  pictures_missing: { field: "pictureIds", message: "사진을 찾지 못했어요. 사진을 다시 올려 주세요." },
  too_much: { field: "amountWon", message: "모두 합쳐 10억원을 넘을 수 없어요. 금액을 낮춰 주세요." },
}
const MESSAGES_BY_REASON: Record<string, string> = {
  already_rated: "이미 고객을 평가했어요.",
  not_completed: "작업이 완료된 뒤에 평가할 수 있어요.",
  change_undecided: "추가 비용 요청에 먼저 답해 주세요. 답한 뒤에 완료를 확인할 수 있어요.",
  waiting: "앞서 보낸 추가 비용 요청에 아직 답이 없어요. 답을 받은 뒤 다시 보내 주세요.",
}

function toRefusedResult(intent: string, reason: string, values: FormValues): OrderActionResult {
  if (reason === "not_found") return { ok: false, status: 404, answer: { intent } }
  const field = FIELD_ERRORS_BY_REASON[reason]
  if (field)
    return { ok: false, status: 400, answer: { intent, errors: { [field.field]: field.message }, values } }
  return {
    ok: false,
    status: 409,
    answer: { intent, problem: MESSAGES_BY_REASON[reason] ?? STALE_STATE_MESSAGE },
  }
}

function handleForm<Schema extends z.ZodType>(
  intent: string,
  schema: Schema,
  flash: string | ((value: z.output<Schema>) => string),
  service: (actor: Actor, orderId: string, value: z.output<Schema>) => Promise<{ ok: true } | Refusal>,
): OrderActionHandler {
  return async (actor, orderId, form) => {
    const parsed = parseForm(schema, form)
    if (!parsed.ok)
      return { ok: false, status: 400, answer: { intent, errors: parsed.errors, values: parsed.values } }
    const outcome = await service(actor, orderId, parsed.value)
    if (outcome.ok) return { ok: true, flash: typeof flash === "string" ? flash : flash(parsed.value) }
    return toRefusedResult(intent, outcome.reason, getFormValues(form))
  }
}

/**
 * Files that came with the form, from a browser without scripts, are stored first; what is not sent on comes
 * back to be shown.
 */
function handlePictures(handler: OrderActionHandler): OrderActionHandler {
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
        answer: { intent, errors: { pictureIds: problem }, values: getFormValues(form), pictures },
      }
    const outcome = await handler(actor, orderId, form)
    return outcome.ok ? outcome : { ...outcome, answer: { ...outcome.answer, pictures } }
  }
}

function handleButton(
  intent: string,
  flash: string,
  service: (actor: Actor, orderId: string) => Promise<{ ok: true } | Refusal>,
): OrderActionHandler {
  return async (actor, orderId) => {
    const outcome = await service(actor, orderId)
    return outcome.ok ? { ok: true, flash } : toRefusedResult(intent, outcome.reason, {})
  }
}

const ACTION_HANDLERS: Record<string, OrderActionHandler> = {
  cancel: handleForm("cancel", CancelOrderForm, "취소했어요", (actor, orderId, { reason }) =>
    cancelOrder(actor, orderId, reason),
  ),
  complete: handleButton("complete", "작업 완료를 확인했어요", completeWork),
  request_changes: handleForm(
    "request_changes",
    RequestChangesForm,
    "보완을 요청했어요",
    (actor, orderId, { note }) => requestChanges(actor, orderId, note),
  ),
  dispute: handleForm("dispute", DisputeForm, "분쟁 조정을 요청했어요", (actor, orderId, { note }) =>
    openDispute(actor, orderId, note),
  ),
  decide_change: handleForm(
    "decide_change",
    DecideChangeForm,
    ({ decision }) => (decision === "accept" ? "추가 비용을 수락했어요" : "추가 비용을 거절했어요"),
    (actor, _orderId, value) => decideChange(actor, value),
  ),
  start: handleButton("start", "작업을 시작했어요", startWork),
  deliver: handlePictures(handleForm("deliver", DeliverForm, "작업 결과를 보냈어요", deliverWork)),
  redeliver: handlePictures(handleForm("redeliver", DeliverForm, "보완한 결과를 보냈어요", redeliverWork)),
  rate_customer: handleForm(
    "rate_customer",
    CustomerReviewForm,
    "고객을 평가했어요",
    (actor, orderId, value) => rateCustomer(actor, { ...value, orderId }),
  ),
  propose_change: handleForm("propose_change", ChangeOrderForm, "추가 비용을 요청했어요", proposeChange),
}

/**
 * Does what the form's `intent` says for the order. 400 carries the errors and what was typed, 409 a
 * sentence, 404 stands for an order that does not concern the actor.
 */
export async function runOrderAction(
  actor: Actor,
  orderId: string,
  form: FormData,
): Promise<OrderActionResult> {
  const intent = form.get("intent")
  const handler =
    typeof intent === "string" && Object.hasOwn(ACTION_HANDLERS, intent) ? ACTION_HANDLERS[intent] : undefined
  if (!handler)
    return {
      ok: false,
      status: 400,
      answer: { intent: "", problem: "무엇을 하려는지 알 수 없어요. 새로고침한 뒤 다시 시도해 주세요." },
    }
  return handler(actor, orderId, form)
}
