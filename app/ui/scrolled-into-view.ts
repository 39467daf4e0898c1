import { useEffect, type RefObject } from "react"

/**
 * Scrolls the strip that `element` stands in so that it is seen, in the middle where there is room. A strip
 * that does not scroll stays.
 */
export function useScrolledIntoView(element: RefObject<HTMLElement | null>, isEnabled: boolean): void {
  useEffect(() => {
    const strip = element.current?.parentElement
    if (!isEnabled || !strip) return undefined
    const scrollToElement = () => {
      if (!element.current || strip.scrollWidth <= strip.clientWidth) return
      const [stripBox, elementBox] = [strip.getBoundingClientRect(), element.current.getBoundingClientRect()]
      strip.scrollBy({
        left: elementBox.left - stripBox.left - (stripBox.width - elementBox.width) / 2,
        behavior: "instant",
      })
    }
    scrollToElement()
    // Letters of a font that comes later are of another width.
    document.fonts.addEventListener("loadingdone", scrollToElement)
    return () => document.fonts.removeEventListener("loadingdone", scrollToElement)
  }, [element, isEnabled])
}
