/** Forms as a browser or a hostile caller sends them, and what one field makes of what was typed. */
import { z } from "zod"
import { parseForm } from "../../app/basics/form.ts"

export type Entry = [string, string | File]

export function form(...entries: Entry[]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

/** Stands in for a caller that gives text as it is: FormData itself repairs broken surrogates. */
export function rawForm(...entries: Entry[]): FormData {
  return { [Symbol.iterator]: () => entries[Symbol.iterator]() } as unknown as FormData
}

/** What one field makes of one piece of text: the value, or the sentence. */
export function typed<Schema extends z.ZodType>(schema: Schema, ...values: (string | File)[]) {
  const parsed = parseForm(
    z.object({ field: schema }),
    form(...values.map((value): Entry => ["field", value])),
  )
  return parsed.ok ? { value: (parsed.value as { field: z.output<Schema> }).field } : parsed.errors.field
}

export const sameTag = (count: number) => form(...Array.from({ length: count }, (): Entry => ["tags[]", "a"]))
