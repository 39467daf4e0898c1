import { Link, data, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { parseForm, readQuery, getFormValues } from "#app/basics/form.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { TextField } from "#app/ui/field.tsx"
import { useFirstErrorFocus } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { Rating } from "#app/ui/rating.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminMiddleware, getActor, isWaitingForProfile, requireAdmin } from "../../accounts/guards.server.ts"
import { findPeople } from "../../accounts/service/profile.server.ts"
import type { AdminReviewSort } from "../../experts/rules.ts"
import { findReviewsForAdmin } from "../../experts/service/review-admin.server.ts"
import { removeReviews } from "../../experts/service/reviews.server.ts"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { BulkActionBar, BulkCheckbox } from "../parts/bulk-action-bar.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminTable } from "../parts/admin-table.tsx"
import { ReviewStateBadge } from "../parts/review-state-badge.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import { AdminReviewsQuery } from "../list-queries.ts"
import { BulkReviewsForm } from "../rules.ts"
import type { Route } from "./+types/admin-reviews"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const query = readQuery(AdminReviewsQuery, new URL(request.url).searchParams)
  const removed = query.removed === "1"
  const page = await findReviewsForAdmin(actor, {
    removed,
    term: query.q,
    sort: query.sort,
    cursor: query.after,
  })
  const people = await findPeople(page.rows.flatMap((row) => [row.customerId, row.expertId]))
  return {
    listQuery: { term: query.q, removed, sort: query.sort },
    rows: page.rows.map((row) => ({
      ...row,
      customer: people.get(row.customerId)?.name ?? "탈퇴한 회원",
      expert: people.get(row.expertId)?.name ?? "탈퇴한 전문가",
    })),
    cursor: page.cursor,
    isFirstPage: query.after === null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const formData = await request.formData()
  const form = parseForm(BulkReviewsForm, formData)
  if (!form.ok)
    return data(
      { problem: form.errors.ids ?? null, errors: form.errors, values: form.values },
      { status: 400 },
    )
  const removed = await removeReviews(actor, form.value)
  if (removed === 0)
    return data(
      { problem: "고른 후기는 이미 모두 삭제됐어요.", errors: {}, values: getFormValues(formData) },
      { status: 409 },
    )
  return redirectWithFlash("/admin/reviews", `후기 ${removed}개를 삭제했어요`)
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("후기 관리") },
  { name: "robots", content: "noindex" },
]

type ListQuery = { term: string; removed: boolean; sort: AdminReviewSort }
const buildListUrl = ({ term, removed, sort }: ListQuery, after?: string) =>
  getListUrl("/admin/reviews", { sort: "newest" }, { q: term, removed: removed ? "1" : null, sort, after })

const SORT_OPTIONS = [
  ["newest", "최신순"],
  ["oldest", "오래된순"],
  ["worst", "낮은 평점순"],
] as const

export default function AdminReviews({ loaderData, actionData: failed }: Route.ComponentProps) {
  useFirstErrorFocus(failed?.errors)
  if (!loaderData) return null
  const { listQuery, rows, cursor, isFirstPage } = loaderData
  const { term, removed, sort } = listQuery
  const errors: Record<string, string> = failed?.errors ?? {}
  return (
    <AdminLayout current="reviews">
      <PageHeader title="후기">
        <ExportButton kind="reviews" listUrl={buildListUrl(listQuery)} rows={rows} />
      </PageHeader>
      <AdminSearch
        action="/admin/reviews"
        label="후기 찾기"
        placeholder="후기 내용, 고객이나 전문가 이름"
        term={term}
        hiddenFields={{ removed: removed ? "1" : null, sort: sort === "newest" ? null : sort }}
      />
      <div className="bar-of-chips">
        <FilterChip href={buildListUrl({ ...listQuery, removed: false })} isActive={!removed}>
          전체
        </FilterChip>
        <FilterChip href={buildListUrl({ ...listQuery, removed: true })} isActive={removed}>
          삭제한 후기
        </FilterChip>
      </div>
      <AdminSortLinks
        options={SORT_OPTIONS}
        current={sort}
        address={(nextSort) => buildListUrl({ ...listQuery, sort: nextSort })}
      />
      {rows.length === 0 ? (
        <EmptyState
          art="reviews"
          title={
            term ? `‘${term}’에 맞는 후기가 없어요` : removed ? "삭제한 후기가 없어요" : "아직 후기가 없어요"
          }
        />
      ) : (
        <AdminTable
          rows={rows}
          keyOf={(row) => row.id}
          renderCheckbox={(row) =>
            row.place === "removed" ? null : <BulkCheckbox id={row.id} label={`${row.customer}님의 후기`} />
          }
          columns={[
            {
              label: "후기",
              slot: "name",
              className: "md:max-w-80",
              render: (row) => (
                <>
                  <Link
                    to={href("/admin/reviews/:reviewId", { reviewId: row.id })}
                    className="block truncate font-semibold after:absolute after:inset-0"
                  >
                    {row.body}
                  </Link>
                  <span className="inline-flex items-center gap-1.5 text-sm text-ink-3">
                    <Rating value={row.rating} size="sm" /> · {CATEGORY_LABELS[row.category]}
                  </span>
                </>
              ),
            },
            { label: "고객 → 전문가", slot: "detail", render: (row) => `${row.customer} → ${row.expert}` },
            {
              label: "쓴 때",
              slot: "figure",
              className: "text-ink-3",
              render: (row) => <RelativeTime at={row.createdAt} />,
            },
            { label: "상태", slot: "badge", render: (row) => <ReviewStateBadge state={row.place} /> },
          ]}
        />
      )}
      <BulkActionBar
        failed={failed}
        fields={
          <TextField
            label="삭제하는 이유 (쓴 사람에게 전해져요)"
            name="reason"
            maxLength={500}
            defaultValue={[failed?.values.reason ?? ""].flat()[0]}
            error={errors.reason}
          />
        }
        actions={[
          {
            intent: "remove",
            label: "후기 삭제",
            title: (count) => `후기 ${count}개를 삭제할까요?`,
            text: "평점에서 바로 빠지고, 되돌릴 수 없어요.",
            confirmLabel: "삭제하기",
            tone: "danger",
          },
        ]}
      />
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(listQuery, after)}
      />
    </AdminLayout>
  )
}
