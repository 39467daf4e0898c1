import { href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatDateTime, formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { StatTile } from "#app/ui/stat-tile.tsx"
import { notFound } from "../../accounts/guards.server.ts"
import { requireSeller } from "../guards.server.ts"
import { SellerLayout } from "../parts/seller-layout.tsx"
import { PayoutBadge } from "../parts/state-badges.tsx"
import { LIMITS } from "../../money/rules.ts"
import { findSettlement } from "../service/settlement.server.ts"
import type { Route } from "./+types/seller-settlement"
import type { LedgerKind } from "#app/areas/money/rules.ts"
import { SellerLedgerQuery } from "#app/areas/money/forms.ts"

const PATH = href("/shopping/admin/settlement")
const ROW = "flex flex-wrap justify-between gap-x-4"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { after } = readQuery(SellerLedgerQuery, new URL(request.url).searchParams)
  return { first: after === null, ...((await findSettlement(actor, after)) ?? notFound()) }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("정산") },
  { name: "robots", content: "noindex" },
]

const ENTRY_KIND_LABELS: Partial<Record<LedgerKind, string>> = {
  sale: "판매",
  sale_back: "확정 뒤 반품",
  order_rest: "배송비·반품비",
  payout: "지급",
  payout_returned: "지급 실패로 되돌아옴",
}

type View = Route.ComponentProps["loaderData"]

export default function SellerSettlement({ loaderData: view }: Route.ComponentProps) {
  return (
    <SellerLayout current="settlement">
      <PageHeader
        title="정산"
        text={`구매가 확정되면 수수료를 뺀 금액이 쌓이고, 영업일 오전 ${LIMITS.payoutHour}시에 보내 드려요.`}
      />
      {view.balanceWon < 0 ? (
        <p className="mb-3 rounded-xl bg-warn-tint p-4 text-base text-warn-ink md:mb-4 md:p-5">
          <b className="font-semibold">정산 잔액이 {formatWon(view.balanceWon)}이에요.</b> 이미 지급한 판매가
          반품되어 그 금액을 돌려드려야 해요. 따로 보내지 않아도 되고, 다음에 확정되는 판매에서 먼저 뺀 뒤
          남는 금액을 지급해요.
        </p>
      ) : null}
      <SettlementTiles view={view} />
      <div className="mt-3 grid gap-3 lg:mt-4 lg:grid-cols-2 lg:gap-4">
        <BalanceCalculation view={view} />
        <PayoutList payouts={view.payouts} />
      </div>
      <section className="mt-3 overflow-hidden card-line lg:mt-4">
        <h2 className="border-b border-base-300 px-4 py-4 text-lg font-bold md:px-5">정산 장부</h2>
        {view.rows.length === 0 ? (
          <EmptyState
            art="done"
            title="아직 정산된 판매가 없어요"
            text="구매자가 구매를 확정하면 여기에 쌓여요."
            heading="h3"
          />
        ) : (
          <LedgerTable rows={view.rows} />
        )}
      </section>
      <Pager
        isFirstPage={view.first}
        nextCursor={view.next}
        buildHref={(after) => getListUrl(PATH, {}, { after })}
      />
    </SellerLayout>
  )
}

/** What is to be paid out, on its way, paid out, and still held. */
function SettlementTiles({ view }: { view: View }) {
  return (
    <dl
      className={"grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 lg:grid-cols-4 lg:gap-4"}
    >
      {view.balanceWon < 0 ? (
        <StatTile
          name="다음 정산에서 뺄 금액"
          value={formatWon(-view.balanceWon)}
          note="다음 판매로 먼저 채워요"
          isUrgent
        />
      ) : (
        <StatTile
          name="지급할 금액"
          value={formatWon(view.balanceWon)}
          note={
            view.balanceWon > 0
              ? `${formatDateWithWeekday(view.payoutDay)} 오전 ${LIMITS.payoutHour}시에 보내요`
              : "구매가 확정되면 쌓여요"
          }
        />
      )}
      <StatTile name="지급 중" value={formatWon(view.pendingPayoutWon)} />
      <StatTile name="지급 완료" value={formatWon(view.paidWon)} />
      <StatTile name="구매확정 전" value={formatWon(view.heldWon)} note="보관 중인 결제 금액" />
    </dl>
  )
}

/** How the balance came about. */
function BalanceCalculation({ view }: { view: View }) {
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">지금까지의 계산</h2>
      <dl className="num mt-4 grid gap-2.5 text-base">
        {[
          ["확정된 상품 금액", view.soldWon],
          ["판매 수수료", -view.commissionWon],
          ["배송비·반품비", view.shippingFeesWon],
          ["지급한 금액", -(view.pendingPayoutWon + view.paidWon)],
        ].map(([label, won]) => (
          <div key={label} className={ROW}>
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-medium">{formatWon(Number(won))}</dd>
          </div>
        ))}
        <div className={`${ROW} mt-1 items-baseline border-t border-base-300 pt-3.5`}>
          <dt className="font-semibold">{view.balanceWon < 0 ? "정산 잔액" : "지급할 금액"}</dt>
          <dd className="text-xl font-bold">{formatWon(view.balanceWon)}</dd>
        </div>
      </dl>
    </Card>
  )
}

function PayoutList({ payouts }: { payouts: View["payouts"] }) {
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">지급 내역</h2>
      {payouts.length === 0 ? (
        <p className="mt-3 text-base text-ink-3">아직 지급한 정산금이 없어요.</p>
      ) : null}
      <ul className="mt-3 grid gap-3.5">
        {payouts.map((payout) => (
          <li key={payout.id} className="flex flex-wrap items-start justify-between gap-x-3">
            <div className="flex-[1_1_60%]">
              <p className="flex flex-wrap items-center gap-2 text-base font-semibold">
                <PayoutBadge state={payout.state} /> {formatWon(payout.amountWon)}
              </p>
              <p className="mt-0.5 text-sm text-ink-3">
                {payout.account}
                {payout.failureReason ? ` · ${payout.failureReason}` : ""}
              </p>
            </div>
            <span className="flex-none text-sm text-ink-3">{formatDateTime(payout.at)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function LedgerTable({ rows }: { rows: View["rows"] }) {
  return (
    <table className="num w-full text-base">
      <caption className="sr-only">정산 내용마다의 금액과 수수료</caption>
      <thead className="hidden text-left text-sm text-ink-3 md:table-header-group">
        <tr className="border-b border-base-300">
          <th scope="col" className="px-5 py-3 font-normal">
            내용
          </th>
          <th scope="col" className="px-3 py-3 text-right font-normal">
            상품 금액
          </th>
          <th scope="col" className="px-3 py-3 text-right font-normal">
            수수료
          </th>
          <th scope="col" className="px-3 py-3 text-right font-normal">
            정산 금액
          </th>
          <th scope="col" className="px-5 py-3 text-right font-normal">
            때
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <LedgerRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function LedgerRow({ row }: { row: View["rows"][number] }) {
  return (
    <tr
      className={"border-base-300 not-first:border-t max-md:flex max-md:flex-wrap max-md:gap-x-3 max-md:p-4"}
    >
      <td className="min-w-0 wrap-anywhere max-md:flex-[1_1_60%] md:max-w-80 md:px-5 md:py-3.5">
        <span className="block font-medium md:truncate">
          {row.title ?? ENTRY_KIND_LABELS[row.kind] ?? row.kind}
        </span>
        <span className="text-sm text-ink-3">
          {[
            row.title ? ENTRY_KIND_LABELS[row.kind] : null,
            row.optionName,
            row.quantity === null ? null : `${row.quantity}개`,
          ]
            .filter(Boolean)
            .map((text) => `${text} · `)
            .join("")}
          <span className="md:whitespace-nowrap">{row.number}</span>
        </span>
      </td>
      <td className="text-right whitespace-nowrap max-md:hidden md:px-3 md:py-3.5">
        {row.kind === "sale" && row.goodsWon !== null ? (
          formatWon(row.goodsWon)
        ) : (
          <span className="text-ink-3">-</span>
        )}
      </td>
      <td
        className={
          // So wide that it begins a line, at which the time ends.
          "text-right whitespace-nowrap max-md:order-3 max-md:basis-[55%] max-md:text-left max-md:text-sm " +
          "max-md:text-ink-3 md:px-3 md:py-3.5"
        }
      >
        {row.kind === "sale" && row.commissionWon !== null ? (
          <>
            <span className="md:hidden">수수료 </span>
            {formatWon(-row.commissionWon)}
          </>
        ) : (
          <span className="text-ink-3 max-md:hidden">-</span>
        )}
      </td>
      <td
        className={
          "text-right font-semibold whitespace-nowrap max-md:ml-auto md:px-3 md:py-3.5 " +
          `${row.amountWon < 0 ? "text-ink-2" : ""}`
        }
      >
        {row.amountWon > 0 ? "+" : ""}
        {formatWon(row.amountWon)}
      </td>
      <td
        className={
          "text-right text-sm text-ink-3 max-md:order-4 max-md:ml-auto md:px-5 md:py-3.5 md:whitespace-nowrap"
        }
      >
        {formatDateTime(row.at)}
      </td>
    </tr>
  )
}
