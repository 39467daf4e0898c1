import { data, Link } from "react-router"
import { listAddress } from "#app/basics/addresses.ts"
import { parseForm, readQuery, valuesOf } from "#app/basics/form.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { titleOf } from "#app/shell/brand.ts"
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
import { AdminFrame } from "../parts/admin-frame.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { BulkBar, BulkTick } from "../parts/bulk-bar.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { OfficeTable } from "../parts/office-table.tsx"
import { ReviewPlaceBadge } from "../parts/review-place.tsx"
import { Sorts } from "../parts/sorts.tsx"
import { ReviewsQuery } from "../queries.ts"
import { ReviewsForm } from "../rules.ts"
import type { Route } from "./+types/admin-reviews"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const query = readQuery(ReviewsQuery, new URL(request.url).searchParams)
  const removed = query.removed === "1"
  const page = await findReviewsForAdmin(actor, {
    removed,
    term: query.q,
    sort: query.sort,
    cursor: query.after,
  })
  const people = await findPeople(page.rows.flatMap((row) => [row.customerId, row.expertId]))
  return {
    shown: { term: query.q, removed, sort: query.sort },
    rows: page.rows.map((row) => ({
      ...row,
      customer: people.get(row.customerId)?.name ?? "탈퇴한 회원",
      expert: people.get(row.expertId)?.name ?? "탈퇴한 전문가",
    })),
    cursor: page.cursor,
    first: query.after === null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const sent = await request.formData()
  const form = parseForm(ReviewsForm, sent)
  if (!form.ok)
    return data(
      { problem: form.errors.ids ?? null, errors: form.errors, values: form.values },
      { status: 400 },
    )
  const removed = await removeReviews(actor, form.value)
  if (removed === 0)
    return data(
      { problem: "고른 후기는 이미 모두 삭제됐어요.", errors: {}, values: valuesOf(sent) },
      { status: 409 },
    )
  return redirectWithNotice("/admin/reviews", `후기 ${removed}개를 삭제했어요`)
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("후기 관리") },
  { name: "robots", content: "noindex" },
]

type Shown = { term: string; removed: boolean; sort: AdminReviewSort }
const address = ({ term, removed, sort }: Shown, after?: string) =>
  listAddress("/admin/reviews", { sort: "newest" }, { q: term, removed: removed ? "1" : null, sort, after })

const SORTS = [
  ["newest", "최신순"],
  ["oldest", "오래된순"],
  ["worst", "낮은 평점순"],
] as const

export default function AdminReviews({ loaderData, actionData: failed }: Route.ComponentProps) {
  useFirstErrorFocus(failed?.errors)
  if (!loaderData) return null
  const { shown, rows, cursor, first } = loaderData
  const { term, removed, sort } = shown
  const errors: Record<string, string> = failed?.errors ?? {}
  return (
    <AdminFrame current="reviews">
      <PageHeader title="후기">
        <ExportButton kind="reviews" list={address(shown)} rows={rows} />
      </PageHeader>
      <AdminSearch
        action="/admin/reviews"
        label="후기 찾기"
        placeholder="후기 내용, 고객이나 전문가 이름"
        term={term}
        kept={{ removed: removed ? "1" : null, sort: sort === "newest" ? null : sort }}
      />
      <div className="bar-of-chips">
        <FilterChip href={address({ ...shown, removed: false })} active={!removed}>
          전체
        </FilterChip>
        <FilterChip href={address({ ...shown, removed: true })} active={removed}>
          삭제한 후기
        </FilterChip>
      </div>
      <Sorts of={SORTS} chosen={sort} address={(one) => address({ ...shown, sort: one })} />
      {rows.length === 0 ? (
        <EmptyState
          art="reviews"
          title={
            term ? `‘${term}’에 맞는 후기가 없어요` : removed ? "삭제한 후기가 없어요" : "아직 후기가 없어요"
          }
        />
      ) : (
        <OfficeTable
          rows={rows}
          keyOf={(row) => row.id}
          renderTick={(row) =>
            row.place === "removed" ? null : <BulkTick id={row.id} label={`${row.customer}님의 후기`} />
          }
          columns={[
            {
              label: "후기",
              place: "name",
              className: "md:max-w-80",
              render: (row) => (
                <>
                  <Link
                    to={`/admin/reviews/${row.id}`}
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
            { label: "고객 → 전문가", place: "detail", render: (row) => `${row.customer} → ${row.expert}` },
            {
              label: "쓴 때",
              place: "figure",
              className: "text-ink-3",
              render: (row) => <RelativeTime at={row.createdAt} />,
            },
            { label: "상태", place: "badge", render: (row) => <ReviewPlaceBadge place={row.place} /> },
          ]}
        />
      )}
      <BulkBar
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
      <Pager first={first} next={cursor} address={(after) => address(shown, after)} />
    </AdminFrame>
  )
}
