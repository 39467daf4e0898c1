import { useFetcher, useSearchParams } from "react-router"
import { listAddress } from "#app/basics/addresses.ts"
import { now } from "#app/basics/clock.ts"
import { kstDateString } from "#app/basics/time.ts"
import { Checkbox, DateField, SelectField } from "#app/ui/field.tsx"
import { FilterFoot, FilterForm, FilterPart, FilterTick } from "#app/ui/filter-form.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
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
  const [query] = useSearchParams()
  const counting = useFetcher<{ total: number }>()
  const chip = !live
  const say =
    path === "/jobs/hire"
      ? { noun: "일자리", counter: "개", none: "맞는 일자리가 없어요" }
      : { noun: "일할 분", counter: "명", none: "맞는 분이 없어요" }
  const given = (name: string) => query.get(name) ?? ""
  return (
    <FilterForm path={path} kept={["sort"]} live={live} onChange={(address) => void counting.load(address)}>
      <SelectField
        label="하는 일"
        name="kind"
        placeholder="전체"
        options={JOB_KINDS.map((value) => ({ value, label: JOB_KIND_LABELS[value] }))}
        defaultValue={given("kind")}
      />
      <RegionPicker name="region" label="지역" widest="sido" defaultValue={given("region")} />
      <DateField label="일하는 날" name="date" min={kstDateString(now())} defaultValue={given("date")} />
      <FilterPart title="급여 방식" beside={chip}>
        <FilterTick chip={chip} type="radio" name="pay" value="" checked={given("pay") === ""}>
          전체
        </FilterTick>
        {payTypes.map((type) => (
          <FilterTick
            key={type}
            chip={chip}
            type="radio"
            name="pay"
            value={type}
            checked={given("pay") === type}
          >
            {PAY_TYPE_LABELS[type]}
          </FilterTick>
        ))}
      </FilterPart>
      <FilterPart title="시간대" beside={chip}>
        <FilterTick chip={chip} type="radio" name="time" value="" checked={given("time") === ""}>
          전체
        </FilterTick>
        {DAY_TIMES.map((time) => (
          <FilterTick
            key={time}
            chip={chip}
            type="radio"
            name="time"
            value={time}
            checked={given("time") === time}
          >{`${DAY_TIME_LABELS[time]} (${DAY_TIME_HOURS[time]})`}</FilterTick>
        ))}
      </FilterPart>
      <div className="border-t border-base-300 pt-3">
        <Checkbox
          name="short"
          value="1"
          label="일주일 안에 끝나는 단기만"
          defaultChecked={given("short") === "1"}
        />
      </div>
      <FilterFoot
        live={live}
        reset={listAddress(path, {}, { sort: given("sort") })}
        found={counting.data?.total ?? total}
        say={say}
      />
    </FilterForm>
  )
}
