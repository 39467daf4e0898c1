import { useState } from "react"
import type { CardPicture } from "#app/basics/picture-view.ts"
import { Picture } from "#app/ui/picture.tsx"

const labelClass =
  "absolute top-3 grid h-6 place-items-center rounded-sm px-2 text-xs font-semibold text-white"

/**
 * Before and after on top of each other with a line to drag; works by finger, mouse and arrow keys.
 */
export function CompareSlider({
  before,
  after,
  title,
}: {
  before: CardPicture
  after: CardPicture
  title: string
}) {
  const [position, setPosition] = useState(50)
  return (
    <div
      className={
        "relative overflow-hidden rounded-lg has-focus-visible:outline-2 " +
        "has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
      }
    >
      <Picture {...after} alt={`${title}, 작업 후`} ratio="4/3" size="large" />
      <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - position}% 0 0)` }}>
        <Picture {...before} alt={`${title}, 작업 전`} ratio="4/3" size="large" />
      </div>
      <span aria-hidden className={`${labelClass} left-3 bg-black/62`}>
        전
      </span>
      <span aria-hidden className={`${labelClass} right-3 bg-primary`}>
        후
      </span>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white"
        style={{ left: `${position}%` }}
      >
        <span
          className={
            "absolute top-1/2 left-1/2 grid size-11 -translate-x-1/2 -translate-y-1/2 place-items-center " +
            "rounded-full bg-black/62 text-base font-semibold text-white"
          }
        >
          ⟷
        </span>
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={position}
        onChange={(event) => setPosition(Number(event.target.value))}
        aria-label="작업 전과 후 비교"
        aria-valuetext={`작업 전 ${position}%, 작업 후 ${100 - position}%`}
        className="absolute inset-0 size-full cursor-ew-resize touch-pan-y opacity-0"
      />
    </div>
  )
}
