import { pictureUrl } from "#app/ui/picture.tsx"

/** A small square picture of what was or is being bought. */
export function Thumb({
  pictureId,
  size = 80,
  dimmed = false,
}: {
  pictureId: string | null
  size?: number
  dimmed?: boolean
}) {
  return (
    <span
      className={`picture block flex-none overflow-hidden rounded-lg bg-fill ${dimmed ? "opacity-45" : ""}`}
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
