import { Plus, X } from "#app/ui/icons.tsx"
import { useState } from "react"
import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { SelectField, TextField, WonField } from "#app/ui/field.tsx"
import { FieldError } from "#app/ui/field.tsx"
import { LIMITS } from "../../shop/rules.ts"
import { fieldValue } from "./seller-fields.tsx"

/**
 * The options of a product, a row each: name, price, stock, picture. Without scripts the buttons post the
 * form with the intent `add:variants` or `remove:variants:<number>`, and the server answers with the rows as
 * they are then.
 */
export function VariantFields({
  rows,
  errors,
  onChange,
}: {
  rows: readonly FormValues[]
  errors: FormErrors
  onChange: () => void
}) {
  const [rowNumbers, setRowNumbers] = useState(() =>
    Array.from({ length: Math.max(rows.length, 1) }, (_, number) => number),
  )
  const [nextNumber, setNextNumber] = useState(rowNumbers.length)
  return (
    <div>
      <div className="grid gap-3">
        {rowNumbers.map((number, index) => (
          <VariantRow
            key={number}
            number={number}
            index={index}
            isOnlyRow={rowNumbers.length === 1}
            row={rows[number] ?? {}}
            errors={errors}
            onRemove={() => {
              setRowNumbers(rowNumbers.filter((otherNumber) => otherNumber !== number))
              onChange()
            }}
          />
        ))}
      </div>
      <FieldError>{errors.variants}</FieldError>
      {rowNumbers.length < LIMITS.variants ? (
        <button
          type="submit"
          name="intent"
          value="add:variants"
          formNoValidate
          onClick={(event) => {
            event.preventDefault()
            setRowNumbers([...rowNumbers, nextNumber])
            setNextNumber(nextNumber + 1)
          }}
          className="btn btn-tint mt-4 w-full"
        >
          <Plus size={20} />
          옵션 더하기
        </button>
      ) : null}
    </div>
  )
}

/** The pictures after the first, by where they stand among those of the product. */
const PICTURE_OPTIONS = Array.from({ length: LIMITS.pictures - 1 }, (_, index) => ({
  value: String(index + 2),
  label: `${index + 2}번째 사진`,
}))

/** One option; `number` names its fields, `index` is where it stands. */
function VariantRow({
  number,
  index,
  isOnlyRow,
  row,
  errors,
  onRemove,
}: {
  number: number
  index: number
  isOnlyRow: boolean
  row: FormValues
  errors: FormErrors
  onRemove: () => void
}) {
  const fieldName = (field: string) => `variants[${number}].${field}`
  return (
    <fieldset
      className={
        "grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 " +
        "rounded-xl border border-base-300 p-4 " +
        "sm:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,.7fr)_minmax(0,.9fr)_2.25rem] sm:border-0 " +
        "sm:p-0"
      }
    >
      <legend className="sr-only">옵션 {index + 1}</legend>
      <input type="hidden" name={fieldName("id")} value={fieldValue(row, "id")} />
      <input type="hidden" name={fieldName("was")} value={fieldValue(row, "was")} />
      <TextField
        className="max-sm:col-span-2"
        label={index === 0 ? "옵션 이름" : `${index + 1}번째 옵션 이름`}
        hideLabel={index > 0}
        name={fieldName("name")}
        maxLength={60}
        placeholder={isOnlyRow ? "옵션이 없으면 비워 두세요" : "예: 화이트 / M"}
        defaultValue={fieldValue(row, "name")}
        error={errors[fieldName("name")]}
      />
      <div className="max-sm:order-2">
        <WonField
          label="가격"
          hideLabel={index > 0}
          name={fieldName("priceWon")}
          defaultValue={fieldValue(row, "priceWon")}
          error={errors[fieldName("priceWon")]}
          required
          isCompact
        />
      </div>
      <TextField
        className="max-sm:order-3"
        label="재고"
        hideLabel={index > 0}
        name={fieldName("stock")}
        inputMode="numeric"
        maxLength={7}
        defaultValue={fieldValue(row, "stock")}
        error={errors[fieldName("stock")]}
        suffix="개"
        required
      />
      <SelectField
        className="max-sm:order-4 max-sm:col-span-2"
        label="사진"
        hideLabel={index > 0}
        name={fieldName("picture")}
        placeholder="대표 사진"
        options={PICTURE_OPTIONS}
        defaultValue={fieldValue(row, "picture")}
        error={errors[fieldName("picture")]}
      />
      <div className={`max-sm:order-1 ${index === 0 ? "pt-7" : ""}`}>
        {isOnlyRow ? null : <RemoveButton number={number} index={index} onRemove={onRemove} />}
      </div>
    </fieldset>
  )
}

function RemoveButton({ number, index, onRemove }: { number: number; index: number; onRemove: () => void }) {
  return (
    <button
      type="submit"
      name="intent"
      value={`remove:variants:${number}`}
      formNoValidate
      aria-label={`옵션 ${index + 1} 지우기`}
      onClick={(event) => {
        event.preventDefault()
        onRemove()
      }}
      className="hit grid min-h-13 w-9 cursor-pointer place-items-center rounded-lg text-ink-3 hover:bg-fill"
    >
      <X size={20} />
    </button>
  )
}
