/** Owns how what was typed into a form is read back from its values. */
import type { FormValues } from "#app/basics/form.ts"

export const textOf = (values: FormValues, name: string): string => [values[name] ?? ""].flat()[0] ?? ""
export const listOf = (values: FormValues, name: string): string[] => [values[name] ?? []].flat().filter((each) => each !== "")
