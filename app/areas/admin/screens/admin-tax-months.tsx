/** /admin/invoices/months: tax invoices and cash receipts of twelve months, each as its own list has it. */
import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatMonth } from "#app/basics/month.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { PageHeader } from "#app/ui/section.tsx"
import { StatTile } from "#app/ui/stat-tile.tsx"
import { adminLoader, adminMiddleware, notFound } from "../../accounts/guards.server.ts"
import { findTaxMonths } from "../../money/service/tax-months.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminTable, type AdminTableColumn } from "../parts/admin-table.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminInvoicesQuery } from "../list-queries.ts"
import { addMonths, getCurrentMonth, listTaxMonths } from "../month-rules.ts"
import type { Route } from "./+types/admin-tax-months"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { month } = readQuery(AdminInvoicesQuery, new URL(request.url).searchParams)
  const months = listTaxMonths(month, now())
  const rows = (await findTaxMonths(actor, months)) ?? notFound()
  const last = months.at(-1) ?? ""
  const current = getCurrentMonth(now())
  const next = addMonths(last, 12)
  return { last, later: last === current ? null : next < current ? next : current, rows }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("달마다 세금계산서·현금영수증") },
  { name: "robots", content: "noindex" },
]

type Row = NonNullable<Route.ComponentProps["loaderData"]>["rows"][number]
const buildHref = (month: string) => getListUrl("/admin/invoices/months", {}, { month })

const COLUMNS: readonly AdminTableColumn<Row>[] = [
  {
    label: "달",
    slot: "name",
    render: ({ month }) => (
      <Link
        to={getListUrl("/admin/invoices", {}, { month })}
        className="num font-semibold whitespace-nowrap after:absolute after:inset-0"
      >
        {formatMonth(month)}
      </Link>
    ),
  },
  {
    label: "수수료 발급",
    slot: "badge",
    isNumeric: true,
    render: ({ invoices }) => <span className="num">{formatNumber(invoices)}건</span>,
  },
  { label: "공급가액", slot: "wide", isNumeric: true, render: ({ supplyWon }) => formatWon(supplyWon) },
  { label: "부가세", slot: "wide", isNumeric: true, render: ({ vatWon }) => formatWon(vatWon) },
  {
    label: "수수료 합계",
    slot: "figure",
    isNumeric: true,
    render: ({ feeWon }) => <b className="font-semibold">{formatWon(feeWon)}</b>,
  },
  {
    label: "현금영수증",
    slot: "detail",
    isNumeric: true,
    render: ({ receipts, issuedWon }) => (
      <>
        <span className="md:hidden">현금영수증 {formatWon(issuedWon)} · </span>
        {formatNumber(receipts)}건
      </>
    ),
  },
  { label: "발급 금액", slot: "wide", isNumeric: true, render: ({ issuedWon }) => formatWon(issuedWon) },
  {
    label: "취소 금액",
    slot: "wide",
    isNumeric: true,
    render: ({ cancelledWon }) => formatWon(cancelledWon),
  },
]

const sumOf = (rows: readonly Row[], key: Exclude<keyof Row, "month">) =>
  rows.reduce((sum, row) => sum + row[key], 0)

export default function AdminTaxMonths({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { last, later, rows } = loaderData
  return (
    <AdminLayout current="invoices">
      <PageHeader
        title="달마다 보기"
        text="열두 달의 수수료 세금계산서와 구매자 현금영수증이에요. 달을 누르면 그달의 목록을 봐요."
        back={{ href: href("/admin/invoices"), label: "수수료 세금계산서" }}
      >
        <ExportButton kind="tax_months" listUrl={buildHref(last)} rows={rows} />
      </PageHeader>
      <nav aria-label="기간 고르기" className="flex flex-wrap items-center gap-2">
        <Link to={buildHref(addMonths(last, -12))} className="btn btn-line btn-sm hit">
          이전 12개월
        </Link>
        {later ? (
          <Link to={buildHref(later)} className="btn btn-line btn-sm hit">
            다음 12개월
          </Link>
        ) : null}
      </nav>
      <dl className="mt-4 mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatTile name="수수료 합계" value={formatWon(sumOf(rows, "feeWon"))} />
        <StatTile name="그 가운데 부가세" value={formatWon(sumOf(rows, "vatWon"))} />
        <StatTile name="현금영수증 발급" value={formatWon(sumOf(rows, "issuedWon"))} />
        <StatTile name="현금영수증 취소" value={formatWon(sumOf(rows, "cancelledWon"))} />
      </dl>
      <AdminTable rows={rows.toReversed()} keyOf={({ month }) => month} columns={COLUMNS} />
    </AdminLayout>
  )
}
