import { formatWon } from "#app/basics/won.ts"
import { isPartHeld, isPartOver } from "../payment-rules.ts"
import type { ChangeOrderView, PartView } from "../views.ts"
import { sumHeldParts } from "./part-steps.tsx"

/** The price as it stands: what was agreed, what was added with the customer's consent, and the sum. */
export function OrderPrice({
  agreedWon,
  payableWon,
  changes,
  parts,
  isForExpert = false,
  isOver,
}: {
  agreedWon: number
  payableWon: number
  changes: readonly ChangeOrderView[]
  /** Empty where the two settle it themselves. */
  parts: readonly PartView[]
  isForExpert?: boolean
  /** The order is over: nobody pays any more. */
  isOver: boolean
}) {
  const isPaid = parts.length > 0 && parts.every(({ state }) => isPartHeld(state) || isPartOver(state))
  const label = isOver || isPaid ? "총 금액" : isForExpert ? "받을 금액" : "결제할 금액"
  const accepted = changes.filter((change) => change.state === "accepted")
  return (
    <section aria-label="금액">
      <p className="text-sm text-ink-3">{label}</p>
      <p className="mt-0.5 text-2xl font-bold">{formatWon(payableWon)}</p>
      <dl className="num mt-3 space-y-1.5 text-sm">
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-2">선택한 견적</dt>
          <dd className="font-medium">{formatWon(agreedWon)}</dd>
        </div>
        {accepted.map((change) => (
          <div key={change.id} className="flex flex-wrap justify-between gap-x-4">
            <dt className="min-w-0 flex-1 basis-28 text-ink-2">추가 · {change.title}</dt>
            <dd className="ml-auto flex-none font-medium">+{formatWon(change.amountWon)}</dd>
          </div>
        ))}
      </dl>
      {parts.length > 0 ? <PartSums parts={parts} /> : null}
      <p className="mt-3 text-sm text-ink-3">
        {parts.length > 0
          ? "결제한 돈은 결제대행사가 보관해요. 견적 금액과 수락한 추가 비용보다 더 결제되지 않아요."
          : isForExpert
            ? "견적 금액에 고객이 수락한 추가 비용을 더한 금액이에요."
            : "견적 금액과 직접 수락한 추가 비용이 전부예요. 작업을 확인하고 전문가에게 직접 내요."}
      </p>
    </section>
  )
}

/** Where the money of an order that is paid safely is. */
function PartSums({ parts }: { parts: readonly PartView[] }) {
  const sum = (field: "releasedWon" | "refundedWon") => parts.reduce((won, part) => won + part[field], 0)
  const rows = [
    ["보관 중", sumHeldParts(parts)],
    ["지급 확정", sum("releasedWon")],
    ["환불", sum("refundedWon")],
  ] as const
  return (
    <dl className="num mt-3 space-y-1.5 border-t border-base-300 pt-3 text-sm">
      {rows.map(([label, won]) =>
        won > 0 || label === "보관 중" ? (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-medium">{formatWon(won)}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
