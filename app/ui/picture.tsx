const ratios = { square: "aspect-square", "4/3": "aspect-4/3", "2/1": "aspect-2/1" } as const
const widths = [160, 320, 640, 1280] as const

/** The address of a stored picture; it is at most `width` px wide. */
export const pictureUrl = (id: string, width: (typeof widths)[number]) => `/pictures/${id}/${width}.webp`

export type PictureFacts = {
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
  eager = false,
  className = "",
}: PictureFacts & { sizes?: string; ratio?: keyof typeof ratios; eager?: boolean; className?: string }) {
  return (
    <span
      className={
        "picture relative block overflow-hidden bg-fill bg-cover bg-center " +
        `${ratio ? ratios[ratio] : ""} ${className}`
      }
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
    >
      <img
        src={pictureUrl(id, 640)}
        srcSet={widths.map((each) => `${pictureUrl(id, each)} ${each}w`).join(", ")}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding="async"
        className={ratio ? "absolute inset-0 size-full object-cover" : "h-auto w-full"}
      />
    </span>
  )
}
