import { ChevronRight, Pin } from "#app/ui/icons.tsx"
import { Link, href, useFetcher, useLocation } from "react-router"
import { z } from "zod"
import { getNextPageUrl, changeQuery } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatDateLong } from "#app/basics/time.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { MoreLink } from "#app/ui/more-link.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { usePages } from "#app/ui/use-pages.ts"
import { buildArticleMeta } from "../meta.ts"
import { getCategoryLabel, NOTICE_CATEGORIES } from "../rules.ts"
import { listNotices } from "../service/read-articles.server.ts"
import type { Route } from "./+types/notices"
import { optional, choice, listCursor } from "#app/basics/form-fields.ts"
import { readApart } from "#app/platform/read-position.server.ts"

const NoticesQuery = z.object({
  category: optional(choice(NOTICE_CATEGORIES, "분류")).catch(null),
  after: listCursor,
})

export async function loader({ request }: Route.LoaderArgs) {
  const { category, after } = readQuery(NoticesQuery, new URL(request.url).searchParams)
  const { rows, cursor } = await readApart(() => listNotices({ category, cursor: after }))
  return { category, after, rows, next: cursor, origin: getBaseUrl(request.url) }
}

export const meta: Route.MetaFunction = ({ loaderData: view }) =>
  view
    ? buildArticleMeta({
        origin: view.origin,
        path: href("/notices"),
        title: "공지사항",
        description: "바로일당의 새 소식, 점검 안내, 이벤트, 안전 소식을 알려 드려요.",
        hidden: view.after !== null,
      })
    : []

export default function Notices({ loaderData }: Route.ComponentProps) {
  return <NoticeList key={loaderData.category ?? "all"} firstPage={loaderData} />
}

function NoticeList({ firstPage }: { firstPage: Route.ComponentProps["loaderData"] }) {
  const { search } = useLocation()
  const { pages, more } = usePages(firstPage, useFetcher<typeof loader>(), (cursor) =>
    getNextPageUrl("/notices", search, cursor),
  )
  const rows = pages.flatMap((page) => page.rows)
  return (
    <Page isNarrow>
      <PageHeader title="공지사항" />
      <div className="bar-of-chips mb-2">
        <FilterChip
          href={changeQuery(href("/notices"), search, { category: null })}
          isActive={firstPage.category === null}
        >
          전체
        </FilterChip>
        {NOTICE_CATEGORIES.map((category) => (
          <FilterChip
            key={category}
            href={changeQuery(href("/notices"), search, { category })}
            isActive={category === firstPage.category}
          >
            {getCategoryLabel(category)}
          </FilterChip>
        ))}
      </div>
      {rows.length === 0 ? (
        <EmptyState
          art="notifications"
          title="아직 올라온 소식이 없어요"
          text="새 소식이 생기면 여기에서 알려 드릴게요."
        />
      ) : (
        <ul className="divide-y divide-base-300">
          {rows.map((row) => (
            <li key={row.id}>
              <Link
                to={href("/notices/:noticeId", { noticeId: row.id })}
                className="flex items-center gap-3 rounded-lg py-4 hover:bg-base-200 md:-mx-3 md:px-3"
              >
                <span className="min-w-0 flex-1">
                  <span className="flex items-center gap-1.5 text-base font-semibold md:text-lg">
                    {row.pinned ? (
                      <Pin aria-label="고정된 공지" size={16} className="flex-none text-primary-ink" />
                    ) : null}
                    <span className="line-clamp-2">{row.title}</span>
                  </span>
                  <span className="num mt-1 block text-sm text-ink-3">
                    {getCategoryLabel(row.category)} · {formatDateLong(row.publishedAt)}
                  </span>
                </span>
                <ChevronRight size={18} className="flex-none text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more ? <MoreLink {...more} skeleton="rows" /> : null}
    </Page>
  )
}
