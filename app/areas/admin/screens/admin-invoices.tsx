/** /admin/invoices: what a month's tax invoices of the experts' fee say, with the file for the tax office. */
import { Link, href } from "react-router"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { now } from "#app/basics/clock.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatMonth } from "#app/basics/month.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Tag } from "#app/ui/badge.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { ChevronLeft, ChevronRight } from "#app/ui/icons.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { StatTile } from "#app/ui/stat-tile.tsx"
import { adminLoader, adminMiddleware } from "../../accounts/guards.server.ts"
import { sumCashReceipts } from "../../money/service/cash-receipt-months.server.ts"
import { findFeeInvoices, sumFeeInvoices } from "../../money/service/fee-invoices.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminTable, type AdminTableColumn } from "../parts/admin-table.tsx"
import { ExportButton } from "../parts/export-button.tsx"
import { AdminInvoicesQuery } from "../list-queries.ts"
import { addMonths, getInvoiceMonth, getCurrentMonth } from "../month-rules.ts"
import type { Route } from "./+types/admin-invoices"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { after, ...query } = readQuery(AdminInvoicesQuery, new URL(request.url).searchParams)
  const month = getInvoiceMonth(query.month, now())
  const [found, sums, receipts] = await Promise.all([
    findFeeInvoices(actor, { month, cursor: after }),
    sumFeeInvoices(actor, month),
    sumCashReceipts(actor, month),
  ])
  return found && { month, sums, receipts, ...found, isFirstPage: after === null }
})

export const meta: Route.MetaFunction = () => [
  { title: titleOf("수수료 세금계산서") },
  { name: "robots", content: "noindex" },
]

type View = NonNullable<Route.ComponentProps["loaderData"]>
type Row = View["rows"][number]

const buildListUrl = (month: string, after?: string) => getListUrl("/admin/invoices", {}, { month, after })

const COLUMNS: readonly AdminTableColumn<Row>[] = [
  {
    label: "공급받는 자",
    slot: "name",
    className: "md:max-w-72",
    render: (row) => (
      <>
        <Link
          to={href("/admin/users/:userId", { userId: row.payeeId })}
          className="block truncate font-semibold after:absolute after:inset-0"
        >
          {row.name}
        </Link>
        <span className="num mt-1 block text-sm text-ink-3">
          {row.businessNumber ? formatBusinessNumber(row.businessNumber) : "사업자등록번호 없음"}
        </span>
      </>
    ),
  },
  {
    label: "작성일 · 관리번호",
    slot: "detail",
    render: (row) => (
      <>
        <span className="num whitespace-nowrap">{row.date.replaceAll("-", ".")}</span>
        <span className="num block text-sm text-ink-3">{row.number}</span>
      </>
    ),
  },
  {
    label: "공급가액",
    slot: "wide",
    isNumeric: true,
    render: (row) => formatWon(row.supplyWon),
  },
  { label: "부가세", slot: "wide", isNumeric: true, render: (row) => formatWon(row.vatWon) },
  {
    label: "합계",
    slot: "figure",
    isNumeric: true,
    render: (row) => (
      <>
        <span className="font-semibold">{formatWon(row.feeWon)}</span>
        <span className="block text-sm text-ink-3">{row.releases}건</span>
      </>
    ),
  },
  {
    label: "종류",
    slot: "badge",
    render: (row) => <Tag>{row.businessNumber ? "세금계산서" : "현금영수증"}</Tag>,
  },
]

export default function AdminInvoices({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return null
  const { month, sums, receipts, rows, cursor, isFirstPage } = loaderData
  return (
    <AdminLayout current="invoices">
      <PageHeader
        title="수수료 세금계산서"
        text="전문가가 낸 수수료를 한 달씩 모았어요. 사업자가 아닌 분은 세금계산서 대신 현금영수증을 발급해요."
      >
        <Link to={href("/admin/invoices/months")} className="btn btn-line btn-sm hit">
          달마다 보기
        </Link>
        <ExportButton kind="invoices" listUrl={buildListUrl(month)} rows={rows} />
      </PageHeader>
      <MonthSwitch month={month} />
      <CashReceipts month={month} receipts={receipts} />
      <dl className="mt-4 mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatTile name="발급할 분" value={`${formatNumber(sums.count)}명`} />
        <StatTile name="공급가액" value={formatWon(sums.supplyWon)} />
        <StatTile name="부가세" value={formatWon(sums.vatWon)} />
        <StatTile name="합계" value={formatWon(sums.feeWon)} />
      </dl>
      {rows.length === 0 ? (
        <EmptyState art="done" title={`${formatMonth(month)}에 발급할 수수료가 없어요`} />
      ) : (
        <AdminTable rows={rows} keyOf={(row) => row.payeeId} columns={COLUMNS} />
      )}
      <Pager
        isFirstPage={isFirstPage}
        nextCursor={cursor}
        buildHref={(after) => buildListUrl(month, after)}
      />
    </AdminLayout>
  )
}

/** The cash receipts that buyers were given in the month, with the file for the bookkeeper. */
const CashReceipts = ({ month, receipts }: Pick<View, "month" | "receipts">) => (
  <section className="mt-4 flex flex-wrap items-center justify-between gap-3 card-line p-4 md:px-5">
    <div>
      <h2 className="text-base font-bold">구매자 현금영수증</h2>
      <p className="num mt-0.5 text-sm text-ink-2">
        {receipts.count === 0
          ? "이 달에 발급한 현금영수증이 없어요."
          : `${formatNumber(receipts.count)}건 · 발급 ${formatWon(receipts.issuedWon)} · ` +
            `취소 ${formatWon(receipts.cancelledWon)}`}
      </p>
    </div>
    <ExportButton
      kind="cash_receipts"
      listUrl={buildListUrl(month)}
      rows={receipts.count > 0 ? [receipts] : []}
    />
  </section>
)

/** The month before and after; the running month is not over, so it says so. */
function MonthSwitch({ month }: { month: string }) {
  const current = getCurrentMonth(now())
  return (
    <nav aria-label="달 고르기" className="flex items-center gap-2">
      <Link
        to={buildListUrl(addMonths(month, -1))}
        aria-label={`${formatMonth(addMonths(month, -1))} 보기`}
        className="btn btn-square btn-line btn-sm hit"
      >
        <ChevronLeft size={18} />
      </Link>
      <h2 className="num min-w-28 text-center text-lg font-bold">{formatMonth(month)}</h2>
      {month < current ? (
        <Link
          to={buildListUrl(addMonths(month, 1))}
          aria-label={`${formatMonth(addMonths(month, 1))} 보기`}
          className="btn btn-square btn-line btn-sm hit"
        >
          <ChevronRight size={18} />
        </Link>
      ) : (
        <span className="text-sm text-ink-3">아직 끝나지 않은 달이라 금액이 늘 수 있어요</span>
      )}
    </nav>
  )
}
