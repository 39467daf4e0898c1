import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react"
import { useRef, useState, type KeyboardEvent } from "react"
import { Picture, pictureUrl, type PictureFacts } from "./picture.tsx"

/** Which picture of a strip that scrolls by whole pictures stands in the middle. */
const placeOf = (strip: HTMLElement) => Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth))
const scrollTo = (strip: HTMLElement | null, place: number, smooth = true) =>
  strip?.scrollTo({
    left: place * strip.clientWidth,
    behavior: smooth && !matchMedia("(prefers-reduced-motion: reduce)").matches ? "smooth" : "instant",
  })

const round =
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
  pictures: readonly PictureFacts[]
  layout?: "strip" | "grid" | "bubble"
  label?: string
}) {
  const viewer = useRef<HTMLDialogElement>(null)
  const large = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(0)
  if (pictures.length === 0) return null
  const show = (at: number) => {
    setPlace(at)
    viewer.current?.showModal()
    scrollTo(large.current, at, false)
  }
  const isWide = (index: number) => pictures.length % 2 === 1 && index === 0
  const open = (at: number) => (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    show(at)
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
          {pictures.map((picture, at) => (
            <a
              key={picture.id}
              href={pictureUrl(picture.id, 1280)}
              onClick={open(at)}
              className={`block -outline-offset-2 ${isWide(at) ? "col-span-full" : ""}`}
              aria-label={picture.alt || `${label} ${at + 1}`}
            >
              <Picture {...picture} alt="" ratio={isWide(at) ? "4/3" : "square"} sizes="240px" />
            </a>
          ))}
        </div>
      ) : layout === "grid" ? (
        <div className="flex flex-wrap gap-2">
          {pictures.map((picture, at) => (
            <a
              key={picture.id}
              href={pictureUrl(picture.id, 1280)}
              onClick={open(at)}
              className="block"
              aria-label={picture.alt || `${label} ${at + 1}`}
            >
              <Picture {...picture} alt="" ratio="square" sizes="96px" className="size-24 rounded-lg" />
            </a>
          ))}
        </div>
      ) : (
        <Strip pictures={pictures} label={label} open={open} />
      )}
      <Viewer {...{ pictures, label, viewer, large, place, setPlace }} />
    </section>
  )
}

function Strip({
  pictures,
  label,
  open,
}: {
  pictures: readonly PictureFacts[]
  label: string
  open: (at: number) => (event: React.MouseEvent) => void
}) {
  const strip = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(0)
  const many = pictures.length > 1
  return (
    <div className="relative overflow-hidden md:rounded-xl">
      <div
        ref={strip}
        onScroll={(event) => setPlace(placeOf(event.currentTarget))}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
      >
        {pictures.map((picture, at) => (
          <a
            key={picture.id}
            href={pictureUrl(picture.id, 1280)}
            onClick={open(at)}
            className="w-full flex-none snap-center -outline-offset-2"
            aria-label={picture.alt || `${label} ${at + 1}`}
          >
            <Picture
              {...picture}
              alt=""
              ratio="4/3"
              sizes="(min-width: 56.25rem) 48rem, 100vw"
              eager={at === 0}
            />
          </a>
        ))}
      </div>
      {many && (
        <>
          <p
            className={
              "absolute right-3 bottom-3 rounded-full bg-black/62 px-2.5 py-1 text-xs font-medium " +
              "text-white"
            }
          >
            <span className="sr-only">{label} </span>
            {place + 1} / {pictures.length}
          </p>
          <div className="hidden md:block">
            <button
              type="button"
              aria-label="이전 사진"
              disabled={place === 0}
              onClick={() => scrollTo(strip.current, place - 1)}
              className={`absolute inset-y-0 left-3 my-auto ${round}`}
            >
              <ChevronLeft aria-hidden size={22} strokeWidth={1.75} />
            </button>
            <button
              type="button"
              aria-label="다음 사진"
              disabled={place === pictures.length - 1}
              onClick={() => scrollTo(strip.current, place + 1)}
              className={`absolute inset-y-0 right-3 my-auto ${round}`}
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
  viewer,
  large,
  place,
  setPlace,
}: {
  pictures: readonly PictureFacts[]
  label: string
  viewer: React.RefObject<HTMLDialogElement | null>
  large: React.RefObject<HTMLDivElement | null>
  place: number
  setPlace: (place: number) => void
}) {
  const [zoomed, setZoomed] = useState(false)
  const step = (by: number) => {
    setZoomed(false)
    scrollTo(large.current, Math.max(0, Math.min(pictures.length - 1, place + by)))
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return
    event.preventDefault()
    step(event.key === "ArrowLeft" ? -1 : 1)
  }
  const Zoom = zoomed ? ZoomOut : ZoomIn
  return (
    <dialog
      ref={viewer}
      aria-label={label}
      onKeyDown={keys}
      onClose={() => setZoomed(false)}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-black p-0 text-white"
    >
      <div
        ref={large}
        onScroll={(event) => setPlace(placeOf(event.currentTarget))}
        className={
          "flex size-full snap-x snap-mandatory [scrollbar-width:none] " +
          `${zoomed ? "overflow-hidden" : "overflow-x-auto"}`
        }
      >
        {pictures.map((picture, at) => (
          <div
            key={picture.id}
            className={
              "size-full flex-none snap-center " +
              `${zoomed && at === place ? "overflow-auto" : "grid place-items-center overflow-hidden"}`
            }
          >
            <img
              src={pictureUrl(picture.id, 1280)}
              alt={picture.alt || `${label} ${at + 1}`}
              width={picture.width}
              height={picture.height}
              loading="lazy"
              className={
                zoomed && at === place
                  ? "h-auto w-[220%] max-w-none"
                  : "max-h-[100dvh] w-auto max-w-full object-contain"
              }
            />
          </div>
        ))}
      </div>
      <div className="absolute inset-x-0 top-0 flex items-center justify-between p-3">
        <p aria-live="polite" className="rounded-full bg-black/62 px-3 py-1 text-sm font-medium">
          {place + 1} / {pictures.length}
        </p>
        <div className="flex gap-2">
          <button
            type="button"
            aria-label={zoomed ? "원래 크기로 보기" : "크게 보기"}
            onClick={() => setZoomed(!zoomed)}
            className={round}
          >
            <Zoom aria-hidden size={20} strokeWidth={1.75} />
          </button>
          <button type="button" aria-label="닫기" onClick={() => viewer.current?.close()} className={round}>
            <X aria-hidden size={22} strokeWidth={1.75} />
          </button>
        </div>
      </div>
      {pictures.length > 1 && (
        <div className="hidden md:block">
          <button
            type="button"
            aria-label="이전 사진"
            disabled={place === 0}
            onClick={() => step(-1)}
            className={`absolute inset-y-0 left-4 my-auto ${round}`}
          >
            <ChevronLeft aria-hidden size={24} strokeWidth={1.75} />
          </button>
          <button
            type="button"
            aria-label="다음 사진"
            disabled={place === pictures.length - 1}
            onClick={() => step(1)}
            className={`absolute inset-y-0 right-4 my-auto ${round}`}
          >
            <ChevronRight aria-hidden size={24} strokeWidth={1.75} />
          </button>
        </div>
      )}
    </dialog>
  )
}
