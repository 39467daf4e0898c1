import { ChevronRight, ShieldCheck } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { DEAL_STATE_LABELS } from "../deal-rules.ts"
import type { SafeDealRef } from "../views.ts"

/** To the deal that is paid safely, with how far it has come. */
export function SafeDealLink({ deal }: { deal: SafeDealRef }) {
  return (
    <Link
      to={href("/marketplace/deals/:dealId", { dealId: deal.id })}
      className={
        "flex min-h-14 items-center gap-3 rounded-lg bg-progress-tint px-4 py-3 text-base " +
        "text-progress-ink hover:underline"
      }
    >
      <ShieldCheck size={20} className="flex-none" />
      <span className="min-w-0 flex-1">
        안심결제 거래 · <b className="font-semibold">{DEAL_STATE_LABELS[deal.state]}</b>
      </span>
      <ChevronRight size={18} className="flex-none" />
    </Link>
  )
}

/** Where a buyer begins to pay what they see; for an item that is paid safely and for sale. */
export function BuySafelyLink({ itemId, className }: { itemId: string; className: string }) {
  return (
    <Link to={href("/marketplace/:itemId/buy", { itemId })} className={className}>
      <ShieldCheck size={18} /> 안심결제
    </Link>
  )
}
