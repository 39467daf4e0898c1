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

/** A row of a phone has a small picture, a wide window one of the grid. */
const PICTURE_SIZES = "(width>56em)220px,108px"

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
    <article className={isGrid ? "item-card" : "item-card item-card-row"}>
      <div className="item-card-picture">
        <CardPicture item={item} isGrid={isGrid} isEager={isEager} />
      </div>
      <div className="item-card-text">
        <Heading className={isSold ? "item-card-title text-ink-2" : "item-card-title"}>
          <Link to={href("/marketplace/:itemId", { itemId: item.id })}>{titleContent ?? item.title}</Link>
        </Heading>
        <CardFacts item={item} isGrid={isGrid} />
        {isGrid ? null : <CardCounts item={item} />}
      </div>
      {showsHeart ? (
        // On the picture's lower right corner, which is as high as the card is wide.
        <div className="heart-area">
          <HeartButton
            action={href("/marketplace/:itemId", { itemId: item.id })}
            intent="wish"
            isOn={item.wished ?? false}
            label={`${item.title} 찜`}
          />
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
          size="card"
          {...(isGrid ? {} : { sizes: PICTURE_SIZES })}
          isEager={isEager}
          className={isSold ? "opacity-45" : undefined}
        />
      ) : (
        <span className="block aspect-square bg-fill" />
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
      <p className="item-card-place">
        {`${formatPlace(item.regionCode, item.distance ?? null)} · ${item.bumped ? "끌올 " : ""}`}
        <RelativeTime at={item.at} />
      </p>
      <p className="item-card-price">
        {state ? (
          <span className="md:hidden">
            <StateBadge tone={state.tone}>{state.label}</StateBadge>
          </span>
        ) : null}
        <b className={item.state === "sold" ? "text-ink-2" : undefined}>{formatPrice(item.priceWon)}</b>
      </p>
    </>
  )
}

/** How many talk about the item and want it, on phones. */
function CardCounts({ item }: { item: Item }) {
  return (
    <p className="item-card-counts">
      {item.chats > 0 ? (
        <span className="chat-count">
          <i>채팅 </i>
          {item.chats}
        </span>
      ) : null}
      {item.wishes > 0 ? (
        <span className="wish-count" data-own={item.wished ? "" : undefined}>
          <i>찜 </i>
          {item.wishes}
        </span>
      ) : null}
    </p>
  )
}
