import { FieldGroup } from "#app/ui/field-group.tsx"
import { WEEKDAY_LABELS, WEEKDAYS } from "../rules.ts"

/** Days of the week to tap, several. */
export function Weekdays({
  label,
  required,
  selectedDays,
  error,
}: {
  label: string
  required?: boolean
  selectedDays: readonly string[]
  error: string | undefined
}) {
  return (
    <FieldGroup legend={label} required={required} error={error}>
      <div className="grid grid-cols-7 gap-1.5">
        {WEEKDAYS.map((day) => (
          <label
            key={day}
            className={
              "grid min-h-12 cursor-pointer place-items-center rounded-lg bg-fill font-semibold " +
              "has-checked:bg-primary-tint has-checked:text-primary-ink has-checked:ring-2 " +
              "has-checked:ring-primary has-checked:ring-inset has-focus-visible:outline-2 " +
              "has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
            }
          >
            <input
              type="checkbox"
              name="weekdays[]"
              value={day}
              defaultChecked={selectedDays.includes(day)}
              className="sr-only"
            />
            {WEEKDAY_LABELS[day]}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
