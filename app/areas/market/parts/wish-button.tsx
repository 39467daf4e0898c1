import { Heart } from "#app/ui/icons.tsx"
import { href, useFetcher } from "react-router"

/**
 * The heart of an item: filled at once, corrected by the answer. A plain form where no scripts run.
 * `isOnPicture` stands on a picture.
 */
export function WishButton({
  itemId,
  wished,
  title,
  className,
  isOnPicture = false,
}: {
  itemId: string
  wished: boolean
  title: string
  className: string
  isOnPicture?: boolean
}) {
  const fetcher = useFetcher()
  const submittedValue = fetcher.formData?.get("on")
  const isWished = submittedValue === undefined || submittedValue === null ? wished : submittedValue === "1"
  const iconClass = isWished ? "fill-like text-like" : isOnPicture ? "fill-black/35 text-white" : ""
  return (
    <fetcher.Form method="post" action={href("/marketplace/:itemId", { itemId })} className="contents">
      <input type="hidden" name="intent" value="wish" />
      <button
        type="submit"
        name="on"
        value={isWished ? "0" : "1"}
        aria-pressed={isWished}
        aria-label={`${title} 찜`}
        className={className}
      >
        <Heart size={isOnPicture ? 22 : 24} className={iconClass} />
      </button>
    </fetcher.Form>
  )
}
