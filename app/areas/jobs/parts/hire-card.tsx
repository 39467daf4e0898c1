import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatPlace } from "#app/basics/distance.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { getDDay } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { StateBadge, Tag } from "#app/ui/badge.tsx"
import { HeartButton } from "#app/ui/heart-button.tsx"
import { HIRE_FACT_LABELS, type HireFact } from "../hire-facts.ts"
import { CLOSE_REASON_LABELS, PAY_TYPE_LABELS } from "../rules.ts"
import type { HireCardView } from "../views.ts"
import { formatPayAmount, formatPlaces, formatWhen } from "./format.ts"

type DeadlineFields = Pick<HireCardView, "state" | "closedReason" | "deadlineAt">

/** How long a post still takes applications: D-3, 오늘 마감, 마감. */
export function DeadlineBadge({ post }: { post: DeadlineFields }) {
  const { label, days } = getDDay(post.deadlineAt, now())
  if (post.state === "closed" || label === "마감")
    return <StateBadge tone="done">{CLOSE_REASON_LABELS[post.closedReason ?? "deadline"]}</StateBadge>
  return <StateBadge tone={days === 0 ? "refused" : days <= 3 ? "warn" : "open"}>{label}</StateBadge>
}

/** Pay with its kind in blue, and what that is by the hour. */
export function PayLine({
  post,
  isLarge = false,
}: {
  post: Pick<HireCardView, "payType" | "payWon" | "hourlyWon">
  isLarge?: boolean
}) {
  return (
    <p className="hire-pay">
      <span className={isLarge ? "pay-type-large" : "pay-type"}>{PAY_TYPE_LABELS[post.payType]}</span>
      <b>{formatPayAmount(post)}</b>
      {post.payType === "hour" ? null : `시간당 ${formatWon(post.hourlyWon)}`}
    </p>
  )
}

/** What makes somebody look twice: 급구 · 당일지급 · 초보 가능 · 단기. */
export function FactTags({
  post,
}: {
  post: Pick<HireCardView, "urgent" | "payDate" | "beginners" | "shortTerm">
}) {
  const facts: HireFact[] = [
    ...(post.payDate === "same_day" ? ["sameDay" as const] : []),
    ...(post.beginners ? ["beginners" as const] : []),
    ...(post.shortTerm ? ["short" as const] : []),
  ]
  return (
    <>
      {post.urgent ? <StateBadge tone="refused">{HIRE_FACT_LABELS.urgent}</StateBadge> : null}
      {facts.map((fact) => (
        <Tag key={fact}>{HIRE_FACT_LABELS[fact]}</Tag>
      ))}
    </>
  )
}

/**
 * A job in a list: title, where and when, pay, how long it is open. The whole card leads to its page. A
 * `isTableCell` stands in a table of few words; `hasHeart` lets one keep it, where it is known who looks.
 */
export function HireCard({
  post,
  isTableCell = false,
  hasHeart = false,
  className = "",
  titleContent = post.title,
}: {
  post: HireCardView
  isTableCell?: boolean
  hasHeart?: boolean
  className?: string
  titleContent?: ReactNode
}) {
  const isClosed = post.state === "closed" || new Date(post.deadlineAt) < now()
  return (
    <article className={`hire-card hire-card-${isTableCell ? "cell" : "row"} ${className}`}>
      <div>
        <h3 className={isClosed ? "hire-card-title text-ink-3" : "hire-card-title"}>
          <Link to={href("/jobs/hire/:hireId", { hireId: post.id })} prefetch="intent" className="card-link">
            {titleContent}
          </Link>
        </h3>
        <p className="hire-card-place" suppressHydrationWarning>
          {[
            post.distance === undefined
              ? formatRegionName(post.regionCode)
              : formatPlace(post.regionCode, post.distance),
            formatWhen(post, now()),
          ].join(" · ")}
        </p>
        <PayLine post={post} />
        {!isTableCell && (
          <p className="hire-card-business">{`${post.businessName} · ${formatPlaces(post)}`}</p>
        )}
        {!isTableCell && (
          <p className="hire-card-facts">
            <FactTags post={post} />
          </p>
        )}
      </div>
      {hasHeart ? (
        <div className="hire-card-side">
          <DeadlineBadge post={post} />
          <HeartButton
            action={href("/jobs/hire/:hireId", { hireId: post.id })}
            intent="save"
            isOn={post.saved}
            label={`${post.title} 찜`}
            className="hire-card-heart"
          />
        </div>
      ) : (
        <DeadlineBadge post={post} />
      )}
    </article>
  )
}
