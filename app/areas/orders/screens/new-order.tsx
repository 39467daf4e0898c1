/** /orders/new: the request flow, one question a screen, wholly without scripts as well. */
import { data, href, redirect } from "react-router"
import { now } from "#app/basics/clock.ts"
import { parseForm } from "#app/basics/form.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import {
  answerStep,
  answerUnsaved,
  cookieHeaders,
  parseStepQuery,
  redirectToSignIn,
  type FormSender,
} from "#app/platform/wizard.server.ts"
import { getNextStep, getPreviousStep, isStepReachable, SUMMARY_STEP } from "#app/platform/wizard.ts"
import { titleOf } from "#app/basics/brand.ts"
import { CategoryArt } from "#app/ui/art/category-art.tsx"
import { FormAlert, useFirstErrorFocus } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import type { Route } from "./+types/new-order"
import { getActor, notFound, wasSignedIn } from "../../accounts/guards.server.ts"
import { isAdmin, isCustomer, isExpert, type Actor } from "../../accounts/rules.ts"
import { findListedExpert } from "../../experts/service/directory.server.ts"
import { ResumeForm, WizardLayout } from "#app/ui/wizard.tsx"
import { CategoryStep, OrderingNotAllowed } from "../parts/request-start.tsx"
import { RequestStep } from "../parts/request-steps.tsx"
import { RequestSummary, UninviteForm } from "../parts/request-summary.tsx"
import { findService, listServiceQuestions } from "../questions.ts"
import {
  applyStep,
  CategoryForm,
  createEmptyDraft,
  findFirstOpenStep,
  STEP_BY_FIELD,
  getRequestProgress,
  getRequestTitle as requestTitle,
  type RequestDraft,
} from "../request-draft.ts"
import { getRequestHref } from "../request-href.ts"
import { buildStepContent, getStepProgress } from "../request-step-content.ts"
import { CATEGORIES, isCategory, type Category } from "../rules.ts"
import { findPriceGuide } from "../service/price-guide.server.ts"
import {
  collectDraftPictures,
  findDraftPictures,
  findRequestDrafts,
  findSubmittedRequest,
  saveInterruptedStep,
  saveRequestDraft,
  submitRequest,
  type StoredDrafts,
} from "../service/request-draft.server.ts"

export const handle = { bar: "flow", background: "white" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  if (actor.kind === "member" && !isCustomer(actor))
    return data({ view: "refused" as const, text: getNotAllowedMessage(actor) }, { status: 403 })
  const flowQuery = parseFlowQuery(request)
  const invitedExpert = flowQuery.expertId ? await findListedExpert(flowQuery.expertId) : null
  if (flowQuery.expertId && !invitedExpert) notFound()
  const storedDrafts = await findRequestDrafts(actor)
  const category = flowQuery.category ?? (flowQuery.step ? storedDrafts.last : null)
  const availableCategories = invitedExpert
    ? CATEGORIES.filter((item) => invitedExpert.categories.includes(item))
    : CATEGORIES

  if (!category || !availableCategories.includes(category)) {
    if (flowQuery.step) throw redirect(getRequestHref({ expertId: flowQuery.expertId }))
    const [onlyCategory] = availableCategories
    if (onlyCategory && availableCategories.length === 1)
      throw redirect(getRequestHref({ category: onlyCategory, expertId: flowQuery.expertId }))
    const unfinished = CATEGORIES.flatMap((item) => {
      const draft = storedDrafts.drafts[item]
      return draft?.service && availableCategories.includes(item)
        ? [
            {
              category: item,
              title: requestTitle(item, draft),
              href: getRequestHref({
                category: item,
                step: findFirstOpenStep(item, draft),
                expertId: flowQuery.expertId,
              }),
            },
          ]
        : []
    })
    return {
      view: "category" as const,
      categories: availableCategories,
      expertName: invitedExpert?.name ?? null,
      unfinished,
      back: flowQuery.expertId ? href("/expert/:expertId", { expertId: flowQuery.expertId }) : "/",
    }
  }

  const draft = applyQueryToDraft(storedDrafts, category, flowQuery)
  const { expertId, service } = flowQuery
  if (!flowQuery.step) {
    const existingDraft = storedDrafts.drafts[category]
    if (existingDraft?.service && !service) {
      return {
        view: "resume" as const,
        category,
        title: requestTitle(category, existingDraft),
        savedAt: storedDrafts.savedAt,
        continueHref: getRequestHref({
          category,
          step: findFirstOpenStep(category, existingDraft),
          expertId,
        }),
      }
    }
    const firstQuestionId = service ? listServiceQuestions(category, service)[0]?.id : "service"
    throw redirect(getRequestHref({ category, service, expertId, step: firstQuestionId ?? "service" }))
  }
  const progress = getRequestProgress(category, draft)
  if (!isStepReachable(progress, flowQuery.step))
    throw redirect(getRequestHref({ category, service, expertId, step: progress.firstOpenStep }))

  const previousStep = getPreviousStep(progress, flowQuery.step)
  const back = flowQuery.edit
    ? getRequestHref({ category, step: SUMMARY_STEP })
    : previousStep
      ? getRequestHref({ category, service, expertId, step: previousStep })
      : href("/category/:categoryId", { categoryId: category })
  const needsPictures = flowQuery.step === "photos" || flowQuery.step === SUMMARY_STEP
  const [pictures, prices, expert] = await Promise.all([
    needsPictures ? findDraftPictures(actor, draft) : [],
    flowQuery.step === "budget" ? findPriceGuide(category) : [],
    flowQuery.step === SUMMARY_STEP && draft.expertId
      ? (invitedExpert ?? findListedExpert(draft.expertId))
      : null,
  ])
  const usualPrice = prices.find((row) => row.service === draft.service) ?? null
  return {
    view: "step" as const,
    category,
    step: flowQuery.step,
    progress: getStepProgress(category, draft, flowQuery.step),
    back,
    saved: storedDrafts.drafts[category] !== undefined,
    signedIn: actor.kind === "member",
    content: buildStepContent(category, withDefaultRegion(draft, actor), flowQuery.step, {
      today: toKstDateString(now()),
      pictures,
      usualPrice,
      expertName: expert?.name ?? null,
    }),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  if (actor.kind === "member" && !isCustomer(actor))
    return answerStep(new FormData(), 403, { problem: getNotAllowedMessage(actor) })
  const flowQuery = parseFlowQuery(request)
  const form = await request.formData()
  if (!flowQuery.category && !flowQuery.step) {
    const parsedCategory = parseForm(CategoryForm, form)
    if (!parsedCategory.ok)
      return answerStep(form, 400, { errors: parsedCategory.errors, values: parsedCategory.values })
    throw redirect(getRequestHref({ category: parsedCategory.value.category, expertId: flowQuery.expertId }))
  }
  const sender = { actor, request, address: context.get(requestContext).address }
  const storedDrafts = await findRequestDrafts(actor)
  const category = flowQuery.category ?? storedDrafts.last
  if (!category) throw await redirectWithoutDraft(actor, form)
  const intent = form.get("intent")
  if (intent === "restart") {
    await saveRequestDraft(sender, storedDrafts, category, undefined)
    throw redirect(getRequestHref({ category, expertId: flowQuery.expertId, step: "service" }))
  }

  const invitedExpert = flowQuery.expertId ? await findListedExpert(flowQuery.expertId) : null
  const draft = applyQueryToDraft(storedDrafts, category, {
    ...flowQuery,
    expertId: invitedExpert?.categories.includes(category) ? invitedExpert.id : null,
  })
  if (flowQuery.step === SUMMARY_STEP && intent !== "uninvite")
    return submitDraft({ ...sender, form, storedDrafts, category, draft })
  const step = flowQuery.step ?? "service"
  const progress = getRequestProgress(category, draft)
  if (!isStepReachable(progress, step)) {
    const { service, expertId } = flowQuery
    const hasSessionEnded = !storedDrafts.drafts[category] && wasSignedIn(context, request)
    if (!hasSessionEnded)
      throw redirect(getRequestHref({ category, service, expertId, step: progress.firstOpenStep }))
    const fields = [...form].flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    )
    const { setCookie } = await saveInterruptedStep(sender, { category, step, fields })
    throw redirectToSignIn(getRequestHref({ category, step }), setCookie)
  }

  const stepOutcome =
    intent === "uninvite"
      ? { ok: true as const, draft: { ...draft, expertId: null } }
      : applyStep(category, draft, step, form)
  if (!stepOutcome.ok)
    return answerStep(form, 400, { errors: stepOutcome.errors, values: stepOutcome.values })
  const collectsPictures = step === "photos" && intent !== "skip"
  const { draft: changedDraft, problem } = collectsPictures
    ? await collectDraftPictures(sender, stepOutcome.draft, form)
    : { draft: stepOutcome.draft, problem: null }
  const saved = await saveRequestDraft(sender, storedDrafts, category, changedDraft)
  if (!saved.ok) return answerUnsaved(form, saved.reason)
  const headers = cookieHeaders(saved.setCookie)
  if (problem) return answerStep(form, 400, { errors: { pictureIds: problem } }, headers)
  const nextStep = getNextStep(getRequestProgress(category, changedDraft), step, flowQuery.edit)
  throw redirect(getRequestHref({ category, step: nextStep }), { headers })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("견적 요청하기") },
  { name: "robots", content: "noindex" },
]

export default function NewOrder({ loaderData: loaded, actionData: actionAnswer }: Route.ComponentProps) {
  useFirstErrorFocus(actionAnswer?.errors)
  if (loaded.view === "refused") return <OrderingNotAllowed text={loaded.text} />
  const problem = <FormAlert className="mt-6" message={actionAnswer?.problem} />
  if (loaded.view === "category") {
    return (
      <WizardLayout questionKey="category" backHref={loaded.back} closeHref={loaded.back} isSaved={false}>
        {problem}
        <CategoryStep {...loaded} errors={actionAnswer?.errors} />
      </WizardLayout>
    )
  }
  const { category } = loaded
  const close = href("/category/:categoryId", { categoryId: category })
  if (loaded.view === "resume") {
    return (
      <WizardLayout questionKey="resume" backHref={close} closeHref={close} isSaved>
        <ResumeForm
          question="쓰던 요청이 있어요"
          title={loaded.title}
          savedAt={loaded.savedAt}
          continueHref={loaded.continueHref}
          art={<CategoryArt category={category} size={40} />}
        />
      </WizardLayout>
    )
  }
  const { content, step } = loaded
  return (
    <WizardLayout
      questionKey={`${category}-${step}`}
      backHref={loaded.back}
      closeHref={close}
      isSaved={loaded.saved}
      progress={loaded.progress}
    >
      {problem}
      {content.kind === "summary" ? (
        <>
          <RequestSummary
            content={content}
            errors={actionAnswer?.errors ?? {}}
            isSignedIn={loaded.signedIn}
            editHref={(item) => getRequestHref({ category, step: item, edit: true })}
          />
          <UninviteForm />
        </>
      ) : (
        <RequestStep key={`${category}-${step}`} content={content} refusal={actionAnswer} />
      )}
    </WizardLayout>
  )
}

type FlowQuery = {
  category: Category | null
  service: string | null
  expertId: string | null
  step: string | null
  edit: boolean
}

/** Where in the flow an address is; what it names must exist. */
function parseFlowQuery(request: Request): FlowQuery {
  const query = new URL(request.url).searchParams
  const category = query.get("category")
  const expertId = query.get("expert")
  if (category !== null && !isCategory(category)) notFound()
  if (expertId !== null && !isId(expertId)) notFound()
  const service = category ? (findService(category, query.get("service"))?.id ?? null) : null
  return { category, service, expertId, ...parseStepQuery(request) }
}

/** The draft as the address wants it: a service or an expert named there goes before the one kept. */
function applyQueryToDraft(
  storedDrafts: StoredDrafts,
  category: Category,
  flowQuery: FlowQuery,
): RequestDraft {
  const draft = storedDrafts.drafts[category] ?? createEmptyDraft(newId())
  return {
    ...draft,
    service: flowQuery.service ?? draft.service,
    expertId: flowQuery.expertId ?? draft.expertId,
  }
}

/** A member's own region is offered where none is chosen yet. */
const withDefaultRegion = (draft: RequestDraft, actor: Actor): RequestDraft => ({
  ...draft,
  regionCode: draft.regionCode ?? (actor.kind === "member" ? (actor.profile?.regionCode ?? null) : null),
})

type SubmitInput = FormSender<Actor> & {
  form: FormData
  storedDrafts: StoredDrafts
  category: Category
  draft: RequestDraft
}

/** 무료로 견적 받기. */
async function submitDraft({ actor, request, address, form, storedDrafts, category, draft }: SubmitInput) {
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
    return answerStep(form, 400, { errors: Object.fromEntries(errorsByStep) })
  }
  if (outcome.reason === "pictures_missing")
    return answerStep(form, 409, {
      errors: { photos: "올린 사진을 찾지 못했어요. 사진을 다시 올려 주세요." },
    })
  if (outcome.reason === "expert_missing")
    return answerStep(form, 409, {
      problem: "지정한 전문가가 활동을 쉬고 있어요. '지정 안 함'을 누르고 다시 보내 주세요.",
    })
  return answerStep(form, 403, { problem: getNotAllowedMessage(actor) })
}

/** The answer to a form whose draft is gone: what was made of it, or the start. */
async function redirectWithoutDraft(actor: Actor, form: FormData): Promise<Response> {
  const orderId = await findSubmittedOrderId(actor, form)
  return redirect(orderId ? href("/orders/:orderId", { orderId }) : getRequestHref({}))
}

async function findSubmittedOrderId(actor: Actor, form: FormData): Promise<string | null> {
  const key = form.get("submissionKey")
  return isId(key) ? findSubmittedRequest(actor, key) : null
}

function getNotAllowedMessage(actor: Actor): string {
  if (isAdmin(actor)) return "관리자 계정으로는 견적을 요청할 수 없어요. 일반회원 계정으로 로그인해 주세요."
  if (isExpert(actor)) return "전문가 계정으로는 견적을 요청할 수 없어요. 일반회원 계정으로 로그인해 주세요."
  return "회원 정보를 아직 불러오지 못했어요. 잠시 뒤 다시 시도해 주세요."
}
