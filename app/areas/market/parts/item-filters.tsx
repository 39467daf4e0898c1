import type { z } from "zod"
import { href, useFetcher } from "react-router"
import { changeQuery } from "#app/basics/list-urls.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import {
  FilterFooter,
  FilterForm,
  FilterGroup,
  FilterOption,
  PriceCapLinks,
  SEARCH_NAMES,
} from "#app/ui/filter-form.tsx"
import { useListSearch } from "#app/ui/list-search.ts"
import { PriceRangeFields } from "#app/ui/price-range-fields.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import type { ItemQuery } from "../forms.ts"
import { formatPriceRange } from "./item-texts.ts"
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

type ActiveFilter = { key: string; label: string; href: string }

/** The filters that are set, each with the address of the list without it. */
export function listActiveItemFilters(
  chosen: Omit<z.output<typeof ItemQuery>, "free" | "open" | "offers" | "range" | "sort" | "after"> & {
    free: boolean
    open: boolean
    offers: boolean
  },
  hrefWith: (changes: Parameters<typeof changeQuery>[2]) => string,
): ActiveFilter[] {
  const { region, category, condition, method, min, max } = chosen
  const range = formatPriceRange(min, max)
  return [
    ...(region ? [{ key: "region", label: formatRegionName(region), href: hrefWith({ region: null }) }] : []),
    ...(chosen.open ? [{ key: "open", label: "거래완료 숨김", href: hrefWith({ open: null }) }] : []),
    ...(chosen.free ? [{ key: "free", label: "나눔", href: hrefWith({ free: null }) }] : []),
    ...(chosen.offers ? [{ key: "offers", label: "가격 제안 가능", href: hrefWith({ offers: null }) }] : []),
    ...(category
      ? [{ key: "category", label: ITEM_CATEGORY_LABELS[category], href: hrefWith({ category: null }) }]
      : []),
    ...(method
      ? [{ key: "method", label: DEAL_METHOD_LABELS[method], href: hrefWith({ method: null }) }]
      : []),
    ...condition.map((each) => ({
      key: each,
      label: CONDITION_LABELS[each],
      href: hrefWith({ condition: condition.filter((other) => other !== each) }),
    })),
    ...(range ? [{ key: "range", label: range, href: hrefWith({ min: null, max: null }) }] : []),
  ]
}

/**
 * The filters of the market, beside its list or beside what a search found in it (`isInSearch`). `live`
 * applies each choice at once, in the side column; else the button says how many there are.
 */
export function ItemFilters({
  live = false,
  isInSearch = false,
  total,
}: {
  live?: boolean
  isInSearch?: boolean
  total: number | null
}) {
  const path = isInSearch ? href("/search") : PATH
  const query = new URLSearchParams(useListSearch("category"))
  const countFetcher = useFetcher<{ total: number | null }>()
  const queryValue = (name: string) => query.get(name) ?? ""
  const found = countFetcher.data?.total ?? total
  const isChip = !live
  return (
    <FilterForm
      path={path}
      query={query}
      retained={isInSearch ? SEARCH_NAMES : isChip ? ["sort", "range", "category"] : ["sort", "range"]}
      wonFields={["min", "max"]}
      isLive={live}
      onChange={(address) => void countFetcher.load(address)}
    >
      {isInSearch ? null : <RegionFilter selected={queryValue("region")} />}
      <StateFilter query={query} isChip={isChip} canHideSold={!isInSearch} />
      <MethodFilter query={query} isChip={isChip} />
      {live || isInSearch ? <CategoryFilter selected={queryValue("category")} isChip={isChip} /> : null}
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
      <PriceFilter path={path} query={query} isLive={live} />
      <FilterFooter
        isLive={live}
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

/** What is sold is hidden by a search anyway. */
function StateFilter({ query, isChip, canHideSold }: FilterProps & { canHideSold: boolean }) {
  return (
    <FilterGroup title="거래 상태" isInline={isChip}>
      {canHideSold ? (
        <FilterOption isChip={isChip} name="open" value="1" isChecked={query.get("open") === "1"}>
          거래완료 숨기기
        </FilterOption>
      ) : null}
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

function CategoryFilter({ selected, isChip }: { selected: string; isChip: boolean }) {
  return (
    <FilterGroup title="카테고리" isInline={isChip}>
      <FilterOption isChip={isChip} type="radio" name="category" value="" isChecked={selected === ""}>
        전체
      </FilterOption>
      {ITEM_CATEGORIES.map((category) => (
        <FilterOption
          key={category}
          isChip={isChip}
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

function PriceFilter({ path, query, isLive }: { path: string; query: URLSearchParams; isLive: boolean }) {
  return (
    <div className="border-t border-base-300 pt-5">
      <h3 className={headingClass}>가격</h3>
      <PriceRangeFields query={query} isLive={isLive} />
      <PriceCapLinks
        selected={query.get("min") ? "" : (query.get("max") ?? "")}
        isLive={isLive}
        buildAddress={(cap) => changeQuery(path, query.toString(), { max: cap, min: null })}
      />
    </div>
  )
}
