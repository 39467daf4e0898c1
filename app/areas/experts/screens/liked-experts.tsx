import { href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { readQuery } from "#app/basics/form.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { NextPageLink } from "#app/ui/pager.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { WishTabs } from "../../shop/parts/wish-tabs.tsx"
import { LikedQuery } from "../forms.ts"
import { ExpertCard } from "../parts/expert-card.tsx"
import { WithHeart } from "../parts/with-heart.tsx"
import { findLikedExperts } from "../service/favorites.server.ts"
import type { Route } from "./+types/liked-experts"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  return findLikedExperts(actor, readQuery(LikedQuery, new URL(request.url).searchParams).after)
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("찜한 전문가") },
  { name: "robots", content: "noindex" },
]

export default function LikedExperts({ loaderData: { cards, next } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeader title="찜" back={{ href: href("/my-info"), label: "마이" }} />
      <WishTabs current="/my-info/wishes/experts" />
      {cards.length > 0 ? (
        <>
          <h2 className="sr-only">찜한 전문가</h2>
          <ul className="grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
            {cards.map((expert) => (
              <li key={expert.id} className="grid min-w-0">
                <WithHeart expert={expert} heart>
                  <ExpertCard expert={expert} withPrice />
                </WithHeart>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <EmptyState
          art="reviews"
          title="아직 찜한 전문가가 없어요"
          text="마음에 드는 전문가의 하트를 누르면 여기에 모여요."
          action={{ href: href("/experts"), label: "전문가 둘러보기" }}
        />
      )}
      <NextPageLink
        href={next && `${href("/my-info/wishes/experts")}?${new URLSearchParams({ after: next })}`}
      />
    </Page>
  )
}
