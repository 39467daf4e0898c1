import { Plus, X } from "./icons.tsx"
import { useState, type ReactNode } from "react"
import type { FormValues } from "../basics/form.ts"
import { useDismissibleError } from "./dismissible-error.ts"
import { FieldError } from "./field-layout.tsx"

export type RowField = {
  /** Name of a field in this row. */
  name: (field: string) => string
  text: (field: string) => string
  list: (field: string) => string[]
  /** Errors by the name that was sent. */
  error: (field: string) => string | undefined
  rowNumber: number
}

/**
 * Rows that people add and remove. Without scripts the buttons post the form with the intent `add:<list>` or
 * `remove:<list>:<number>`, and the server answers with the rows as they are then.
 */
export function FormRows({
  list,
  rows,
  errors,
  maxRows,
  minRows = 0,
  initialRows = minRows,
  addLabel,
  rowLabel,
  children,
}: {
  list: string
  rows: readonly FormValues[]
  errors?: Readonly<Record<string, string>> | undefined
  maxRows: number
  /** Rows that cannot be taken away. */
  minRows?: number
  /** Blank rows that are shown while there are none. */
  initialRows?: number
  addLabel: string
  rowLabel: (position: number) => string
  children: (row: RowField) => ReactNode
}) {
  const [visibleRows, setVisibleRows] = useState(() =>
    Array.from({ length: Math.max(rows.length || initialRows, minRows) }, (_, rowNumber) => rowNumber),
  )
  const [nextNumber, setNextNumber] = useState(visibleRows.length)
  // What is wrong with the list as a whole: too few rows, two alike.
  const { error, onInput } = useDismissibleError(errors?.[list])
  const field = (rowNumber: number): RowField => {
    const row = rows[rowNumber] ?? {}
    const name = (key: string) => `${list}[${rowNumber}].${key}`
    return {
      name,
      text: (key) => [row[key] ?? ""].flat()[0] ?? "",
      list: (key) => [row[key] ?? []].flat(),
      error: (key) => errors?.[name(key)],
      rowNumber,
    }
  }
  return (
    <div className="grid gap-4" data-invalid={error ? "" : undefined} onInput={onInput}>
      {visibleRows.map((rowNumber, position) => (
        <Row
          key={rowNumber}
          label={rowLabel(position + 1)}
          removeIntent={visibleRows.length > minRows ? `remove:${list}:${rowNumber}` : null}
          onRemove={() => {
            onInput?.()
            setVisibleRows(visibleRows.filter((other) => other !== rowNumber))
          }}
        >
          {children(field(rowNumber))}
        </Row>
      ))}
      {visibleRows.length < maxRows && (
        <button
          type="submit"
          name="intent"
          value={`add:${list}`}
          formNoValidate
          onClick={(event) => {
            event.preventDefault()
            onInput?.()
            setVisibleRows([...visibleRows, nextNumber])
            setNextNumber(nextNumber + 1)
          }}
          className="btn btn-tint w-full"
        >
          <Plus size={20} />
          {addLabel}
        </button>
      )}
      <div role="alert" className="-mt-2 empty:hidden">
        <FieldError>{error}</FieldError>
      </div>
    </div>
  )
}

/** One row with its number and the button that takes it away, where it may go (`removeIntent`). */
function Row({
  label,
  removeIntent,
  onRemove,
  children,
}: {
  label: string
  removeIntent: string | null
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <fieldset className="rounded-xl border border-base-300 p-4 md:p-5">
      <legend className="sr-only">{label}</legend>
      <div className="mb-3 flex items-center justify-between">
        <span aria-hidden className="text-sm font-semibold text-ink-2">
          {label}
        </span>
        {removeIntent && (
          <button
            type="submit"
            name="intent"
            value={removeIntent}
            formNoValidate
            aria-label={`${label} 지우기`}
            onClick={(event) => {
              event.preventDefault()
              onRemove()
            }}
            className={
              "hit -m-1 grid size-9 cursor-pointer place-items-center rounded-lg text-ink-3 " +
              "hover:bg-fill"
            }
          >
            <X size={20} />
          </button>
        )}
      </div>
      {children}
    </fieldset>
  )
}
