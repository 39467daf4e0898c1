import { formatNumber } from "#app/basics/numbers.ts"
import { Camera, CornerDownRight, ThumbsUp } from "#app/ui/icons.tsx"
import { Link, useFetcher } from "react-router"
import { CachedHtml } from "#app/ui/cached-html.tsx"
import { FilterChip, SortLinks } from "#app/ui/chips.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Stars } from "#app/ui/rating.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { REVIEW_SORT_LABELS, REVIEW_SORTS, type ReviewSort } from "../rules.ts"
import type { ProductReviewView } from "../review-views.ts"
import { RatingHistogram } from "./rating-histogram.tsx"

type Query = { order: ReviewSort; photos: string | null; option: string | null; reviews: string | null }
type Summary = { stars: number[]; withPhotos: number; options: string[] }

/** The address of the reviews with what narrows them; what is as at first is left out. */
function getReviewsHref(query: Query, changes: Partial<Query>): string {
  const { order, photos, option, reviews } = { ...query, reviews: null, ...changes }
  const fields = { order: order === "helpful" ? null : order, photos, option, reviews }
  const parameters = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  return `?${parameters}#reviews`
}

/** The mean, how the stars are spread, what narrows the reviews, and a page of them. */
export function ReviewSection({
  summary,
  rating,
  query,
  page,
  sellerName,
  markedIds,
  viewerId,
}: {
  summary: Summary
  rating: number | null
  query: Query
  page: { reviews: readonly ProductReviewView[]; next: string | null }
  sellerName: string
  markedIds: readonly string[]
  viewerId: string | null
}) {
  const { stars } = summary
  const total = stars.reduce((sum, count) => sum + count, 0)
  if (total === 0)
    return (
      <p className="rounded-xl bg-base-200 p-5 text-base text-ink-2">
        아직 후기가 없어요. 구매하면 첫 후기를 남길 수 있어요.
      </p>
    )
  const meanRating = rating ?? stars.reduce((sum, count, index) => sum + count * (index + 1), 0) / total
  return (
    <>
      <div className="rounded-xl bg-base-200 p-5 md:px-8">
        <RatingHistogram
          meanRating={meanRating}
          rows={[5, 4, 3, 2, 1].map((each) => {
            const share = (stars[each - 1] ?? 0) / total
            return { stars: each, share, text: `${Math.round(share * 100)}%` }
          })}
        />
      </div>
      <ReviewFilters summary={summary} query={query} />
      {page.reviews.length === 0 ? <NoReviews query={query} /> : null}
      <ul>
        {page.reviews.map((review, index) => (
          <li key={review.id} className="border-b border-base-300 py-5 last:border-0">
            <article aria-label={`${review.author} 후기`}>
              <CachedHtml source={review} variant={`${index} ${sellerName}`}>
                {() => <ReviewText review={review} index={index} sellerName={sellerName} />}
              </CachedHtml>
              <HelpfulButton
                review={review}
                isMarked={markedIds.includes(review.id)}
                isOwn={review.authorId === viewerId}
              />
            </article>
          </li>
        ))}
      </ul>
      {page.next ? (
        <div className="flex justify-center">
          <Link
            to={getReviewsHref(query, { reviews: page.next })}
            preventScrollReset
            className="btn btn-quiet"
          >
            다음 후기 보기
          </Link>
        </div>
      ) : null}
    </>
  )
}

const NoReviews = ({ query }: { query: Query }) => (
  <p className="mt-4 rounded-xl bg-base-200 p-5 text-base text-ink-2">
    고른 조건에 맞는 후기가 없어요.{" "}
    <Link
      to={getReviewsHref(query, { photos: null, option: null })}
      preventScrollReset
      className="font-semibold text-primary-ink underline underline-offset-2"
    >
      모든 후기 보기
    </Link>
  </p>
)

function ReviewFilters({ summary, query }: { summary: Summary; query: Query }) {
  const photos = query.photos === "1"
  return (
    <div className="mt-4 grid gap-1">
      <SortLinks
        options={REVIEW_SORTS.map((order) => ({
          href: getReviewsHref(query, { order }),
          label: REVIEW_SORT_LABELS[order],
          isActive: query.order === order,
        }))}
      />
      {summary.withPhotos > 0 || summary.options.length > 0 ? (
        <nav aria-label="후기 거르기" className="bar-of-chips">
          {summary.withPhotos > 0 ? (
            <FilterChip
              href={getReviewsHref(query, { photos: photos ? null : "1" })}
              isActive={photos}
              isRemovable
            >
              <Camera size={16} /> 사진 후기 {summary.withPhotos}
            </FilterChip>
          ) : null}
          {summary.options.map((option) => (
            <FilterChip
              key={option}
              href={getReviewsHref(query, { option: query.option === option ? null : option })}
              isActive={query.option === option}
              isRemovable
            >
              {option}
            </FilterChip>
          ))}
        </nav>
      ) : null}
    </div>
  )
}

function ReviewText({
  review,
  index,
  sellerName,
}: {
  review: ProductReviewView
  index: number
  sellerName: string
}) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
        <Stars value={review.rating} />
        <b className="font-semibold text-base-content">{review.rating.toFixed(1)}</b>
        <span>{review.author}</span> · <RelativeTime at={review.createdAt} />
      </p>
      {review.optionName ? <p className="mt-1 text-sm text-ink-3">{review.optionName}</p> : null}
      <p className="mt-2 text-base whitespace-pre-line">{review.body}</p>
      {review.photos.length > 0 && (
        <div className="mt-3">
          <Gallery pictures={review.photos} layout="grid" label={`${index + 1}번째 후기 사진`} />
        </div>
      )}
      {review.reply !== null && (
        <div className="mt-3 flex gap-2.5 rounded-lg bg-base-200 p-4">
          <CornerDownRight size={18} className="mt-0.5 flex-none text-ink-3" />
          <div>
            <p className="text-sm font-semibold">{sellerName}</p>
            <p className="mt-1 text-base whitespace-pre-line text-ink-2">{review.reply}</p>
          </div>
        </div>
      )}
    </>
  )
}

/** 도움돼요 of one review: counted at once, corrected by the answer. One's own is not marked. */
function HelpfulButton({
  review,
  isMarked,
  isOwn,
}: {
  review: ProductReviewView
  isMarked: boolean
  isOwn: boolean
}) {
  const fetcher = useFetcher()
  const sent = fetcher.formData?.get("on")
  const isHelpful = sent === undefined || sent === null ? isMarked : sent === "1"
  // The count follows a moment after a mark; one's own is seen at once.
  const known = Math.max(review.helpfulCount, isMarked ? 1 : 0)
  const count = Math.max(0, known + Number(isHelpful) - Number(isMarked))
  if (isOwn) {
    return count > 0 ? (
      <p className="mt-3 text-sm text-ink-3">{formatNumber(count)}명에게 도움이 됐어요</p>
    ) : null
  }
  return (
    <fetcher.Form method="post" className="mt-3">
      <input type="hidden" name="intent" value="helpful" />
      <input type="hidden" name="reviewId" value={review.id} />
      <button
        type="submit"
        name="on"
        value={isHelpful ? "0" : "1"}
        aria-pressed={isHelpful}
        className={`btn btn-sm ${isHelpful ? "btn-tint" : "btn-line"}`}
      >
        <ThumbsUp size={16} />
        도움돼요{count > 0 ? ` ${formatNumber(count)}` : ""}
      </button>
    </fetcher.Form>
  )
}
