import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { StateBadge, type Tone } from "#app/ui/badge.tsx"
import { CHANGE_ORDER_STATE_LABELS, type ChangeOrderState } from "../rules.ts"
import type { ChangeOrderView } from "../views.ts"
import { ChangeOrderDecision } from "./change-order-decision.tsx"

const TONE_BY_STATE: Record<ChangeOrderState, Tone> = { proposed: "warn", accepted: "ok", rejected: "done" }

/**
 * What the expert asked for on top, newest first. With `payableWon`, the sum so far, its reader can answer
 * one that waits.
 */
export function ChangeOrderList({
  changes,
  payableWon = null,
}: {
  changes: readonly ChangeOrderView[]
  payableWon?: number | null
}) {
  return (
    <ul className="grid gap-3">
      {changes.toReversed().map((change) => (
        <li
          key={change.id}
          className={`rounded-xl p-4 md:p-5 ${change.state === "proposed" ? "bg-warn-tint" : "bg-fill"}`}
        >
          <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1 basis-40">
              <h3 className="font-semibold">{change.title}</h3>
              <p className="mt-0.5 text-sm text-ink-2">{formatDateTime(change.createdAt)}</p>
            </div>
            <StateBadge tone={TONE_BY_STATE[change.state]}>
              {CHANGE_ORDER_STATE_LABELS[change.state]}
            </StateBadge>
          </div>
          <p className="mt-3 text-xl font-bold">+{formatWon(change.amountWon)}</p>
          <p className="mt-1.5 whitespace-pre-line text-ink-2">{change.reason}</p>
          {change.state === "proposed" && payableWon !== null ? (
            <ChangeOrderDecision change={change} payableWon={payableWon} />
          ) : null}
        </li>
      ))}
    </ul>
  )
}
