import { SlidersHorizontal } from "#app/ui/icons.tsx"
import { Form, href } from "react-router"
import { z } from "zod"
import { readQuery } from "#app/basics/form.ts"
import { formatRegionName, WHOLE_COUNTRY } from "#app/basics/regions.ts"
import { titleOf } from "#app/basics/brand.ts"
import { PullToRefresh } from "#app/ui/pull-to-refresh.tsx"
import { FilterChip, SortLinks } from "#app/ui/chips.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { SelectField } from "#app/ui/field.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { expertLoader, expertMiddleware } from "../../accounts/guards.server.ts"
import { isApprovedExpert } from "../../accounts/rules.ts"
import { RequestCard } from "../../orders/parts/request-card.tsx"
import { BOARD_SORT_LABELS, BOARD_SORTS, CATEGORIES, CATEGORY_LABELS } from "../../orders/rules.ts"
import { findOpenOrders } from "../../orders/service/board.server.ts"
import { DashboardLayout } from "../parts/dashboard-layout.tsx"
import { RegistrationStatus } from "../parts/registration-status.tsx"
import { findOwnApplicationState } from "../service/application-queries.server.ts"
import type { Route } from "./+types/expert-requests"
import { optional, choice, regionCode, listCursor } from "#app/basics/form-fields.ts"
import { readApart } from "#app/platform/read-position.server.ts"

/** Budgets one can ask for, in won: requests that would pay at least, or at most, so much. */
const BUDGET_RANGES = {
  small: { label: "30만원 이하", min: null, max: 300_000 },
  middle: { label: "30만~150만원", min: 300_000, max: 1_500_000 },
  large: { label: "150만~500만원", min: 1_500_000, max: 5_000_000 },
  huge: { label: "500만원 이상", min: 5_000_000, max: null },
} as const
const BUDGET_KEYS = ["small", "middle", "large", "huge"] as const

const BoardQuery = z.object({
  category: choice(["all", ...CATEGORIES], "분야").catch("all"),
  region: optional(regionCode({ label: "지역", widest: "all" })).catch(null),
  budget: optional(choice(BUDGET_KEYS, "예산")).catch(null),
  sort: choice(BOARD_SORTS, "정렬").catch("newest"),
  after: listCursor,
})

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

export const loader = expertLoader(async (actor, { request }: Route.LoaderArgs) => {
  const query = readQuery(BoardQuery, new URL(request.url).searchParams)
  if (!isApprovedExpert(actor)) {
    const applicationState = await findOwnApplicationState(actor)
    return {
      query,
      registrationStatus: applicationState && {
        ...applicationState,
        appliedAt: applicationState.appliedAt.toISOString(),
      },
      page: null,
    }
  }
  const budget = query.budget === null ? null : BUDGET_RANGES[query.budget]
  const filters = {
    category: query.category === "all" ? null : query.category,
    regionCode: query.region,
    budgetMinWon: budget?.min ?? null,
    budgetMaxWon: budget?.max ?? null,
  }
  const page = await readApart(() =>
    findOpenOrders(actor, { filters, sort: query.sort, cursor: query.after }),
  )
  return { query, registrationStatus: null, page }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("견적 요청 찾기") },
  { name: "robots", content: "noindex" },
]

type Query = z.output<typeof BoardQuery>

/** The address of the board with `change`; a change of filter or sort begins at the first page. */
function getBoardPath(query: Query, change: Partial<Query>): string {
  const { category, region, budget, sort, after } = { ...query, after: null, ...change }
  const params = new URLSearchParams()
  if (category !== "all") params.set("category", category)
  if (region !== null && region !== WHOLE_COUNTRY) params.set("region", region)
  if (budget !== null) params.set("budget", budget)
  if (sort !== "newest") params.set("sort", sort)
  if (after !== null) params.set("after", after)
  const search = params.toString()
  return search ? `${href("/expert-dashboard/requests")}?${search}` : "/expert-dashboard/requests"
}

export default function ExpertRequests({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { query, page, registrationStatus } = loaderData
  return (
    <DashboardLayout currentHref="/expert-dashboard/requests">
      <PullToRefresh />
      <PageHeader
        title="견적 요청 찾기"
        text="마음에 드는 요청에 견적서를 보내 보세요. 요청 하나에 견적 10개까지 받아요."
      />
      {page === null ? (
        <div className="max-w-[42rem]">
          {registrationStatus && registrationStatus.state !== "approved" ? (
            <RegistrationStatus
              state={registrationStatus.state}
              reason={registrationStatus.reason}
              appliedAt={registrationStatus.appliedAt}
            />
          ) : (
            <EmptyState
              art="waiting"
              title="전문가 등록을 마치면 요청을 볼 수 있어요"
              action={{ href: href("/expert-registration"), label: "등록 이어 하기" }}
            />
          )}
        </div>
      ) : (
        <>
          <RequestFilters query={query} />
          <div className="mt-3 mb-4">
            <SortLinks
              options={BOARD_SORTS.map((sort) => ({
                href: getBoardPath(query, { sort }),
                label: BOARD_SORT_LABELS[sort],
                isActive: query.sort === sort,
              }))}
            />
          </div>
          {page.rows.length === 0 ? (
            <EmptyState
              art="orders"
              title="조건에 맞는 요청이 없어요"
              text="지역이나 예산을 넓혀 보세요."
              action={{ href: href("/expert-dashboard/requests"), label: "조건 모두 지우기" }}
            />
          ) : (
            <div className="grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
              {page.rows.map((request) => (
                <RequestCard
                  key={request.id}
                  request={request}
                  href={href("/orders/:orderId/propose", { orderId: request.id })}
                  HeadingTag="h2"
                />
              ))}
            </div>
          )}
          <Pager
            isFirstPage={query.after === null}
            nextCursor={page.cursor}
            buildHref={(after) => getBoardPath(query, { after: after ?? null })}
            label="다음 요청 보기"
          />
        </>
      )}
    </DashboardLayout>
  )
}

function RequestFilters({ query }: { query: Query }) {
  const activeFilterCount = [query.region, query.budget].filter((each) => each !== null).length
  return (
    <>
      <div className="bar-of-chips">
        <Sheet
          title="필터"
          triggerClassName="hit btn btn-line btn-sm rounded-full"
          trigger={
            <>
              <SlidersHorizontal size={16} />
              {activeFilterCount > 0 ? `필터 ${activeFilterCount}` : "필터"}
            </>
          }
        >
          <Form method="get" action={href("/expert-dashboard/requests")} className="grid gap-5">
            {query.category !== "all" && <input type="hidden" name="category" value={query.category} />}
            {query.sort !== "newest" && <input type="hidden" name="sort" value={query.sort} />}
            <RegionPicker
              name="region"
              isFilter
              label="지역"
              widest="all"
              defaultValue={query.region ?? WHOLE_COUNTRY}
            />
            <SelectField
              label="예산"
              name="budget"
              placeholder="모든 예산"
              options={BUDGET_KEYS.map((key) => ({ value: key, label: BUDGET_RANGES[key].label }))}
              defaultValue={query.budget}
            />
            <button type="submit" className="btn btn-primary btn-lg">
              요청 보기
            </button>
          </Form>
        </Sheet>
        {query.region !== null && query.region !== WHOLE_COUNTRY ? (
          <FilterChip href={getBoardPath(query, { region: null })} isActive isRemovable>
            {formatRegionName(query.region)}
          </FilterChip>
        ) : null}
        {query.budget !== null ? (
          <FilterChip href={getBoardPath(query, { budget: null })} isActive isRemovable>
            {BUDGET_RANGES[query.budget].label}
          </FilterChip>
        ) : null}
        <FilterChip href={getBoardPath(query, { category: "all" })} isActive={query.category === "all"}>
          전체
        </FilterChip>
        {CATEGORIES.map((category) => (
          <FilterChip
            key={category}
            href={getBoardPath(query, { category })}
            isActive={query.category === category}
          >
            {CATEGORY_LABELS[category]}
          </FilterChip>
        ))}
      </div>
    </>
  )
}
