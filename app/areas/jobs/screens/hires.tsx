import { useFetcher, href } from "react-router"
import { formatCount } from "#app/basics/counted.ts"
import { getNextPageUrl, getRegionListUrl, readListQuery } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { omitFromPageData } from "#app/platform/request.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { HeartForm } from "#app/ui/heart-button.tsx"
import { ListPages } from "#app/ui/list-pages.tsx"
import { useListSearch } from "#app/ui/list-search.ts"
import { MoreLink } from "#app/ui/more-link.tsx"
import { usePages } from "#app/ui/use-pages.ts"
import { getActor, notFound } from "../../accounts/guards.server.ts"
import { isNeighbourhoodUnknown } from "../../accounts/neighbourhood-rules.ts"
import { NearEnd } from "../../accounts/parts/neighbourhood-title.tsx"
import { HireQuery } from "../forms.ts"
import { HireCard } from "../parts/hire-card.tsx"
import { JobList } from "../parts/job-list.tsx"
import { HIRE_FACTS } from "../hire-facts.ts"
import { HIRE_SORT_LABELS, HIRE_SORTS, JOB_KIND_LABELS, JOB_KINDS, type JobKind } from "../rules.ts"
import { searchHires } from "../service/hire-lists.server.ts"
import { buildShareMeta } from "#app/basics/share-meta.ts"
import type { Route } from "./+types/hires"

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const search = readListQuery(new URL(request.url), params, { name: "kind", values: JOB_KINDS })
  if (!search) notFound()
  const query = readQuery(HireQuery, search)
  const { kind, region, range, pay, date, time, sort, after } = query
  const facts = HIRE_FACTS.filter((fact) => query[fact] === "1")
  const actor = getActor(context)
  const { rows, next, total, near } = await searchHires(
    actor,
    { kind, region, range, pay, date, time, facts },
    sort,
    after,
  )
  const view = {
    kind,
    region,
    pay,
    date,
    time,
    facts,
    sort,
    after,
    rows,
    next,
    total,
    near,
    isAsking: isNeighbourhoodUnknown(actor),
    signedIn: actor.kind === "member",
    origin: getBaseUrl(request.url),
    path: getRegionListUrl("/jobs/hire", region, ["kind", kind]),
    // One list of a kind or a place is worth finding; every further combination is the same posts again.
    isIndexed: !(pay || date || time || facts.length > 0 || range || after) && sort === "newest",
  }
  return omitFromPageData(context, view, "rows")
}

const getListName = (view: { region: string | null; kind: JobKind | null }) =>
  [
    view.region ? formatRegionName(view.region) : null,
    view.kind ? JOB_KIND_LABELS[view.kind] : null,
    "일자리",
  ]
    .filter(Boolean)
    .join(" ")

export const meta: Route.MetaFunction = ({ loaderData: view }) => {
  if (!view) return [{ title: titleOf("구인") }]
  const name = getListName(view)
  const title = name === "일자리" ? "구인 · 오늘 일자리" : name
  return [
    { title: titleOf(title) },
    ...buildShareMeta({
      origin: view.origin,
      path: view.path,
      name: title,
      breadcrumbs: view.path === "/jobs/hire" ? [] : [{ name: "구인", path: "/jobs/hire" }],
      description:
        `${name} ` +
        `${formatCount(view.total, "개")}. ` +
        "시간당 얼마인지 계산해서 보여 드리고, 최저임금보다 적은 공고는 올라오지 않아요.",
      noIndex: view.isIndexed ? false : "follow",
    }),
  ]
}

export default function Hires({ loaderData: view }: Route.ComponentProps) {
  const search = useListSearch("kind")
  const name = getListName(view)
  return (
    <JobList
      path="/jobs/hire"
      title={name === "일자리" ? "구인" : name}
      unit="일자리"
      post={{ href: href("/jobs/post/hire"), label: "구인 올리기" }}
      view={view}
      sorts={HIRE_SORTS}
      sortLabels={HIRE_SORT_LABELS}
      defaultSort="newest"
    >
      {view.rows?.length === 0 ? (
        <EmptyState
          art="search"
          title="조건에 맞는 일자리가 없어요"
          text="지역을 넓히거나 필터를 줄여 보세요. 구직 글을 올리면 먼저 제안이 와요."
          action={
            view.isIndexed && !view.region && !view.kind
              ? { href: href("/jobs/post/seek"), label: "구직 글 올리기" }
              : { href: href("/jobs/hire"), label: "필터 모두 지우기" }
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
    getNextPageUrl("/jobs/hire", search, after),
  )
  return (
    <HeartForm intent="save">
      <h2 className="sr-only">일자리 목록</h2>
      <ListPages
        pages={pages}
        getRows={({ rows }) => rows}
        className="mt-2 grid [--row-height:10.25rem] md:mt-4 md:gap-4 lg:grid-cols-2"
        prefetch="intent"
      >
        {(posts) =>
          posts.map((post) => (
            <li key={post.id} className="near-row grid min-w-0">
              <HireCard post={post} hasHeart />
            </li>
          ))
        }
      </ListPages>
      {more ? <MoreLink {...more} /> : null}
      <NearEnd near={view.near} noun="일자리" isEnd={more === null} />
    </HeartForm>
  )
}
