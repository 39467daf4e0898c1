import type { ComponentProps } from "react"
import { TextField } from "#app/ui/field.tsx"

/** The field for a code of the second factor: what the app shows, or a recovery code. */
export const SecondFactorField = (
  props: Pick<ComponentProps<typeof TextField>, "defaultValue" | "error" | "help">,
) => (
  <TextField
    label="인증 숫자"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={20}
    {...props}
  />
)
