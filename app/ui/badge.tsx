import type { ReactNode } from "react"

export type Tone = "open" | "progress" | "done" | "warn" | "refused" | "ok"

const TONE_CLASSES: Record<Tone, string> = {
  open: "bg-open-tint text-open-ink",
  progress: "bg-progress-tint text-progress-ink",
  done: "bg-done-tint text-done-ink",
  warn: "bg-warn-tint text-warn-ink",
  refused: "bg-refused-tint text-refused-ink",
  ok: "bg-ok-tint text-ok-ink",
}

/**
 * A state, one colour per meaning: open blue, in progress and reserved violet, done grey, warning amber,
 * refused red.
 */
export function StateBadge({
  tone,
  children,
  className = "",
}: {
  tone: Tone
  children: ReactNode
  className?: string
}) {
  return <span className={`state-badge ${TONE_CLASSES[tone]} ${className}`}>{children}</span>
}

/** A grey word about a person or a thing: 사업자, 하자보증 1년. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>
}

/** A number that waits for somebody, on an icon. Nothing at 0. */
export function CountBadge({
  count,
  label,
  className = "",
}: {
  count: number
  label: string
  className?: string
}) {
  return count > 0 ? (
    <span
      className={
        "grid h-4.5 min-w-4.5 place-items-center rounded-full bg-secondary px-1 leading-none " +
        // Beside a sign that does not grow it would hide it.
        "text-[min(0.75rem,16px)] " +
        `font-bold text-secondary-content ${className}`
      }
    >
      <span aria-hidden>{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  ) : null
}
