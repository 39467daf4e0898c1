import type { ReactNode } from "react"
import { CachedHtml } from "#app/ui/cached-html.tsx"
import type { ProductCard as Card } from "../views.ts"
import { ProductCardContent } from "./product-card.tsx"
import { HeartButton, HeartForm } from "#app/ui/heart-button.tsx"
import { href } from "react-router"

/**
 * A card that everybody sees alike, with the heart of whoever looks on its picture: in a cell that both are
 * laid out in (`relative`).
 */
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
    <>
      <CachedHtml as="article" source={card} variant={String(eager)} className="product-card">
        {() => <ProductCardContent card={card} eager={eager} />}
      </CachedHtml>
      <CardHeart card={card} isWished={isWished} />
    </>
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
      />
    </div>
  )
}

/** Cells of the columns of the shop; the cards before `eagerCount` are on the first screen. */
export function ProductCells({
  cards,
  wishedIds,
  eagerCount = 0,
  renderExtra,
}: {
  cards: readonly Card[]
  wishedIds: readonly string[]
  eagerCount?: number
  renderExtra?: ((card: Card) => ReactNode) | undefined
}) {
  const wished = new Set(wishedIds)
  return cards.map((card, index) => (
    <li key={card.id}>
      <WishableCard card={card} isWished={wished.has(card.id)} eager={index < eagerCount} />
      {renderExtra?.(card)}
    </li>
  ))
}

/** Cards in the columns of the shop. */
export function ProductGrid({
  renderExtra,
  ...products
}: {
  cards: readonly Card[]
  wishedIds: readonly string[]
  eagerCount?: number
  /** What stands under a card. */
  renderExtra?: (card: Card) => ReactNode
}) {
  return (
    <HeartForm intent="favorite">
      <ul className="product-grid">
        <ProductCells {...products} renderExtra={renderExtra} />
      </ul>
    </HeartForm>
  )
}
