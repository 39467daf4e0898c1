import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react"
import { useRef, useState, type KeyboardEvent } from "react"
import { Picture, pictureUrl, type PictureData } from "./picture.tsx"

/** Which picture of a strip that scrolls by whole pictures stands in the middle. */
const getCurrentIndex = (strip: HTMLElement) => Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth))
const scrollToIndex = (strip: HTMLElement | null, currentIndex: number, smooth = true) =>
  strip?.scrollTo({
    left: currentIndex * strip.clientWidth,
    behavior: smooth && !matchMedia("(prefers-reduced-motion: reduce)").matches ? "smooth" : "instant",
  })

const ROUND_BUTTON_CLASSES =
  "grid size-11 cursor-pointer place-items-center rounded-full bg-black/62 text-white disabled:opacity-35"

/**
 * Pictures to look through: swipe or arrow keys, tap for the whole screen, zoom there. `layout="grid"` shows
 * small squares in a row, as under a review, `"bubble"` one picture or a block of squares, as in a
 * conversation. Without scripts each picture is a link to its large form.
 */
export function Gallery({
  pictures,
  layout = "strip",
  label = "사진",
}: {
  pictures: readonly PictureData[]
  layout?: "strip" | "grid" | "bubble"
  label?: string
}) {
  const viewerDialog = useRef<HTMLDialogElement>(null)
  const slides = useRef<HTMLDivElement>(null)
  const [currentIndex, setCurrentIndex] = useState(0)
  if (pictures.length === 0) return null
  const openViewer = (index: number) => {
    setCurrentIndex(index)
    viewerDialog.current?.showModal()
    scrollToIndex(slides.current, index, false)
  }
  const isWide = (index: number) => pictures.length % 2 === 1 && index === 0
  const createOpenHandler = (index: number) => (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    openViewer(index)
  }
  return (
    <section aria-label={label}>
      {layout === "bubble" ? (
        <div
          className={
            "grid w-60 max-w-full gap-1 overflow-hidden rounded-[20px] " +
            `${pictures.length > 1 ? "grid-cols-2" : ""}`
          }
        >
          {pictures.map((picture, index) => (
            <a
              key={picture.id}
              href={pictureUrl(picture.id, 1280)}
              onClick={createOpenHandler(index)}
              className={`block -outline-offset-2 ${isWide(index) ? "col-span-full" : ""}`}
              aria-label={picture.alt || `${label} ${index + 1}`}
            >
              <Picture {...picture} alt="" ratio={isWide(index) ? "4/3" : "square"} sizes="240px" />
            </a>
          ))}
        </div>
      ) : layout === "grid" ? (
        <div className="flex flex-wrap gap-2">
          {pictures.map((picture, index) => (
            <a
              key={picture.id}
              href={pictureUrl(picture.id, 1280)}
              onClick={createOpenHandler(index)}
              className="block"
              aria-label={picture.alt || `${label} ${index + 1}`}
            >
              <Picture {...picture} alt="" ratio="square" sizes="96px" className="size-24 rounded-lg" />
            </a>
          ))}
        </div>
      ) : (
        <Strip pictures={pictures} label={label} createOpenHandler={createOpenHandler} />
      )}
      <Viewer {...{ pictures, label, viewerDialog, slides, currentIndex, setCurrentIndex }} />
    </section>
  )
}

function Strip({
  pictures,
  label,
  createOpenHandler,
}: {
  pictures: readonly PictureData[]
  label: string
  createOpenHandler: (index: number) => (event: React.MouseEvent) => void
}) {
  const strip = useRef<HTMLDivElement>(null)
  const [currentIndex, setCurrentIndex] = useState(0)
  const hasSeveral = pictures.length > 1
  return (
    <div className="relative overflow-hidden md:rounded-xl">
      <div
        ref={strip}
        onScroll={(event) => setCurrentIndex(getCurrentIndex(event.currentTarget))}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
      >
        {pictures.map((picture, index) => (
          <a
            key={picture.id}
            href={pictureUrl(picture.id, 1280)}
            onClick={createOpenHandler(index)}
            className="w-full flex-none snap-center -outline-offset-2"
            aria-label={picture.alt || `${label} ${index + 1}`}
          >
            <Picture
              {...picture}
              alt=""
              ratio="4/3"
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
          <div className="hidden md:block">
            <button
              type="button"
              aria-label="이전 사진"
              disabled={currentIndex === 0}
              onClick={() => scrollToIndex(strip.current, currentIndex - 1)}
              className={`absolute inset-y-0 left-3 my-auto ${ROUND_BUTTON_CLASSES}`}
            >
              <ChevronLeft aria-hidden size={22} strokeWidth={1.75} />
            </button>
            <button
              type="button"
              aria-label="다음 사진"
              disabled={currentIndex === pictures.length - 1}
              onClick={() => scrollToIndex(strip.current, currentIndex + 1)}
              className={`absolute inset-y-0 right-3 my-auto ${ROUND_BUTTON_CLASSES}`}
            >
              <ChevronRight aria-hidden size={22} strokeWidth={1.75} />
            </button>
          </div>
        </>
      )}
    </div>
  )
}

function Viewer({
  pictures,
  label,
  viewerDialog,
  slides,
  currentIndex,
  setCurrentIndex,
}: {
  pictures: readonly PictureData[]
  label: string
  viewerDialog: React.RefObject<HTMLDialogElement | null>
  slides: React.RefObject<HTMLDivElement | null>
  currentIndex: number
  setCurrentIndex: (currentIndex: number) => void
}) {
  const [zoomed, setZoomed] = useState(false)
  const moveBy = (delta: number) => {
    setZoomed(false)
    scrollToIndex(slides.current, Math.max(0, Math.min(pictures.length - 1, currentIndex + delta)))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return
    event.preventDefault()
    moveBy(event.key === "ArrowLeft" ? -1 : 1)
  }
  return (
    <dialog
      ref={viewerDialog}
      aria-label={label}
      onKeyDown={handleKeyDown}
      onClose={() => setZoomed(false)}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-black p-0 text-white"
    >
      <div
        ref={slides}
        onScroll={(event) => setCurrentIndex(getCurrentIndex(event.currentTarget))}
        className={
          "flex size-full snap-x snap-mandatory [scrollbar-width:none] " +
          `${zoomed ? "overflow-hidden" : "overflow-x-auto"}`
        }
      >
        {pictures.map((picture, index) => (
          <Slide
            key={picture.id}
            picture={picture}
            alt={picture.alt || `${label} ${index + 1}`}
            isZoomed={zoomed && index === currentIndex}
          />
        ))}
      </div>
      <ViewerBar
        index={currentIndex}
        count={pictures.length}
        isZoomed={zoomed}
        onZoom={() => setZoomed(!zoomed)}
        onClose={() => viewerDialog.current?.close()}
      />
      {pictures.length > 1 && <ViewerArrows index={currentIndex} count={pictures.length} onMove={moveBy} />}
    </dialog>
  )
}

function Slide({ picture, alt, isZoomed }: { picture: PictureData; alt: string; isZoomed: boolean }) {
  return (
    <div
      className={
        "size-full flex-none snap-center " +
        (isZoomed ? "overflow-auto" : "grid place-items-center overflow-hidden")
      }
    >
      <img
        src={pictureUrl(picture.id, 1280)}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading="lazy"
        className={
          isZoomed ? "h-auto w-[220%] max-w-none" : "max-h-[100dvh] w-auto max-w-full object-contain"
        }
      />
    </div>
  )
}

/** Which picture it is, and the buttons that enlarge it and close the viewer. */
function ViewerBar({
  index,
  count,
  isZoomed,
  onZoom,
  onClose,
}: {
  index: number
  count: number
  isZoomed: boolean
  onZoom: () => void
  onClose: () => void
}) {
  const ZoomIcon = isZoomed ? ZoomOut : ZoomIn
  return (
    <div className="absolute inset-x-0 top-0 flex items-center justify-between p-3">
      <p aria-live="polite" className="rounded-full bg-black/62 px-3 py-1 text-sm font-medium">
        {index + 1} / {count}
      </p>
      <div className="flex gap-2">
        <button
          type="button"
          aria-label={isZoomed ? "원래 크기로 보기" : "크게 보기"}
          onClick={onZoom}
          className={ROUND_BUTTON_CLASSES}
        >
          <ZoomIcon aria-hidden size={20} strokeWidth={1.75} />
        </button>
        <button type="button" aria-label="닫기" onClick={onClose} className={ROUND_BUTTON_CLASSES}>
          <X aria-hidden size={22} strokeWidth={1.75} />
        </button>
      </div>
    </div>
  )
}

function ViewerArrows({
  index,
  count,
  onMove,
}: {
  index: number
  count: number
  onMove: (delta: number) => void
}) {
  return (
    <div className="hidden md:block">
      <button
        type="button"
        aria-label="이전 사진"
        disabled={index === 0}
        onClick={() => onMove(-1)}
        className={`absolute inset-y-0 left-4 my-auto ${ROUND_BUTTON_CLASSES}`}
      >
        <ChevronLeft aria-hidden size={24} strokeWidth={1.75} />
      </button>
      <button
        type="button"
        aria-label="다음 사진"
        disabled={index === count - 1}
        onClick={() => onMove(1)}
        className={`absolute inset-y-0 right-4 my-auto ${ROUND_BUTTON_CLASSES}`}
      >
        <ChevronRight aria-hidden size={24} strokeWidth={1.75} />
      </button>
    </div>
  )
}
