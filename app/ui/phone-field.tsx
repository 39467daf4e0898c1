import type { ChangeEvent } from "react"
import { formatPhone } from "../basics/phone.ts"
import { FieldLayout, type FieldProps } from "./field-layout.tsx"

const addHyphens = (digits: string) =>
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
  ...layoutProps
}: FieldProps & { defaultValue?: string | null | undefined; placeholder?: string; autoComplete?: string }) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.target
    const isAtEnd = field.selectionStart === field.value.length
    const digits = field.value.replaceAll("-", "")
    // Deleting must not bring back the hyphen that was deleted.
    const isDeleting =
      event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType.startsWith("delete")
    if (isAtEnd && !isDeleting && /^01\d{0,9}$/.test(digits)) field.value = addHyphens(digits)
  }
  return (
    <FieldLayout {...layoutProps}>
      {({ required: isRequired, ...ids }) => (
        <input
          {...ids}
          aria-required={isRequired}
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete={autoComplete}
          maxLength={20}
          placeholder={placeholder}
          defaultValue={formatPhone(defaultValue ?? "")}
          disabled={disabled}
          onChange={handleChange}
          className="field-box"
        />
      )}
    </FieldLayout>
  )
}
