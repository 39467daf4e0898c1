/**
 * How every form and every query is read: from names and text to a checked value, or to a Korean
 * sentence per field.
 */
import type { z } from "zod"
import {
  createFormRoot,
  withoutListSuffix,
  insertValue,
  toPlainValue,
  isSecretField,
  getSentName,
  parseFieldName,
  UNREADABLE_FORM_TEXT,
} from "./form-tree.ts"
import { isCleanText } from "./korean.ts"
import { UNREADABLE_FIELD_TEXT } from "./form-fields.ts"

/** A sentence for each field that is wrong, by the name the field has in the form (`"lines[0].name"`). */
export type FormErrors = Record<string, string>

/** What was typed, by field name, to fill the form again. No files, no passwords, no codes. */
export type FormValues = Record<string, string | string[]>

export type ParsedForm<Value> =
  | { ok: true; value: Value }
  | { ok: false; errors: FormErrors; values: FormValues }

/** The key in `errors` of what is wrong with the form as a whole. */
export const FORM_ERROR_KEY = "form"

const MAX_ENTRIES = 2_000

const UNCLEAN_TEXT = "사용할 수 없는 글자가 들어 있어요. 지우고 다시 입력해 주세요."

/**
 * Reads a form. Names make the shape: `tags[]` is a list, `lines[0].name` a list of objects (gaps in the
 * numbering close up, errors keep the name that was sent), a name sent twice a list too. Text is
 * NFC-normalised and trimmed (a password is not trimmed). Never throws for what was sent; `schema` must not
 * be asynchronous.
 */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): ParsedForm<z.output<Schema>> {
  const entries: [string, FormDataEntryValue][] = []
  for (const entry of form) {
    if (entries.length === MAX_ENTRIES)
      return { ok: false, errors: { [FORM_ERROR_KEY]: UNREADABLE_FORM_TEXT }, values: {} }
    entries.push(entry)
  }
  const values = toFormValues(entries)
  const root = createFormRoot()
  for (const [name, value] of entries) {
    const problem = insertValue(root, name, value)
    if (problem !== null) return { ok: false, errors: { [FORM_ERROR_KEY]: problem }, values }
  }

  const errors = emptyRecord<string>()
  for (const [name, value] of entries) {
    if (typeof value === "string" && !isCleanText(value)) errors[withoutListSuffix(name)] = UNCLEAN_TEXT
  }
  const parsed = schema.safeParse(toPlainValue(root), { error: () => UNREADABLE_FIELD_TEXT })
  if (parsed.success && Object.keys(errors).length === 0) return { ok: true, value: parsed.data }
  for (const issue of parsed.error?.issues ?? []) {
    errors[getSentName(root, issue.path) || FORM_ERROR_KEY] ??= issue.message
  }
  return { ok: false, errors, values }
}

/** What was typed into a form, to fill it again after a refusal that its schema did not make. */
export const getFormValues = (form: FormData): FormValues => toFormValues([...form].slice(0, MAX_ENTRIES))

/**
 * Reads the query of an address. A list page never fails for a bad address: give every field a
 * `.catch(default)`, which is also what a missing field gets. Names work as in `parseForm`; what cannot be
 * read is left out.
 */
export function readQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> {
  const entries = [...query].slice(0, MAX_ENTRIES).filter(([, value]) => isCleanText(value))
  const root = createFormRoot()
  for (const [name, value] of entries) insertValue(root, name, value)
  const parsed = schema.safeParse(toPlainValue(root))
  return parsed.success ? parsed.data : schema.parse({})
}

function toFormValues(entries: readonly [string, FormDataEntryValue][]): FormValues {
  const values = emptyRecord<string | string[]>()
  for (const [name, value] of entries) {
    if (typeof value !== "string" || isSecretField(name) || parseFieldName(name) === null) continue
    const field = withoutListSuffix(name)
    const typed = value.toWellFormed().replaceAll("\u0000", "")
    const previous = values[field]
    values[field] = previous === undefined ? (name === field ? typed : [typed]) : [previous, typed].flat()
  }
  return values
}

// Without a prototype a field called "toString" is only a field.
function emptyRecord<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>
}
