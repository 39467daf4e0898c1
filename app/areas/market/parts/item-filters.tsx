import { useFetcher, useSearchParams } from "react-router"
import { WonField } from "#app/ui/field.tsx"
import { FilterFooter, FilterForm, FilterGroup, FilterOption, PriceCapLinks } from "#app/ui/filter-form.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import {
  CONDITIONS,
  CONDITION_LABELS,
  ITEM_CATEGORIES,
  ITEM_CATEGORY_LABELS,
  DEAL_METHODS,
  DEAL_METHOD_LABELS,
} from "../rules.ts"

const PATH = "/marketplace"

/** The list's address with `changes` made; null takes a name away, a list sets it several times. */
export function buildItemsUrl(
  search: string | URLSearchParams,
  changes: Readonly<Record<string, string | readonly string[] | null>>,
): string {
  const query = new URLSearchParams(search)
  query.delete("after")
  for (const [name, value] of Object.entries(changes)) {
    query.delete(name)
    for (const item of [value ?? []].flat()) query.append(name, item)
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
  const countFetcher = useFetcher<{ total: number | null }>()
  const queryValue = (name: string) => query.get(name) ?? ""
  const found = countFetcher.data?.total ?? total
  const headingClass = "mb-3 text-base font-bold"
  const isChip = !live
  return (
    <FilterForm
      path={PATH}
      retained={isChip ? ["sort", "category"] : ["sort"]}
      wonFields={["min", "max"]}
      isLive={live}
      onChange={(address) => void countFetcher.load(address)}
    >
      <div>
        <h3 className={headingClass}>동네</h3>
        <RegionPicker
          name="region"
          label="동네"
          hideLabel
          widest="sido"
          defaultValue={queryValue("region")}
        />
      </div>
      <FilterGroup title="거래 상태" isInline={isChip}>
        <FilterOption isChip={isChip} name="open" value="1" isChecked={queryValue("open") === "1"}>
          거래완료 숨기기
        </FilterOption>
        <FilterOption isChip={isChip} name="free" value="1" isChecked={queryValue("free") === "1"}>
          나눔만 보기
        </FilterOption>
        <FilterOption isChip={isChip} name="offers" value="1" isChecked={queryValue("offers") === "1"}>
          가격 제안 가능
        </FilterOption>
      </FilterGroup>
      <FilterGroup title="거래 방법" isInline={isChip}>
        <FilterOption
          isChip={isChip}
          type="radio"
          name="method"
          value=""
          isChecked={queryValue("method") === ""}
        >
          전체
        </FilterOption>
        {DEAL_METHODS.map((method) => (
          <FilterOption
            key={method}
            isChip={isChip}
            type="radio"
            name="method"
            value={method}
            isChecked={queryValue("method") === method}
          >
            {DEAL_METHOD_LABELS[method]}
          </FilterOption>
        ))}
      </FilterGroup>
      {live ? (
        <FilterGroup title="카테고리" isInline={isChip}>
          <FilterOption type="radio" name="category" value="" isChecked={queryValue("category") === ""}>
            전체
          </FilterOption>
          {ITEM_CATEGORIES.map((category) => (
            <FilterOption
              key={category}
              type="radio"
              name="category"
              value={category}
              isChecked={queryValue("category") === category}
            >
              {ITEM_CATEGORY_LABELS[category]}
            </FilterOption>
          ))}
        </FilterGroup>
      ) : null}
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
      <div className="border-t border-base-300 pt-5">
        <h3 className={headingClass}>가격</h3>
        <div className="grid grid-cols-[1fr_auto_1fr] items-start gap-2">
          <WonField
            name="min"
            label="최소 금액"
            hideLabel
            placeholder="최소"
            defaultValue={queryValue("min")}
          />
          <span aria-hidden className="pt-3 text-ink-3">
            –
          </span>
          <WonField
            name="max"
            label="최대 금액"
            hideLabel
            placeholder="최대"
            defaultValue={queryValue("max")}
          />
        </div>
        <PriceCapLinks
          selected={queryValue("min") === "" ? queryValue("max") : ""}
          isLive={live}
          buildAddress={(max) => buildItemsUrl(query, { max, min: null })}
        />
      </div>
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
