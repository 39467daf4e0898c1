const RATIO_CLASSES = { square: "aspect-square", "4/3": "aspect-4/3", "2/1": "aspect-2/1" } as const
const PICTURE_WIDTHS_PX = [160, 320, 640, 1280] as const

/** The address of a stored picture; it is at most `width` px wide. */
export const pictureUrl = (id: string, width: (typeof PICTURE_WIDTHS_PX)[number]) =>
  `/pictures/${id}/${width}.webp`

export type PictureData = {
  id: string
  alt: string
  width: number
  height: number
  placeholder?: string | null | undefined
}

/**
 * A stored picture with its place kept free and its blurred placeholder beneath. `sizes` is the width on the
 * screen as the browser needs it to choose. `eager` is for what the first screen shows.
 */
export function Picture({
  id,
  alt,
  width,
  height,
  placeholder,
  sizes = "(min-width: 56.25rem) 25vw, 50vw",
  ratio,
  isEager = false,
  className = "",
}: PictureData & {
  sizes?: string
  ratio?: keyof typeof RATIO_CLASSES
  isEager?: boolean
  className?: string
}) {
  return (
    <span
      className={
        "picture relative block overflow-hidden bg-fill bg-cover bg-center " +
        `${ratio ? RATIO_CLASSES[ratio] : ""} ${className}`
      }
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
    >
      <img
        src={pictureUrl(id, 640)}
        srcSet={PICTURE_WIDTHS_PX.map(
          (candidateWidth) => `${pictureUrl(id, candidateWidth)} ${candidateWidth}w`,
        ).join(", ")}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={isEager ? "eager" : "lazy"}
        fetchPriority={isEager ? "high" : undefined}
        decoding="async"
        className={ratio ? "absolute inset-0 size-full object-cover" : "h-auto w-full"}
      />
    </span>
  )
}
