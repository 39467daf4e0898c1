import { Clock, PackageCheck, RefreshCw } from "lucide-react"
import { Form, Link, redirect } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { SubmitButton } from "#app/ui/form.tsx"
import { Page } from "#app/ui/section.tsx"
import { ServiceNote } from "#app/ui/service-note.tsx"
import { CopyAccount } from "../parts/copy-account.tsx"
import { MoneyRows } from "../parts/money-rows.tsx"
import { askOwnPayment } from "../service/pay.server.ts"
import { findPurchase } from "../service/purchases.server.ts"
import type { Route } from "./+types/order-complete"

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const found = await findPurchase(actor, new URL(request.url).searchParams.get("order") ?? "")
  if (!found) notFound()
  const { rows: _, ...purchase } = found
  const { group, payment } = purchase
  if (group.state === "pending" && !purchase.asking)
    throw redirect(
      `/shopping/checkout?order=${group.id}${payment?.state === "ABORTED" ? "&problem=failed" : ""}`,
    )
  if (group.state === "expired") throw redirect(`/shopping/orders/${group.id}`)
  return purchase
}

/** The buyer asks how a payment ended, of which the answer was lost. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const groupId = new URL(request.url).searchParams.get("order") ?? ""
  if (!(await findPurchase(actor, groupId))) notFound()
  const asked = await askOwnPayment(actor, groupId)
  // What is not being asked any more has ended meanwhile: its own screen says how.
  const here = `/shopping/order-complete?order=${encodeURIComponent(groupId)}`
  if (asked.ok || asked.reason === "not_found") return redirect(here)
  if (asked.reason === "unknown") return redirectWithNotice(here, "아직 결제사가 답하지 않았어요")
  return redirect(`/shopping/checkout?order=${encodeURIComponent(groupId)}&problem=${asked.reason}`)
}

export const meta: Route.MetaFunction = () => [
  { title: "주문 완료 | 바로일당" },
  { name: "robots", content: "noindex" },
]

export default function OrderComplete({
  loaderData: { group, payment, orders, asking },
}: Route.ComponentProps) {
  const waiting = group.state === "waiting_deposit"
  const Icon = asking ? RefreshCw : waiting ? Clock : PackageCheck
  const first = orders[0]?.lines[0]?.title ?? ""
  const count = orders.reduce((sum, order) => sum + order.lines.length, 0)
  return (
    <Page narrow className="pt-8 md:pt-14">
      <div className="text-center">
        <span
          className={
            "mx-auto grid size-16 place-items-center rounded-full " +
            `${asking || waiting ? "bg-warn-tint text-warn-ink" : "bg-ok-tint text-ok-ink"}`
          }
        >
          <Icon aria-hidden size={32} strokeWidth={1.75} />
        </span>
        <h1 className="mt-5 text-2xl font-bold">
          {asking ? "결제 결과를 확인하고 있어요" : waiting ? "입금을 기다리고 있어요" : "주문을 완료했어요"}
        </h1>
        <p className="mt-2 text-base text-ink-2">
          {asking
            ? "결제사의 답이 늦어지고 있어요. 다시 결제하지 마세요. 답이 오면 이 화면이 저절로 바뀌어요."
            : waiting
              ? "아래 계좌로 입금하면 바로 주문이 확정돼요."
              : "판매자가 상품을 준비하면 알려드려요."}
        </p>
      </div>
      <ServiceNote of="payments" className="mt-6" />
      {asking ? (
        <Form method="post" className="mt-5 text-center">
          <SubmitButton className="btn btn-tint">
            <RefreshCw aria-hidden size={18} strokeWidth={1.75} /> 지금 확인하기
          </SubmitButton>
        </Form>
      ) : null}
      {waiting && payment ? (
        <section aria-label="입금할 계좌" className="mt-8 rounded-xl bg-primary-tint p-5 text-center">
          <p className="text-base text-ink-2">{payment.bank}</p>
          <p className="num mt-1 text-2xl font-bold">{payment.accountNumber}</p>
          <p className="mt-1">
            <CopyAccount number={payment.accountNumber ?? ""} />
          </p>
          <p className="mt-2 text-base">
            <b className="font-semibold">{formatWon(group.totalWon)}</b> ·{" "}
            {payment.dueAt ? `${formatDateTime(payment.dueAt)}까지` : ""}
          </p>
          {payment.isTrial ? (
            <Link to={`/shopping/pay/${payment.id}`} className="btn btn-tint mt-4 bg-base-100">
              연습 입금하기
            </Link>
          ) : null}
        </section>
      ) : null}
      <section className="card-line mt-8 p-5 md:p-6">
        <p className="flex items-baseline justify-between gap-4 text-sm text-ink-3">
          <span>주문번호</span>
          <span className="num">{group.number}</span>
        </p>
        <p className="mt-3 text-base font-semibold">{count > 1 ? `${first} 외 ${count - 1}건` : first}</p>
        <p className="mt-1 text-sm text-ink-2">
          {[group.recipient, `${group.address} ${group.addressDetail}`.trim()].filter(Boolean).join(" · ")}
        </p>
        <div className="mt-5 border-t border-base-300 pt-5">
          <MoneyRows
            rows={[
              { label: "상품 금액", won: group.itemsWon },
              { label: "배송비", won: group.shippingWon },
              ...(group.discountWon > 0
                ? [{ label: "쿠폰 할인", won: group.discountWon, tone: "sale" as const, sign: "-" as const }]
                : []),
            ]}
            sum={{ label: waiting || asking ? "결제할 금액" : "결제한 금액", won: group.totalWon }}
          />
        </div>
      </section>
      <div className="mt-6 grid grid-cols-2 gap-2">
        <Link to={`/shopping/orders/${group.id}`} className="btn btn-quiet btn-lg">
          주문 상세
        </Link>
        <Link to="/shopping" className="btn btn-primary btn-lg">
          쇼핑 계속하기
        </Link>
      </div>
    </Page>
  )
}
