import { useRef, type ReactNode } from "react"
import { Form, Link, useNavigate, useSearchParams } from "react-router"
import { formatManwon, parseWonInput } from "#app/basics/won.ts"
import { useHydrated } from "./hydrated.ts"

/** What the form holds, as an address without the fields left empty; `amounts` names those in won. */
function addressOf(path: string, form: HTMLFormElement, amounts: readonly string[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    const typed = typeof value === "string" ? value.trim() : ""
    const kept = amounts.includes(name) ? String(parseWonInput(typed) ?? "") : typed
    if (kept !== "") query.append(name, kept)
  }
  const text = query.toString()
  return text === "" ? path : `${path}?${text}`
}

/**
 * The filters of a list, which live in its address. With scripts each choice is applied at once (`live`) or
 * with the button; without them it is a plain form. `kept` are the names of the query that have no field
 * here; `onChange` hears, where choices wait for the button, of the address that they would lead to.
 */
export function FilterForm({
  path,
  kept,
  amounts = [],
  live,
  onChange,
  children,
}: {
  path: string
  kept: readonly string[]
  amounts?: readonly string[]
  live: boolean
  onChange?: (address: string) => void
  children: ReactNode
}) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const withAddress = (use: (address: string) => void) => {
    if (form.current) use(addressOf(path, form.current, amounts))
  }
  const apply = () => withAddress((address) => void navigate(address, { preventScrollReset: live }))
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
      // The region's hidden field follows its lists one rendering later; an amount is applied when it has
      // been typed.
      onChange={({ target }) => {
        if (live && target instanceof HTMLInputElement && target.type === "text") return
        requestAnimationFrame(() =>
          requestAnimationFrame(() => (live ? apply() : onChange && withAddress(onChange))),
        )
      }}
    >
      {children}
      {kept.map((name) =>
        query.get(name) ? <input key={name} type="hidden" name={name} value={query.get(name) ?? ""} /> : null,
      )}
    </Form>
  )
}

/**
 * A heading and what can be chosen under it; `beside` lays the choices in rows instead of under each other.
 */
export function FilterPart({
  title,
  beside = false,
  children,
}: {
  title: string
  beside?: boolean
  children: ReactNode
}) {
  return (
    <fieldset className="border-base-300 not-first:border-t not-first:pt-5">
      <legend className="sr-only">{title}</legend>
      <h3 aria-hidden className="mb-1 text-base font-bold">
        {title}
      </h3>
      <div className={beside ? "mt-2.5 flex flex-wrap gap-2" : "grid"}>{children}</div>
    </fieldset>
  )
}

/** One choice of a filter: a line with a mark, or a `chip` where a thumb chooses. */
export function FilterTick({
  type = "checkbox",
  name,
  value = "1",
  checked,
  chip = false,
  children,
}: {
  type?: "checkbox" | "radio"
  name: string
  value?: string
  checked: boolean
  chip?: boolean
  children: string
}) {
  const look = chip
    ? "inline-flex h-11 items-center rounded-full bg-fill px-4 font-medium transition-colors " +
      "hover:bg-base-300 has-checked:bg-primary-tint has-checked:font-semibold " +
      "has-checked:text-primary-ink has-checked:ring-2 has-checked:ring-primary has-checked:ring-inset " +
      "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
    : "flex min-h-11 items-center gap-3"
  return (
    <label className={`cursor-pointer text-base ${look}`}>
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={checked}
        className={chip ? "sr-only" : "tick"}
      />
      {children}
    </label>
  )
}

/**
 * What ends the filters. In a sheet it stays in sight: `reset` begins anew, the button says how many there
 * are (`found`; null: not known), in the words of `say`. In the side column each choice is applied by itself,
 * and the button is there without scripts alone.
 */
export function FilterFoot({
  live,
  reset,
  found,
  say,
}: {
  live: boolean
  reset: string
  found: number | null
  say: { noun: string; counter: string; none: string }
}) {
  const hydrated = useHydrated()
  if (live)
    return (
      <div className={hydrated ? "sr-only" : ""}>
        <button type="submit" className="btn btn-primary">
          적용하기
        </button>
      </div>
    )
  return (
    <div className="sticky -bottom-6 -mb-6 flex gap-2 bg-raised pt-2 pb-6">
      <Link to={reset} className="btn btn-quiet btn-lg flex-none">
        초기화
      </Link>
      <button type="submit" className="btn btn-primary btn-lg flex-1">
        {!hydrated || found === null
          ? "적용하기"
          : found === 0
            ? say.none
            : `${say.noun} ${found >= 10_000 ? `1만${say.counter} 넘게` : `${found.toLocaleString("en-US")}${say.counter}`} 보기`}
      </button>
    </div>
  )
}

const CAPS_WON = [50_000, 100_000, 300_000] as const

/**
 * Highest prices that are often asked for, by a link; `addressOf` gives the list's with that cap, or with
 * none.
 */
export function PriceCaps({
  chosen,
  live,
  addressOf: address,
}: {
  chosen: string
  live: boolean
  addressOf: (won: string | null) => string
}) {
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {CAPS_WON.map((won) => {
        const on = chosen === String(won)
        return (
          <Link
            key={won}
            to={address(on ? null : String(won))}
            preventScrollReset
            aria-current={on ? "true" : undefined}
            className={`hit inline-flex h-9 items-center rounded-full px-3.5 text-sm ${on ? "bg-primary-tint font-semibold text-primary-ink" : `${live ? "border border-line-strong bg-base-100 hover:bg-fill" : "bg-fill hover:bg-base-300"} font-medium`}`}
          >
            {formatManwon(won)} 이하
          </Link>
        )
      })}
    </div>
  )
}
