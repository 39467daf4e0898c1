import { useFetcher, href } from "react-router"
import { formatCount } from "#app/basics/counted.ts"
import { getNextPageUrl, getRegionListUrl, readListQuery } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { omitFromPageData } from "#app/platform/request.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { ListPages } from "#app/ui/list-pages.tsx"
import { useListSearch } from "#app/ui/list-search.ts"
import { MoreLink } from "#app/ui/more-link.tsx"
import { usePages } from "#app/ui/use-pages.ts"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { isNeighbourhoodUnknown } from "../../accounts/neighbourhood-rules.ts"
import { NearEnd } from "../../accounts/parts/neighbourhood-title.tsx"
import { SeekQuery } from "../forms.ts"
import { JobList } from "../parts/job-list.tsx"
import { SeekCard } from "../parts/seek-card.tsx"
import { JOB_KIND_LABELS, JOB_KINDS, SEEK_SORT_LABELS, SEEK_SORTS, type JobKind } from "../rules.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import type { Route } from "./+types/seeks"
import { searchSeeks } from "#app/areas/jobs/service/seek-lists.server.ts"

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const search = readListQuery(new URL(request.url), params, { name: "kind", values: JOB_KINDS })
  if (!search) notFound()
  const query = readQuery(SeekQuery, search)
  const { kind, region, range, pay, date, time, sort, after } = query
  const short = query.short === "1"
  const actor = getActor(context)
  const { rows, next, total, near } = await searchSeeks(
    actor,
    { kind, region, range, pay, date, time, short },
    sort,
    after,
  )
  const view = {
    kind,
    region,
    pay,
    date,
    time,
    facts: short ? (["short"] as const) : [],
    sort,
    after,
    rows,
    next,
    total,
    near,
    isAsking: isNeighbourhoodUnknown(actor),
    signedIn: actor.kind === "member",
    origin: getBaseUrl(request.url),
    path: getRegionListUrl("/jobs/seek", region, ["kind", kind]),
    isIndexed: !(pay || date || time || short || range || after) && sort === "newest",
  }
  return omitFromPageData(context, view, "rows")
}

const getListName = (view: { region: string | null; kind: JobKind | null }) =>
  [view.region ? formatRegionName(view.region) : null, view.kind ? JOB_KIND_LABELS[view.kind] : null, "구직"]
    .filter(Boolean)
    .join(" ")

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf("구직") }]
  const name = getListName(view)
  const title = name === "구직" ? "구직 · 일할 분 찾기" : name
  return [
    { title: titleOf(title) },
    ...buildShareMeta({
      origin: view.origin,
      path: view.path,
      name: title,
      breadcrumbs: view.path === "/jobs/seek" ? [] : [{ name: "구직", path: "/jobs/seek" }],
      description: `${name} ${formatCount(view.total, "명")}. 할 수 있는 일과 시간, 후기를 보고 바로 제안해 보세요.`,
      noIndex: view.isIndexed ? false : "follow",
    }),
  ]
}

export default function Seeks({ loaderData: view }: Route.ComponentProps) {
  const search = useListSearch("kind")
  return (
    <JobList
      path="/jobs/seek"
      title={getListName(view)}
      unit="일할 분"
      post={{ href: href("/jobs/post/seek"), label: "구직 올리기" }}
      view={view}
      sorts={SEEK_SORTS}
      sortLabels={SEEK_SORT_LABELS}
      defaultSort="newest"
      payTypes={["hour", "day", "month"]}
    >
      {view.rows?.length === 0 ? (
        <EmptyState
          art="search"
          title="조건에 맞는 분이 없어요"
          text="지역을 넓히거나 필터를 줄여 보세요. 구인 공고를 올리면 지원을 받을 수 있어요."
          action={
            view.isIndexed && !view.region && !view.kind
              ? { href: href("/jobs/post/hire"), label: "구인 공고 올리기" }
              : { href: href("/jobs/seek"), label: "필터 모두 지우기" }
          }
        />
      ) : (
        <Results key={search} view={view} search={search} />
      )}
    </JobList>
  )
}

function Results({ view, search }: { view: Route.ComponentProps["loaderData"]; search: string }) {
  const { pages, more } = usePages(view, useFetcher<typeof loader>(), (after) =>
    getNextPageUrl("/jobs/seek", search, after),
  )
  return (
    <>
      <h2 className="sr-only">구직 목록</h2>
      <ListPages
        pages={pages}
        getRows={({ rows }) => rows}
        className="mt-2 grid [--row-height:9.6rem] md:mt-4 md:gap-4 lg:grid-cols-2"
        prefetch="intent"
      >
        {(posts) =>
          posts.map((post) => (
            <li key={post.id} className="near-row grid min-w-0">
              <SeekCard post={post} />
            </li>
          ))
        }
      </ListPages>
      {more ? <MoreLink {...more} /> : null}
      <NearEnd near={view.near} noun="분" isEnd={more === null} />
    </>
  )
}
