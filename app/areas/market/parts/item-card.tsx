import { Heart, MessageCircle } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { formatPlace } from "#app/basics/distance.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { ItemCard as Item } from "../views.ts"
import { formatPrice } from "./item-texts.ts"
import { HeartButton } from "#app/ui/heart-button.tsx"
import { ITEM_STATE_LABELS, ITEM_STATE_TONES } from "#app/areas/market/item-state-rules.ts"

const PICTURE_SIZES = "(min-width: 75rem) 220px, (min-width: 56.25rem) 25vw, 108px"

/**
 * An item of a list: a row with a square picture on phones, a picture card from md on. `grid` makes it a
 * picture card everywhere, for rows that scroll sideways.
 */
export function ItemCard({
  item,
  isGrid = false,
  showsHeart = true,
  isEager = false,
  heading: Heading = "h3",
  titleContent,
}: {
  item: Item
  /** The title with what was searched for marked. */
  titleContent?: ReactNode
  isGrid?: boolean
  showsHeart?: boolean
  isEager?: boolean
  heading?: "h2" | "h3"
}) {
  const isSold = item.state === "sold"
  return (
    <article className={`group relative ${isGrid ? "" : "item-card-row"}`}>
      <div className={`item-card-picture ${isGrid ? "" : "w-27 md:w-auto"}`}>
        <CardPicture item={item} isGrid={isGrid} isEager={isEager} />
      </div>
      <div className={`item-card-text ${isGrid ? "pt-3" : "item-card-text-row"}`}>
        <Heading
          className={
            "text-base font-medium " +
            `${isGrid ? "truncate" : "item-card-title"} ` +
            `${isSold ? "text-ink-2" : ""}`
          }
        >
          <Link to={href("/marketplace/:itemId", { itemId: item.id })} className="item-card-link">
            {titleContent ?? item.title}
          </Link>
        </Heading>
        <CardFacts item={item} isGrid={isGrid} />
        {isGrid ? null : <CardCounts item={item} />}
      </div>
      {showsHeart ? (
        <div className={isGrid ? "" : "hidden md:block"}>
          {/* On the picture's lower right corner, which is as high as the card is wide. */}
          <div className="heart-area">
            <HeartButton
              action={href("/marketplace/:itemId", { itemId: item.id })}
              intent="wish"
              isOn={item.wished}
              label={`${item.title} 찜`}
              isOnPicture
            />
          </div>
        </div>
      ) : null}
    </article>
  )
}

/** A row of picture cards: sideways on phones, a grid from md on. */
export function ItemRow({ items, label }: { items: readonly Item[]; label: string }) {
  return (
    <ul
      aria-label={label}
      className={
        "-mx-4 flex snap-x gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none] md:mx-0 md:grid " +
        "md:grid-cols-4 md:gap-5 md:overflow-visible md:px-0"
      }
    >
      {items.map((item) => (
        <li key={item.id} className="w-[min(9.5rem,70vw)] flex-none snap-start scroll-ml-4 md:w-auto">
          <ItemCard item={item} isGrid />
        </li>
      ))}
    </ul>
  )
}

const stateOf = (item: Item) =>
  item.state === "selling"
    ? null
    : { tone: ITEM_STATE_TONES[item.state], label: ITEM_STATE_LABELS[item.state] }

function CardPicture({ item, isGrid, isEager }: { item: Item; isGrid: boolean; isEager: boolean }) {
  const isSold = item.state === "sold"
  const state = stateOf(item)
  return (
    <>
      {item.picture ? (
        <Picture
          {...item.picture}
          alt=""
          ratio="square"
          sizes={isGrid ? "(min-width: 56.25rem) 220px, 160px" : PICTURE_SIZES}
          isEager={isEager}
          isCard
          className={`rounded-lg ${isSold ? "opacity-45" : ""}`}
        />
      ) : (
        <span className="block aspect-square rounded-lg bg-fill" />
      )}
      {state ? (
        <span className={`absolute top-2 left-2 ${isGrid ? "" : "hidden md:block"}`}>
          {isSold ? (
            <span
              className={
                "inline-flex min-h-6 items-center rounded-sm bg-neutral px-2 text-xs font-semibold " +
                "text-neutral-content"
              }
            >
              {state.label}
            </span>
          ) : (
            <StateBadge tone={state.tone}>{state.label}</StateBadge>
          )}
        </span>
      ) : null}
    </>
  )
}

/** Where and since when, and the price: the price first on picture cards. */
function CardFacts({ item, isGrid }: { item: Item; isGrid: boolean }) {
  const state = isGrid ? null : stateOf(item)
  return (
    <>
      <p className={`text-ink-3 ${isGrid ? "order-3 mt-1 truncate text-xs" : "item-card-place"}`}>
        {formatPlace(item.regionCode, item.distance)} · {item.bumped ? "끌올 " : ""}
        <RelativeTime at={item.at} />
      </p>
      <p className={`item-card-price ${isGrid ? "order-2 mt-0.5" : "item-card-price-row"}`}>
        {state ? (
          <span className="md:hidden">
            <StateBadge tone={state.tone}>{state.label}</StateBadge>
          </span>
        ) : null}
        <b className={`text-lg font-bold ${item.state === "sold" ? "text-ink-2" : ""}`}>
          {formatPrice(item.priceWon)}
        </b>
      </p>
    </>
  )
}

/** How many talk about the item and want it, on phones. */
function CardCounts({ item }: { item: Item }) {
  return (
    <p className="item-card-counts">
      {item.chats > 0 ? (
        <span className="item-card-count">
          <MessageCircle size={16} />
          <span className="sr-only">채팅 </span>
          {item.chats}
        </span>
      ) : null}
      {item.wishes > 0 ? (
        <span className="item-card-count">
          <Heart size={16} className={item.wished ? "fill-like text-like" : ""} />
          <span className="sr-only">찜 </span>
          {item.wishes}
        </span>
      ) : null}
    </p>
  )
}
