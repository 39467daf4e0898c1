import { formatNumber } from "../basics/numbers.ts"
import { Star } from "./icons.tsx"
import { useId, type CSSProperties } from "react"
import { useDismissibleError } from "./dismissible-error.ts"
import { FieldError } from "./field-layout.tsx"

const SIZES = {
  sm: "rating rating-sm",
  base: "rating",
  lg: "rating rating-lg",
} as const

/** A star with its number, always both; `count` in brackets is how many reviews it comes from. */
export function Rating({
  value,
  count,
  size = "base",
}: {
  value: number
  count?: number | null | undefined
  size?: keyof typeof SIZES
}) {
  return (
    <span className={SIZES[size]}>
      <i>평점</i>
      <b>{value.toFixed(1)}</b>
      {count !== undefined && count !== null && (
        <span>
          <i>후기 </i>
          {`(${formatNumber(count)}`}
          <i>개</i>)
        </span>
      )}
    </span>
  )
}

/** Five stars in a row, filled up to `value`, as a picture for what a number beside it says. */
export function Stars({ value, size = 16 }: { value: number; size?: number }) {
  return (
    <span
      aria-hidden
      className="stars"
      style={{ "--filled": Math.round(value), "--size": `${size}px` } as CSSProperties}
    />
  )
}

const RATING_LABELS = ["별로예요", "아쉬워요", "괜찮아요", "좋아요", "아주 좋아요"]

/** One to five stars to give. Plain radio buttons, which work without scripts and with the arrow keys. */
export function RatingInput({
  name,
  label,
  defaultValue,
  error: serverError,
  size = 36,
  hideLabel = false,
}: {
  name: string
  label: string
  defaultValue?: number | string | null | undefined
  error?: string | undefined
  size?: number
  hideLabel?: boolean
}) {
  const id = useId()
  const { error, onInput } = useDismissibleError(serverError)
  return (
    <fieldset
      onInput={onInput}
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={hideLabel ? "sr-only" : "mb-2 text-sm font-medium text-ink-2"}>{label}</legend>
      <div className="star-choice inline-flex">
        {RATING_LABELS.map((ratingLabel, position) => (
          <label key={ratingLabel} className="relative rounded-md p-1">
            <input
              type="radio"
              name={name}
              value={position + 1}
              defaultChecked={Number(defaultValue) === position + 1}
              className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
            />
            <Star size={size} strokeWidth={0} className="fill-current transition-colors" />
            <span className="sr-only">{`${position + 1}점, ${ratingLabel}`}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
