import { Link } from "react-router"
import { now } from "#app/basics/clock.ts"
import { kstFields } from "#app/basics/time.ts"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/shell/brand.ts"
import { CategoryArt } from "#app/ui/art/category-art.tsx"
import { BarList, LineChart } from "#app/ui/chart.tsx"
import { adminMiddleware, getActor, isWaitingForProfile, requireAdmin } from "../../accounts/guards.server.ts"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import { AdminFigure, AdminFrame } from "../parts/admin-frame.tsx"
import { ApplicationRows } from "../parts/application-rows.tsx"
import { findAdminDashboard } from "../service/dashboard.server.ts"
import type { Route } from "./+types/admin-dashboard"

const ROWS = 6

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const found = await findAdminDashboard(actor)
  if (!found) return null
  const { hour } = kstFields(now())
  return {
    greeting: `${hour < 5 ? "늦은 밤이에요" : hour < 12 ? "좋은 아침이에요" : hour < 18 ? "좋은 오후예요" : "좋은 저녁이에요"}, ${actor.profile?.name ?? "관리자"}님`,
    toReview: found.applications.applied + found.applications.reviewing,
    disputes: found.orders.disputes,
    reports: found.reports.waiting + found.reports.appealed,
    days: found.orders.days,
    categories: found.orders.categories,
    signUps: found.signUps,
    queue: found.queue.slice(0, ROWS).map((row) => ({ ...row, appliedAt: row.appliedAt.toISOString() })),
  }
}

export const meta: Route.MetaFunction = () => [{ title: titleOf("관리자") }, { name: "robots", content: "noindex" }]

const shortDay = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { greeting, toReview, disputes, reports, days, categories, signUps, queue } = loaderData
  const waiting = toReview + disputes + reports
  return (
    <AdminFrame current="dashboard">
      <header className="pt-6 pb-5 md:pt-8">
        <h1 className="text-2xl font-bold">{greeting}</h1>
        <p className="mt-1 text-base text-ink-2">{waiting === 0 ? "지금 기다리는 일이 없어요." : `먼저 볼 일이 ${waiting}건 있어요.`}</p>
      </header>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5 lg:gap-4">
        <AdminFigure name="심사할 전문가" value={`${toReview}명`} href="/admin/experts" />
        <AdminFigure name="조정할 분쟁" value={`${disputes}건`} href="/admin/orders?queue=disputed" />
        <AdminFigure name="볼 신고" value={`${reports}건`} href="/admin/reports" />
        <AdminFigure name="오늘 견적 요청" value={`${days.at(-1)?.opened ?? 0}건`} note={`14일 ${sum(days.map((each) => each.opened)).toLocaleString("en-US")}건`} />
        <AdminFigure name="오늘 가입" value={`${signUps.at(-1)?.people ?? 0}명`} note={`14일 ${sum(signUps.map((each) => each.people)).toLocaleString("en-US")}명`} />
      </dl>
      <div className="mt-3 grid gap-3 lg:mt-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-4">
        <section className="card-line p-4 md:p-6">
          <div className="flex flex-wrap items-baseline justify-between gap-2">
            <h2 className="text-lg font-bold">성사 금액</h2>
            <p className="text-sm text-ink-3">최근 14일 {formatWon(sum(days.map((each) => each.agreedWon)))}</p>
          </div>
          {days.some((each) => each.agreedWon > 0) ? (
            <LineChart label="최근 14일 성사 금액" height={220} points={days.map((each) => ({ label: shortDay(each.day), value: each.agreedWon }))} format={(won) => formatManwon(Math.round(won))} />
          ) : (
            <p className="mt-2 text-base text-ink-3">이 기간에 성사된 견적이 없어요.</p>
          )}
        </section>
        <section className="card-line p-4 md:p-6">
          <h2 className="mb-4 text-lg font-bold">분야별 견적 요청</h2>
          <BarList
            rows={categories.map(({ category, requests }) => ({
              key: category,
              label: (
                <span className="flex items-center gap-2.5">
                  <CategoryArt category={category} size={22} />
                  {CATEGORY_LABELS[category]}
                </span>
              ),
              value: requests,
              text: `${requests.toLocaleString("en-US")}건`,
            }))}
          />
        </section>
      </div>
      <section className="mt-3 overflow-hidden card-line lg:mt-4">
        <div className="flex items-center justify-between border-b border-base-300 px-4 py-4 md:px-5">
          <h2 className="text-lg font-bold">먼저 볼 심사</h2>
          <Link to="/admin/experts" className="hit text-sm font-medium text-ink-2 hover:underline">전체보기</Link>
        </div>
        {queue.length === 0 ? <p className="p-5 text-base text-ink-3">기다리는 신청서가 없어요.</p> : <ApplicationRows rows={queue} />}
      </section>
    </AdminFrame>
  )
}
