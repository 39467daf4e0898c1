import { ChevronRight } from "#app/ui/icons.tsx"
import { Link, href as toHref } from "react-router"
import { z } from "zod"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatRegionShortName } from "#app/basics/regions.ts"
import { formatDate } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { Price } from "#app/ui/price.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { expertLoader, expertMiddleware } from "../../accounts/guards.server.ts"
import { ProposalBadge } from "../../orders/parts/order-badge.tsx"
import { CATEGORY_LABELS, PROPOSAL_TAB_LABELS, PROPOSAL_TABS, type ProposalTab } from "../../orders/rules.ts"
import {
  countExpertWork,
  findOwnProposals,
  type OwnProposal,
} from "../../orders/service/expert-work.server.ts"
import { DashboardLayout } from "../parts/dashboard-layout.tsx"
import type { Route } from "./+types/expert-proposals"
import { choice, listCursor } from "#app/basics/form-fields.ts"

const ProposalsQuery = z.object({
  tab: choice(PROPOSAL_TABS, "상태").catch("all"),
  after: listCursor,
})

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

export const loader = expertLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { tab, after } = readQuery(ProposalsQuery, new URL(request.url).searchParams)
  const [page, workCounts] = await Promise.all([
    findOwnProposals(actor, { tab, cursor: after }),
    countExpertWork(actor),
  ])
  const counts: Record<ProposalTab, number> = {
    all: workCounts.sent,
    waiting: workCounts.waiting,
    accepted: workCounts.accepted,
    closed: workCounts.sent - workCounts.waiting - workCounts.accepted,
  }
  return { tab, page, counts, isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("내 견적서") },
  { name: "robots", content: "noindex" },
]

const getListPath = (tab: ProposalTab, after?: string) =>
  getListUrl("/expert-dashboard/proposals", { tab: "all" }, { tab, after })

export default function ExpertProposals({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { tab, page, counts, isFirstPage } = loaderData
  return (
    <DashboardLayout currentHref="/expert-dashboard/proposals">
      <PageHeader title="내 견적서" />
      <div className="bar-of-chips mb-4">
        {PROPOSAL_TABS.map((each) => (
          <FilterChip key={each} href={getListPath(each)} isActive={each === tab} count={counts[each]}>
            {PROPOSAL_TAB_LABELS[each]}
          </FilterChip>
        ))}
      </div>
      {page.rows.length === 0 ? (
        <EmptyState
          art="proposals"
          title={tab === "all" ? "아직 보낸 견적서가 없어요" : "여기에 해당하는 견적서가 없어요"}
          action={{ href: toHref("/expert-dashboard/requests"), label: "견적 요청 찾기" }}
        />
      ) : (
        <ul className="overflow-hidden card-line">
          {page.rows.map((proposal) => (
            <ProposalRow key={proposal.proposalId} proposal={proposal} />
          ))}
        </ul>
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={page.cursor}
        buildHref={(after) => getListPath(tab, after)}
        label="이전 견적서 보기"
      />
    </DashboardLayout>
  )
}

function ProposalRow({ proposal }: { proposal: OwnProposal }) {
  const href =
    proposal.state === "accepted"
      ? toHref("/orders/:orderId", { orderId: proposal.orderId })
      : toHref("/orders/:orderId/propose", { orderId: proposal.orderId })
  return (
    <li
      className={
        "relative flex items-center gap-4 border-base-300 p-4 not-first:border-t hover:bg-base-200 md:p-5"
      }
    >
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <ProposalBadge state={proposal.state} />
          <span className="text-sm text-ink-3">
            <RelativeTime at={proposal.sentAt} />
            {proposal.version > 1 ? ` · ${proposal.version}번째 견적` : ""}
          </span>
        </div>
        <h2 className="mt-2 text-base font-semibold">
          <Link to={href} className="line-clamp-2 after:absolute after:inset-0">
            {proposal.title}
          </Link>
        </h2>
        <p className="mt-0.5 text-sm text-ink-3">
          {CATEGORY_LABELS[proposal.category]} · {formatRegionShortName(proposal.regionCode)}
          {proposal.state === "sent" || proposal.state === "viewed"
            ? ` · ${formatDate(proposal.validUntil)}까지 유효`
            : ""}
        </p>
        <Price won={proposal.totalWon} className="mt-1.5 block sm:hidden" />
      </div>
      <Price won={proposal.totalWon} className="hidden flex-none sm:block" />
      <ChevronRight size={20} className="flex-none text-ink-3" />
    </li>
  )
}
