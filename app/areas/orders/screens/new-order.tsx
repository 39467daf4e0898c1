/** /orders/new: the request flow, one question a screen, wholly without scripts as well. */
import { data, href, redirect } from "react-router"
import { now } from "#app/basics/clock.ts"
import { parseForm } from "#app/basics/form.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { parseStepQuery, refuseStep, type FormSender, type StepRefusal } from "#app/platform/wizard.server.ts"
import { getPreviousStep, isStepReachable, SUMMARY_STEP } from "#app/platform/wizard.ts"
import { titleOf } from "#app/basics/brand.ts"
import { CategoryArt } from "#app/ui/art/art.tsx"
import { FormAlert, useFirstErrorFocus } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import type { Route } from "./+types/new-order"
import { getActor, notFound, wasSignedIn } from "../../accounts/guards.server.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { isCustomer, type Actor } from "../../accounts/rules.ts"
import { findListedExpert } from "../../experts/service/directory.server.ts"
import { ResumeForm, WizardLayout } from "#app/ui/wizard.tsx"
import { CategoryStep, OrderingNotAllowed } from "../parts/request-start.tsx"
import { RequestStep } from "../parts/request-steps.tsx"
import { RequestSummary, UninviteForm } from "../parts/request-summary.tsx"
import { findService, listServiceQuestions } from "../questions.ts"
import {
  CategoryForm,
  createEmptyDraft,
  findFirstOpenStep,
  getRequestProgress,
  getRequestTitle as requestTitle,
  type RequestDraft,
} from "../request-draft.ts"
import { getRequestHref } from "../request-href.ts"
import { buildStepContent, getStepProgress } from "../request-step-content.ts"
import { isCategory, listOfferedCategories, type Category } from "../category-rules.ts"
import {
  getNotAllowedMessage,
  redirectWithoutDraft,
  saveStep,
  submitDraft,
  type StepIntent,
} from "./new-order-actions.server.ts"
import { findPriceGuide } from "../service/price-guide.server.ts"
import {
  findDraftPictures,
  findRequestDrafts,
  saveRequestDraft,
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
  const offered = listOfferedCategories().map(({ id }) => id)
  const availableCategories = invitedExpert
    ? offered.filter((item) => invitedExpert.categories.includes(item))
    : offered
  if (availableCategories.length === 0)
    throw redirectWithFlash(getRequestHref({}), "이 전문가의 분야는 지금 새 요청을 받지 않아요")

  if (!category || !availableCategories.includes(category))
    return chooseCategory({ flowQuery, storedDrafts, availableCategories, expertName: invitedExpert?.name })
  const draft = applyQueryToDraft(storedDrafts, category, flowQuery)
  if (flowQuery.step)
    return showStep({ actor, flowQuery, storedDrafts, category, draft, invitedExpert }, flowQuery.step)
  return offerToResume(flowQuery, storedDrafts, category)
}

/** Which kind of work it is; a lone one is chosen already. */
function chooseCategory({
  flowQuery: { step, expertId },
  storedDrafts,
  availableCategories,
  expertName,
}: {
  flowQuery: FlowQuery
  storedDrafts: StoredDrafts
  availableCategories: readonly Category[]
  expertName: string | undefined
}) {
  if (step) throw redirect(getRequestHref({ expertId }))
  const [onlyCategory] = availableCategories
  if (onlyCategory && availableCategories.length === 1)
    throw redirect(getRequestHref({ category: onlyCategory, expertId }))
  const unfinished = availableCategories.flatMap((category) => {
    const draft = storedDrafts.drafts[category]
    if (!draft?.service) return []
    return [
      {
        category,
        title: requestTitle(category, draft),
        href: getRequestHref({ category, step: findFirstOpenStep(category, draft), expertId }),
      },
    ]
  })
  return {
    view: "category" as const,
    categories: availableCategories,
    expertName: expertName ?? null,
    unfinished,
    back: expertId ? href("/expert/:expertId", { expertId }) : href("/"),
  }
}

/** The request that was begun before, or the first question. */
function offerToResume({ service, expertId }: FlowQuery, storedDrafts: StoredDrafts, category: Category) {
  const draft = storedDrafts.drafts[category]
  if (!draft?.service || service) {
    const firstQuestionId = service ? listServiceQuestions(category, service)[0]?.id : "service"
    throw redirect(getRequestHref({ category, service, expertId, step: firstQuestionId ?? "service" }))
  }
  return {
    view: "resume" as const,
    category,
    title: requestTitle(category, draft),
    savedAt: storedDrafts.savedAt,
    continueHref: getRequestHref({ category, step: findFirstOpenStep(category, draft), expertId }),
  }
}

type StepInput = {
  actor: Actor
  flowQuery: FlowQuery
  storedDrafts: StoredDrafts
  category: Category
  draft: RequestDraft
  invitedExpert: Awaited<ReturnType<typeof findListedExpert>>
}

async function showStep(
  { actor, flowQuery, storedDrafts, category, draft, invitedExpert }: StepInput,
  step: string,
) {
  const { service, expertId } = flowQuery
  const progress = getRequestProgress(category, draft)
  if (!isStepReachable(progress, step))
    throw redirect(getRequestHref({ category, service, expertId, step: progress.firstOpenStep }))
  const needsPictures = step === "photos" || step === SUMMARY_STEP
  const [pictures, prices, expert] = await Promise.all([
    needsPictures ? findDraftPictures(actor, draft) : [],
    step === "budget" ? findPriceGuide(category) : [],
    step === SUMMARY_STEP && draft.expertId ? (invitedExpert ?? findListedExpert(draft.expertId)) : null,
  ])
  return {
    view: "step" as const,
    category,
    step,
    progress: getStepProgress(category, draft, step),
    back: getBackHref(flowQuery, category, getPreviousStep(progress, step)),
    saved: storedDrafts.drafts[category] !== undefined,
    signedIn: actor.kind === "member",
    content: buildStepContent(category, withDefaultRegion(draft, actor), step, {
      today: toKstDateString(now()),
      pictures,
      usualPrice: prices.find((row) => row.service === draft.service) ?? null,
      expertName: expert?.name ?? null,
    }),
  }
}

/** To the summary where one answer is changed, else to the step before, or out of the flow. */
function getBackHref(
  { service, expertId, edit }: FlowQuery,
  category: Category,
  previousStep: string | null,
): string {
  if (edit) return getRequestHref({ category, step: SUMMARY_STEP })
  return previousStep
    ? getRequestHref({ category, service, expertId, step: previousStep })
    : href("/category/:categoryId", { categoryId: category })
}

type FormContext = FormSender<Actor> & { form: FormData; wasSignedIn: () => boolean }

const answerForm = intents<FormContext>((intent) => {
  const take = (step: StepIntent | "restart") =>
    intent({
      run: (context) => takeStep(context, step),
      done: null,
      problems: { not_taken: (refusal) => refusal },
    })
  return {
    "": take("next"),
    next: take("next"),
    send: take("next"),
    skip: take("skip"),
    uninvite: take("uninvite"),
    restart: take("restart"),
  }
})

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { address } = context.get(requestContext)
  const sender = { actor: getActor(context), request, address }
  return answerForm(
    form,
    { ...sender, form, wasSignedIn: () => wasSignedIn(context, request) },
    { to: href("/orders/new") },
  )
}

/** Keeps the answer to a question, or sends the request, and goes on by a redirect. */
async function takeStep(
  { form, wasSignedIn: wasSignedInBefore, ...sender }: FormContext,
  intent: StepIntent | "restart",
): Promise<StepRefusal> {
  const { actor, request } = sender
  if (actor.kind === "member" && !isCustomer(actor))
    return refuseStep(403, { problem: getNotAllowedMessage(actor), values: {} })
  const flowQuery = parseFlowQuery(request)
  if (!flowQuery.category && !flowQuery.step) {
    const parsedCategory = parseForm(CategoryForm, form)
    if (!parsedCategory.ok)
      return refuseStep(400, { errors: parsedCategory.errors, values: parsedCategory.values })
    throw redirect(getRequestHref({ category: parsedCategory.value.category, expertId: flowQuery.expertId }))
  }
  const storedDrafts = await findRequestDrafts(actor)
  const category = flowQuery.category ?? storedDrafts.last
  if (!category) throw await redirectWithoutDraft(actor, form)
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
  return saveStep({ ...sender, form, intent, storedDrafts, category, draft }, flowQuery, wasSignedInBefore)
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

export type FlowQuery = {
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
