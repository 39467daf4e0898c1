/**
 * Owns what the page has to do with its service worker: starting it, saying who is here, forgetting who is
 * gone.
 */

const SCRIPT = "/sw.js"

/** Whose pages the worker may keep: the worker forgets what it keeps of anybody else. */
async function tellOwner(owner: string | null, kept: boolean): Promise<void> {
  const { active, waiting, installing } = await navigator.serviceWorker.ready
  // A worker has one origin and takes no other argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  for (const worker of [active, waiting, installing]) worker?.postMessage({ type: "owner", owner, kept })
}

/**
 * Starts the worker, once the page has come to rest, and says who is signed in, and whether that outlives
 * closing the browser. In development there is none, so that sources are read afresh; one that is left from a
 * build is removed.
 */
export function keepOffline(owner: string | null, kept: boolean): void {
  if (!("serviceWorker" in navigator)) return
  if (import.meta.env.DEV) {
    void navigator.serviceWorker.getRegistrations().then((all) => all.forEach((one) => void one.unregister()))
    return
  }
  const start = () => {
    navigator.serviceWorker.register(SCRIPT).then(
      () => tellOwner(owner, kept),
      // oxlint-disable-next-line no-console -- for whoever looks why there is nothing offline
      (error: unknown) => console.warn("[바로일당] 오프라인 보기를 준비하지 못했어요.", error),
    )
  }
  if (document.readyState === "complete") start()
  else addEventListener("load", start, { once: true })
}

/** Forgets at once what was kept of somebody who logs out. */
export function forgetOffline(): void {
  // A worker has one origin and takes no other argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  if ("serviceWorker" in navigator)
    navigator.serviceWorker.controller?.postMessage({ type: "owner", owner: null })
}

/** A page was reached without a document of its own: the worker may keep one. */
export function noteSeen(path: string): void {
  // A worker has one origin and takes no other argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  if ("serviceWorker" in navigator && navigator.onLine)
    navigator.serviceWorker.controller?.postMessage({ type: "seen", path })
}

/**
 * Without a connection links load documents, which the worker has kept, and not data, which it has not.
 * Returns how to stop.
 */
export function followLinksOffline(): () => void {
  const follow = (event: MouseEvent) => {
    if (
      navigator.onLine ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null
    if (!link || link.target === "_blank" || link.origin !== location.origin || link.hash !== "") return
    event.preventDefault()
    event.stopPropagation()
    location.assign(link.href)
  }
  document.addEventListener("click", follow, { capture: true })
  return () => document.removeEventListener("click", follow, { capture: true })
}
