import { Link } from "react-router"
import { CategoryArt } from "#app/ui/art/art.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import type { Category } from "../rules.ts"

/** An open request as everybody may see it, in words. */
export type OpenOrderCardView = {
  id: string
  category: Category
  categoryLabel: string
  title: string
  /** Where and when: `"서초구 · 12월 6일"`. */
  regionAndDate: string
  budget: string
  proposalCount: number
  maxProposals: number
  openedAt: string
}

const BAR_COUNT = 5

/** How many proposals have come of how many that can: five bars, red when there is little room left. */
export function ProposalBars({ count, max }: { count: number; max: number }) {
  const filled = Math.min(BAR_COUNT, Math.ceil((count / max) * BAR_COUNT))
  const isAlmostFull = filled >= BAR_COUNT - 1
  return (
    <span className="proposal-bars" data-full={isAlmostFull ? "" : undefined}>
      {Array.from({ length: BAR_COUNT }, (_, bar) => (
        <i key={bar} data-on={bar < filled ? "" : undefined} />
      ))}
      {count >= max ? "견적 마감" : `견적 ${count}/${max}`}
    </span>
  )
}

/** A request that waits for proposals; the whole card leads to `href`. */
export function OpenOrderCard({
  order,
  href,
  className,
}: {
  order: OpenOrderCardView
  href: string
  className?: string
}) {
  return (
    <article className={className ? `open-order-card ${className}` : "open-order-card"}>
      <div className="open-order-kind">
        <span>
          <CategoryArt category={order.category} size={24} />
        </span>
        {order.categoryLabel}
        <RelativeTime at={order.openedAt} />
      </div>
      <h3>
        <Link to={href} prefetch="intent" className="card-link">
          {order.title}
        </Link>
      </h3>
      <p className="open-order-place">{order.regionAndDate}</p>
      <div className="open-order-facts">
        <div>
          <p>
            예산
            <b>{order.budget}</b>
          </p>
          <ProposalBars count={order.proposalCount} max={order.maxProposals} />
        </div>
      </div>
    </article>
  )
}
