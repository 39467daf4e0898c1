/** The order of a long form's steps: which is open, which may be shown, what stands before and after. */

/** The last step of every long form: all answers once more, and the button that sends them. */
export const SUMMARY_STEP = "summary"

/** The steps of a form in their order, the summary last, and how far its draft has come. */
export type WizardProgress = { steps: readonly string[]; firstOpenStep: string }

/** Finds the first step that is not done; the summary when all are. `steps` go without the summary. */
export const getWizardProgress = <Step extends string>(
  steps: readonly Step[],
  isDone: (step: Step) => boolean,
): WizardProgress => ({
  steps: [...steps, SUMMARY_STEP],
  firstOpenStep: steps.find((step) => !isDone(step)) ?? SUMMARY_STEP,
})

/** True when everything before `step` is done, so that it may be shown. */
export function isStepReachable({ steps, firstOpenStep }: WizardProgress, step: string): boolean {
  const index = steps.indexOf(step)
  return index >= 0 && index <= steps.indexOf(firstOpenStep)
}

/** The step before `step`; null before the first. */
export const getPreviousStep = ({ steps }: WizardProgress, step: string): string | null =>
  steps[steps.indexOf(step) - 1] ?? null

/** Where one goes on after `step`: to what is open where an answer was `edited`, else to the next step. */
export const getNextStep = (
  { steps, firstOpenStep }: WizardProgress,
  step: string,
  edited: boolean,
): string => (edited ? firstOpenStep : (steps[steps.indexOf(step) + 1] ?? SUMMARY_STEP))
