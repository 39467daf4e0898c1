import type { FormErrors, FormValues } from "#app/basics/form.ts"
import { getRows } from "#app/basics/form-rows.ts"
import { Checkbox, SelectField, TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { FoldSummary } from "#app/ui/fold-summary.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { DEPARTMENT_LABELS, DEPARTMENTS } from "../../shop/rules.ts"
import { FormSection, fieldValue } from "./seller-fields.tsx"
import { getAxisFields, getOptionGrid, toOptionGrid, type OptionGrid } from "../option-combinations.ts"
import { VariantFields } from "./variant-fields.tsx"
import { VariantGrid } from "./variant-grid.tsx"

/** What a product is. */
export function BasicsSection({ values, errors }: { values: FormValues; errors: FormErrors }) {
  return (
    <FormSection title="기본 정보">
      <TextField
        label="상품 이름"
        name="title"
        maxLength={80}
        placeholder="예: 무소음 벽시계 30cm"
        defaultValue={fieldValue(values, "title")}
        error={errors.title}
        required
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          label="브랜드"
          name="brand"
          maxLength={30}
          defaultValue={fieldValue(values, "brand")}
          error={errors.brand}
          required={false}
        />
        <SelectField
          label="분류"
          name="department"
          placeholder="골라 주세요"
          options={DEPARTMENTS.map((value) => ({ value, label: DEPARTMENT_LABELS[value] }))}
          defaultValue={fieldValue(values, "department")}
          error={errors.department}
          required
        />
      </div>
      <TextArea
        label="상품 설명"
        name="description"
        rows={8}
        maxLength={5000}
        placeholder={
          "무엇이 좋은지, 누구에게 맞는지, 어떻게 쓰는지 적어 주세요.\n크기와 구성은 아래 고시 정보에도 적어요."
        }
        defaultValue={fieldValue(values, "description")}
        error={errors.description}
        required
      />
    </FormSection>
  )
}

/** What a product costs, with the options that it comes in. */
export function PriceSection({
  values,
  errors,
  onChange,
}: {
  values: FormValues
  errors: FormErrors
  onChange: () => void
}) {
  const rows = getRows(values, "variants")
  const grid = getOptionGrid(values)
  return (
    <FormSection
      title="가격과 옵션"
      text="옵션마다 가격과 재고를 따로 정해요. 옵션이 없으면 한 줄만 채우면 돼요."
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <WonField
          label="정가"
          name="listPriceWon"
          placeholder="없음"
          help="판매가보다 높으면 할인율이 보여요."
          defaultValue={fieldValue(values, "listPriceWon")}
          error={errors.listPriceWon}
          required={false}
        />
        <TextField
          label="옵션 종류"
          name="optionLabel"
          maxLength={30}
          placeholder="예: 색상 / 크기"
          defaultValue={fieldValue(values, "optionLabel")}
          error={errors.optionLabel}
          required={false}
        />
      </div>
      <OptionCombinations values={values} />
      <input type="hidden" name="optionView" value={fieldValue(values, "optionView")} />
      <div className="group/options grid gap-6">
        <FillOptions grid={toOptionGrid(rows.map((row) => fieldValue(row, "name")))} />
        {grid ? (
          <VariantGrid grid={grid} rows={rows} errors={errors} />
        ) : (
          <VariantFields key={JSON.stringify(rows)} rows={rows} errors={errors} onChange={onChange} />
        )}
      </div>
      {grid || fieldValue(values, "optionView") === "list" ? (
        <SubmitButton
          name="intent"
          value={grid ? "view:list" : "view:grid"}
          className="btn btn-quiet btn-sm justify-self-start"
        >
          {grid ? "한 줄씩 고치기" : "표로 고치기"}
        </SubmitButton>
      ) : null}
    </FormSection>
  )
}

/** Makes the options from two lists of words. */
function OptionCombinations({ values }: { values: FormValues }) {
  return (
    <details className="rounded-xl bg-base-200 p-4 md:p-5" open={fieldValue(values, "axes[0].name") !== ""}>
      <FoldSummary className="text-base font-semibold">색상 × 크기처럼 조합 만들기</FoldSummary>
      <p className="mt-2 text-sm text-ink-3">
        두 옵션의 값을 쉼표로 나눠 쓰면 모든 조합을 표로 만들어요. 이미 적은 가격과 재고는 그대로 둬요.
      </p>
      <div className="mt-4 grid gap-3">
        {([0, 1] as const).map((axis) => (
          <div key={axis} className="grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <TextField
              label={`옵션 ${axis + 1} 이름`}
              name={`axes[${axis}].name`}
              maxLength={15}
              placeholder={axis === 0 ? "색상" : "크기"}
              defaultValue={getAxisFields(values, axis).name}
            />
            <TextField
              label={`옵션 ${axis + 1} 값`}
              name={`axes[${axis}].values`}
              maxLength={200}
              placeholder={axis === 0 ? "화이트, 블랙, 우드" : "S, M, L"}
              defaultValue={getAxisFields(values, axis).words}
            />
          </div>
        ))}
      </div>
      <SubmitButton name="intent" value="combine" className="btn btn-line mt-4">
        조합 만들기
      </SubmitButton>
    </details>
  )
}

/**
 * One price and one stock for all options, or for those with one word of `grid`; what is left empty stays as
 * it is. Not shown for a single option, whose own fields do.
 */
function FillOptions({ grid }: { grid: OptionGrid | null }) {
  return (
    <fieldset
      className={
        "gap-3 rounded-xl bg-base-200 p-4 sm:items-start md:p-5 " +
        (grid
          ? "grid sm:grid-cols-[1fr_1fr_1fr_auto]"
          : "hidden group-has-[fieldset+fieldset]/options:grid sm:grid-cols-[1fr_1fr_auto]")
      }
    >
      <legend className="sr-only">여러 옵션에 한꺼번에</legend>
      {grid ? (
        <SelectField
          label="어느 옵션에"
          name="fillWord"
          placeholder="모든 옵션"
          options={[...grid.firstWords, ...grid.secondWords].map((word) => ({ value: word, label: word }))}
          defaultValue=""
          required={false}
        />
      ) : null}
      <WonField
        label={grid ? "가격" : "모든 옵션의 가격"}
        name="allPriceWon"
        placeholder="그대로"
        required={false}
        isCompact
      />
      <TextField
        label={grid ? "재고" : "모든 옵션의 재고"}
        name="allStock"
        inputMode="numeric"
        maxLength={7}
        placeholder="그대로"
        suffix="개"
        required={false}
      />
      <SubmitButton name="intent" value="fill" className="btn btn-line btn-lg sm:mt-7">
        {grid ? "적용" : "모두에 적용"}
      </SubmitButton>
    </fieldset>
  )
}

/** Who pays for its parcel, and whether it can be sent back. */
export function ProductTermsSection({ values }: { values: FormValues }) {
  return (
    <FormSection title="배송과 반품">
      <div className="grid gap-1">
        <Checkbox
          name="freeShipping"
          label="이 상품은 무료배송이에요"
          description="상점의 배송비 대신 판매자가 배송비를 내요."
          defaultChecked={fieldValue(values, "freeShipping") === "on"}
        />
        <Checkbox
          name="madeToOrder"
          label="주문 제작 상품이에요"
          description="마음이 바뀐 반품을 받지 않아요. 구매 전에 이 사실을 안내해요."
          defaultChecked={fieldValue(values, "madeToOrder") === "on"}
        />
      </div>
    </FormSection>
  )
}
