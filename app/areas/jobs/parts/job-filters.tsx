import { useRef } from "react"
import { Form, useNavigate, useSearchParams } from "react-router"
import { addressWith } from "#app/basics/addresses.ts"
import { now } from "#app/basics/clock.ts"
import { kstDateString } from "#app/basics/time.ts"
import { Checkbox, DateField, SelectField } from "#app/ui/field.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { DAY_TIME_HOURS, DAY_TIME_LABELS, DAY_TIMES, JOB_KIND_LABELS, JOB_KINDS, PAY_TYPE_LABELS, PAY_TYPES } from "../rules.ts"

/** What the form holds, as an address without the fields left empty. */
function addressOf(path: string, form: HTMLFormElement): string {
  const changes: Record<string, string | null> = {}
  for (const [name, value] of new FormData(form)) changes[name] = typeof value === "string" && value.trim() !== "" ? value.trim() : null
  return addressWith(path, "", changes)
}

function Choice({ name, value, checked, children }: { name: string; value: string; checked: boolean; children: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-base">
      <input type="radio" name={name} value={value} defaultChecked={checked} className="tick" />
      {children}
    </label>
  )
}

/** The filters of both lists. With scripts each choice is applied at once (`live`) or when the button is pressed; without them it is a plain form. */
export function JobFilters({ path, payTypes = PAY_TYPES, live = false, total }: { path: string; payTypes?: readonly (typeof PAY_TYPES)[number][]; live?: boolean; total: number }) {
  const [query] = useSearchParams()
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const given = (name: string) => query.get(name) ?? ""
  const apply = () => {
    if (form.current) void navigate(addressOf(path, form.current), { preventScrollReset: live })
  }
  const heading = "mb-1 text-base font-bold"
  return (
    <Form
      ref={form}
      key={query.toString()}
      action={path}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      // The region's hidden field follows its lists one rendering later.
      onChange={() => { if (live) requestAnimationFrame(() => requestAnimationFrame(apply)) }}
    >
      {given("sort") ? <input type="hidden" name="sort" value={given("sort")} /> : null}
      <SelectField label="하는 일" name="kind" placeholder="전체" options={JOB_KINDS.map((value) => ({ value, label: JOB_KIND_LABELS[value] }))} defaultValue={given("kind")} />
      <RegionPicker name="region" label="지역" widest="sido" defaultValue={given("region")} />
      <DateField label="일하는 날" name="date" min={kstDateString(now())} defaultValue={given("date")} />
      <fieldset className="border-t border-base-300 pt-5">
        <legend className="sr-only">급여 방식</legend>
        <h3 aria-hidden className={heading}>급여 방식</h3>
        <Choice name="pay" value="" checked={given("pay") === ""}>전체</Choice>
        {payTypes.map((type) => <Choice key={type} name="pay" value={type} checked={given("pay") === type}>{PAY_TYPE_LABELS[type]}</Choice>)}
      </fieldset>
      <fieldset className="border-t border-base-300 pt-5">
        <legend className="sr-only">시간대</legend>
        <h3 aria-hidden className={heading}>시간대</h3>
        <Choice name="time" value="" checked={given("time") === ""}>전체</Choice>
        {DAY_TIMES.map((time) => <Choice key={time} name="time" value={time} checked={given("time") === time}>{`${DAY_TIME_LABELS[time]} (${DAY_TIME_HOURS[time]})`}</Choice>)}
      </fieldset>
      <div className="border-t border-base-300 pt-3">
        <Checkbox name="short" value="1" label="일주일 안에 끝나는 단기만" defaultChecked={given("short") === "1"} />
      </div>
      <button type="submit" className={`btn btn-primary ${live && hydrated ? "sr-only" : "btn-lg"}`}>{live ? "적용하기" : `적용하기 (지금 ${total.toLocaleString("en-US")}개)`}</button>
    </Form>
  )
}
