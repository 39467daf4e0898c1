import { useState } from "react"
import { Heart } from "#app/ui/icons.tsx"
import { href, useFetcher, useLocation } from "react-router"

/**
 * The heart of a product, filled at once. A plain form where no scripts run, which
 * comes back to this screen. `isOnPicture` stands on the corner of a card's picture.
 */
export function WishHeart({
  productId,
  title,
  isWished,
  isOnPicture = false,
  className = "",
}: {
  productId: string
  title: string
  isWished: boolean
  isOnPicture?: boolean
  className?: string
}) {
  const fetcher = useFetcher()
  const { pathname, search } = useLocation()
  // A list that was loaded while scrolling is not read again: there the last tap counts until it is.
  const [tapped, setTapped] = useState({ before: isWished, isFilled: isWished })
  const isFilled = tapped.before === isWished ? tapped.isFilled : isWished
  const iconClass = isFilled ? "fill-like text-like" : isOnPicture ? "fill-black/35 text-white" : ""
  return (
    <fetcher.Form
      method="post"
      action={href("/shopping/product/:productId", { productId })}
      onSubmit={() => setTapped({ before: isWished, isFilled: !isFilled })}
      className="contents"
    >
      <input type="hidden" name="intent" value="favorite" />
      <input type="hidden" name="returnTo" value={pathname + search} />
      <button
        type="submit"
        name="on"
        value={isFilled ? "0" : "1"}
        aria-pressed={isFilled}
        aria-label={`${title} 찜`}
        className={
          isOnPicture
            ? "heart-on-picture"
            : `grid size-11 cursor-pointer place-items-center rounded-full ${className}`
        }
      >
        <Heart size={isOnPicture ? 22 : 24} className={iconClass} />
      </button>
    </fetcher.Form>
  )
}
