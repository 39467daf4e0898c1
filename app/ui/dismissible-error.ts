import { useState } from "react"
import { useActionData } from "react-router"

const hasFieldErrors = (actionData: unknown): boolean =>
  typeof actionData === "object" && actionData !== null && "errors" in actionData

/**
 * What is wrong with a field, until one changes it: from then on it is for the next answer to judge. Where
 * the screen's own answer does not name the error, as behind a fetcher, it stays.
 */
export function useDismissibleError(error: string | undefined): {
  error: string | undefined
  onInput: (() => void) | undefined
} {
  const actionData: unknown = useActionData()
  const [dismissedFor, setDismissedFor] = useState<unknown>(null)
  if (!error || !hasFieldErrors(actionData)) return { error, onInput: undefined }
  return dismissedFor === actionData
    ? { error: undefined, onInput: undefined }
    : { error, onInput: () => setDismissedFor(actionData) }
}
