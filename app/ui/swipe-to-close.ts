/** Lets sheets follow the finger that moves them down, and close where it lets go far enough or fast. */
const MIN_MOVE_PX = 8
const CLOSING_SHARE = 0.3
const CLOSING_SPEED = 0.5
const DURATION_MS = 180

type Drag = { x: number; y: number; at: number; isMoving: boolean; dy: number; speed: number }

const following = new WeakSet<HTMLDialogElement>()

/** Whether a finger on `target` would scroll or edit something in `dialog` instead of moving it. */
function isHeld(dialog: HTMLDialogElement, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target === dialog) return true
  if (target.closest("textarea, select, input[type=range], canvas, [contenteditable]")) return true
  for (let element: Element | null = target; element && element !== dialog; element = element.parentElement)
    if (element.scrollTop > 0) return true
  return false
}

/** Closes `dialog` as a finger asks; to be called once it is open. Wide windows have no sheets. */
export function closeBySwipe(dialog: HTMLDialogElement): void {
  if (following.has(dialog) || !dialog.classList.contains("sheet-box")) return
  following.add(dialog)
  let drag: Drag | null = null
  const isSheet = () => matchMedia("(max-width: 56.2rem)").matches
  const settle = async (dy: number, isClosing: boolean) => {
    dialog.style.translate = ""
    const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : DURATION_MS
    await dialog.animate([{ translate: `0 ${dy}px` }, { translate: isClosing ? "0 100%" : "0 0" }], {
      duration,
      easing: "ease-out",
    }).finished
    if (isClosing) dialog.close()
  }
  dialog.addEventListener(
    "touchstart",
    (event) => {
      const [touch] = event.touches
      drag =
        touch && event.touches.length === 1 && isSheet() && !isHeld(dialog, event.target)
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp, isMoving: false, dy: 0, speed: 0 }
          : null
    },
    { passive: true },
  )
  dialog.addEventListener(
    "touchmove",
    (event) => {
      const [touch] = event.touches
      if (!drag || !touch) return
      const dy = touch.clientY - drag.y
      if (!drag.isMoving) {
        if (dy < -MIN_MOVE_PX || Math.abs(touch.clientX - drag.x) > Math.max(MIN_MOVE_PX, dy)) drag = null
        if (!drag || dy < MIN_MOVE_PX) return
        drag.isMoving = true
      }
      event.preventDefault()
      drag.speed = (dy - drag.dy) / Math.max(1, event.timeStamp - drag.at)
      drag.at = event.timeStamp
      drag.dy = Math.max(0, dy)
      dialog.style.translate = `0 ${drag.dy}px`
    },
    { passive: false },
  )
  const end = () => {
    const ended = drag
    drag = null
    if (!ended?.isMoving) return
    const isFar = ended.dy > dialog.clientHeight * CLOSING_SHARE
    void settle(ended.dy, isFar || ended.speed > CLOSING_SPEED)
  }
  dialog.addEventListener("touchend", end)
  dialog.addEventListener("touchcancel", end)
}
