import { ChevronRight } from "#app/ui/icons.tsx"
import { href, Link } from "react-router"
import { FormAlert } from "#app/ui/form.tsx"
import { ServerHtml } from "#app/ui/server-html.tsx"
import { Section } from "#app/ui/section.tsx"
import { ShareButton } from "#app/ui/share-button.tsx"
import { DEPARTMENT_LABELS, type Department } from "../rules.ts"
import type { ProductCard as Card } from "../views.ts"
import { ProductCard } from "./product-card.tsx"

/** Says to who sees it all the same why a product is not for sale. */
export function HiddenAlert({ reason }: { reason: string | null }) {
  return (
    <FormAlert
      className="mt-4"
      message={
        reason
          ? `운영 정책에 따라 숨겨진 상품이에요. ${reason}`
          : "지금은 판매하지 않는 상품이에요. 다른 사람에게는 보이지 않아요."
      }
    />
  )
}

/** Where a product stands in the shop. */
export function Breadcrumbs({ department }: { department: Department }) {
  return (
    <nav aria-label="위치" className="hidden items-center gap-1 pt-8 text-sm text-ink-3 md:flex">
      <Link to={href("/shopping")} className="hover:underline">
        쇼핑
      </Link>
      <ChevronRight size={14} />
      <Link to={`${href("/shopping")}?department=${department}`} className="hover:underline">
        {DEPARTMENT_LABELS[department]}
      </Link>
    </nav>
  )
}

/** To pass a product on, or to report it. */
export function PageTools({ product, isOwn }: { product: { id: string; title: string }; isOwn: boolean }) {
  return (
    <div className="mt-3 flex flex-wrap justify-end">
      <ShareButton title={product.title} className="btn btn-ghost btn-sm text-ink-2" />
      {isOwn ? null : (
        <Link
          to={`${href("/report")}?kind=product&id=${product.id}`}
          className="btn btn-ghost btn-sm text-ink-3"
        >
          신고하기
        </Link>
      )}
    </div>
  )
}

/** Other products of the same shelf. */
export function SimilarProducts({
  cards,
  department,
}: {
  /** Undefined where the page brings them as HTML alone. */
  cards: readonly Card[] | undefined
  department: Department
}) {
  return (
    <Section
      title="비슷한 상품"
      more={{ href: `${href("/shopping")}?department=${department}`, label: "전체보기" }}
    >
      <ServerHtml
        data={cards}
        variant=""
        prefetch="intent"
        className="card-row similar-products md:grid-cols-4 md:gap-5"
      >
        {(products) => products.map((card) => <ProductCard key={card.id} card={card} />)}
      </ServerHtml>
    </Section>
  )
}
