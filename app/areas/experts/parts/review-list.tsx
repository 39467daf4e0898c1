import { CornerDownRight } from "#app/ui/icons.tsx"
import type { CSSProperties } from "react"
import { Form } from "react-router"
import { formatManwon } from "#app/basics/won.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Tag } from "#app/ui/badge.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { ListPages } from "#app/ui/list-pages.tsx"
import { Rating, Stars } from "#app/ui/rating.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { REVIEW_LIMITS, SUB_SCORES, SUB_SCORE_LABELS } from "../rules.ts"
import type { ReviewSummary, RemovedReview, ReviewView } from "../views.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { PaidMark } from "./paid-mark.tsx"

const toPercent = (count: number, total: number) => (total === 0 ? 0 : Math.round((count / total) * 100))

/** Mean, spread over the stars, and the four sub-scores. */
export function ReviewsSummary({ summary, rating }: { summary: ReviewSummary; rating: number | null }) {
  const mean =
    summary.stars.reduce((sum, count, index) => sum + count * (index + 1), 0) / Math.max(1, summary.total)
  return (
    <div className="rounded-xl bg-base-200 p-5 md:px-8 md:py-6">
      <div className="flex items-center gap-6 md:gap-12">
        <div className="flex-none text-center">
          <p className="text-3xl font-bold">
            <span className="sr-only">평균 평점 </span>
            {(rating ?? mean).toFixed(1)}
          </p>
          <Stars value={rating ?? mean} size={18} />
        </div>
        <ul className="grid flex-1 gap-1.5 text-sm text-ink-2">
          {[5, 4, 3, 2, 1].map((stars) => {
            const count = summary.stars[stars - 1] ?? 0
            return (
              <li key={stars} className="star-share">
                <span>{`${stars}점`}</span>
                <i
                  aria-hidden
                  style={{ "--share": `${toPercent(count, summary.total)}%` } as CSSProperties}
                />
                <span>{`${toPercent(count, summary.total)}%`}</span>
              </li>
            )
          })}
        </ul>
      </div>
      {summary.scores && (
        <dl className="sub-scores">
          {SUB_SCORES.map((score) => (
            <div key={score}>
              <dt>{SUB_SCORE_LABELS[score]}</dt>
              <dd>{(summary.scores?.[score] ?? 0).toFixed(1)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** `list` is left out where the page brings its first reviews as HTML alone; `length` says how many. */
type ReviewPage = { list?: readonly (ReviewView | RemovedReview)[]; length: number }

/** Reviews under each other. The expert sees a form for the one reply under those without one. */
export function ReviewList({
  pages,
  expertName,
  canReply,
  answer,
}: {
  pages: readonly ReviewPage[]
  expertName: string
  canReply: boolean
  answer: ScreenAnswer
}) {
  const countBefore = (index: number) => pages.slice(0, index).reduce((sum, page) => sum + page.length, 0)
  return (
    <ListPages pages={pages} getRows={(page) => page.list} className="reviews">
      {(reviews, pageIndex) =>
        reviews.map((review, index) => (
          <li key={review.id}>
            {"removed" in review ? (
              <p className="text-base text-ink-3">
                운영 정책에 따라 삭제된 후기예요 · <RelativeTime at={review.publishedAt} />
              </p>
            ) : (
              <Review
                review={review}
                number={countBefore(pageIndex) + index + 1}
                expertName={expertName}
                canReply={canReply}
                answer={answer.about("reviewId", review.id)}
              />
            )}
          </li>
        ))
      }
    </ListPages>
  )
}

function Review({
  review,
  number,
  expertName,
  canReply,
  answer,
}: {
  review: ReviewView
  number: number
  expertName: string
  canReply: boolean
  answer: ScreenAnswer
}) {
  return (
    <article aria-label={`${review.customer} 후기`}>
      <header>
        <Avatar pictureId={review.avatarId} name={review.customer} size={44} />
        <div>
          <h3>{review.customer}</h3>
          <p>
            <Rating value={review.rating} />
            {review.isPaidSafely ? <PaidMark /> : null}
            <span>
              {[review.service, ...(review.paidWon === null ? [] : [formatManwon(review.paidWon)]), ""].join(
                " · ",
              )}
              <RelativeTime at={review.publishedAt} />
              {review.edited ? " · 수정됨" : ""}
            </span>
          </p>
        </div>
      </header>
      <p>{review.body}</p>
      {review.tags.length > 0 && (
        <div className="review-tags">
          {review.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </div>
      )}
      {review.photos.length > 0 && (
        <Gallery pictures={review.photos} layout="grid" label={`${number}번째 후기 사진`} />
      )}
      {review.reply !== null ? (
        <div className="mt-4 flex gap-2.5 rounded-lg bg-base-200 p-4">
          <CornerDownRight size={18} className="mt-0.5 flex-none text-ink-3" />
          <div>
            <p className="text-sm font-semibold">
              {expertName}{" "}
              <span className="font-normal text-ink-3">
                {review.repliedAt && <RelativeTime at={review.repliedAt} />}
              </span>
            </p>
            <p className="mt-1 text-base whitespace-pre-line text-ink-2">{review.reply}</p>
          </div>
        </div>
      ) : canReply ? (
        <details open={answer.wasSent} className="mt-4">
          <summary className="btn btn-quiet btn-sm">답글 쓰기</summary>
          <Form method="post" preventScrollReset className="mt-3 grid gap-3">
            <input type="hidden" name="intent" value="reply" />
            <input type="hidden" name="reviewId" value={review.id} />
            <TextArea
              label="답글"
              name="reply"
              rows={3}
              maxLength={REVIEW_LIMITS.reply}
              defaultValue={answer.typed("reply")}
              error={answer.errors.reply}
              help="한 번만 쓸 수 있고, 모두에게 보여요. 연락처는 가려져요."
            />
            <SubmitButton className="btn btn-primary justify-self-end">답글 올리기</SubmitButton>
          </Form>
        </details>
      ) : null}
    </article>
  )
}
