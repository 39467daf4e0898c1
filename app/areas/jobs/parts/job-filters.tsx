import { useFetcher } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { now } from "#app/basics/clock.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { DateField, SelectField } from "#app/ui/field.tsx"
import { FilterFooter, FilterForm, FilterGroup, FilterOption } from "#app/ui/filter-form.tsx"
import { useListSearch } from "#app/ui/list-search.ts"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { HIRE_FACT_LABELS, HIRE_FACT_TEXTS, HIRE_FACTS } from "../hire-facts.ts"
import {
  DAY_TIME_HOURS,
  DAY_TIME_LABELS,
  DAY_TIMES,
  JOB_KIND_LABELS,
  JOB_KINDS,
  PAY_TYPE_LABELS,
  PAY_TYPES,
} from "../rules.ts"

/** The filters of both lists; `live` applies each choice at once. */
export function JobFilters({
  path,
  payTypes = PAY_TYPES,
  live = false,
  total,
}: {
  path: "/jobs/hire" | "/jobs/seek"
  payTypes?: readonly (typeof PAY_TYPES)[number][]
  live?: boolean
  total: number
}) {
  const query = new URLSearchParams(useListSearch("kind"))
  const countFetcher = useFetcher<{ total: number }>()
  const say =
    path === "/jobs/hire"
      ? ({ noun: "일자리", counter: "개", noResults: "맞는 일자리가 없어요" } as const)
      : ({ noun: "일할 분", counter: "명", noResults: "맞는 분이 없어요" } as const)
  const getParam = (name: string) => query.get(name) ?? ""
  return (
    <FilterForm
      path={path}
      query={query}
      retained={["sort", "range"]}
      isLive={live}
      onChange={(address) => void countFetcher.load(address)}
    >
      <SelectField
        label="하는 일"
        name="kind"
        placeholder="전체"
        options={JOB_KINDS.map((value) => ({ value, label: JOB_KIND_LABELS[value] }))}
        defaultValue={getParam("kind")}
      />
      <RegionPicker name="region" isFilter label="지역" widest="sido" defaultValue={getParam("region")} />
      <DateField label="일하는 날" name="date" min={toKstDateString(now())} defaultValue={getParam("date")} />
      <ChoiceGroup
        title="급여 방식"
        name="pay"
        options={payTypes.map((value) => ({ value, label: PAY_TYPE_LABELS[value] }))}
        selected={getParam("pay")}
        usesChips={!live}
      />
      <ChoiceGroup
        title="시간대"
        name="time"
        options={DAY_TIMES.map((value) => ({
          value,
          label: `${DAY_TIME_LABELS[value]} (${DAY_TIME_HOURS[value]})`,
        }))}
        selected={getParam("time")}
        usesChips={!live}
      />
      <FilterGroup title="조건" isInline={!live}>
        {(path === "/jobs/hire" ? HIRE_FACTS : (["short"] as const)).map((fact) => (
          <FilterOption
            key={fact}
            isChip={!live}
            type="checkbox"
            name={fact}
            value="1"
            isChecked={getParam(fact) === "1"}
          >
            {live ? `${HIRE_FACT_LABELS[fact]} (${HIRE_FACT_TEXTS[fact]})` : HIRE_FACT_LABELS[fact]}
          </FilterOption>
        ))}
      </FilterGroup>
      <FilterFooter
        isLive={live}
        resetHref={getListUrl(path, {}, { sort: getParam("sort") })}
        resultCount={countFetcher.data?.total ?? total}
        labels={say}
      />
    </FilterForm>
  )
}

/** One of some choices, or all. */
function ChoiceGroup({
  title,
  name,
  options,
  selected,
  usesChips,
}: {
  title: string
  name: string
  options: readonly { value: string; label: string }[]
  selected: string
  usesChips: boolean
}) {
  return (
    <FilterGroup title={title} isInline={usesChips}>
      {[{ value: "", label: "전체" }, ...options].map(({ value, label }) => (
        <FilterOption
          key={value}
          isChip={usesChips}
          type="radio"
          name={name}
          value={value}
          isChecked={selected === value}
        >
          {label}
        </FilterOption>
      ))}
    </FilterGroup>
  )
}
