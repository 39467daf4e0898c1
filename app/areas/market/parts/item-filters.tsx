import { useFetcher, useSearchParams } from "react-router"
import { WonField } from "#app/ui/field.tsx"
import { FilterFoot, FilterForm, FilterPart, FilterTick, PriceCaps } from "#app/ui/filter-form.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import {
  CONDITIONS,
  CONDITION_LABELS,
  ITEM_CATEGORIES,
  ITEM_CATEGORY_LABELS,
  METHODS,
  METHOD_LABELS,
} from "../rules.ts"

const PATH = "/marketplace"

/** The list's address with `changes` made; null takes a name away, a list sets it several times. */
export function itemsAddress(
  search: string | URLSearchParams,
  changes: Readonly<Record<string, string | readonly string[] | null>>,
): string {
  const query = new URLSearchParams(search)
  query.delete("after")
  for (const [name, value] of Object.entries(changes)) {
    query.delete(name)
    for (const one of [value ?? []].flat()) query.append(name, one)
  }
  const text = query.toString()
  return text === "" ? PATH : `${PATH}?${text}`
}

/**
 * The filters of the market. `live` applies each choice at once, in the side column; else the button says how
 * many there are.
 */
export function ItemFilters({ live = false, total }: { live?: boolean; total: number | null }) {
  const [query] = useSearchParams()
  const counting = useFetcher<{ total: number | null }>()
  const given = (name: string) => query.get(name) ?? ""
  const found = counting.data?.total ?? total
  const heading = "mb-3 text-base font-bold"
  const chip = !live
  return (
    <FilterForm
      path={PATH}
      kept={chip ? ["sort", "category"] : ["sort"]}
      amounts={["min", "max"]}
      live={live}
      onChange={(address) => void counting.load(address)}
    >
      <div>
        <h3 className={heading}>동네</h3>
        <RegionPicker name="region" label="동네" hideLabel widest="sido" defaultValue={given("region")} />
      </div>
      <FilterPart title="거래 상태" beside={chip}>
        <FilterTick chip={chip} name="open" value="1" checked={given("open") === "1"}>
          거래완료 숨기기
        </FilterTick>
        <FilterTick chip={chip} name="free" value="1" checked={given("free") === "1"}>
          나눔만 보기
        </FilterTick>
        <FilterTick chip={chip} name="offers" value="1" checked={given("offers") === "1"}>
          가격 제안 가능
        </FilterTick>
      </FilterPart>
      <FilterPart title="거래 방법" beside={chip}>
        <FilterTick chip={chip} type="radio" name="method" value="" checked={given("method") === ""}>
          전체
        </FilterTick>
        {METHODS.map((method) => (
          <FilterTick
            key={method}
            chip={chip}
            type="radio"
            name="method"
            value={method}
            checked={given("method") === method}
          >
            {METHOD_LABELS[method]}
          </FilterTick>
        ))}
      </FilterPart>
      {live ? (
        <FilterPart title="카테고리" beside={chip}>
          <FilterTick type="radio" name="category" value="" checked={given("category") === ""}>
            전체
          </FilterTick>
          {ITEM_CATEGORIES.map((category) => (
            <FilterTick
              key={category}
              type="radio"
              name="category"
              value={category}
              checked={given("category") === category}
            >
              {ITEM_CATEGORY_LABELS[category]}
            </FilterTick>
          ))}
        </FilterPart>
      ) : null}
      <FilterPart title="물건 상태" beside={chip}>
        {CONDITIONS.map((condition) => (
          <FilterTick
            key={condition}
            chip={chip}
            name="condition"
            value={condition}
            checked={query.getAll("condition").includes(condition)}
          >
            {CONDITION_LABELS[condition]}
          </FilterTick>
        ))}
      </FilterPart>
      <div className="border-t border-base-300 pt-5">
        <h3 className={heading}>가격</h3>
        <div className="grid grid-cols-[1fr_auto_1fr] items-start gap-2">
          <WonField name="min" label="최소 금액" hideLabel placeholder="최소" defaultValue={given("min")} />
          <span aria-hidden className="pt-3 text-ink-3">
            –
          </span>
          <WonField name="max" label="최대 금액" hideLabel placeholder="최대" defaultValue={given("max")} />
        </div>
        <PriceCaps
          chosen={given("min") === "" ? given("max") : ""}
          live={live}
          addressOf={(max) => itemsAddress(query, { max, min: null })}
        />
      </div>
      <FilterFoot
        live={live}
        reset={itemsAddress("", { sort: given("sort") || null, category: given("category") || null })}
        found={found}
        say={{ noun: "물건", counter: "개", none: "맞는 물건이 없어요" }}
      />
    </FilterForm>
  )
}
