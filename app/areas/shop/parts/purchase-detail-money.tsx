import { formatWon } from "#app/basics/won.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { Card } from "#app/ui/section.tsx"
import type { AdminPurchaseView } from "../views.ts"

/** What became of every won that was paid: the parts sum to the whole. */
export function PurchaseMoneySummary({ sums }: { sums: AdminPurchaseView["sums"] }) {
  const rows = [
    {
      label: "확정된 판매",
      won: sums.sellerWon + sums.platformWon,
      note:
        sums.sellerWon + sums.platformWon > 0
          ? `판매자 ${formatWon(sums.sellerWon)} · 바로일당 ${formatWon(sums.platformWon)}`
          : null,
    },
    { label: "돌려준 돈", won: sums.returnedWon, note: null },
    {
      label: "보관 중인 돈",
      won: sums.heldWon + sums.refundingWon,
      note: sums.refundingWon > 0 ? `이 가운데 환불 중 ${formatWon(sums.refundingWon)}` : null,
    },
  ]
  return (
    <Card>
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-lg font-bold">돈의 자리</h2>
        {sums.isBalanced ? (
          <StateBadge tone="ok">장부가 맞아요</StateBadge>
        ) : (
          <StateBadge tone="refused">장부가 달라요</StateBadge>
        )}
      </div>
      <dl className="mt-4 grid gap-3 text-base">
        {rows.map(({ label, won, note }) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <dt className="text-ink-2">{label}</dt>
            <dd className="num font-medium">{formatWon(won)}</dd>
            {note ? <dd className="num mt-0.5 w-full text-right text-sm text-ink-3">{note}</dd> : null}
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-3 border-t border-base-300 pt-3">
          <dt className="font-semibold">결제받은 돈</dt>
          <dd className="num text-lg font-bold">{formatWon(sums.paidWon)}</dd>
        </div>
      </dl>
    </Card>
  )
}
