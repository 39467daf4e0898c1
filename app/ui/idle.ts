/** Runs `task` when the page is at rest, at the latest after `maxWaitMs`; returns how to call it off. */
export function runWhenIdle(task: () => void, maxWaitMs = 2_000): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(task, maxWaitMs)
    return () => clearTimeout(timer)
  }
  const callback = requestIdleCallback(task, { timeout: maxWaitMs })
  return () => cancelIdleCallback(callback)
}
