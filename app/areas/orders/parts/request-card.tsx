import { Camera } from "#app/ui/icons.tsx"
import { Link } from "react-router"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { formatWonRange } from "#app/basics/won.ts"
import { CategoryArt } from "#app/ui/art/art.tsx"
import { StateBadge } from "#app/ui/badge.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { getServiceLabel } from "../questions.ts"
import { CATEGORY_LABELS, LIMITS } from "../rules.ts"
import type { BoardCard } from "../views.ts"
import { ProposalBars } from "./open-order-card.tsx"
import { formatWantedDate } from "./format.ts"

/** An open request as an expert meets it. The whole card leads to `href`. */
export function RequestCard({
  request,
  href,
  HeadingTag: Heading = "h3",
}: {
  request: BoardCard
  href: string
  HeadingTag?: "h2" | "h3"
}) {
  return (
    <article className="relative flex h-full flex-col card-line p-4 hover:bg-base-200 md:p-5">
      <div className="flex items-center gap-2.5">
        <span className="grid size-9 flex-none place-items-center rounded-lg bg-primary-tint">
          <CategoryArt category={request.category} size={24} />
        </span>
        <span className="min-w-0 truncate text-sm text-ink-2">
          {CATEGORY_LABELS[request.category]} · {getServiceLabel(request.category, request.service)}
        </span>
        <RelativeTime at={request.openedAt} className="ml-auto flex-none text-sm text-ink-3" />
      </div>
      <Heading className="mt-3 line-clamp-2 text-lg font-bold">
        <Link to={href} className="after:absolute after:inset-0 after:rounded-xl">
          {request.title}
        </Link>
      </Heading>
      <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-sm text-ink-3">
        {formatRegionShortName(request.regionCode)} · {formatWantedDate(request)}
        {request.photoCount > 0 && (
          <span className="inline-flex items-center gap-0.5">
            · <Camera size={14} /> <span className="sr-only">사진</span>
            {request.photoCount}
          </span>
        )}
      </p>
      {request.invited || request.proposed ? (
        <p className="mt-2 flex gap-1.5">
          {request.invited && <StateBadge tone="ok">나에게 온 요청</StateBadge>}
          {request.proposed && <StateBadge tone="done">견적 보냄</StateBadge>}
        </p>
      ) : null}
      <div className="mt-auto pt-3.5">
        <div
          className={"flex flex-wrap items-end justify-between gap-x-3 gap-y-1 border-t border-base-300 pt-3"}
        >
          <div className="min-w-0">
            <p className="text-xs text-ink-3">예산</p>
            <p className="text-base font-bold">
              {formatWonRange(request.budgetMinWon, request.budgetMaxWon)}
            </p>
          </div>
          <ProposalBars count={request.proposalCount} max={LIMITS.proposals} />
        </div>
      </div>
    </article>
  )
}
