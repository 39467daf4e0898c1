import { ChevronLeft, ChevronRight, ImageOff, RotateCw, X } from "./icons.tsx"
import { pictureUrl, type PictureData } from "./picture.tsx"

const CAPTION_CLASS =
  "absolute inset-x-0 bottom-0 bg-black/62 py-1.5 text-center text-xs font-semibold text-white"

export type PictureSlot = {
  key: string
  /** Address of the file as the browser shows it; none for pictures stored before. */ preview?:
    | string
    | undefined
} & (
  | { state: "ready"; picture: PictureData }
  | { state: "sending"; file: File; percent: number }
  | { state: "failed"; file: File; problem: string; canRetry: boolean }
)

const DISC_CLASSES =
  "absolute flex size-7 cursor-pointer items-center justify-center rounded-full after:absolute after:-inset-2"

/** One picture of an uploader: what it shows, and what can be done with it. */
export function PictureTile({
  slot,
  position,
  total,
  label,
  onRetry,
  onRemove,
  onMove,
}: {
  slot: PictureSlot
  /** From 1. */
  position: number
  total: number
  label: string
  onRetry: () => void
  onRemove: () => void
  onMove: (delta: -1 | 1) => void
}) {
  const pictureLabel = total > 1 ? `${label} ${position}번째` : label
  return (
    <>
      <TileContent
        slot={slot}
        isCover={position === 1 && total > 1}
        pictureLabel={pictureLabel}
        onRetry={onRetry}
      />
      {total > 1 && slot.state === "ready" ? (
        <>
          {position > 1 ? <MoveButton delta={-1} label={`${pictureLabel} 앞으로`} onMove={onMove} /> : null}
          {position < total ? <MoveButton delta={1} label={`${pictureLabel} 뒤로`} onMove={onMove} /> : null}
        </>
      ) : null}
      <button
        type="button"
        aria-label={`${pictureLabel} 빼기`}
        onClick={onRemove}
        className={`${DISC_CLASSES} -top-2 -right-2 bg-neutral text-neutral-content`}
      >
        <X size={16} strokeWidth={2} />
      </button>
    </>
  )
}

function TileContent({
  slot,
  isCover,
  pictureLabel,
  onRetry,
}: {
  slot: PictureSlot
  isCover: boolean
  pictureLabel: string
  onRetry: () => void
}) {
  const SQUARE_CLASSES = "aspect-square w-full overflow-hidden rounded-xl"
  if (slot.state === "failed") {
    const failedClasses =
      `${SQUARE_CLASSES} flex flex-col items-center justify-center gap-1.5 bg-refused-tint p-2 text-center ` +
      "text-xs font-medium text-refused-ink"
    if (!slot.canRetry) {
      return (
        <div className={failedClasses}>
          <ImageOff size={24} />
          올릴 수 없어요
        </div>
      )
    }
    return (
      <button type="button" onClick={onRetry} className={`${failedClasses} cursor-pointer`}>
        <RotateCw size={24} />
        <span>
          <span className="sr-only">{pictureLabel} </span>
          못 올렸어요
          <br />
          다시 올리기
        </span>
      </button>
    )
  }
  const isSending = slot.state === "sending"
  return (
    <div className={`${SQUARE_CLASSES} relative bg-fill`}>
      <img
        src={slot.preview ?? (slot.state === "ready" ? pictureUrl(slot.picture.id, 320) : undefined)}
        alt={pictureLabel}
        width={320}
        height={320}
        draggable={false}
        onError={(event) => (event.currentTarget.hidden = true)}
        className={`size-full object-cover ${isSending ? "opacity-35" : ""}`}
      />
      {isSending ? (
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-1.5 px-3">
          <span className="num text-sm font-bold">
            {slot.percent < 100 ? `${slot.percent}%` : "마무리 중"}
          </span>
          <progress
            value={slot.percent}
            max={100}
            aria-label={`${pictureLabel} 올리는 중`}
            className="progress progress-primary h-1.5 w-full bg-base-100"
          />
        </div>
      ) : isCover ? (
        <span className={CAPTION_CLASS}>대표 사진</span>
      ) : null}
    </div>
  )
}

function MoveButton({
  delta,
  label,
  onMove,
}: {
  delta: -1 | 1
  label: string
  onMove: (delta: -1 | 1) => void
}) {
  const Icon = delta < 0 ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      data-move={delta}
      aria-label={label}
      onClick={() => onMove(delta)}
      className={`${DISC_CLASSES} bottom-0 ${delta < 0 ? "left-0" : "right-0"} text-white`}
    >
      <span className="flex size-5.5 items-center justify-center rounded-full bg-black/62">
        <Icon size={16} strokeWidth={2} />
      </span>
    </button>
  )
}
