import { formatWon } from "#app/basics/won.ts"
import type { ChangeOrderView } from "../views.ts"

/** The price as it stands: what was agreed, what was added with the customer's consent, and the sum. */
export function OrderPrice({
  agreedWon,
  payableWon,
  changes,
  isForExpert = false,
}: {
  agreedWon: number
  payableWon: number
  changes: readonly ChangeOrderView[]
  isForExpert?: boolean
}) {
  const accepted = changes.filter((change) => change.state === "accepted")
  return (
    <section aria-label="금액">
      <p className="text-sm text-ink-3">{isForExpert ? "받을 금액" : "결제할 금액"}</p>
      <p className="mt-0.5 text-2xl font-bold">{formatWon(payableWon)}</p>
      <dl className="num mt-3 space-y-1.5 text-sm">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">선택한 견적</dt>
          <dd className="font-medium">{formatWon(agreedWon)}</dd>
        </div>
        {accepted.map((change) => (
          <div key={change.id} className="flex justify-between gap-4">
            <dt className="min-w-0 truncate text-ink-2">추가 · {change.title}</dt>
            <dd className="flex-none font-medium">+{formatWon(change.amountWon)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-ink-3">
        {isForExpert
          ? "견적 금액에 고객이 수락한 추가 비용을 더한 금액이에요."
          : "견적 금액과 직접 수락한 추가 비용이 전부예요. 작업을 확인하고 전문가에게 직접 내요."}
      </p>
    </section>
  )
}
