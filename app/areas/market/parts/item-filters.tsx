import { href, useFetcher } from "react-router"
import { changeQuery } from "#app/basics/list-urls.ts"
import { WonField } from "#app/ui/field.tsx"
import { FilterFooter, FilterForm, FilterGroup, FilterOption, PriceCapLinks } from "#app/ui/filter-form.tsx"
import { useListSearch } from "#app/ui/list-search.ts"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import {
  CONDITIONS,
  CONDITION_LABELS,
  ITEM_CATEGORIES,
  ITEM_CATEGORY_LABELS,
  DEAL_METHODS,
  DEAL_METHOD_LABELS,
} from "../rules.ts"

const PATH = href("/marketplace")

/** The list's address with `changes` made. */
export const buildItemsUrl = (
  search: string | URLSearchParams,
  changes: Parameters<typeof changeQuery>[2],
): string => changeQuery(PATH, search.toString(), changes)

/**
 * The filters of the market. `live` applies each choice at once, in the side column; else the button says how
 * many there are.
 */
export function ItemFilters({ live = false, total }: { live?: boolean; total: number | null }) {
  const query = new URLSearchParams(useListSearch("category"))
  const countFetcher = useFetcher<{ total: number | null }>()
  const queryValue = (name: string) => query.get(name) ?? ""
  const found = countFetcher.data?.total ?? total
  const isChip = !live
  return (
    <FilterForm
      path={PATH}
      query={query}
      retained={isChip ? ["sort", "range", "category"] : ["sort", "range"]}
      wonFields={["min", "max"]}
      isLive={live}
      onChange={(address) => void countFetcher.load(address)}
    >
      <RegionFilter selected={queryValue("region")} />
      <StateFilter query={query} isChip={isChip} />
      <MethodFilter query={query} isChip={isChip} />
      {live ? <CategoryFilter selected={queryValue("category")} /> : null}
      <FilterGroup title="물건 상태" isInline={isChip}>
        {CONDITIONS.map((condition) => (
          <FilterOption
            key={condition}
            isChip={isChip}
            name="condition"
            value={condition}
            isChecked={query.getAll("condition").includes(condition)}
          >
            {CONDITION_LABELS[condition]}
          </FilterOption>
        ))}
      </FilterGroup>
      <PriceFilter query={query} isLive={live} />
      <FilterFooter
        isLive={live}
        resetHref={buildItemsUrl("", {
          sort: queryValue("sort") || null,
          category: queryValue("category") || null,
        })}
        resultCount={found}
        labels={{ noun: "물건", counter: "개", noResults: "맞는 물건이 없어요" }}
      />
    </FilterForm>
  )
}

const headingClass = "mb-3 text-base font-bold"

function RegionFilter({ selected }: { selected: string }) {
  return (
    <div>
      <h3 className={headingClass}>동네</h3>
      <RegionPicker name="region" isFilter label="동네" hideLabel widest="sido" defaultValue={selected} />
    </div>
  )
}

type FilterProps = { query: URLSearchParams; isChip: boolean }

function StateFilter({ query, isChip }: FilterProps) {
  return (
    <FilterGroup title="거래 상태" isInline={isChip}>
      <FilterOption isChip={isChip} name="open" value="1" isChecked={query.get("open") === "1"}>
        거래완료 숨기기
      </FilterOption>
      <FilterOption isChip={isChip} name="free" value="1" isChecked={query.get("free") === "1"}>
        나눔만 보기
      </FilterOption>
      <FilterOption isChip={isChip} name="offers" value="1" isChecked={query.get("offers") === "1"}>
        가격 제안 가능
      </FilterOption>
    </FilterGroup>
  )
}

function MethodFilter({ query, isChip }: FilterProps) {
  const selected = query.get("method") ?? ""
  return (
    <FilterGroup title="거래 방법" isInline={isChip}>
      <FilterOption isChip={isChip} type="radio" name="method" value="" isChecked={selected === ""}>
        전체
      </FilterOption>
      {DEAL_METHODS.map((method) => (
        <FilterOption
          key={method}
          isChip={isChip}
          type="radio"
          name="method"
          value={method}
          isChecked={selected === method}
        >
          {DEAL_METHOD_LABELS[method]}
        </FilterOption>
      ))}
    </FilterGroup>
  )
}

function CategoryFilter({ selected }: { selected: string }) {
  return (
    <FilterGroup title="카테고리">
      <FilterOption type="radio" name="category" value="" isChecked={selected === ""}>
        전체
      </FilterOption>
      {ITEM_CATEGORIES.map((category) => (
        <FilterOption
          key={category}
          type="radio"
          name="category"
          value={category}
          isChecked={selected === category}
        >
          {ITEM_CATEGORY_LABELS[category]}
        </FilterOption>
      ))}
    </FilterGroup>
  )
}

function PriceFilter({ query, isLive }: { query: URLSearchParams; isLive: boolean }) {
  const min = query.get("min") ?? ""
  const max = query.get("max") ?? ""
  return (
    <div className="border-t border-base-300 pt-5">
      <h3 className={headingClass}>가격</h3>
      <div className="grid grid-cols-[1fr_auto_1fr] items-start gap-2">
        <WonField name="min" label="최소 금액" hideLabel placeholder="최소" defaultValue={min} />
        <span aria-hidden className="pt-3 text-ink-3">
          –
        </span>
        <WonField name="max" label="최대 금액" hideLabel placeholder="최대" defaultValue={max} />
      </div>
      <PriceCapLinks
        selected={min === "" ? max : ""}
        isLive={isLive}
        buildAddress={(cap) => buildItemsUrl(query, { max: cap, min: null })}
      />
    </div>
  )
}
