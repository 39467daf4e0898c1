import { Flag, MessageCircle } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Form, Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatDate } from "#app/basics/time.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { Rating, Stars } from "#app/ui/rating.tsx"
import { Tag } from "#app/ui/badge.tsx"
import type { Reputation, ReviewView } from "../views.ts"

/** Opens a talk about the thing; a visitor signs in first. */
export function ChatForm({
  kind,
  id,
  partner,
  className,
  children,
}: {
  kind: "hire" | "seek"
  id: string
  partner?: string
  className: string
  children: ReactNode
}) {
  return (
    <Form method="post" action={href("/chat/open")} className="contents">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      {partner ? <input type="hidden" name="with" value={partner} /> : null}
      <button type="submit" className={className}>
        <MessageCircle size={18} />
        {children}
      </button>
    </Form>
  )
}

export const ReportLink = ({
  kind,
  id,
  className,
}: {
  kind: "hire" | "seek"
  id: string
  className: string
}) => (
  <Link to={`${href("/report")}?${new URLSearchParams({ kind, id })}`} className={className}>
    <Flag size={18} />
    신고하기
  </Link>
)

/** A form of one button. */
export function ButtonForm({
  intent,
  fields = {},
  className,
  children,
}: {
  intent: string
  fields?: Readonly<Record<string, string>>
  className: string
  children: ReactNode
}) {
  return (
    <Form method="post" className="contents">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton name="intent" value={intent} className={className}>
        {children}
      </SubmitButton>
    </Form>
  )
}

/** What somebody is known for, in one line: ★ 4.8 (12) 함께 일한 횟수 23회. */
export function ReputationLine({ reputation, noShows }: { reputation: Reputation; noShows?: number }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
      {reputation.rating === null ? (
        <span>{reputation.completedJobs === 0 ? "아직 함께 일한 기록이 없어요" : "아직 후기가 없어요"}</span>
      ) : (
        <Rating value={reputation.rating} count={reputation.reviewCount} />
      )}
      {reputation.completedJobs > 0 ? (
        <span>함께 일한 횟수 {formatNumber(reputation.completedJobs)}회</span>
      ) : null}
      {noShows ? <span className="font-medium text-refused-ink">노쇼 {noShows}회</span> : null}
    </span>
  )
}

/** Labels left, values right; `—` never stands alone. */
export function FactList({ rows }: { rows: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-3.5">
      {rows.map(({ label, value }) => (
        <div key={label} className="fact-row text-base">
          <dt className="text-ink-3">{label}</dt>
          <dd className="whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Reviews after work, the newest first. */
export function JobReviews({ reviews, empty }: { reviews: readonly ReviewView[]; empty: string }) {
  if (reviews.length === 0) return <p className="text-base text-ink-2">{empty}</p>
  return (
    <ul className="grid gap-5">
      {reviews.map((review) => (
        <li key={review.id} className="border-b border-base-300 pb-5 last:border-0 last:pb-0">
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
            <Stars value={review.rating} size={16} />
            <span className="sr-only">{review.rating}점</span>
            <span>{review.authorName}</span>
            <span suppressHydrationWarning>{formatDate(review.publishedAt, now())}</span>
          </p>
          {review.body ? <p className="mt-2 text-base whitespace-pre-line">{review.body}</p> : null}
          {review.tags.length > 0 ? (
            <p className="mt-2 flex flex-wrap gap-1.5">
              {review.tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </p>
          ) : null}
          <p className="mt-2 truncate text-sm text-ink-3">{review.jobTitle}</p>
        </li>
      ))}
    </ul>
  )
}
