import type { ComponentProps } from "react"
import { TextField } from "#app/ui/field.tsx"

/** The field for the e-mail that one signs in with. */
export const EmailField = (
  props: Pick<ComponentProps<typeof TextField>, "defaultValue" | "enterKeyHint" | "error" | "placeholder">,
) => (
  <TextField label="이메일" name="email" type="email" autoComplete="username" inputMode="email" {...props} />
)
