import { Link, href } from "react-router"
import { intents } from "#app/platform/intents.server.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { listRights, type Member } from "../../accounts/rules.ts"
import { findPeopleForAdmin } from "../../accounts/service/people.server.ts"
import { toClaimDecision, ClaimMoveForm } from "../../shop/forms.ts"
import { AdminPurchaseLine } from "../../shop/parts/purchase-detail-line.tsx"
import { LedgerRecords, PaymentRecords, RefundRecords } from "../../money/parts/charge-records.tsx"
import { PurchaseMoneySummary } from "../../shop/parts/purchase-detail-money.tsx"
import { defineRefundRetry } from "../refund-retry.server.ts"
import { PaymentBadge } from "../../shop/parts/state-badges.tsx"
import { transitionClaim } from "../../shop/service/claims.server.ts"
import { findPurchaseForAdmin } from "../../shop/service/admin-purchases.server.ts"
import { isOpenClaim } from "../../shop/claim-rules.ts"
import { requestReturnByOffice } from "../../shop/service/office-return.server.ts"
import { LINE_STATE_LABELS, type LineState } from "../../shop/rules.ts"
import { KIND_LABELS, REASON_LABELS } from "../../trust/rules.ts"
import { listReportsAmong } from "../../trust/service/report-queue.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { OfficeRefundForm, WaitingOfficeRefund, type RefundQuote } from "../parts/office-refund.tsx"
import { OfficeLink } from "../parts/office-link.tsx"
import { OfficeReturnForm } from "../parts/office-return.tsx"
import { ReportLinks } from "../parts/report-links.tsx"
import { describeOfficeRefund, OFFICE_REFUND_FORMS } from "../refund-rules.ts"
import {
  askOfficeRefund,
  findWaitingOfficeRefund,
  quoteOfficeRefund,
} from "../service/office-refunds.server.ts"
import { LineIdForm } from "../../shop/forms.ts"
import { refundMissingLine } from "../../shop/service/missing-parcels.server.ts"
import type { Route } from "./+types/admin-purchase"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  const purchase = (await findPurchaseForAdmin(actor, params.groupId)) ?? notFound()
  const sellerIds = [...new Set(purchase.sellerOrders.map((order) => order.sellerId))]
  const [people, reports, waitingRefund] = await Promise.all([
    findPeopleForAdmin(actor, [purchase.buyerId]),
    listReportsAmong(actor, [purchase.buyerId, ...sellerIds]),
    findWaitingOfficeRefund(actor, purchase.id),
  ])
  return {
    purchase,
    reports,
    waitingRefund,
    buyer: people.get(purchase.buyerId) ?? null,
    canDecide: actor.userId !== purchase.buyerId,
    submissionKey: newId(),
    refundableLines: listRights(actor).includes("trade") ? listRefundableLines(purchase) : [],
  }
})

const LINE_STATES_TO_REFUND: readonly LineState[] = ["paid", "preparing", "shipped", "delivered", "confirmed"]

const listRefundableLines = (purchase: NonNullable<Awaited<ReturnType<typeof findPurchaseForAdmin>>>) =>
  purchase.sellerOrders.flatMap(({ seller, lines }) =>
    lines
      .filter(({ state }) => LINE_STATES_TO_REFUND.includes(state))
      .map(({ id, title, optionName, quantity, state, claims }) => ({
        id,
        hasOpenClaim: claims.some((claim) => isOpenClaim(claim.state)),
        title,
        detail: [seller, optionName, `${quantity}개`, LINE_STATE_LABELS[state]].filter(Boolean).join(" · "),
        isSent: state !== "paid" && state !== "preparing",
      })),
  )

const DONE_MESSAGES = {
  approve: "신청을 승인했어요",
  reject: "신청을 거절했어요",
  collect: "수거를 시작했어요",
  receive: "받은 것으로 표시했어요",
  complete: "신청을 마쳤어요",
} as const
const not_now = "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요."

const REFUND_PROBLEMS = {
  not_now:
    "고른 상품 가운데 지금은 환불할 수 없는 것이 있어요. 상태와 기간, 누구 사정인지 다시 확인해 주세요.",
  claim_open: "돌아오는 중인 상품이 있어요. 반품을 마치면 환불돼요.",
  reason_needed: { field: "reason", sentence: "이유를 적어 주세요." },
  split_needed: not_now,
} as const

const answerForm = intents<{ actor: Member; groupId: string }, RefundQuote>((intent) => ({
  quote_refund: intent({
    form: OFFICE_REFUND_FORMS.quote,
    run: ({ actor, groupId }, { reason, ...chosen }) =>
      quoteOfficeRefund(actor, { subject: { kind: "purchase", subjectId: groupId, ...chosen }, reason }),
    done: ({ amountWon, needsSecond }) => ({ shown: { amountWon, needsSecond } }),
    problems: REFUND_PROBLEMS,
  }),
  office_refund: intent({
    form: OFFICE_REFUND_FORMS.refund,
    hidden: ["key", "amount"],
    run: ({ actor, groupId }, { reason, key, amount, lineIds, fault }) =>
      askOfficeRefund(actor, {
        key,
        subject: { kind: "purchase", subjectId: groupId, lineIds, fault },
        reason,
        amountWon: amount,
      }),
    done: ({ waits, refundState }) =>
      waits ? "다른 관리자가 확인하면 환불돼요" : `취소했어요. ${describeOfficeRefund(refundState)}`,
    problems: {
      ...REFUND_PROBLEMS,
      changed: "그사이 돌려줄 금액이 달라졌어요. 금액을 다시 확인해 주세요.",
      waiting: "이 주문에는 확인을 기다리는 환불이 있어요. ‘직접 환불’에서 먼저 결정해 주세요.",
    },
  }),

  office_return: intent({
    form: OFFICE_REFUND_FORMS.return,
    run: ({ actor, groupId }, asked) => requestReturnByOffice(actor, { purchaseId: groupId, ...asked }),
    done: "반품을 신청하고 두 사람에게 알렸어요",
    problems: {
      not_now:
        "지금은 반품할 수 없는 상품이 있어요. 보낸 상품인지, 받은 지 7일(구매자 부담)이나 90일(판매자 부담)이 지났는지 확인해 주세요.",
      already: "이미 취소·반품·교환을 신청한 상품이 있어요. 그 신청을 먼저 처리해 주세요.",
    },
  }),
  "": intent({
    form: ClaimMoveForm,
    hidden: ["claimId", "move", "carrier", "restock"],
    run: ({ actor }, form) => transitionClaim(actor, form.claimId, form.move, toClaimDecision(form)),
    done: (_, { move }) => DONE_MESSAGES[move],
    problems: { not_now },
  }),
  refund_missing: intent({
    form: LineIdForm,
    hidden: ["lineId"],
    run: ({ actor }, { lineId }) => refundMissingLine(actor, lineId),
    done: "환불했어요",
    problems: { not_now },
  }),
  retry_refund: defineRefundRetry(intent),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { groupId } = params
  if (!isId(groupId)) notFound()
  return answerForm(
    await request.formData(),
    { actor, groupId },
    { to: href("/admin/purchases/:groupId", { groupId }) },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `쇼핑 주문 ${loaderData.purchase.number}` : "쇼핑 주문") },
  { name: "robots", content: "noindex" },
]

export default function AdminPurchase({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { purchase, buyer, reports, canDecide, waitingRefund, refundableLines, submissionKey } = loaderData
  const returnableLines = refundableLines.filter((line) => line.isSent && !line.hasOpenClaim)
  return (
    <AdminLayout current="purchases">
      <PageHeader
        title={<span className="num">{purchase.number}</span>}
        back={{ href: href("/admin/purchases"), label: "쇼핑 주문" }}
        text={`${formatDateTime(purchase.createdAt)} 주문`}
      >
        <PaymentBadge
          purchase={{ ...purchase, refunding: purchase.refunds.some((refund) => refund.state !== "done") }}
        />
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 gap-4">
          {purchase.sellerOrders.map((order) => (
            <SellerOrder key={order.id} order={order} canDecide={canDecide} answer={answer.of("")} />
          ))}
          {waitingRefund ? (
            <WaitingOfficeRefund refund={waitingRefund} />
          ) : canDecide && refundableLines.length > 0 ? (
            <OfficeRefundForm
              // What was ticked and typed is over with each refund.
              key={purchase.refunds.length}
              lines={refundableLines}
              submissionKey={submissionKey}
              quote={actionData?.shown ?? null}
              answer={answer.of("quote_refund", "office_refund")}
            />
          ) : null}
          {canDecide && returnableLines.length > 0 ? (
            <OfficeReturnForm
              key={returnableLines.length}
              lines={returnableLines}
              answer={answer.of("office_return")}
            />
          ) : null}
          <LedgerRecords ledger={purchase.ledger} />
        </div>
        <div className="grid min-w-0 gap-4">
          <PurchaseMoneySummary sums={purchase.sums} />
          <PaymentRecords payments={purchase.payments} />
          <RefundRecords
            refunds={purchase.refunds}
            payments={purchase.payments}
            answer={answer.of("retry_refund")}
          />
          <Buyer purchase={purchase} buyer={buyer} />
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
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** What one seller was ordered from: its sums, and its lines with their claims. */
function SellerOrder({
  order,
  canDecide,
  answer,
}: {
  order: View["purchase"]["sellerOrders"][number]
  canDecide: boolean
  answer: ScreenAnswer
}) {
  return (
    <section aria-label={order.seller} className="card-line">
      <header
        className={
          "flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 border-b " +
          "border-base-300 px-4 py-3.5 md:px-6"
        }
      >
        <h2 className="text-base font-bold">
          <OfficeLink
            to={href("/admin/users/shop-owners/:sellerId", { sellerId: order.sellerId })}
            className="hover:underline"
            otherwise={order.seller}
          >
            {order.seller}
          </OfficeLink>
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
            <AdminPurchaseLine line={line} canDecide={canDecide} answer={answer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who bought, and where the goods go to. */
function Buyer({ purchase, buyer }: Pick<View, "purchase" | "buyer">) {
  return (
    <Card>
      <h2 className="text-lg font-bold">구매자</h2>
      <p className="mt-3 text-base font-semibold">
        {buyer ? (
          <Link to={href("/admin/users/:userId", { userId: purchase.buyerId })} className="hover:underline">
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
  )
}
