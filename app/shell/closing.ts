/**
 * Owns what happens when a page goes away and comes back: closing the last page signs out, everything else
 * does not.
 */
import { flagClosing, isClosingKey, takeClosing } from "./session-store.ts"

/** A link or a form that was just used explains why the page goes. */
const LEAVING_MS = 10_000
/**
 * The beacon of a page that went may arrive after the request of the page that came: it is taken back once
 * more.
 */
const AGAIN_MS = 3_000

const takeBack = () => void fetch("/session/open", { method: "POST" }).catch(() => {})

/** Whether this click or sending leads away from the document, which the router does not do by itself. */
function leadsAway(event: Event): boolean {
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
  let leavingAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    takeBack()
    clearTimeout(timer)
    timer = setTimeout(takeBack, AGAIN_MS)
  }
  const arrive = () => {
    const flag = takeClosing(localStorage, Date.now())
    if (flag === "old") onClosedBefore()
    else if (flag === "fresh") open()
  }
  const noteLeaving = (event: Event) => {
    if (leadsAway(event)) leavingAt = Date.now()
  }
  const go = () => {
    if (Date.now() - leavingAt < LEAVING_MS) return
    flagClosing(localStorage, Date.now())
    navigator.sendBeacon("/session/closing")
  }
  const comeBack = (event: PageTransitionEvent) => {
    if (event.persisted) arrive()
  }
  // Another page of this browser went away; this one is still here.
  const hearOther = (event: StorageEvent) => {
    if (!isClosingKey(event.key) || event.newValue === null) return
    takeClosing(localStorage, Date.now())
    open()
  }
  arrive()
  addEventListener("click", noteLeaving)
  addEventListener("submit", noteLeaving)
  addEventListener("pagehide", go)
  addEventListener("pageshow", comeBack)
  addEventListener("storage", hearOther)
  return () => {
    clearTimeout(timer)
    removeEventListener("click", noteLeaving)
    removeEventListener("submit", noteLeaving)
    removeEventListener("pagehide", go)
    removeEventListener("pageshow", comeBack)
    removeEventListener("storage", hearOther)
  }
}
