/**
 * What the page has to do with its service worker: starting it, saying who is here, forgetting who is
 * gone.
 */
import { runWhenIdle } from "../ui/idle.ts"

const WORKER_SCRIPT = "/sw.js"

/** Whose pages the worker may keep: the worker forgets what it keeps of anybody else. */
async function postOwner(owner: string | null, staysSignedIn: boolean): Promise<void> {
  const { active, waiting, installing } = await navigator.serviceWorker.ready
  for (const worker of [active, waiting, installing]) {
    // A worker has one origin and takes no other argument.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker?.postMessage({ type: "owner", owner, staysSignedIn })
  }
}

/**
 * Starts the worker, once the page has come to rest, and says who is signed in, and whether that outlives
 * closing the browser. One that is there already is told as soon as the page is loaded, since it may have to
 * forget what it keeps. In development there is none, so that sources are read afresh; one that is left from
 * a build is removed.
 */
export function startServiceWorker(owner: string | null, staysSignedIn: boolean): void {
  if (!("serviceWorker" in navigator)) return
  if (import.meta.env.DEV) {
    void navigator.serviceWorker
      .getRegistrations()
      .then((registrations) => registrations.forEach((registration) => void registration.unregister()))
    return
  }
  const registerWorker = () => {
    navigator.serviceWorker.register(WORKER_SCRIPT).then(
      () => postOwner(owner, staysSignedIn),
      // oxlint-disable-next-line no-console -- for whoever looks why there is nothing offline
      (error: unknown) => console.warn("[바로일당] 오프라인 보기를 준비하지 못했어요.", error),
    )
  }
  const start = navigator.serviceWorker.controller ? registerWorker : () => runWhenIdle(registerWorker)
  if (document.readyState === "complete") start()
  else addEventListener("load", start, { once: true })
}

/** Forgets at once what was kept of somebody who logs out. */
export function clearOfflineCache(): void {
  // A worker has one origin and takes no other argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  if ("serviceWorker" in navigator)
    navigator.serviceWorker.controller?.postMessage({ type: "owner", owner: null })
}

/** A page was reached without a document of its own: the worker may keep one. */
export function reportVisitedPath(path: string): void {
  // A worker has one origin and takes no other argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  if ("serviceWorker" in navigator && navigator.onLine)
    navigator.serviceWorker.controller?.postMessage({ type: "seen", path })
}

/**
 * Without a connection links load documents, which the worker has kept, and not data, which it has not.
 * Returns how to stop.
 */
export function loadDocumentsWhenOffline(): () => void {
  const handleClick = (event: MouseEvent) => {
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
  document.addEventListener("click", handleClick, { capture: true })
  return () => document.removeEventListener("click", handleClick, { capture: true })
}
