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
  card: Pick<Card, "priceWon" | "listPriceWon" | "discountPercent">
  showsFrom?: boolean
}) {
  const isDiscounted = card.discountPercent > 0 && card.listPriceWon !== null
  return (
    <>
      {isDiscounted && card.listPriceWon !== null ? (
        <p className="text-xs text-ink-3">
          <span className="sr-only">정가 </span>
          <s>{formatWon(card.listPriceWon)}</s>
        </p>
      ) : null}
      <p className="product-price">
        {isDiscounted ? (
          <span className="text-sale">
            {card.discountPercent}%<span className="sr-only"> 할인</span>
          </span>
        ) : null}
        <b className="font-bold">{formatWon(card.priceWon)}</b>
        {showsFrom ? <span className="-ml-1 text-base font-medium text-ink-2">부터</span> : null}
      </p>
    </>
  )
}

/** A product among others: square picture, brand, title, price, stars, when it arrives. No box around it. */
export function ProductCard({
  card,
  className = "",
  eager = false,
  titleContent,
}: {
  card: Card
  className?: string
  /** The title with what was searched for marked. */
  titleContent?: ReactNode
  eager?: boolean
}) {
  return (
    <article className={`group product-card ${className}`}>
      <div className="product-card-picture">
        {card.picture ? (
          <Picture
            {...card.picture}
            ratio="square"
            sizes="(min-width: 75rem) 14rem, (min-width: 56.25rem) 25vw, 50vw"
            isEager={eager}
            isCard
            className={card.soldOut ? "opacity-45" : ""}
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
      <h3 className="product-card-title">
        <Link
          to={href("/shopping/product/:productId", { productId: card.id })}
          prefetch="intent"
          className="card-link"
        >
          {titleContent ?? card.title}
        </Link>
      </h3>
      <div className="mt-1.5">
        <PriceLines card={card} />
      </div>
      {card.rating === null ? null : (
        <div className="mt-1">
          <Rating value={card.rating} count={card.reviewCount} size="sm" />
        </div>
      )}
      <p className="product-card-arrival">
        {card.soldOut ? (
          "다시 들어오면 살 수 있어요"
        ) : (
          <>
            {card.hasFreeShipping ? "무료배송 · " : ""}
            <span className="product-card-when">{card.arrivalText}</span>
          </>
        )}
      </p>
    </article>
  )
}
