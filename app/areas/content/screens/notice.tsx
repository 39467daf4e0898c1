import { Link, href } from "react-router"
import { formatDateLong } from "#app/basics/time.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { StateBadge } from "#app/ui/badge.tsx"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { buildArticleMeta } from "../meta.ts"
import { ArticleBody } from "../parts/article-body.tsx"
import { ARTICLE_STATE_LABELS, getCategoryLabel } from "../rules.ts"
import { findArticle, findNeighbourNotices } from "../service/read-articles.server.ts"
import type { Route } from "./+types/notice"

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const notice = (await findArticle(getActor(context), "notice", params.noticeId)) ?? notFound()
  const neighbours =
    notice.state === "published" && notice.publishedAt
      ? await findNeighbourNotices(notice.id, notice.publishedAt)
      : { newer: null, older: null }
  return { notice, ...neighbours, origin: getBaseUrl(request.url) }
}

export const meta: Route.MetaFunction = ({ loaderData: view }) =>
  view
    ? buildArticleMeta({
        origin: view.origin,
        path: href("/notices/:noticeId", { noticeId: view.notice.id }),
        title: view.notice.title,
        description: view.notice.description,
        crumbs: [{ name: "공지사항", path: href("/notices") }],
        hidden: view.notice.state !== "published",
      })
    : []

export default function Notice({ loaderData: { notice, newer, older } }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <article>
        <PageHeader
          title={notice.title}
          back={{ href: href("/notices"), label: "공지사항" }}
          text={
            <span className="num text-sm text-ink-3">
              {getCategoryLabel(notice.category)}
              {notice.publishedAt ? ` · ${formatDateLong(notice.publishedAt)}` : ""}
            </span>
          }
        >
          {notice.state === "published" ? null : (
            <StateBadge tone="warn">{ARTICLE_STATE_LABELS[notice.state]}</StateBadge>
          )}
        </PageHeader>
        <ArticleBody html={notice.body} className="border-t border-base-300 pt-6" />
      </article>
      <nav aria-label="다른 공지" className="mt-12 divide-y divide-base-300 border-y border-base-300">
        {[
          { label: "다음 글", row: newer },
          { label: "이전 글", row: older },
        ].map(({ label, row }) =>
          row ? (
            <Link
              key={label}
              to={href("/notices/:noticeId", { noticeId: row.id })}
              className="flex gap-4 py-4 hover:underline"
            >
              <span className="flex-none text-sm text-ink-3">{label}</span>
              <span className="min-w-0 flex-1 truncate text-base font-medium">{row.title}</span>
            </Link>
          ) : null,
        )}
      </nav>
      <p className="mt-6 flex justify-center">
        <Link to={href("/notices")} className="btn btn-quiet min-w-40">
          목록 보기
        </Link>
      </p>
    </Page>
  )
}
