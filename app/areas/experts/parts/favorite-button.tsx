import { Heart } from "#app/ui/icons.tsx"
import { href, useFetcher } from "react-router"

/** The heart of an expert: filled at once, corrected by the answer. A plain form where no scripts run. */
export function FavoriteButton({
  expertId,
  on,
  count,
  className,
}: {
  expertId: string
  on: boolean
  count?: number
  className: string
}) {
  const fetcher = useFetcher()
  const pendingValue = fetcher.formData?.get("on")
  const isFavorite = pendingValue === undefined || pendingValue === null ? on : pendingValue === "1"
  const displayCount = count === undefined ? undefined : count + (isFavorite === on ? 0 : isFavorite ? 1 : -1)
  return (
    <fetcher.Form method="post" action={href("/expert/:expertId", { expertId })} className="contents">
      <input type="hidden" name="intent" value="favorite" />
      <button
        type="submit"
        name="on"
        value={isFavorite ? "0" : "1"}
        aria-pressed={isFavorite}
        aria-label={displayCount === undefined ? "찜" : undefined}
        className={className}
      >
        <Heart
          size={displayCount === undefined ? 24 : 18}
          className={isFavorite ? "fill-like text-like" : ""}
        />
        {displayCount !== undefined && (
          <>찜{displayCount > 0 ? ` ${displayCount.toLocaleString("en-US")}` : ""}</>
        )}
      </button>
    </fetcher.Form>
  )
}
