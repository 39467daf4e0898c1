import { X } from "#app/ui/icons.tsx"
import { pictureUrl } from "#app/ui/picture.tsx"
import type { PictureSlot } from "./use-picture-uploads.ts"

/** The pictures that go with the message, each with its progress. */
export function PictureStrip({
  slots,
  onRemove,
}: {
  slots: readonly PictureSlot[]
  onRemove: (slot: PictureSlot) => void
}) {
  return (
    <ul aria-label="보낼 사진" className="flex gap-2.5 overflow-x-auto px-4 py-2">
      {slots.map((slot, index) => (
        <li key={slot.key} className="relative flex-none">
          <img
            src={slot.state === "ready" ? pictureUrl(slot.picture.id, 160) : slot.preview}
            alt={`보낼 사진 ${index + 1}`}
            width={72}
            height={72}
            className={
              "size-18 rounded-xl bg-fill object-cover " + (slot.state === "ready" ? "" : "opacity-50")
            }
          />
          {slot.state === "sending" ? (
            <progress
              value={slot.percent}
              max={100}
              aria-label={`사진 ${index + 1} 올리는 중`}
              className="progress progress-primary absolute inset-x-2 bottom-2 h-1.5 w-auto"
            />
          ) : null}
          {slot.state === "failed" ? (
            <span
              className={"absolute inset-x-0 bottom-1.5 text-center text-xs font-semibold text-refused-ink"}
            >
              실패
            </span>
          ) : null}
          <button
            type="button"
            aria-label={`보낼 사진 ${index + 1} 빼기`}
            onClick={() => onRemove(slot)}
            className={
              "hit absolute -top-1.5 -right-1.5 grid size-6 cursor-pointer place-items-center " +
              "rounded-full bg-neutral text-neutral-content"
            }
          >
            <X size={14} strokeWidth={2} />
          </button>
        </li>
      ))}
    </ul>
  )
}
