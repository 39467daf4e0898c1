/**
 * What was typed into a form as flat names and text, and the rows in it (`lines[0].name`) that people
 * add and remove.
 */
import type { FormValues } from "./form.ts"
import { isBlank } from "./initials.ts"

const ROW_NAME_PATTERN = /^([a-z]\w*)\[(\d{1,3})\]\./i
const getRootName = (field: string) => /^[a-z]\w*/i.exec(field)?.[0] ?? ""

/**
 * The text fields of a form by name, lists (`tags[]`) under the name without brackets; files are left out.
 */
export function formToValues(form: FormData): FormValues {
  // Without a prototype a field called "toString" is only a field.
  const values: FormValues = Object.create(null)
  for (const [name, value] of form) {
    if (typeof value !== "string") continue
    const field = name.replace(/\[\]$/, "")
    const previous = values[field]
    values[field] = previous === undefined ? (field === name ? value : [value]) : [previous, value].flat()
  }
  return values
}

/** The way back: a form as a browser would send it. */
export function valuesToForm(values: FormValues): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(values)) {
    if (typeof value === "string") form.append(field, value)
    else for (const one of value) form.append(`${field}[]`, one)
  }
  return form
}

/** Only the fields that belong to one of `names`: `regions`, `prices[0].name`. */
export function pickFields(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => names.includes(getRootName(field))))
}

/** `values` with the fields of `names` replaced by those of `replacements`. */
export function replaceFields(
  values: FormValues,
  names: readonly string[],
  replacements: FormValues,
): FormValues {
  const others = Object.entries(values).filter(([field]) => !names.includes(getRootName(field)))
  return { ...Object.fromEntries(others), ...pickFields(replacements, names) }
}

/**
 * The rows of `list`, each as its own fields (`name`, `picture`), in their order; gaps in the numbering close
 * up.
 */
export function getRows(values: FormValues, list: string): FormValues[] {
  const rows = new Map<number, FormValues>()
  for (const [field, value] of Object.entries(values)) {
    const match = ROW_NAME_PATTERN.exec(field)
    if (!match || match[1] !== list) continue
    const index = Number(match[2])
    rows.set(index, { ...rows.get(index), [field.slice(match[0].length)]: value })
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row)
}

/** `values` with `rows` as the rows of `list`, numbered from 0. */
export function withRows(values: FormValues, list: string, rows: readonly FormValues[]): FormValues {
  const others = Object.entries(values).filter(([field]) => ROW_NAME_PATTERN.exec(field)?.[1] !== list)
  return {
    ...Object.fromEntries(others),
    ...Object.fromEntries(
      rows.flatMap((row, index) =>
        Object.entries(row).map(([name, value]) => [`${list}[${index}].${name}`, value]),
      ),
    ),
  }
}

/** `values` with one more row of `list` at its end, which holds `row`. */
export function withNewRow(values: FormValues, list: string, row: FormValues): FormValues {
  return withRows(values, list, [...getRows(values, list), row])
}

/** `values` without the row that was sent as `list[number]`; the rows after it move up. */
export function withoutRow(values: FormValues, list: string, number: number): FormValues {
  const remaining = Object.fromEntries(
    Object.entries(values).filter(([field]) => !field.startsWith(`${list}[${number}].`)),
  )
  return withRows(remaining, list, getRows(remaining, list))
}

/**
 * Reads the `argument` of a button that changes rows, `list` or `list:number`, and gives `values` with that
 * row added (holding what `newRows` names for the list) or removed; null for a list that `newRows` does not
 * name.
 */
export function changeRows(
  move: "add" | "remove",
  argument: string,
  values: FormValues,
  newRows: Readonly<Record<string, FormValues>>,
): { list: string; values: FormValues } | null {
  const [list = "", number] = argument.split(":")
  const newRow = Object.hasOwn(newRows, list) ? newRows[list] : undefined
  if (!newRow) return null
  return {
    list,
    values: move === "add" ? withNewRow(values, list, newRow) : withoutRow(values, list, Number(number)),
  }
}

/** True for a row in which nothing was typed; `ignoring` names fields that are filled from the start. */
export function isBlankRow(row: FormValues, ignoring: readonly string[] = []): boolean {
  return Object.entries(row).every(
    ([name, value]) => ignoring.includes(name) || [value].flat().every(isBlank),
  )
}

/**
 * `values` without the rows of `list` in which nothing was typed; the others keep their numbers, so that an
 * error finds its field.
 */
export function withoutBlankRows(
  values: FormValues,
  list: string,
  ignoring: readonly string[] = [],
): FormValues {
  const numbers = new Map<string, FormValues>()
  for (const [field, value] of Object.entries(values)) {
    const match = ROW_NAME_PATTERN.exec(field)
    if (match?.[1] === list && match[2] !== undefined)
      numbers.set(match[2], { ...numbers.get(match[2]), [field.slice(match[0].length)]: value })
  }
  const blank = [...numbers]
    .filter(([, row]) => isBlankRow(row, ignoring))
    .map(([number]) => `${list}[${number}].`)
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => !blank.some((prefix) => field.startsWith(prefix))),
  )
}
