import { useSyncExternalStore } from "react"
import { now } from "../basics/clock.ts"
import { formatDateTime, relativeTime } from "../basics/time.ts"

const minuteMs = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

// One clock for all the times on a screen.
function everyMinute(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), minuteMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
const minute = () => Math.floor(now().getTime() / minuteMs)

/**
 * "3분 전", kept true while the screen stays open. `at` is an ISO time. The server may have written it some
 * seconds ago.
 */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  useSyncExternalStore(everyMinute, minute, minute)
  return (
    <time dateTime={at} title={formatDateTime(at)} className={className} suppressHydrationWarning>
      {relativeTime(at, now())}
    </time>
  )
}
