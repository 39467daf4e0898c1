import { X } from "./icons.tsx"
import { Fragment, useId, useState } from "react"
import {
  formatRegionName,
  listSidos,
  getSidoCode,
  listSigungus,
  WHOLE_COUNTRY,
  isRegionWithin,
} from "../basics/regions.ts"
import { useDismissibleError } from "./dismissible-error.ts"
import { FieldError, SelectArrow, type FieldProps } from "./field-layout.tsx"
import { useHydrated } from "./hydrated.ts"

type WidestLevel = "sigungu" | "sido" | "all"
type PickerProps = Omit<FieldProps, "className"> & { widest?: WidestLevel; className?: string }

/**
 * A region in two levels: 시·도, then 시·군·구. Sends the code as `name`; with `multiple` several (at most `max`)
 * as `name[]`. `widest` says whether a whole 시·도 or the whole country may be chosen. Without scripts one long
 * list does the same; of a filter (`isFilter`, where a whole 시·도 may be chosen) two steps do.
 */
export function RegionPicker({
  multiple = false,
  max = 10,
  isFilter = false,
  defaultValue,
  ...props
}: PickerProps & {
  multiple?: boolean
  max?: number
  isFilter?: boolean
  defaultValue?: string | readonly string[] | null | undefined
}) {
  const defaultCodes = [defaultValue ?? []].flat().filter((code) => code !== "")
  return multiple ? (
    <MultiRegionPicker {...props} max={max} initial={defaultCodes} />
  ) : (
    <SingleRegionPicker {...props} isFilter={isFilter} initial={defaultCodes[0] ?? ""} />
  )
}

const SELECT_CLASSES = "field-box cursor-pointer appearance-none pr-11"

function RegionOptions({ widest }: { widest: WidestLevel }) {
  return (
    <>
      {widest === "all" && <option value={WHOLE_COUNTRY}>전국</option>}
      {listSidos().map((sido) => (
        <optgroup key={sido.code} label={sido.name}>
          {widest !== "sigungu" && <option value={sido.code}>{sido.short} 전체</option>}
          {listSigungus(sido.code).map((sigungu) => (
            <option key={sigungu.code} value={sigungu.code}>
              {formatRegionName(sigungu.code)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}

/**
 * What a filter offers before scripts: every 시·도, and within the chosen one its 시·군·구. A smaller region is
 * found in two steps then; a list need not carry all 273 in each of its filters.
 */
function FilterRegionOptions({ widest, chosen }: { widest: WidestLevel; chosen: string }) {
  const chosenSido = getSidoCode(chosen)
  return (
    <>
      {widest === "all" && <option value={WHOLE_COUNTRY}>전국</option>}
      {listSidos().map((sido) => (
        <Fragment key={sido.code}>
          <option value={sido.code}>{sido.short} 전체</option>
          {sido.code === chosenSido &&
            listSigungus(sido.code).map((sigungu) => (
              <option key={sigungu.code} value={sigungu.code}>
                {formatRegionName(sigungu.code)}
              </option>
            ))}
        </Fragment>
      ))}
    </>
  )
}

function useFieldIds({ error, help }: { error?: string | undefined; help?: unknown }) {
  const id = useId()
  const describedBy = [help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ")
  return {
    id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? (true as const) : undefined,
  }
}

function SingleRegionPicker({
  label,
  name,
  error: serverError,
  help,
  required,
  hideLabel,
  disabled,
  widest = "sigungu",
  className,
  isFilter,
  initial,
}: PickerProps & { initial: string; isFilter: boolean }) {
  const hydrated = useHydrated()
  const { error, onInput } = useDismissibleError(serverError)
  const { id, ...aria } = useFieldIds({ error, help })
  return (
    <fieldset className={className} onInput={onInput}>
      <legend className={hideLabel ? "sr-only" : "mb-2 text-sm font-medium text-ink-2"}>{label}</legend>
      {hydrated ? (
        <TwoLevelSelects name={name} widest={widest} initial={initial} disabled={disabled} aria={aria} />
      ) : (
        <div className="relative">
          <select
            {...aria}
            aria-label={label}
            name={name}
            defaultValue={initial}
            disabled={disabled}
            aria-required={required || undefined}
            className={SELECT_CLASSES}
          >
            <option value="">지역을 골라 주세요</option>
            {isFilter ? (
              <FilterRegionOptions widest={widest} chosen={initial} />
            ) : (
              <RegionOptions widest={widest} />
            )}
          </select>
          <SelectArrow />
        </div>
      )}
      <HelpAndError id={id} help={help} error={error} />
    </fieldset>
  )
}

function MultiRegionPicker({
  label,
  name,
  error: serverError,
  help,
  hideLabel,
  widest = "sigungu",
  className,
  max,
  initial,
}: PickerProps & { max: number; initial: readonly string[] }) {
  const hydrated = useHydrated()
  const { error, onInput: dismissError } = useDismissibleError(serverError)
  const { id, ...aria } = useFieldIds({ error, help })
  const [chosen, setChosen] = useState<readonly string[]>(initial)
  const [sido, setSido] = useState(getSidoCode(initial[0] ?? "") ?? "11")
  const toggle = (code: string) => {
    dismissError?.()
    // A wider choice takes the narrower ones in it along, a narrower one replaces the wider around it.
    setChosen(
      chosen.includes(code)
        ? chosen.filter((region) => region !== code)
        : [
            ...chosen.filter((region) => !isRegionWithin(region, code) && !isRegionWithin(code, region)),
            code,
          ],
    )
  }
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
          <ChosenRegions codes={chosen} onRemove={toggle} />
          <SidoSelect value={sido} onChange={setSido} aria={aria} />
          <RegionChips
            widest={widest}
            sido={sido}
            chosen={chosen}
            isFull={chosen.length >= max}
            onToggle={toggle}
          />
        </>
      ) : (
        <select
          {...aria}
          aria-label={label}
          name={`${name}[]`}
          multiple
          size={8}
          defaultValue={[...initial]}
          className="field-box"
        >
          <RegionOptions widest={widest} />
        </select>
      )}
      <HelpAndError id={id} help={help} error={error} />
    </fieldset>
  )
}

type FieldAria = Omit<ReturnType<typeof useFieldIds>, "id">

function HelpAndError({ id, help, error }: { id: string } & Pick<FieldProps, "help" | "error">) {
  return (
    <>
      {help ? (
        <p id={`${id}-help`} className="mt-2 text-sm text-ink-3">
          {help}
        </p>
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </>
  )
}

/** 시·도 and 시·군·구 beside each other; what is chosen goes along as `name`. */
function TwoLevelSelects({
  name,
  widest,
  initial,
  disabled,
  aria,
}: Pick<PickerProps, "name" | "disabled"> & { widest: WidestLevel; initial: string; aria: FieldAria }) {
  const [sido, setSido] = useState(initial === WHOLE_COUNTRY ? WHOLE_COUNTRY : (getSidoCode(initial) ?? ""))
  const [code, setCode] = useState(initial)
  const chooseSido = (chosen: string) => {
    const districts = listSigungus(chosen)
    setSido(chosen)
    setCode(
      chosen === WHOLE_COUNTRY
        ? WHOLE_COUNTRY
        : districts.length === 1
          ? (districts[0]?.code ?? "")
          : widest === "sigungu"
            ? ""
            : chosen,
    )
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      <input type="hidden" name={name} value={code} disabled={disabled} />
      <div className="relative">
        <select
          {...(code === "" && sido === "" ? aria : {})}
          aria-label="시·도"
          value={sido}
          disabled={disabled}
          onChange={(event) => chooseSido(event.target.value)}
          className={SELECT_CLASSES}
        >
          <option value="">시·도</option>
          {widest === "all" && <option value={WHOLE_COUNTRY}>전국</option>}
          {listSidos().map((region) => (
            <option key={region.code} value={region.code}>
              {region.name}
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
          disabled={disabled || sido === "" || sido === WHOLE_COUNTRY}
          onChange={(event) => setCode(event.target.value)}
          className={SELECT_CLASSES}
        >
          <option value={widest === "sigungu" ? "" : sido}>
            {widest === "sigungu" || sido === "" || sido === WHOLE_COUNTRY ? "시·군·구" : "전체"}
          </option>
          {listSigungus(sido).map((region) => (
            <option key={region.code} value={region.code}>
              {region.name}
            </option>
          ))}
        </select>
        <SelectArrow />
      </div>
    </div>
  )
}

/** What is chosen, each a button that takes it out again. */
function ChosenRegions({ codes, onRemove }: { codes: readonly string[]; onRemove: (code: string) => void }) {
  if (codes.length === 0) return null
  return (
    <ul className="mb-3 flex flex-wrap gap-2">
      {codes.map((code) => (
        <li key={code}>
          <button
            type="button"
            onClick={() => onRemove(code)}
            className={
              "hit inline-flex min-h-9 cursor-pointer items-center gap-1 rounded-full " +
              "bg-primary-tint px-3.5 text-sm font-semibold text-primary-ink"
            }
          >
            {formatRegionName(code)}
            <X size={14} strokeWidth={2} />
            <span className="sr-only">빼기</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function SidoSelect({
  value,
  onChange,
  aria,
}: {
  value: string
  onChange: (code: string) => void
  aria: FieldAria
}) {
  return (
    <div className="relative">
      <select
        {...aria}
        aria-label="시·도"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={SELECT_CLASSES}
      >
        {listSidos().map((region) => (
          <option key={region.code} value={region.code}>
            {region.name}
          </option>
        ))}
      </select>
      <SelectArrow />
    </div>
  )
}

/** The regions of a 시·도, each a button that is pressed while it is chosen. */
function RegionChips({
  widest,
  sido,
  chosen,
  isFull,
  onToggle,
}: {
  widest: WidestLevel
  sido: string
  chosen: readonly string[]
  isFull: boolean
  onToggle: (code: string) => void
}) {
  const choices = [
    ...(widest === "all" ? [{ code: WHOLE_COUNTRY, label: "전국" }] : []),
    ...(widest !== "sigungu" ? [{ code: sido, label: formatRegionName(sido) }] : []),
    ...listSigungus(sido).map((region) => ({ code: region.code, label: region.name })),
  ]
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {choices.map((region) => {
        const isSelected = chosen.includes(region.code)
        return (
          <button
            key={region.code}
            type="button"
            aria-pressed={isSelected}
            disabled={!isSelected && isFull}
            onClick={() => onToggle(region.code)}
            className={
              "min-h-11 cursor-pointer rounded-full px-4 text-sm transition-colors " +
              "disabled:cursor-not-allowed disabled:text-ink-3 " +
              (isSelected
                ? "bg-primary-tint font-semibold text-primary-ink ring-2 ring-primary ring-inset"
                : "bg-fill font-medium enabled:hover:bg-base-300")
            }
          >
            {region.label}
          </button>
        )
      })}
    </div>
  )
}
