import { Heart, MessageCircle } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { formatPlace } from "#app/basics/distance.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { Picture } from "#app/ui/picture.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { ItemCard as Item } from "../views.ts"
import { formatPrice } from "./item-texts.ts"
import { WishButton } from "./wish-button.tsx"
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
    <article className={`group relative ${isGrid ? "" : "flex flex-wrap gap-x-4 md:block"}`}>
      <div className={`relative flex-none self-start ${isGrid ? "" : "w-27 md:w-auto"}`}>
        <CardPicture item={item} isGrid={isGrid} isEager={isEager} />
      </div>
      <div
        className={`flex min-w-0 flex-1 basis-40 flex-col ${isGrid ? "pt-3" : "min-h-27 md:min-h-0 md:pt-3"}`}
      >
        <Heading
          className={
            "text-base font-medium " +
            `${isGrid ? "truncate" : "line-clamp-2 md:line-clamp-1 md:block md:truncate"} ` +
            `${isSold ? "text-ink-2" : ""}`
          }
        >
          <Link
            to={href("/marketplace/:itemId", { itemId: item.id })}
            className="after:absolute after:inset-0 after:content-[''] group-hover:underline"
          >
            {titleContent ?? item.title}
          </Link>
        </Heading>
        <CardFacts item={item} isGrid={isGrid} />
        {isGrid ? null : <CardCounts item={item} />}
      </div>
      {showsHeart ? (
        <div className={isGrid ? "" : "hidden md:block"}>
          {/* On the picture's lower right corner, which is as high as the card is wide. */}
          <div className="pointer-events-none absolute inset-x-0 top-0 aspect-square">
            <WishButton
              itemId={item.id}
              wished={item.wished}
              title={item.title}
              isOnPicture
              className={
                "pointer-events-auto absolute right-0.5 bottom-0.5 grid size-11 cursor-pointer " +
                "place-items-center rounded-full drop-shadow"
              }
            />
          </div>
        </div>
      ) : null}
    </article>
  )
}

/** Items of a list in its two shapes. */
export const itemListClass =
  "divide-y divide-base-300 md:grid md:grid-cols-3 md:gap-x-5 md:gap-y-9 md:divide-y-0 lg:grid-cols-4"
export const itemRowClass = "min-w-0 py-4 first:pt-0 md:py-0"

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
      <p
        className={
          "text-ink-3 " +
          (isGrid
            ? "order-3 mt-1 truncate text-xs"
            : "mt-0.5 text-sm md:order-3 md:mt-1 md:truncate md:text-xs")
        }
      >
        {formatPlace(item.regionCode, item.distance)} · {item.bumped ? "끌올 " : ""}
        <RelativeTime at={item.at} />
      </p>
      <p
        className={
          "flex flex-wrap items-center gap-x-1.5 " + (isGrid ? "order-2 mt-0.5" : "mt-1 md:order-2 md:mt-0.5")
        }
      >
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
    <p className="mt-auto flex min-h-6 items-center justify-end gap-2.5 text-sm text-ink-3 md:hidden">
      {item.chats > 0 ? (
        <span className="inline-flex items-center gap-1">
          <MessageCircle size={16} />
          <span className="sr-only">채팅 </span>
          {item.chats}
        </span>
      ) : null}
      {item.wishes > 0 ? (
        <span className="inline-flex items-center gap-1">
          <Heart size={16} className={item.wished ? "fill-like text-like" : ""} />
          <span className="sr-only">찜 </span>
          {item.wishes}
        </span>
      ) : null}
    </p>
  )
}
