import { Heart } from "lucide-react"
import { useFetcher } from "react-router"

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
  const sending = fetcher.formData?.get("on")
  const shown = sending === undefined || sending === null ? on : sending === "1"
  const number = count === undefined ? undefined : count + (shown === on ? 0 : shown ? 1 : -1)
  return (
    <fetcher.Form method="post" action={`/expert/${expertId}`} className="contents">
      <input type="hidden" name="intent" value="favorite" />
      <button
        type="submit"
        name="on"
        value={shown ? "0" : "1"}
        aria-pressed={shown}
        aria-label={number === undefined ? "찜" : undefined}
        className={className}
      >
        <Heart
          aria-hidden
          size={number === undefined ? 24 : 18}
          strokeWidth={1.75}
          className={shown ? "fill-like text-like" : ""}
        />
        {number !== undefined && <>찜{number > 0 ? ` ${number.toLocaleString("en-US")}` : ""}</>}
      </button>
    </fetcher.Form>
  )
}
