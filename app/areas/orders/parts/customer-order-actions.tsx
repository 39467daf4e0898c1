import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { href, Link } from "react-router"
import { formatDate, formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { canProposeSplit } from "../payment-rules.ts"
import { canDecideChange, needsCancelReason, type OrderTransition } from "../rules.ts"
import type { AfterPhoto, ChangeOrderView, OrderPrivateDetails, OrderView, PartView } from "../views.ts"
import { DisputeStep } from "./dispute-step.tsx"
import { NextStep } from "./next-step.tsx"
import { getRequestHref } from "../request-href.ts"
import { getCurrentPart, renderCustomerPartStep, sumHeldParts } from "./part-steps.tsx"
import { ProposeSplitDialog } from "./split-step.tsx"
import { CustomerWarrantyStep } from "./warranty-customer-step.tsx"
import { findOpenClaim } from "./warranty-section.tsx"

/** What the order waits for, told to its customer. */
export function CustomerNextStep({
  view,
  expertName,
  hasReviewed,
  answer,
}: {
  view: OrderView
  expertName: string
  hasReviewed: boolean
  answer: ScreenAnswer
}) {
  const { order, privateDetails } = view
  if (order.state === "open") return <OpenOrderStep view={view} />
  const pendingChange = canDecideChange(order.state)
    ? privateDetails?.changes.find((change) => change.state === "proposed")
    : undefined
  if (pendingChange) return <PendingChangeStep change={pendingChange} />
  const partStep = renderCustomerPartStep({ view, answer }, expertName)
  if (partStep) return partStep
  if (order.state === "matched") {
    const startText = view.proposal ? `${formatDate(view.proposal.earliestStart)}부터 시작할 수 있어요. ` : ""
    return (
      <NextStep
        tone="quiet"
        title={`${expertName}님이 작업을 준비하고 있어요`}
        text={`${startText}시작하면 알려 드려요.`}
      />
    )
  }
  if (order.state === "in_progress")
    return (
      <NextStep
        tone="quiet"
        title={`${expertName}님이 작업하고 있어요`}
        text="작업이 끝나면 사진과 함께 확인을 부탁드려요."
      />
    )
  if (order.state === "changes_requested")
    return (
      <NextStep
        tone="quiet"
        title="보완을 기다리고 있어요"
        text={`${expertName}님이 보완한 뒤 다시 확인을 부탁드려요.`}
      />
    )
  if (order.state === "disputed")
    return <DisputeStep dispute={privateDetails?.dispute ?? null} party="customer" answer={answer} />
  if (order.state === "delivered") return <ConfirmWorkStep view={view} answer={answer} />
  if (order.state === "completed")
    return <CompletedStep view={view} expertName={expertName} hasReviewed={hasReviewed} answer={answer} />
  if (order.state === "cancelled")
    return (
      <NextStep tone="quiet" title="취소한 요청이에요" text={privateDetails?.cancelReason || undefined} />
    )
  return (
    <NextStep tone="quiet" title="모집 기간이 끝났어요" text="같은 내용으로 다시 요청할 수 있어요.">
      <Link to={getRequestHref(order)} className="btn btn-primary btn-lg">
        다시 요청하기
      </Link>
    </NextStep>
  )
}

function OpenOrderStep({ view }: { view: OrderView }) {
  const { order } = view
  if (order.proposalCount === 0) {
    const until = order.expiresAt ? ` ${formatDate(order.expiresAt)}까지 받아요.` : ""
    return (
      <NextStep tone="quiet" title={describeAlerts(view)} text={`견적이 도착하면 알려 드려요.${until}`} />
    )
  }
  return (
    <NextStep
      title={`견적 ${order.proposalCount}개가 도착했어요`}
      text="금액과 포함 항목을 나란히 비교해 보세요."
    >
      <Link to={href("/orders/:orderId/proposals", { orderId: order.id })} className="btn btn-primary btn-lg">
        견적 비교하기
      </Link>
    </NextStep>
  )
}

/** Who was told of the request; whoever was not finds it on the experts' board. */
function describeAlerts({ invited, alertedCount }: OrderView): string {
  if (invited && alertedCount > 0) return `지명한 전문가와 다른 전문가 ${alertedCount}명에게 알렸어요`
  if (alertedCount > 0) return `전문가 ${alertedCount}명에게 알렸어요`
  return invited ? "지명한 전문가에게 알렸어요" : "전문가들이 볼 수 있게 올렸어요"
}

function PendingChangeStep({ change }: { change: ChangeOrderView }) {
  return (
    <NextStep
      tone="warn"
      title="추가 비용 요청에 답해 주세요"
      text={`${change.title}, ${formatWon(change.amountWon)}`}
    >
      <a href="#changes" className="btn btn-primary btn-lg">
        내용 확인하기
      </a>
    </NextStep>
  )
}

/** The work, or a part of it, is delivered: the customer sees it and says that it is done, or what is not. */
function ConfirmWorkStep({ view, answer }: { view: OrderView; answer: ScreenAnswer }) {
  const { privateDetails } = view
  const changesAnswer = answer.of("request_changes")
  const part = privateDetails?.payment === "safe" ? getCurrentPart(view) : undefined
  const question = describeConfirmation(privateDetails, part)
  return (
    <NextStep
      title={part ? `‘${part.name}’ 결과를 확인해 주세요` : "작업 결과를 확인해 주세요"}
      text={
        privateDetails?.autoCompletesAt
          ? `${formatDateTime(privateDetails.autoCompletesAt)}까지 답이 없으면 ` +
            (part ? "확인한 것으로 처리되고 돈이 지급돼요." : "완료로 처리돼요.")
          : undefined
      }
      result={<DeliveredResult view={view} />}
    >
      <ConfirmDialog
        trigger="보완 요청하기"
        triggerClassName="btn btn-lg btn-line w-full md:w-auto"
        title="어떤 점을 보완할까요?"
        text="전문가에게 그대로 전해져요. 위치와 상태를 자세히 적어 주세요."
        confirmLabel="보완 요청하기"
        defaultOpen={changesAnswer.hasErrors}
      >
        <input type="hidden" name="intent" value="request_changes" />
        <TextArea
          label="보완할 내용"
          name="note"
          rows={4}
          maxLength={1000}
          required
          placeholder="예: 창가 쪽 이음매가 벌어졌어요."
          defaultValue={changesAnswer.typed("note")}
          error={changesAnswer.errors.note}
        />
      </ConfirmDialog>
      <ConfirmDialog
        trigger="완료 확인하기"
        triggerClassName="btn btn-lg btn-primary w-full md:w-auto"
        title={part ? "이 단계가 잘 끝났나요?" : "작업이 잘 끝났나요?"}
        text={question}
        confirmLabel="완료 확인하기"
      >
        <input type="hidden" name="intent" value="complete" />
      </ConfirmDialog>
    </NextStep>
  )
}

/** What confirming does, said before it is done. */
function describeConfirmation(
  privateDetails: OrderPrivateDetails | null,
  part: PartView | undefined,
): string {
  if (part)
    return `보관 중인 ${formatWon(part.amountWon)}이 전문가에게 지급돼요. 확인한 뒤에는 되돌릴 수 없어요.`
  return privateDetails?.payableWon
    ? `결제할 금액은 ${formatWon(privateDetails.payableWon)}이에요. 확인한 뒤에는 되돌릴 수 없어요.`
    : "확인한 뒤에는 되돌릴 수 없어요."
}

/** The pictures of what the customer is to confirm; empty where that is not what is asked of them now. */
export function listDeliveredPhotos(view: OrderView): AfterPhoto[] {
  const { privateDetails, order, role } = view
  if (!privateDetails || role !== "customer" || order.state !== "delivered") return []
  if (privateDetails.split || privateDetails.changes.some(({ state }) => state === "proposed")) return []
  const part = privateDetails.payment === "safe" ? getCurrentPart(view) : undefined
  return privateDetails.afterPhotos.filter((photo) => part === undefined || photo.partId === part.id)
}

/** The pictures and the sentence that came with what is to be confirmed. */
function DeliveredResult({ view }: { view: OrderView }) {
  const photos = listDeliveredPhotos(view)
  const delivery = view.privateDetails?.events.findLast(
    ({ move }) => move === "deliver" || move === "redeliver",
  )
  return (
    <>
      {delivery?.note ? <p className="mt-3 whitespace-pre-line">{delivery.note}</p> : null}
      {photos.length > 0 ? (
        <div className="mt-3">
          <Gallery pictures={photos} label="작업 결과 사진" />
        </div>
      ) : null}
    </>
  )
}

function CompletedStep({
  view: { order, privateDetails },
  expertName,
  hasReviewed,
  answer,
}: {
  view: OrderView
  expertName: string
  hasReviewed: boolean
  answer: ScreenAnswer
}) {
  const expertId = privateDetails?.expertId
  const openClaim = findOpenClaim(privateDetails?.warranty)
  const again = expertId ? (
    <Link to={getRequestHref({ ...order, expertId })} className="btn btn-line btn-lg">
      다시 맡기기
    </Link>
  ) : null
  if (openClaim)
    return (
      <>
        <CustomerWarrantyStep claim={openClaim} expertName={expertName} answer={answer} />
        {again ? <div className="mt-3 grid md:justify-start">{again}</div> : null}
      </>
    )
  return hasReviewed || !expertId ? (
    <NextStep
      tone="quiet"
      title="작업이 완료됐어요"
      text={hasReviewed ? "후기를 남겨 주셔서 고마워요." : undefined}
    >
      {again}
    </NextStep>
  ) : (
    <NextStep title={`${expertName}님의 작업은 어땠나요?`} text="후기는 다른 이웃의 선택에 큰 도움이 돼요.">
      {again}
      <Link
        to={`${href("/rating/:expertId", { expertId })}?order=${order.id}`}
        className="btn btn-primary btn-lg"
      >
        후기 쓰기
      </Link>
    </NextStep>
  )
}

/** Rare actions of either side: cancelling, calling for help. */
export function OrderExitActions({
  view,
  allowedTransitions,
  answer,
}: {
  view: OrderView
  allowedTransitions: readonly OrderTransition[]
  answer: ScreenAnswer
}) {
  const isReasonRequired = needsCancelReason(view.order.state)
  const heldWon = sumHeldParts(view.privateDetails?.parts ?? [])
  // What is held is divided by both, once the work has begun.
  const isSplitNeeded = heldWon > 0 && canProposeSplit(view.order.state)
  const isWaiting = view.privateDetails?.split?.proposedBy === view.role
  return (
    <div className="grid gap-1">
      {isSplitNeeded && !isWaiting ? (
        <ProposeSplitDialog heldWon={heldWon} trigger="그만두고 나눠 정산하기" answer={answer} />
      ) : null}
      {allowedTransitions.includes("dispute") && (
        <ConfirmDialog
          trigger="분쟁 조정 요청하기"
          triggerClassName={
            "hit flex min-h-9 w-full cursor-pointer list-none items-center justify-center rounded-md " +
            "text-sm font-medium text-ink-2 hover:underline"
          }
          title="분쟁 조정을 요청할까요?"
          text="운영팀이 양쪽의 이야기를 듣고 완료나 취소로 정리해요. 그동안 작업은 멈춰요."
          confirmLabel="조정 요청하기"
          defaultOpen={answer.of("dispute").hasErrors}
        >
          <input type="hidden" name="intent" value="dispute" />
          <TextArea
            label="무슨 일이 있었나요?"
            name="note"
            rows={4}
            maxLength={2000}
            required
            defaultValue={answer.of("dispute").typed("note")}
            error={answer.of("dispute").errors.note}
          />
        </ConfirmDialog>
      )}
      {allowedTransitions.includes("cancel") && !isSplitNeeded && (
        <ConfirmDialog
          trigger={isReasonRequired ? "주문 취소하기" : "요청 취소하기"}
          triggerClassName={
            "hit flex min-h-9 w-full cursor-pointer list-none items-center justify-center rounded-md " +
            "text-sm font-medium text-ink-2 hover:underline"
          }
          title={isReasonRequired ? "주문을 취소할까요?" : "요청을 취소할까요?"}
          text={
            isReasonRequired
              ? "상대방에게 이유가 전해지고, 되돌릴 수 없어요."
              : "받은 견적도 모두 마감되고, 되돌릴 수 없어요."
          }
          confirmLabel="취소하기"
          cancelLabel="돌아가기"
          tone="danger"
          defaultOpen={answer.of("cancel").hasErrors}
        >
          <input type="hidden" name="intent" value="cancel" />
          {isReasonRequired ? (
            <TextArea
              label="취소 이유"
              name="reason"
              rows={3}
              maxLength={500}
              required
              defaultValue={answer.of("cancel").typed("reason")}
              error={answer.of("cancel").errors.reason}
            />
          ) : null}
        </ConfirmDialog>
      )}
    </div>
  )
}
