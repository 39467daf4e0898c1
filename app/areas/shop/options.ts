/** Owns making the options of a product of two lists of words. */
import type { FormValues } from "#app/basics/form.ts"
import { isBlankRow, rowsOf, withRows } from "#app/basics/form-rows.ts"
import { LIMITS } from "./rules.ts"

const first = (value: string | string[] | undefined) => [value ?? ""].flat()[0]?.trim() ?? ""
const wordsOf = (typed: string) => [
  ...new Set(
    typed
      .split(/[,，]/)
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  ),
]

/**
 * Every combination of the words of `axes[0]` and `axes[1]` as rows of `variants`, at most 40; a row of the
 * same name keeps what was typed in it, and a new one takes the price of the first. Without words nothing
 * changes.
 */
export function combineOptions(values: FormValues): FormValues {
  const axes = rowsOf(values, "axes")
    .map((row) => ({ name: first(row.name), words: wordsOf(first(row.values)) }))
    .filter((axis) => axis.words.length > 0)
  if (axes.length === 0) return values
  const [one, two] = axes
  const names = (one?.words ?? [])
    .flatMap((word) => (two ? two.words.map((other) => `${word} / ${other}`) : [word]))
    .slice(0, LIMITS.variants)
  const rows = rowsOf(values, "variants")
  const known = new Map(rows.map((row) => [first(row.name), row]))
  const price = first(rows.find((row) => !isBlankRow(row))?.priceWon)
  const next = names.map((name) => known.get(name) ?? { id: "", was: "", name, priceWon: price, stock: "" })
  return {
    ...withRows(values, "variants", next),
    optionLabel:
      axes
        .map((axis) => axis.name)
        .filter((name) => name !== "")
        .join(" / ") || first(values.optionLabel),
  }
}
