import { Search, X } from "#app/ui/icons.tsx"
import { Form, Link, useFetcher, useNavigate, href } from "react-router"
import { changeQuery } from "#app/basics/list-urls.ts"
import { WonField } from "#app/ui/field.tsx"
import { FilterFooter, FilterForm, FilterGroup, FilterOption, PriceCapLinks } from "#app/ui/filter-form.tsx"
import { useListSearch } from "#app/ui/list-search.ts"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { BADGE_KINDS, BADGE_LABELS, MIN_RATINGS } from "../rules.ts"
import { PRICE_UNITS } from "../prices.ts"

/**
 * The filters of the directory. `live` applies each choice at once, in the side column; else the button says
 * how many there are, `total` at first.
 */
export function ExpertFilters({ live = false, total }: { live?: boolean; total: number }) {
  const query = new URLSearchParams(useListSearch("category"))
  const countFetcher = useFetcher<{ total: number }>()
  const isChip = !live
  const getParam = (name: string) => query.get(name) ?? ""
  return (
    <FilterForm
      path={href("/experts")}
      query={query}
      retained={["category", "q", "sort", "range"]}
      wonFields={["price"]}
      isLive={live}
      onChange={(address) => void countFetcher.load(address)}
    >
      <div>
        <h3 className="mb-3 text-base font-bold">지역</h3>
        <RegionPicker
          name="region"
          isFilter
          label="지역"
          hideLabel
          widest="sido"
          defaultValue={getParam("region")}
        />
      </div>
      <FilterGroup title="인증" isInline={isChip}>
        {BADGE_KINDS.map((kind) => (
          <FilterOption
            key={kind}
            isChip={isChip}
            name="badge"
            value={kind}
            isChecked={query.getAll("badge").includes(kind)}
          >
            {BADGE_LABELS[kind]}
          </FilterOption>
        ))}
      </FilterGroup>
      <FilterGroup title="평점" isInline={isChip}>
        <FilterOption
          isChip={isChip}
          type="radio"
          name="rating"
          value=""
          isChecked={getParam("rating") === ""}
        >
          전체
        </FilterOption>
        {MIN_RATINGS.map((rating) => (
          <FilterOption
            key={rating}
            isChip={isChip}
            type="radio"
            name="rating"
            value={rating}
            isChecked={getParam("rating") === rating}
          >{`${Number(rating).toFixed(1)}점 이상`}</FilterOption>
        ))}
      </FilterGroup>
      <PriceFilter isLive={live} />
      <FilterFooter
        isLive={live}
        resultCount={countFetcher.data?.total ?? total}
        labels={{ noun: "전문가", counter: "명", noResults: "맞는 전문가가 없어요" }}
      />
    </FilterForm>
  )
}

function PriceFilter({ isLive }: { isLive: boolean }) {
  const query = new URLSearchParams(useListSearch("category"))
  const price = query.get("price") ?? ""
  return (
    <FilterGroup title="시작 가격" isInline>
      <p className="w-full text-sm text-ink-3">단위를 고르면 같은 단위끼리 견줘요.</p>
      {["", ...PRICE_UNITS].map((unit) => (
        <FilterOption
          key={unit}
          isChip
          type="radio"
          name="unit"
          value={unit}
          isChecked={(query.get("unit") ?? "") === unit}
        >
          {unit === "" ? "전체" : `1${unit}`}
        </FilterOption>
      ))}
      <div className="mt-2 w-full">
        <WonField name="price" label="시작 가격" hideLabel placeholder="최대 금액" defaultValue={price} />
        <PriceCapLinks
          selected={price}
          isLive={isLive}
          buildAddress={(won) => changeQuery(href("/experts"), query.toString(), { price: won })}
        />
      </div>
    </FilterGroup>
  )
}

/** The words one looks for, kept beside the other filters. */
export function ExpertSearch() {
  const query = new URLSearchParams(useListSearch("category"))
  const navigate = useNavigate()
  const q = query.get("q") ?? ""
  return (
    <search>
      <Form
        action={href("/experts")}
        key={q}
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          const searchText = new FormData(event.currentTarget).get("q")
          void navigate(
            changeQuery(href("/experts"), query.toString(), {
              q: typeof searchText === "string" && searchText.trim() !== "" ? searchText.trim() : null,
            }),
          )
        }}
      >
        {[...query].map(([name, value]) =>
          name === "q" || name === "after" ? null : (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ),
        )}
        <Search size={20} className="pointer-events-none absolute inset-y-0 left-4 my-auto text-ink-3" />
        <input
          name="q"
          type="search"
          aria-label="전문가 검색"
          placeholder="상호, 작업으로 찾기 (도배, 누수…)"
          defaultValue={q}
          maxLength={50}
          enterKeyHint="search"
          className="field-box pr-12 pl-12 [&::-webkit-search-cancel-button]:hidden"
        />
        {q ? (
          <Link
            to={changeQuery(href("/experts"), query.toString(), { q: null })}
            aria-label="검색어 지우기"
            className="absolute inset-y-0 right-1 grid w-11 place-items-center text-ink-3"
          >
            <X size={18} />
          </Link>
        ) : null}
      </Form>
    </search>
  )
}
