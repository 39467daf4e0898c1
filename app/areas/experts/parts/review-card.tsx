import { Link, href } from "react-router"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { formatManwon } from "#app/basics/won.ts"
import type { CardPicture } from "#app/basics/picture-view.ts"
import { Picture } from "#app/ui/picture.tsx"
import { Rating } from "#app/ui/rating.tsx"
import type { ReviewCardView as Card } from "../views.ts"

/** Two pictures side by side as one of 2:1, each told apart by its label. */
function BeforeAfter({ before, after }: { before: CardPicture; after: CardPicture }) {
  return (
    <div className="review-card-pictures">
      {(
        [
          ["전", before],
          ["후", after],
        ] as const
      ).map(([label, picture]) => (
        <div key={label}>
          <Picture
            {...picture}
            alt={picture.alt || (label === "전" ? "작업 전" : "작업 후")}
            ratio="square"
            size="card"
          />
          <span aria-hidden className={label === "전" ? "review-card-mark" : "review-card-mark bg-primary"}>
            {label}
          </span>
        </div>
      ))}
    </div>
  )
}

/** A review on another screen than its expert's: pictures, stars, two lines, who, what and for how much. */
export function ReviewCard({ review, className }: { review: Card; className?: string }) {
  const { before, after } = review
  const subtitle = [review.customer, review.service, formatRegionShortName(review.regionCode)]
    .concat(review.isPaidSafely ? "결제 확인" : [])
    .join(" · ")
  return (
    <article className={className ? `review-card ${className}` : "review-card"}>
      {before && after ? (
        <BeforeAfter before={before} after={after} />
      ) : after ? (
        <Picture {...after} alt={after.alt || "작업 후"} ratio="2/1" size="large" />
      ) : null}
      <div className="review-card-text">
        <Rating value={review.rating} />
        <p>
          <Link
            to={`${href("/expert/:expertId", { expertId: review.expertId })}#reviews`}
            className="card-link"
          >
            {review.body}
          </Link>
        </p>
        <p className="review-card-facts">
          <span>{subtitle}</span>
          {review.paidWon === null ? null : formatManwon(review.paidWon)}
        </p>
      </div>
    </article>
  )
}
