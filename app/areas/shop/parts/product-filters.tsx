import { useFetcher, useSearchParams, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { SelectField, WonField } from "#app/ui/field.tsx"
import { FilterFooter, FilterForm, FilterGroup, FilterOption } from "#app/ui/filter-form.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"

/** The filters of the shop; `live` applies each choice at once. */
export function ProductFilters({
  sellers,
  live = false,
  total,
}: {
  sellers: readonly { id: string; name: string }[]
  live?: boolean
  total?: number
}) {
  const [query] = useSearchParams()
  const hydrated = useHydrated()
  const countFetcher = useFetcher<{ total: number }>()
  const isChip = !live
  const queryValue = (name: string) => query.get(name) ?? ""
  return (
    <FilterForm
      path={href("/shopping")}
      retained={["department", "q", "sort", "deal"]}
      wonFields={["min", "max"]}
      isLive={live}
      onChange={(address) => void countFetcher.load(address)}
    >
      <FilterGroup title="조건" isInline={isChip}>
        <FilterOption isChip={isChip} name="free" isChecked={queryValue("free") === "1"}>
          무료배송
        </FilterOption>
        <FilterOption isChip={isChip} name="stock" isChecked={queryValue("stock") === "1"}>
          품절 제외
        </FilterOption>
      </FilterGroup>
      <div className="border-t border-base-300 pt-5">
        <h3 className="mb-3 text-base font-bold">가격</h3>
        <div className="grid grid-cols-2 gap-2">
          <WonField
            name="min"
            label="최소 가격"
            hideLabel
            placeholder="최소"
            defaultValue={queryValue("min")}
          />
          <WonField
            name="max"
            label="최대 가격"
            hideLabel
            placeholder="최대"
            defaultValue={queryValue("max")}
          />
        </div>
        {live && hydrated ? (
          <button type="submit" className="btn btn-quiet btn-sm mt-2 w-full">
            가격 적용
          </button>
        ) : null}
      </div>
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
        resetHref={getListUrl(
          "/shopping",
          {},
          Object.fromEntries(["department", "q", "sort", "deal"].map((name) => [name, queryValue(name)])),
        )}
        resultCount={countFetcher.data?.total ?? total ?? null}
        labels={{ noun: "상품", counter: "개", noResults: "맞는 상품이 없어요" }}
      />
    </FilterForm>
  )
}
