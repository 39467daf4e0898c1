import { Link } from "react-router"
import { z } from "zod"
import { optional, readQuery, text } from "#app/basics/form.ts"
import { titleOf } from "#app/shell/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Rating } from "#app/ui/rating.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminMiddleware, getActor, isWaitingForProfile, requireAdmin } from "../../accounts/guards.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import { findReviewsForAdmin } from "../../experts/service/review-admin.server.ts"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import { AdminFrame } from "../parts/admin-frame.tsx"
import { ReviewPlaceBadge } from "../parts/review-place.tsx"
import type { Route } from "./+types/admin-reviews"

const ReviewsQuery = z.object({
  removed: z.literal("1").optional().catch(undefined),
  after: optional(text({ label: "위치", max: 400 })).catch(null),
})

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const query = readQuery(ReviewsQuery, new URL(request.url).searchParams)
  const removed = query.removed === "1"
  const page = await findReviewsForAdmin(actor, { removed, cursor: query.after })
  const people = await findPeople(page.rows.flatMap((row) => [row.customerId, row.expertId]))
  return {
    removed,
    rows: page.rows.map((row) => ({ ...row, customer: people.get(row.customerId)?.name ?? "탈퇴한 회원", expert: people.get(row.expertId)?.name ?? "탈퇴한 전문가" })),
    cursor: page.cursor,
    first: query.after === null,
  }
}

export const meta: Route.MetaFunction = () => [{ title: titleOf("후기 관리") }, { name: "robots", content: "noindex" }]

function address(removed: boolean, after?: string): string {
  const query = new URLSearchParams({ ...(removed && { removed: "1" }), ...(after && { after }) }).toString()
  return query ? `/admin/reviews?${query}` : "/admin/reviews"
}

export default function AdminReviews({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { removed, rows, cursor, first } = loaderData
  return (
    <AdminFrame current="reviews">
      <PageHeader title="후기" />
      <div className="bar-of-chips mb-4">
        <FilterChip href={address(false)} active={!removed}>전체</FilterChip>
        <FilterChip href={address(true)} active={removed}>삭제한 후기</FilterChip>
      </div>
      {rows.length === 0 ? (
        <EmptyState art="reviews" title={removed ? "삭제한 후기가 없어요" : "아직 후기가 없어요"} />
      ) : (
        <div className="overflow-hidden card-line">
          <table className="w-full text-base">
            <thead className="hidden text-left text-sm text-ink-3 md:table-header-group">
              <tr className="border-b border-base-300">
                <th scope="col" className="px-5 py-3 font-normal">후기</th>
                <th scope="col" className="px-3 py-3 font-normal">고객 → 전문가</th>
                <th scope="col" className="px-3 py-3 font-normal">쓴 때</th>
                <th scope="col" className="px-5 py-3 font-normal">상태</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id} className="relative border-base-300 not-first:border-t hover:bg-base-200 max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:p-4">
                  <td className="min-w-0 max-md:order-1 md:max-w-80 md:px-5 md:py-3.5">
                    <Link to={`/admin/reviews/${row.id}`} className="block truncate font-semibold after:absolute after:inset-0">{row.body}</Link>
                    <span className="inline-flex items-center gap-1.5 text-sm text-ink-3"><Rating value={row.rating} size="sm" /> · {CATEGORY_LABELS[row.category]}</span>
                  </td>
                  <td className="max-md:order-3 max-md:text-sm max-md:text-ink-2 md:px-3 md:py-3.5">{row.customer} → {row.expert}</td>
                  <td className="max-md:order-4 max-md:justify-self-end max-md:text-sm whitespace-nowrap text-ink-3 md:px-3 md:py-3.5"><RelativeTime at={row.createdAt} /></td>
                  <td className="max-md:order-2 max-md:justify-self-end md:px-5 md:py-3.5"><ReviewPlaceBadge place={row.place} /></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <nav aria-label="페이지" className="flex justify-center gap-2 py-6">
        {first ? null : <Link to={address(removed)} className="btn btn-quiet">처음으로</Link>}
        {cursor ? <Link to={address(removed, cursor)} className="btn btn-quiet min-w-40">다음</Link> : null}
      </nav>
    </AdminFrame>
  )
}
