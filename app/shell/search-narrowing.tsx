/** The filters of an area beside what a search found in it: a column, a sheet on phones, what is chosen. */
import type { ReactNode } from "react"
import { href } from "react-router"
import { JobFilters, listActiveFacts, listActiveJobFilters } from "../areas/jobs/parts/job-filters.tsx"
import { JOB_SEARCH_LIST_LABELS } from "../areas/jobs/search-filter-rules.ts"
import { ItemFilters, listActiveItemFilters } from "../areas/market/parts/item-filters.tsx"
import { listActiveProductFilters, ProductFilters } from "../areas/shop/parts/product-filters.tsx"
import { changeQuery } from "../basics/list-urls.ts"
import { FilterChip } from "../ui/chips.tsx"
import { FilterColumn, FilterSheet } from "../ui/filter-panel.tsx"
import { buildWholeSearchHref } from "../ui/filter-form.tsx"
import type { Route } from "./screens/+types/search"

type View = Route.ComponentProps["loaderData"]
type Own = NonNullable<View["own"]>
type ActiveFilter = { key: string; label: string; href: string }

/** The filters that are set, each with the address of the search without it. */
export function listActiveFilters(own: Own | null, search: string): ActiveFilter[] {
  const hrefWith = (changes: Parameters<typeof changeQuery>[2]) =>
    changeQuery(href("/search"), search, changes)
  const named = (filters: readonly { name: string; label: string }[]) =>
    filters.map(({ name, label }) => ({ key: name, label, href: hrefWith({ [name]: null }) }))
  switch (own?.tab) {
    case "market":
      return listActiveItemFilters(
        {
          ...own.chosen,
          region: null,
          free: own.chosen.free !== null,
          open: false,
          offers: own.chosen.offers !== null,
        },
        hrefWith,
      )
    case "jobs": {
      const { list } = own.chosen
      return named([
        ...(list ? [{ name: "list", label: JOB_SEARCH_LIST_LABELS[list] }] : []),
        ...listActiveJobFilters({ ...own.chosen, region: null }),
        ...listActiveFacts(own.chosen),
      ])
    }
    case "shop": {
      const seller = own.sellers.find(({ id }) => id === own.chosen.seller)
      return named(listActiveProductFilters(own.chosen, seller?.name ?? null))
    }
    case undefined:
      return []
  }
}

function OwnFilters({ own, total, live = false }: { own: Own; total: number | null; live?: boolean }) {
  if (own.tab === "market") return <ItemFilters isInSearch live={live} total={total} />
  if (own.tab === "jobs") return <JobFilters path="/search" live={live} total={total} />
  return <ProductFilters isInSearch sellers={own.sellers} live={live} total={total} />
}

/** The results with the filters of their area beside them, from md on. */
export function WithFilterColumn({
  view,
  search,
  children,
}: {
  view: View
  search: string
  children: ReactNode
}) {
  if (view.own === null) return children
  const isNarrowed = listActiveFilters(view.own, search).length > 0
  return (
    <div
      className={
        "md:mt-8 md:grid md:grid-cols-[13.5rem_minmax(0,1fr)] md:gap-x-10 " +
        "lg:grid-cols-[15rem_minmax(0,1fr)]"
      }
    >
      <FilterColumn resetHref={isNarrowed ? buildWholeSearchHref(new URLSearchParams(search)) : null}>
        <OwnFilters own={view.own} total={view.total} live />
      </FilterColumn>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** The same filters on phones. */
export function OwnFilterSheet({ own, total, count }: { own: Own; total: number | null; count: number }) {
  return (
    <div className="flex-none md:hidden">
      <FilterSheet count={count}>
        <OwnFilters own={own} total={total} />
      </FilterSheet>
    </div>
  )
}

/** What is chosen, each to be taken away. */
export function ActiveFilterChips({ filters }: { filters: readonly ActiveFilter[] }) {
  if (filters.length === 0) return null
  return (
    <div className="bar-of-chips w-full">
      {filters.map((filter) => (
        <FilterChip key={filter.key} href={filter.href} isActive isRemovable>
          {filter.label}
        </FilterChip>
      ))}
    </div>
  )
}
