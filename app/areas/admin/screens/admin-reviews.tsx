import { Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok, refuse } from "#app/platform/outcome.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { TextField } from "#app/ui/field.tsx"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { Pager } from "#app/ui/pager.tsx"
import { Rating } from "#app/ui/rating.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { findOfficeNames } from "../../accounts/service/people.server.ts"
import { PaidMark } from "../../experts/parts/paid-mark.tsx"
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

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const query = readQuery(AdminReviewsQuery, new URL(request.url).searchParams)
  const removed = query.removed === "1"
  const page = await findReviewsForAdmin(actor, {
    removed,
    term: query.q,
    sort: query.sort,
    cursor: query.after,
  })
  const people = await findOfficeNames(
    actor,
    page.rows.flatMap((row) => [row.customerId, row.expertId]),
  )
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
})

const answerForm = intents<{ actor: Member }>((intent) => ({
  remove: intent({
    form: BulkReviewsForm,
    hidden: ["ids"],
    run: async ({ actor }, chosen) => {
      const removedCount = await removeReviews(actor, chosen)
      return removedCount === 0 ? refuse("already_removed") : ok({ removedCount })
    },
    done: ({ removedCount }) => `후기 ${removedCount}개를 삭제했어요`,
    problems: { already_removed: "고른 후기는 이미 모두 삭제됐어요." },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  return answerForm(
    await request.formData(),
    { actor: requireAdmin(context) },
    { to: href("/admin/reviews") },
  )
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

export default function AdminReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { errors, typed } = useActionAnswer(actionData)
  if (!loaderData) return null
  const { listQuery, rows, cursor, isFirstPage } = loaderData
  const { term, removed, sort } = listQuery
  return (
    <AdminLayout current="reviews">
      <PageHeader title="후기">
        <ExportButton kind="reviews" listUrl={buildListUrl(listQuery)} rows={rows} />
      </PageHeader>
      <AdminSearch
        action={href("/admin/reviews")}
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
        <ReviewTable rows={rows} />
      )}
      <BulkActionBar
        failed={actionData}
        fields={
          <TextField
            label="삭제하는 이유 (쓴 사람에게 전해져요)"
            name="reason"
            maxLength={500}
            defaultValue={typed("reason")}
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

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]

function ReviewTable({ rows }: { rows: readonly Row[] }) {
  return (
    <AdminTable
      rows={rows}
      keyOf={(row) => row.id}
      renderCheckbox={(row) =>
        row.visibility === "removed" ? null : <BulkCheckbox id={row.id} label={`${row.customer}님의 후기`} />
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
              <span className="inline-flex flex-wrap items-center gap-x-1.5 text-sm text-ink-3">
                <Rating value={row.rating} size="sm" /> · {CATEGORY_LABELS[row.category]}
                {row.isPaidSafely ? <PaidMark /> : null}
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
        { label: "상태", slot: "badge", render: (row) => <ReviewStateBadge state={row.visibility} /> },
      ]}
    />
  )
}
