import { useEffect, type RefObject } from "react"

/**
 * Scrolls the strip that `chosen` stands in so that it is seen, in the middle where there is room. A strip
 * that does not scroll stays.
 */
export function useInSight(chosen: RefObject<HTMLElement | null>, isChosen: boolean): void {
  useEffect(() => {
    const strip = chosen.current?.parentElement
    if (!isChosen || !strip) return undefined
    const show = () => {
      if (!chosen.current || strip.scrollWidth <= strip.clientWidth) return
      const [outer, inner] = [strip.getBoundingClientRect(), chosen.current.getBoundingClientRect()]
      strip.scrollBy({ left: inner.left - outer.left - (outer.width - inner.width) / 2, behavior: "instant" })
    }
    show()
    // Letters of a font that comes later are of another width.
    document.fonts.addEventListener("loadingdone", show)
    return () => document.fonts.removeEventListener("loadingdone", show)
  }, [chosen, isChosen])
}
