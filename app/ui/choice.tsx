import { useId, type ReactNode } from "react"
import { useDismissibleError } from "./dismissible-error.ts"
import { FieldError, OptionalMark } from "./field-layout.tsx"

/** One box to tick; the whole line can be tapped. `label` may hold a link. */
export function Checkbox({
  name,
  value = "on",
  label,
  description,
  defaultChecked,
  error: serverError,
  required,
  disabled,
  onChange,
  className = "",
}: {
  name: string
  value?: string
  label: ReactNode
  description?: ReactNode
  defaultChecked?: boolean
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  onChange?: (checked: boolean) => void
  className?: string
}) {
  const id = useId()
  const { error, onInput } = useDismissibleError(serverError)
  const describedBy = [description ? `${id}-text` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ")
  return (
    <div className={className} onInput={onInput}>
      <div className="relative flex items-start gap-3 py-2.5">
        <input
          id={id}
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={defaultChecked}
          disabled={disabled}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => onChange?.(event.target.checked)}
          className="tick relative z-1"
        />
        <div className="min-w-0 flex-1 [&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1">
          <label htmlFor={id} className="block cursor-pointer text-base after:absolute after:inset-0">
            {label}
          </label>
          {description ? (
            <p id={`${id}-text`} className="mt-0.5 text-sm text-ink-3">
              {description}
            </p>
          ) : null}
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      </div>
    </div>
  )
}

export type ChoiceOption = { value: string; label: string; description?: string | undefined; art?: ReactNode }

/** One answer: the whole card is its control. */
function ChoiceCard({
  option,
  name,
  type,
  layout,
  isSelected,
  isInvalid,
  onChange,
}: {
  option: ChoiceOption
  name: string
  type: "radio" | "checkbox"
  layout: "list" | "grid"
  isSelected: boolean
  isInvalid: boolean
  onChange: ((value: string, checked: boolean) => void) | undefined
}) {
  return (
    <label className={`choice-card ${layout === "grid" ? "min-h-13 py-2.5" : "min-h-18 py-3.5"}`}>
      {option.art ? <span className="flex-none">{option.art}</span> : null}
      <span className="min-w-min flex-1">
        <span className="block font-semibold">{option.label}</span>
        {option.description ? (
          <span className="mt-0.5 block text-sm text-ink-2">{option.description}</span>
        ) : null}
      </span>
      <input
        type={type}
        name={name}
        value={option.value}
        defaultChecked={isSelected}
        aria-invalid={isInvalid && type === "checkbox" ? true : undefined}
        onChange={(event) => onChange?.(option.value, event.target.checked)}
        className={`tick outline-none ${type === "radio" ? "rounded-full" : ""}`}
      />
    </label>
  )
}

/**
 * Big answers to tap: one of them (`radio`) or several (`checkbox`). The whole card is the control.
 * `layout="grid"` sets short answers two in a row.
 */
export function ChoiceCards({
  legend,
  name,
  type,
  options,
  defaultValue,
  error: serverError,
  help,
  required,
  hideLegend,
  layout = "list",
  onChange,
  className = "",
}: {
  legend: string
  name: string
  type: "radio" | "checkbox"
  options: readonly ChoiceOption[]
  defaultValue?: string | readonly string[] | null | undefined
  error?: string | undefined
  help?: ReactNode
  required?: boolean
  hideLegend?: boolean
  layout?: "list" | "grid"
  onChange?: (value: string, checked: boolean) => void
  className?: string
}) {
  const id = useId()
  const { error, onInput } = useDismissibleError(serverError)
  const selected = new Set([defaultValue ?? []].flat())
  const errorText = <FieldError id={`${id}-error`}>{error}</FieldError>
  // Under many answers nobody on a phone would see it: it would lie under the bar at the bottom.
  const isErrorAbove = options.length > (layout === "list" ? 4 : 6)
  const describedBy = [help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ")
  return (
    <fieldset
      className={className}
      onInput={onInput}
      aria-describedby={describedBy || undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={hideLegend ? "sr-only" : "mb-2 text-sm font-medium text-ink-2"}>
        {legend}
        <OptionalMark required={required} />
      </legend>
      {help ? (
        <p id={`${id}-help`} className="mb-3 text-sm text-ink-3">
          {help}
        </p>
      ) : null}
      {isErrorAbove ? <div className="mb-3 -mt-1 empty:hidden">{errorText}</div> : null}
      <div
        className={
          layout === "grid"
            ? "flex flex-wrap gap-2.5 [&>*]:min-w-min [&>*]:flex-1 [&>*]:basis-2/5 sm:grid " +
              `${options.length === 2 || options.length === 4 ? "sm:grid-cols-2" : "sm:grid-cols-3"}`
            : "grid gap-2.5"
        }
      >
        {options.map((option) => (
          <ChoiceCard
            key={option.value}
            option={option}
            name={name}
            type={type}
            layout={layout}
            isSelected={selected.has(option.value)}
            isInvalid={Boolean(error)}
            onChange={onChange}
          />
        ))}
      </div>
      {isErrorAbove ? null : errorText}
    </fieldset>
  )
}
