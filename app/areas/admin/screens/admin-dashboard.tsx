import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { getKstFields } from "#app/basics/time.ts"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { CategoryArt } from "#app/ui/art/art.tsx"
import { BarList, LineChart } from "#app/ui/chart.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { StatTile } from "#app/ui/stat-tile.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { CATEGORIES, CATEGORY_LABELS } from "../../orders/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { ApplicationRows } from "../parts/application-rows.tsx"
import { findAdminDashboard } from "../service/dashboard.server.ts"
import type { Sums } from "../figure-rules.ts"
import { QUEUE_LINKS } from "../labels.ts"
import { readDeskOnce } from "../desk-context.server.ts"
import type { Route } from "./+types/admin-dashboard"

const MAX_APPLICATION_ROWS = 6

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request, context }: Route.LoaderArgs) => {
  const dashboard = await findAdminDashboard(actor, readDeskOnce(context, request, actor))
  if (!dashboard) return null
  const { hour } = getKstFields(now())
  return {
    greeting:
      `${hour < 5 ? "늦은 밤이에요" : hour < 12 ? "좋은 아침이에요" : hour < 18 ? "좋은 오후예요" : "좋은 저녁이에요"}, ` +
      `${actor.profile?.name ?? "관리자"}님`,
    queues: dashboard.queues,
    figures: dashboard.figures,
    applications:
      dashboard.applications
        ?.slice(0, MAX_APPLICATION_ROWS)
        .map((row) => ({ ...row, appliedAt: row.appliedAt.toISOString() })) ?? null,
  }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("관리자") },
  { name: "robots", content: "noindex" },
]

const formatShortDay = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Today's number and how the fortnight went, with a chart. */
function TrendChart({
  title,
  sum: total,
  points,
  format,
  empty,
}: {
  title: string
  sum: string
  points: { label: string; value: number }[]
  format: (value: number) => string
  empty: string
}) {
  return (
    <section className="card-line p-4 md:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-lg font-bold">{title}</h2>
        <p className="text-sm text-ink-3">{total}</p>
      </div>
      {points.some((point) => point.value > 0) ? (
        <LineChart label={`최근 14일 ${title}`} height={180} points={points} format={format} />
      ) : (
        <p className="mt-2 text-base text-ink-3">{empty}</p>
      )}
    </section>
  )
}

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { greeting, queues, applications } = loaderData
  const waitingQueues = queues
    .filter((each) => each.count > 0)
    .sort((a, b) => (a.oldest ?? "").localeCompare(b.oldest ?? ""))
  return (
    <AdminLayout current="dashboard">
      <header className="pt-6 pb-5 md:pt-8">
        <h1 className="text-2xl font-bold">{greeting}</h1>
        <p className="mt-1 text-base text-ink-2">
          {waitingQueues.length === 0
            ? "지금 기다리는 일이 없어요."
            : `먼저 볼 일이 ${formatNumber(sum(waitingQueues.map((each) => each.count)))}건 있어요.`}
        </p>
      </header>
      {loaderData.figures ? <TodayTiles figures={loaderData.figures} /> : null}
      <LongestWaiting queues={waitingQueues} />
      {loaderData.figures ? <TwoWeeksCharts figures={loaderData.figures} /> : null}
      {applications ? <FirstApplications applications={applications} /> : null}
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

type Figures = NonNullable<View["figures"]>

/** What the market took of what was paid: what came in less what went back. */
const getSalesWon = ({ received_won: received = 0, refunded_won: refunded = 0 }: Sums) => received - refunded
const roundToManwon = (won: number) => formatManwon(Math.round(won / 10_000) * 10_000)

/** What came today, each with its sum of two weeks. */
function TodayTiles({ figures: { steps, total } }: { figures: Figures }) {
  const today = steps.at(-1)?.sums ?? {}
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <StatTile
        name="오늘 견적 요청"
        value={`${today.requests ?? 0}건`}
        note={`14일 ${formatNumber(total.requests ?? 0)}건`}
        href={href("/admin/figures")}
      />
      <StatTile
        name="오늘 성사 금액"
        value={formatManwon(today.agreed_won ?? 0)}
        note={`14일 ${roundToManwon(total.agreed_won ?? 0)}`}
        href={href("/admin/figures")}
      />
      <StatTile
        name="오늘 결제"
        value={formatManwon(getSalesWon(today))}
        note={`14일 ${roundToManwon(getSalesWon(total))}`}
        href={`${href("/admin/figures")}?view=money`}
      />
      <StatTile
        name="오늘 가입"
        value={`${today.sign_ups ?? 0}명`}
        note={`14일 ${formatNumber(total.sign_ups ?? 0)}명`}
        href={`${href("/admin/figures")}?view=people`}
      />
    </dl>
  )
}

/** The queues in which something waits. */
function LongestWaiting({ queues }: { queues: View["queues"] }) {
  return (
    <section className="mt-3 overflow-hidden card-line lg:mt-4" aria-labelledby="waiting">
      <h2 id="waiting" className="border-b border-base-300 px-4 py-4 text-lg font-bold md:px-5">
        오래 기다린 일
      </h2>
      {queues.length === 0 ? <p className="p-5 text-base text-ink-3">기다리는 일이 없어요.</p> : null}
      <ul className="grid divide-base-300 max-md:divide-y md:grid-cols-3 lg:grid-cols-4">
        {queues.map(({ queue, count, oldest }) => (
          <li
            key={queue}
            className={
              "relative px-4 py-3.5 hover:bg-base-200 max-md:flex max-md:items-center " +
              "max-md:justify-between md:px-5 md:py-4"
            }
          >
            <span className="block min-w-0">
              <Link
                to={QUEUE_LINKS[queue].href}
                className={
                  "block text-base font-medium after:absolute after:inset-0 md:text-sm " +
                  "md:font-normal md:text-ink-2"
                }
              >
                {QUEUE_LINKS[queue].label}
              </Link>
              {oldest ? (
                <span className="block text-sm text-ink-3 md:hidden">
                  가장 오래된 일 <RelativeTime at={oldest} />
                </span>
              ) : null}
            </span>
            <b className="text-xl font-bold">
              {formatNumber(count)}
              {QUEUE_LINKS[queue].unit}
            </b>
            {oldest ? (
              <span className="hidden text-sm text-ink-3 md:block">
                가장 오래된 일 <RelativeTime at={oldest} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Two weeks of orders, payments and people, and what is asked for. */
function TwoWeeksCharts({ figures: { steps, total, categories } }: { figures: Figures }) {
  const toPoints = (read: (sums: Sums) => number) =>
    steps.map(({ day, sums }) => ({ label: formatShortDay(day), value: Math.max(0, read(sums)) }))
  const requests = new Map(categories.map(({ key, sums }) => [key, sums.requests ?? 0]))
  return (
    <div className="mt-3 grid gap-3 lg:mt-4 lg:grid-cols-2 lg:gap-4">
      <TrendChart
        title="성사 금액"
        sum={`14일 ${formatWon(total.agreed_won ?? 0)}`}
        points={toPoints((sums) => sums.agreed_won ?? 0)}
        format={(won) => formatManwon(Math.round(won))}
        empty="이 기간에 성사된 견적이 없어요."
      />
      <TrendChart
        title="결제"
        sum={`14일 ${formatWon(getSalesWon(total))}`}
        points={toPoints(getSalesWon)}
        format={(won) => formatManwon(Math.round(won))}
        empty="이 기간에 결제한 것이 없어요."
      />
      <TrendChart
        title="가입"
        sum={`14일 ${formatNumber(total.sign_ups ?? 0)}명`}
        points={toPoints((sums) => sums.sign_ups ?? 0)}
        format={(people) => `${formatNumber(Math.round(people))}명`}
        empty="이 기간에 가입한 사람이 없어요."
      />
      <section className="card-line p-4 md:p-6">
        <h2 className="mb-4 text-lg font-bold">분야별 견적 요청</h2>
        <BarList
          rows={CATEGORIES.map((category) => ({ category, requests: requests.get(category) ?? 0 }))
            .sort((a, b) => b.requests - a.requests)
            .map((row) => ({
              key: row.category,
              label: (
                <span className="flex items-center gap-2.5">
                  <CategoryArt category={row.category} size={22} />
                  {CATEGORY_LABELS[row.category]}
                </span>
              ),
              value: row.requests,
              text: `${formatNumber(row.requests)}건`,
            }))}
        />
      </section>
    </div>
  )
}

/** The applications that wait longest. */
function FirstApplications({ applications }: { applications: NonNullable<View["applications"]> }) {
  return (
    <section className="mt-3 overflow-hidden card-line lg:mt-4">
      <div className="flex items-center justify-between border-b border-base-300 px-4 py-4 md:px-5">
        <h2 className="text-lg font-bold">먼저 볼 심사</h2>
        <Link to={href("/admin/experts")} className="hit text-sm font-medium text-ink-2 hover:underline">
          전체보기
        </Link>
      </div>
      {applications.length === 0 ? (
        <p className="p-5 text-base text-ink-3">기다리는 신청서가 없어요.</p>
      ) : (
        <ApplicationRows rows={applications} isFramed={false} />
      )}
    </section>
  )
}
