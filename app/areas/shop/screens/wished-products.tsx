import { href } from "react-router"
import { requireMember } from "#app/areas/accounts/guards.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { readQuery } from "#app/basics/form.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { NextPageLink } from "#app/ui/pager.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { WishQuery } from "../forms.ts"
import { ProductGrid } from "../parts/product-grid.tsx"
import { WishTabs } from "../parts/wish-tabs.tsx"
import { findWishedProducts } from "../service/product-lists.server.ts"
import type { Route } from "./+types/wished-products"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  return findWishedProducts(actor, readQuery(WishQuery, new URL(request.url).searchParams).after)
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("찜한 상품") },
  { name: "robots", content: "noindex" },
]

export default function WishedProducts({ loaderData: { cards, next } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeader
        title="찜"
        back={{ href: href("/my-info"), label: "마이" }}
        text="가격이 내려가면 알려 드려요. 알림 설정의 ‘가격 인하’에서 끌 수 있어요."
      />
      <WishTabs current="/my-info/wishes/products" />
      {cards.length > 0 ? (
        <>
          <h2 className="sr-only">찜한 상품</h2>
          <ProductGrid cards={cards} wishedIds={cards.map((card) => card.id)} eagerCount={4} />
        </>
      ) : (
        <EmptyState
          art="reviews"
          title="아직 찜한 상품이 없어요"
          text="마음에 드는 상품의 하트를 누르면 여기에 모여요."
          action={{ href: href("/shopping"), label: "상품 둘러보기" }}
        />
      )}
      <NextPageLink
        href={next && `${href("/my-info/wishes/products")}?${new URLSearchParams({ after: next })}`}
      />
    </Page>
  )
}
