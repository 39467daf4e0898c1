import { useId, type ReactNode } from "react"
import { useDismissibleError } from "./dismissible-error.ts"
import { FieldError, OptionalMark } from "./field-layout.tsx"

/**
 * Boxes or marks that answer one question together, with the sentence under them until one of them is
 * changed.
 */
export function FieldGroup({
  legend,
  legendClassName = "mb-2 text-sm font-medium text-ink-2",
  required,
  error: serverError,
  children,
}: {
  legend: ReactNode
  legendClassName?: string
  required?: boolean | undefined
  error: string | undefined
  children: ReactNode
}) {
  const id = useId()
  const { error, onInput } = useDismissibleError(serverError)
  return (
    <fieldset
      aria-describedby={error ? id : undefined}
      data-invalid={error ? true : undefined}
      onInput={onInput}
    >
      <legend className={legendClassName}>
        {legend}
        <OptionalMark required={required} />
      </legend>
      {children}
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}
