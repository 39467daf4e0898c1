import { Bell, Plus } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { href, Link } from "react-router"
import type { NearView } from "#app/basics/distance.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { changeQuery } from "#app/basics/list-urls.ts"
import { ContinuedListNotice } from "#app/ui/continued-list-notice.tsx"
import { FilterChip, SortLinks } from "#app/ui/chips.tsx"
import { FilterColumn, FilterSheet } from "#app/ui/filter-panel.tsx"
import { useListSearch } from "#app/ui/list-search.ts"
import { Page } from "#app/ui/section.tsx"
import { HIRE_FACT_LABELS, HIRE_FACTS, type HireFact } from "../hire-facts.ts"
import {
  MapLink,
  NeighbourhoodQuestion,
  NeighbourhoodTitle,
  WidenedNotice,
} from "../../accounts/parts/neighbourhood-title.tsx"
import { JOB_KIND_LABELS, type DayTime, type JobKind, type PayType } from "../rules.ts"
import { JobFilters, listActiveJobFilters } from "./job-filters.tsx"

const QUICK_KINDS: readonly JobKind[] = [
  "cleaning",
  "moving",
  "site",
  "packing",
  "cafe",
  "event",
  "editing",
  "filming",
  "wallpaper",
  "painting",
]

type JobListView = {
  kind: JobKind | null
  region: string | null
  pay: PayType | null
  date: string | null
  time: DayTime | null
  facts: readonly HireFact[]
  sort: string
  after: string | null
  total: number
  signedIn: boolean
  near: NearView | null
  isAsking: boolean
}

/** What stands around both lists: which of the two, filters, order, how many there are. */
export function JobList<Sort extends string>({
  path,
  title,
  unit,
  post,
  view,
  sorts,
  sortLabels,
  defaultSort,
  payTypes,
  children,
}: {
  path: ListPath
  title: string
  unit: string
  post: { href: string; label: string }
  view: JobListView
  sorts: readonly Sort[]
  sortLabels: Record<Sort, string>
  defaultSort: Sort
  payTypes?: readonly PayType[]
  children: ReactNode
}) {
  const search = useListSearch("kind")
  const hrefWith = (changes: Record<string, string | null>) => changeQuery(path, search, changes)
  const activeFilters = listOtherFilters(view)
  const filters = { path, total: view.total, ...(payTypes ? { payTypes } : {}) }
  return (
    <Page className="pt-5 md:grid md:grid-cols-[15rem_minmax(0,1fr)] md:gap-x-10 md:pt-10">
      <FilterColumn
        resetHref={
          activeFilters.length > 0 || view.facts.length > 0 || view.kind
            ? changeQuery(path, "", { sort: view.sort === defaultSort ? null : view.sort })
            : null
        }
      >
        <JobFilters {...filters} live />
      </FilterColumn>
      <div className="min-w-0">
        <ListSwitch path={path} />
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <NeighbourhoodTitle near={view.near}>{title}</NeighbourhoodTitle>
            <TotalLine path={path} unit={unit} total={view.total} />
            {path === "/jobs/hire" ? <AlertLink kind={view.kind} /> : null}
          </div>
          <Link to={post.href} className="btn btn-primary flex-none max-md:btn-sm">
            <Plus size={18} /> {post.label}
          </Link>
        </div>
        <NeighbourhoodQuestion isAsking={view.isAsking} />
        <KindChips current={view.kind} hrefWith={hrefWith} />
        <FactChips path={path} chosen={view.facts} hrefWith={hrefWith} />
        <div className="mt-2 flex items-center justify-between gap-3 md:mt-4">
          <div className="-ml-4 min-w-0 flex-1 overflow-hidden pl-4 md:ml-0 md:pl-0">
            <SortLinks
              options={listSorts(sorts, view.near).map((sort) => ({
                href: hrefWith({ sort: sort === defaultSort ? null : sort }),
                label: sortLabels[sort],
                isActive: view.sort === sort,
              }))}
            />
          </div>
          {path === "/jobs/hire" ? <MapLink things="jobs" /> : null}
          <div className="flex-none md:hidden">
            <FilterSheet count={activeFilters.length + view.facts.length}>
              <JobFilters {...filters} />
            </FilterSheet>
          </div>
        </div>
        <ActiveFilters filters={activeFilters} hrefWith={hrefWith} />
        {view.after && <ContinuedListNotice firstPageHref={hrefWith({})} />}
        <WidenedNotice near={view.near} noun={path === "/jobs/hire" ? "일자리" : "분"} />
        {children}
      </div>
    </Page>
  )
}

/** The orders that make sense: by distance only from somewhere. */
const listSorts = <Sort extends string>(sorts: readonly Sort[], near: NearView | null): readonly Sort[] =>
  near ? sorts : sorts.filter((sort) => sort !== "near" && sort !== "region")

type ListPath = "/jobs/hire" | "/jobs/seek"
type HrefWith = (changes: Record<string, string | null>) => string

/** The filters that are set, but those that a chip of its own shows. */
const listOtherFilters = (view: JobListView) =>
  listActiveJobFilters({ ...view, kind: view.kind && QUICK_KINDS.includes(view.kind) ? null : view.kind })

function KindChips({ current, hrefWith }: { current: JobKind | null; hrefWith: HrefWith }) {
  return (
    <nav aria-label="하는 일" className="bar-of-chips mt-4">
      <FilterChip href={hrefWith({ kind: null })} isActive={current === null}>
        전체
      </FilterChip>
      {QUICK_KINDS.map((kind) => (
        <FilterChip key={kind} href={hrefWith({ kind })} isActive={current === kind}>
          {JOB_KIND_LABELS[kind]}
        </FilterChip>
      ))}
    </nav>
  )
}

/** The facts of posts that somebody looks for most often, each switched by itself. */
function FactChips({
  path,
  chosen,
  hrefWith,
}: {
  path: ListPath
  chosen: readonly HireFact[]
  hrefWith: HrefWith
}) {
  const facts = path === "/jobs/hire" ? HIRE_FACTS : (["short"] as const)
  return (
    <nav aria-label="조건" className="bar-of-chips mt-1">
      {facts.map((fact) => {
        const isChosen = chosen.includes(fact)
        return (
          <FilterChip
            key={fact}
            href={hrefWith({ [fact]: isChosen ? null : "1" })}
            isActive={isChosen}
            isRemovable={isChosen}
          >
            {HIRE_FACT_LABELS[fact]}
          </FilterChip>
        )
      })}
    </nav>
  )
}

/** The filters that are set, each to take away. */
function ActiveFilters({
  filters,
  hrefWith,
}: {
  filters: ReturnType<typeof listOtherFilters>
  hrefWith: HrefWith
}) {
  if (filters.length === 0) return null
  return (
    <div className="bar-of-chips mt-1">
      {filters.map((filter) => (
        <FilterChip key={filter.name} href={hrefWith({ [filter.name]: null })} isActive isRemovable>
          {filter.label}
        </FilterChip>
      ))}
    </div>
  )
}

/** Which of the two lists is shown. */
function ListSwitch({ path }: { path: ListPath }) {
  return (
    <nav aria-label="구인과 구직" className="mb-4 grid grid-cols-2 rounded-xl bg-fill p-1 md:w-72">
      {(
        [
          ["/jobs/hire", "구인"],
          ["/jobs/seek", "구직"],
        ] as const
      ).map(([listPath, label]) => (
        <Link
          key={listPath}
          to={listPath}
          aria-current={listPath === path ? "page" : undefined}
          className={
            "grid min-h-11 place-items-center rounded-lg text-base " +
            (listPath === path
              ? "bg-raised font-semibold shadow-float dark:shadow-none dark:ring-1 dark:ring-line-strong"
              : "text-ink-2")
          }
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function TotalLine({ path, unit, total }: { path: ListPath; unit: string; total: number }) {
  return (
    <p aria-live="polite" className="mt-1 text-base text-ink-2">
      {total === 0 ? (
        path === "/jobs/hire" ? (
          "맞는 일자리가 아직 없어요"
        ) : (
          "맞는 분이 아직 없어요"
        )
      ) : (
        <>
          {unit}{" "}
          <b className="font-semibold">
            {formatNumber(total)}
            {path === "/jobs/hire" ? "개" : "명"}
          </b>
          {path === "/jobs/hire" ? "가" : "이"} 있어요
        </>
      )}
    </p>
  )
}

/** To the alert of new jobs of this kind. */
const AlertLink = ({ kind }: { kind: JobKind | null }) => (
  <Link
    to={`${href("/my-info/job-alerts")}${kind ? `?kind=${kind}` : ""}`}
    className="hit mt-1 inline-flex items-center gap-1 rounded-sm text-sm text-primary-ink hover:underline"
  >
    <Bell size={16} /> 새 일자리 알림 받기
  </Link>
)
