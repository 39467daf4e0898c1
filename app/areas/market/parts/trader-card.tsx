import { ChevronRight } from "#app/ui/icons.tsx"
import { Link, href } from "react-router"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { NeighbourhoodBadge } from "../../accounts/parts/neighbourhood-badge.tsx"
import type { TraderView } from "../views.ts"
import { formatGoodShare } from "./item-texts.ts"

/** Who sells, with what counts: deals and what others said. The whole card leads to their page. */
export function TraderCard({ trader }: { trader: TraderView }) {
  const goodShareText = formatGoodShare(trader)
  const facts = [
    trader.regionCode ? formatRegionShortName(trader.regionCode) : "",
    trader.deals > 0 ? `거래 ${trader.deals}번` : "첫 거래예요",
  ].filter(Boolean)
  return (
    <Link
      to={href("/marketplace/seller/:userId", { userId: trader.userId })}
      className="flex min-h-16 items-center gap-3 rounded-lg"
    >
      <Avatar pictureId={trader.avatarId} name={trader.name} size={48} />
      <span className="min-w-0 flex-1">
        <b className="block truncate text-base font-semibold">{trader.name}</b>
        <span className="block truncate text-sm text-ink-3">{facts.join(" · ")}</span>
        {trader.check ? <NeighbourhoodBadge>{trader.check}</NeighbourhoodBadge> : null}
      </span>
      {goodShareText ? (
        <span className="flex-none text-right">
          <b className="block text-base font-bold text-ok-ink">{goodShareText}</b>
          <span className="block text-xs text-ink-3">후기 {trader.reviews}개</span>
        </span>
      ) : null}
      <ChevronRight size={18} className="flex-none text-ink-3" />
    </Link>
  )
}
