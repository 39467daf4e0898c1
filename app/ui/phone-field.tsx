import type { ChangeEvent } from "react"
import { formatPhone } from "../basics/phone.ts"
import { FieldFrame, type FieldProps } from "./field-frame.tsx"

const hyphened = (digits: string) =>
  digits.length < 4
    ? digits
    : digits.length < 8
      ? `${digits.slice(0, 3)}-${digits.slice(3)}`
      : `${digits.slice(0, 3)}-${digits.slice(3, -4)}-${digits.slice(-4)}`

/** A mobile number, hyphenated while typing at its end; the server reads it in any form. */
export function PhoneField({
  defaultValue,
  placeholder = "010-0000-0000",
  autoComplete = "tel",
  name,
  disabled,
  ...frame
}: FieldProps & { defaultValue?: string | null | undefined; placeholder?: string; autoComplete?: string }) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.target
    const atEnd = field.selectionStart === field.value.length
    const digits = field.value.replaceAll("-", "")
    // Deleting must not bring back the hyphen that was deleted.
    const deleting =
      event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType.startsWith("delete")
    if (atEnd && !deleting && /^01\d{0,9}$/.test(digits)) field.value = hyphened(digits)
  }
  return (
    <FieldFrame {...frame}>
      {({ required: asked, ...ids }) => (
        <input
          {...ids}
          aria-required={asked}
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete={autoComplete}
          maxLength={20}
          placeholder={placeholder}
          defaultValue={formatPhone(defaultValue ?? "")}
          disabled={disabled}
          onChange={change}
          className="field-box"
        />
      )}
    </FieldFrame>
  )
}
