import { ChevronLeft, ChevronRight, ImageOff, RotateCw, X } from "lucide-react"
import { pictureUrl, type PictureFacts } from "./picture.tsx"

export type Slot = {
  key: string
  /** Address of the file as the browser shows it; none for pictures stored before. */ preview?:
    | string
    | undefined
} & (
  | { state: "ready"; picture: PictureFacts }
  | { state: "sending"; file: File; percent: number }
  | { state: "failed"; file: File; problem: string; again: boolean }
)

const disc =
  "absolute flex size-7 cursor-pointer items-center justify-center rounded-full after:absolute after:-inset-2"

/** One picture of an uploader: what it shows, and what can be done with it. */
export function PictureTile({
  slot,
  place,
  of,
  label,
  onRetry,
  onRemove,
  onMove,
}: {
  slot: Slot
  /** From 1. */
  place: number
  of: number
  label: string
  onRetry: () => void
  onRemove: () => void
  onMove: (by: -1 | 1) => void
}) {
  const which = of > 1 ? `${label} ${place}번째` : label
  return (
    <>
      <Face slot={slot} cover={place === 1 && of > 1} which={which} onRetry={onRetry} />
      {of > 1 && slot.state === "ready" ? (
        <>
          {place > 1 ? <MoveButton by={-1} label={`${which} 앞으로`} onMove={onMove} /> : null}
          {place < of ? <MoveButton by={1} label={`${which} 뒤로`} onMove={onMove} /> : null}
        </>
      ) : null}
      <button
        type="button"
        aria-label={`${which} 빼기`}
        onClick={onRemove}
        className={`${disc} -top-2 -right-2 bg-neutral text-neutral-content`}
      >
        <X aria-hidden size={16} strokeWidth={2} />
      </button>
    </>
  )
}

function Face({
  slot,
  cover,
  which,
  onRetry,
}: {
  slot: Slot
  cover: boolean
  which: string
  onRetry: () => void
}) {
  const square = "aspect-square w-full overflow-hidden rounded-xl"
  if (slot.state === "failed") {
    const refused =
      `${square} flex flex-col items-center justify-center gap-1.5 bg-refused-tint p-2 text-center ` +
      "text-xs font-medium text-refused-ink"
    if (!slot.again) {
      return (
        <div className={refused}>
          <ImageOff aria-hidden size={24} strokeWidth={1.75} />
          올릴 수 없어요
        </div>
      )
    }
    return (
      <button type="button" onClick={onRetry} className={`${refused} cursor-pointer`}>
        <RotateCw aria-hidden size={24} strokeWidth={1.75} />
        <span>
          <span className="sr-only">{which} </span>
          못 올렸어요
          <br />
          다시 올리기
        </span>
      </button>
    )
  }
  const sending = slot.state === "sending"
  return (
    <div className={`${square} relative bg-fill`}>
      <img
        src={slot.preview ?? (slot.state === "ready" ? pictureUrl(slot.picture.id, 320) : undefined)}
        alt={which}
        width={320}
        height={320}
        draggable={false}
        onError={(event) => (event.currentTarget.hidden = true)}
        className={`size-full object-cover ${sending ? "opacity-35" : ""}`}
      />
      {sending ? (
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-1.5 px-3">
          <span className="num text-sm font-bold">
            {slot.percent < 100 ? `${slot.percent}%` : "마무리 중"}
          </span>
          <progress
            value={slot.percent}
            max={100}
            aria-label={`${which} 올리는 중`}
            className="progress progress-primary h-1.5 w-full bg-base-100"
          />
        </div>
      ) : cover ? (
        <span className="absolute inset-x-0 bottom-0 bg-black/62 py-1.5 text-center text-xs font-semibold text-white">
          대표 사진
        </span>
      ) : null}
    </div>
  )
}

function MoveButton({ by, label, onMove }: { by: -1 | 1; label: string; onMove: (by: -1 | 1) => void }) {
  const Icon = by < 0 ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      data-move={by}
      aria-label={label}
      onClick={() => onMove(by)}
      className={`${disc} bottom-0 ${by < 0 ? "left-0" : "right-0"} text-white`}
    >
      <span className="flex size-5.5 items-center justify-center rounded-full bg-black/62">
        <Icon aria-hidden size={16} strokeWidth={2} />
      </span>
    </button>
  )
}
