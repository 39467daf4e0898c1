import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDate } from "#app/basics/time.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { StateBadge, Tag } from "#app/ui/badge.tsx"
import { JOB_KIND_LABELS, PAY_TYPE_LABELS, SEEK_STATE_LABELS, SEEK_TONES } from "../rules.ts"
import type { SeekCardView } from "../views.ts"
import { formatPayAmount, formatDayTimes, formatWeekdays } from "./format.ts"

export const formatCareer = (years: number) => (years === 0 ? "경력 없음" : `경력 ${years}년`)

/** What somebody wants to be paid, or 협의. */
export function WantedPay({
  post,
  isLarge = false,
}: {
  post: Pick<SeekCardView, "payType" | "payWon">
  isLarge?: boolean
}) {
  return post.payType && post.payWon ? (
    <p className="flex items-baseline gap-1.5">
      <span className={`font-semibold text-primary-ink ${isLarge ? "text-base" : "text-sm"}`}>
        {PAY_TYPE_LABELS[post.payType]}
      </span>
      <b className={`font-bold ${isLarge ? "text-2xl" : "text-lg"}`}>
        {formatPayAmount({ payType: post.payType, payWon: post.payWon })}
      </b>
    </p>
  ) : (
    <b className={`font-bold ${isLarge ? "text-2xl" : "text-lg"}`}>급여 협의</b>
  )
}

/** Somebody who seeks work, in a list. The whole card leads to their page. */
export function SeekCard({
  post,
  className = "",
  titleContent = post.title,
}: {
  post: SeekCardView
  className?: string
  titleContent?: ReactNode
}) {
  return (
    <article className={`seek-card ${className}`}>
      <div className="flex items-center gap-3">
        <Avatar pictureId={post.avatarId} name={post.workerName} size={48} />
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-base font-semibold">
            <Link
              to={href("/jobs/seek/:seekId", { seekId: post.id })}
              prefetch="intent"
              className="card-link"
            >
              {titleContent}
            </Link>
          </h3>
          <p className="truncate text-sm text-ink-3">
            {post.workerName} · {formatCareer(post.careerYears)} ·{" "}
            {post.regionCodes.slice(0, 2).map(formatRegionName).join(", ")}
            {typeof post.distance === "number" ? ` · ${post.distance}km` : ""}
            {post.regionCodes.length > 2 ? ` 외 ${post.regionCodes.length - 2}곳` : ""}
          </p>
        </div>
        {post.state === "open" ? null : (
          <StateBadge tone={SEEK_TONES[post.state]}>{SEEK_STATE_LABELS[post.state]}</StateBadge>
        )}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {post.kinds.map((kind) => (
          <Tag key={kind}>{JOB_KIND_LABELS[kind]}</Tag>
        ))}
        {post.shortTerm ? <Tag>단기</Tag> : null}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-3">
        <WantedPay post={post} />
        <p className="ml-auto text-right text-sm text-ink-3" suppressHydrationWarning>
          {formatWeekdays(post.weekdays)} · {formatDayTimes(post.dayTimes)}
          {post.availableFrom > now().toISOString().slice(0, 10)
            ? ` · ${formatDate(post.availableFrom)}부터`
            : ""}
        </p>
      </div>
    </article>
  )
}
