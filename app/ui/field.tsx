import { Eye, EyeOff } from "./icons.tsx"
import { useState, type InputHTMLAttributes, type ReactNode } from "react"
import { FieldLayout, SelectArrow, type FieldProps } from "./field-layout.tsx"
import { useHydrated } from "./hydrated.ts"

export { FieldError, type FieldProps } from "./field-layout.tsx"
export { WonField } from "./won-field.tsx"
export { PhoneField } from "./phone-field.tsx"
export { Checkbox, ChoiceCards } from "./choice.tsx"

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | "autoComplete"
  | "inputMode"
  | "placeholder"
  | "maxLength"
  | "minLength"
  | "pattern"
  | "autoFocus"
  | "enterKeyHint"
  | "readOnly"
  | "onChange"
>

export type TextFieldProps = FieldProps &
  InputProps & {
    type?: "text" | "email" | "password" | "tel" | "search" | "url" | "number"
    defaultValue?: string | number | null | undefined
    suffix?: ReactNode
  }

/**
 * A line of text. A password can be shown where scripts run. The server judges: the browser's own checks stay
 * quiet.
 */
export function TextField({
  type = "text",
  defaultValue,
  suffix,
  name,
  label,
  error,
  help,
  required,
  disabled,
  hideLabel,
  className,
  ...inputProps
}: TextFieldProps) {
  const hydrated = useHydrated()
  const [isRevealed, setRevealed] = useState(false)
  const isPassword = type === "password"
  return (
    <FieldLayout {...{ label, error, help, required, hideLabel, className }}>
      {({ required: isRequired, ...ids }) => (
        <div className="relative">
          <input
            {...inputProps}
            {...ids}
            aria-required={isRequired}
            name={name}
            type={isPassword && isRevealed ? "text" : type}
            defaultValue={defaultValue ?? ""}
            disabled={disabled}
            className={`field-box ${isPassword && hydrated ? "pr-13" : suffix ? "pr-12" : ""}`}
          />
          {isPassword && hydrated ? (
            <button
              type="button"
              aria-label="입력한 글자 보기"
              aria-pressed={isRevealed}
              onClick={() => setRevealed(!isRevealed)}
              className={
                "absolute inset-y-0 right-1 grid w-11 cursor-pointer place-items-center rounded-lg " +
                "text-ink-3"
              }
            >
              {isRevealed ? <EyeOff size={20} /> : <Eye size={20} />}
            </button>
          ) : suffix ? (
            <span className="pointer-events-none absolute inset-y-0 right-4 flex items-center text-ink-3">
              {suffix}
            </span>
          ) : null}
        </div>
      )}
    </FieldLayout>
  )
}

/** Text of several lines; grows with what is typed where the browser can. */
export function TextArea({
  rows = 5,
  defaultValue,
  name,
  label,
  error,
  help,
  required,
  disabled,
  hideLabel,
  className,
  placeholder,
  maxLength,
}: FieldProps & {
  rows?: number
  defaultValue?: string | null | undefined
  placeholder?: string
  maxLength?: number
}) {
  return (
    <FieldLayout {...{ label, error, help, required, hideLabel, className }}>
      {({ required: isRequired, ...ids }) => (
        <textarea
          {...ids}
          aria-required={isRequired}
          name={name}
          rows={rows}
          defaultValue={defaultValue ?? ""}
          disabled={disabled}
          placeholder={placeholder}
          maxLength={maxLength}
          className="field-box block max-h-[60dvh] resize-y field-sizing-content"
          style={{ minHeight: `${rows * 1.5 + 1.5}rem` }}
        />
      )}
    </FieldLayout>
  )
}

/** A day, `YYYY-MM-DD`, with the browser's own calendar. */
export function DateField({
  min,
  max,
  defaultValue,
  name,
  disabled,
  ...layoutProps
}: FieldProps & { min?: string; max?: string; defaultValue?: string | null | undefined }) {
  return (
    <FieldLayout {...layoutProps}>
      {({ required: isRequired, ...ids }) => (
        <input
          {...ids}
          aria-required={isRequired}
          name={name}
          type="date"
          min={min}
          max={max}
          defaultValue={defaultValue ?? ""}
          disabled={disabled}
          className="field-box"
        />
      )}
    </FieldLayout>
  )
}

export type Option = { value: string; label: string }

/** One of a list, with the browser's own picker. `placeholder` is the first, empty choice. */
export function SelectField({
  options,
  defaultValue,
  placeholder,
  name,
  disabled,
  autoComplete,
  onChange,
  ...layoutProps
}: FieldProps & {
  options: readonly Option[]
  defaultValue?: string | null | undefined
  placeholder?: string
  autoComplete?: string
  onChange?: (value: string) => void
}) {
  return (
    <FieldLayout {...layoutProps}>
      {({ required: isRequired, ...ids }) => (
        <div className="relative">
          <select
            {...ids}
            aria-required={isRequired}
            name={name}
            defaultValue={defaultValue ?? ""}
            disabled={disabled}
            autoComplete={autoComplete}
            onChange={(event) => onChange?.(event.target.value)}
            className="field-box cursor-pointer appearance-none pr-11"
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <SelectArrow />
        </div>
      )}
    </FieldLayout>
  )
}
