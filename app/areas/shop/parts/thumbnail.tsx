import { pictureUrl } from "#app/ui/picture.tsx"

/** A small square picture of what was or is being bought. */
export function Thumbnail({
  pictureId,
  size = 80,
  isDimmed = false,
}: {
  pictureId: string | null
  size?: number
  isDimmed?: boolean
}) {
  return (
    <span
      className={`picture block flex-none overflow-hidden rounded-lg bg-fill ${isDimmed ? "opacity-45" : ""}`}
      style={{ width: size, height: size }}
    >
      {pictureId ? (
        <img
          src={pictureUrl(pictureId, size > 80 ? 320 : 160)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : null}
    </span>
  )
}
