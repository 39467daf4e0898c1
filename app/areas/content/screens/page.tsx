import { getScreenPath } from "#app/platform/request.server.ts"
import { Link, href } from "react-router"
import { formatDateLong } from "#app/basics/time.ts"
import { now } from "#app/basics/clock.ts"
import { isSupportOpen, SUPPORT_HOURS_TEXT } from "#app/basics/support-hours.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { brand } from "#app/basics/brand.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { notFound } from "../../accounts/guards.server.ts"
import { buildArticleMeta } from "../meta.ts"
import { ArticleBody } from "../parts/article-body.tsx"
import { ExpertPagesNav } from "../parts/expert-pages-nav.tsx"
import { isPageSlug, requirePage } from "../service/read-articles.server.ts"
import type { Route } from "./+types/page"

export const handle = { background: "white" } satisfies ScreenHandle

/** The same screen under the address of every page: /about, /terms, /privacy, … */
export async function loader({ request }: Route.LoaderArgs) {
  const slug = getScreenPath(request).replaceAll("/", "")
  if (!isPageSlug(slug)) notFound()
  return { page: await requirePage(slug), supportOpen: isSupportOpen(now()), origin: getBaseUrl(request.url) }
}

export const meta: Route.MetaFunction = ({ loaderData: view }) =>
  view
    ? buildArticleMeta({
        origin: view.origin,
        path: `/${view.page.slug}`,
        title: view.page.title,
        description: view.page.description,
      })
    : []

export default function ContentPage({ loaderData: { page, supportOpen } }: Route.ComponentProps) {
  return (
    <Page isNarrow>
      <PageHeader
        title={page.title}
        text={
          page.updatedAt ? (
            <span className="num text-sm text-ink-3">
              {formatDateLong(page.updatedAt)} 고침 · {page.version}판
            </span>
          ) : undefined
        }
      />
      {page.slug.startsWith("expert-") ? <ExpertPagesNav current={page.slug} /> : null}
      {page.slug === "support" ? <SupportHours isOpen={supportOpen} /> : null}
      <ArticleBody html={page.body} />
    </Page>
  )
}

function SupportHours({ isOpen }: { isOpen: boolean }) {
  return (
    <section aria-label="상담 시간" className="mb-8 rounded-xl bg-base-200 p-5">
      <p className={`flex items-center gap-2 text-sm font-semibold ${isOpen ? "text-ok-ink" : "text-ink-3"}`}>
        <span aria-hidden className={`size-2 rounded-full ${isOpen ? "bg-ok-ink" : "bg-ink-3"}`} />
        {isOpen ? "지금 상담 가능" : "지금은 상담 시간이 아니에요"}
      </p>
      {brand.supportPhone ? (
        <p className="mt-2">
          <a href={`tel:${brand.supportPhone}`} className="rounded-sm text-2xl font-bold">
            {brand.supportPhone}
          </a>
        </p>
      ) : null}
      <p className="mt-1 text-base text-ink-2">{SUPPORT_HOURS_TEXT}</p>
      <div className="mt-4 grid gap-2 sm:grid-cols-3">
        <Link to={href("/faq")} className="btn btn-line">
          자주 묻는 질문
        </Link>
        <Link to={href("/notices")} className="btn btn-line">
          공지사항
        </Link>
        <Link to={href("/contact")} className="btn btn-primary">
          문의하기
        </Link>
      </div>
    </section>
  )
}
