import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatDateLong, toKstDateString } from "#app/basics/time.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { brand } from "#app/basics/brand.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { buildArticleMeta } from "../meta.ts"
import { ArticleBody } from "../parts/article-body.tsx"
import { getCategoryLabel } from "../rules.ts"
import { findArticle } from "../service/read-articles.server.ts"
import type { Route } from "./+types/career"

export const handle = { background: "white" } satisfies ScreenHandle

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const job = (await findArticle(getActor(context), "career", params.careerId)) ?? notFound()
  return {
    job,
    isClosed: job.facts.closesOn !== undefined && job.facts.closesOn < toKstDateString(now()),
    origin: getBaseUrl(request.url),
  }
}

export const meta: Route.MetaFunction = ({ loaderData: view }) =>
  view
    ? buildArticleMeta({
        origin: view.origin,
        path: href("/careers/:careerId", { careerId: view.job.id }),
        title: view.job.title,
        description: view.job.description,
        crumbs: [{ name: "채용", path: href("/careers") }],
        hidden: view.isClosed || view.job.state !== "published",
      })
    : []

export default function Career({ loaderData: { job, isClosed } }: Route.ComponentProps) {
  const { place, employment, closesOn } = job.facts
  const details = [
    ["팀", getCategoryLabel(job.category)],
    ["고용 형태", employment],
    ["근무지", place],
    ["마감", closesOn ? formatDateLong(closesOn) : "상시 채용"],
  ].filter((detail): detail is [string, string] => Boolean(detail[1]))
  return (
    <Page isNarrow>
      <PageHeader title={job.title} back={{ href: href("/careers"), label: "채용" }} />
      <dl className="grid grid-cols-2 gap-4 rounded-xl bg-base-200 p-4 sm:grid-cols-4">
        {details.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-ink-3">{name}</dt>
            <dd className="mt-0.5 text-base font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <ArticleBody html={job.body} className="mt-8" />
      <p className="mt-10">
        {isClosed ? (
          <span className="btn btn-quiet btn-lg w-full" aria-disabled>
            마감된 자리예요
          </span>
        ) : brand.company.email === "" ? (
          <Link to={href("/contact")} className="btn btn-primary btn-lg w-full">
            문의하기로 지원하기
          </Link>
        ) : (
          <a
            href={`mailto:${brand.company.email}?subject=${encodeURIComponent(`[지원] ${job.title}`)}`}
            className="btn btn-primary btn-lg w-full"
          >
            이메일로 지원하기
          </a>
        )}
      </p>
    </Page>
  )
}
