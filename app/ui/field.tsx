import { Eye, EyeOff } from "lucide-react"
import { useState, type InputHTMLAttributes, type ReactNode } from "react"
import { FieldFrame, SelectArrow, type FieldProps } from "./field-frame.tsx"
import { useHydrated } from "./hydrated.ts"

export { FieldError, type FieldProps } from "./field-frame.tsx"
export { WonField } from "./won-field.tsx"
export { PhoneField } from "./phone-field.tsx"
export { Checkbox, ChoiceCards } from "./choice.tsx"

type Typed = Pick<
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
  Typed & {
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
  ...typed
}: TextFieldProps) {
  const hydrated = useHydrated()
  const [shown, setShown] = useState(false)
  const secret = type === "password"
  return (
    <FieldFrame {...{ label, error, help, required, hideLabel, className }}>
      {({ required: asked, ...ids }) => (
        <div className="relative">
          <input
            {...typed}
            {...ids}
            aria-required={asked}
            name={name}
            type={secret && shown ? "text" : type}
            defaultValue={defaultValue ?? ""}
            disabled={disabled}
            className={`field-box ${secret && hydrated ? "pr-13" : suffix ? "pr-12" : ""}`}
          />
          {secret && hydrated ? (
            <button
              type="button"
              aria-label="입력한 글자 보기"
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
              className={
                "absolute inset-y-0 right-1 grid w-11 cursor-pointer place-items-center rounded-lg " +
                "text-ink-3"
              }
            >
              {shown ? <EyeOff size={20} strokeWidth={1.75} /> : <Eye size={20} strokeWidth={1.75} />}
            </button>
          ) : suffix ? (
            <span className="pointer-events-none absolute inset-y-0 right-4 flex items-center text-ink-3">
              {suffix}
            </span>
          ) : null}
        </div>
      )}
    </FieldFrame>
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
    <FieldFrame {...{ label, error, help, required, hideLabel, className }}>
      {({ required: asked, ...ids }) => (
        <textarea
          {...ids}
          aria-required={asked}
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
    </FieldFrame>
  )
}

/** A day, `YYYY-MM-DD`, with the browser's own calendar. */
export function DateField({
  min,
  max,
  defaultValue,
  name,
  disabled,
  ...frame
}: FieldProps & { min?: string; max?: string; defaultValue?: string | null | undefined }) {
  return (
    <FieldFrame {...frame}>
      {({ required: asked, ...ids }) => (
        <input
          {...ids}
          aria-required={asked}
          name={name}
          type="date"
          min={min}
          max={max}
          defaultValue={defaultValue ?? ""}
          disabled={disabled}
          className="field-box"
        />
      )}
    </FieldFrame>
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
  ...frame
}: FieldProps & {
  options: readonly Option[]
  defaultValue?: string | null | undefined
  placeholder?: string
  autoComplete?: string
  onChange?: (value: string) => void
}) {
  return (
    <FieldFrame {...frame}>
      {({ required: asked, ...ids }) => (
        <div className="relative">
          <select
            {...ids}
            aria-required={asked}
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
    </FieldFrame>
  )
}
