import { Search, X } from "lucide-react"
import { useRef } from "react"
import { Form, Link, useNavigate, useSearchParams } from "react-router"
import { addressWith } from "#app/basics/addresses.ts"
import { formatManwon, parseWonInput } from "#app/basics/won.ts"
import { WonField } from "#app/ui/field.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { BADGE_KINDS, BADGE_LABELS, MIN_RATINGS } from "../rules.ts"

const PRICES = [50_000, 100_000, 300_000] as const
const KEPT = ["category", "q", "sort", "favorites"] as const

function Choice({ name, value, checked, children }: { name: string; value: string; checked: boolean; children: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-base">
      <input type="radio" name={name} value={value} defaultChecked={checked} className="tick" />
      {children}
    </label>
  )
}

/** What the form holds, as an address without the fields left empty. */
function addressOf(form: HTMLFormElement): string {
  const changes: Record<string, string | null> = {}
  for (const [name, value] of new FormData(form)) {
    const typed = typeof value === "string" ? value.trim() : ""
    changes[name] = typed === "" ? null : name === "price" ? String(parseWonInput(typed) ?? "") || null : typed
  }
  return addressWith("/experts", "", changes)
}

/**
 * The filters of the directory. With scripts each choice is applied at once (`live`) or when the button is pressed; without
 * them it is a plain form.
 */
export function ExpertFilters({ live = false }: { live?: boolean }) {
  const [query] = useSearchParams()
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const given = (name: string) => query.get(name) ?? ""
  const apply = () => {
    if (form.current) void navigate(addressOf(form.current), { preventScrollReset: live })
  }
  const heading = "mb-1 text-base font-bold"
  return (
    <Form
      ref={form}
      key={query.toString()}
      action="/experts"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      // The region's hidden field follows its lists one rendering later; an amount is applied when it has been typed.
      onChange={(event) => {
        const { target } = event
        if (live && !(target instanceof HTMLInputElement && target.type === "text")) requestAnimationFrame(() => requestAnimationFrame(apply))
      }}
    >
      {KEPT.map((name) => (given(name) ? <input key={name} type="hidden" name={name} value={given(name)} /> : null))}
      <div>
        <h3 className={`${heading} mb-3`}>지역</h3>
        <RegionPicker name="region" label="지역" hideLabel widest="sido" defaultValue={given("region")} />
      </div>
      <fieldset className="border-t border-base-300 pt-5">
        <legend className="sr-only">인증</legend>
        <h3 aria-hidden className={heading}>인증</h3>
        <Choice name="badge" value="" checked={given("badge") === ""}>전체</Choice>
        {BADGE_KINDS.map((kind) => (
          <Choice key={kind} name="badge" value={kind} checked={given("badge") === kind}>{BADGE_LABELS[kind]}</Choice>
        ))}
      </fieldset>
      <fieldset className="border-t border-base-300 pt-5">
        <legend className="sr-only">평점</legend>
        <h3 aria-hidden className={heading}>평점</h3>
        <Choice name="rating" value="" checked={given("rating") === ""}>전체</Choice>
        {MIN_RATINGS.map((rating) => (
          <Choice key={rating} name="rating" value={rating} checked={given("rating") === rating}>{`${Number(rating).toFixed(1)}점 이상`}</Choice>
        ))}
      </fieldset>
      <div className="border-t border-base-300 pt-5">
        <h3 className={`${heading} mb-3`}>시작 가격</h3>
        <WonField name="price" label="시작 가격" hideLabel placeholder="최대 금액" defaultValue={given("price")} />
        <div className="mt-3 flex flex-wrap gap-2">
          {PRICES.map((won) => {
            const on = given("price") === String(won)
            return (
              <Link
                key={won}
                to={addressWith("/experts", query.toString(), { price: on ? null : String(won) })}
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
      <button type="submit" className={`btn btn-primary ${live && hydrated ? "sr-only" : "btn-lg"}`}>적용하기</button>
    </Form>
  )
}

/** The words one looks for, kept beside the other filters. */
export function ExpertSearch() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const q = query.get("q") ?? ""
  return (
    <search>
      <Form
        action="/experts"
        key={q}
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get("q")
          void navigate(addressWith("/experts", query.toString(), { q: typeof typed === "string" && typed.trim() !== "" ? typed.trim() : null }))
        }}
      >
        {[...query].map(([name, value]) => (name === "q" || name === "after" ? null : <input key={name} type="hidden" name={name} value={value} />))}
        <Search aria-hidden size={20} strokeWidth={1.75} className="pointer-events-none absolute top-4 left-4 text-ink-3" />
        <input name="q" type="search" aria-label="전문가 검색" placeholder="이름, 작업으로 찾기 (도배, 누수…)" defaultValue={q} maxLength={50} enterKeyHint="search" className="field-box pr-12 pl-12 [&::-webkit-search-cancel-button]:hidden" />
        {q ? (
          <Link to={addressWith("/experts", query.toString(), { q: null })} aria-label="검색어 지우기" className="absolute inset-y-0 right-1 grid w-11 place-items-center text-ink-3">
            <X aria-hidden size={18} strokeWidth={1.75} />
          </Link>
        ) : null}
      </Form>
    </search>
  )
}
