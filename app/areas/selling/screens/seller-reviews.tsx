import { Link, data, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { parseForm, readQuery } from "#app/basics/form.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert, useFirstErrorFocus } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { Rating } from "#app/ui/rating.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { notFound } from "../../accounts/guards.server.ts"
import { requireSeller } from "../guards.server.ts"
import { SellerReply } from "../parts/seller-reply.tsx"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { RatingHistogram } from "../../shop/parts/rating-histogram.tsx"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { replyToReview } from "../../shop/service/reviews.server.ts"
import { findOwnReviews } from "../service/reviews-and-questions.server.ts"
import type { Route } from "./+types/seller-reviews"
import { ReplyForm, SellerQuestionsQuery } from "#app/areas/selling/forms.ts"

const PATH = "/shopping/admin/reviews"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { tab, after } = readQuery(SellerQuestionsQuery, new URL(request.url).searchParams)
  return {
    tab,
    first: after === null,
    ...(await findOwnReviews(actor, { waiting: tab === "waiting", after })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  const query = new URL(request.url).searchParams
  const form = parseForm(ReplyForm, await request.formData())
  if (!form.ok)
    return data(
      {
        id: [form.values.id ?? ""].flat()[0] ?? "",
        errors: form.errors,
        answer: [form.values.answer ?? ""].flat()[0] ?? "",
        problem: null,
      },
      { status: 400 },
    )
  const outcome = await replyToReview(actor, form.value.id, form.value.answer)
  if (outcome.ok)
    return redirectWithFlash(
      getListUrl(PATH, {}, { tab: query.get("tab"), after: query.get("after") }),
      "답글을 올렸어요",
    )
  if (outcome.reason === "not_found") notFound()
  return data({ id: "", errors: undefined, answer: "", problem: "이미 답글을 쓴 후기예요." }, { status: 409 })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("상품 후기") },
  { name: "robots", content: "noindex" },
]

export default function SellerReviews({ loaderData: view, actionData: reply }: Route.ComponentProps) {
  useFirstErrorFocus(reply?.errors)
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
              text: count.toLocaleString("en-US"),
            }))}
          />
        </Card>
      )}
      <div className="bar-of-chips mb-4">
        <FilterChip href={PATH} isActive={view.tab === "waiting"}>
          답글 없는 후기 <span className="num">{view.waitingCount.toLocaleString("en-US")}</span>
        </FilterChip>
        <FilterChip href={`${PATH}?tab=all`} isActive={view.tab === "all"}>
          전체 <span className="num">{reviewCount.toLocaleString("en-US")}</span>
        </FilterChip>
      </div>
      <FormAlert message={reply?.problem} className="mb-4" />
      {view.rows.length === 0 ? (
        <EmptyState
          art="done"
          title={view.tab === "waiting" ? "답글을 기다리는 후기가 없어요" : "아직 받은 후기가 없어요"}
        />
      ) : (
        <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
          {view.rows.map((row) => (
            <li key={row.id} className="p-4 md:p-5">
              <div className="flex items-center gap-3">
                <Thumbnail pictureId={row.pictureId} size={40} />
                <p className="min-w-0 flex-1 truncate text-sm text-ink-2">
                  <Link
                    to={href("/shopping/product/:productId", { productId: row.productId })}
                    className="hover:underline"
                  >
                    {row.title}
                  </Link>
                  {row.optionName ? ` · ${row.optionName}` : ""}
                </p>
                <span className="flex-none text-sm text-ink-3">
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
              <SellerReply
                id={row.id}
                answer={row.reply}
                label="답글"
                submitLabel="답글 올리기"
                defaultText={reply?.id === row.id ? reply.answer : ""}
                error={reply?.id === row.id ? reply.errors?.answer : undefined}
              />
            </li>
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
