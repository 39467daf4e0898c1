import { Plus, X } from "lucide-react"
import { useState, type ReactNode } from "react"
import type { FormValues } from "../basics/form.ts"
import { useAnswered } from "./answered.ts"
import { FieldError } from "./field-frame.tsx"

export type RowField = {
  /** Name of a field in this row. */
  name: (field: string) => string
  text: (field: string) => string
  list: (field: string) => string[]
  /** Errors by the name that was sent. */
  error: (field: string) => string | undefined
  number: number
}

/**
 * Rows that people add and remove. Without scripts the buttons post the form with the intent `add:<list>` or
 * `remove:<list>:<number>`, and the server answers with the rows as they are then.
 */
export function FormRows({
  list,
  rows,
  errors,
  max,
  least = 0,
  offered = least,
  addLabel,
  rowLabel,
  children,
}: {
  list: string
  rows: readonly FormValues[]
  errors?: Readonly<Record<string, string>> | undefined
  max: number
  /** Rows that cannot be taken away. */
  least?: number
  /** Blank rows that are shown while there are none. */
  offered?: number
  addLabel: string
  rowLabel: (place: number) => string
  children: (row: RowField) => ReactNode
}) {
  const [shown, setShown] = useState(() =>
    Array.from({ length: Math.max(rows.length || offered, least) }, (_, number) => number),
  )
  const [next, setNext] = useState(shown.length)
  // What is wrong with the list as a whole: too few rows, two alike.
  const { error, onInput } = useAnswered(errors?.[list])
  const field = (number: number): RowField => {
    const row = rows[number] ?? {}
    const name = (key: string) => `${list}[${number}].${key}`
    return {
      name,
      text: (key) => [row[key] ?? ""].flat()[0] ?? "",
      list: (key) => [row[key] ?? []].flat(),
      error: (key) => errors?.[name(key)],
      number,
    }
  }
  return (
    <div className="grid gap-4" onInput={onInput}>
      {shown.map((number, place) => (
        <fieldset key={number} className="rounded-xl border border-base-300 p-4 md:p-5">
          <legend className="sr-only">{rowLabel(place + 1)}</legend>
          <div className="mb-3 flex items-center justify-between">
            <span aria-hidden className="text-sm font-semibold text-ink-2">
              {rowLabel(place + 1)}
            </span>
            {shown.length > least && (
              <button
                type="submit"
                name="intent"
                value={`remove:${list}:${number}`}
                formNoValidate
                aria-label={`${rowLabel(place + 1)} 지우기`}
                onClick={(event) => {
                  event.preventDefault()
                  onInput?.()
                  setShown(shown.filter((other) => other !== number))
                }}
                className={
                  "hit -m-1 grid size-9 cursor-pointer place-items-center rounded-lg text-ink-3 " +
                  "hover:bg-fill"
                }
              >
                <X aria-hidden size={20} strokeWidth={1.75} />
              </button>
            )}
          </div>
          {children(field(number))}
        </fieldset>
      ))}
      {shown.length < max && (
        <button
          type="submit"
          name="intent"
          value={`add:${list}`}
          formNoValidate
          onClick={(event) => {
            event.preventDefault()
            onInput?.()
            setShown([...shown, next])
            setNext(next + 1)
          }}
          className="btn btn-tint w-full"
        >
          <Plus aria-hidden size={20} strokeWidth={1.75} />
          {addLabel}
        </button>
      )}
      <div role="alert" className="-mt-2 empty:hidden">
        <FieldError>{error}</FieldError>
      </div>
    </div>
  )
}
