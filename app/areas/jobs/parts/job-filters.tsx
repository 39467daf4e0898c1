import { useFetcher } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDate, toKstDateString } from "#app/basics/time.ts"
import { DateField, SelectField } from "#app/ui/field.tsx"
import { FilterFooter, FilterForm, FilterGroup, FilterOption, SEARCH_NAMES } from "#app/ui/filter-form.tsx"
import { useListSearch } from "#app/ui/list-search.ts"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import type { z } from "zod"
import type { HireQuery } from "../forms.ts"
import { JOB_SEARCH_LISTS, JOB_SEARCH_LIST_LABELS } from "../search-filter-rules.ts"
import { HIRE_FACT_LABELS, HIRE_FACT_TEXTS, HIRE_FACTS, type HireFact } from "../hire-facts.ts"
import {
  DAY_TIME_HOURS,
  DAY_TIME_LABELS,
  DAY_TIMES,
  JOB_KIND_LABELS,
  JOB_KINDS,
  PAY_TYPE_LABELS,
  PAY_TYPES,
} from "../rules.ts"

/** The filters that are set, each with its name in the address. */
export const listActiveJobFilters = (
  chosen: Pick<z.output<typeof HireQuery>, "kind" | "region" | "pay" | "date" | "time">,
) =>
  [
    chosen.kind && { name: "kind", label: JOB_KIND_LABELS[chosen.kind] },
    chosen.region && { name: "region", label: formatRegionName(chosen.region) },
    chosen.pay && { name: "pay", label: PAY_TYPE_LABELS[chosen.pay] },
    chosen.date && { name: "date", label: formatDate(chosen.date) },
    chosen.time && { name: "time", label: DAY_TIME_LABELS[chosen.time] },
  ].filter((filter) => filter !== null && filter !== "")

/** The facts of posts that are asked for, as {@link listActiveJobFilters} lists the rest. */
export const listActiveFacts = (chosen: Pick<z.output<typeof HireQuery>, HireFact>) =>
  HIRE_FACTS.filter((fact) => chosen[fact] !== null).map((fact) => ({
    name: fact,
    label: HIRE_FACT_LABELS[fact],
  }))

const WORDS = {
  "/jobs/hire": { noun: "일자리", counter: "개", noResults: "맞는 일자리가 없어요" },
  "/jobs/seek": { noun: "일할 분", counter: "명", noResults: "맞는 분이 없어요" },
  "/search": { noun: "글", counter: "개", noResults: "맞는 글이 없어요" },
} as const

/**
 * The filters of both lists, beside one of them or beside what a search found in both; `live` applies each
 * choice at once.
 */
export function JobFilters({
  path,
  payTypes = PAY_TYPES,
  live = false,
  total,
}: {
  path: keyof typeof WORDS
  payTypes?: readonly (typeof PAY_TYPES)[number][]
  live?: boolean
  total: number | null
}) {
  const isInSearch = path === "/search"
  const query = new URLSearchParams(useListSearch("kind"))
  const countFetcher = useFetcher<{ total: number | null }>()
  const getParam = (name: string) => query.get(name) ?? ""
  return (
    <FilterForm
      path={path}
      query={query}
      retained={isInSearch ? SEARCH_NAMES : ["sort", "range"]}
      isLive={live}
      onChange={(address) => void countFetcher.load(address)}
    >
      {isInSearch ? (
        <ChoiceGroup
          title="찾는 글"
          name="list"
          options={JOB_SEARCH_LISTS.map((value) => ({ value, label: JOB_SEARCH_LIST_LABELS[value] }))}
          selected={getParam("list")}
          usesChips={!live}
        />
      ) : null}
      <SelectField
        label="하는 일"
        name="kind"
        placeholder="전체"
        options={JOB_KINDS.map((value) => ({ value, label: JOB_KIND_LABELS[value] }))}
        defaultValue={getParam("kind")}
      />
      {isInSearch ? null : (
        <RegionPicker name="region" isFilter label="지역" widest="sido" defaultValue={getParam("region")} />
      )}
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
      <FactFilter facts={path === "/jobs/seek" ? ["short"] : HIRE_FACTS} query={query} live={live} />
      <FilterFooter
        isLive={live}
        resultCount={countFetcher.data ? countFetcher.data.total : total}
        labels={WORDS[path]}
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

/** Facts that all have to hold. */
function FactFilter({
  facts,
  query,
  live,
}: {
  facts: readonly HireFact[]
  query: URLSearchParams
  live: boolean
}) {
  return (
    <FilterGroup title="조건" isInline={!live}>
      {facts.map((fact) => (
        <FilterOption
          key={fact}
          isChip={!live}
          type="checkbox"
          name={fact}
          value="1"
          isChecked={query.get(fact) === "1"}
        >
          {live ? `${HIRE_FACT_LABELS[fact]} (${HIRE_FACT_TEXTS[fact]})` : HIRE_FACT_LABELS[fact]}
        </FilterOption>
      ))}
    </FilterGroup>
  )
}
