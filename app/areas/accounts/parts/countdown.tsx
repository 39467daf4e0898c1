import { useEffect, useState } from "react"

const formatClock = (ms: number) =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor((ms % 60_000) / 1_000)).padStart(2, "0")}`

/** Counts down from `durationMs` (5:00, 4:59, …), read out to nobody; `onEnd` once at 0:00. */
export function Countdown({ durationMs, onEnd }: { durationMs: number; onEnd: () => void }) {
  const [remainingMs, setRemainingMs] = useState(durationMs)
  useEffect(() => {
    const endsAt = Date.now() + durationMs
    const timer = setInterval(() => {
      const now = Math.max(0, endsAt - Date.now())
      setRemainingMs(now)
      if (now > 0) return
      clearInterval(timer)
      onEnd()
    }, 250)
    return () => clearInterval(timer)
    // A new function of the parent must not start the time anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [durationMs])
  return (
    <span role="timer" className="num font-semibold text-sale">
      <span className="sr-only">남은 시간 </span>
      {formatClock(Math.ceil(remainingMs / 1_000) * 1_000)}
    </span>
  )
}
