const RATIO_CLASSES = {
  square: "picture-square",
  "4/3": "picture-cropped aspect-4/3",
  "2/1": "picture-cropped aspect-2/1",
} as const
const PICTURE_WIDTHS_PX = [160, 320, 640, 1280] as const
type PictureWidth = (typeof PICTURE_WIDTHS_PX)[number]
/**
 * Pictures that are as wide on every screen, more or less: a window of usual density takes the first, one of
 * twice that or more the second. A `half` stands in half a phone's width.
 */
const WIDTHS_OF_SIZES = { thumb: [160, 320], card: [320, 640], half: [640, 640], large: [640, 1280] } as const

/** The address of a stored picture; it is at most `width` px wide. */
export const pictureUrl = (id: string, width: PictureWidth) => `/pictures/${id}/${width}.webp`

/** The id in the address of a stored picture. */
export const readPictureId = (url: string): string => /\/pictures\/([^/]+)\//.exec(url)?.[1] ?? ""

export type PictureData = {
  id: string
  alt: string
  width: number
  height: number
  placeholder?: string | null | undefined
}

/** The addresses to choose from: by the density of the window, or by the width that `sizes` says. */
function getSources(id: string, size: keyof typeof WIDTHS_OF_SIZES | undefined, sizes: string | undefined) {
  const candidates = size ? WIDTHS_OF_SIZES[size] : PICTURE_WIDTHS_PX
  if (size && !sizes) {
    const [once, twice] = WIDTHS_OF_SIZES[size]
    return { src: pictureUrl(id, once), srcSet: twice > once ? `${pictureUrl(id, twice)} 2x` : undefined }
  }
  return {
    src: pictureUrl(id, size ? candidates[0] : 640),
    srcSet: candidates.map((width) => `${pictureUrl(id, width)} ${width}w`).join(","),
    sizes: sizes ?? "(min-width: 56.25rem) 25vw, 50vw",
  }
}

/**
 * A stored picture with its place kept free: by its `ratio`, to which it is cropped, or by its own width and
 * height, with its blurred placeholder beneath. `size` offers the two widths that such a picture needs;
 * `sizes` is the width on the screen as the browser needs it to choose. `isEager` is for what the first
 * screen shows.
 */
export function Picture({
  id,
  alt,
  width,
  height,
  placeholder,
  size,
  sizes,
  ratio,
  isEager = false,
  className,
}: Pick<PictureData, "id" | "alt"> &
  Partial<PictureData> & {
    size?: keyof typeof WIDTHS_OF_SIZES
    sizes?: string
    ratio?: keyof typeof RATIO_CLASSES
    isEager?: boolean
    className?: string
  }) {
  return (
    <span
      className={["picture", ratio && RATIO_CLASSES[ratio], className].filter(Boolean).join(" ")}
      style={placeholder ? { backgroundImage: `url(${placeholder})` } : undefined}
    >
      <img
        {...getSources(id, size, sizes)}
        alt={alt}
        width={width}
        height={height}
        loading={isEager ? undefined : "lazy"}
        fetchPriority={isEager ? "high" : undefined}
        decoding={isEager ? "sync" : undefined}
      />
    </span>
  )
}
