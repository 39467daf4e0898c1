import { useState } from "react"
import { useActionData } from "react-router"

const hasErrors = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "errors" in answer

/**
 * What is wrong with a field, until one changes it: from then on it is for the next answer to judge. Where
 * the screen's own answer does not name the error, as behind a fetcher, it stays.
 */
export function useAnswered(error: string | undefined): {
  error: string | undefined
  onInput: (() => void) | undefined
} {
  const answer: unknown = useActionData()
  const [changed, setChanged] = useState<unknown>(null)
  if (!error || !hasErrors(answer)) return { error, onInput: undefined }
  return changed === answer
    ? { error: undefined, onInput: undefined }
    : { error, onInput: () => setChanged(answer) }
}
