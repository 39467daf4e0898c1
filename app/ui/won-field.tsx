import { useState, type ChangeEvent } from "react"
import { formatManwon, parseWonInput } from "../basics/won.ts"
import { FieldFrame, type FieldProps } from "./field-frame.tsx"
import { useHydrated } from "./hydrated.ts"

const grouped = (digits: string) => digits.replace(/^0+(?=\d)/, "").replace(/\B(?=(\d{3})+$)/g, ",")
const inGroups = (text: string) => (/^[\d,]+$/.test(text) ? grouped(text.replaceAll(",", "")) : text)

/** Puts `text` into the field and the caret behind as many digits as before. */
function retype(field: HTMLInputElement, text: string): void {
  if (text === field.value) return
  const before = field.value.slice(0, field.selectionStart ?? field.value.length).replace(/\D/g, "").length
  field.value = text
  let place = 0
  for (let digits = 0; place < text.length && digits < before; place += 1)
    if (/\d/.test(text[place] ?? "")) digits += 1
  field.setSelectionRange(place, place)
}

/**
 * An amount in won: digits are grouped while typing, what it is in 만원 stands beneath. The server reads it
 * with `wonAmount`, which takes "180만원" as well. `big` is the one question of a screen, `steps` (won) are its
 * buttons.
 */
export function WonField({
  defaultValue,
  big = false,
  steps = [],
  placeholder = "0",
  name,
  disabled,
  ...frame
}: FieldProps & {
  defaultValue?: string | number | null | undefined
  big?: boolean
  steps?: readonly number[]
  placeholder?: string
}) {
  const hydrated = useHydrated()
  const first = inGroups(String(defaultValue ?? ""))
  const [typed, setTyped] = useState(first)
  const amount = typed === "" ? null : parseWonInput(typed)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    // Cutting in while a syllable is being composed would break it.
    if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing))
      retype(event.target, inGroups(event.target.value))
    setTyped(event.target.value)
  }
  const add = (step: number, field: HTMLElement | null) => {
    if (!(field instanceof HTMLInputElement)) return
    field.value = grouped(String((parseWonInput(field.value) ?? 0) + step))
    field.dispatchEvent(new Event("input", { bubbles: true }))
    setTyped(field.value)
  }
  return (
    <FieldFrame {...frame}>
      {({ required: asked, ...ids }) => (
        <>
          <div className="relative">
            <input
              {...ids}
              aria-required={asked}
              name={name}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              defaultValue={first}
              placeholder={placeholder}
              disabled={disabled}
              onChange={change}
              className={
                big
                  ? "w-full border-0 border-b-2 border-line-strong bg-transparent py-2 pr-10 text-3xl " +
                    "font-bold outline-none focus:border-primary aria-invalid:border-error"
                  : "field-box pr-11"
              }
            />
            <span
              className={
                "pointer-events-none absolute inset-y-0 flex items-center " +
                `${big ? "right-1 text-2xl font-bold" : "right-4 text-ink-3"}`
              }
            >
              원
            </span>
          </div>
          <p
            aria-live="polite"
            className={
              `mt-2 min-h-5 ${frame.error ? "empty:hidden" : ""} ` +
              `${big ? "text-base font-semibold text-primary-ink" : "text-right text-sm text-ink-3"}`
            }
          >
            {amount !== null && amount >= 10_000 ? formatManwon(amount) : ""}
          </p>
          {hydrated && steps.length > 0 && (
            <div className="mt-3 grid grid-cols-3 gap-2">
              {steps.map((step) => (
                <button
                  key={step}
                  type="button"
                  className="btn btn-quiet"
                  onClick={() => add(step, document.getElementById(ids.id))}
                >
                  +{formatManwon(step).replace(/원$/, "")}
                </button>
              ))}
            </div>
          )}
        </>
      )}
    </FieldFrame>
  )
}
