import { useInitialValue } from "./initial-value.ts"

/**
 * The hidden field that lets the server know a form sent twice: the same key until the form has been
 * answered. `value` is a new id of the loader's.
 */
export function SubmissionKey({
  value,
  name = "submissionKey",
}: {
  value: string
  name?: "submissionKey" | "key"
}) {
  return <input type="hidden" name={name} value={useInitialValue(value)} />
}
