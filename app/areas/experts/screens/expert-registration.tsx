import { X } from "lucide-react"
import { useRef } from "react"
import { data, Form, Link, redirect } from "react-router"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { typedValues, withNewRow, withoutRow } from "#app/basics/form-rows.ts"
import { ADDRESS_FULL, ensureDraftOwner, removeDraft, saveDraft } from "#app/platform/drafts.server.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { pictureOwnerOf, type PictureWriter } from "#app/platform/pictures.server.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { titleOf } from "#app/shell/brand.ts"
import { autosaveText, useAutosave } from "#app/ui/autosave.ts"
import { FlowFrame } from "#app/ui/flow-frame.tsx"
import { FormProblem, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import { isExpert } from "../../accounts/rules.ts"
import { getActor, requireMemberKeeping } from "../../accounts/guards.server.ts"
import { ApplicationConsentForm } from "../application-form.ts"
import { RegistrationState } from "../parts/registration-state.tsx"
import { STEP_WORDS, StepFields } from "../parts/registration-steps.tsx"
import { RegistrationSummary } from "../parts/registration-summary.tsx"
import { APPLICATION_STEPS, isApplicationStep, type ApplicationStep } from "../rules.ts"
import { applyAsExpert, resubmitApplication, saveApplicationEdits } from "../service/application.server.ts"
import {
  answerStep,
  checkRegistration,
  checkStep,
  fieldsOfStep,
  openRegistration,
  REGISTRATION_DRAFT,
  type RegistrationMode,
} from "../service/registration.server.ts"
import type { Route } from "./+types/expert-registration"

const REFUSALS = {
  not_allowed: "관리자 계정으로는 전문가 등록을 할 수 없어요. 다른 계정으로 로그인해 주세요.",
  already_applied: "이미 보낸 신청서가 있어요. 등록 상태를 확인해 주세요.",
  business_number_taken:
    "이 사업자등록번호로 활동하는 전문가가 이미 있어요. 번호를 확인하거나 고객센터에 물어봐 주세요.",
  picture_not_yours: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
  not_found: "신청서를 찾지 못했어요. 처음부터 다시 신청해 주세요.",
  not_editable: "심사가 시작돼 지금은 고칠 수 없어요. 등록 상태를 확인해 주세요.",
} as const
const SENT: Record<RegistrationMode, string> = {
  apply: "신청서를 보냈어요",
  edit: "신청 내용을 고쳤어요",
  resubmit: "보완한 신청서를 보냈어요",
}

type Place = ApplicationStep | "summary"
const wizard = (step: Place, fromSummary = false) =>
  `/expert-registration?step=${step}${fromSummary ? "&from=summary" : ""}`

function placeOf(request: Request): { place: Place | null; fromSummary: boolean } {
  const query = new URL(request.url).searchParams
  const step = query.get("step")
  return {
    place: isApplicationStep(step) || step === "summary" ? step : null,
    fromSummary: query.get("from") === "summary",
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const registration = await openRegistration(actor)
  const { standing, mode, values } = registration
  const { place, fromSummary } = placeOf(request)
  if (standing && (mode === null || place === null)) {
    if (isExpert(actor) || standing.state === "approved") throw redirect("/expert-dashboard")
    return {
      kind: "state" as const,
      state: standing.state,
      reason: standing.reason,
      appliedAt: standing.appliedAt.toISOString(),
    }
  }
  if (mode === null) throw redirect("/")

  const checked = checkRegistration(values)
  const openSteps = checked.ok ? [] : checked.open
  const at = place ?? (registration.begun ? (openSteps[0] ?? "summary") : "categories")
  const common = { mode, values, pictures: registration.pictures, begun: registration.begun }
  if (at === "summary")
    return { kind: "summary" as const, ...common, open: openSteps, signedIn: actor.kind === "member" }
  return { kind: "question" as const, ...common, step: at, fields: fieldsOfStep(at), fromSummary }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  const form = await request.formData()
  const intent = String(form.get("intent") ?? "next")
  const registration = await openRegistration(actor)
  if (registration.mode === null)
    return data(
      {
        problem: REFUSALS[actor.kind === "member" && registration.standing ? "not_editable" : "not_allowed"],
      },
      { status: 409 },
    )
  if (intent === "send") return send(registration.mode, registration.values, form, { request, context })

  const { place, fromSummary } = placeOf(request)
  const step = place === null ? "categories" : place
  if (step === "summary") throw redirect(wizard("summary"))
  const { owner, setCookie } = ensureDraftOwner(actor, request, context.get(requestContext).address)
  const files = await collectFiles(form, pictureOwnerOf(owner), step)
  const typed = withRowIntent({ ...typedValues(form), ...files.values }, intent)
  const values = answerStep(registration.values, step, typed.values)
  const checked = checkStep(step, values)
  if (Object.keys(files.errors).length > 0)
    return data(
      { errors: { ...(checked.ok ? {} : checked.errors), ...files.errors }, values },
      { status: 400 },
    )
  if (!typed.rowsChanged && intent !== "skip" && !checked.ok)
    return data({ errors: checked.errors, values }, { status: 400 })

  const saved = await saveDraft(owner, REGISTRATION_DRAFT, {
    values: intent === "skip" ? registration.values : values,
  })
  if (!saved.ok && saved.reason === "address_full")
    return data({ problem: ADDRESS_FULL, values }, { status: 429 })
  if (!saved.ok)
    return data({ problem: "내용이 너무 길어 저장하지 못했어요. 조금 줄여 주세요.", values }, { status: 400 })
  const next = typed.rowsChanged
    ? wizard(step, fromSummary)
    : fromSummary
      ? wizard("summary")
      : wizard(APPLICATION_STEPS[APPLICATION_STEPS.indexOf(step) + 1] ?? "summary")
  return redirect(next, setCookie ? { headers: { "Set-Cookie": setCookie } } : {})
}

/** Without scripts a row is added or removed by posting the question. */
function withRowIntent(values: ReturnType<typeof typedValues>, intent: string) {
  const [move, list = "", number] = intent.split(":")
  if (move === "add") return { rowsChanged: true, values: withNewRow(values, list, { name: "" }) }
  if (move === "remove") return { rowsChanged: true, values: withoutRow(values, list, Number(number)) }
  return { rowsChanged: false, values }
}

/**
 * Pictures that a browser without scripts sends with the question: stored now, their ids take the files'
 * place.
 */
async function collectFiles(
  form: FormData,
  owner: PictureWriter,
  step: ApplicationStep,
): Promise<{ values: FormValues; errors: FormErrors }> {
  const purpose = step === "certificates" ? "certificate" : step === "portfolio" ? "portfolio" : null
  const names = [...form].flatMap(([field, value]) =>
    value instanceof File && value.size > 0 && field.endsWith("Files") ? field.slice(0, -"Files".length) : [],
  )
  const values: FormValues = {}
  const errors: FormErrors = {}
  if (purpose === null) return { values, errors }
  for (const name of new Set(names)) {
    const { ids, problem } = await collectPictures(form, { ...owner, purpose, name, max: 1 })
    values[name] = ids
    if (problem !== null) errors[name] = problem
  }
  return { values, errors }
}

async function send(
  mode: RegistrationMode,
  values: ReturnType<typeof typedValues>,
  form: FormData,
  { request, context }: Pick<Route.ActionArgs, "request" | "context">,
) {
  const actor = await requireMemberKeeping(context, request, REGISTRATION_DRAFT, { values })
  const checked = checkRegistration(values)
  const consent = mode === "apply" ? parseForm(ApplicationConsentForm, form) : null
  const errors: FormErrors | undefined = consent && !consent.ok ? consent.errors : undefined
  if (!checked.ok)
    return data(
      { errors, problem: "아직 답하지 않은 질문이 있어요. 표시된 곳을 채워 주세요." },
      { status: 400 },
    )
  if (errors) return data({ errors }, { status: 400 })
  const sendIn = { apply: applyAsExpert, edit: saveApplicationEdits, resubmit: resubmitApplication }[mode]
  const done = await sendIn(actor, checked.application)
  if (!done.ok) return data({ problem: REFUSALS[done.reason] }, { status: 409 })
  await removeDraft(actor.userId, REGISTRATION_DRAFT)
  return redirectWithNotice(isExpert(actor) ? "/expert-dashboard" : "/expert-registration", SENT[mode])
}

export const handle = { bar: "flow" } satisfies ScreenHandle

export const meta: Route.MetaFunction = () => [
  { title: titleOf("전문가 등록") },
  { name: "robots", content: "noindex" },
]

export default function ExpertRegistration({ loaderData, actionData }: Route.ComponentProps) {
  const answer = {
    errors: actionData && "errors" in actionData ? actionData.errors : undefined,
    problem: actionData && "problem" in actionData ? actionData.problem : undefined,
  }
  useFirstErrorFocus(answer.errors)
  if (loaderData.kind === "state") {
    return (
      <Page narrow className="pt-2 md:pt-12">
        <div className="mb-5 flex items-center justify-between">
          <h1 className="text-2xl font-bold">전문가 등록</h1>
          <Link to="/" aria-label="홈으로" className="-mr-2.5 grid size-11 place-items-center rounded-lg">
            <X aria-hidden size={24} strokeWidth={1.75} />
          </Link>
        </div>
        <FormProblem problem={answer.problem} className="mb-4" />
        <RegistrationState
          state={loaderData.state}
          reason={loaderData.reason}
          appliedAt={loaderData.appliedAt}
        />
      </Page>
    )
  }
  if (loaderData.kind === "summary")
    return <RegistrationSummary {...loaderData} {...answer} steps={APPLICATION_STEPS} />
  const typed = actionData && "values" in actionData ? actionData.values : undefined
  return <Question key={loaderData.step} {...loaderData} values={typed ?? loaderData.values} {...answer} />
}

type Asked = Extract<Route.ComponentProps["loaderData"], { kind: "question" }>

function Question({
  step,
  values,
  pictures,
  begun,
  fields,
  fromSummary,
  errors,
  problem,
}: Asked & { errors: FormErrors | undefined; problem: string | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const outcome = useAutosave(form, "expert-registration", (typed) => ({
    values: {
      ...Object.fromEntries(
        Object.entries(values).filter(([field]) => !fields.includes(/^\w+/.exec(field)?.[0] ?? "")),
      ),
      ...typed,
    },
  }))
  const words = STEP_WORDS[step]
  const number = APPLICATION_STEPS.indexOf(step) + 1
  const before = APPLICATION_STEPS[number - 2]
  const back = fromSummary ? wizard("summary") : before && wizard(before)
  return (
    <FlowFrame
      step={number}
      of={APPLICATION_STEPS.length + 1}
      back={back}
      close="/expert-signup"
      saved={autosaveText(outcome, begun)}
      question={words.question}
      help={words.help}
    >
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        action={wizard(step, fromSummary)}
        noValidate
      >
        {/* Return sends the first button of a form: it must not be one that removes a row. */}
        <button type="submit" name="intent" value="next" className="sr-only" tabIndex={-1} aria-hidden>
          다음
        </button>
        <FormProblem problem={problem} className="mb-5" />
        <StepFields step={step} values={values} errors={errors} pictures={pictures} />
        <StickyBar>
          {words.optional ? (
            <SubmitButton name="intent" value="skip" className="btn btn-quiet btn-lg flex-none px-6">
              건너뛰기
            </SubmitButton>
          ) : null}
          <SubmitButton name="intent" value="next" className="btn btn-primary btn-lg flex-1">
            {fromSummary ? "저장하기" : "다음"}
          </SubmitButton>
        </StickyBar>
      </Form>
      <noscript>
        <p className="mt-4 text-sm text-ink-3">
          쓰던 내용은 다음을 누를 때 저장돼요.{" "}
          <Link to="/expert-signup" className="underline">
            나중에 하기
          </Link>
        </p>
      </noscript>
    </FlowFrame>
  )
}
