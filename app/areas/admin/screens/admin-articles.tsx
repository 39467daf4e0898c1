import { getScreenPath } from "#app/platform/request.server.ts"
import { Pin, Plus } from "#app/ui/icons.tsx"
import { Link, useLocation } from "react-router"
import { z } from "zod"
import { changeQuery } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok, refuse } from "#app/platform/outcome.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { ArticleBadge } from "../../content/parts/article-badge.tsx"
import {
  ARTICLE_KIND_LABELS,
  ARTICLE_SORTS,
  ARTICLE_STATE_LABELS,
  ARTICLE_STATES,
  ARTICLE_TRANSITIONS,
  getCategoryLabel,
} from "../../content/rules.ts"
import { transitionArticles } from "../../content/service/write-articles.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminSearch } from "../parts/admin-search.tsx"
import { ARTICLE_ROUTES, getListedArticleKind } from "../parts/article-routes.ts"
import { BulkActionBar, BulkCheckbox, type BulkAction } from "../parts/bulk-action-bar.tsx"
import { AdminTable, type AdminTableColumn } from "../parts/admin-table.tsx"
import { AdminSortLinks } from "../parts/admin-sort-links.tsx"
import type { Route } from "./+types/admin-articles"
import { text, optional, choice, idField, listCursor } from "#app/basics/form-fields.ts"
import { listAllArticles, countArticles } from "#app/areas/content/service/edited-articles.server.ts"

const ArticlesQuery = z.object({
  state: optional(choice(ARTICLE_STATES, "상태")).catch(null),
  q: optional(text({ label: "검색어", max: 100 })).catch(null),
  sort: choice(ARTICLE_SORTS, "정렬").catch("changed"),
  after: listCursor,
})
const MOVES = ["publish", "unschedule", "archive", "restore"] as const
const DONE_MESSAGES = {
  publish: "게시했어요",
  unschedule: "예약에서 뺐어요",
  archive: "보관했어요. 보관함에서 다시 꺼낼 수 있어요",
  restore: "다시 꺼냈어요",
} as const
const BulkForm = z.object({
  move: choice(MOVES, "할 일"),
  ids: z.preprocess(
    (selection) => (selection === undefined ? [] : [selection].flat()),
    z
      .array(idField({ label: "글" }))
      .min(1, "먼저 글을 골라 주세요.")
      .max(50, "한 번에 50개까지 할 수 있어요."),
  ),
})

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const kind = getListedArticleKind(getScreenPath(request)) ?? notFound()
  const { state, q, sort, after } = readQuery(ArticlesQuery, new URL(request.url).searchParams)
  const [page, counts] = await Promise.all([
    listAllArticles(actor, { kind, state, term: q ?? "", sort, cursor: after }),
    countArticles(actor, kind),
  ])
  return { kind, state, sort, q: q ?? "", isFirstPage: after === null, ...page, counts }
})

/** As {@link transitionArticles}; refused where some were left as they are, with how many. */
async function transitionAll(actor: Member, { ids, move }: z.output<typeof BulkForm>) {
  const articleIds = [...new Set(ids)]
  const { transitionedCount } = await transitionArticles(actor, articleIds, move)
  const skippedCount = articleIds.length - transitionedCount
  return skippedCount > 0
    ? refuse("some_skipped", { transitionedCount, skippedCount })
    : ok({ transitionedCount })
}

const answerForm = intents<{ actor: Member }>((intent) => ({
  "": intent({
    form: BulkForm,
    hidden: ["ids", "move"],
    run: ({ actor }, selection) => transitionAll(actor, selection),
    done: ({ transitionedCount }, { move }) => `글 ${transitionedCount}개를 ${DONE_MESSAGES[move]}`,
    problems: {
      some_skipped: ({ transitionedCount, skippedCount }) =>
        `${transitionedCount}개를 옮겼어요. ${skippedCount}개는 지금 상태에서 할 수 없는 일이에요.`,
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { search } = new URL(request.url)
  return answerForm(await request.formData(), { actor }, { to: getScreenPath(request) + search })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(`${loaderData ? ARTICLE_KIND_LABELS[loaderData.kind] : "글"} 관리`) },
  { name: "robots", content: "noindex" },
]

const ACTIONS: readonly BulkAction[] = [
  {
    intent: "publish",
    label: "게시",
    title: (count) => `글 ${count}개를 게시할까요?`,
    text: "바로 모두에게 보여요.",
    confirmLabel: "게시하기",
  },
  {
    intent: "unschedule",
    label: "예약 취소",
    title: (count) => `글 ${count}개의 게시 예약을 취소할까요?`,
    text: "초안으로 돌아가고, 저절로 올라가지 않아요.",
    confirmLabel: "예약 취소하기",
  },
  {
    intent: "archive",
    label: "보관",
    title: (count) => `글 ${count}개를 보관할까요?`,
    text: "사이트에서 내려가고, 언제든 다시 꺼낼 수 있어요.",
    confirmLabel: "보관하기",
  },
  {
    intent: "restore",
    label: "다시 꺼내기",
    title: (count) => `글 ${count}개를 다시 꺼낼까요?`,
    text: "초안으로 돌아가요.",
    confirmLabel: "다시 꺼내기",
  },
]

const SORT_OPTIONS = [
  ["changed", "최근 고친순"],
  ["oldest", "오래전 고친순"],
  ["title", "제목순"],
] as const

type View = NonNullable<Route.ComponentProps["loaderData"]>
type Column = AdminTableColumn<View["rows"][number]>

function getEditHref(kind: View["kind"], id: string): string {
  const { list, edit } = ARTICLE_ROUTES[kind]
  return kind === "notice" ? `${list}/${id}` : `${edit}?id=${id}`
}

const titleColumn = (kind: View["kind"]): Column => ({
  label: "제목",
  slot: "name",
  render: (row) => (
    <Link
      to={getEditHref(kind, row.id)}
      className="flex items-center gap-1.5 font-semibold after:absolute after:inset-0"
    >
      {row.pinned ? <Pin aria-label="고정" size={16} className="flex-none text-primary-ink" /> : null}
      <span className="line-clamp-2">{row.title}</span>
    </Link>
  ),
})

const COLUMNS: readonly Column[] = [
  {
    label: "분류",
    slot: "detail",
    className: "text-sm text-ink-2",
    render: (row) =>
      `${getCategoryLabel(row.category)} · ${row.version}판` +
      (row.state === "scheduled" && row.publishAt ? ` · ${formatDateTime(row.publishAt)} 게시` : ""),
  },
  {
    label: "고친 때",
    slot: "figure",
    className: "text-sm text-ink-3",
    render: (row) => <RelativeTime at={row.updatedAt} />,
  },
  { label: "상태", slot: "badge", render: (row) => <ArticleBadge state={row.state} /> },
]

export default function AdminArticles({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { kind, state, sort, q, isFirstPage, rows, cursor, counts } = loaderData
  const place = ARTICLE_ROUTES[kind]
  return (
    <AdminLayout current={place.current}>
      <PageHeader title={ARTICLE_KIND_LABELS[kind]}>
        <Link to={place.edit} className="btn btn-primary">
          <Plus size={18} />
          새로 쓰기
        </Link>
      </PageHeader>
      <AdminSearch
        action={pathname}
        label="제목과 내용에서 찾기"
        placeholder="제목이나 내용"
        term={q}
        hiddenFields={{ state, sort: sort === "changed" ? null : sort }}
      />
      <StateChips current={state} counts={counts} />
      <AdminSortLinks
        options={SORT_OPTIONS}
        current={sort}
        address={(nextSort) =>
          changeQuery(pathname, search, { sort: nextSort === "changed" ? null : nextSort })
        }
      />
      {rows.length === 0 ? (
        <EmptyState
          art="search"
          title={q ? `‘${q}’에 맞는 글이 없어요` : "여기에 해당하는 글이 없어요"}
          text={q ? (state ? "상태를 전체로 바꿔 찾아보세요." : "다른 말로 찾아보세요.") : undefined}
        />
      ) : (
        <>
          <AdminTable
            rows={rows}
            keyOf={(row) => row.id}
            renderCheckbox={(row) => <BulkCheckbox id={row.id} label={row.title} />}
            columns={[titleColumn(kind), ...COLUMNS]}
          />
          <BulkActionBar
            name="move"
            failed={answer.wasSent ? answer : undefined}
            actions={ACTIONS.filter(
              ({ intent }) =>
                state === null ||
                listMoves(ARTICLE_TRANSITIONS, state, "admin").some((move) => move === intent),
            )}
          />
        </>
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => changeQuery(pathname, search, { after: after ?? null })}
      />
    </AdminLayout>
  )
}

function StateChips({ current, counts }: { current: View["state"]; counts: View["counts"] }) {
  const { pathname, search } = useLocation()
  return (
    <div className="bar-of-chips">
      <FilterChip href={changeQuery(pathname, search, { state: null })} isActive={current === null}>
        전체
      </FilterChip>
      {ARTICLE_STATES.map((each) => (
        <FilterChip
          key={each}
          href={changeQuery(pathname, search, { state: each })}
          isActive={each === current}
          count={counts[each] ?? 0}
        >
          {ARTICLE_STATE_LABELS[each]}
        </FilterChip>
      ))}
    </div>
  )
}
