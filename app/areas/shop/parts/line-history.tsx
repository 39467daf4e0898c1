import { formatDateTime } from "#app/basics/time.ts"
import { FoldSummary } from "#app/ui/fold-summary.tsx"
import { ACTOR_ROLE_LABELS, LINE_STATE_LABELS, type LineActorRole, type LineState } from "../rules.ts"

/** What happened to a line, to be opened; with a `role`, who did it. */
export function LineHistory({
  events,
  label = "진행 기록",
}: {
  events: readonly { toState: LineState; at: string; role?: LineActorRole }[]
  label?: string
}) {
  if (events.length === 0) return null
  return (
    <details className="mt-3">
      <FoldSummary className="text-sm text-ink-3">{label}</FoldSummary>
      <ol className="mt-2 grid gap-1.5 text-sm text-ink-2">
        {events.map((event) => (
          <li key={event.at + event.toState} className="flex justify-between gap-3">
            <span>
              {LINE_STATE_LABELS[event.toState]}
              {event.role ? <span className="text-ink-3"> · {ACTOR_ROLE_LABELS[event.role]}</span> : null}
            </span>
            <span className="num text-ink-3">{formatDateTime(event.at)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
