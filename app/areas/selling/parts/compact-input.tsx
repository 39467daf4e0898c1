/** A number with its unit in little room; its label is read out alone. */
export function CompactInput({
  label,
  unit,
  name,
  maxLength,
  defaultValue,
  isInvalid,
  describedBy,
  className = "",
  inputClassName = "",
}: {
  label: string
  unit: "원" | "개"
  name: string
  maxLength: number
  defaultValue: string
  isInvalid: boolean
  describedBy?: string | undefined
  className?: string
  inputClassName?: string
}) {
  return (
    <label className={`relative ${className}`}>
      <span className="sr-only">
        {label} ({unit})
      </span>
      <input
        name={name}
        inputMode="numeric"
        maxLength={maxLength}
        defaultValue={defaultValue}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        className={`field-box num min-h-11 py-2 pr-9 text-right ${inputClassName}`}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-sm text-ink-3"
      >
        {unit}
      </span>
    </label>
  )
}
