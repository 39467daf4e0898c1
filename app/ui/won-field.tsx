import { useState, type ChangeEvent } from "react"
import { formatManwon, parseWonInput } from "../basics/won.ts"
import { FieldLayout, type FieldProps } from "./field-layout.tsx"
import { useHydrated } from "./hydrated.ts"

const groupDigits = (digits: string) => digits.replace(/^0+(?=\d)/, "").replace(/\B(?=(\d{3})+$)/g, ",")
const formatDigitGroups = (text: string) =>
  /^[\d,]+$/.test(text) ? groupDigits(text.replaceAll(",", "")) : text

/** Puts `text` into the field and the caret behind as many digits as before. */
function replaceFieldText(field: HTMLInputElement, text: string): void {
  if (text === field.value) return
  const digitsBeforeCaret = field.value
    .slice(0, field.selectionStart ?? field.value.length)
    .replace(/\D/g, "").length
  field.value = text
  let caret = 0
  for (let digits = 0; caret < text.length && digits < digitsBeforeCaret; caret += 1)
    if (/\d/.test(text[caret] ?? "")) digits += 1
  field.setSelectionRange(caret, caret)
}

/**
 * An amount in won: digits are grouped while typing, what it is in 만원 stands beneath. The server reads it
 * with `wonAmount`, which takes "180만원" as well. `isLarge` is the one question of a screen, `increments`
 * (won) are its buttons; `isCompact` leaves out the line in 만원, as in a row of several fields.
 */
export function WonField({
  defaultValue,
  isLarge = false,
  isCompact = false,
  increments = [],
  placeholder = "0",
  name,
  disabled,
  ...layoutProps
}: FieldProps & {
  defaultValue?: string | number | null | undefined
  isLarge?: boolean
  isCompact?: boolean
  increments?: readonly number[]
  placeholder?: string
}) {
  const hydrated = useHydrated()
  const initialText = formatDigitGroups(String(defaultValue ?? ""))
  const [inputText, setInputText] = useState(initialText)
  const amount = inputText === "" ? null : parseWonInput(inputText)
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    // Cutting in while a syllable is being composed would break it.
    if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing))
      replaceFieldText(event.target, formatDigitGroups(event.target.value))
    setInputText(event.target.value)
  }
  const addAmount = (increment: number, field: HTMLElement | null) => {
    if (!(field instanceof HTMLInputElement)) return
    field.value = groupDigits(String((parseWonInput(field.value) ?? 0) + increment))
    field.dispatchEvent(new Event("input", { bubbles: true }))
    setInputText(field.value)
  }
  return (
    <FieldLayout {...layoutProps}>
      {({ required: isRequired, ...ids }) => (
        <>
          <div className="relative">
            <input
              {...ids}
              aria-required={isRequired}
              name={name}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              defaultValue={initialText}
              placeholder={placeholder}
              disabled={disabled}
              onChange={handleChange}
              className={
                isLarge
                  ? "w-full border-0 border-b-2 border-line-strong bg-transparent py-2 pr-10 text-3xl " +
                    "font-bold outline-none focus:border-primary aria-invalid:border-error"
                  : "field-box pr-11"
              }
            />
            <Unit isLarge={isLarge} />
          </div>
          {isCompact ? null : (
            <AmountText
              amount={amount}
              isLarge={isLarge}
              hasOwnLine={!layoutProps.error && (isLarge || increments.length > 0 || !layoutProps.help)}
            />
          )}
          {hydrated && increments.length > 0 && (
            <IncrementButtons
              increments={increments}
              onAdd={(increment) => addAmount(increment, document.getElementById(ids.id))}
            />
          )}
        </>
      )}
    </FieldLayout>
  )
}

const Unit = ({ isLarge }: { isLarge: boolean }) => (
  <span
    className={
      "pointer-events-none absolute inset-y-0 flex items-center " +
      `${isLarge ? "right-1 text-2xl font-bold" : "right-4 text-ink-3"}`
    }
  >
    원
  </span>
)

/** Buttons that each add an amount to what is typed. */
function IncrementButtons({
  increments,
  onAdd,
}: {
  increments: readonly number[]
  onAdd: (increment: number) => void
}) {
  return (
    <div className="mt-3 flex flex-wrap gap-2 *:min-w-min *:flex-1">
      {increments.map((increment) => (
        <button key={increment} type="button" className="btn btn-quiet" onClick={() => onAdd(increment)}>
          +{formatManwon(increment).replace(/원$/, "")}
        </button>
      ))}
    </div>
  )
}

/** What was typed in 만원, from 10,000 won on; beside the help, or on a line that is kept free for it. */
function AmountText({
  amount,
  isLarge,
  hasOwnLine,
}: {
  amount: number | null
  isLarge: boolean
  hasOwnLine: boolean
}) {
  return (
    <p
      aria-live="polite"
      className={
        `mt-2 ${hasOwnLine ? "min-h-5" : "float-right ml-3 empty:hidden"} ` +
        `${isLarge ? "text-base font-semibold text-primary-ink" : "text-right text-sm text-ink-3"}`
      }
    >
      {amount !== null && amount >= 10_000 ? formatManwon(amount) : ""}
    </p>
  )
}
