import { Link, href } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import type { Route } from "./+types/admin-pages"
import { listPages } from "#app/areas/content/service/edited-articles.server.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor) => {
  return { pages: await listPages(actor) }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("안내 문서 관리") },
  { name: "robots", content: "noindex" },
]

export default function AdminPages({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  return (
    <AdminLayout current="pages">
      <PageHeader title="안내 문서" text="바닥글에서 열리는 문서예요. 고치면 판이 하나씩 쌓여요." />
      <ul className="divide-y divide-base-300 overflow-hidden card-line">
        {loaderData.pages.map((page) => (
          <li key={page.slug} className="flex flex-wrap items-center gap-3 p-4 md:px-5">
            <span className="min-w-0 flex-1">
              <span className="block text-base font-semibold">{page.title}</span>
              <span className="text-sm text-ink-3">
                /{page.slug} · {page.version}판
                {page.updatedAt ? (
                  <>
                    {" "}
                    · <RelativeTime at={page.updatedAt} /> 고침
                  </>
                ) : (
                  " · 처음 문서"
                )}
              </span>
            </span>
            <Link to={`/${page.slug}`} className="btn btn-sm btn-line">
              보기
            </Link>
            <Link to={href("/admin/pages/:slug", { slug: page.slug })} className="btn btn-sm btn-tint">
              고치기
            </Link>
          </li>
        ))}
      </ul>
    </AdminLayout>
  )
}
