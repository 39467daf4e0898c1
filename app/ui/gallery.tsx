import { ChevronLeft, ChevronRight } from "./icons.tsx"
import { useRef, useState } from "react"
import { openTappedPicture, PICTURE_LINKS } from "./picture-links.ts"
import { Picture, pictureUrl, type PictureData } from "./picture.tsx"

/** Which picture of a strip that scrolls by whole pictures stands in the middle. */
const getCurrentIndex = (strip: HTMLElement) => Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth))
const scrollToIndex = (strip: HTMLElement | null, index: number) =>
  strip?.scrollTo({
    left: index * strip.clientWidth,
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth",
  })

/**
 * Pictures to look through: swipe or arrow keys, tap for the whole screen, zoom there. `layout="grid"` shows
 * small squares in a row, as under a review, `"bubble"` one picture or a block of squares, as in a
 * conversation, `"tall"` each picture in its own shape beneath the other, as in a description.
 * `hasThumbnails`: from md on small squares under a strip lead to each. Without scripts each picture is a
 * link to its large form.
 */
export function Gallery({
  pictures,
  layout = "strip",
  label = "사진",
  hasThumbnails = false,
}: {
  pictures: readonly PictureData[]
  layout?: "strip" | "grid" | "bubble" | "tall"
  label?: string
  hasThumbnails?: boolean
}) {
  if (pictures.length === 0) return null
  const isWide = (index: number) => pictures.length % 2 === 1 && index === 0
  return (
    // The click comes from a link, which the keyboard reaches.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <section aria-label={label} onClick={openTappedPicture}>
      {layout === "bubble" ? (
        <div
          {...PICTURE_LINKS}
          className={
            "grid w-60 max-w-full gap-1 overflow-hidden rounded-[20px] " +
            `${pictures.length > 1 ? "grid-cols-2" : ""}`
          }
        >
          {pictures.map((picture, index) => (
            <a
              key={picture.id}
              href={pictureUrl(picture.id, 1280)}
              className={`block -outline-offset-2 ${isWide(index) ? "col-span-full" : ""}`}
              aria-label={picture.alt || `${label} ${index + 1}`}
            >
              <Picture {...picture} alt="" ratio={isWide(index) ? "4/3" : "square"} size="card" />
            </a>
          ))}
        </div>
      ) : layout === "tall" ? (
        <Column pictures={pictures} label={label} />
      ) : layout === "grid" ? (
        <div {...PICTURE_LINKS} className="gallery-grid">
          {pictures.map((picture, index) => (
            <a
              key={picture.id}
              href={pictureUrl(picture.id, 1280)}
              aria-label={picture.alt || `${label} ${index + 1}`}
            >
              <Picture {...picture} alt="" ratio="square" size="thumb" />
            </a>
          ))}
        </div>
      ) : (
        <Strip pictures={pictures} label={label} hasThumbnails={hasThumbnails} />
      )}
    </section>
  )
}

/** Pictures beneath each other, each in its own shape. */
function Column({ pictures, label }: { pictures: readonly PictureData[]; label: string }) {
  return (
    <div {...PICTURE_LINKS} className="grid gap-3">
      {pictures.map((picture, index) => (
        <a
          key={picture.id}
          href={pictureUrl(picture.id, 1280)}
          className="block overflow-hidden rounded-xl"
          aria-label={picture.alt || `${label} ${index + 1}`}
        >
          <Picture {...picture} alt="" size="large" sizes="(min-width: 56.25rem) 48rem, 100vw" />
        </a>
      ))}
    </div>
  )
}

function Strip({
  pictures,
  label,
  hasThumbnails,
}: {
  pictures: readonly PictureData[]
  label: string
  hasThumbnails: boolean
}) {
  const strip = useRef<HTMLDivElement>(null)
  const [currentIndex, setCurrentIndex] = useState(0)
  const hasSeveral = pictures.length > 1
  return (
    <>
      <div className="relative overflow-hidden md:rounded-xl">
        <div
          {...PICTURE_LINKS}
          ref={strip}
          onScroll={(event) => setCurrentIndex(getCurrentIndex(event.currentTarget))}
          className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
        >
          {pictures.map((picture, index) => (
            <a
              key={picture.id}
              href={pictureUrl(picture.id, 1280)}
              className="w-full flex-none snap-center -outline-offset-2"
              aria-label={picture.alt || `${label} ${index + 1}`}
            >
              <Picture
                {...picture}
                alt=""
                ratio="4/3"
                size="large"
                sizes="(min-width: 56.25rem) 48rem, 100vw"
                isEager={index === 0}
              />
            </a>
          ))}
        </div>
        {hasSeveral && (
          <>
            <p
              className={
                "absolute right-3 bottom-3 rounded-full bg-black/62 px-2.5 py-1 text-xs font-medium " +
                "text-white"
              }
            >
              <span className="sr-only">{label} </span>
              {currentIndex + 1} / {pictures.length}
            </p>
            <ArrowButtons
              isFirst={currentIndex === 0}
              isLast={currentIndex === pictures.length - 1}
              onMove={(step) => scrollToIndex(strip.current, currentIndex + step)}
            />
          </>
        )}
      </div>
      {hasThumbnails && hasSeveral ? (
        <Thumbnails
          pictures={pictures}
          label={label}
          currentIndex={currentIndex}
          onSelect={(index) => scrollToIndex(strip.current, index)}
        />
      ) : null}
    </>
  )
}

/** The way to the picture before and after, where there is a mouse. */
function ArrowButtons({
  isFirst,
  isLast,
  onMove,
}: {
  isFirst: boolean
  isLast: boolean
  onMove: (step: 1 | -1) => void
}) {
  return (
    <div className="hidden md:block">
      <button
        type="button"
        aria-label="이전 사진"
        disabled={isFirst}
        onClick={() => onMove(-1)}
        className="gallery-arrow left-3"
      >
        <ChevronLeft size={22} />
      </button>
      <button
        type="button"
        aria-label="다음 사진"
        disabled={isLast}
        onClick={() => onMove(1)}
        className="gallery-arrow right-3"
      >
        <ChevronRight size={22} />
      </button>
    </div>
  )
}

/** Small squares that lead to each picture of a strip. */
function Thumbnails({
  pictures,
  label,
  currentIndex,
  onSelect,
}: {
  pictures: readonly PictureData[]
  label: string
  currentIndex: number
  onSelect: (index: number) => void
}) {
  return (
    <ul className="mt-3 hidden flex-wrap gap-2 md:flex">
      {pictures.map((picture, index) => (
        <li key={picture.id}>
          <a
            href={pictureUrl(picture.id, 1280)}
            aria-label={`${label} ${index + 1} 보기`}
            aria-current={index === currentIndex ? "true" : undefined}
            onClick={(event) => {
              event.preventDefault()
              onSelect(index)
            }}
            className={
              "block overflow-hidden rounded-lg outline-offset-2 " +
              (index === currentIndex ? "ring-2 ring-primary" : "opacity-70 hover:opacity-100")
            }
          >
            <Picture id={picture.id} alt="" ratio="square" size="thumb" className="size-16" />
          </a>
        </li>
      ))}
    </ul>
  )
}
