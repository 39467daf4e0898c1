import { useEffect, useLayoutEffect, useRef } from "react"
import { useLocation, useNavigationType } from "react-router"

/** Specification §9. */
const SCROLL_RETRY_DELAYS_MS = [0, 100, 200, 500] as const
const STORAGE_KEY = "baroildang:scroll"

type ScrollPositions = Record<string, number>

function readPositions(): ScrollPositions {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}")
    return typeof stored === "object" && stored !== null
      ? Object.fromEntries(
          Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
        )
      : {}
  } catch {
    return {}
  }
}

/** Whether this document was reloaded or come back to, and not opened by a link. */
function isReloadOrReturn(): boolean {
  const [entry] = performance.getEntriesByType("navigation")
  return (
    entry instanceof PerformanceNavigationTiming && (entry.type === "reload" || entry.type === "back_forward")
  )
}

const useIsomorphicLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect

/**
 * Every change of the route goes to the top, again after 100, 200 and 500 ms (specification §2); back and
 * forward return to where one was. Whoever scrolls by hand meanwhile is not pulled back. A change of filters
 * alone keeps the place.
 */
export function ScrollManager() {
  const location = useLocation()
  const navigationType = useNavigationType()
  const positions = useRef<ScrollPositions | null>(null)
  // The first entry of every document has the same key, so the address belongs to the place.
  const entryKey = `${location.key} ${location.pathname}${location.search}`
  const currentEntryKey = useRef(entryKey)
  const screenKey = `${location.pathname}?q=${new URLSearchParams(location.search).get("q") ?? ""}`
  const lastScreenKey = useRef<string | null>(null)

  useEffect(() => {
    history.scrollRestoration = "manual"
    const recordPosition = () => {
      if (positions.current) positions.current[currentEntryKey.current] = Math.round(window.scrollY)
    }
    const savePositions = () => {
      recordPosition()
      try {
        sessionStorage.setItem(
          STORAGE_KEY,
          JSON.stringify(Object.fromEntries(Object.entries(positions.current ?? {}).slice(-50))),
        )
      } catch {
        // Without a place to keep them, a reload begins at the top.
      }
    }
    window.addEventListener("scroll", recordPosition, { passive: true })
    window.addEventListener("pagehide", savePositions)
    return () => {
      window.removeEventListener("scroll", recordPosition)
      window.removeEventListener("pagehide", savePositions)
    }
  }, [])

  useIsomorphicLayoutEffect(() => {
    positions.current ??= readPositions()
    currentEntryKey.current = entryKey
    const isFirst = lastScreenKey.current === null
    const isSameScreen = lastScreenKey.current === screenKey
    lastScreenKey.current = screenKey
    const anchor =
      location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null
    const savedPosition =
      navigationType === "POP" && (!isFirst || isReloadOrReturn()) ? positions.current[entryKey] : undefined
    if ((isSameScreen && navigationType !== "POP" && !anchor) || (isFirst && savedPosition === undefined))
      return undefined
    const applyPosition = () =>
      savedPosition === undefined && anchor
        ? anchor.scrollIntoView()
        : window.scrollTo({ top: savedPosition ?? 0, behavior: "instant" })
    const timers = SCROLL_RETRY_DELAYS_MS.map((delay) =>
      delay === 0 ? applyPosition() : setTimeout(applyPosition, delay),
    )
    const stopTimers = () => timers.forEach((timer) => typeof timer === "number" && clearTimeout(timer))
    const USER_SCROLL_EVENTS = ["wheel", "touchmove", "keydown", "pointerdown"] as const
    for (const eventName of USER_SCROLL_EVENTS)
      window.addEventListener(eventName, stopTimers, { passive: true, once: true })
    return () => {
      stopTimers()
      for (const eventName of USER_SCROLL_EVENTS) window.removeEventListener(eventName, stopTimers)
    }
  }, [entryKey])
  return null
}
