/** Making the options of a product of two lists of words. */
import type { FormValues } from "#app/basics/form.ts"
import { isBlankRow, getRows, withRows } from "#app/basics/form-rows.ts"
import { LIMITS } from "../shop/rules.ts"

const firstValue = (value: string | string[] | undefined) => [value ?? ""].flat()[0]?.trim() ?? ""
const splitWords = (typed: string) => [
  ...new Set(
    typed
      .split(/[,，]/)
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  ),
]

/** Puts the price and the stock of the fields for all (`allPriceWon`, `allStock`) into every option. */
export function fillOptions(values: FormValues): FormValues {
  const [priceWon, stock] = [firstValue(values.allPriceWon), firstValue(values.allStock)]
  const rows = getRows(values, "variants").map((row) => ({
    ...row,
    ...(priceWon !== "" && { priceWon }),
    ...(stock !== "" && { stock }),
  }))
  return { ...withRows(values, "variants", rows), allPriceWon: "", allStock: "" }
}

/**
 * Every combination of the words of `axes[0]` and `axes[1]` as rows of `variants`, at most 40; a row of the
 * same name keeps what was typed in it, and a new one takes the price of the first. Without words nothing
 * changes.
 */
export function combineOptions(values: FormValues): FormValues {
  const axes = getRows(values, "axes")
    .map((row) => ({ name: firstValue(row.name), words: splitWords(firstValue(row.values)) }))
    .filter((axis) => axis.words.length > 0)
  if (axes.length === 0) return values
  const [firstAxis, secondAxis] = axes
  const names = (firstAxis?.words ?? [])
    .flatMap((word) =>
      secondAxis ? secondAxis.words.map((secondWord) => `${word} / ${secondWord}`) : [word],
    )
    .slice(0, LIMITS.variants)
  const rows = getRows(values, "variants")
  const existingRows = new Map(rows.map((row) => [firstValue(row.name), row]))
  const price = firstValue(rows.find((row) => !isBlankRow(row))?.priceWon)
  const nextRows = names.map(
    (name) => existingRows.get(name) ?? { id: "", was: "", name, priceWon: price, stock: "" },
  )
  return {
    ...withRows(values, "variants", nextRows),
    optionLabel:
      axes
        .map((axis) => axis.name)
        .filter((name) => name !== "")
        .join(" / ") || firstValue(values.optionLabel),
  }
}
