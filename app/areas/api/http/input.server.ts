/** Reads what programs send with the forms that people fill in. */
import type { z } from "zod"
import { UNREADABLE_FIELD_TEXT } from "#app/basics/form-fields.ts"
import { parseFieldName } from "#app/basics/form-tree.ts"
import { isCleanText } from "#app/basics/korean.ts"
import type { FieldProblem, Language } from "./problems.server.ts"
import { describeExpected } from "./schemas.server.ts"

const MAX_DEPTH = 8
const UNCLEAN: Record<Language, string> = {
  ko: "사용할 수 없는 글자가 들어 있어요.",
  en: "It holds characters that cannot be used.",
}

/** JSON in the shape of a form: numbers and truth as somebody would type them, null as nothing. */
function toTyped(value: unknown, depth = 0): unknown {
  if (value === null || depth > MAX_DEPTH) return undefined
  if (typeof value === "string") return value.normalize("NFC").trim()
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (Array.isArray(value)) return value.map((item) => toTyped(item, depth + 1))
  if (typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toTyped(item, depth + 1)]))
  return undefined
}

const toPointer = (path: readonly PropertyKey[]): string =>
  `#${path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`

/** Where the field that a form names `lines[0].name` stands in JSON. */
export const toFieldPointer = (name: string): string => toPointer(parseFieldName(name) ?? [])

function* findUnclean(value: unknown, path: PropertyKey[] = []): Generator<PropertyKey[]> {
  if (typeof value === "string") {
    if (!isCleanText(value)) yield path
  } else if (typeof value === "object" && value !== null)
    for (const [name, item] of Object.entries(value)) yield* findUnclean(item, [...path, name])
}

export type InputResult<Value> = { ok: true; value: Value } | { ok: false; errors: FieldProblem[] }

/** Reads `sent` as `schema` has it, or says for each field what is wrong with it. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
  language: Language,
): InputResult<z.output<Schema>> {
  const typed = toTyped(sent)
  const unclean = [...findUnclean(typed)].map((path) => ({
    pointer: toPointer(path),
    detail: UNCLEAN[language],
  }))
  if (unclean.length > 0) return { ok: false, errors: unclean }
  const parsed = schema.safeParse(typed, { error: () => UNREADABLE_FIELD_TEXT })
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors = new Map<string, string>()
  for (const { path, message } of parsed.error.issues) {
    const pointer = toPointer(path)
    // The sentences of the forms are Korean; in English the document says what belongs there.
    if (!errors.has(pointer))
      errors.set(pointer, language === "ko" ? message : describeExpected(schema, path))
  }
  return { ok: false, errors: [...errors].map(([pointer, detail]) => ({ pointer, detail })) }
}
