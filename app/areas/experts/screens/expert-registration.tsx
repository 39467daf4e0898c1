import { X } from "#app/ui/icons.tsx"
import { useRef } from "react"
import { Link, href, redirect } from "react-router"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { changeRows, formToValues } from "#app/basics/form-rows.ts"
import { ensureDraftOwner, removeDraft, saveDraft } from "#app/platform/drafts.server.ts"
import { collectPictures } from "#app/platform/picture-forms.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok, type Done } from "#app/platform/outcome.ts"
import { toPictureOwner, type PictureUploader } from "#app/platform/pictures.server.ts"
import {
  cookieHeaders,
  parseStepQuery,
  refuseStep,
  refuseUnsaved,
  type StepRefusal,
} from "#app/platform/wizard.server.ts"
import { SUMMARY_STEP } from "#app/platform/wizard.ts"
import { requestContext } from "#app/platform/request.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { formatAutosaveState, useAutosave } from "#app/ui/autosave.ts"
import { FlowLayout } from "#app/ui/flow-layout.tsx"
import { FormAlert, SubmitButton, useFirstErrorFocus } from "#app/ui/form.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page } from "#app/ui/section.tsx"
import { StepForm } from "#app/ui/wizard.tsx"
import { isExpert, type Actor } from "../../accounts/rules.ts"
import { getActor, requireMemberOrSaveDraft } from "../../accounts/guards.server.ts"
import { ApplicationConsentForm } from "../application-form.ts"
import { RegistrationStatus } from "../parts/registration-status.tsx"
import { STEP_TEXTS, StepFields } from "../parts/registration-steps.tsx"
import { RegistrationSummary } from "../parts/registration-summary.tsx"
import { APPLICATION_STEPS, isApplicationStep, type ApplicationStep } from "../rules.ts"
import { applyAsExpert, resubmitApplication, saveApplicationEdits } from "../service/application.server.ts"
import {
  replaceStepAnswers,
  validateRegistration,
  validateStep,
  listStepFields,
  loadRegistration,
  REGISTRATION_DRAFT_NAME,
  type Registration,
  type RegistrationMode,
} from "../service/registration.server.ts"
import type { Route } from "./+types/expert-registration"

const REFUSAL_MESSAGES = {
  not_allowed: "관리자 계정으로는 전문가 등록을 할 수 없어요. 다른 계정으로 로그인해 주세요.",
  already_applied: "이미 보낸 신청서가 있어요. 등록 상태를 확인해 주세요.",
  business_number_taken:
    "이 사업자등록번호로 활동하는 전문가가 이미 있어요. 번호를 확인하거나 고객센터에 물어봐 주세요.",
  picture_not_yours: "사진을 찾지 못했어요. 사진을 다시 올려 주세요.",
  not_found: "신청서를 찾지 못했어요. 처음부터 다시 신청해 주세요.",
  not_editable: "심사가 시작돼 지금은 고칠 수 없어요. 등록 상태를 확인해 주세요.",
} as const
const SENT_MESSAGES: Record<RegistrationMode, string> = {
  apply: "신청서를 보냈어요",
  edit: "신청 내용을 고쳤어요",
  resubmit: "보완한 신청서를 보냈어요",
}

/** What a new row of each list holds. */
const NEW_ROWS = { prices: { name: "" }, certificates: { name: "" }, portfolio: { name: "" } }

type WizardStep = ApplicationStep | typeof SUMMARY_STEP
const getStepPath = (step: WizardStep, edit = false) =>
  `${href("/expert-registration")}?step=${step}${edit ? "&edit=1" : ""}`
const toWizardStep = (step: string | null): WizardStep | null =>
  isApplicationStep(step) || step === SUMMARY_STEP ? step : null

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  const registration = await loadRegistration(actor)
  const { applicationState, mode, values } = registration
  const { step: requestedStep, edit } = parseStepQuery(request)
  const wizardStep = toWizardStep(requestedStep)
  if (applicationState && (mode === null || wizardStep === null)) {
    if (isExpert(actor) || applicationState.state === "approved") throw redirect(href("/expert-dashboard"))
    return {
      kind: "state" as const,
      state: applicationState.state,
      reason: applicationState.reason,
      appliedAt: applicationState.appliedAt.toISOString(),
    }
  }
  if (mode === null) throw redirect(href("/"))

  const validation = validateRegistration(values)
  const openSteps = validation.ok ? [] : validation.open
  const currentStep = wizardStep ?? (registration.isStarted ? (openSteps[0] ?? SUMMARY_STEP) : "categories")
  const commonData = { mode, values, pictures: registration.pictures, isStarted: registration.isStarted }
  if (currentStep === SUMMARY_STEP)
    return {
      kind: "summary" as const,
      ...commonData,
      openStepIds: openSteps,
      signedIn: actor.kind === "member",
    }
  return {
    kind: "question" as const,
    ...commonData,
    step: currentStep,
    fields: listStepFields(currentStep),
    edit,
  }
}

type FormContext = Pick<Route.ActionArgs, "request" | "context"> & {
  actor: Actor
  form: FormData
  registration: Registration
}

const answerForm = intents<FormContext>((intent) => {
  const take = (step: StepIntent) =>
    intent({
      run: (context, _value, { argument }) => takeStep(context, step, argument),
      done: ({ next }) => next,
      problems: { not_taken: (refusal) => refusal },
    })
  return {
    "": take("next"),
    next: take("next"),
    skip: take("skip"),
    add: take("add"),
    remove: take("remove"),
    send: intent({
      run: submitApplication,
      done: ({ actor, mode }) => ({
        to: isExpert(actor) ? href("/expert-dashboard") : href("/expert-registration"),
        flash: SENT_MESSAGES[mode],
      }),
      problems: { ...REFUSAL_MESSAGES, not_taken: (refusal) => refusal },
    }),
  }
})

export async function action({ request, context }: Route.ActionArgs) {
  const actor = getActor(context)
  const form = await request.formData()
  const registration = await loadRegistration(actor)
  return answerForm(
    form,
    { request, context, actor, form, registration },
    { to: href("/expert-registration") },
  )
}

const refuseClosed = ({ actor, registration }: FormContext): StepRefusal =>
  refuseStep(409, {
    problem:
      REFUSAL_MESSAGES[
        actor.kind === "member" && registration.applicationState ? "not_editable" : "not_allowed"
      ],
  })

/** Without scripts a row is added (`add`) or removed by sending the question. */
type StepIntent = "next" | "skip" | "add" | "remove"

/** Keeps the answers to one question as a draft, and goes on to `next`. */
async function takeStep(
  context: FormContext,
  intent: StepIntent,
  argument: string,
): Promise<Done<{ next: Response }> | StepRefusal> {
  const { request, actor, form, registration } = context
  if (registration.mode === null) return refuseClosed(context)
  const { step: requestedStep, edit } = parseStepQuery(request)
  const step = toWizardStep(requestedStep) ?? "categories"
  if (step === SUMMARY_STEP) return ok({ next: redirect(getStepPath(SUMMARY_STEP)) })
  const { address } = context.context.get(requestContext)
  const { owner, setCookie } = ensureDraftOwner(actor, request, address)
  const uploadedFiles = await collectFiles(form, toPictureOwner(owner), step)
  const sent = { ...formToValues(form), ...uploadedFiles.values }
  const rows = intent === "add" || intent === "remove" ? changeRows(intent, argument, sent, NEW_ROWS) : null
  const values = replaceStepAnswers(registration.values, step, rows?.values ?? sent)
  const validation = validateStep(step, values)
  if (Object.keys(uploadedFiles.errors).length > 0)
    return refuseStep(400, {
      errors: { ...(validation.ok ? {} : validation.errors), ...uploadedFiles.errors },
      values,
    })
  if (!rows && intent !== "skip" && !validation.ok)
    return refuseStep(400, { errors: validation.errors, values })

  const saved = await saveDraft(owner, REGISTRATION_DRAFT_NAME, {
    values: intent === "skip" ? registration.values : values,
  })
  if (!saved.ok && saved.reason === "address_full") return refuseUnsaved(saved.reason, values)
  if (!saved.ok)
    return refuseStep(400, { problem: "내용이 너무 길어 저장하지 못했어요. 조금 줄여 주세요.", values })
  const nextStep = edit
    ? SUMMARY_STEP
    : (APPLICATION_STEPS[APPLICATION_STEPS.indexOf(step) + 1] ?? SUMMARY_STEP)
  const nextPath = rows ? getStepPath(step, edit) : getStepPath(nextStep)
  return ok({ next: redirect(nextPath, { headers: cookieHeaders(setCookie) }) })
}

/**
 * Pictures that a browser without scripts sends with the question: stored now, their ids take the files'
 * place.
 */
async function collectFiles(
  form: FormData,
  owner: PictureUploader,
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

async function submitApplication(context: FormContext) {
  const { mode, values } = context.registration
  if (mode === null) return refuseClosed(context)
  const actor = await requireMemberOrSaveDraft(context.context, context.request, REGISTRATION_DRAFT_NAME, {
    values,
  })
  const validation = validateRegistration(values)
  const consent = mode === "apply" ? parseForm(ApplicationConsentForm, context.form) : null
  const errors = consent && !consent.ok ? consent.errors : {}
  if (!validation.ok)
    return refuseStep(400, {
      errors,
      problem: "아직 답하지 않은 질문이 있어요. 표시된 곳을 채워 주세요.",
    })
  if (consent && !consent.ok) return refuseStep(400, { errors })
  const submit = { apply: applyAsExpert, edit: saveApplicationEdits, resubmit: resubmitApplication }[mode]
  const outcome = await submit(actor, validation.application)
  if (!outcome.ok) return outcome
  await removeDraft(actor.userId, REGISTRATION_DRAFT_NAME)
  return ok({ actor, mode })
}

export const handle = { bar: "flow" } satisfies ScreenHandle

export const meta: Route.MetaFunction = () => [
  { title: titleOf("전문가 등록") },
  { name: "robots", content: "noindex" },
]

export default function ExpertRegistration({ loaderData, actionData }: Route.ComponentProps) {
  const answer = { errors: actionData?.errors, problem: actionData?.problem }
  useFirstErrorFocus(answer.errors)
  if (loaderData.kind === "state") {
    return (
      <Page isNarrow className="pt-2 md:pt-12">
        <div className="mb-5 flex items-center justify-between">
          <h1 className="text-2xl font-bold">전문가 등록</h1>
          <Link
            to={href("/")}
            aria-label="홈으로"
            className="-mr-2.5 grid size-11 place-items-center rounded-lg"
          >
            <X size={24} />
          </Link>
        </div>
        <FormAlert message={answer.problem} className="mb-4" />
        <RegistrationStatus
          state={loaderData.state}
          reason={loaderData.reason}
          appliedAt={loaderData.appliedAt}
        />
      </Page>
    )
  }
  if (loaderData.kind === "summary")
    return <RegistrationSummary {...loaderData} {...answer} steps={APPLICATION_STEPS} />
  return (
    <QuestionScreen
      key={loaderData.step}
      {...loaderData}
      values={actionData?.values ?? loaderData.values}
      {...answer}
    />
  )
}

type QuestionData = Extract<Route.ComponentProps["loaderData"], { kind: "question" }>

function QuestionScreen({
  step,
  values,
  pictures,
  isStarted,
  fields,
  edit,
  errors,
  problem,
}: QuestionData & { errors: FormErrors | undefined; problem: string | null | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  const autosaveState = useAutosave(form, "expert-registration", (submitted) => ({
    values: {
      ...Object.fromEntries(
        Object.entries(values).filter(([field]) => !fields.includes(/^\w+/.exec(field)?.[0] ?? "")),
      ),
      ...submitted,
    },
  }))
  const stepTexts = STEP_TEXTS[step]
  const stepNumber = APPLICATION_STEPS.indexOf(step) + 1
  const previousStep = APPLICATION_STEPS[stepNumber - 2]
  const back = edit ? getStepPath(SUMMARY_STEP) : previousStep && getStepPath(previousStep)
  return (
    <FlowLayout
      step={stepNumber}
      totalSteps={APPLICATION_STEPS.length + 1}
      backHref={back}
      closeHref={href("/expert-signup")}
      saveStatus={formatAutosaveState(autosaveState, isStarted)}
      question={stepTexts.question}
      help={stepTexts.help}
    >
      <StepForm
        formRef={form}
        action={getStepPath(step, edit)}
        hasFiles
        nextLabel={edit ? "저장하기" : "다음"}
        skipButton={
          stepTexts.optional ? (
            <SubmitButton name="intent" value="skip" className="btn btn-quiet btn-lg flex-none px-6">
              건너뛰기
            </SubmitButton>
          ) : null
        }
      >
        {/* Return sends the first button of a form: it must not be one that removes a row. */}
        <button type="submit" name="intent" value="next" className="sr-only" tabIndex={-1} aria-hidden>
          다음
        </button>
        <FormAlert message={problem} className="mb-5" />
        <StepFields step={step} values={values} errors={errors} pictures={pictures} />
      </StepForm>
      <noscript>
        <p className="mt-4 text-sm text-ink-3">
          쓰던 내용은 다음을 누를 때 저장돼요.{" "}
          <Link to={href("/expert-signup")} className="underline">
            나중에 하기
          </Link>
        </p>
      </noscript>
    </FlowLayout>
  )
}
