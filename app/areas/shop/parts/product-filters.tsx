import { useFetcher, useSearchParams } from "react-router"
import { listAddress } from "#app/basics/addresses.ts"
import { SelectField, WonField } from "#app/ui/field.tsx"
import { FilterFoot, FilterForm, FilterPart, FilterTick } from "#app/ui/filter-form.tsx"
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
  const counting = useFetcher<{ total: number }>()
  const chip = !live
  const given = (name: string) => query.get(name) ?? ""
  return (
    <FilterForm
      path="/shopping"
      kept={["department", "q", "sort", "deal"]}
      amounts={["min", "max"]}
      live={live}
      onChange={(address) => void counting.load(address)}
    >
      <FilterPart title="조건" beside={chip}>
        <FilterTick chip={chip} name="free" checked={given("free") === "1"}>
          무료배송
        </FilterTick>
        <FilterTick chip={chip} name="stock" checked={given("stock") === "1"}>
          품절 제외
        </FilterTick>
      </FilterPart>
      <div className="border-t border-base-300 pt-5">
        <h3 className="mb-3 text-base font-bold">가격</h3>
        <div className="grid grid-cols-2 gap-2">
          <WonField name="min" label="최소 가격" hideLabel placeholder="최소" defaultValue={given("min")} />
          <WonField name="max" label="최대 가격" hideLabel placeholder="최대" defaultValue={given("max")} />
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
          defaultValue={given("seller")}
          options={sellers.map((seller) => ({ value: seller.id, label: seller.name }))}
        />
      </div>
      <FilterFoot
        live={live}
        reset={listAddress(
          "/shopping",
          {},
          Object.fromEntries(["department", "q", "sort", "deal"].map((name) => [name, given(name)])),
        )}
        found={counting.data?.total ?? total ?? null}
        say={{ noun: "상품", counter: "개", none: "맞는 상품이 없어요" }}
      />
    </FilterForm>
  )
}
