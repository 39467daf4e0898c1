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
    <span
      className={
        "flex flex-none items-center gap-1.5 text-sm font-semibold " +
        `${isAlmostFull ? "text-sale" : "text-primary-ink"}`
      }
    >
      <span aria-hidden className="flex gap-0.5">
        {Array.from({ length: BAR_COUNT }, (_, bar) => (
          <span
            key={bar}
            className={
              "h-3.5 w-1.5 rounded-full " +
              `${bar < filled ? (isAlmostFull ? "bg-sale" : "bg-primary") : "bg-base-300"}`
            }
          />
        ))}
      </span>
      {count >= max ? "견적 마감" : `견적 ${count}/${max}`}
    </span>
  )
}

/** A request that waits for proposals; the whole card leads to `href`. */
export function OpenOrderCard({
  order,
  href,
  className = "",
}: {
  order: OpenOrderCardView
  href: string
  className?: string
}) {
  return (
    <article
      className={
        "card-line relative flex flex-col p-4 transition-colors hover:border-line-strong md:p-5 " +
        `${className}`
      }
    >
      <div className="flex items-center gap-2.5">
        <span className="grid size-9 flex-none place-items-center rounded-lg bg-primary-tint">
          <CategoryArt category={order.category} size={24} />
        </span>
        <span className="text-sm font-medium text-ink-2">{order.categoryLabel}</span>
        <RelativeTime at={order.openedAt} className="ml-auto text-xs text-ink-3" />
      </div>
      <h3 className="mt-3 line-clamp-2 text-lg font-bold">
        <Link to={href} prefetch="intent" className="after:absolute after:inset-0 after:rounded-xl">
          {order.title}
        </Link>
      </h3>
      <p className="mt-1.5 truncate text-sm text-ink-3">{order.regionAndDate}</p>
      <div className="mt-auto pt-4">
        <div
          className={"flex flex-wrap items-end justify-between gap-x-3 gap-y-1 border-t border-base-300 pt-3"}
        >
          <p className="min-w-0">
            <span className="block text-xs text-ink-3">예산</span>
            <b className="block text-base font-bold">{order.budget}</b>
          </p>
          <ProposalBars count={order.proposalCount} max={order.maxProposals} />
        </div>
      </div>
    </article>
  )
}
