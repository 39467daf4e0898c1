/** /pay/:chargeId/receipt: what was paid and is held or has gone on, for the payer's own books. */
import { ExternalLink } from "#app/ui/icons.tsx"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { formatDateLong, formatTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { PrintButton } from "#app/ui/print-button.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { PAYMENT_METHOD_LABELS, splitVat } from "../rules.ts"
import { findChargeReceipt } from "../service/charge-page.server.ts"
import type { Route } from "./+types/charge-receipt"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  return (await findChargeReceipt(actor, params.chargeId)) ?? notFound()
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("영수증") },
  { name: "robots", content: "noindex" },
]

type ReceiptView = Route.ComponentProps["loaderData"]

export default function ChargeReceipt({ loaderData: receipt }: Route.ComponentProps) {
  const { amountWon, payerFeeWon, refundedWon, business } = receipt
  const totalWon = amountWon + payerFeeWon - refundedWon
  const { supplyWon, vatWon } = splitVat(totalWon)
  const rows = [
    { label: "금액", won: amountWon },
    ...(payerFeeWon > 0 ? [{ label: "안심결제 수수료", won: payerFeeWon }] : []),
    ...(refundedWon > 0 ? [{ label: "환불", won: -refundedWon }] : []),
  ]
  return (
    <Page isNarrow>
      <div className="print:hidden">
        <PageHeader title="영수증" back={{ href: receipt.resultHref, label: "거래 보기" }}>
          <PrintButton />
        </PageHeader>
      </div>
      <article className="card-line p-5 md:p-8 print:border-0 print:p-0">
        <h2 className="text-xl font-bold">안심결제 영수증</h2>
        <Facts receipt={receipt} />
        {receipt.receiptUrl ? (
          <a
            href={receipt.receiptUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="btn btn-line btn-sm mt-4 print:hidden"
          >
            <ExternalLink size={16} /> {receipt.method === "card" ? "카드 매출전표 보기" : "결제 증빙 보기"}
            <span className="sr-only">(새 창)</span>
          </a>
        ) : null}
        <dl className="num mt-5 grid gap-2.5 border-t border-base-300 pt-5 text-base">
          {rows.map(({ label, won }) => (
            <div key={label} className="flex items-baseline justify-between gap-4">
              <dt className="text-ink-2">{label}</dt>
              <dd className="font-medium">{formatWon(won)}</dd>
            </div>
          ))}
          <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-base-300 pt-3.5">
            <dt className="font-semibold">{refundedWon > 0 ? "남은 결제 금액" : "결제 금액"}</dt>
            <dd className="text-xl font-bold">{formatWon(totalWon)}</dd>
          </div>
          {business ? (
            <div className="flex flex-wrap justify-end gap-x-4 text-sm text-ink-3">
              <dt className="sr-only">공급가액과 부가세</dt>
              <dd>
                공급가액 {formatWon(supplyWon)} · 부가세 {formatWon(vatWon)}
              </dd>
            </div>
          ) : null}
        </dl>
        <p className="mt-4 text-sm text-ink-3">
          거래를 확인하는 영수증이에요. 세금 증빙은 카드 매출전표나 현금영수증으로 받을 수 있어요.
        </p>
      </article>
    </Page>
  )
}

function describeState({ amountWon, payerFeeWon, refundedWon, isRefunding }: ReceiptView): string {
  if (isRefunding) return "환불 진행 중"
  if (refundedWon === 0) return "결제 완료"
  return refundedWon < amountWon + payerFeeWon ? "일부 환불" : "전액 환불"
}

function Facts({ receipt }: { receipt: ReceiptView }) {
  const facts = [
    ["내용", receipt.title],
    ["결제 일시", `${formatDateLong(receipt.heldAt)} ${formatTime(receipt.heldAt)}`],
    ["결제수단", receipt.methodText || PAYMENT_METHOD_LABELS[receipt.method]],
    ...(receipt.business
      ? [
          ["공급자", `${receipt.business.name} (대표 ${receipt.business.representative})`],
          ["사업자등록번호", formatBusinessNumber(receipt.business.businessNumber)],
        ]
      : [["받는 사람", receipt.payeeName]]),
    ["상태", describeState(receipt)],
  ]
  return (
    <dl className="mt-4 grid gap-1.5 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="fact-row">
          <dt className="text-ink-3">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
