/** What a search is narrowed by: region, category, order; and that it begins with what is near. */
import { Form, Link, href } from "react-router"
import { buildNeighbourhoodHref } from "#app/ui/neighbourhood-href.ts"
import { listOfferedCategories } from "../areas/orders/category-rules.ts"
import { getSortLabel, SORTS_BY_TAB } from "../areas/search/rules.ts"
import { changeQuery } from "../basics/list-urls.ts"
import { formatRegionName, formatRegionShortName, WHOLE_COUNTRY } from "../basics/regions.ts"
import { FilterChip, SortLinks } from "../ui/chips.tsx"
import { Sheet } from "../ui/dialog.tsx"
import { MapPin, X } from "../ui/icons.tsx"
import { RegionPicker } from "../ui/region-picker.tsx"
import { ActiveFilterChips, OwnFilterSheet, listActiveFilters } from "./search-narrowing.tsx"
import type { Route } from "./screens/+types/search"

type View = Route.ComponentProps["loaderData"]

/** The region as the address has it; "" where nothing was chosen. */
export const getRegionValue = ({ region, isNationwide }: View): string =>
  region ?? (isNationwide ? WHOLE_COUNTRY : "")

/**
 * That the lists begin with what is near, and the two ways out of it: another place, and the country. Nothing
 * where no list has anything near: each says so itself.
 */
export function NearNotice({ view, search }: { view: View; search: string }) {
  const hasNear = view.lists.some(({ tab, hits }) => tab !== "shop" && hits.some((hit) => !hit.isFar))
  if (view.nearRegion === null || !(hasNear || view.after !== null) || view.tab === "shop") return null
  const here = changeQuery(href("/search"), search, {})
  const linkClassName = "hit font-semibold text-primary-ink hover:underline"
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      {`${formatRegionShortName(view.nearRegion)}에서 가까운 것부터 보여 드려요.`}
      <Link to={buildNeighbourhoodHref(here)} className={linkClassName}>
        동네 바꾸기
      </Link>
      <Link
        to={changeQuery(href("/search"), search, { region: WHOLE_COUNTRY })}
        preventScrollReset
        className={linkClassName}
      >
        전국 똑같이 보기
      </Link>
    </p>
  )
}

/** Region, category and order, each in the address. */
export function SearchFilters({ view, search }: { view: View; search: string }) {
  const { sort, tab, own } = view
  const activeFilters = listActiveFilters(own, search)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 md:mt-4">
      <RegionFilter view={view} search={search} />
      {own !== null && <OwnFilterSheet own={own} total={view.total} count={activeFilters.length} />}
      {tab !== null && (
        <div className="min-w-0 overflow-hidden max-md:w-full">
          <SortLinks
            options={SORTS_BY_TAB[tab].map((sortKey) => ({
              href: changeQuery(href("/search"), search, {
                sort: sortKey === "recommended" ? null : sortKey,
              }),
              label: getSortLabel(tab, sortKey),
              isActive: sort === sortKey,
            }))}
          />
        </div>
      )}
      <ActiveFilterChips filters={activeFilters} />
      {tab === "services" && (
        <nav aria-label="분야" className="bar-of-chips w-full">
          <FilterChip
            href={changeQuery(href("/search"), search, { type: "services" })}
            isActive={view.category === null}
          >
            전체
          </FilterChip>
          {listOfferedCategories().map(({ id, label }) => (
            <FilterChip
              key={id}
              href={changeQuery(href("/search"), search, { type: id })}
              isActive={view.category === id}
            >
              {label}
            </FilterChip>
          ))}
        </nav>
      )}
    </div>
  )
}

/** The region that is looked in, another to be chosen, and the way to all of them. */
function RegionFilter({ view, search }: { view: View; search: string }) {
  const { region, isNationwide } = view
  const isChosen = region !== null || isNationwide
  const regionName = region ? formatRegionName(region) : isNationwide ? "전국" : "지역"
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Sheet
        trigger={
          <button
            type="button"
            className={
              "hit inline-flex min-h-9 cursor-pointer items-center gap-1 rounded-full px-3.5 text-sm " +
              (isChosen
                ? "whitespace-nowrap bg-primary-tint font-semibold text-primary-ink"
                : "whitespace-nowrap border border-line-strong bg-base-100 font-medium hover:bg-fill")
            }
          >
            <MapPin size={16} />
            {regionName}
          </button>
        }
        title="지역"
      >
        <Form action={href("/search")} className="grid gap-5">
          {[...new URLSearchParams(search)].map(([name, value]) =>
            name === "region" || name === "after" ? null : (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            ),
          )}
          <RegionPicker
            name="region"
            isFilter
            label="지역"
            hideLabel
            widest="all"
            defaultValue={region ?? WHOLE_COUNTRY}
          />
          <button type="submit" className="btn btn-primary btn-lg">
            이 지역에서 찾기
          </button>
        </Form>
      </Sheet>
      {isChosen && (
        <Link
          to={changeQuery(href("/search"), search, { region: null })}
          preventScrollReset
          aria-label={`${regionName} 해제`}
          className="hit grid size-9 place-items-center rounded-full text-ink-3 hover:bg-fill"
        >
          <X size={18} />
        </Link>
      )}
    </div>
  )
}
