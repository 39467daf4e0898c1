/**
 * What happens when a page goes away and comes back: closing the last page signs out, everything else
 * does not.
 */
import { href } from "react-router"
import { markClosing, isClosingKey, consumeClosingMark } from "./session-store.ts"

/** A link or a form that was just used explains why the page goes. */
const NAVIGATION_GRACE_MS = 10_000
/**
 * The beacon of a page that went may arrive after the request of the page that came: it is taken back once
 * more.
 */
const RETRY_DELAY_MS = 3_000

const cancelClosing = () => void fetch(href("/session/open"), { method: "POST" }).catch(() => {})

/** Whether this click or sending leads away from the document, which the router does not do by itself. */
function leavesDocument(event: Event): boolean {
  if (event.defaultPrevented) return false
  if (event.type === "submit") return true
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null
  return link !== null && link.getAttribute("target") !== "_blank" && !link.hasAttribute("download")
}

/**
 * Watches one signed-in page that is not kept signed in. `onClosedBefore`: the browser had been closed for
 * more than 30 s. Returns how to stop.
 */
export function watchClosing(onClosedBefore: () => void): () => void {
  let navigatedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancelClosingTwice = () => {
    cancelClosing()
    clearTimeout(timer)
    timer = setTimeout(cancelClosing, RETRY_DELAY_MS)
  }
  const handleArrival = () => {
    const closingMark = consumeClosingMark(localStorage, Date.now())
    if (closingMark === "old") onClosedBefore()
    else if (closingMark === "fresh") cancelClosingTwice()
  }
  const recordNavigation = (event: Event) => {
    if (leavesDocument(event)) navigatedAt = Date.now()
  }
  const handlePageHide = () => {
    if (Date.now() - navigatedAt < NAVIGATION_GRACE_MS) return
    markClosing(localStorage, Date.now())
    navigator.sendBeacon("/session/closing")
  }
  const handlePageShow = (event: PageTransitionEvent) => {
    if (event.persisted) handleArrival()
  }
  // Another page of this browser went away; this one is still here.
  const handleStorage = (event: StorageEvent) => {
    if (!isClosingKey(event.key) || event.newValue === null) return
    consumeClosingMark(localStorage, Date.now())
    cancelClosingTwice()
  }
  handleArrival()
  addEventListener("click", recordNavigation)
  addEventListener("submit", recordNavigation)
  addEventListener("pagehide", handlePageHide)
  addEventListener("pageshow", handlePageShow)
  addEventListener("storage", handleStorage)
  return () => {
    clearTimeout(timer)
    removeEventListener("click", recordNavigation)
    removeEventListener("submit", recordNavigation)
    removeEventListener("pagehide", handlePageHide)
    removeEventListener("pageshow", handlePageShow)
    removeEventListener("storage", handleStorage)
  }
}
