import { Link, href } from "react-router"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { titleOf } from "#app/basics/brand.ts"
import { BarList, LineChart } from "#app/ui/chart.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { StatTile } from "#app/ui/stat-tile.tsx"
import { notFound } from "../../accounts/guards.server.ts"
import { requireSeller } from "../guards.server.ts"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { SellerStateCard } from "../parts/state-badges.tsx"
import { LIMITS } from "../../shop/rules.ts"
import { formatShortDay } from "../rules.ts"
import { findSellerDashboard } from "../service/dashboard.server.ts"
import type { Route } from "./+types/seller-dashboard"

export async function loader({ request, context }: Route.LoaderArgs) {
  return (await findSellerDashboard(requireSeller(context, request))) ?? notFound()
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("판매자 센터") },
  { name: "robots", content: "noindex" },
]

const sumOf = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const formatCount = (number: number, unit = "건") => `${formatNumber(number)}${unit}`

type Dashboard = Route.ComponentProps["loaderData"]

export default function SellerDashboard({ loaderData: dashboard }: Route.ComponentProps) {
  const pendingCount = dashboard.toShip + dashboard.claims + dashboard.questions
  return (
    <SellerLayout current="desk">
      <PageHeader
        title={dashboard.name}
        text={
          pendingCount === 0
            ? "지금 기다리는 일이 없어요."
            : `먼저 볼 일이 ${formatCount(pendingCount)} 있어요.`
        }
      />
      {dashboard.state === "suspended" || dashboard.state === "terminated" ? (
        <div className="mb-4">
          <SellerStateCard
            state={dashboard.state}
            reason={dashboard.reason}
            appliedAt={dashboard.days[0]?.day ?? ""}
          />
        </div>
      ) : null}
      {dashboard.hasProducts || dashboard.state !== "approved" ? null : <FirstProductCard />}
      <DashboardTiles dashboard={dashboard} />
      <div className="mt-3 grid gap-3 lg:mt-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-4">
        <SalesChart days={dashboard.days} />
        <BestSellers products={dashboard.best} />
      </div>
    </SellerLayout>
  )
}

/** Asks an owner without products for the first one. */
function FirstProductCard() {
  return (
    <section
      aria-labelledby="first"
      className={
        "mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-xl " +
        "bg-primary-tint p-5 md:mb-4 md:p-6"
      }
    >
      <div>
        <h2 id="first" className="text-lg font-bold">
          첫 상품을 올려 보세요
        </h2>
        <p className="mt-1 text-base text-ink-2">사진과 가격을 올리면 심사를 거쳐 쇼핑에 보여요.</p>
      </div>
      <Link to={href("/shop/post")} className="btn btn-primary max-md:w-full">
        첫 상품 올리기
      </Link>
    </section>
  )
}

/** What was sold today, and what waits for the owner. */
function DashboardTiles({ dashboard }: { dashboard: Dashboard }) {
  const today = dashboard.days.at(-1)
  const yesterday = dashboard.days.at(-2)
  return (
    <dl
      className={
        "grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,40%)),1fr))] gap-3 " +
        "lg:grid-cols-4 lg:gap-4"
      }
    >
      <StatTile
        name="오늘 판매"
        value={formatWon(today?.won ?? 0)}
        note={`주문 ${formatCount(today?.orders ?? 0)} · 어제 ${formatWon(yesterday?.won ?? 0)}`}
      />
      <StatTile
        name="보낼 주문"
        value={formatCount(dashboard.toShip)}
        note={
          dashboard.late > 0
            ? `발송 기한 지남 ${formatCount(dashboard.late)}`
            : `새 주문 ${formatCount(dashboard.newOrders)}`
        }
        isUrgent={dashboard.late > 0}
        href={href("/shopping/admin/orders")}
      />
      <StatTile
        name="취소·반품·교환"
        value={formatCount(dashboard.claims)}
        note={dashboard.claims > 0 ? "답을 기다려요" : "모두 처리했어요"}
        href={href("/shopping/admin/claims")}
      />
      <StatTile
        name="답할 문의"
        value={formatCount(dashboard.questions)}
        href={href("/shopping/admin/questions")}
      />
      <StatTile
        name="곧 떨어질 재고"
        value={formatCount(dashboard.lowStock, "개 옵션")}
        note={dashboard.lowStock > 0 ? `${LIMITS.lowStockThreshold}개보다 적게 남았어요` : "모두 넉넉해요"}
        href={href("/shopping/admin/stock")}
      />
      <StatTile
        name="심사 중 상품"
        value={formatCount(dashboard.proposed, "개")}
        href={`${href("/shopping/admin/products")}?tab=proposed`}
      />
      <StatTile
        name="지급할 정산금"
        value={formatWon(dashboard.balanceWon)}
        note={dashboard.balanceWon > 0 ? "다음 영업일 오전에 보내요" : "구매가 확정되면 쌓여요"}
        href={href("/shopping/admin/settlement")}
      />
      <StatTile
        name="구매확정 전"
        value={formatWon(dashboard.heldWon)}
        note="확정되면 정산돼요"
        href={href("/shopping/admin/settlement")}
      />
    </dl>
  )
}

/** Sales of the last thirty days. */
function SalesChart({ days }: { days: Dashboard["days"] }) {
  return (
    <Card className="md:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-lg font-bold">판매 금액</h2>
        <p className="text-sm text-ink-3">
          최근 30일 {formatWon(sumOf(days.map((each) => each.won)))} · 주문{" "}
          {formatCount(sumOf(days.map((each) => each.orders)))}
        </p>
      </div>
      {days.some((each) => each.won > 0) ? (
        <LineChart
          label="최근 30일 판매 금액"
          height={220}
          points={days.map((each) => ({ label: formatShortDay(each.day), value: each.won }))}
          format={(won) => formatManwon(Math.round(won))}
        />
      ) : (
        <p className="mt-2 text-base text-ink-3">최근 30일에 판매한 금액이 없어요.</p>
      )}
    </Card>
  )
}

function BestSellers({ products }: { products: Dashboard["best"] }) {
  return (
    <Card className="md:p-6">
      <h2 className="mb-4 text-lg font-bold">잘 팔린 상품</h2>
      {products.length === 0 ? (
        <p className="text-base text-ink-3">최근 30일에 팔린 상품이 없어요.</p>
      ) : (
        <BarList
          rows={products.map((row) => ({
            key: row.id,
            label: (
              <Link
                to={href("/shop/edit/:productId", { productId: row.id })}
                className="block truncate hover:underline"
              >
                {row.title}
              </Link>
            ),
            value: row.won,
            text: formatWon(row.won),
          }))}
        />
      )}
    </Card>
  )
}
