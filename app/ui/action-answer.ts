/** Gives a page what its action answered where something was not done. */
import type { ActionAnswer } from "#app/basics/action-answer.ts"
import { useFirstErrorFocus } from "./form.tsx"

const NOTHING_SENT: ActionAnswer = { intent: "", problem: null, errors: {}, values: {} }

/** What forms of a screen show: the answer to the one that was sent, or nothing while none was. */
export type ScreenAnswer = ActionAnswer & {
  /** True when one was sent. */
  wasSent: boolean
  /** True when one was sent and done, and the screen stays where it is. */
  isDone: boolean
  /** True when a field of it is wrong. */
  hasErrors: boolean
  /** What was typed into a field; `saved` where it was not sent. */
  typed: (field: string, saved?: string) => string
  /** The answer to some forms alone. */
  of: (...intents: string[]) => ScreenAnswer
  /** The answer to a form about one thing among several, whose id it sent as `field`. */
  about: (field: string, id: string) => ScreenAnswer
}

function toScreenAnswer(answer: ActionAnswer | undefined): ScreenAnswer {
  const shown = answer ?? NOTHING_SENT
  const hasErrors = Object.keys(shown.errors).length > 0
  const typed = (field: string, saved = "") => [shown.values[field] ?? saved].flat()[0] ?? ""
  return {
    ...shown,
    wasSent: answer !== undefined,
    isDone: answer !== undefined && shown.problem === null && !hasErrors,
    hasErrors,
    typed,
    of: (...intents) => toScreenAnswer(intents.includes(shown.intent) ? answer : undefined),
    about: (field, id) => toScreenAnswer(answer && typed(field) === id ? answer : undefined),
  }
}

/** Reads what the action of a screen answered, and puts the cursor into the first field that is wrong. */
export function useActionAnswer(actionData: ActionAnswer | undefined): ScreenAnswer {
  useFirstErrorFocus(actionData?.errors)
  return toScreenAnswer(actionData)
}
