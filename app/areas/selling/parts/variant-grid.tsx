import { X } from "#app/ui/icons.tsx"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { FieldError } from "#app/ui/field.tsx"
import type { OptionGrid } from "../option-combinations.ts"
import { CompactInput } from "./compact-input.tsx"
import { fieldValue } from "./seller-fields.tsx"

/**
 * Options of two axes as a table with the price and the stock of each combination; on phones a block for each
 * word of the first axis. Its buttons post the form, as those of `VariantFields` without scripts.
 */
export function VariantGrid({
  grid,
  rows,
  errors,
}: {
  grid: OptionGrid
  rows: readonly FormValues[]
  errors: FormErrors
}) {
  return (
    <div className="md:overflow-x-auto">
      <table className="w-full text-base max-md:block">
        <caption className="sr-only">옵션 조합의 가격과 재고</caption>
        <thead className="max-md:sr-only">
          <tr>
            <th scope="col">
              <span className="sr-only">옵션</span>
            </th>
            {grid.secondWords.map((word) => (
              <th key={word} scope="col" className="px-1.5 pb-2 text-left text-sm font-semibold text-ink-2">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-3">
          {grid.firstWords.map((firstWord) => (
            <tr
              key={firstWord}
              className={
                "align-top max-md:grid max-md:gap-3 max-md:rounded-xl max-md:border " +
                "max-md:border-base-300 max-md:p-4"
              }
            >
              <th scope="row" className="text-left font-semibold md:min-w-16 md:py-3 md:pr-3">
                {firstWord}
              </th>
              {grid.secondWords.map((secondWord) => (
                <GridCell
                  key={secondWord}
                  words={[firstWord, secondWord]}
                  index={grid.findIndex(firstWord, secondWord)}
                  rows={rows}
                  errors={errors}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <FieldError>{errors.variants}</FieldError>
    </div>
  )
}

function GridCell({
  words: [firstWord, secondWord],
  index,
  rows,
  errors,
}: {
  words: readonly [string, string]
  index: number | undefined
  rows: readonly FormValues[]
  errors: FormErrors
}) {
  const word = <span className="text-sm font-medium text-ink-2 md:hidden">{secondWord}</span>
  if (index === undefined)
    return (
      <td className="max-md:flex max-md:gap-3 md:p-1.5">
        {word}
        <span className="text-sm text-ink-3 md:block md:py-3">팔지 않아요</span>
      </td>
    )
  const row = rows[index] ?? {}
  const fieldName = (field: string) => `variants[${index}].${field}`
  const name = fieldValue(row, "name")
  const [priceError, stockError] = [errors[fieldName("priceWon")], errors[fieldName("stock")]]
  const problem = errors[fieldName("name")] ?? priceError ?? stockError
  const problemId = `variant-${index}-problem`
  const describedBy = problem ? problemId : undefined
  return (
    <td className="md:p-1.5">
      {["id", "was", "name", "picture"].map((field) => (
        <input key={field} type="hidden" name={fieldName(field)} value={fieldValue(row, field)} />
      ))}
      <div
        className={
          "grid grid-cols-[3.5rem_minmax(0,1.3fr)_minmax(0,1fr)_2.25rem] items-center gap-x-2 gap-y-1.5 " +
          "md:min-w-34 md:grid-cols-[minmax(0,1fr)_2.25rem] md:rounded-xl md:bg-base-200 md:p-2"
        }
      >
        {word}
        <CompactInput
          label={`${name} 가격`}
          unit="원"
          name={fieldName("priceWon")}
          maxLength={12}
          defaultValue={fieldValue(row, "priceWon")}
          isInvalid={priceError !== undefined}
          describedBy={describedBy}
          className="md:col-span-2"
        />
        <CompactInput
          label={`${name} 재고`}
          unit="개"
          name={fieldName("stock")}
          maxLength={7}
          defaultValue={fieldValue(row, "stock")}
          isInvalid={stockError !== undefined}
          describedBy={describedBy}
        />
        <button
          type="submit"
          name="intent"
          value={`remove:variants:${index}`}
          formNoValidate
          aria-label={`${firstWord} / ${secondWord} 빼기`}
          className={
            "hit grid min-h-11 w-9 cursor-pointer place-items-center rounded-lg text-ink-3 hover:bg-fill"
          }
        >
          <X size={18} />
        </button>
      </div>
      <FieldError id={problemId}>{problem}</FieldError>
    </td>
  )
}
