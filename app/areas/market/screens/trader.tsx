import { ThumbsDown, ThumbsUp } from "#app/ui/icons.tsx"
import { href, useLocation } from "react-router"
import { getNextPageUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { formatDate } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { NextPageLink } from "#app/ui/pager.tsx"
import { Page } from "#app/ui/section.tsx"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { TraderQuery } from "../forms.ts"
import { NeighbourhoodBadge } from "../../accounts/parts/neighbourhood-badge.tsx"
import { ItemCard } from "../parts/item-card.tsx"
import { formatGoodShare } from "../parts/item-texts.ts"
import { findSellerItemPage } from "../service/item-lists.server.ts"
import { findTraderReviews } from "../service/reviews.server.ts"
import { findTrader } from "../service/traders.server.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import type { Route } from "./+types/trader"
import { readApart } from "#app/platform/read-position.server.ts"

export const handle = {
  bar: "detail",
  title: (view: { trader: { name: string } }) => `${view.trader.name}님`,
  backHref: href("/marketplace"),
  background: "white",
} satisfies ScreenHandle<{ trader: { name: string } }>

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = getActor(context)
  if (!isId(params.userId)) notFound()
  const { show, after } = readQuery(TraderQuery, new URL(request.url).searchParams)
  const [traderData, page, reviews] = await Promise.all([
    findTrader(params.userId),
    show === "items" ? readApart(() => findSellerItemPage(actor, params.userId, after)) : null,
    show === "reviews" ? readApart(() => findTraderReviews(params.userId, after)) : null,
  ])
  if (!traderData) notFound()
  return {
    ...traderData,
    page,
    reviews,
    show,
    isOwn: actor.kind === "member" && actor.userId === params.userId,
    origin: getBaseUrl(request.url),
  }
}

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf("중고거래") }]
  const { trader, origin } = view
  const name = `${trader.name}님의 중고거래`
  return [
    { title: titleOf(name) },
    ...buildShareMeta({
      origin,
      path: href("/marketplace/seller/:userId", { userId: trader.userId }),
      name,
      breadcrumbs: [{ name: "중고거래", path: href("/marketplace") }],
      noIndex: "follow",
      description: `${trader.name}님이 내놓은 물건과 받은 후기예요. 지금까지 ${trader.deals}번 거래했어요.`,
    }),
  ]
}

type View = Route.ComponentProps["loaderData"]
type Review = NonNullable<View["reviews"]>["reviews"][number]

export default function Trader({ loaderData: view }: Route.ComponentProps) {
  const { trader, tags, page, reviews } = view
  const { pathname, search } = useLocation()
  const next = page?.next ?? reviews?.next
  return (
    <Page>
      <TraderHeader trader={trader} tags={tags} />
      <nav aria-label="보기" className="bar-of-chips mt-6">
        <FilterChip href={pathname} isActive={view.show === "items"}>
          판매 물건
        </FilterChip>
        <FilterChip
          href={`${pathname}?show=reviews`}
          isActive={view.show === "reviews"}
        >{`받은 후기 ${trader.reviews}`}</FilterChip>
      </nav>
      {page ? <TraderItems cards={page.cards} isOwn={view.isOwn} /> : null}
      {reviews ? <TraderReviews reviews={reviews.reviews} /> : null}
      <NextPageLink href={next ? getNextPageUrl(pathname, search, next) : null} />
    </Page>
  )
}

function TraderHeader({ trader, tags }: Pick<View, "trader" | "tags">) {
  const facts = [
    trader.regionCode ? formatRegionShortName(trader.regionCode) : "",
    `${formatDate(trader.joinedAt)} 가입`,
  ].filter(Boolean)
  return (
    <>
      <header className="flex items-center gap-4 pt-5 md:pt-10">
        <Avatar pictureId={trader.avatarId} name={trader.name} size={64} />
        <div className="min-w-0">
          <h1 className="text-2xl font-bold">{trader.name}님</h1>
          <p className="text-sm text-ink-3">{facts.join(" · ")}</p>
          {trader.check ? <NeighbourhoodBadge>{trader.check}</NeighbourhoodBadge> : null}
        </div>
      </header>
      <dl className="mt-5 grid max-w-[32rem] grid-cols-3 rounded-xl bg-base-200 py-4 text-center">
        {[
          ["거래", `${trader.deals}번`],
          ["후기", `${trader.reviews}개`],
          ["매너", formatGoodShare(trader) ?? "신규"],
        ].map(([label, value]) => (
          <div key={label} className="border-base-300 [&:not(:first-child)]:border-l">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="text-lg font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      {tags.length > 0 ? (
        <ul aria-label="많이 받은 칭찬" className="mt-4 flex flex-wrap gap-2">
          {tags.map(({ tag, count }) => (
            <li
              key={tag}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-full bg-fill px-3 text-sm"
            >
              {tag} <b className="font-semibold text-primary-ink">{count}</b>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function TraderItems({ cards, isOwn }: { cards: NonNullable<View["page"]>["cards"]; isOwn: boolean }) {
  return cards.length > 0 ? (
    <ul className="item-list mt-4">
      {cards.map((item) => (
        <li key={item.id}>
          <ItemCard item={item} heading="h2" showsHeart={!isOwn} />
        </li>
      ))}
    </ul>
  ) : (
    <EmptyState
      art="search"
      title="올린 물건이 없어요"
      action={
        isOwn
          ? { href: href("/marketplace/post"), label: "판매하기" }
          : { href: href("/marketplace"), label: "중고거래 둘러보기" }
      }
    />
  )
}

function TraderReviews({ reviews }: { reviews: readonly Review[] }) {
  return reviews.length > 0 ? (
    <ul className="mt-2 divide-y divide-base-300">
      {reviews.map((review) => (
        <ReviewRow key={review.id} review={review} />
      ))}
    </ul>
  ) : (
    <EmptyState
      art="reviews"
      title="아직 받은 후기가 없어요"
      text="거래를 마치면 서로 후기를 남길 수 있어요."
    />
  )
}

function ReviewRow({ review }: { review: Review }) {
  return (
    <li className="py-5">
      <div className="flex items-center gap-3">
        <Avatar pictureId={review.writerAvatarId} name={review.writerName} size={40} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {review.writerName}{" "}
            <span className="text-sm font-normal text-ink-3">
              {review.role === "buyer" ? "구매자" : "판매자"}
            </span>
          </p>
          <p className="truncate text-sm text-ink-3">
            {review.itemTitle} · <RelativeTime at={review.createdAt} />
          </p>
        </div>
        <span
          className={
            "inline-flex flex-none items-center gap-1 text-sm font-semibold " +
            `${review.good ? "text-ok-ink" : "text-ink-3"}`
          }
        >
          {review.good ? <ThumbsUp size={16} /> : <ThumbsDown size={16} />}
          {review.good ? "좋아요" : "별로예요"}
        </span>
      </div>
      {review.body ? <p className="mt-3 text-base whitespace-pre-line">{review.body}</p> : null}
      {review.tags.length > 0 ? <p className="mt-2 text-sm text-ink-2">{review.tags.join(" · ")}</p> : null}
    </li>
  )
}
