import { brand, titleOf } from "#app/basics/brand.ts"
import { href } from "react-router"
import { ExternalLink } from "#app/ui/icons.tsx"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { formatDateLong, formatTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { PrintButton } from "#app/ui/print-button.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ReturnFeeNote, TotalRows } from "../parts/total-rows.tsx"
import { LINE_STATE_LABELS, getPaymentLabel } from "../rules.ts"
import { describeCashReceipt } from "../../money/cash-receipt-rules.ts"
import type { CashReceiptView } from "../../money/views.ts"
import { findPurchaseDetail } from "../service/purchases.server.ts"
import type { Route } from "./+types/receipt"
import { PAYMENT_METHOD_LABELS, splitVat } from "../../money/rules.ts"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const purchaseView = await findPurchaseDetail(actor, params.groupId)
  if (!purchaseView || purchaseView.purchase.paidAt === null) notFound()
  const { refunds, ...purchase } = purchaseView
  return { ...purchase, refunding: refunds.some((refund) => refund.state !== "done") }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("영수증") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]

export default function Receipt({ loaderData: view }: Route.ComponentProps) {
  const { purchase, sellerOrders, payment, refundedWon, withheldWon } = view
  return (
    <Page isNarrow>
      <div className="print:hidden">
        <PageHeader
          title="영수증"
          back={{ href: href("/shopping/orders/:groupId", { groupId: purchase.id }), label: "주문 상세" }}
        >
          <PrintButton />
        </PageHeader>
      </div>
      <article className="card-line p-5 md:p-8 print:border-0 print:p-0">
        <h2 className="text-xl font-bold">거래 영수증</h2>
        <ReceiptFacts view={view} />
        {payment?.receiptUrl ? (
          <a
            href={payment.receiptUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="btn btn-line btn-sm mt-4 print:hidden"
          >
            <ExternalLink size={16} /> {payment.method === "card" ? "카드 매출전표 보기" : "결제 증빙 보기"}
            <span className="sr-only">(새 창)</span>
          </a>
        ) : null}
        {sellerOrders.map((sellerOrder) => (
          <SellerGoods
            key={sellerOrder.id}
            sellerOrder={sellerOrder}
            cashReceipt={payment?.cashReceipts.find((each) => each.sellerOrderId === sellerOrder.id)}
          />
        ))}
        <div className="mt-5 border-t border-base-300 pt-5">
          <TotalRows
            rows={[
              { label: "상품 금액", won: purchase.itemsWon },
              { label: "배송비", won: purchase.shippingWon },
              ...(purchase.discountWon > 0
                ? [{ label: "쿠폰 할인", won: purchase.discountWon, sign: "-" as const }]
                : []),
              ...(refundedWon > 0 ? [{ label: "환불", won: refundedWon, sign: "-" as const }] : []),
            ]}
            sum={{ label: refundedWon > 0 ? "남은 결제 금액" : "합계", won: purchase.totalWon - refundedWon }}
          />
          <ReturnFeeNote returnFeeWon={withheldWon} />
        </div>
        <p className="mt-5 border-t border-base-300 pt-4 text-sm text-ink-3">
          발행 {brand.company.name || brand.name}
          {brand.company.businessNumber ? ` · 사업자등록번호 ${brand.company.businessNumber}` : ""}. 거래를
          확인하는 영수증이에요. 상품마다 공급자는 위에 적힌 판매자예요.
        </p>
      </article>
    </Page>
  )
}

/** Of which purchase it is, when and how it was paid. */
function ReceiptFacts({ view: { purchase, payment, refundedWon, refunding } }: { view: View }) {
  return (
    <dl className="mt-4 grid gap-1.5 text-sm">
      {[
        ["주문번호", purchase.number],
        [
          "결제 일시",
          purchase.paidAt ? `${formatDateLong(purchase.paidAt)} ${formatTime(purchase.paidAt)}` : "",
        ],
        ["결제수단", payment ? payment.methodText || PAYMENT_METHOD_LABELS[payment.method] : ""],
        ["상태", getPaymentLabel({ ...purchase, refundedWon, refunding })],
        ["받는 분", purchase.recipient],
      ].map(([label, value]) => (
        <div key={label} className="fact-row">
          <dt className="text-ink-3">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What was bought of one seller, the parcel, and the tax in what was not given back. */
function SellerGoods({
  sellerOrder,
  cashReceipt,
}: {
  sellerOrder: View["sellerOrders"][number]
  cashReceipt: CashReceiptView | undefined
}) {
  const { itemsWon, shippingWon, discountWon, refundedWon } = sellerOrder
  const { supplyWon, vatWon } = splitVat(itemsWon + shippingWon - discountWon - refundedWon)
  return (
    <section className="mt-6 border-t border-base-300 pt-5">
      <h3 className="text-base font-bold">{sellerOrder.seller.name}</h3>
      <p className="text-sm text-ink-3">
        {sellerOrder.seller.businessName} · {formatBusinessNumber(sellerOrder.seller.businessNumber)}
      </p>
      <table className="mt-3 w-full text-sm">
        <caption className="sr-only">주문한 상품의 수량과 금액</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">상품</th>
            <th scope="col">수량</th>
            <th scope="col">금액</th>
          </tr>
        </thead>
        <tbody>
          {sellerOrder.lines.map((line) => (
            <tr key={line.id} className="align-top">
              <td className="py-1.5 pr-3">
                {line.title}
                {line.optionName ? ` (${line.optionName})` : ""}
                {line.state === "cancelled" || line.state === "returned" ? (
                  <span className="text-ink-3"> · {LINE_STATE_LABELS[line.state]}</span>
                ) : null}
              </td>
              <td className="num py-1.5 pr-3 text-right whitespace-nowrap">{line.quantity}개</td>
              <td className="num py-1.5 text-right whitespace-nowrap">
                {formatWon(line.unitWon * line.quantity)}
              </td>
            </tr>
          ))}
          <tr>
            <td className="py-1.5 text-ink-2" colSpan={2}>
              배송비
            </td>
            <td className="num py-1.5 text-right">
              {sellerOrder.shippingWon === 0 ? "무료" : formatWon(sellerOrder.shippingWon)}
            </td>
          </tr>
          <SumChange label="쿠폰 할인" won={discountWon} />
          <SumChange label="환불" won={refundedWon} />
        </tbody>
      </table>
      <p className="num mt-2 text-right text-sm text-ink-3">
        공급가액 {formatWon(supplyWon)} · 부가세 {formatWon(vatWon)}
      </p>
      {cashReceipt?.issueNumber ? (
        <p className="num mt-1 text-right text-sm text-ink-3">
          현금영수증 {describeCashReceipt(cashReceipt)} ·{" "}
          {cashReceipt.state === "cancelled" ? "발급 취소" : formatWon(cashReceipt.amountWon)}
          <span className="block">승인번호 {cashReceipt.issueNumber}</span>
        </p>
      ) : null}
    </section>
  )
}

/** What is taken off the goods of a seller, where something is: the tax is in what is left. */
const SumChange = ({ label, won }: { label: string; won: number }) =>
  won === 0 ? null : (
    <tr>
      <td className="py-1.5 text-ink-2" colSpan={2}>
        {label}
      </td>
      <td className="num py-1.5 text-right">-{formatWon(won)}</td>
    </tr>
  )
