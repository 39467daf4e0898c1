import { ChevronLeft } from "#app/ui/icons.tsx"
import { Link } from "react-router"
import { formatDate } from "#app/basics/time.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import type { OrderDetails } from "../views.ts"
import { OrderBadge } from "./order-badge.tsx"
import { joinWithDots, formatService, formatWantedDate } from "./format.ts"

/** The title of an order's page: the way back, the state, the words, where and when. */
export function OrderHeader({ order, back }: { order: OrderDetails; back: { href: string; label: string } }) {
  return (
    <header>
      <Link
        to={back.href}
        className={
          "hit -ml-1 mb-3 inline-flex items-center gap-0.5 rounded-sm text-sm font-medium text-ink-2 " +
          "hover:underline"
        }
      >
        <ChevronLeft size={18} />
        {back.label}
      </Link>
      <p className="flex items-center gap-2">
        <OrderBadge state={order.state} />
        {order.openedAt ? (
          <span className="text-sm text-ink-3">{formatDate(order.openedAt)} 요청</span>
        ) : null}
      </p>
      <h1 className="mt-2.5 text-2xl font-bold">{order.title}</h1>
      <p className="mt-1.5 text-base text-ink-2">
        {joinWithDots(formatService(order), formatRegionName(order.regionCode), formatWantedDate(order))}
      </p>
    </header>
  )
}
