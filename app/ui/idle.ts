/** How long a page may be busy before what waits for it is done nevertheless. */
const MAX_WAIT_MS = 2_000

/** Runs `task` when the page is at rest, at the latest after two seconds; returns how to call it off. */
export function runWhenIdle(task: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(task, MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }
  const callback = requestIdleCallback(task, { timeout: MAX_WAIT_MS })
  return () => cancelIdleCallback(callback)
}
