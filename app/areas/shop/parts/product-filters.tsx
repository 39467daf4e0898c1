import { useRef } from "react"
import { Form, useNavigate, useSearchParams } from "react-router"
import { addressWith } from "#app/basics/addresses.ts"
import { parseWonInput } from "#app/basics/won.ts"
import { SelectField, WonField } from "#app/ui/field.tsx"
import { useHydrated } from "#app/ui/hydrated.ts"

const KEPT = ["department", "q", "sort", "deal"] as const

function Tick({ name, checked, children }: { name: string; checked: boolean; children: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-base">
      <input type="checkbox" name={name} value="1" defaultChecked={checked} className="tick" />
      {children}
    </label>
  )
}

function addressOf(form: HTMLFormElement): string {
  const changes: Record<string, string | null> = {}
  for (const [name, value] of new FormData(form)) {
    const typed = typeof value === "string" ? value.trim() : ""
    changes[name] = typed === "" ? null : name === "min" || name === "max" ? String(parseWonInput(typed) ?? "") || null : typed
  }
  return addressWith("/shopping", "", changes)
}

/** The filters of the shop. With scripts each choice is applied at once (`live`) or with the button; without them it is a plain form. */
export function ProductFilters({ sellers, live = false, total }: { sellers: readonly { id: string; name: string }[]; live?: boolean; total?: number }) {
  const [query] = useSearchParams()
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const given = (name: string) => query.get(name) ?? ""
  const apply = () => {
    if (form.current) void navigate(addressOf(form.current), { preventScrollReset: live })
  }
  return (
    <Form
      ref={form}
      key={query.toString()}
      action="/shopping"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      onChange={(event) => {
        const { target } = event
        if (live && !(target instanceof HTMLInputElement && target.type === "text")) apply()
      }}
    >
      {KEPT.map((name) => (given(name) ? <input key={name} type="hidden" name={name} value={given(name)} /> : null))}
      <fieldset>
        <legend className="sr-only">조건</legend>
        <h3 aria-hidden className="mb-1 text-base font-bold">조건</h3>
        <Tick name="free" checked={given("free") === "1"}>무료배송</Tick>
        <Tick name="stock" checked={given("stock") === "1"}>품절 제외</Tick>
      </fieldset>
      <div className="border-t border-base-300 pt-5">
        <h3 className="mb-3 text-base font-bold">가격</h3>
        <div className="grid grid-cols-2 gap-2">
          <WonField name="min" label="최소 가격" hideLabel placeholder="최소" defaultValue={given("min")} />
          <WonField name="max" label="최대 가격" hideLabel placeholder="최대" defaultValue={given("max")} />
        </div>
      </div>
      <div className="border-t border-base-300 pt-5">
        <h3 className="mb-3 text-base font-bold">판매자</h3>
        <SelectField name="seller" label="판매자" hideLabel placeholder="모든 판매자" defaultValue={given("seller")} options={sellers.map((seller) => ({ value: seller.id, label: seller.name }))} />
      </div>
      <button type="submit" className={live ? (hydrated ? "btn btn-quiet btn-sm" : "btn btn-primary") : "btn btn-primary btn-lg"}>
        {live ? "가격 적용" : total === undefined ? "적용하기" : "상품 보기"}
      </button>
    </Form>
  )
}
