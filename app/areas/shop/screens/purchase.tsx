import { titleOf } from "#app/basics/brand.ts"
import { Printer, Truck } from "lucide-react"
import { Form, href, Link } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { isId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatDate, formatDateTime, formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Page, PageHeader } from "#app/ui/section.tsx"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { OpenChatButton } from "../../chat/parts/open-chat.tsx"
import { CopyAccount } from "../../money/parts/copy-account.tsx"
import { LineHistory } from "../parts/line-history.tsx"
import { ReturnFeeNote, TotalRows } from "../parts/total-rows.tsx"
import { RefundAccountFields } from "../../money/parts/refund-account-fields.tsx"
import { ClaimBadge, LineBadge, PaymentBadge } from "../parts/state-badges.tsx"
import { Thumbnail } from "../parts/thumbnail.tsx"
import { getCarrierLabel, CARRIERS, isCarrier, LIMITS } from "../rules.ts"
import { findPurchaseDetail } from "../service/purchases.server.ts"
import { answerPurchaseForm } from "../purchase-forms.server.ts"
import type { Route } from "./+types/purchase"
import { PAYMENT_METHOD_LABELS } from "../../money/rules.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { CLAIM_KIND_LABELS, getClaimNextStepText } from "../claim-rules.ts"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const purchase = await findPurchaseDetail(actor, params.groupId)
  if (!purchase) notFound()
  return purchase
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  const { groupId } = params
  if (!isId(groupId)) notFound()
  const to = href("/shopping/orders/:groupId", { groupId })
  return answerPurchaseForm(await request.formData(), { actor, groupId }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("주문 상세") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]
type Line = View["sellerOrders"][number]["lines"][number]

export default function Purchase({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { purchase, payment } = view
  const refundsWithoutAccount = view.refunds.filter((refund) => refund.state === "account_waiting")
  return (
    <Page>
      <PageHeader
        title={`${formatDate(purchase.createdAt)} 주문`}
        back={{ href: "/shopping/orders", label: "주문 내역" }}
        text={
          <>
            주문번호 <span className="num">{purchase.number}</span>
          </>
        }
      >
        {purchase.paidAt ? (
          <Link
            to={href("/shopping/orders/:groupId/receipt", { groupId: purchase.id })}
            className="btn btn-line btn-sm"
          >
            <Printer aria-hidden size={16} strokeWidth={1.75} /> 영수증
          </Link>
        ) : null}
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      {refundsWithoutAccount.length > 0 ? (
        <RefundAccountRequest refunds={refundsWithoutAccount} answer={answer.of("refund_account")} />
      ) : null}
      <div
        className={
          "grid gap-3 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]"
        }
      >
        <div className="grid min-w-0 content-start gap-3 md:gap-4">
          {view.sellerOrders.map((sellerOrder) => (
            <section key={sellerOrder.id} aria-label={sellerOrder.seller.name} className="card-line">
              <header
                className={
                  "flex items-center justify-between gap-3 border-b border-base-300 px-4 py-3.5 md:px-5"
                }
              >
                <div className="min-w-0">
                  <h2 className="text-base font-bold">
                    {sellerOrder.seller.name}{" "}
                    <span className="text-sm font-normal text-ink-3">
                      {sellerOrder.seller.direct ? "직접판매" : "중개"}
                    </span>
                  </h2>
                  <p className="mt-0.5 text-sm text-ink-2">
                    배송비 {sellerOrder.shippingWon === 0 ? "무료" : formatWon(sellerOrder.shippingWon)}
                  </p>
                </div>
                {purchase.paidAt ? (
                  <OpenChatButton
                    kind="product"
                    id={sellerOrder.lines[0]?.productId ?? ""}
                    className="btn btn-line btn-sm"
                    formClassName="flex-none"
                  >
                    판매자 문의
                  </OpenChatButton>
                ) : null}
              </header>
              <ul className="divide-y divide-base-300">
                {sellerOrder.lines.map((line) => (
                  <li key={line.id} className="px-4 py-5 md:px-5">
                    <PurchaseLine
                      line={line}
                      view={view}
                      returnFeeWon={sellerOrder.returnWon}
                      answer={answer.of("cancel").about("lineId", line.id)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <aside className="grid content-start gap-3 md:gap-4">
          <section className="card-line p-4 md:p-5">
            <h2 className="mb-4 flex items-center justify-between gap-3 text-lg font-bold">
              결제{" "}
              <PaymentBadge
                purchase={{
                  ...purchase,
                  isConfirming: view.asking,
                  refundedWon: view.refundedWon,
                  refunding: view.refunds.some((refund) => refund.state !== "done"),
                }}
              />
            </h2>
            <TotalRows
              rows={[
                { label: "상품 금액", won: purchase.itemsWon },
                { label: "배송비", won: purchase.shippingWon },
                ...(purchase.discountWon > 0
                  ? [
                      {
                        label: "쿠폰 할인",
                        won: purchase.discountWon,
                        tone: "sale" as const,
                        sign: "-" as const,
                      },
                    ]
                  : []),
                ...(view.refundedWon > 0
                  ? [{ label: "환불", won: view.refundedWon, sign: "-" as const }]
                  : []),
              ]}
              sum={{
                label:
                  view.refundedWon > 0
                    ? "남은 결제 금액"
                    : purchase.paidAt
                      ? "결제 금액"
                      : purchase.state === "expired"
                        ? "주문 금액"
                        : "결제할 금액",
                won: purchase.totalWon - view.refundedWon,
              }}
            />
            <ReturnFeeNote returnFeeWon={view.keptWon} />
            {purchase.state === "expired" && view.refunds.length === 0 ? (
              <p className="mt-3 text-sm text-ink-2">
                결제하지 않고 끝난 주문이에요.
                {payment?.accountNumber ? " 받은 계좌에는 이제 입금하지 마세요." : ""}
              </p>
            ) : null}
            <ServiceAlert service="payments" className="mt-4" />
            {payment ? (
              <p className="mt-4 border-t border-base-300 pt-4 text-sm text-ink-2">
                {PAYMENT_METHOD_LABELS[payment.method]}
                {payment.methodText ? ` · ${payment.methodText}` : ""}
                {payment.approvedAt ? (
                  <span className="block text-ink-3">{formatDateTime(payment.approvedAt)} 결제</span>
                ) : null}
              </p>
            ) : null}
            {purchase.state === "waiting_deposit" && payment ? (
              <div className="mt-4 rounded-lg bg-primary-tint p-4">
                <p className="text-sm text-ink-2">
                  {payment.dueAt ? `${formatDateTime(payment.dueAt)}까지 입금해 주세요` : ""}
                </p>
                <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-lg font-bold">
                  <span className="num">
                    {payment.bank} {payment.accountNumber}
                  </span>{" "}
                  <CopyAccount number={payment.accountNumber ?? ""} />
                </p>
                <div className="mt-3 flex gap-2">
                  {payment.isSimulated ? (
                    <Link
                      to={href("/shopping/pay/:paymentId", { paymentId: payment.id })}
                      className="btn btn-primary btn-sm flex-1"
                    >
                      연습 입금하기
                    </Link>
                  ) : null}
                  <ConfirmDialog
                    trigger="주문 취소"
                    triggerClassName="btn btn-sm flex-1 border-0 bg-base-100"
                    title="주문을 취소할까요?"
                    text="입금하지 않은 주문이라 바로 취소돼요."
                    confirmLabel="주문 취소하기"
                    cancelLabel="닫기"
                    tone="danger"
                  >
                    <input type="hidden" name="intent" value="cancel_deposit" />
                  </ConfirmDialog>
                </div>
              </div>
            ) : null}
            {view.refunds.length > 0 ? (
              <ul className="mt-4 grid gap-2 border-t border-base-300 pt-4 text-sm">
                {view.refunds.map((refund) => (
                  <li key={refund.id} className="flex justify-between gap-3">
                    <span className="min-w-0 text-ink-2">
                      {refund.reason}
                      <span className="block text-ink-3">
                        {formatDateTime(refund.at)} · {REFUND_STATE_TEXTS[refund.state]}
                      </span>
                    </span>
                    <b className="flex-none font-semibold">{formatWon(refund.amountWon)}</b>
                  </li>
                ))}
              </ul>
            ) : null}
          </section>
          {purchase.recipient ? (
            <section className="card-line p-4 md:p-5">
              <h2 className="mb-3 text-lg font-bold">받는 곳</h2>
              <p className="text-base font-semibold">{purchase.recipient}</p>
              <p className="mt-1 text-base text-ink-2">{formatPhone(purchase.phone)}</p>
              <p className="mt-1 text-base text-ink-2">
                ({purchase.zonecode}) {purchase.address} {purchase.addressDetail}
              </p>
              {purchase.request ? <p className="mt-2 text-sm text-ink-3">{purchase.request}</p> : null}
            </section>
          ) : null}
        </aside>
      </div>
    </Page>
  )
}

const REFUND_STATE_TEXTS: Record<View["refunds"][number]["state"], string> = {
  requested: "환불 처리 중",
  account_waiting: "계좌를 알려 주세요",
  done: "환불 완료",
  failed: "확인 중 (고객센터가 연락드려요)",
}

/** Only the buyer knows where a deposit goes back to. */
function RefundAccountRequest({ refunds, answer }: { refunds: View["refunds"]; answer: ScreenAnswer }) {
  const won = formatWon(refunds.reduce((sum, refund) => sum + refund.amountWon, 0))
  return (
    <section
      id="refund-account"
      aria-labelledby="refund-account-title"
      className="mb-3 card-line scroll-mt-24 p-4 md:mb-6 md:p-6"
    >
      <h2 id="refund-account-title" className="text-lg font-bold">
        {won}을 환불받을 계좌를 알려 주세요
      </h2>
      <p className="mt-1.5 text-base text-ink-2">
        {refunds.some((refund) => refund.isAccountRejected)
          ? "알려 주신 계좌로 보내지 못했어요. 예금주 이름까지 통장과 같은지 확인해 주세요."
          : "가상계좌로 낸 돈은 카드처럼 저절로 취소되지 않아서, 계좌로 돌려드려요. 예금주 이름이 통장과 같아야 해요."}
      </p>
      <Form method="post" noValidate className="mt-5 grid gap-5 md:max-w-lg">
        <input type="hidden" name="intent" value="refund_account" />
        <RefundAccountFields errors={answer.errors} values={answer.values} hidesLegend />
        <SubmitButton className="btn btn-primary btn-lg">{won} 환불받기</SubmitButton>
      </Form>
    </section>
  )
}

/** 반품 완료 stands there once, not for the line and for its claim. */
const isSameAsClaim = (state: Line["state"], claim: { kind: string; state: string }) =>
  claim.state === "completed" &&
  ((state === "returned" && claim.kind === "return") || (state === "cancelled" && claim.kind === "cancel"))

function PurchaseLine({
  line,
  view,
  returnFeeWon,
  answer,
}: {
  line: Line
  view: View
  returnFeeWon: number
  answer: ScreenAnswer
}) {
  const trackingUrlPrefix =
    isCarrier(line.carrier) && line.trackingNumber ? CARRIERS[line.carrier].trackingUrlPrefix : null
  const smallButtonClass = "btn btn-line btn-sm"
  return (
    <article>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {line.state === "payment_waiting" ? null : <LineBadge state={line.state} />}
        {line.claim && !isSameAsClaim(line.state, line.claim) ? (
          <ClaimBadge kind={line.claim.kind} state={line.claim.state} />
        ) : null}
      </div>
      <div className="mt-3 flex gap-3.5">
        <Thumbnail
          pictureId={line.pictureId}
          isDimmed={line.state === "cancelled" || line.state === "returned"}
        />
        <div className="min-w-0 flex-1">
          <h3 className="text-base font-medium">
            <Link
              to={href("/shopping/product/:productId", { productId: line.productId })}
              className="hover:underline"
            >
              {line.title}
            </Link>
          </h3>
          <p className="mt-0.5 text-sm text-ink-3">
            {[line.optionName, `${line.quantity}개`].filter(Boolean).join(" · ")}
          </p>
          <p className="mt-1.5 text-base font-bold">
            {formatWon(line.unitWon * line.quantity - line.discountWon)}
            {line.discountWon > 0 ? (
              <span className="ml-2 text-sm font-normal text-ink-3">
                쿠폰 {formatWon(line.discountWon)} 할인
              </span>
            ) : null}
          </p>
        </div>
      </div>
      {line.trackingNumber ? (
        <p className="mt-3 flex items-center gap-2 rounded-lg bg-base-200 px-3.5 py-2.5 text-sm">
          <Truck aria-hidden size={18} strokeWidth={1.75} className="flex-none text-ink-3" />
          <span className="min-w-0 flex-1">
            {getCarrierLabel(line.carrier)} <span className="num">{line.trackingNumber}</span>
          </span>
          {trackingUrlPrefix ? (
            <a
              href={trackingUrlPrefix + encodeURIComponent(line.trackingNumber)}
              target="_blank"
              rel="noreferrer"
              className="hit flex-none font-semibold text-primary-ink hover:underline"
            >
              배송 조회
            </a>
          ) : null}
        </p>
      ) : null}
      {line.sendBy ? (
        <p className="mt-3 text-sm text-ink-2">
          늦어도 <b className="font-semibold text-base-content">{formatDateWithWeekday(line.sendBy)}</b>에는
          보내요.
        </p>
      ) : null}
      {line.claim && getClaimNextStepText(line.claim.kind, line.claim.state) ? (
        <p className="mt-3 rounded-lg bg-base-200 p-3.5 text-sm text-ink-2">
          {getClaimNextStepText(line.claim.kind, line.claim.state)}
        </p>
      ) : null}
      {line.claim?.decisionReason ? (
        <p className="mt-3 rounded-lg bg-base-200 p-3.5 text-sm text-ink-2">
          거절한 이유: {line.claim.decisionReason}
        </p>
      ) : null}
      <div className="mt-3.5 flex flex-wrap gap-2 empty:hidden">
        {line.canConfirm ? (
          <ConfirmDialog
            trigger="구매확정"
            triggerClassName="btn btn-tint btn-sm"
            title="구매를 확정할까요?"
            text="확정하면 판매자에게 대금이 지급되고 되돌릴 수 없어요. 교환은 더 신청할 수 없지만, 반품할 수 있는 기간은 그대로예요."
            confirmLabel="구매확정하기"
          >
            <input type="hidden" name="intent" value="confirm" />
            <input type="hidden" name="lineId" value={line.id} />
          </ConfirmDialog>
        ) : null}
        {line.state === "shipped" ? (
          <Form method="post">
            <input type="hidden" name="intent" value="deliver" />
            <SubmitButton name="lineId" value={line.id} className={smallButtonClass}>
              상품 받았어요
            </SubmitButton>
          </Form>
        ) : null}
        {line.canCancel ? (
          <ConfirmDialog
            trigger="주문 취소"
            triggerClassName={smallButtonClass}
            title="이 상품을 취소할까요?"
            text={
              <>
                환불받을 금액은 <b className="font-semibold text-base-content">{formatWon(line.cancelWon)}</b>
                이에요. 남은 상품의 배송비를 다시 계산한 금액이에요.
              </>
            }
            confirmLabel="취소하기"
            cancelLabel="닫기"
            tone="danger"
            defaultOpen={answer.hasErrors}
          >
            <input type="hidden" name="intent" value="cancel" />
            <input type="hidden" name="lineId" value={line.id} />
            <TextField
              label="취소 사유"
              name="reason"
              maxLength={100}
              defaultValue={answer.typed("reason", "마음이 바뀌었어요")}
              error={answer.errors.reason}
            />
            {view.payment?.method === "virtual_account" && view.purchase.refundBank === "" ? (
              <RefundAccountFields errors={answer.errors} values={answer.values} />
            ) : null}
          </ConfirmDialog>
        ) : null}
        {line.claimKinds.map((kind) => (
          <Link
            key={kind}
            to={
              `${href("/shopping/orders/:groupId/claim", { groupId: view.purchase.id })}?line=` +
              `${line.id}&kind=${kind}`
            }
            className={smallButtonClass}
          >
            {CLAIM_KIND_LABELS[kind]} 신청
          </Link>
        ))}
        {line.claim?.canWithdraw ? (
          <ConfirmDialog
            trigger="신청 철회"
            triggerClassName={smallButtonClass}
            title={`${CLAIM_KIND_LABELS[line.claim.kind]} 신청을 철회할까요?`}
            confirmLabel="철회하기"
            cancelLabel="닫기"
          >
            <input type="hidden" name="intent" value="withdraw" />
            <input type="hidden" name="move" value="withdraw" />
            <input type="hidden" name="claimId" value={line.claim.id} />
          </ConfirmDialog>
        ) : null}
        {line.canReview ? (
          <Link
            to={`${href("/shopping/orders/:groupId/review", { groupId: view.purchase.id })}?line=${line.id}`}
            className={smallButtonClass}
          >
            후기 쓰기
          </Link>
        ) : null}
      </div>
      {line.claimKinds.includes("exchange") ? (
        <p className="mt-2 text-sm text-ink-3">
          단순 변심 반품은 배송비 {formatWon(returnFeeWon)}이 빠져요. 배송완료 {LIMITS.autoConfirmDays}일 뒤
          자동으로 구매확정돼요.
        </p>
      ) : null}
      <LineHistory events={line.events} />
    </article>
  )
}
