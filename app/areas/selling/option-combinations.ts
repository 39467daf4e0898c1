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

/** What stands between the words of an option of two axes: 화이트 / M. */
const SEPARATOR = " / "

/** Options of two axes, as a table of their words. */
export type OptionGrid = {
  firstWords: string[]
  secondWords: string[]
  /** Where the option of two words stands in the list; undefined where the combination is not sold. */
  findIndex: (firstWord: string, secondWord: string) => number | undefined
}

/** The table of options by their names; null where they are not combinations of at least two words by two. */
export function toOptionGrid(names: readonly string[]): OptionGrid | null {
  const indexes = new Map(names.map((name, index) => [name.trim(), index]))
  const pairs = names.map((name) => name.trim().split(SEPARATOR))
  if (indexes.size !== names.length || pairs.some((words) => words.length !== 2 || words.includes("")))
    return null
  const [firstWords, secondWords] = [0, 1].map((axis) => [
    ...new Set(pairs.map((words) => words[axis] ?? "")),
  ])
  if (!firstWords || !secondWords || firstWords.length < 2 || secondWords.length < 2) return null
  return {
    firstWords,
    secondWords,
    findIndex: (firstWord, secondWord) => indexes.get(firstWord + SEPARATOR + secondWord),
  }
}

const getVariantNames = (values: FormValues) => getRows(values, "variants").map((row) => firstValue(row.name))

/** The table of the options in a form; null where they are to be drawn as a list. */
export const getOptionGrid = (values: FormValues): OptionGrid | null =>
  firstValue(values.optionView) === "list" ? null : toOptionGrid(getVariantNames(values))

/** The words of an axis (0 or 1) as they are typed: those sent, or those of the options that are there. */
export function getAxisFields(values: FormValues, axis: 0 | 1): { name: string; words: string } {
  const typed = getRows(values, "axes")[axis]
  const words = firstValue(typed?.values)
  if (words !== "") return { name: firstValue(typed?.name), words }
  const grid = toOptionGrid(getVariantNames(values))
  if (!grid) return { name: firstValue(typed?.name), words }
  const names = firstValue(values.optionLabel).split(SEPARATOR)
  return {
    name: names.length === 2 ? (names[axis] ?? "") : "",
    words: (axis === 0 ? grid.firstWords : grid.secondWords).join(", "),
  }
}

/**
 * Puts the price and the stock of the fields for many (`allPriceWon`, `allStock`) into the options that have
 * the word `fillWord`, or into every one.
 */
export function fillOptions(values: FormValues): FormValues {
  const [priceWon, stock] = [firstValue(values.allPriceWon), firstValue(values.allStock)]
  const word = firstValue(values.fillWord)
  const rows = getRows(values, "variants").map((row) =>
    word === "" || firstValue(row.name).split(SEPARATOR).includes(word)
      ? { ...row, ...(priceWon !== "" && { priceWon }), ...(stock !== "" && { stock }) }
      : row,
  )
  return { ...withRows(values, "variants", rows), allPriceWon: "", allStock: "", fillWord: "" }
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
      secondAxis ? secondAxis.words.map((secondWord) => word + SEPARATOR + secondWord) : [word],
    )
    .slice(0, LIMITS.variants)
  const rows = getRows(values, "variants")
  const existingRows = new Map(rows.map((row) => [firstValue(row.name), row]))
  const price = firstValue(rows.find((row) => !isBlankRow(row))?.priceWon)
  const nextRows = names.map(
    (name) => existingRows.get(name) ?? { id: "", was: "", name, priceWon: price, stock: "", picture: "" },
  )
  return {
    ...withRows(values, "variants", nextRows),
    optionView: "",
    optionLabel:
      axes
        .map((axis) => axis.name)
        .filter((name) => name !== "")
        .join(SEPARATOR) || firstValue(values.optionLabel),
  }
}
