import { href } from "react-router"
import { readQuery } from "#app/basics/form.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { NextPageLink } from "#app/ui/pager.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { requireMember } from "../../accounts/guards.server.ts"
import { WishTabs } from "../../shop/parts/wish-tabs.tsx"
import { PageQuery } from "../forms.ts"
import { ItemCard } from "../parts/item-card.tsx"
import { findWishes } from "../service/item-lists.server.ts"
import type { Route } from "./+types/wishes"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  return findWishes(actor, readQuery(PageQuery, new URL(request.url).searchParams).after)
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("찜한 물건") },
  { name: "robots", content: "noindex" },
]

export default function Wishes({ loaderData: { cards, next } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeader
        title="찜"
        back={{ href: href("/my-info"), label: "마이" }}
        text="가격이 내려가면 알려 드려요."
      />
      <WishTabs current="/my-info/wishes" />
      {cards.length > 0 ? (
        <ul className="item-list">
          {cards.map((item) => (
            <li key={item.id}>
              <ItemCard item={item} heading="h2" />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          art="reviews"
          title="아직 찜한 물건이 없어요"
          text="마음에 드는 물건의 하트를 누르면 여기에 모여요."
          action={{ href: href("/marketplace"), label: "중고거래 둘러보기" }}
        />
      )}
      <NextPageLink href={next && `${href("/my-info/wishes")}?${new URLSearchParams({ after: next })}`} />
    </Page>
  )
}
