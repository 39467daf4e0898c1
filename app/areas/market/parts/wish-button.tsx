import { Heart } from "lucide-react"
import { useFetcher } from "react-router"

/**
 * The heart of an item: filled at once, corrected by the answer. A plain form where no scripts run. `float`
 * stands on a picture.
 */
export function WishButton({
  itemId,
  on,
  title,
  className,
  float = false,
}: {
  itemId: string
  on: boolean
  title: string
  className: string
  float?: boolean
}) {
  const fetcher = useFetcher()
  const sending = fetcher.formData?.get("on")
  const shown = sending === undefined || sending === null ? on : sending === "1"
  const look = shown ? "fill-like text-like" : float ? "fill-black/35 text-white" : ""
  return (
    <fetcher.Form method="post" action={`/marketplace/${itemId}`} className="contents">
      <input type="hidden" name="intent" value="wish" />
      <button
        type="submit"
        name="on"
        value={shown ? "0" : "1"}
        aria-pressed={shown}
        aria-label={`${title} 찜`}
        className={className}
      >
        <Heart aria-hidden size={float ? 22 : 24} strokeWidth={1.75} className={look} />
      </button>
    </fetcher.Form>
  )
}
