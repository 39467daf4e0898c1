import { Link, href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound } from "../../accounts/guards.server.ts"
import { findExpertCards } from "../../experts/service/directory.server.ts"
import { ProposalBadge } from "../../orders/parts/order-badge.tsx"
import { ProposalDetail } from "../../orders/parts/proposal-detail.tsx"
import { viewProposals } from "../../orders/service/received-proposals.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import type { Route } from "./+types/admin-order-proposals"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  const receivedProposals =
    (isId(params.orderId) && (await viewProposals(actor, params.orderId))) || notFound()
  const cards = await findExpertCards(receivedProposals.proposals.map((proposal) => proposal.expertId))
  return {
    order: receivedProposals.order,
    proposals: receivedProposals.proposals.map((proposal) => ({
      proposal,
      expert: {
        name: cards.get(proposal.expertId)?.name ?? "탈퇴한 전문가",
        avatarId: cards.get(proposal.expertId)?.avatarId ?? null,
      },
    })),
  }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("받은 견적") },
  { name: "robots", content: "noindex" },
]

export default function AdminOrderProposals({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { order, proposals } = loaderData
  return (
    <AdminLayout current="orders">
      <PageHeader
        title={`받은 견적 ${proposals.length}개`}
        back={{ href: href("/admin/orders/:orderId", { orderId: order.id }), label: order.title }}
      />
      {proposals.length === 0 ? <EmptyState art="proposals" title="아직 받은 견적이 없어요" /> : null}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {proposals.map(({ proposal, expert }) => (
          <Card key={proposal.id} className="md:p-6">
            <div className="mb-4 flex items-center gap-3">
              <Avatar pictureId={expert.avatarId} name={expert.name} size={44} />
              <div className="min-w-0 flex-1">
                <h2 className="truncate font-semibold">
                  <Link
                    to={href("/admin/expert/:expertId", { expertId: proposal.expertId })}
                    className="hover:underline"
                  >
                    {expert.name}
                  </Link>
                </h2>
                <p className="text-sm text-ink-3">
                  {formatDateTime(proposal.sentAt)} 보냄
                  {proposal.version > 1 ? ` · ${proposal.version}번째` : ""}
                </p>
              </div>
              <ProposalBadge state={proposal.state} />
            </div>
            <ProposalDetail proposal={proposal} />
            {proposal.declineReason ? (
              <p className="mt-4 text-sm text-ink-2">거절 이유: {proposal.declineReason}</p>
            ) : null}
          </Card>
        ))}
      </div>
    </AdminLayout>
  )
}
