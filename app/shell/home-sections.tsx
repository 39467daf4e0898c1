/** The sections of cards on the home screen, in its order. */
import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { ExpertCard } from "../areas/experts/parts/expert-card.tsx"
import { ReviewCard } from "../areas/experts/parts/review-card.tsx"
import { HireCard } from "../areas/jobs/parts/hire-card.tsx"
import { ItemCard } from "../areas/market/parts/item-card.tsx"
import { ProductCard } from "../areas/shop/parts/product-card.tsx"
import { isNearby, type Distance } from "../basics/distance.ts"
import { formatRegionShortName } from "../basics/regions.ts"
import { formatDate } from "../basics/time.ts"
import { CachedHtml } from "../ui/cached-html.tsx"
import { ChevronDown } from "../ui/icons.tsx"
import { buildNeighbourhoodHref } from "../ui/neighbourhood-href.ts"
import { Section } from "../ui/section.tsx"
import type { HomeCards } from "./home-view.server.ts"

type SectionConfig<Card> = {
  title: string
  subtitle: string
  more?: { href: string; label: string }
  /** Where the section begins with what is near: the list by distance, and how far a card is. */
  near?: { byDistance: string; getDistance: (card: Card) => Distance | undefined }
  /** Columns from md on. */
  columnClasses: string
  /** Width of a card in the row of a phone. */
  cardWidthClasses: string
  /** A table on a desktop and rows on a phone, in place of cards that scroll sideways. */
  isTable?: true
  renderCard: (renderCard: Card, className: string) => ReactNode
}

export const FOUR_COLUMN_CLASSES = "md:grid-cols-2 lg:grid-cols-4 md:[&>:nth-child(n+5)]:hidden"
export const NARROW_CARD_CLASSES = "w-[78vw] max-w-72 md:w-auto md:max-w-none"
const WIDE_CARD_CLASSES = "w-[82vw] max-w-80 md:w-auto md:max-w-none"

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
    near: { byDistance: `${href("/experts")}?sort=near`, getDistance: ({ distance }) => distance },
    columnClasses: FOUR_COLUMN_CLASSES,
    cardWidthClasses: NARROW_CARD_CLASSES,
    renderCard: (expert, className) => <ExpertCard key={expert.id} expert={expert} className={className} />,
  },
  hires: {
    title: "오늘의 일자리",
    subtitle: "시간당 얼마인지 계산했고, 모두 최저임금 이상이에요",
    more: { href: href("/jobs/hire"), label: "전체보기" },
    near: { byDistance: `${href("/jobs/hire")}?sort=region`, getDistance: ({ distance }) => distance },
    columnClasses: TABLE_CLASSES,
    cardWidthClasses: "",
    isTable: true,
    renderCard: (post, className) => <HireCard key={post.id} post={post} isTableCell className={className} />,
  },
  items: {
    title: "중고거래",
    subtitle: "방금 올라온 물건이에요",
    more: { href: href("/marketplace"), label: "전체보기" },
    near: { byDistance: `${href("/marketplace")}?sort=near`, getDistance: ({ distance }) => distance },
    columnClasses:
      "md:grid-cols-4 md:max-lg:[&>:nth-child(n+5)]:hidden lg:grid-cols-5 lg:[&>:nth-child(n+6)]:hidden",
    cardWidthClasses: "w-[min(9.5rem,70vw)] md:w-auto",
    renderCard: (item, className) => (
      <div key={item.id} className={`grid min-w-0 grid-cols-1 ${className}`}>
        <ItemCard item={item} isGrid showsHeart={false} />
      </div>
    ),
  },
  deals: {
    title: "쇼핑 특가",
    subtitle: "기간이 끝나면 제값으로 돌아가요",
    more: { href: `${href("/shopping")}?deal=1`, label: "전체보기" },
    columnClasses: FOUR_COLUMN_CLASSES,
    cardWidthClasses: "w-[min(9.5rem,70vw)] md:w-auto",
    renderCard: (product, className) => <ProductCard key={product.id} card={product} className={className} />,
  },
  reviews: {
    title: "고객 후기",
    subtitle: "사진으로 남긴 진짜 후기만 모았어요",
    columnClasses: "md:grid-cols-2 lg:grid-cols-3",
    cardWidthClasses: WIDE_CARD_CLASSES,
    renderCard: (review, className) => <ReviewCard key={review.id} review={review} className={className} />,
  },
  notices: {
    title: "공지사항",
    subtitle: "서비스 소식과 점검 일정이에요",
    more: { href: href("/notices"), label: "전체보기" },
    columnClasses: "divide-y divide-base-300 border-t border-base-300",
    cardWidthClasses: "",
    isTable: true,
    renderCard: (notice) => (
      <Link
        key={notice.id}
        to={href("/notices/:noticeId", { noticeId: notice.id })}
        className="flex min-h-14 items-center gap-4 py-3 text-base hover:underline"
      >
        <span className="min-w-0 flex-1 truncate font-medium">{notice.title}</span>
        <span className="num flex-none text-sm text-ink-3">{formatDate(notice.publishedAt)}</span>
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
 * A row of cards that is the same for everybody of a region; nothing where there are none. `near` is the
 * region that its cards begin with, where they begin somewhere.
 */
export function CardSection<Card>({
  cards,
  section,
  near = null,
}: {
  cards: readonly Card[]
  section: SectionConfig<Card>
  near?: string | null
}) {
  if (cards.length === 0) return null
  return (
    <Section
      title={section.title}
      subtitle={
        section.near ? (
          <NearSubtitle
            near={near}
            text={section.subtitle}
            byDistance={section.near.byDistance}
            isFar={!cards.some((card) => isNearby(section.near?.getDistance(card)))}
          />
        ) : (
          section.subtitle
        )
      }
      more={section.more}
      className="drawn-when-near"
    >
      <CachedHtml
        source={cards}
        className={section.isTable ? section.columnClasses : `card-row ${section.columnClasses}`}
      >
        {() => cards.map((renderCard) => section.renderCard(renderCard, section.cardWidthClasses))}
      </CachedHtml>
    </Section>
  )
}

/** Every section is shown only when it has something to show. */
