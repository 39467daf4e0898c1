import type { ComponentProps } from "react"
import { TextField } from "#app/ui/field.tsx"

/** The whole sentence that a code comes in fits: the form picks its digits out. */
const MAX_TEXT_LENGTH = 60

/** The field for a code that was sent by mail or to a phone. */
export const SentCodeField = (
  props: Pick<
    ComponentProps<typeof TextField>,
    "defaultValue" | "enterKeyHint" | "error" | "help" | "suffix"
  >,
) => (
  <TextField
    label="인증번호"
    name="code"
    autoComplete="one-time-code"
    inputMode="numeric"
    maxLength={MAX_TEXT_LENGTH}
    {...props}
  />
)
