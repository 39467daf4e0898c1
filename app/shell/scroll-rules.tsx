import { useEffect, useLayoutEffect, useRef } from "react"
import { useLocation, useNavigationType } from "react-router"

/** Specification §9. */
const SCROLL_DELAYS_MS = [0, 100, 200, 500] as const
const KEY = "baroildang:scroll"

type Places = Record<string, number>

function readPlaces(): Places {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}")
    return typeof kept === "object" && kept !== null
      ? Object.fromEntries(
          Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
        )
      : {}
  } catch {
    return {}
  }
}

/** Whether this document was reloaded or come back to, and not opened by a link. */
function isReturn(): boolean {
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
export function ScrollRules() {
  const location = useLocation()
  const how = useNavigationType()
  const places = useRef<Places | null>(null)
  // The first entry of every document has the same key, so the address belongs to the place.
  const here = `${location.key} ${location.pathname}${location.search}`
  const current = useRef(here)
  const screen = `${location.pathname}?q=${new URLSearchParams(location.search).get("q") ?? ""}`
  const last = useRef<string | null>(null)

  useEffect(() => {
    history.scrollRestoration = "manual"
    const note = () => {
      if (places.current) places.current[current.current] = Math.round(window.scrollY)
    }
    const keep = () => {
      note()
      try {
        sessionStorage.setItem(
          KEY,
          JSON.stringify(Object.fromEntries(Object.entries(places.current ?? {}).slice(-50))),
        )
      } catch {
        // Without a place to keep them, a reload begins at the top.
      }
    }
    window.addEventListener("scroll", note, { passive: true })
    window.addEventListener("pagehide", keep)
    return () => {
      window.removeEventListener("scroll", note)
      window.removeEventListener("pagehide", keep)
    }
  }, [])

  useIsomorphicLayoutEffect(() => {
    places.current ??= readPlaces()
    current.current = here
    const first = last.current === null
    const same = last.current === screen
    last.current = screen
    const anchor =
      location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null
    const before = how === "POP" && (!first || isReturn()) ? places.current[here] : undefined
    if ((same && how !== "POP" && !anchor) || (first && before === undefined)) return undefined
    const settle = () =>
      before === undefined && anchor
        ? anchor.scrollIntoView()
        : window.scrollTo({ top: before ?? 0, behavior: "instant" })
    const timers = SCROLL_DELAYS_MS.map((delay) => (delay === 0 ? settle() : setTimeout(settle, delay)))
    const stop = () => timers.forEach((timer) => typeof timer === "number" && clearTimeout(timer))
    const byHand = ["wheel", "touchmove", "keydown", "pointerdown"] as const
    for (const kind of byHand) window.addEventListener(kind, stop, { passive: true, once: true })
    return () => {
      stop()
      for (const kind of byHand) window.removeEventListener(kind, stop)
    }
  }, [here])
  return null
}
