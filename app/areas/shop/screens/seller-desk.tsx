import { Link } from "react-router"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/shell/brand.ts"
import { BarList, LineChart } from "#app/ui/chart.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { Figure } from "#app/ui/side-frame.tsx"
import { notFound } from "../../accounts/guards.server.ts"
import { requireOwner } from "../guards.server.ts"
import { SellerFrame } from "../parts/seller-frame.tsx"
import { SellerStanding } from "../parts/seller-state.tsx"
import { LIMITS } from "../rules.ts"
import { findDesk } from "../service/seller-desk.server.ts"
import type { Route } from "./+types/seller-desk"

export async function loader({ request, context }: Route.LoaderArgs) {
  return (await findDesk(requireOwner(context, request))) ?? notFound()
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("판매자 센터") },
  { name: "robots", content: "noindex" },
]

const shortDay = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const count = (number: number, unit = "건") => `${number.toLocaleString("en-US")}${unit}`

export default function SellerDesk({ loaderData: desk }: Route.ComponentProps) {
  const today = desk.days.at(-1)
  const yesterday = desk.days.at(-2)
  const waits = desk.toSend + desk.claims + desk.questions
  return (
    <SellerFrame current="desk">
      <PageHeader
        title={desk.name}
        text={waits === 0 ? "지금 기다리는 일이 없어요." : `먼저 볼 일이 ${count(waits)} 있어요.`}
      />
      {desk.state === "suspended" || desk.state === "terminated" ? (
        <div className="mb-4">
          <SellerStanding state={desk.state} reason={desk.reason} appliedAt={desk.days[0]?.day ?? ""} />
        </div>
      ) : null}
      {desk.hasProducts || desk.state !== "approved" ? null : (
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
          <Link to="/shop/post" className="btn btn-primary max-md:w-full">
            첫 상품 올리기
          </Link>
        </section>
      )}
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        <Figure
          name="오늘 판매"
          value={formatWon(today?.won ?? 0)}
          note={`주문 ${count(today?.orders ?? 0)} · 어제 ${formatWon(yesterday?.won ?? 0)}`}
        />
        <Figure
          name="보낼 주문"
          value={count(desk.toSend)}
          note={desk.late > 0 ? `발송 기한 지남 ${count(desk.late)}` : `새 주문 ${count(desk.newOrders)}`}
          urgent={desk.late > 0}
          href="/shopping/admin/orders"
        />
        <Figure
          name="취소·반품·교환"
          value={count(desk.claims)}
          note={desk.claims > 0 ? "답을 기다려요" : "모두 처리했어요"}
          href="/shopping/admin/claims"
        />
        <Figure name="답할 문의" value={count(desk.questions)} href="/shopping/admin/questions" />
        <Figure
          name="곧 떨어질 재고"
          value={count(desk.lowStock, "개 옵션")}
          note={desk.lowStock > 0 ? `${LIMITS.lowStock}개보다 적게 남았어요` : "모두 넉넉해요"}
          href="/shopping/admin/stock"
        />
        <Figure
          name="심사 중 상품"
          value={count(desk.proposed, "개")}
          href="/shopping/admin/products?tab=proposed"
        />
        <Figure
          name="지급할 정산금"
          value={formatWon(desk.balanceWon)}
          note={desk.balanceWon > 0 ? "다음 영업일 오전에 보내요" : "구매가 확정되면 쌓여요"}
          href="/shopping/admin/settlement"
        />
        <Figure
          name="구매확정 전"
          value={formatWon(desk.heldWon)}
          note="확정되면 정산돼요"
          href="/shopping/admin/settlement"
        />
      </dl>
      <div className="mt-3 grid gap-3 lg:mt-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-4">
        <Card className="md:p-6">
          <div className="flex flex-wrap items-baseline justify-between gap-2">
            <h2 className="text-lg font-bold">판매 금액</h2>
            <p className="text-sm text-ink-3">
              최근 30일 {formatWon(sum(desk.days.map((each) => each.won)))} · 주문{" "}
              {count(sum(desk.days.map((each) => each.orders)))}
            </p>
          </div>
          {desk.days.some((each) => each.won > 0) ? (
            <LineChart
              label="최근 30일 판매 금액"
              height={220}
              points={desk.days.map((each) => ({ label: shortDay(each.day), value: each.won }))}
              format={(won) => formatManwon(Math.round(won))}
            />
          ) : (
            <p className="mt-2 text-base text-ink-3">최근 30일에 판매한 금액이 없어요.</p>
          )}
        </Card>
        <Card className="md:p-6">
          <h2 className="mb-4 text-lg font-bold">잘 팔린 상품</h2>
          {desk.best.length === 0 ? (
            <p className="text-base text-ink-3">최근 30일에 팔린 상품이 없어요.</p>
          ) : (
            <BarList
              rows={desk.best.map((row) => ({
                key: row.id,
                label: (
                  <Link to={`/shop/edit/${row.id}`} className="block truncate hover:underline">
                    {row.title}
                  </Link>
                ),
                value: row.won,
                text: formatWon(row.won),
              }))}
            />
          )}
        </Card>
      </div>
    </SellerFrame>
  )
}
