/** The sections of cards on the home screen, in its order. */
import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { ExpertCard } from "../areas/experts/parts/expert-card.tsx"
import { ReviewCard } from "../areas/experts/parts/review-card.tsx"
import { HireCard } from "../areas/jobs/parts/hire-card.tsx"
import { ItemCard } from "../areas/market/parts/item-card.tsx"
import { ProductCard } from "../areas/shop/parts/product-card.tsx"
import { formatRegionShortName } from "../basics/regions.ts"
import { formatDate } from "../basics/time.ts"
import { ChevronDown } from "../ui/icons.tsx"
import { buildNeighbourhoodHref } from "../ui/neighbourhood-href.ts"
import { Section } from "../ui/section.tsx"
import { ServerHtml } from "../ui/server-html.tsx"
import type { HomeCards } from "./home-view.server.ts"

type SectionConfig<Card> = {
  title: string
  subtitle: string
  more?: { href: string; label: string }
  /** The list by distance, where the section begins with what is near. */
  byDistance?: string
  /** What the links of its cards have. */
  linkProps?: { prefetch: "intent"; viewTransition?: true }
  /** Columns from md on, and how wide cards are in the row of a phone. */
  columnClasses: string
  /** A table on a desktop and rows on a phone, in place of cards that scroll sideways. */
  isTable?: true
  renderCard: (card: Card) => ReactNode
}

export const FOUR_COLUMN_CLASSES = "md:grid-cols-2 lg:grid-cols-4 md:[&>:nth-child(n+5)]:hidden"

const TABLE_CLASSES =
  "divide-y divide-base-300 max-md:[&>:nth-child(n+5)]:hidden md:grid md:grid-cols-2 md:gap-px " +
  "md:divide-y-0 md:overflow-hidden md:rounded-xl md:border md:border-base-300 md:bg-base-300 " +
  "lg:grid-cols-3"

/**
 * The sections of the areas, in the order of the screen; what is in them comes from CARDS of
 * front-view.server.ts.
 */
export const SECTIONS: { [Name in keyof HomeCards]: SectionConfig<HomeCards[Name][number]> } = {
  experts: {
    title: "인기 전문가",
    subtitle: "후기가 좋고 다시 찾는 분이 많아요",
    more: { href: href("/experts"), label: "전체보기" },
    byDistance: `${href("/experts")}?sort=near`,
    linkProps: { prefetch: "intent", viewTransition: true },
    columnClasses: `narrow-cards ${FOUR_COLUMN_CLASSES}`,
    renderCard: (expert) => <ExpertCard key={expert.id} expert={expert} />,
  },
  hires: {
    title: "오늘의 일자리",
    subtitle: "시간당 얼마인지 계산했고, 모두 최저임금 이상이에요",
    more: { href: href("/jobs/hire"), label: "전체보기" },
    byDistance: `${href("/jobs/hire")}?sort=region`,
    linkProps: { prefetch: "intent" },
    columnClasses: TABLE_CLASSES,
    isTable: true,
    renderCard: (post) => <HireCard key={post.id} post={post} isTableCell />,
  },
  items: {
    title: "중고거래",
    subtitle: "방금 올라온 물건이에요",
    more: { href: href("/marketplace"), label: "전체보기" },
    byDistance: `${href("/marketplace")}?sort=near`,
    columnClasses:
      "small-cards md:grid-cols-4 md:max-lg:[&>:nth-child(n+5)]:hidden " +
      "lg:grid-cols-5 lg:[&>:nth-child(n+6)]:hidden",
    renderCard: (item) => (
      <div key={item.id} className="grid min-w-0 grid-cols-1">
        <ItemCard item={item} isGrid showsHeart={false} />
      </div>
    ),
  },
  deals: {
    title: "쇼핑 특가",
    subtitle: "기간이 끝나면 제값으로 돌아가요",
    more: { href: `${href("/shopping")}?deal=1`, label: "전체보기" },
    linkProps: { prefetch: "intent" },
    columnClasses: `small-cards ${FOUR_COLUMN_CLASSES}`,
    renderCard: (product) => <ProductCard key={product.id} card={product} />,
  },
  reviews: {
    title: "고객 후기",
    subtitle: "사진으로 남긴 진짜 후기만 모았어요",
    columnClasses: "wide-cards md:grid-cols-2 lg:grid-cols-3",
    renderCard: (review) => <ReviewCard key={review.id} review={review} />,
  },
  notices: {
    title: "공지사항",
    subtitle: "서비스 소식과 점검 일정이에요",
    more: { href: href("/notices"), label: "전체보기" },
    columnClasses: "divide-y divide-base-300 border-t border-base-300",
    isTable: true,
    renderCard: (notice) => (
      <Link key={notice.id} to={href("/notices/:noticeId", { noticeId: notice.id })} className="notice-link">
        <span>{notice.title}</span>
        <span>{formatDate(notice.publishedAt)}</span>
      </Link>
    ),
  },
}

const SUBTITLE_LINK = "hit rounded-sm font-medium text-primary-ink hover:underline"

/** Where a section begins or that nothing is near, and the way to another place or the list by distance. */
function NearSubtitle({
  near,
  text,
  byDistance,
  isFar,
}: {
  near: string | null
  text: string
  byDistance: string
  isFar: boolean
}) {
  const choice = buildNeighbourhoodHref(href("/"))
  if (near === null)
    return (
      <>
        {text} ·{" "}
        <Link to={choice} className={SUBTITLE_LINK}>
          동네 고르기
        </Link>
      </>
    )
  return (
    <>
      <Link to={choice} className={`${SUBTITLE_LINK} inline-flex items-center`}>
        <span className="sr-only">내 동네 </span>
        {formatRegionShortName(near)}
        <ChevronDown size={16} />
      </Link>{" "}
      {isFar ? "가까이에는 아직 없어요" : "가까운 것부터예요"} ·{" "}
      <Link to={byDistance} className={SUBTITLE_LINK}>
        거리순으로 보기
      </Link>
    </>
  )
}

/**
 * A row of cards that is the same for everybody of a region; nothing where there are none. `cards` is
 * undefined where the page brings them as HTML alone, `near` the region that they begin with, where they
 * begin somewhere, `isFar` that none of them is near it.
 */
export function CardSection<Card>({
  cards,
  section,
  near = null,
  isFar = false,
}: {
  cards: readonly Card[] | undefined
  section: SectionConfig<Card>
  near?: string | null
  isFar?: boolean
}) {
  if (cards?.length === 0) return null
  return (
    <Section
      title={section.title}
      subtitle={
        section.byDistance ? (
          <NearSubtitle near={near} text={section.subtitle} byDistance={section.byDistance} isFar={isFar} />
        ) : (
          section.subtitle
        )
      }
      more={section.more}
      className="drawn-when-near"
    >
      <ServerHtml
        data={cards}
        variant=""
        {...section.linkProps}
        className={section.isTable ? section.columnClasses : `card-row ${section.columnClasses}`}
      >
        {(all) => all.map((card) => section.renderCard(card))}
      </ServerHtml>
    </Section>
  )
}

/** Every section is shown only when it has something to show. */
