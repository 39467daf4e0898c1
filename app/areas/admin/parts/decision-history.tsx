import { formatDateTime } from "#app/basics/time.ts"
import { Card } from "#app/ui/section.tsx"

type Decision<State extends string> = {
  id: string
  from: State
  to: State
  reason: string
  at: string
  by: string
}

/** What was decided about an application, newest first, down to the day it came in. */
export function DecisionHistory<State extends string>({
  decisions,
  labels,
  appliedAt,
}: {
  decisions: readonly Decision<State>[]
  labels: Readonly<Record<State, string>>
  appliedAt: string
}) {
  return (
    <Card>
      <h2 className="text-lg font-bold">기록</h2>
      <ol className="mt-3 grid gap-4 text-base">
        {decisions.map((decision) => (
          <li key={decision.id}>
            <p className="font-medium">
              {labels[decision.from]} → {labels[decision.to]}
            </p>
            <p className="text-sm text-ink-3">
              {decision.by} · {formatDateTime(decision.at)}
            </p>
            {decision.reason ? (
              <p className="mt-1 rounded-lg bg-fill p-3 text-sm whitespace-pre-line">{decision.reason}</p>
            ) : null}
          </li>
        ))}
        <li>
          <p className="font-medium">신청</p>
          <p className="text-sm text-ink-3">{formatDateTime(appliedAt)}</p>
        </li>
      </ol>
    </Card>
  )
}
