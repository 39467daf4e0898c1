import { ChevronDown } from "./icons.tsx"
import { useId, type ReactNode } from "react"
import { useDismissibleError } from "./dismissible-error.ts"

/** What every field has: the label above, help below, the error in words under it. */
export type FieldProps = {
  label: string
  name: string
  error?: string | undefined
  help?: ReactNode
  required?: boolean
  disabled?: boolean
  /** Reads the label to screen readers only, where what stands around the field says it already. */
  hideLabel?: boolean
  className?: string
}

/** Says behind a label that what it names may be left out. */
export const OptionalMark = ({ required }: { required: boolean | undefined }) =>
  required === false ? <span className="ml-1.5 font-normal text-ink-3">선택</span> : null

/** The sentence under a field that is wrong. Its id is what the field's `aria-describedby` names. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  return children ? (
    <p id={id} className="mt-2 text-sm font-medium text-refused-ink">
      {children}
    </p>
  ) : null
}

/** Label, field, help and error in their places; hands the field its ids. */
export function FieldLayout({
  label,
  error: serverError,
  help,
  required,
  hideLabel,
  className,
  children,
}: Omit<FieldProps, "name" | "disabled"> & {
  children: (ids: {
    id: string
    "aria-describedby": string | undefined
    "aria-invalid": true | undefined
    required: boolean | undefined
  }) => ReactNode
}) {
  const id = useId()
  const { error, onInput } = useDismissibleError(serverError)
  const describedBy = [help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ")
  return (
    <div className={className} onInput={onInput}>
      <label
        htmlFor={id}
        className={hideLabel ? "sr-only" : "mb-2 flex items-center text-sm font-medium text-ink-2"}
      >
        {label}
        <OptionalMark required={required} />
      </label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        required: required || undefined,
      })}
      {help ? (
        <p id={`${id}-help`} className="mt-2 text-sm text-ink-3">
          {help}
        </p>
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** The arrow over a select's right end. */
export function SelectArrow() {
  return (
    <ChevronDown size={20} className="pointer-events-none absolute inset-y-0 right-4 my-auto text-ink-3" />
  )
}
