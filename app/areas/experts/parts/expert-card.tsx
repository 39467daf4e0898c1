import { BadgeCheck } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { MINUTE_MS, formatResponseTime } from "#app/basics/time.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatWon } from "#app/basics/won.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { StateBadge, Tag } from "#app/ui/badge.tsx"
import { Rating } from "#app/ui/rating.tsx"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import type { ExpertCardView as Card } from "../rules.ts"

/** The blue sign beside a name whose business or person has been checked. */
export function VerifiedBadge({ size = 18 }: { size?: number }) {
  return (
    <>
      <BadgeCheck size={size} className="flex-none text-primary-ink" />
      <span className="sr-only">인증된 전문가</span>
    </>
  )
}

/** 집수리·설치, as one trade. */
export const formatTrades = (categories: Card["categories"]) =>
  categories.map((category) => CATEGORY_LABELS[category]).join("·")

/** The rating, or "신규" while there are too few reviews for one. */
export function RatingOrNew({ rating, reviewCount }: { rating: number | null; reviewCount: number }) {
  if (rating !== null) return <Rating value={rating} count={reviewCount} />
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <StateBadge tone="open">신규</StateBadge>
      {reviewCount > 0 && <span className="text-ink-3">후기 {reviewCount}</span>}
    </span>
  )
}

/** One line of tags; what does not fit in it is left out. */
function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <div className="expert-card-tags">
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </div>
  )
}

/**
 * An expert in a list, the whole card leading to the profile. `withPrice` adds what the work starts at;
 * `nameContent` and `oneLineContent` are the name and the line with something marked in them.
 */
export function ExpertCard({
  expert,
  withPrice = false,
  nameContent,
  oneLineContent,
  className,
}: {
  expert: Card
  withPrice?: boolean
  nameContent?: ReactNode
  oneLineContent?: ReactNode
  className?: string
}) {
  const { hires, responseMinutes, priceFromWon, priceFromUnit } = expert
  const details = [
    typeof expert.distance === "number"
      ? `${expert.distance}km`
      : expert.distance === "next"
        ? "옆 동네"
        : null,
    hires > 0 ? `고용 ${formatNumber(hires)}회` : null,
    responseMinutes === null ? null : `${formatResponseTime(responseMinutes * MINUTE_MS)} 응답`,
  ].filter((detail) => detail !== null)
  return (
    <article className={className ? `expert-card ${className}` : "expert-card"}>
      <div className="expert-card-head">
        <Avatar pictureId={expert.avatarId} name={expert.name} size={60} />
        <div>
          <h3 className={expert.verified ? "expert-card-name verified" : "expert-card-name"}>
            <Link to={href("/expert/:expertId", { expertId: expert.id })} prefetch="intent" viewTransition>
              {nameContent ?? expert.name}
            </Link>
            {expert.verified && <span className="sr-only">인증된 전문가</span>}
          </h3>
          <p className="expert-card-trade">
            {`${formatTrades(expert.categories)} · 경력 ${expert.careerYears}년`}
          </p>
        </div>
      </div>
      <p className="expert-card-line">{oneLineContent ?? expert.oneLine}</p>
      <Tags tags={expert.tags} />
      {withPrice && (
        <p className="expert-card-price">
          {priceFromWon === null ? (
            <span>가격은 견적으로</span>
          ) : (
            <>
              <b>{formatWon(priceFromWon)}</b>
              {priceFromUnit ? `/ ${priceFromUnit}부터` : "부터"}
            </>
          )}
        </p>
      )}
      <div className="expert-card-facts">
        <RatingOrNew rating={expert.rating} reviewCount={expert.reviewCount} />
        <p>{details.join(" · ")}</p>
      </div>
    </article>
  )
}
