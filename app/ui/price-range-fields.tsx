import { useEffect, useRef, useState } from "react"
import { isTypedRangeCrossed } from "#app/basics/price-range.ts"
import { WonField } from "./won-field.tsx"

/** Says beside a list that its filter by price was left out, and why. */
export function CrossedRangeNotice({ query }: { query: URLSearchParams }) {
  if (!isTypedRangeCrossed((name) => query.get(name))) return null
  return (
    <output className="mt-3 block rounded-lg bg-warn-tint px-4 py-3 text-base">
      최소 금액이 최대 금액보다 커서, 가격은 빼고 보여 드려요.
    </output>
  )
}

const isBoxCrossed = (box: HTMLElement | null): boolean =>
  isTypedRangeCrossed((name) => box?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? null)

/**
 * The lowest and the highest price of a filter, `min` and `max` of its `query`. A lowest above the highest is
 * said under the field, which has a line of its own in the side column (`isLive`); with scripts, where
 * choices wait for a button, the form then stays where it is.
 */
export function PriceRangeFields({ query, isLive }: { query: URLSearchParams; isLive: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const [isCrossed, setIsCrossed] = useState(() => isTypedRangeCrossed((name) => query.get(name)))
  useEffect(() => {
    const form = box.current?.closest("form")
    const handleSubmit = (event: Event) => {
      if (isLive || !isBoxCrossed(box.current)) return
      event.preventDefault()
      event.stopPropagation()
      setIsCrossed(true)
      const field = box.current?.querySelector("input")
      field?.focus()
      // The button of a sheet stands over its end.
      field?.scrollIntoView({ block: "center" })
    }
    form?.addEventListener("submit", handleSubmit)
    return () => form?.removeEventListener("submit", handleSubmit)
  }, [isLive])
  return (
    <div
      ref={box}
      className={`grid items-start gap-2 ${isLive ? "" : "grid-cols-[1fr_auto_1fr]"}`}
      onBlur={() => setIsCrossed(isBoxCrossed(box.current))}
      onInput={() => isCrossed && setIsCrossed(isBoxCrossed(box.current))}
    >
      <WonField
        name="min"
        label="최소 금액"
        hideLabel
        placeholder="최소"
        defaultValue={query.get("min")}
        error={isCrossed ? "최대 금액보다 커요. 줄여 주세요." : undefined}
      />
      {isLive ? null : (
        <span aria-hidden className="pt-3 text-ink-3">
          –
        </span>
      )}
      <WonField name="max" label="최대 금액" hideLabel placeholder="최대" defaultValue={query.get("max")} />
    </div>
  )
}
