import { Stars } from "#app/ui/rating.tsx"

/** The mean of reviews, and how the stars are spread; `share` from 0 to 1. */
export function RatingHistogram({
  meanRating,
  rows,
}: {
  meanRating: number
  rows: readonly { stars: number; share: number; text: string }[]
}) {
  return (
    <div className="flex items-center gap-6 md:gap-12">
      <div className="flex-none text-center">
        <p className="text-3xl font-bold">
          <span className="sr-only">평균 평점 </span>
          {meanRating.toFixed(1)}
        </p>
        <Stars value={meanRating} size={18} />
      </div>
      <ul className="grid flex-1 gap-1.5 text-sm text-ink-2">
        {rows.map(({ stars, share, text }) => (
          <li key={stars} className="flex items-center gap-3">
            <span className="num min-w-6 flex-none">{stars}점</span>
            <span aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-full bg-base-300">
              <span
                className="block h-full rounded-full bg-star"
                style={{ width: `${Math.round(share * 100)}%` }}
              />
            </span>
            <span className="num min-w-9 flex-none text-right">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
