import { X } from "lucide-react"
import { useId, useState } from "react"
import { regionName, sidoList, sidoOf, sigunguList, wholeCountry, isWithin } from "../basics/regions.ts"
import { useAnswered } from "./answered.ts"
import { FieldError, SelectArrow, type FieldProps } from "./field-frame.tsx"
import { useHydrated } from "./hydrated.ts"

type Widest = "sigungu" | "sido" | "all"
type PickerProps = Omit<FieldProps, "className"> & { widest?: Widest; className?: string }

/**
 * A region in two levels: 시·도, then 시·군·구. Sends the code as `name`; with `multiple` several (at most `max`)
 * as `name[]`. `widest` says whether a whole 시·도 or the whole country may be chosen. Without scripts one long
 * list does the same.
 */
export function RegionPicker({
  multiple = false,
  max = 10,
  defaultValue,
  ...props
}: PickerProps & {
  multiple?: boolean
  max?: number
  defaultValue?: string | readonly string[] | null | undefined
}) {
  const given = [defaultValue ?? []].flat().filter((code) => code !== "")
  return multiple ? <Several {...props} max={max} first={given} /> : <One {...props} first={given[0] ?? ""} />
}

const select = "field-box cursor-pointer appearance-none pr-11"

function Groups({ widest }: { widest: Widest }) {
  return (
    <>
      {widest === "all" && <option value={wholeCountry}>전국</option>}
      {sidoList().map((sido) => (
        <optgroup key={sido.code} label={sido.name}>
          {widest !== "sigungu" && <option value={sido.code}>{sido.short} 전체</option>}
          {sigunguList(sido.code).map((sigungu) => (
            <option key={sigungu.code} value={sigungu.code}>
              {regionName(sigungu.code)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}

function useIds({ error, help }: { error?: string | undefined; help?: unknown }) {
  const id = useId()
  const described = [help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ")
  return {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? (true as const) : undefined,
  }
}

function One({
  label,
  name,
  error: answered,
  help,
  required,
  hideLabel,
  disabled,
  widest = "sigungu",
  className,
  first,
}: PickerProps & { first: string }) {
  const hydrated = useHydrated()
  const { error, onInput } = useAnswered(answered)
  const { id, ...aria } = useIds({ error, help })
  const [sido, setSido] = useState(first === wholeCountry ? wholeCountry : (sidoOf(first) ?? ""))
  const [code, setCode] = useState(first)
  const chooseSido = (chosen: string) => {
    const inside = sigunguList(chosen)
    setSido(chosen)
    setCode(
      chosen === wholeCountry
        ? wholeCountry
        : inside.length === 1
          ? (inside[0]?.code ?? "")
          : widest === "sigungu"
            ? ""
            : chosen,
    )
  }
  return (
    <fieldset className={className} onInput={onInput}>
      <legend className={hideLabel ? "sr-only" : "mb-2 text-sm font-medium text-ink-2"}>{label}</legend>
      {hydrated ? (
        <div className="grid grid-cols-2 gap-2">
          <input type="hidden" name={name} value={code} disabled={disabled} />
          <div className="relative">
            <select
              {...(code === "" && sido === "" ? aria : {})}
              aria-label="시·도"
              value={sido}
              disabled={disabled}
              onChange={(event) => chooseSido(event.target.value)}
              className={select}
            >
              <option value="">시·도</option>
              {widest === "all" && <option value={wholeCountry}>전국</option>}
              {sidoList().map((each) => (
                <option key={each.code} value={each.code}>
                  {each.name}
                </option>
              ))}
            </select>
            <SelectArrow />
          </div>
          <div className="relative">
            <select
              {...(sido !== "" ? aria : {})}
              aria-label="시·군·구"
              value={code}
              disabled={disabled || sido === "" || sido === wholeCountry}
              onChange={(event) => setCode(event.target.value)}
              className={select}
            >
              <option value={widest === "sigungu" ? "" : sido}>
                {widest === "sigungu" || sido === "" || sido === wholeCountry ? "시·군·구" : "전체"}
              </option>
              {sigunguList(sido).map((each) => (
                <option key={each.code} value={each.code}>
                  {each.name}
                </option>
              ))}
            </select>
            <SelectArrow />
          </div>
        </div>
      ) : (
        <div className="relative">
          <select
            {...aria}
            aria-label={label}
            name={name}
            defaultValue={first}
            disabled={disabled}
            aria-required={required || undefined}
            className={select}
          >
            <option value="">지역을 골라 주세요</option>
            <Groups widest={widest} />
          </select>
          <SelectArrow />
        </div>
      )}
      {help ? (
        <p id={`${id}-help`} className="mt-2 text-sm text-ink-3">
          {help}
        </p>
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

function Several({
  label,
  name,
  error: answered,
  help,
  hideLabel,
  widest = "sigungu",
  className,
  max,
  first,
}: PickerProps & { max: number; first: readonly string[] }) {
  const hydrated = useHydrated()
  const { error, onInput: onChanged } = useAnswered(answered)
  const { id, ...aria } = useIds({ error, help })
  const [chosen, setChosen] = useState<readonly string[]>(first)
  const [sido, setSido] = useState(sidoOf(first[0] ?? "") ?? "11")
  const full = chosen.length >= max
  const toggle = (code: string) => {
    onChanged?.()
    // A wider choice takes the narrower ones in it along, a narrower one replaces the wider around it.
    setChosen(
      chosen.includes(code)
        ? chosen.filter((each) => each !== code)
        : [...chosen.filter((each) => !isWithin(each, code) && !isWithin(code, each)), code],
    )
  }
  const offered = [
    ...(widest === "all" ? [{ code: wholeCountry, label: "전국" }] : []),
    ...(widest !== "sigungu" ? [{ code: sido, label: regionName(sido) }] : []),
    ...sigunguList(sido).map((each) => ({ code: each.code, label: each.name })),
  ]
  return (
    <fieldset className={className} aria-describedby={aria["aria-describedby"]}>
      <legend className={hideLabel ? "sr-only" : "mb-2 text-sm font-medium text-ink-2"}>
        {label}{" "}
        <span className="num font-normal text-ink-3">
          {hydrated ? `${chosen.length}/${max}` : `최대 ${max}곳`}
        </span>
      </legend>
      {hydrated ? (
        <>
          {chosen.map((code) => (
            <input key={code} type="hidden" name={`${name}[]`} value={code} />
          ))}
          {chosen.length > 0 && (
            <ul className="mb-3 flex flex-wrap gap-2">
              {chosen.map((code) => (
                <li key={code}>
                  <button
                    type="button"
                    onClick={() => toggle(code)}
                    className={
                      "hit inline-flex h-9 cursor-pointer items-center gap-1 rounded-full " +
                      "bg-primary-tint px-3.5 text-sm font-semibold text-primary-ink"
                    }
                  >
                    {regionName(code)}
                    <X aria-hidden size={14} strokeWidth={2} />
                    <span className="sr-only">빼기</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="relative">
            <select
              {...aria}
              aria-label="시·도"
              value={sido}
              onChange={(event) => setSido(event.target.value)}
              className={select}
            >
              {sidoList().map((each) => (
                <option key={each.code} value={each.code}>
                  {each.name}
                </option>
              ))}
            </select>
            <SelectArrow />
          </div>
          <div className="mt-3 flex flex-wrap gap-2">
            {offered.map((each) => {
              const on = chosen.includes(each.code)
              return (
                <button
                  key={each.code}
                  type="button"
                  aria-pressed={on}
                  disabled={!on && full}
                  onClick={() => toggle(each.code)}
                  className={`h-11 cursor-pointer rounded-full px-4 text-sm transition-colors disabled:cursor-not-allowed disabled:text-ink-3 ${on ? "bg-primary-tint font-semibold text-primary-ink ring-2 ring-primary ring-inset" : "bg-fill font-medium enabled:hover:bg-base-300"}`}
                >
                  {each.label}
                </button>
              )
            })}
          </div>
        </>
      ) : (
        <select
          {...aria}
          aria-label={label}
          name={`${name}[]`}
          multiple
          size={8}
          defaultValue={[...first]}
          className="field-box"
        >
          <Groups widest={widest} />
        </select>
      )}
      {help ? (
        <p id={`${id}-help`} className="mt-2 text-sm text-ink-3">
          {help}
        </p>
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
