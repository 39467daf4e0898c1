import { ChevronRight } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Link, href as toHref } from "react-router"
import { formatDate, formatDateWithWeekday } from "#app/basics/time.ts"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { LineChart } from "#app/ui/chart.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card, Page, Section } from "#app/ui/section.tsx"
import {
  expertMiddleware,
  getActor,
  isWaitingForProfile,
  requireExpert,
} from "../../accounts/guards.server.ts"
import { isApprovedExpert } from "../../accounts/rules.ts"
import { RequestCard } from "../../orders/parts/request-card.tsx"
import { OrderBadge, ProposalBadge } from "../../orders/parts/order-badge.tsx"
import { findMatchingOrders } from "../../orders/service/board.server.ts"
import {
  findExpertEarnings,
  findExpertActiveOrders,
  findOwnProposals,
  type ExpertActiveOrder,
  type OwnProposal,
} from "../../orders/service/expert-work.server.ts"
import { DashboardLayout } from "../parts/dashboard-layout.tsx"
import { RegistrationStatus } from "../parts/registration-status.tsx"
import { APPLICATION_STEPS } from "../rules.ts"
import { findExpertDashboard } from "../service/dashboard.server.ts"
import { validateRegistration, loadRegistration } from "../service/registration.server.ts"
import type { Route } from "./+types/expert-dashboard"
import { Completeness, RegistrationPrompt } from "../parts/dashboard-progress.tsx"

const MAX_MATCHING_REQUESTS = 6
const INITIAL_LIST_COUNT = 5
const EARNINGS_MONTHS = 6

export const middleware: Route.MiddlewareFunction[] = [expertMiddleware]

export async function loader({ context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return { kind: "waiting" as const }
  const actor = requireExpert(context)
  if (actor.expertState === null) {
    const registration = await loadRegistration(actor)
    const validation = validateRegistration(registration.values)
    const openSteps = new Set(validation.ok ? [] : validation.open)
    return {
      kind: "unregistered" as const,
      isStarted: registration.isStarted,
      steps: APPLICATION_STEPS.map((step) => ({
        step,
        done: registration.isStarted && !openSteps.has(step),
      })),
    }
  }
  const dashboard = await findExpertDashboard(actor)
  if (!dashboard || (dashboard.state !== "approved" && dashboard.state !== "suspended")) {
    return dashboard
      ? {
          kind: "undecided" as const,
          state: dashboard.state,
          reason: dashboard.reason,
          appliedAt: dashboard.appliedAt,
        }
      : { kind: "waiting" as const }
  }
  const [matchingRequests, waitingProposals, activeOrders, monthlyEarnings] = await Promise.all([
    findMatchingOrders(actor, {
      categories: dashboard.categories,
      regionCodes: dashboard.regions,
      limit: MAX_MATCHING_REQUESTS,
    }),
    findOwnProposals(actor, { tab: "waiting" }),
    findExpertActiveOrders(actor),
    findExpertEarnings(actor, EARNINGS_MONTHS),
  ])
  return {
    kind: "desk" as const,
    desk: dashboard,
    isApproved: isApprovedExpert(actor),
    matching: matchingRequests,
    waitingProposals: {
      rows: waitingProposals.rows.slice(0, INITIAL_LIST_COUNT),
      count: waitingProposals.rows.length,
      more: waitingProposals.cursor !== null,
    },
    jobs: activeOrders,
    earnings: monthlyEarnings,
  }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("전문가 대시보드") },
  { name: "robots", content: "noindex" },
]

export default function ExpertDashboard({ loaderData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case "waiting":
      return null
    case "unregistered":
      return <RegistrationPrompt isStarted={loaderData.isStarted} steps={loaderData.steps} />
    case "undecided":
      return (
        <Page isNarrow className="pt-6 md:pt-12">
          <h1 className="mb-5 text-2xl font-bold">전문가 대시보드</h1>
          {loaderData.state === "approved" ? null : (
            <RegistrationStatus
              state={loaderData.state}
              reason={loaderData.reason}
              appliedAt={loaderData.appliedAt}
            />
          )}
        </Page>
      )
    case "desk":
      return <DashboardContent desk={loaderData} />
  }
}

type DashboardContentProps = Extract<Route.ComponentProps["loaderData"], { kind: "desk" }>

function DashboardContent({ desk }: { desk: DashboardContentProps }) {
  const {
    desk: dashboard,
    isApproved,
    matching: matchingRequests,
    waitingProposals,
    jobs: activeOrders,
    earnings,
  } = desk
  return (
    <DashboardLayout currentHref="/expert-dashboard">
      <header className="pt-6 md:pt-10">
        <h1 className="text-2xl font-bold">{dashboard.name}님, 안녕하세요</h1>
        <p className="mt-1 text-base text-ink-2">
          {getGreeting(matchingRequests.length, activeOrders.length)}
        </p>
      </header>
      {isApproved || dashboard.state === "approved" ? null : (
        <div className="mt-5">
          <RegistrationStatus state="suspended" reason={dashboard.reason} appliedAt={dashboard.appliedAt} />
        </div>
      )}
      <DashboardNumbers desk={desk} />

      {isApproved ? <MatchingRequests requests={matchingRequests} /> : null}

      <div className="grid gap-x-5 lg:grid-cols-2">
        <Section id="jobs" title="진행 중인 작업" count={activeOrders.length}>
          {activeOrders.length === 0 ? (
            <p className="card-line p-5 text-base text-ink-3">진행 중인 작업이 없어요.</p>
          ) : (
            <ActiveOrderList activeOrders={activeOrders} />
          )}
        </Section>
        <Section
          title="답을 기다리는 견적서"
          more={{ href: toHref("/expert-dashboard/proposals"), label: "내 견적서" }}
        >
          {waitingProposals.rows.length === 0 ? (
            <p className="card-line p-5 text-base text-ink-3">답을 기다리는 견적서가 없어요.</p>
          ) : (
            <List>
              {waitingProposals.rows.map((proposal) => (
                <ProposalRow key={proposal.proposalId} proposal={proposal} />
              ))}
            </List>
          )}
        </Section>
      </div>

      <IncomeAndRating earnings={earnings} dashboard={dashboard} />

      <Section title="프로필 완성도">
        <Completeness {...dashboard.completeness} />
      </Section>
    </DashboardLayout>
  )
}

const getGreeting = (requests: number, activeOrders: number) =>
  requests > 0
    ? "나에게 맞는 새 견적 요청이 있어요."
    : activeOrders > 0
      ? "오늘도 진행 중인 작업을 챙겨 보세요."
      : "새 요청이 올라오면 여기에서 볼 수 있어요."
const formatMonth = (month: string) => `${Number(month.slice(5))}월`

function StatisticCard({ name, value, href }: { name: string; value: string; href: string }) {
  return (
    <div className="relative card-line p-4 hover:bg-base-200 md:p-5">
      <dt className="text-sm text-ink-3">
        <Link to={href} className="after:absolute after:inset-0 after:rounded-xl">
          {name}
        </Link>
      </dt>
      <dd className="mt-1 text-xl font-bold">{value}</dd>
    </div>
  )
}

const List = ({ children }: { children: ReactNode }) => (
  <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">{children}</ul>
)

function ActiveOrderList({ activeOrders }: { activeOrders: readonly ExpertActiveOrder[] }) {
  const more = activeOrders.slice(INITIAL_LIST_COUNT)
  return (
    <>
      <List>
        {activeOrders.slice(0, INITIAL_LIST_COUNT).map((activeOrder) => (
          <ActiveOrderRow key={activeOrder.orderId} activeOrder={activeOrder} />
        ))}
      </List>
      {more.length > 0 ? (
        <details className="group mt-3">
          <summary className="btn btn-quiet w-full group-open:hidden">작업 {more.length}건 더 보기</summary>
          <List>
            {more.map((activeOrder) => (
              <ActiveOrderRow key={activeOrder.orderId} activeOrder={activeOrder} />
            ))}
          </List>
        </details>
      ) : null}
    </>
  )
}

function ActiveOrderRow({ activeOrder }: { activeOrder: ExpertActiveOrder }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 p-4 hover:bg-base-200 md:px-5">
      <div className="min-w-0 flex-1 basis-36">
        <OrderBadge state={activeOrder.state} />
        <h3 className="mt-2 truncate text-base font-semibold">
          <Link
            to={toHref("/orders/:orderId", { orderId: activeOrder.orderId })}
            className="after:absolute after:inset-0"
          >
            {activeOrder.title}
          </Link>
        </h3>
        <p className="mt-0.5 text-sm text-ink-3">
          시작 {formatDateWithWeekday(activeOrder.earliestStart)}
          {activeOrder.pendingChangeOrders > 0 ? " · 추가금 답변 대기" : ""}
        </p>
      </div>
      <b className="ml-auto flex-none text-base font-bold">{formatWon(activeOrder.payableWon)}</b>
      <ChevronRight size={20} className="flex-none text-ink-3" />
    </li>
  )
}

function ProposalRow({ proposal }: { proposal: OwnProposal }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 p-4 hover:bg-base-200 md:px-5">
      <div className="min-w-0 flex-1 basis-36">
        <ProposalBadge state={proposal.state} />
        <h3 className="mt-2 truncate text-base font-semibold">
          <Link
            to={toHref("/orders/:orderId/propose", { orderId: proposal.orderId })}
            className="after:absolute after:inset-0"
          >
            {proposal.title}
          </Link>
        </h3>
        <p className="mt-0.5 text-sm text-ink-3">
          <RelativeTime at={proposal.sentAt} /> 보냄 · {formatDate(proposal.validUntil)}까지
        </p>
      </div>
      <b className="ml-auto flex-none text-base font-bold">{formatWon(proposal.totalWon)}</b>
      <ChevronRight size={20} className="flex-none text-ink-3" />
    </li>
  )
}

function DashboardNumbers({
  desk: { matching: matchingRequests, waitingProposals, jobs: activeOrders, earnings },
}: {
  desk: DashboardContentProps
}) {
  const thisMonth = earnings.at(-1)
  return (
    <dl
      className={
        "mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3 pb-7 md:grid-cols-4 " +
        "md:gap-4 md:pb-0"
      }
    >
      <StatisticCard
        name="새 맞춤 요청"
        value={
          matchingRequests.length === MAX_MATCHING_REQUESTS
            ? `${MAX_MATCHING_REQUESTS}건 이상`
            : `${matchingRequests.length}건`
        }
        href={toHref("/expert-dashboard/requests")}
      />
      <StatisticCard
        name="답변 대기 견적"
        value={waitingProposals.more ? `${waitingProposals.count}건 이상` : `${waitingProposals.count}건`}
        href={`${toHref("/expert-dashboard/proposals")}?tab=waiting`}
      />
      <StatisticCard name="진행 중인 작업" value={`${activeOrders.length}건`} href="#jobs" />
      <StatisticCard name="이번 달 수입" value={formatWon(thisMonth?.earnedWon ?? 0)} href="#earnings" />
    </dl>
  )
}

function MatchingRequests({ requests }: { requests: DashboardContentProps["matching"] }) {
  return (
    <Section
      title="새 맞춤 요청"
      subtitle="내 분야와 지역에 맞고, 아직 견적을 보내지 않은 요청이에요."
      more={{ href: toHref("/expert-dashboard/requests"), label: "전체보기" }}
    >
      {requests.length === 0 ? (
        <EmptyState
          art="orders"
          title="지금은 맞는 요청이 없어요"
          text="분야와 지역을 넓히면 더 많은 요청을 볼 수 있어요."
          action={{
            href: `${toHref("/expert-dashboard/requests")}?category=all&region=all`,
            label: "모든 요청 보기",
          }}
          heading="h3"
        />
      ) : (
        <div className="grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
          {requests.map((request) => (
            <RequestCard
              key={request.id}
              request={request}
              href={toHref("/orders/:orderId/propose", { orderId: request.id })}
            />
          ))}
        </div>
      )}
    </Section>
  )
}

/** Income and rating, month by month. */
function IncomeAndRating({
  earnings,
  dashboard,
}: {
  earnings: DashboardContentProps["earnings"]
  dashboard: DashboardContentProps["desk"]
}) {
  return (
    <div id="earnings" className="grid gap-x-5 lg:grid-cols-2">
      <Section title="수입" subtitle="완료된 작업의 금액이에요.">
        <Card className="md:p-6">
          {earnings.some((each) => each.earnedWon > 0) ? (
            <LineChart
              label="달마다 수입"
              points={earnings.map((each) => ({ label: formatMonth(each.month), value: each.earnedWon }))}
              format={(won) => formatManwon(Math.round(won))}
            />
          ) : (
            <p className="text-base text-ink-3">아직 완료된 작업이 없어요.</p>
          )}
        </Card>
      </Section>
      <Section
        title="평점"
        subtitle={
          dashboard.rating === null
            ? "후기가 3개 모이면 프로필에 평점이 보여요."
            : `지금 ${dashboard.rating.toFixed(1)}점 · 후기 ${dashboard.reviewCount}개`
        }
      >
        <Card className="md:p-6">
          {dashboard.ratings.length === 0 ? (
            <p className="text-base text-ink-3">아직 받은 후기가 없어요.</p>
          ) : (
            <LineChart
              label="달마다 평점"
              points={dashboard.ratings.map((each) => ({
                label: formatMonth(each.month),
                value: each.rating,
              }))}
              format={(rating) => rating.toFixed(1)}
            />
          )}
        </Card>
      </Section>
    </div>
  )
}
