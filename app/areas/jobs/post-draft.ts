/**
 * A post while it is written: what its draft holds, its steps, which of them may be shown, what each
 * takes.
 */
import { z } from "zod"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import {
  valuesToForm,
  pickFields,
  replaceFields,
  formToValues,
  withoutBlankRows,
} from "#app/basics/form-rows.ts"
import { isId } from "#app/basics/ids.ts"
import { getWizardProgress, SUMMARY_STEP, type WizardProgress } from "#app/platform/wizard.ts"
import type { WizardStep } from "./forms.ts"

/** `values` are as typed; `done` names the steps that were answered; `from` the post that is posted again. */
export type PostDraft = { key: string; values: FormValues; done: string[]; from: string | null }

const ValuesSchema = z.record(
  z.string().max(60),
  z.union([z.string().max(4_000), z.array(z.string().max(200)).max(40)]),
)
const DraftSchema = z.object({
  key: z.string().refine(isId),
  values: ValuesSchema.catch({}),
  done: z.array(z.string().max(20)).max(20).catch([]),
  from: z.string().refine(isId).nullable().catch(null),
})

export const createEmptyDraft = (key: string, from: string | null = null): PostDraft => ({
  key,
  values: {},
  done: [],
  from,
})
/** What is kept may be older than the present rules: what cannot be read is asked for again. */
export function parseDraft(content: unknown): PostDraft | null {
  const parsed = DraftSchema.safeParse(content)
  return parsed.success ? parsed.data : null
}

/** How far a draft has come in `steps`. */
export const getPostProgress = (steps: readonly WizardStep[], draft: PostDraft): WizardProgress =>
  getWizardProgress(
    steps.map(({ id }) => id),
    (step) => draft.done.includes(step),
  )

const pickStepFields = (values: FormValues, names: readonly string[]) => pickFields(values, names)

/** The draft with what a step's form says, or a sentence by field with what was typed. */
export function applyStep(
  steps: readonly WizardStep[],
  draft: PostDraft,
  stepId: string,
  form: FormData,
): { ok: true; draft: PostDraft } | { ok: false; errors: FormErrors; values: FormValues } {
  const step = steps.find(({ id }) => id === stepId)
  if (!step) return { ok: true, draft }
  const submittedValues = withoutBlankRows(pickStepFields(formToValues(form), step.fields), "slots", [
    "breakMinutes",
    "headcount",
  ])
  const values = replaceFields(draft.values, step.fields, submittedValues)
  const parsed = parseForm(
    step.schema,
    valuesToForm(pickStepFields(values, [...step.fields, ...(step.dependsOnFields ?? [])])),
  )
  if (!parsed.ok) return { ok: false, errors: parsed.errors, values: submittedValues }
  return { ok: true, draft: { ...draft, values, done: [...new Set([...draft.done, stepId])] } }
}

const InterruptedStepSchema = z.object({ step: z.string().max(20), values: ValuesSchema })
/** One step as it was sent when the session had just ended. */
export type InterruptedStep = z.output<typeof InterruptedStepSchema>

/** Puts a step that was interrupted in its place, if it holds; null where it cannot be read. */
export function resumeStep(
  steps: readonly WizardStep[],
  draft: PostDraft,
  content: unknown,
): PostDraft | null {
  const parsed = InterruptedStepSchema.safeParse(content)
  if (!parsed.success) return null
  const outcome = applyStep(steps, draft, parsed.data.step, valuesToForm(parsed.data.values))
  return outcome.ok ? outcome.draft : draft
}

/** Which step asks for a field, to send people back there. */
export const findStepOfField = (steps: readonly WizardStep[], field: string): string => {
  const fieldName = /^[a-z]\w*/i.exec(field)?.[0] ?? ""
  return steps.find((step) => step.fields.includes(fieldName))?.id ?? steps[0]?.id ?? SUMMARY_STEP
}
