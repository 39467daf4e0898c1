import type { z } from "zod"
import { useFetcher, useSearchParams, href } from "react-router"
import { SelectField } from "#app/ui/field.tsx"
import { FilterFooter, FilterForm, FilterGroup, FilterOption, SEARCH_NAMES } from "#app/ui/filter-form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { PriceRangeFields } from "#app/ui/price-range-fields.tsx"
import { formatManwon } from "#app/basics/won.ts"
import type { ProductQuery } from "../forms.ts"
import { DEPARTMENT_LABELS, DEPARTMENTS } from "../rules.ts"

/** What narrows the list, each with the field of the address that it can be taken out of. */
export const listActiveProductFilters = (
  chosen: Pick<z.output<typeof ProductQuery>, "department" | "free" | "stock" | "min" | "max">,
  sellerName: string | null,
) =>
  [
    chosen.department ? { name: "department", label: DEPARTMENT_LABELS[chosen.department] } : null,
    chosen.free ? { name: "free", label: "무료배송" } : null,
    chosen.stock ? { name: "stock", label: "품절 제외" } : null,
    chosen.min ? { name: "min", label: `${formatManwon(chosen.min)} 이상` } : null,
    chosen.max ? { name: "max", label: `${formatManwon(chosen.max)} 이하` } : null,
    sellerName ? { name: "seller", label: sellerName } : null,
  ].filter((filter) => filter !== null)

/** What its own list keeps that no field here changes. */
const OWN_NAMES = ["department", "sort", "deal"]

/**
 * The filters of the shop, beside its list or beside what a search found in it (`isInSearch`); `live` applies
 * each choice at once.
 */
export function ProductFilters({
  sellers,
  live = false,
  isInSearch = false,
  total,
}: {
  sellers: readonly { id: string; name: string }[]
  live?: boolean
  isInSearch?: boolean
  total?: number | null
}) {
  const [query] = useSearchParams()
  const countFetcher = useFetcher<{ total: number | null }>()
  const isChip = !live
  const queryValue = (name: string) => query.get(name) ?? ""
  return (
    <FilterForm
      path={isInSearch ? href("/search") : href("/shopping")}
      retained={isInSearch ? SEARCH_NAMES : OWN_NAMES}
      wonFields={["min", "max"]}
      isLive={live}
      onChange={(address) => void countFetcher.load(address)}
    >
      {isInSearch ? (
        <SelectField
          name="department"
          label="분류"
          placeholder="모든 분류"
          defaultValue={queryValue("department")}
          options={DEPARTMENTS.map((value) => ({ value, label: DEPARTMENT_LABELS[value] }))}
        />
      ) : null}
      <FilterGroup title="조건" isInline={isChip}>
        <FilterOption isChip={isChip} name="free" isChecked={queryValue("free") === "1"}>
          무료배송
        </FilterOption>
        <FilterOption isChip={isChip} name="stock" isChecked={queryValue("stock") === "1"}>
          품절 제외
        </FilterOption>
      </FilterGroup>
      <PriceFilter query={query} isLive={live} />
      <div className="border-t border-base-300 pt-5">
        <h3 className="mb-3 text-base font-bold">판매자</h3>
        <SelectField
          name="seller"
          label="판매자"
          hideLabel
          placeholder="모든 판매자"
          defaultValue={queryValue("seller")}
          options={sellers.map((seller) => ({ value: seller.id, label: seller.name }))}
        />
      </div>
      <FilterFooter
        isLive={live}
        resultCount={countFetcher.data ? countFetcher.data.total : (total ?? null)}
        labels={{ noun: "상품", counter: "개", noResults: "맞는 상품이 없어요" }}
      />
    </FilterForm>
  )
}

function PriceFilter({ query, isLive }: { query: URLSearchParams; isLive: boolean }) {
  const hydrated = useHydrated()
  return (
    <div className="border-t border-base-300 pt-5">
      <h3 className="mb-3 text-base font-bold">가격</h3>
      <PriceRangeFields query={query} isLive={isLive} />
      {isLive && hydrated ? (
        <button type="submit" className="btn btn-quiet btn-sm mt-2 w-full">
          가격 적용
        </button>
      ) : null}
    </div>
  )
}
