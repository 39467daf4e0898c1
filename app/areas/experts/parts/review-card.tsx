import { Link, href } from "react-router"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { formatManwon } from "#app/basics/won.ts"
import { Picture, type PictureData } from "#app/ui/picture.tsx"
import { Rating } from "#app/ui/rating.tsx"
import type { ReviewCardView as Card } from "../views.ts"

/** Two pictures side by side as one of 2:1, each told apart by its label. */
function BeforeAfter({
  before,
  after,
  sizes,
  eager = false,
}: {
  before: PictureData
  after: PictureData
  sizes: string
  eager?: boolean
}) {
  return (
    <div className="grid grid-cols-2 gap-px">
      {(
        [
          ["전", before],
          ["후", after],
        ] as const
      ).map(([label, picture]) => (
        <div key={label} className="relative">
          <Picture
            {...picture}
            alt={picture.alt || (label === "전" ? "작업 전" : "작업 후")}
            ratio="square"
            sizes={sizes}
            isEager={eager}
          />
          <span
            aria-hidden
            className={
              "absolute top-2.5 left-2.5 grid size-6 place-items-center rounded-sm text-xs " +
              `font-semibold text-white ${label === "전" ? "bg-black/62" : "bg-primary"}`
            }
          >
            {label}
          </span>
        </div>
      ))}
    </div>
  )
}

/** A review on another screen than its expert's: pictures, stars, two lines, who, what and for how much. */
export function ReviewCard({ review, className = "" }: { review: Card; className?: string }) {
  const { before, after } = review
  const subtitle = [review.customer, review.service, formatRegionShortName(review.regionCode)]
    .concat(review.isPaidSafely ? "결제 확인" : [])
    .join(" · ")
  return (
    <article className={`card-line relative flex flex-col overflow-hidden ${className}`}>
      {before && after ? (
        <BeforeAfter before={before} after={after} sizes="(min-width: 56.25rem) 12rem, 45vw" />
      ) : after ? (
        <Picture
          {...after}
          alt={after.alt || "작업 후"}
          ratio="2/1"
          sizes="(min-width: 56.25rem) 24rem, 90vw"
        />
      ) : null}
      <div className="flex flex-1 flex-col p-4 md:p-5">
        <Rating value={review.rating} />
        <p className="mt-2 line-clamp-2 text-base font-medium">
          <Link
            to={`${href("/expert/:expertId", { expertId: review.expertId })}#reviews`}
            className="card-link"
          >
            {review.body}
          </Link>
        </p>
        <p className="mt-auto flex items-center justify-between gap-3 pt-3 text-sm text-ink-3">
          <span className="truncate">{subtitle}</span>
          {review.paidWon !== null && <span className="flex-none">{formatManwon(review.paidWon)}</span>}
        </p>
      </div>
    </article>
  )
}
