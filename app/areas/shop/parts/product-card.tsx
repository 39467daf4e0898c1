import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import { Picture } from "#app/ui/picture.tsx"
import { Rating } from "#app/ui/rating.tsx"
import type { ProductCard as Card } from "../views.ts"

/**
 * The percent by which a price is down and the price itself, the struck one above. `from`: some options cost
 * more.
 */
export function PriceLines({
  card,
  showsFrom = false,
}: {
  card: { priceWon: number; listPriceWon?: number | null; discountPercent?: number }
  showsFrom?: boolean
}) {
  const isDiscounted = Boolean(card.discountPercent && card.listPriceWon)
  return (
    <>
      {isDiscounted && card.listPriceWon ? (
        <p className="product-list-price">
          <i>정가 </i>
          <s>{formatWon(card.listPriceWon)}</s>
        </p>
      ) : null}
      <p className="product-price">
        {isDiscounted ? (
          <span>
            {`${card.discountPercent}%`}
            <i> 할인</i>
          </span>
        ) : null}
        <b>{formatWon(card.priceWon)}</b>
        {showsFrom ? <span className="-ml-1 text-base font-medium text-ink-2">부터</span> : null}
      </p>
    </>
  )
}

type ContentProps = {
  card: Card
  /** The title with what was searched for marked. */
  titleContent?: ReactNode
  eager?: boolean
}

/** A product among others: square picture, brand, title, price, stars, when it arrives. No box around it. */
export const ProductCard = ({ className, ...content }: ContentProps & { className?: string }) => (
  <article className={className ? `product-card ${className}` : "product-card"}>
    <ProductCardContent {...content} />
  </article>
)

/** What stands in an element of the class `product-card`: its picture first, when it arrives last. */
export function ProductCardContent({ card, eager = false, titleContent }: ContentProps) {
  return (
    <>
      <div>
        {card.picture ? (
          <Picture
            {...card.picture}
            // The title beside it says the same.
            alt={card.picture.alt === card.title ? "" : card.picture.alt}
            ratio="square"
            size="card"
            isEager={eager}
            className={card.soldOut ? "opacity-45" : undefined}
          />
        ) : (
          <span className="block aspect-square bg-fill" />
        )}
        {card.soldOut ? (
          <span
            className={
              "absolute top-2.5 left-2.5 rounded-sm bg-neutral px-2 py-1 text-xs font-semibold " +
              "text-neutral-content"
            }
          >
            품절
          </span>
        ) : card.isDeal ? (
          <span className="product-card-deal">오늘특가</span>
        ) : null}
      </div>
      {card.title.startsWith(card.brand) ? null : <p className="product-card-brand">{card.brand}</p>}
      <h3>
        <Link to={href("/shopping/product/:productId", { productId: card.id })} prefetch="intent">
          {titleContent ?? card.title}
        </Link>
      </h3>
      <PriceLines card={card} />
      {card.rating === undefined ? null : <Rating value={card.rating} count={card.reviewCount} size="sm" />}
      <p>
        {card.soldOut ? (
          "다시 들어오면 살 수 있어요"
        ) : (
          <>
            {card.hasFreeShipping ? "무료배송 · " : ""}
            <span>{card.arrivalText}</span>
          </>
        )}
      </p>
    </>
  )
}
