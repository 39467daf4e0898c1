/** /map/items, /map/jobs, /map/experts: how much there is in the regions around one's own, as a map. */
import { List, MapPin } from "#app/ui/icons.tsx"
import { lazy, Suspense } from "react"
import { Form, Link, redirect, href } from "react-router"
import { buildNeighbourhoodHref } from "#app/ui/neighbourhood-href.ts"
import { formatPlace } from "../../basics/distance.ts"
import { getRegionListUrl } from "../../basics/list-urls.ts"
import { MAP_THINGS, type MapThings } from "../../basics/map-layout.ts"
import { formatRegionName, formatRegionShortName, isSigunguCode } from "../../basics/regions.ts"
import { titleOf } from "../../basics/brand.ts"
import { env } from "../../platform/env.server.ts"
import { getActor, notFound } from "../../areas/accounts/guards.server.ts"
import { getNeighbourhood } from "../../areas/accounts/neighbourhood-rules.ts"
import { FilterChip } from "../../ui/chips.tsx"
import { useHydrated } from "../../ui/hydrated.ts"
import { RegionPicker } from "../../ui/region-picker.tsx"
import { Page, PageHeader } from "../../ui/section.tsx"
import { TileMap } from "../../ui/tile-map.tsx"
import { loadNearMap } from "../near-map.server.ts"
import type { Route } from "./+types/near-map"

// Another company's map: loaded where a key was set, by those who look at one.
const KakaoMap = lazy(async () => ({ default: (await import("../../ui/kakao-map.tsx")).KakaoMap }))

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const things = MAP_THINGS.find((each) => each === params.things)
  if (!things) notFound()
  const { searchParams, pathname } = new URL(request.url)
  const asked = searchParams.get("region") ?? ""
  const own = getNeighbourhood(getActor(context))?.regionCode ?? null
  const centre = isSigunguCode(asked) ? asked : own
  if (centre === null) throw redirect(buildNeighbourhoodHref(pathname))
  return {
    things,
    centre,
    isOwn: centre === own,
    places: await loadNearMap(things, centre),
    kakaoKey: env().KAKAO_JS_KEY ?? null,
  }
}

type View = Route.ComponentProps["loaderData"]

const THINGS: Record<MapThings, { label: string; path: string; counter: string; group: string }> = {
  items: { label: "중고거래", path: href("/marketplace"), counter: "개", group: "category" },
  jobs: { label: "일자리", path: href("/jobs/hire"), counter: "개", group: "kind" },
  experts: { label: "전문가", path: href("/experts"), counter: "명", group: "category" },
}

const buildListHref = (things: MapThings, code: string) =>
  getRegionListUrl(THINGS[things].path, code, [THINGS[things].group, null])
const formatCount = (things: MapThings, count: number) =>
  `${count >= 1_000 ? "1,000+" : count}${THINGS[things].counter}`

export const meta: Route.MetaFunction = ({ loaderData: view }) => [
  { title: titleOf(view ? `지도로 보는 ${THINGS[view.things].label}` : "지도") },
  { name: "robots", content: "noindex" },
]

export default function NearMap({ loaderData: view }: Route.ComponentProps) {
  const hydrated = useHydrated()
  const { things, centre, places, kakaoKey } = view
  const drawing = <PlaceTiles things={things} centre={centre} places={places} />
  return (
    <Page className="max-w-[52rem]!">
      <PageHeader
        title={`${formatRegionShortName(centre)} 가까이 ${THINGS[things].label}`}
        text="동네를 누르면 그 동네의 목록이 열려요."
        back={{ href: THINGS[things].path, label: THINGS[things].label }}
      >
        <Link to={THINGS[things].path} className="btn btn-line btn-sm">
          <List size={16} /> 목록으로 보기
        </Link>
      </PageHeader>
      <nav aria-label="무엇을 볼까요" className="bar-of-chips mb-4">
        {MAP_THINGS.map((each) => (
          <FilterChip
            key={each}
            href={`/map/${each}${view.isOwn ? "" : `?region=${centre}`}`}
            isActive={each === things}
          >
            {THINGS[each].label}
          </FilterChip>
        ))}
      </nav>
      {kakaoKey && hydrated ? (
        <Suspense fallback={drawing}>
          <KakaoMap
            apiKey={kakaoKey}
            places={places.map((place) => ({
              ...place,
              label: `${formatRegionShortName(place.code)} ${formatCount(things, place.count)}`,
              href: buildListHref(things, place.code),
            }))}
            centre={centre}
            fallback={drawing}
          />
        </Suspense>
      ) : (
        drawing
      )}
      <Form className="mt-6 grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
        <RegionPicker name="region" label="다른 곳 보기" defaultValue={centre} />
        <button className="btn btn-tint btn-lg">
          <MapPin size={18} /> 여기 보기
        </button>
      </Form>
    </Page>
  )
}

/** The regions with how much there is in each, to tap. */
function PlaceTiles({ things, centre, places }: Pick<View, "things" | "centre" | "places">) {
  return (
    <TileMap label={`${formatRegionName(centre)} 가까운 동네`} tiles={places} rowHeight="4.25rem">
      {(place) => (
        <Link
          to={buildListHref(things, place.code)}
          className={
            "flex min-w-0 flex-col items-center justify-center rounded-xl px-0.5 py-1 text-center " +
            "transition-colors " +
            (place.code === centre
              ? "bg-primary text-primary-content"
              : place.count > 0
                ? "bg-base-100 hover:bg-fill"
                : "bg-base-100/60 text-ink-2 hover:bg-fill")
          }
        >
          <span className="text-sm leading-tight font-semibold">{formatRegionShortName(place.code)}</span>
          <span className="num mt-0.5 text-xs font-medium">{formatCount(things, place.count)}</span>
          {place.code === centre ? null : (
            <span className="sr-only">{`, ${formatPlace(place.code, place.distance)}`}</span>
          )}
        </Link>
      )}
    </TileMap>
  )
}
