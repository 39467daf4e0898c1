/** /orders/new: the request flow, one question a screen, wholly without scripts as well. */
import { data, redirect } from "react-router"
import { now } from "#app/basics/clock.ts"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { typedValues } from "#app/basics/form-rows.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { kstDateString } from "#app/basics/time.ts"
import { ADDRESS_FULL } from "#app/platform/drafts.server.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { titleOf } from "#app/shell/brand.ts"
import { FormProblem, useFirstErrorFocus } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import type { Route } from "./+types/new-order"
import { getActor, notFound, wasSignedIn } from "../../accounts/guards.server.ts"
import { isAdmin, isCustomer, isExpert, type Actor } from "../../accounts/rules.ts"
import { findListedExpert } from "../../experts/service/directory.server.ts"
import { RequestFrame } from "../parts/request-frame.tsx"
import { CategoryStep, RefusedToOrder, ResumeStep } from "../parts/request-start.tsx"
import { RequestStep } from "../parts/request-steps.tsx"
import { RequestSummary, UninviteForm } from "../parts/request-summary.tsx"
import { findService, questionsOf } from "../questions.ts"
import {
  applyStep,
  CategoryForm,
  emptyDraft,
  isReachable,
  openStep,
  STEP_OF_FIELD,
  stepsOf,
  titleOf as requestTitle,
  type RequestDraft,
} from "../request.ts"
import { requestHref } from "../request-href.ts"
import { contentOf, placeOf } from "../request-view.ts"
import { CATEGORIES, isCategory, type Category } from "../rules.ts"
import { priceGuide } from "../service/prices.server.ts"
import {
  collectDraftPictures,
  findDraftPictures,
  findRequestDrafts,
  findSentRequest,
  saveLateStep,
  saveRequestDraft,
  sendRequest,
  type Kept,
} from "../service/request-draft.server.ts"

export const handle = { bar: "flow", ground: "white" } satisfies ScreenHandle

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  if (actor.kind === "member" && !isCustomer(actor))
    return data({ view: "refused" as const, text: refusedText(actor) }, { status: 403 })
  const place = placeIn(request)
  const invited = place.expertId ? await findListedExpert(place.expertId) : null
  if (place.expertId && !invited) notFound()
  const kept = await findRequestDrafts(actor)
  const category = place.category ?? (place.step ? kept.last : null)
  const offered = invited ? CATEGORIES.filter((each) => invited.categories.includes(each)) : CATEGORIES

  if (!category || !offered.includes(category)) {
    if (place.step) throw redirect(requestHref({ expertId: place.expertId }))
    const [only] = offered
    if (only && offered.length === 1)
      throw redirect(requestHref({ category: only, expertId: place.expertId }))
    const unfinished = CATEGORIES.flatMap((each) => {
      const draft = kept.drafts[each]
      return draft?.service && offered.includes(each)
        ? [
            {
              category: each,
              title: requestTitle(each, draft),
              href: requestHref({ category: each, step: openStep(each, draft), expertId: place.expertId }),
            },
          ]
        : []
    })
    return {
      view: "category" as const,
      categories: offered,
      expertName: invited?.name ?? null,
      unfinished,
      back: place.expertId ? `/expert/${place.expertId}` : "/",
    }
  }

  const draft = draftAt(kept, category, place)
  const { expertId, service } = place
  if (!place.step) {
    const begun = kept.drafts[category]
    if (begun?.service && !service) {
      return {
        view: "resume" as const,
        category,
        title: requestTitle(category, begun),
        savedAt: kept.savedAt,
        continueHref: requestHref({ category, step: openStep(category, begun), expertId }),
      }
    }
    const first = service ? questionsOf(category, service)[0]?.id : "service"
    throw redirect(requestHref({ category, service, expertId, step: first ?? "service" }))
  }
  if (!isReachable(category, draft, place.step))
    throw redirect(requestHref({ category, service, expertId, step: openStep(category, draft) }))

  const steps = stepsOf(category, draft.service)
  const before = steps[steps.indexOf(place.step) - 1]
  const back = place.edit
    ? requestHref({ category, step: "summary" })
    : before
      ? requestHref({ category, service, expertId, step: before })
      : `/category/${category}`
  const showsPictures = place.step === "photos" || place.step === "summary"
  const [pictures, prices, expert] = await Promise.all([
    showsPictures ? findDraftPictures(actor, draft) : [],
    place.step === "budget" ? priceGuide(category) : [],
    place.step === "summary" && draft.expertId ? (invited ?? findListedExpert(draft.expertId)) : null,
  ])
  const usual = prices.find((row) => row.service === draft.service) ?? null
  return {
    view: "step" as const,
    category,
    step: place.step,
    progress: placeOf(category, draft, place.step),
    back,
    saved: kept.drafts[category] !== undefined,
    signedIn: actor.kind === "member",
    content: contentOf(category, withRegion(draft, actor), place.step, {
      today: kstDateString(now()),
      pictures,
      usual,
      expertName: expert?.name ?? null,
    }),
  }
}

type Answered = { errors?: FormErrors; values?: FormValues; problem?: string }

export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  if (actor.kind === "member" && !isCustomer(actor))
    return data<Answered>({ problem: refusedText(actor) }, { status: 403 })
  const place = placeIn(request)
  const form = await request.formData()
  if (!place.category && !place.step) {
    const chosen = parseForm(CategoryForm, form)
    if (!chosen.ok) return data<Answered>({ errors: chosen.errors, values: chosen.values }, { status: 400 })
    throw redirect(requestHref({ category: chosen.value.category, expertId: place.expertId }))
  }
  const from = { actor, request, address: context.get(requestContext).address }
  const kept = await findRequestDrafts(actor)
  const category = place.category ?? kept.last
  if (!category) throw await withoutDraft(actor, form)
  const intent = form.get("intent")
  if (intent === "restart") {
    await saveRequestDraft(from, kept, category, undefined)
    throw redirect(requestHref({ category, expertId: place.expertId, step: "service" }))
  }

  const invited = place.expertId ? await findListedExpert(place.expertId) : null
  const draft = draftAt(kept, category, {
    ...place,
    expertId: invited?.categories.includes(category) ? invited.id : null,
  })
  if (place.step === "summary" && intent !== "uninvite")
    return finish({ ...from, form, kept, category, draft })
  const step = place.step ?? "service"
  if (!isReachable(category, draft, step)) {
    const ended = !kept.drafts[category] && wasSignedIn(context, request)
    if (!ended)
      throw redirect(
        requestHref({
          category,
          service: place.service,
          expertId: place.expertId,
          step: openStep(category, draft),
        }),
      )
    const fields = [...form].flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    )
    const { setCookie } = await saveLateStep(from, { category, step, fields })
    throw toSignIn(requestHref({ category, step }), setCookie)
  }

  const applied =
    intent === "uninvite"
      ? { ok: true as const, draft: { ...draft, expertId: null } }
      : applyStep(category, draft, step, form)
  if (!applied.ok) return data<Answered>({ errors: applied.errors, values: applied.values }, { status: 400 })
  const collects = step === "photos" && intent !== "skip"
  const { draft: changed, problem } = collects
    ? await collectDraftPictures(from, applied.draft, form)
    : { draft: applied.draft, problem: null }
  const saved = await saveRequestDraft(from, kept, category, changed)
  if (!saved.ok && saved.reason === "address_full")
    return data<Answered>({ problem: ADDRESS_FULL, values: typedValues(form) }, { status: 429 })
  if (!saved.ok)
    return data<Answered>(
      { problem: "쓴 내용이 너무 길어 저장하지 못했어요. 설명을 조금 줄여 주세요." },
      { status: 413 },
    )
  const headers: HeadersInit = saved.setCookie ? { "Set-Cookie": saved.setCookie } : {}
  if (problem) return data<Answered>({ errors: { pictureIds: problem } }, { status: 400, headers })
  const steps = stepsOf(category, changed.service)
  const next = place.edit ? openStep(category, changed) : (steps[steps.indexOf(step) + 1] ?? "summary")
  throw redirect(requestHref({ category, step: next }), { headers })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("견적 요청하기") },
  { name: "robots", content: "noindex" },
]

export default function NewOrder({ loaderData: shown, actionData: answered }: Route.ComponentProps) {
  useFirstErrorFocus(answered?.errors)
  if (shown.view === "refused") return <RefusedToOrder text={shown.text} />
  const problem = <FormProblem className="mt-6" problem={answered?.problem} />
  if (shown.view === "category") {
    return (
      <RequestFrame at="category" back={shown.back} close={shown.back} saved={false}>
        {problem}
        <CategoryStep {...shown} errors={answered?.errors} />
      </RequestFrame>
    )
  }
  const { category } = shown
  const close = `/category/${category}`
  if (shown.view === "resume") {
    return (
      <RequestFrame at="resume" back={close} close={close} saved>
        <ResumeStep {...shown} />
      </RequestFrame>
    )
  }
  const { content, step } = shown
  return (
    <RequestFrame
      at={`${category}-${step}`}
      back={shown.back}
      close={close}
      saved={shown.saved}
      progress={shown.progress}
    >
      {problem}
      {content.kind === "summary" ? (
        <>
          <RequestSummary
            content={content}
            errors={answered?.errors ?? {}}
            signedIn={shown.signedIn}
            editHref={(each) => requestHref({ category, step: each, edit: true })}
          />
          <UninviteForm />
        </>
      ) : (
        <RequestStep key={`${category}-${step}`} content={content} refusal={answered} />
      )}
    </RequestFrame>
  )
}

type Place = {
  category: Category | null
  service: string | null
  expertId: string | null
  step: string | null
  edit: boolean
}

/** Where in the flow an address is; what it names must exist. */
function placeIn(request: Request): Place {
  const query = new URL(request.url).searchParams
  const category = query.get("category")
  const expertId = query.get("expert")
  if (category !== null && !isCategory(category)) notFound()
  if (expertId !== null && !isId(expertId)) notFound()
  const service = category ? (findService(category, query.get("service"))?.id ?? null) : null
  return { category, service, expertId, step: query.get("step"), edit: query.get("edit") === "1" }
}

/** The draft as the address wants it: a service or an expert named there goes before the one kept. */
function draftAt(kept: Kept, category: Category, place: Place): RequestDraft {
  const draft = kept.drafts[category] ?? emptyDraft(newId())
  return { ...draft, service: place.service ?? draft.service, expertId: place.expertId ?? draft.expertId }
}

/** A member's own region is offered where none is chosen yet. */
const withRegion = (draft: RequestDraft, actor: Actor): RequestDraft => ({
  ...draft,
  regionCode: draft.regionCode ?? (actor.kind === "member" ? (actor.profile?.regionCode ?? null) : null),
})

type Finishing = {
  actor: Actor
  request: Request
  address: string
  form: FormData
  kept: Kept
  category: Category
  draft: RequestDraft
}

/** 무료로 견적 받기. */
async function finish({ actor, request, address, form, kept, category, draft }: Finishing) {
  // Sent before, from this very page: the way back or a second click shows what came of it.
  if (!kept.drafts[category] || form.get("submissionKey") !== draft.key) {
    const orderId = await sentBefore(actor, form)
    if (orderId) throw redirect(`/orders/${orderId}`)
  }
  const open = openStep(category, draft)
  if (open !== "summary") throw redirect(requestHref({ category, step: open }))
  if (actor.kind === "visitor") throw toSignIn(requestHref({ category, step: "summary" }), null)
  const expert = draft.expertId ? await findListedExpert(draft.expertId) : null
  const sent = await sendRequest({ actor, request, address }, kept, category, {
    ...draft,
    expertId: expert?.id ?? null,
  })
  if (sent.ok) throw redirectWithNotice(`/orders/${sent.orderId}`, "견적 요청을 올렸어요")
  if (sent.reason === "not_valid") {
    const byStep = Object.entries(sent.errors).map(([field, sentence]) => [
      STEP_OF_FIELD[field] ?? "service",
      sentence,
    ])
    return data<Answered>({ errors: Object.fromEntries(byStep) }, { status: 400 })
  }
  if (sent.reason === "pictures_missing")
    return data<Answered>(
      { errors: { photos: "올린 사진을 찾지 못했어요. 사진을 다시 올려 주세요." } },
      { status: 409 },
    )
  if (sent.reason === "expert_missing")
    return data<Answered>(
      { problem: "지정한 전문가가 활동을 쉬고 있어요. '지정 안 함'을 누르고 다시 보내 주세요." },
      { status: 409 },
    )
  return data<Answered>({ problem: refusedText(actor) }, { status: 403 })
}

/** The answer to a form whose draft is gone: what was made of it, or the start. */
async function withoutDraft(actor: Actor, form: FormData): Promise<Response> {
  const orderId = await sentBefore(actor, form)
  return redirect(orderId ? `/orders/${orderId}` : requestHref({}))
}

async function sentBefore(actor: Actor, form: FormData): Promise<string | null> {
  const key = form.get("submissionKey")
  return isId(key) ? findSentRequest(actor, key) : null
}

function toSignIn(returnTo: string, setCookie: string | null): Response {
  return redirect(`/login?${new URLSearchParams({ returnTo })}`, {
    headers: setCookie ? { "Set-Cookie": setCookie } : {},
  })
}

function refusedText(actor: Actor): string {
  if (isAdmin(actor)) return "관리자 계정으로는 견적을 요청할 수 없어요. 일반회원 계정으로 로그인해 주세요."
  if (isExpert(actor)) return "전문가 계정으로는 견적을 요청할 수 없어요. 일반회원 계정으로 로그인해 주세요."
  return "회원 정보를 아직 불러오지 못했어요. 잠시 뒤 다시 시도해 주세요."
}
