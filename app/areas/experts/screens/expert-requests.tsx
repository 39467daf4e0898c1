import { SlidersHorizontal } from "lucide-react"
import { Form } from "react-router"
import { z } from "zod"
import { choice, listPlace, optional, readQuery, regionCode } from "#app/basics/form.ts"
import { regionName, wholeCountry } from "#app/basics/regions.ts"
import { titleOf } from "#app/shell/brand.ts"
import { FilterChip, SortLinks } from "#app/ui/chips.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { SelectField } from "#app/ui/field.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { RegionPicker } from "#app/ui/region-picker.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import {
  expertMiddleware,
  getActor,
  isWaitingForProfile,
  requireExpert,
} from "../../accounts/guards.server.ts"
import { isApprovedExpert } from "../../accounts/rules.ts"
import { RequestCard } from "../../orders/parts/request-card.tsx"
import { BOARD_SORT_LABELS, BOARD_SORTS, CATEGORIES, CATEGORY_LABELS } from "../../orders/rules.ts"
import { findOpenOrders } from "../../orders/service/board.server.ts"
import { DashboardFrame } from "../parts/dashboard-frame.tsx"
import { RegistrationState } from "../parts/registration-state.tsx"
import { findOwnStanding } from "../service/application-review.server.ts"
import type { Route } from "./+types/expert-requests"

/** Budgets one can ask for, in won: requests that would pay at least, or at most, so much. */
const BUDGETS = {
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
  after: listPlace,
})

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireExpert(context)
  const query = readQuery(BoardQuery, new URL(request.url).searchParams)
  if (!isApprovedExpert(actor)) {
    const standing = await findOwnStanding(actor)
    return {
      query,
      closed: standing && { ...standing, appliedAt: standing.appliedAt.toISOString() },
      page: null,
    }
  }
  const budget = query.budget === null ? null : BUDGETS[query.budget]
  const page = await findOpenOrders(actor, {
    filters: {
      category: query.category === "all" ? null : query.category,
      regionCode: query.region,
      budgetMinWon: budget?.min ?? null,
      budgetMaxWon: budget?.max ?? null,
    },
    sort: query.sort,
    cursor: query.after,
  })
  return { query, closed: null, page }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("견적 요청 찾기") },
  { name: "robots", content: "noindex" },
]

type Query = z.output<typeof BoardQuery>

/** The address of the board with `change`; a change of filter or sort begins at the first page. */
function address(query: Query, change: Partial<Query>): string {
  const { category, region, budget, sort, after } = { ...query, after: null, ...change }
  const set = new URLSearchParams()
  if (category !== "all") set.set("category", category)
  if (region !== null && region !== wholeCountry) set.set("region", region)
  if (budget !== null) set.set("budget", budget)
  if (sort !== "newest") set.set("sort", sort)
  if (after !== null) set.set("after", after)
  const search = set.toString()
  return search ? `/expert-dashboard/requests?${search}` : "/expert-dashboard/requests"
}

export default function ExpertRequests({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { query, page, closed } = loaderData
  return (
    <DashboardFrame current="/expert-dashboard/requests">
      <PageHeader
        title="견적 요청 찾기"
        text="마음에 드는 요청에 견적서를 보내 보세요. 요청 하나에 견적 10개까지 받아요."
      />
      {page === null ? (
        <div className="max-w-[42rem]">
          {closed && closed.state !== "approved" ? (
            <RegistrationState state={closed.state} reason={closed.reason} appliedAt={closed.appliedAt} />
          ) : (
            <EmptyState
              art="waiting"
              title="전문가 등록을 마치면 요청을 볼 수 있어요"
              action={{ href: "/expert-registration", label: "등록 이어 하기" }}
            />
          )}
        </div>
      ) : (
        <>
          <Filters query={query} />
          <div className="mt-3 mb-4">
            <SortLinks
              options={BOARD_SORTS.map((sort) => ({
                href: address(query, { sort }),
                label: BOARD_SORT_LABELS[sort],
                active: query.sort === sort,
              }))}
            />
          </div>
          {page.rows.length === 0 ? (
            <EmptyState
              art="orders"
              title="조건에 맞는 요청이 없어요"
              text="지역이나 예산을 넓혀 보세요."
              action={{ href: "/expert-dashboard/requests", label: "조건 모두 지우기" }}
            />
          ) : (
            <div className="grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
              {page.rows.map((request) => (
                <RequestCard
                  key={request.id}
                  request={request}
                  href={`/orders/${request.id}/propose`}
                  heading="h2"
                />
              ))}
            </div>
          )}
          <Pager
            first={query.after === null}
            next={page.cursor}
            address={(after) => address(query, { after: after ?? null })}
            label="다음 요청 보기"
          />
        </>
      )}
    </DashboardFrame>
  )
}

function Filters({ query }: { query: Query }) {
  const chosen = [query.region, query.budget].filter((each) => each !== null).length
  return (
    <>
      <div className="bar-of-chips">
        <Sheet
          title="필터"
          triggerClassName="hit btn btn-line btn-sm rounded-full"
          trigger={
            <>
              <SlidersHorizontal aria-hidden size={16} strokeWidth={1.75} />
              {chosen > 0 ? `필터 ${chosen}` : "필터"}
            </>
          }
        >
          <Form method="get" action="/expert-dashboard/requests" className="grid gap-5">
            {query.category !== "all" && <input type="hidden" name="category" value={query.category} />}
            {query.sort !== "newest" && <input type="hidden" name="sort" value={query.sort} />}
            <RegionPicker
              name="region"
              label="지역"
              widest="all"
              defaultValue={query.region ?? wholeCountry}
            />
            <SelectField
              label="예산"
              name="budget"
              placeholder="모든 예산"
              options={BUDGET_KEYS.map((key) => ({ value: key, label: BUDGETS[key].label }))}
              defaultValue={query.budget}
            />
            <button type="submit" className="btn btn-primary btn-lg">
              요청 보기
            </button>
          </Form>
        </Sheet>
        {query.region !== null && query.region !== wholeCountry ? (
          <FilterChip href={address(query, { region: null })} active removable>
            {regionName(query.region)}
          </FilterChip>
        ) : null}
        {query.budget !== null ? (
          <FilterChip href={address(query, { budget: null })} active removable>
            {BUDGETS[query.budget].label}
          </FilterChip>
        ) : null}
        <FilterChip href={address(query, { category: "all" })} active={query.category === "all"}>
          전체
        </FilterChip>
        {CATEGORIES.map((category) => (
          <FilterChip key={category} href={address(query, { category })} active={query.category === category}>
            {CATEGORY_LABELS[category]}
          </FilterChip>
        ))}
      </div>
    </>
  )
}
