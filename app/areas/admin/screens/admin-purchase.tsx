import { data, Link } from "react-router"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { redirectWithNotice } from "#app/platform/notice.server.ts"
import { titleOf } from "#app/shell/brand.ts"
import { FormProblem, useFirstErrorFocus } from "#app/ui/form.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import {
  adminMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireAdmin,
} from "../../accounts/guards.server.ts"
import { findPeopleForAdmin } from "../../accounts/service/people.server.ts"
import { accountOf, claimDecision, ClaimMoveForm, RetryRefundForm } from "../../shop/forms.ts"
import { PurchaseLine } from "../../shop/parts/purchase-file-line.tsx"
import {
  PurchaseLedger,
  PurchasePayments,
  PurchaseRefunds,
  PurchaseSums,
} from "../../shop/parts/purchase-file-money.tsx"
import { PaymentBadge } from "../../shop/parts/states.tsx"
import { accountErrors } from "../../shop/rules.ts"
import { moveClaim } from "../../shop/service/claims.server.ts"
import { findPurchaseFile } from "../../shop/service/office-purchases.server.ts"
import { retryRefund } from "../../shop/service/refunds.server.ts"
import { KIND_LABELS, REASON_LABELS } from "../../trust/rules.ts"
import { findReportsAmong } from "../../trust/service/queue.server.ts"
import { AdminFrame } from "../parts/admin-frame.tsx"
import { ReportLinks } from "../parts/report-links.tsx"
import type { Route } from "./+types/admin-purchase"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ params, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
  const purchase = (await findPurchaseFile(actor, params.groupId)) ?? notFound()
  const sellerIds = [...new Set(purchase.orders.map((order) => order.sellerId))]
  const [people, reports] = await Promise.all([
    findPeopleForAdmin(actor, [purchase.buyerId]),
    findReportsAmong(actor, [purchase.buyerId, ...sellerIds]),
  ])
  return {
    purchase,
    reports,
    buyer: people.get(purchase.buyerId) ?? null,
    mayDecide: actor.userId !== purchase.buyerId,
  }
}

const DONE = {
  approve: "신청을 승인했어요",
  reject: "신청을 거절했어요",
  collect: "수거를 시작했어요",
  receive: "받은 것으로 표시했어요",
  complete: "신청을 마쳤어요",
} as const
const NOT_NOW = "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요."
type Answer = {
  claimId: string
  refundId: string
  move: string
  errors: FormErrors
  values: FormValues
  problem: string
}
const refused = (answer: Partial<Answer>, status: 400 | 409) =>
  data<Answer>(
    { claimId: "", refundId: "", move: "", errors: {}, values: {}, problem: "", ...answer },
    { status },
  )

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  if (!isId(params.groupId)) notFound()
  const here = `/admin/purchases/${params.groupId}`
  const sent = await request.formData()
  if (sent.has("refundId")) {
    const form = parseForm(RetryRefundForm, sent)
    if (!form.ok)
      return refused(
        {
          refundId: String(form.values.refundId ?? ""),
          errors: form.errors,
          values: form.values,
          problem: form.errors.refundId ?? "",
        },
        400,
      )
    const done = await retryRefund(actor, params.groupId, form.value.refundId, accountOf(form.value))
    if (done.ok)
      return redirectWithNotice(
        here,
        done.paid ? "환불했어요" : "환불을 다시 요청했어요. 결과는 여기에서 확인해 주세요",
      )
    if (done.reason === "not_found") notFound()
    if (done.reason === "account_missing") {
      const { refundId, ...account } = form.value
      const values = Object.fromEntries(Object.entries(account).map(([name, value]) => [name, value ?? ""]))
      return refused({ refundId, errors: accountErrors(values), values }, 409)
    }
    return refused({ problem: NOT_NOW }, 409)
  }
  const form = parseForm(ClaimMoveForm, sent)
  if (!form.ok) {
    const beside = form.errors.reason || form.errors.trackingNumber
    return refused(
      {
        claimId: String(form.values.claimId ?? ""),
        move: String(form.values.move ?? ""),
        errors: form.errors,
        values: form.values,
        problem: beside ? "" : (Object.values(form.errors)[0] ?? ""),
      },
      400,
    )
  }
  const { claimId, move } = form.value
  if (move === "withdraw") return refused({ problem: "철회는 구매자만 할 수 있어요." }, 409)
  const done = await moveClaim(actor, claimId, move, claimDecision(form.value))
  if (done.ok) return redirectWithNotice(here, DONE[move])
  if (done.reason === "not_found") notFound()
  return refused({ claimId, move, problem: NOT_NOW }, 409)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `쇼핑 주문 ${loaderData.purchase.number}` : "쇼핑 주문") },
  { name: "robots", content: "noindex" },
]

export default function AdminPurchase({ loaderData, actionData: answer }: Route.ComponentProps) {
  useFirstErrorFocus(answer?.errors)
  if (!loaderData) return null
  const { purchase, buyer, reports, mayDecide } = loaderData
  const charged = purchase.payments.find((payment) => payment.approvedAt !== null)
  return (
    <AdminFrame current="purchases">
      <PageHeader
        title={<span className="num">{purchase.number}</span>}
        back={{ href: "/admin/purchases", label: "쇼핑 주문" }}
        text={`${formatDateTime(purchase.createdAt)} 주문`}
      >
        <PaymentBadge
          group={{ ...purchase, refunding: purchase.refunds.some((refund) => refund.state !== "done") }}
        />
      </PageHeader>
      <FormProblem problem={answer?.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 gap-4">
          {purchase.orders.map((order) => (
            <section key={order.id} aria-label={order.seller} className="card-line">
              <header
                className={
                  "flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 border-b " +
                  "border-base-300 px-4 py-3.5 md:px-6"
                }
              >
                <h2 className="text-base font-bold">
                  <Link to={`/admin/users/shop-owners/${order.sellerId}`} className="hover:underline">
                    {order.seller}
                  </Link>
                </h2>
                <p className="num text-sm text-ink-3">
                  상품 {formatWon(order.itemsWon)} · 배송비 {formatWon(order.shippingWon)}
                  {order.discountWon > 0 ? ` · 쿠폰 -${formatWon(order.discountWon)}` : ""}
                  {order.refundedWon > 0 ? ` · 환불 ${formatWon(order.refundedWon)}` : ""}
                </p>
              </header>
              <ul className="divide-y divide-base-300 px-4 md:px-6">
                {order.lines.map((line) => (
                  <li key={line.id} className="py-5">
                    <PurchaseLine line={line} mayDecide={mayDecide} answer={answer} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <PurchaseLedger ledger={purchase.ledger} />
        </div>
        <div className="grid min-w-0 gap-4">
          <PurchaseSums sums={purchase.sums} />
          <PurchasePayments payments={purchase.payments} />
          <PurchaseRefunds
            refunds={purchase.refunds}
            deposit={charged?.method === "virtual_account"}
            failed={answer?.refundId ? answer : undefined}
          />
          <Card>
            <h2 className="text-lg font-bold">구매자</h2>
            <p className="mt-3 text-base font-semibold">
              {buyer ? (
                <Link to={`/admin/users/${purchase.buyerId}`} className="hover:underline">
                  {buyer.name}
                </Link>
              ) : (
                "탈퇴한 회원"
              )}
            </p>
            {buyer ? <p className="text-sm break-all text-ink-2">{buyer.email}</p> : null}
            <p className="mt-4 text-sm text-ink-3">받는 분</p>
            <p className="text-base font-semibold">{purchase.recipient}</p>
            <p className="num text-sm text-ink-2">{formatPhone(purchase.phone)}</p>
            <p className="text-sm text-ink-2">{purchase.address}</p>
            {purchase.request ? <p className="mt-1 text-sm text-ink-3">{purchase.request}</p> : null}
            {purchase.coupon ? <p className="mt-3 text-sm text-ink-2">쿠폰 {purchase.coupon}</p> : null}
          </Card>
          <ReportLinks
            title="서로 한 신고"
            reports={reports.map(({ id, state, title, kind, reason }) => ({
              id,
              state,
              title,
              text: `${KIND_LABELS[kind]} · ${REASON_LABELS[reason]}`,
            }))}
          />
        </div>
      </div>
    </AdminFrame>
  )
}
