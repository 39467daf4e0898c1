import { Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { readQuery } from "#app/basics/form.ts"
import { intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { Rating } from "#app/ui/rating.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { requireSeller } from "../guards.server.ts"
import { SellerReply } from "../parts/seller-reply.tsx"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { RatingHistogram } from "../../shop/parts/rating-histogram.tsx"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { replyToReview } from "../../shop/service/reviews.server.ts"
import { findOwnReviews } from "../service/reviews-and-questions.server.ts"
import type { Route } from "./+types/seller-reviews"
import { ReplyForm, SellerQuestionsQuery } from "#app/areas/selling/forms.ts"

const PATH = href("/shopping/admin/reviews")

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { tab, after } = readQuery(SellerQuestionsQuery, new URL(request.url).searchParams)
  return {
    tab,
    first: after === null,
    ...(await findOwnReviews(actor, { waiting: tab === "waiting", after })),
  }
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: ReplyForm,
    hidden: ["id"],
    run: ({ actor }, { id, answer }) => replyToReview(actor, id, answer),
    done: "답글을 올렸어요",
    problems: { not_now: "이미 답글을 쓴 후기예요." },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  const query = new URL(request.url).searchParams
  const to = getListUrl(PATH, {}, { tab: query.get("tab"), after: query.get("after") })
  return answerForm(await request.formData(), { actor }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("상품 후기") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]

export default function SellerReviews({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const reviewCount = view.stars.reduce((sum, row) => sum + row.count, 0)
  const meanRating =
    reviewCount === 0 ? null : view.stars.reduce((sum, row) => sum + row.stars * row.count, 0) / reviewCount
  return (
    <SellerLayout current="reviews">
      <PageHeader title="상품 후기" text="답글은 한 번만 쓸 수 있고, 상품 페이지에 보여요." />
      {meanRating === null ? null : (
        <Card className="mb-4 md:p-6">
          <RatingHistogram
            meanRating={meanRating}
            rows={view.stars.map(({ stars, count }) => ({
              stars,
              share: count / reviewCount,
              text: formatNumber(count),
            }))}
          />
        </Card>
      )}
      <div className="bar-of-chips mb-4">
        <FilterChip href={PATH} isActive={view.tab === "waiting"}>
          답글 없는 후기 <span className="num">{formatNumber(view.waitingCount)}</span>
        </FilterChip>
        <FilterChip href={`${PATH}?tab=all`} isActive={view.tab === "all"}>
          전체 <span className="num">{formatNumber(reviewCount)}</span>
        </FilterChip>
      </div>
      <FormAlert message={answer.problem} className="mb-4" />
      {view.rows.length === 0 ? (
        <EmptyState
          art="done"
          title={view.tab === "waiting" ? "답글을 기다리는 후기가 없어요" : "아직 받은 후기가 없어요"}
        />
      ) : (
        <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
          {view.rows.map((row) => (
            <ReviewRow key={row.id} row={row} sent={answer.about("id", row.id)} />
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={view.first}
        nextCursor={view.next}
        buildHref={(after) => getListUrl(PATH, { tab: "waiting" }, { tab: view.tab, after })}
      />
    </SellerLayout>
  )
}

/** A review of a product, with the reply or the form for it. */
function ReviewRow({ row, sent }: { row: View["rows"][number]; sent: ScreenAnswer }) {
  return (
    <li className="p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Thumbnail pictureId={row.pictureId} size={40} />
        <p className="min-w-[40%] flex-1 truncate text-sm text-ink-2">
          <Link
            to={href("/shopping/product/:productId", { productId: row.productId })}
            className="hover:underline"
          >
            {row.title}
          </Link>
          {row.optionName ? ` · ${row.optionName}` : ""}
        </p>
        <span className="text-sm text-ink-3">
          {row.author} · <RelativeTime at={row.createdAt} />
        </span>
      </div>
      <div className="mt-2.5">
        <Rating value={row.rating} size="sm" />
      </div>
      <p className="mt-1.5 text-base whitespace-pre-line">{row.body}</p>
      {row.photos.length > 0 ? (
        <div className="mt-3">
          <Gallery pictures={row.photos} layout="grid" label="후기 사진" />
        </div>
      ) : null}
      <SellerReply id={row.id} answer={row.reply} label="답글" submitLabel="답글 올리기" sent={sent} />
    </li>
  )
}
