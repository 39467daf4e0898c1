import { useRef } from "react"
import { Form, Link, useFetcher, useNavigate, useSearchParams } from "react-router"
import { formatManwon, parseWonInput } from "#app/basics/won.ts"
import { WonField } from "#app/ui/field.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { CONDITIONS, CONDITION_LABELS, ITEM_CATEGORIES, ITEM_CATEGORY_LABELS, METHODS, METHOD_LABELS } from "../rules.ts"

const PRICES = [50_000, 100_000, 300_000] as const
const PATH = "/marketplace"

/** What the form holds, as an address without the fields left empty. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    const typed = typeof value === "string" ? value.trim() : ""
    const kept = name === "min" || name === "max" ? String(parseWonInput(typed) ?? "") : typed
    if (kept !== "") query.append(name, kept)
  }
  const text = query.toString()
  return text === "" ? PATH : `${PATH}?${text}`
}

/** The list's address with `changes` made; null takes a name away, a list sets it several times. */
export function itemsAddress(search: string | URLSearchParams, changes: Readonly<Record<string, string | readonly string[] | null>>): string {
  const query = new URLSearchParams(search)
  query.delete("after")
  for (const [name, value] of Object.entries(changes)) {
    query.delete(name)
    for (const one of [value ?? []].flat()) query.append(name, one)
  }
  const text = query.toString()
  return text === "" ? PATH : `${PATH}?${text}`
}

function Tick({ name, value, checked, type = "checkbox", chip, children }: { name: string; value: string; checked: boolean; type?: "checkbox" | "radio"; chip: boolean; children: string }) {
  return chip ? (
    <label className="inline-flex h-11 cursor-pointer items-center rounded-full bg-fill px-4 text-base font-medium transition-colors hover:bg-base-300 has-checked:bg-primary-tint has-checked:font-semibold has-checked:text-primary-ink has-checked:ring-2 has-checked:ring-primary has-checked:ring-inset has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
      <input type={type} name={name} value={value} defaultChecked={checked} className="sr-only" />
      {children}
    </label>
  ) : (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-base">
      <input type={type} name={name} value={value} defaultChecked={checked} className="tick" />
      {children}
    </label>
  )
}

/** The filters of the market. `live` applies each choice at once, in the side column; else the button says how many there are. */
export function ItemFilters({ live = false, total }: { live?: boolean; total: number | null }) {
  const [query] = useSearchParams()
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const counting = useFetcher<{ total: number | null }>()
  const form = useRef<HTMLFormElement>(null)
  const given = (name: string) => query.get(name) ?? ""
  const apply = () => {
    if (form.current) void navigate(addressOf(form.current), { preventScrollReset: live })
  }
  const count = () => {
    if (form.current) void counting.load(addressOf(form.current))
  }
  const found = counting.data?.total ?? total
  const heading = "mb-1 text-base font-bold"
  const group = live ? "grid" : "mt-2.5 flex flex-wrap gap-2"
  const part = "border-t border-base-300 pt-5"
  const chip = !live
  return (
    <Form
      ref={form}
      key={query.toString()}
      action={PATH}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      // The region's hidden field follows its lists one rendering later; an amount is applied when it has been typed.
      onChange={(event) => {
        const { target } = event
        if (live && target instanceof HTMLInputElement && target.type === "text") return
        requestAnimationFrame(() => requestAnimationFrame(live ? apply : count))
      }}
    >
      {given("sort") ? <input type="hidden" name="sort" value={given("sort")} /> : null}
      {chip && given("category") ? <input type="hidden" name="category" value={given("category")} /> : null}
      <div>
        <h3 className={`${heading} mb-3`}>동네</h3>
        <RegionPicker name="region" label="동네" hideLabel widest="sido" defaultValue={given("region")} />
      </div>
      <fieldset className={part}>
        <legend className="sr-only">거래 상태</legend>
        <h3 aria-hidden className={heading}>거래 상태</h3>
        <div className={group}>
          <Tick chip={chip} name="open" value="1" checked={given("open") === "1"}>거래완료 숨기기</Tick>
          <Tick chip={chip} name="free" value="1" checked={given("free") === "1"}>나눔만 보기</Tick>
          <Tick chip={chip} name="offers" value="1" checked={given("offers") === "1"}>가격 제안 가능</Tick>
        </div>
      </fieldset>
      <fieldset className={part}>
        <legend className="sr-only">거래 방법</legend>
        <h3 aria-hidden className={heading}>거래 방법</h3>
        <div className={group}>
          <Tick chip={chip} type="radio" name="method" value="" checked={given("method") === ""}>전체</Tick>
          {METHODS.map((method) => (
            <Tick key={method} chip={chip} type="radio" name="method" value={method} checked={given("method") === method}>{METHOD_LABELS[method]}</Tick>
          ))}
        </div>
      </fieldset>
      {live ? (
        <fieldset className={part}>
          <legend className="sr-only">카테고리</legend>
          <h3 aria-hidden className={heading}>카테고리</h3>
          <Tick chip={false} type="radio" name="category" value="" checked={given("category") === ""}>전체</Tick>
          {ITEM_CATEGORIES.map((category) => (
            <Tick key={category} chip={false} type="radio" name="category" value={category} checked={given("category") === category}>{ITEM_CATEGORY_LABELS[category]}</Tick>
          ))}
        </fieldset>
      ) : null}
      <fieldset className={part}>
        <legend className="sr-only">물건 상태</legend>
        <h3 aria-hidden className={heading}>물건 상태</h3>
        <div className={group}>
          {CONDITIONS.map((condition) => (
            <Tick key={condition} chip={chip} name="condition" value={condition} checked={query.getAll("condition").includes(condition)}>{CONDITION_LABELS[condition]}</Tick>
          ))}
        </div>
      </fieldset>
      <div className={part}>
        <h3 className={`${heading} mb-3`}>가격</h3>
        <div className="grid grid-cols-[1fr_auto_1fr] items-start gap-2">
          <WonField name="min" label="최소 금액" hideLabel placeholder="최소" defaultValue={given("min")} />
          <span aria-hidden className="pt-3 text-ink-3">–</span>
          <WonField name="max" label="최대 금액" hideLabel placeholder="최대" defaultValue={given("max")} />
        </div>
        <div className="mt-1 flex flex-wrap gap-2">
          {PRICES.map((won) => {
            const on = given("max") === String(won) && given("min") === ""
            return (
              <Link
                key={won}
                to={itemsAddress(query, { max: on ? null : String(won), min: null })}
                preventScrollReset
                aria-current={on ? "true" : undefined}
                className={`hit inline-flex h-9 items-center rounded-full px-3.5 text-sm ${on ? "bg-primary-tint font-semibold text-primary-ink" : `${live ? "border border-line-strong bg-base-100 hover:bg-fill" : "bg-fill hover:bg-base-300"} font-medium`}`}
              >
                {formatManwon(won)} 이하
              </Link>
            )
          })}
        </div>
      </div>
      <div className={live && hydrated ? "sr-only" : live ? "" : "sticky bottom-0 -mb-2 flex gap-2 bg-raised pt-2 pb-2"}>
        {live ? null : <Link to={itemsAddress("", { sort: given("sort") || null, category: given("category") || null })} className="btn btn-quiet btn-lg flex-none">초기화</Link>}
        <button type="submit" className={`btn btn-primary ${live ? "" : "btn-lg flex-1"}`}>
          {live || !hydrated || found === null ? "적용하기" : found === 0 ? "맞는 물건이 없어요" : `물건 ${found >= 10_000 ? "1만개 넘게" : `${found.toLocaleString("en-US")}개`} 보기`}
        </button>
      </div>
    </Form>
  )
}
