const RATIO_CLASSES = {
  square: "picture-cropped aspect-square",
  "4/3": "picture-cropped aspect-4/3",
  "2/1": "picture-cropped aspect-2/1",
} as const
const PICTURE_WIDTHS_PX = [160, 320, 640, 1280] as const
/** A card is at most half a phone wide: nothing smaller than 320 px, nothing larger than 640. */
const CARD_WIDTHS_PX = [320, 640] as const

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
 * screen as the browser needs it to choose. `isEager` is for what the first screen shows; `isCard` offers
 * only the widths that a card of a list needs.
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
  isCard = false,
  className = "",
}: PictureData & {
  sizes?: string
  ratio?: keyof typeof RATIO_CLASSES
  isEager?: boolean
  isCard?: boolean
  className?: string
}) {
  return (
    <span
      className={`picture ${ratio ? RATIO_CLASSES[ratio] : ""} ${className}`}
      style={placeholder ? { backgroundImage: `url(${placeholder})` } : undefined}
    >
      <img
        src={pictureUrl(id, 640)}
        srcSet={(isCard ? CARD_WIDTHS_PX : PICTURE_WIDTHS_PX)
          .map((candidateWidth) => `${pictureUrl(id, candidateWidth)} ${candidateWidth}w`)
          .join(", ")}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={isEager ? "eager" : "lazy"}
        fetchPriority={isEager ? "high" : undefined}
        decoding="async"
      />
    </span>
  )
}
