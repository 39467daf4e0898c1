import { useEffect, useRef, useState, type ReactNode } from "react"
import { Form, Link, href, useNavigate, useSearchParams } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatCount } from "#app/basics/counted.ts"
import { formatManwon, parseWonInput } from "#app/basics/won.ts"
import { useHydrated } from "./hydrated.ts"
import { typeInto } from "./type-into.ts"

/** What the form holds, as an address without the fields left empty; `wonFields` names those in won. */
function buildAddress(path: string, form: HTMLFormElement, wonFields: readonly string[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    const typed = typeof value === "string" ? value.trim() : ""
    const retained = wonFields.includes(name) ? String(parseWonInput(typed) ?? "") : typed
    if (retained !== "") query.append(name, retained)
  }
  const queryString = query.toString()
  return queryString === "" ? path : `${path}?${queryString}`
}

/** Empties every field that can be seen and takes every choice back, as a hand would. */
function clearForm(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) typeInto(field, "")
    if (!(field instanceof HTMLInputElement) || field.type === "hidden") continue
    if (field.type === "checkbox") {
      if (field.checked) field.click()
    } else if (field.type === "radio") {
      if (field.value === "" && !field.checked) field.click()
    } else if (field.value !== "") typeInto(field, "")
  }
}

/** What the address of a search says beside the filters of an area. */
export const SEARCH_NAMES: readonly string[] = ["q", "type", "region", "exact", "sort"]

/** The search of `query` without any filter of an area. */
export const buildWholeSearchHref = (query: URLSearchParams): string =>
  getListUrl(href("/search"), {}, Object.fromEntries(SEARCH_NAMES.map((name) => [name, query.get(name)])))

/**
 * The filters of a list, which live in its address. With scripts each choice is applied at once (`isLive`) or
 * with the button; without them it is a plain form. `retained` are the names of the query that have no field
 * here; `onChange` hears, where choices wait for the button, of the address that they would lead to.
 */
export function FilterForm({
  path,
  query,
  retained,
  wonFields = [],
  isLive,
  onChange,
  children,
}: {
  path: string
  /** What is chosen now, where a part of it is not in the query of the address. */
  query?: URLSearchParams
  retained: readonly string[]
  wonFields?: readonly string[]
  isLive: boolean
  onChange?: (address: string) => void
  children: ReactNode
}) {
  const [searchParams] = useSearchParams()
  const chosen = query ?? searchParams
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const frame = useRef(0)
  const withAddress = (callback: (address: string) => void) => {
    if (form.current) callback(buildAddress(path, form.current, wonFields))
  }
  const applyFilters = () => withAddress((address) => void navigate(address, { preventScrollReset: isLive }))
  return (
    <Form
      ref={form}
      key={chosen.toString()}
      action={path}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        applyFilters()
      }}
      // The region's hidden field follows its lists one rendering later, and 초기화 changes many fields at
      // once; an amount is applied when it has been typed.
      onChange={({ target }) => {
        if (isLive && target instanceof HTMLInputElement && target.type === "text") return
        cancelAnimationFrame(frame.current)
        frame.current = requestAnimationFrame(() => {
          frame.current = requestAnimationFrame(() =>
            isLive ? applyFilters() : onChange && withAddress(onChange),
          )
        })
      }}
    >
      {children}
      {retained.map((name) =>
        chosen.get(name) ? (
          <input key={name} type="hidden" name={name} value={chosen.get(name) ?? ""} />
        ) : null,
      )}
    </Form>
  )
}

/**
 * A heading and what can be chosen under it; `isInline` lays the choices in rows instead of under each other.
 */
export function FilterGroup({
  title,
  isInline = false,
  children,
}: {
  title: string
  isInline?: boolean
  children: ReactNode
}) {
  return (
    <fieldset className="border-base-300 not-first:border-t not-first:pt-5">
      <legend className="sr-only">{title}</legend>
      <h3 aria-hidden className="mb-1 text-base font-bold">
        {title}
      </h3>
      <div className={isInline ? "mt-2.5 flex flex-wrap gap-2" : "grid"}>{children}</div>
    </fieldset>
  )
}

/** One choice of a filter: a line with a mark, or, with `isChip`, a chip where a thumb chooses. */
export function FilterOption({
  type = "checkbox",
  name,
  value = "1",
  isChecked,
  isChip = false,
  children,
}: {
  type?: "checkbox" | "radio"
  name: string
  value?: string
  isChecked: boolean
  isChip?: boolean
  children: string
}) {
  return (
    <label className={isChip ? "filter-option-chip" : "filter-option"}>
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={isChecked}
        className={isChip ? "sr-only" : "tick"}
      />
      {children}
    </label>
  )
}

/**
 * What ends the filters. In a sheet, which opens where scripts run, it stays in sight: 초기화 takes every
 * choice back, the button says how many there are (`resultCount`; null: not known), in the words of `labels`.
 * In the side column each choice is applied by itself, and the button is there without scripts alone.
 */
export function FilterFooter({
  isLive,
  resultCount,
  labels,
}: {
  isLive: boolean
  resultCount: number | null
  labels: { noun: string; counter: "개" | "명"; noResults: string }
}) {
  const hydrated = useHydrated()
  if (isLive)
    return (
      <div className={hydrated ? "sr-only" : ""}>
        <button type="submit" className="btn btn-primary">
          적용하기
        </button>
      </div>
    )
  return (
    <div className="sticky -bottom-6 z-10 -mb-6 flex gap-2 bg-raised pt-2 pb-6">
      <button
        type="button"
        onClick={({ currentTarget }) => currentTarget.form && clearForm(currentTarget.form)}
        className="btn btn-quiet btn-lg flex-none"
      >
        초기화
      </button>
      <button type="submit" className="btn btn-primary btn-lg flex-1">
        {resultCount === null
          ? "적용하기"
          : resultCount === 0
            ? labels.noResults
            : `${labels.noun} ${formatCount(resultCount, labels.counter)} 보기`}
      </button>
    </div>
  )
}

const getChipColours = (isSelected: boolean, isLive: boolean) => {
  if (isSelected) return "bg-primary-tint font-semibold text-primary-ink"
  return isLive
    ? "border border-line-strong bg-base-100 hover:bg-fill font-medium"
    : "bg-fill hover:bg-base-300 font-medium"
}

const PRICE_CAPS_WON = [50_000, 100_000, 300_000] as const

const listAmountFields = (within: Element | null): HTMLInputElement[] => [
  ...(within?.closest("form")?.querySelectorAll<HTMLInputElement>("input[inputmode=numeric]") ?? []),
]

/** Writes the amounts of the address of `link` into the fields of the form around it. */
function writeAmounts(link: HTMLAnchorElement): void {
  const amounts = new URL(link.href).searchParams
  for (const field of listAmountFields(link)) typeInto(field, amounts.get(field.name) ?? "")
}

/** The amount in the fields around `element`, in won, where it is a highest price alone; else "". */
function readPriceCap(element: Element | null): string {
  const [first, ...others] = listAmountFields(element).filter(({ value }) => value.trim() !== "")
  return first && first.name !== "min" && others.length === 0 ? String(parseWonInput(first.value) ?? "") : ""
}

/**
 * Highest prices that are often asked for, by a link; `buildAddress` gives the address of the list with that
 * cap, or with none. Where choices wait for a button, so does this one: it is written into the fields.
 */
export function PriceCapLinks({
  selected,
  isLive,
  buildAddress: address,
}: {
  selected: string
  isLive: boolean
  buildAddress: (won: string | null) => string
}) {
  const [written, setWritten] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = box.current?.closest("form")
    const followFields = () => setWritten(readPriceCap(box.current))
    form?.addEventListener("input", followFields)
    return () => form?.removeEventListener("input", followFields)
  }, [])
  return (
    <div ref={box} className="mt-3 flex flex-wrap gap-2">
      {PRICE_CAPS_WON.map((won) => {
        const isSelected = (written ?? selected) === String(won)
        return (
          <Link
            key={won}
            to={address(isSelected ? null : String(won))}
            preventScrollReset
            onClick={(event) => {
              if (isLive) return
              event.preventDefault()
              writeAmounts(event.currentTarget)
            }}
            aria-current={isSelected ? "true" : undefined}
            className={
              "hit inline-flex min-h-9 items-center rounded-full px-3.5 text-sm " +
              getChipColours(isSelected, isLive)
            }
          >
            {formatManwon(won)} 이하
          </Link>
        )
      })}
    </div>
  )
}
