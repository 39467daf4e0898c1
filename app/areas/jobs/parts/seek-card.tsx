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
    <p className="seek-pay">
      <span className={isLarge ? "pay-type-large" : "pay-type"}>{PAY_TYPE_LABELS[post.payType]}</span>
      <b>{formatPayAmount({ payType: post.payType, payWon: post.payWon })}</b>
    </p>
  ) : (
    <b className={`font-bold ${isLarge ? "text-2xl" : "text-lg"}`}>급여 협의</b>
  )
}

/** Who it is, what they know and where: "새벽도토리 · 경력 1년 · 울산 북구, 울산 울주군". */
const formatFacts = ({ workerName, careerYears, regionCodes, distance }: SeekCardView) =>
  [
    workerName,
    formatCareer(careerYears),
    regionCodes.slice(0, 2).map(formatRegionName).join(", "),
    ...(typeof distance === "number" ? [`${distance}km`] : []),
  ].join(" · ") + (regionCodes.length > 2 ? ` 외 ${regionCodes.length - 2}곳` : "")

/** Somebody who seeks work, in a list. The whole card leads to their page. */
export function SeekCard({
  post,
  className,
  titleContent = post.title,
}: {
  post: SeekCardView
  className?: string
  titleContent?: ReactNode
}) {
  return (
    <article className={className ? `seek-card ${className}` : "seek-card"}>
      <div className="seek-card-head">
        <Avatar pictureId={post.avatarId} name={post.workerName} size={48} />
        <div>
          <h3>
            <Link
              to={href("/jobs/seek/:seekId", { seekId: post.id })}
              prefetch="intent"
              className="card-link"
            >
              {titleContent}
            </Link>
          </h3>
          <p>{formatFacts(post)}</p>
        </div>
        {post.state === "open" ? null : (
          <StateBadge tone={SEEK_TONES[post.state]}>{SEEK_STATE_LABELS[post.state]}</StateBadge>
        )}
      </div>
      <div className="seek-card-kinds">
        {post.kinds.map((kind) => (
          <Tag key={kind}>{JOB_KIND_LABELS[kind]}</Tag>
        ))}
        {post.shortTerm ? <Tag>단기</Tag> : null}
      </div>
      <div className="seek-card-terms">
        <WantedPay post={post} />
        <p suppressHydrationWarning>
          {[
            formatWeekdays(post.weekdays),
            formatDayTimes(post.dayTimes),
            ...(post.availableFrom > now().toISOString().slice(0, 10)
              ? [`${formatDate(post.availableFrom)}부터`]
              : []),
          ].join(" · ")}
        </p>
      </div>
    </article>
  )
}
