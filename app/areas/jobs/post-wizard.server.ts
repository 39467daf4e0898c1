/**
 * The way through the wizards of posts: the draft is found, each step kept, the post made of it; wholly
 * without scripts as well.
 */
import { redirect } from "react-router"
import { parseForm, type FormValues } from "#app/basics/form.ts"
import { changeRows, valuesToForm, replaceFields, getRows, formToValues } from "#app/basics/form-rows.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok, type Done } from "#app/platform/outcome.ts"
import {
  cookieHeaders,
  findWizardDraft,
  parseStepQuery,
  redirectToSignIn,
  refuseStep,
  refuseUnsaved,
  saveWizardDraft,
  saveWizardInterruptedStep,
  type FormSender,
  type StepRefusal,
} from "#app/platform/wizard.server.ts"
import { getNextStep, getPreviousStep, isStepReachable, SUMMARY_STEP } from "#app/platform/wizard.ts"
import type { Actor } from "../accounts/rules.ts"
import type { WizardStep } from "./forms.ts"
import type { z } from "zod"
import type { SummaryLine } from "./views.ts"
import {
  applyStep,
  createEmptyDraft,
  findStepOfField,
  getPostProgress,
  parseDraft,
  resumeStep,
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
  /** The page of the post that the member has made of the draft with this key; null where there is none. */
  findCreatedHref(memberId: string, submissionKey: string): Promise<string | null>
  /** What is offered where nothing was typed yet. */
  getDefaultValues(actor: Actor): FormValues | Promise<FormValues>
  /** The post in lines, before it is sent. */
  summaryLines(values: FormValues): SummaryLine[]
}

const getStepHref = (path: string, step: string, edit = false) =>
  `${path}?${new URLSearchParams({ step, ...(edit ? { edit: "1" } : {}) })}`

/** The unfinished post; null where nothing was typed. */
function findStoredDraft({ form, steps }: Pick<PostWizardConfig<z.ZodType>, "form" | "steps">, actor: Actor) {
  return findWizardDraft(actor, form, parseDraft, (draft, step) =>
    resumeStep(steps, draft ?? createEmptyDraft(newId()), step),
  )
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
      continueHref: getStepHref(wizard.path, getPostProgress(wizard.steps, storedDraft).firstOpenStep),
      closeHref: wizard.closeHref,
    }
  const draft = storedDraft ?? createEmptyDraft(newId())
  const firstStep = wizard.steps[0]?.id ?? ""
  if (!step) throw redirect(getStepHref(wizard.path, firstStep))
  const progress = getPostProgress(wizard.steps, draft)
  if (!isStepReachable(progress, step)) throw redirect(getStepHref(wizard.path, progress.firstOpenStep))
  const previousStep = getPreviousStep(progress, step)
  const values = { ...(await wizard.getDefaultValues(actor)), ...draft.values }
  return {
    view: "step" as const,
    step,
    key: draft.key,
    progress: { current: progress.steps.indexOf(step) + 1, of: progress.steps.length },
    back: edit
      ? getStepHref(wizard.path, SUMMARY_STEP)
      : previousStep
        ? getStepHref(wizard.path, previousStep)
        : wizard.closeHref,
    closeHref: wizard.closeHref,
    saved: isStarted,
    signedIn: actor.kind === "member",
    values,
    summaryLines: step === SUMMARY_STEP ? wizard.summaryLines(values) : [],
  }
}

type StepIntent = "next" | "add" | "remove"

/** Reads the wizard's form: keeps a step, begins anew, or makes the post. */
export async function handlePostWizardSubmit<Schema extends z.ZodType>(
  wizard: PostWizardConfig<Schema>,
  sender: FormSender<Actor>,
  sessionEnded: boolean,
) {
  const form = await sender.request.formData()
  const answerForm = intents<null>((intent) => {
    const take = (step: StepIntent) =>
      intent({
        run: (_context, _value, { argument }) =>
          takeStep(wizard, { ...sender, form, sessionEnded }, step, argument),
        done: ({ values }) => ({ values }),
        problems: { not_taken: (refusal) => refusal },
      })
    return {
      "": take("next"),
      next: take("next"),
      send: take("next"),
      add: take("add"),
      remove: take("remove"),
      restart: intent({
        run: async () => {
          await saveWizardDraft(sender, wizard.form, null, true)
          return ok()
        },
        done: { to: getStepHref(wizard.path, wizard.steps[0]?.id ?? "") },
        problems: {},
      }),
    }
  })
  return answerForm(form, null, { to: wizard.path })
}

async function takeStep<Schema extends z.ZodType>(
  wizard: PostWizardConfig<Schema>,
  { form, sessionEnded, ...sender }: FormSender<Actor> & { form: FormData; sessionEnded: boolean },
  intent: StepIntent,
  argument: string,
): Promise<Done<{ values: FormValues }> | StepRefusal> {
  const { actor, request } = sender
  const { step: requestedStep, edit } = parseStepQuery(request)
  const { draft: storedDraft, interrupted } = await findStoredDraft(wizard, actor)
  const draft = storedDraft ?? createEmptyDraft(newId())
  const step = requestedStep ?? wizard.steps[0]?.id ?? ""
  if (step === SUMMARY_STEP) return submitPost(wizard, actor, storedDraft, form)

  const submittedValues = formToValues(form)
  delete submittedValues.intent
  const fields = wizard.steps.find(({ id }) => id === step)?.fields ?? []
  const defaultValues = await wizard.getDefaultValues(actor)
  const getValuesToShow = (values: FormValues) =>
    replaceFields({ ...defaultValues, ...draft.values }, fields, values)
  const newSlot = { ...getRows(submittedValues, "slots").at(-1), date: "" }
  const rows = intent === "next" ? null : changeRows(intent, argument, submittedValues, { slots: newSlot })
  if (rows) return ok({ values: getValuesToShow(rows.values) })

  const progress = getPostProgress(wizard.steps, draft)
  if (!isStepReachable(progress, step)) {
    if (!sessionEnded) throw redirect(getStepHref(wizard.path, progress.firstOpenStep))
    const interruptedStep = { step, values: submittedValues } satisfies InterruptedStep
    const { setCookie } = await saveWizardInterruptedStep(sender, wizard.form, interruptedStep)
    throw redirectToSignIn(getStepHref(wizard.path, step), setCookie)
  }
  const outcome = applyStep(wizard.steps, draft, step, form)
  if (!outcome.ok) return refuseStep(400, { errors: outcome.errors, values: getValuesToShow(outcome.values) })
  const saved = await saveWizardDraft(sender, wizard.form, outcome.draft, interrupted)
  if (!saved.ok) return refuseUnsaved(saved.reason, getValuesToShow(submittedValues))
  const nextStep = getNextStep(
    getPostProgress(wizard.steps, outcome.draft),
    step,
    edit || outcome.draft.from !== null,
  )
  throw redirect(getStepHref(wizard.path, nextStep), { headers: cookieHeaders(saved.setCookie) })
}

async function submitPost<Schema extends z.ZodType>(
  wizard: PostWizardConfig<Schema>,
  actor: Actor,
  storedDraft: PostDraft | null,
  form: FormData,
): Promise<StepRefusal> {
  const key = form.get("submissionKey")
  if (!storedDraft && !isId(key)) throw redirect(wizard.path)
  if (actor.kind === "visitor") throw redirectToSignIn(getStepHref(wizard.path, SUMMARY_STEP))
  // Sent before, from this very page: the way back or a second click shows what came of it.
  const createdHref =
    isId(key) && key !== storedDraft?.key ? await wizard.findCreatedHref(actor.userId, key) : null
  if (createdHref) throw redirect(createdHref)
  if (!storedDraft) throw redirect(wizard.path)
  const openStep = getPostProgress(wizard.steps, storedDraft).firstOpenStep
  if (openStep !== SUMMARY_STEP) throw redirect(getStepHref(wizard.path, openStep))
  const parsed = parseForm(wizard.schema, valuesToForm(storedDraft.values))
  if (!parsed.ok) {
    const errorsByStep = Object.entries(parsed.errors).map(([field, message]) => [
      findStepOfField(wizard.steps, field),
      message,
    ])
    return refuseStep(400, { errors: Object.fromEntries(errorsByStep) })
  }
  const outcome = await wizard.create(actor, parsed.value, storedDraft)
  if (outcome.ok) throw redirectWithFlash(outcome.href, outcome.flash)
  return refuseStep(409, { problem: outcome.problem })
}
