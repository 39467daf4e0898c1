import type { ReactNode } from "react"
import { CachedHtml } from "#app/ui/cached-html.tsx"
import type { ProductCard as Card } from "../views.ts"
import { ProductCard } from "./product-card.tsx"
import { HeartButton, HeartForm } from "#app/ui/heart-button.tsx"
import { href } from "react-router"

/** A card that everybody sees alike, with the heart of whoever looks on its picture. */
export function WishableCard({
  card,
  isWished,
  eager = false,
}: {
  card: Card
  isWished: boolean
  eager?: boolean
}) {
  return (
    <div className="relative h-full">
      <CachedHtml source={card} variant={String(eager)} className="h-full">
        {() => <ProductCard card={card} eager={eager} />}
      </CachedHtml>
      <CardHeart card={card} isWished={isWished} />
    </div>
  )
}

/** The heart of a card, over the lower right corner of its picture, which is as high as the card is wide. */
export function CardHeart({ card, isWished }: { card: Pick<Card, "id" | "title">; isWished: boolean }) {
  return (
    <div className="heart-area">
      <HeartButton
        action={href("/shopping/product/:productId", { productId: card.id })}
        intent="favorite"
        isOn={isWished}
        label={`${card.title} 찜`}
        isOnPicture
      />
    </div>
  )
}

/** Cards in the columns of the shop; `eagerCount` of them are on the first screen. */
export function ProductGrid({
  cards,
  wishedIds,
  eagerCount = 0,
  renderExtra,
}: {
  cards: readonly Card[]
  wishedIds: readonly string[]
  eagerCount?: number
  /** What stands under a card. */
  renderExtra?: (card: Card) => ReactNode
}) {
  const wished = new Set(wishedIds)
  return (
    <HeartForm intent="favorite">
      <ul
        className={
          "grid [--row-height:20rem] grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-3 " +
          "gap-y-7 sm:grid-cols-3 md:gap-x-5 lg:grid-cols-4"
        }
      >
        {cards.map((card, index) => (
          <li key={card.id} className="near-row relative min-w-0">
            <WishableCard card={card} isWished={wished.has(card.id)} eager={index < eagerCount} />
            {renderExtra?.(card)}
          </li>
        ))}
      </ul>
    </HeartForm>
  )
}
