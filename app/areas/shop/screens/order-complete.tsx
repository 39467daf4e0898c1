import { titleOf } from "#app/basics/brand.ts"
import { Clock, PackageCheck, RefreshCw, type Icon } from "#app/ui/icons.tsx"
import { Form, Link, href, redirect } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { Page } from "#app/ui/section.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { CopyButton } from "#app/ui/copy-button.tsx"
import { toCouponRows, TotalRows } from "../parts/total-rows.tsx"
import { recheckOwnPayment } from "../../money/service/payments.server.ts"
import { findPurchase } from "../service/purchases.server.ts"
import type { PurchasePaymentView, PurchaseView } from "../views.ts"
import type { Route } from "./+types/order-complete"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const groupId = new URL(request.url).searchParams.get("order")
  if (!groupId) throw redirect(href("/shopping/orders"))
  const purchaseView = await findPurchase(actor, groupId)
  if (!purchaseView) notFound()
  const { rows: _, ...purchase } = purchaseView
  const { purchase: purchaseSummary, payment } = purchase
  if (purchaseSummary.state === "pending" && !purchase.asking)
    throw redirect(
      `${href("/shopping/checkout")}?order=${purchaseSummary.id}` +
        `${payment?.state === "ABORTED" ? "&problem=failed" : ""}`,
    )
  if (purchaseSummary.state === "expired")
    throw redirect(href("/shopping/orders/:groupId", { groupId: purchaseSummary.id }))
  return purchase
}

/** The buyer asks how a payment ended, of which the answer was lost. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const groupId = new URL(request.url).searchParams.get("order") ?? ""
  if (!(await findPurchase(actor, groupId))) notFound()
  const outcome = await recheckOwnPayment(actor, groupId)
  // What is not being asked any more has ended meanwhile: its own screen says how.
  const pagePath = `${href("/shopping/order-complete")}?order=${encodeURIComponent(groupId)}`
  if (outcome.ok || outcome.reason === "not_found") return redirect(pagePath)
  if (outcome.reason === "unknown")
    return redirectWithFlash(pagePath, "아직 결제사가 답하지 않았어요", "refused")
  return redirect(
    `${href("/shopping/checkout")}?order=${encodeURIComponent(groupId)}&problem=${outcome.reason}`,
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("주문 완료") },
  { name: "robots", content: "noindex" },
]

/** How far the payment is: its result is being asked, the deposit is waited for, or it is paid. */
type Progress = "confirming" | "waiting" | "paid"

const PROGRESS_TEXTS: Record<Progress, { Icon: Icon; tone: string; title: string; text: string }> = {
  confirming: {
    Icon: RefreshCw,
    tone: "bg-warn-tint text-warn-ink",
    title: "결제 결과를 확인하고 있어요",
    text: "결제사의 답이 늦어지고 있어요. 다시 결제하지 마세요. 답이 오면 이 화면이 저절로 바뀌어요.",
  },
  waiting: {
    Icon: Clock,
    tone: "bg-warn-tint text-warn-ink",
    title: "입금을 기다리고 있어요",
    text: "아래 계좌로 입금하면 바로 주문이 확정돼요.",
  },
  paid: {
    Icon: PackageCheck,
    tone: "bg-ok-tint text-ok-ink",
    title: "주문을 완료했어요",
    text: "판매자가 상품을 준비하면 알려 드려요.",
  },
}

export default function OrderComplete({ loaderData: view }: Route.ComponentProps) {
  const { purchase, payment, asking: isConfirming } = view
  const isWaitingForDeposit = purchase.state === "waiting_deposit"
  const progress = isConfirming ? "confirming" : isWaitingForDeposit ? "waiting" : "paid"
  const { Icon, tone, title, text } = PROGRESS_TEXTS[progress]
  return (
    <Page isNarrow className="pt-8 md:pt-14">
      <div className="text-center">
        <span className={`mx-auto grid size-16 place-items-center rounded-full ${tone}`}>
          <Icon size={32} />
        </span>
        <h1 className="mt-5 text-2xl font-bold">{title}</h1>
        <p className="mt-2 text-base text-ink-2">{text}</p>
      </div>
      <ServiceAlert service="payments" className="mt-6" />
      {isConfirming ? (
        <Form method="post" className="mt-5 text-center">
          <SubmitButton className="btn btn-tint">
            <RefreshCw size={18} /> 지금 확인하기
          </SubmitButton>
        </Form>
      ) : null}
      {isWaitingForDeposit && payment ? (
        <DepositAccount payment={payment} totalWon={purchase.totalWon} />
      ) : null}
      <OrderSummary view={view} progress={progress} />
      <div className="mt-6 button-pair">
        <Link
          to={href("/shopping/orders/:groupId", { groupId: purchase.id })}
          className="btn btn-quiet btn-lg"
        >
          주문 상세
        </Link>
        <Link to={href("/shopping")} className="btn btn-primary btn-lg">
          쇼핑 계속하기
        </Link>
      </div>
    </Page>
  )
}

function DepositAccount({ payment, totalWon }: { payment: PurchasePaymentView; totalWon: number }) {
  return (
    <section aria-label="입금할 계좌" className="mt-8 rounded-xl bg-primary-tint p-5 text-center">
      <p className="text-base text-ink-2">{payment.bank}</p>
      <p className="num mt-1 text-2xl font-bold wrap-anywhere">{payment.accountNumber}</p>
      <p className="mt-1">
        <CopyButton name="계좌번호" text={payment.accountNumber ?? ""} />
      </p>
      <p className="mt-2 text-base">
        <b className="font-semibold">{formatWon(totalWon)}</b> ·{" "}
        {payment.dueAt ? `${formatDateTime(payment.dueAt)}까지` : ""}
      </p>
      {payment.isSimulated ? (
        <Link
          to={href("/shopping/pay/:paymentId", { paymentId: payment.id })}
          className="btn btn-tint mt-4 bg-base-100"
        >
          연습 입금하기
        </Link>
      ) : null}
    </section>
  )
}

/** What was ordered, where it goes and what it costs. */
function OrderSummary({
  view: { purchase, sellerOrders },
  progress,
}: {
  view: Pick<PurchaseView, "purchase" | "sellerOrders">
  progress: Progress
}) {
  const firstTitle = sellerOrders[0]?.lines[0]?.title ?? ""
  const lineCount = sellerOrders.reduce((sum, sellerOrder) => sum + sellerOrder.lines.length, 0)
  return (
    <section className="card-line mt-8 p-5 md:p-6">
      <p className="flex items-baseline justify-between gap-4 text-sm text-ink-3">
        <span>주문번호</span>
        <span className="num">{purchase.number}</span>
      </p>
      <p className="mt-3 text-base font-semibold">
        {lineCount > 1 ? `${firstTitle} 외 ${lineCount - 1}건` : firstTitle}
      </p>
      <p className="mt-1 text-sm text-ink-2">
        {[purchase.recipient, `${purchase.address} ${purchase.addressDetail}`.trim()]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {progress === "paid" ? (
        <ul className="mt-3 grid gap-1 text-sm">
          {sellerOrders.map((sellerOrder) => (
            <li key={sellerOrder.id}>
              <b className="font-semibold text-ok-ink">{sellerOrder.arrivalText}</b>{" "}
              <span className="text-ink-3">{sellerOrder.seller.name}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="mt-5 border-t border-base-300 pt-5">
        <TotalRows
          rows={[
            { label: "상품 금액", won: purchase.itemsWon },
            { label: "배송비", won: purchase.shippingWon },
            ...toCouponRows(purchase.discountWon),
          ]}
          sum={{
            label: progress === "paid" ? "결제한 금액" : "결제할 금액",
            won: purchase.totalWon,
          }}
        />
      </div>
    </section>
  )
}
