/**
 * Owns the way through the wizards of posts: the draft is found, each step kept, the post made of it; wholly
 * without scripts as well.
 */
import { data, href, redirect } from "react-router"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import {
  valuesToForm,
  replaceFields,
  getRows,
  formToValues,
  withNewRow,
  withoutRow,
} from "#app/basics/form-rows.ts"
import { isId, newId } from "#app/basics/ids.ts"
import {
  ADDRESS_FULL_TEXT,
  getDraftOwner,
  ensureDraftOwner,
  findDraft,
  removeDraft,
  saveDraft,
} from "#app/platform/drafts.server.ts"
import type { Actor } from "../accounts/rules.ts"
import type { WizardStep } from "./forms.ts"
import type { z } from "zod"
import type { SummaryLine } from "./views.ts"
import {
  applyStep,
  createEmptyDraft,
  isReachable,
  findFirstOpenStep,
  parseDraft,
  parseInterruptedStep,
  getNextStep,
  getPreviousStep,
  findStepOfField,
  type InterruptedStep,
  type PostDraft,
} from "./post-draft.ts"

export type PostWizardConfig<Schema extends z.ZodType> = {
  path: string
  /** Name of the draft. */
  form: string
  steps: readonly WizardStep[]
  schema: Schema
  /** Where one leaves to. */
  closeHref: string
  create(
    actor: Actor,
    value: z.output<Schema>,
    draft: PostDraft,
  ): Promise<{ ok: true; href: string; flash: string } | { ok: false; problem: string }>
  /** What is offered where nothing was typed yet. */
  getDefaultValues(actor: Actor): FormValues
  /** The post in lines, before it is sent. */
  summaryLines(values: FormValues): SummaryLine[]
}

export type FlowAnswer = { errors?: FormErrors; values?: FormValues; problem?: string }

const getStepHref = (path: string, step: string, edit = false) =>
  `${path}?${new URLSearchParams({ step, ...(edit ? { edit: "1" } : {}) })}`
const parseStepQuery = (request: Request) => {
  const query = new URL(request.url).searchParams
  return { step: query.get("step"), edit: query.get("edit") === "1" }
}

/** The unfinished post; what was typed in a session that had ended meanwhile is in its place already. */
async function findStoredDraft<Schema extends z.ZodType>(
  wizard: PostWizardConfig<Schema>,
  actor: Actor,
): Promise<{ draft: PostDraft | null; savedAt: string | null; hasInterruptedStep: boolean }> {
  const owner = getDraftOwner(actor)
  const [storedDraft, storedInterruptedStep] = await Promise.all([
    findDraft(owner, wizard.form),
    actor.kind === "member" ? findDraft(owner, `${wizard.form}-late`) : null,
  ])
  const draft = storedDraft ? parseDraft(storedDraft.content) : null
  const savedAt = storedDraft?.updatedAt.toISOString() ?? null
  const interruptedStep = parseInterruptedStep(storedInterruptedStep?.content)
  if (!interruptedStep) return { draft, savedAt, hasInterruptedStep: false }
  const stepOutcome = applyStep(
    wizard.steps,
    draft ?? createEmptyDraft(newId()),
    interruptedStep.step,
    valuesToForm(interruptedStep.values),
  )
  return { draft: stepOutcome.ok ? stepOutcome.draft : draft, savedAt, hasInterruptedStep: true }
}

/** What the wizard's screen shows. */
export async function loadPostWizard<Schema extends z.ZodType>(
  wizard: PostWizardConfig<Schema>,
  actor: Actor,
  request: Request,
) {
  const { step, edit } = parseStepQuery(request)
  const { draft: storedDraft, savedAt } = await findStoredDraft(wizard, actor)
  const isStarted = storedDraft !== null && storedDraft.done.length > 0
  if (!step && isStarted)
    return {
      view: "resume" as const,
      title: [storedDraft.values.title ?? ""].flat()[0] ?? "",
      savedAt,
      continueHref: getStepHref(wizard.path, findFirstOpenStep(wizard.steps, storedDraft)),
      closeHref: wizard.closeHref,
    }
  const draft = storedDraft ?? createEmptyDraft(newId())
  const firstStep = wizard.steps[0]?.id ?? ""
  if (!step) throw redirect(getStepHref(wizard.path, firstStep))
  if (!isReachable(wizard.steps, draft, step))
    throw redirect(getStepHref(wizard.path, findFirstOpenStep(wizard.steps, draft)))
  const previousStep = getPreviousStep(wizard.steps, step)
  const values = { ...wizard.getDefaultValues(actor), ...draft.values }
  return {
    view: "step" as const,
    step,
    key: draft.key,
    progress: {
      current: [...wizard.steps.map(({ id }) => id), "summary"].indexOf(step) + 1,
      of: wizard.steps.length + 1,
    },
    back: edit
      ? getStepHref(wizard.path, "summary")
      : previousStep
        ? getStepHref(wizard.path, previousStep)
        : wizard.closeHref,
    closeHref: wizard.closeHref,
    saved: isStarted,
    signedIn: actor.kind === "member",
    values,
    summaryLines: step === "summary" ? wizard.summaryLines(values) : [],
  }
}

/** What the wizard's form does: keeps a step, begins anew, or makes the post. */
export async function handlePostWizardSubmit<Schema extends z.ZodType>(
  wizard: PostWizardConfig<Schema>,
  actor: Actor,
  request: Request,
  of: { address: string; sessionEnded: boolean },
) {
  const { step: requestedStep, edit } = parseStepQuery(request)
  const form = await request.formData()
  const intent = String(form.get("intent") ?? "")
  const { owner, setCookie } = ensureDraftOwner(actor, request, of.address)
  const headers: HeadersInit = setCookie ? { "Set-Cookie": setCookie } : {}
  const firstStep = wizard.steps[0]?.id ?? ""
  if (intent === "restart") {
    await removeDraft(owner, wizard.form)
    await removeDraft(owner, `${wizard.form}-late`)
    throw redirect(getStepHref(wizard.path, firstStep))
  }
  const { draft: storedDraft, hasInterruptedStep } = await findStoredDraft(wizard, actor)
  const draft = storedDraft ?? createEmptyDraft(newId())
  const step = requestedStep ?? firstStep
  if (step === "summary") return submitPost(wizard, actor, storedDraft, form)

  const submittedValues = formToValues(form)
  delete submittedValues.intent
  const fields = wizard.steps.find(({ id }) => id === step)?.fields ?? []
  const getValuesToShow = (values: FormValues) =>
    replaceFields({ ...wizard.getDefaultValues(actor), ...draft.values }, fields, values)
  if (intent === "add:slots")
    return data<FlowAnswer>({
      values: getValuesToShow(
        withNewRow(submittedValues, "slots", { ...getRows(submittedValues, "slots").at(-1), date: "" }),
      ),
    })
  const removeMatch = /^remove:slots:(\d{1,3})$/.exec(intent)
  if (removeMatch)
    return data<FlowAnswer>({
      values: getValuesToShow(withoutRow(submittedValues, "slots", Number(removeMatch[1]))),
    })

  if (!isReachable(wizard.steps, draft, step)) {
    if (!of.sessionEnded) throw redirect(getStepHref(wizard.path, findFirstOpenStep(wizard.steps, draft)))
    await saveDraft(owner, `${wizard.form}-late`, { step, values: submittedValues } satisfies InterruptedStep)
    throw redirectToSignIn(getStepHref(wizard.path, step), setCookie)
  }
  const stepOutcome = applyStep(wizard.steps, draft, step, form)
  if (!stepOutcome.ok)
    return data<FlowAnswer>(
      { errors: stepOutcome.errors, values: getValuesToShow(stepOutcome.values) },
      { status: 400 },
    )
  const saved = await saveDraft(owner, wizard.form, stepOutcome.draft)
  if (!saved.ok && saved.reason === "address_full") {
    return data<FlowAnswer>(
      { problem: ADDRESS_FULL_TEXT, values: getValuesToShow(submittedValues) },
      { status: 429 },
    )
  }
  if (!saved.ok)
    return data<FlowAnswer>(
      { problem: "쓴 내용이 너무 길어 저장하지 못했어요. 설명을 조금 줄여 주세요." },
      { status: 413 },
    )
  if (hasInterruptedStep) await removeDraft(owner, `${wizard.form}-late`)
  const nextStep =
    edit || stepOutcome.draft.from !== null
      ? findFirstOpenStep(wizard.steps, stepOutcome.draft)
      : getNextStep(wizard.steps, step)
  throw redirect(getStepHref(wizard.path, nextStep), { headers })
}

async function submitPost<Schema extends z.ZodType>(
  wizard: PostWizardConfig<Schema>,
  actor: Actor,
  storedDraft: PostDraft | null,
  form: FormData,
) {
  const key = form.get("submissionKey")
  // Sent before, from this very page: the way back or a second click shows what came of it.
  const draft = storedDraft ?? (isId(key) ? createEmptyDraft(key) : null)
  if (!draft) throw redirect(wizard.path)
  if (actor.kind === "visitor") throw redirectToSignIn(getStepHref(wizard.path, "summary"), null)
  const openStepId = storedDraft ? findFirstOpenStep(wizard.steps, storedDraft) : "summary"
  if (openStepId !== "summary") throw redirect(getStepHref(wizard.path, openStepId))
  const parsed = parseForm(wizard.schema, valuesToForm(draft.values))
  if (!parsed.ok) {
    if (!storedDraft) throw redirect(wizard.path)
    return data<FlowAnswer>(
      {
        errors: Object.fromEntries(
          Object.entries(parsed.errors).map(([field, message]) => [
            findStepOfField(wizard.steps, field),
            message,
          ]),
        ),
      },
      { status: 400 },
    )
  }
  const outcome = await wizard.create(actor, parsed.value, draft)
  return outcome.ok ? { redirect: outcome } : data<FlowAnswer>({ problem: outcome.problem }, { status: 409 })
}

const redirectToSignIn = (returnTo: string, setCookie: string | null): Response =>
  redirect(`${href("/login")}?${new URLSearchParams({ returnTo })}`, {
    headers: setCookie ? { "Set-Cookie": setCookie } : {},
  })
