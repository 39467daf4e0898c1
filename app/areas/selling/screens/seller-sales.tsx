import { Download } from "#app/ui/icons.tsx"
import { href, Link } from "react-router"
import { titleOf } from "#app/basics/brand.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import { LineChart } from "#app/ui/chart.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { notFound } from "../../accounts/guards.server.ts"
import { SalesQuery } from "../forms.ts"
import { requireSeller } from "../guards.server.ts"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { formatShortDay, SALES_SPANS } from "../rules.ts"
import { findSales } from "../service/sales.server.ts"
import type { Route } from "./+types/seller-sales"

const PATH = href("/shopping/admin/sales")
const SHOWN_PRODUCTS = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { span } = readQuery(SalesQuery, new URL(request.url).searchParams)
  const sales = (await findSales(actor, span)) ?? notFound()
  return { span, ...sales, products: sales.products.slice(0, SHOWN_PRODUCTS), found: sales.products.length }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("판매 통계") },
  { name: "robots", content: "noindex" },
]

export default function SellerSales({ loaderData: view }: Route.ComponentProps) {
  return (
    <SellerLayout current="sales">
      <PageHeader title="판매 통계" text="결제한 금액에서 취소와 반품을 뺐어요. 쿠폰 할인은 뺀 금액이에요." />
      <div className="bar-of-chips mb-4">
        {SALES_SPANS.map((span) => (
          <FilterChip key={span} href={`${PATH}?span=${span}`} isActive={span === view.span}>
            최근 {span}일
          </FilterChip>
        ))}
      </div>
      <div className="grid gap-4">
        <Card className="md:p-6">
          <div className="flex flex-wrap items-baseline justify-between gap-2">
            <h2 className="text-lg font-bold">날짜별 판매</h2>
            <p className="num text-base text-ink-2">
              {formatWon(view.won)} · 주문 {formatNumber(view.orders)}건
            </p>
          </div>
          <LineChart
            label="날짜별 판매 금액"
            height={220}
            points={view.days.map((each) => ({ label: formatShortDay(each.day), value: each.won }))}
            format={(won) => formatManwon(Math.round(won))}
          />
          <FileLink kind="days" span={view.span} />
        </Card>
        {view.products.length === 0 ? (
          <EmptyState art="cart" title="이 기간에 팔린 상품이 없어요" />
        ) : (
          <ProductSales view={view} />
        )}
      </div>
    </SellerLayout>
  )
}

const FileLink = ({ kind, span }: { kind: "days" | "products"; span: string }) => (
  <a
    href={`${href("/shopping/admin/sales/file")}?kind=${kind}&span=${span}`}
    download
    className="btn btn-line btn-sm mt-4"
  >
    <Download size={16} /> CSV로 내려받기
  </a>
)

function ProductSales({ view }: { view: Route.ComponentProps["loaderData"] }) {
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">상품별 판매</h2>
      <ol className="mt-3 [&>li+li]:border-t [&>li+li]:border-base-300">
        {view.products.map((product) => (
          <li key={product.id} className="flex flex-wrap items-baseline justify-end gap-x-4 py-3">
            <Link
              to={href("/shop/edit/:productId", { productId: product.id })}
              className="min-w-[40%] flex-1 truncate text-base hover:underline"
            >
              {product.title}
            </Link>
            <span className="num flex-none text-sm text-ink-3">{formatNumber(product.pieces)}개</span>
            <span className="num flex-none text-base font-semibold">{formatWon(product.won)}</span>
          </li>
        ))}
      </ol>
      {view.found > SHOWN_PRODUCTS ? (
        <p className="mt-2 text-sm text-ink-3">
          많이 팔린 {SHOWN_PRODUCTS}개만 보여요. 나머지는 파일에 있어요.
        </p>
      ) : null}
      <FileLink kind="products" span={view.span} />
    </Card>
  )
}
