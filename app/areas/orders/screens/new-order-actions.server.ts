/** What is done with the answers to the steps of a request: kept one by one, and sent together. */
import { href, redirect } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import {
  cookieHeaders,
  redirectToSignIn,
  refuseStep,
  refuseUnsaved,
  type FormSender,
  type StepRefusal,
} from "#app/platform/wizard.server.ts"
import { getNextStep, isStepReachable, SUMMARY_STEP } from "#app/platform/wizard.ts"
import { isAdmin, isExpert, type Actor } from "../../accounts/rules.ts"
import { findListedExpert } from "../../experts/service/directory.server.ts"
import { applyStep, STEP_BY_FIELD, getRequestProgress, type RequestDraft } from "../request-draft.ts"
import { getRequestHref } from "../request-href.ts"
import { type Category } from "../rules.ts"
import type { FlowQuery } from "./new-order.tsx"
import {
  collectDraftPictures,
  findSubmittedRequest,
  saveInterruptedStep,
  saveRequestDraft,
  submitRequest,
  type StoredDrafts,
} from "../service/request-draft.server.ts"

/** What is done with a step: `uninvite` takes the invited expert out of the request. */
export type StepIntent = "next" | "skip" | "uninvite"

export type SubmitInput = FormSender<Actor> & {
  form: FormData
  storedDrafts: StoredDrafts
  category: Category
  draft: RequestDraft
}

/** 무료로 견적 받기. */
export async function submitDraft({
  actor,
  request,
  address,
  form,
  storedDrafts,
  category,
  draft,
}: SubmitInput): Promise<StepRefusal> {
  // Sent before, from this very page: the way back or a second click shows what came of it.
  if (!storedDrafts.drafts[category] || form.get("submissionKey") !== draft.key) {
    const orderId = await findSubmittedOrderId(actor, form)
    if (orderId) throw redirect(href("/orders/:orderId", { orderId }))
  }
  const { firstOpenStep } = getRequestProgress(category, draft)
  if (firstOpenStep !== SUMMARY_STEP) throw redirect(getRequestHref({ category, step: firstOpenStep }))
  if (actor.kind === "visitor") throw redirectToSignIn(getRequestHref({ category, step: SUMMARY_STEP }))
  const expert = draft.expertId ? await findListedExpert(draft.expertId) : null
  const outcome = await submitRequest({ actor, request, address }, storedDrafts, category, {
    ...draft,
    expertId: expert?.id ?? null,
  })
  if (outcome.ok)
    throw redirectWithFlash(href("/orders/:orderId", { orderId: outcome.orderId }), "견적 요청을 올렸어요")
  if (outcome.reason === "not_valid") {
    const errorsByStep = Object.entries(outcome.errors).map(([field, message]) => [
      STEP_BY_FIELD[field] ?? "service",
      message,
    ])
    return refuseStep(400, { errors: Object.fromEntries(errorsByStep) })
  }
  if (outcome.reason === "not_offered")
    return refuseStep(409, { problem: "이 분야는 지금 새 요청을 받지 않아요. 다른 분야로 요청해 주세요." })
  if (outcome.reason === "pictures_missing")
    return refuseStep(409, {
      errors: { photos: "올린 사진을 찾지 못했어요. 사진을 다시 올려 주세요." },
    })
  if (outcome.reason === "expert_missing")
    return refuseStep(409, {
      problem: "지정한 전문가가 활동을 쉬고 있어요. ‘지정 안 함’을 누르고 다시 보내 주세요.",
    })
  return refuseStep(403, { problem: getNotAllowedMessage(actor) })
}

/** The answer to a form whose draft is gone: what was made of it, or the start. */
export async function redirectWithoutDraft(actor: Actor, form: FormData): Promise<Response> {
  const orderId = await findSubmittedOrderId(actor, form)
  return redirect(orderId ? href("/orders/:orderId", { orderId }) : getRequestHref({}))
}

async function findSubmittedOrderId(actor: Actor, form: FormData): Promise<string | null> {
  const key = form.get("submissionKey")
  return isId(key) ? findSubmittedRequest(actor, key) : null
}

export function getNotAllowedMessage(actor: Actor): string {
  if (isAdmin(actor)) return "관리자 계정으로는 견적을 요청할 수 없어요. 일반회원 계정으로 로그인해 주세요."
  if (isExpert(actor)) return "전문가 계정으로는 견적을 요청할 수 없어요. 일반회원 계정으로 로그인해 주세요."
  return "회원 정보를 아직 불러오지 못했어요. 잠시 뒤 다시 시도해 주세요."
}

/** Takes the answer of one step and goes on to the next. */
export async function saveStep(
  input: SubmitInput & { intent: StepIntent },
  flowQuery: FlowQuery,
  wasSignedInBefore: () => boolean,
): Promise<StepRefusal> {
  const { form, intent, storedDrafts, category, draft, ...sender } = input
  const step = flowQuery.step ?? "service"
  if (!isStepReachable(getRequestProgress(category, draft), step))
    throw await redirectFromUnreachableStep(input, { ...flowQuery, step }, wasSignedInBefore)

  const stepOutcome =
    intent === "uninvite"
      ? { ok: true as const, draft: { ...draft, expertId: null } }
      : applyStep(category, draft, step, form, intent === "skip")
  if (!stepOutcome.ok) return refuseStep(400, { errors: stepOutcome.errors, values: stepOutcome.values })
  const collectsPictures = step === "photos" && intent !== "skip"
  const { draft: changedDraft, problem } = collectsPictures
    ? await collectDraftPictures(sender, stepOutcome.draft, form)
    : { draft: stepOutcome.draft, problem: null }
  const saved = await saveRequestDraft(sender, storedDrafts, category, changedDraft)
  if (!saved.ok) return refuseUnsaved(saved.reason)
  const headers = cookieHeaders(saved.setCookie)
  if (problem) return refuseStep(400, { errors: { pictureIds: problem }, headers })
  const nextStep = getNextStep(getRequestProgress(category, changedDraft), step, flowQuery.edit)
  throw redirect(getRequestHref({ category, step: nextStep }), { headers })
}

/** Goes to the first open step; what was typed when a session had just ended waits behind the sign-in. */
async function redirectFromUnreachableStep(
  { form, storedDrafts, category, draft, ...sender }: SubmitInput,
  { service, expertId, step }: FlowQuery & { step: string },
  wasSignedInBefore: () => boolean,
): Promise<Response> {
  const { firstOpenStep } = getRequestProgress(category, draft)
  if (storedDrafts.drafts[category] || !wasSignedInBefore())
    return redirect(getRequestHref({ category, service, expertId, step: firstOpenStep }))
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  )
  const { setCookie } = await saveInterruptedStep(sender, { category, step, fields })
  return redirectToSignIn(getRequestHref({ category, step }), setCookie)
}
