import { useSyncExternalStore } from "react"
import { now } from "../basics/clock.ts"
import { formatDateTime, formatRelativeTime } from "../basics/time.ts"

const MINUTE_MS = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

// One clock for all the times on a screen.
function subscribeToMinutes(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((notifyListener) => notifyListener()), MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
const getCurrentMinute = () => Math.floor(now().getTime() / MINUTE_MS)

/** Draws a component anew with every minute, for what it says of the time that is left. */
export function useEveryMinute(): void {
  useSyncExternalStore(subscribeToMinutes, getCurrentMinute, getCurrentMinute)
}

/**
 * "3분 전", kept true while the screen stays open. `at` is an ISO time. The server may have written it some
 * seconds ago.
 */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  useEveryMinute()
  return (
    <time dateTime={at} title={formatDateTime(at)} className={className} suppressHydrationWarning>
      {formatRelativeTime(at, now())}
    </time>
  )
}

/** Keeps the times true that the server has written into `element` by `RelativeTime`; gives what ends it. */
export function keepTimesTrue(element: Element): () => void {
  const times = element.querySelectorAll<HTMLTimeElement>("time[title]")
  if (times.length === 0) return () => {}
  return subscribeToMinutes(() => {
    for (const time of times) time.textContent = formatRelativeTime(time.dateTime, now())
  })
}
