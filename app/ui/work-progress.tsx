import { useEffect } from "react"
import { useRevalidator } from "react-router"

const POLL_MS = 1_000

/**
 * How far a long piece of work is that goes on without this page: `done` of `total`, read anew every second
 * while it is in sight, and every few seconds by a page without scripts.
 */
export function WorkProgress({
  label,
  done,
  total,
  text,
}: {
  label: string
  done: number
  total: number
  /** The same in words. */ text: string
}) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [revalidate])
  return (
    <p className="mt-3 flex items-center gap-3 text-sm text-ink-2">
      <noscript>
        <meta httpEquiv="refresh" content="3" />
      </noscript>
      <progress
        value={done}
        max={Math.max(1, total)}
        aria-label={label}
        className="progress progress-primary w-full max-w-80"
      />
      <span className="num flex-none" aria-live="polite">
        {text}
      </span>
    </p>
  )
}
