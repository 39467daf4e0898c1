/** Follows a finger that pulls the page down from its top, to read its list anew. Loaded on touch screens. */
const MIN_MOVE_PX = 10
const REFRESH_PX = 72
const MAX_PX = 110

/**
 * Moves `sign` down with the finger and calls `refresh` where it lets go far enough. Returns what ends it.
 */
export function followPull(sign: HTMLElement, refresh: () => void): () => void {
  const root = document.documentElement
  const overscroll = root.style.overscrollBehaviorY
  // The browser's own gesture would load the whole page.
  root.style.overscrollBehaviorY = "contain"
  let startY: number | null = null
  let pulled = 0
  const show = (px: number) => {
    pulled = px
    sign.style.translate = px > 0 ? `0 ${px}px` : ""
    sign.style.opacity = String(Math.min(1, px / REFRESH_PX))
  }
  const onStart = (event: TouchEvent) => {
    const [touch] = event.touches
    const isInDialog = event.target instanceof Element && event.target.closest("dialog") !== null
    startY = touch && event.touches.length === 1 && scrollY <= 0 && !isInDialog ? touch.clientY : null
  }
  const onMove = (event: TouchEvent) => {
    const [touch] = event.touches
    if (startY === null || !touch) return
    const distance = touch.clientY - startY - MIN_MOVE_PX
    if (distance <= 0 || scrollY > 0) return show(0)
    event.preventDefault()
    // It gets heavier the further it is pulled.
    show(Math.min(MAX_PX, distance * 0.5))
  }
  const onEnd = () => {
    if (startY !== null && pulled >= REFRESH_PX) refresh()
    startY = null
    show(0)
  }
  document.addEventListener("touchstart", onStart, { passive: true })
  document.addEventListener("touchmove", onMove, { passive: false })
  document.addEventListener("touchend", onEnd)
  document.addEventListener("touchcancel", onEnd)
  return () => {
    root.style.overscrollBehaviorY = overscroll
    document.removeEventListener("touchstart", onStart)
    document.removeEventListener("touchmove", onMove)
    document.removeEventListener("touchend", onEnd)
    document.removeEventListener("touchcancel", onEnd)
  }
}
