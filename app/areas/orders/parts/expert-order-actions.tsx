import type { ReactNode } from "react"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { href, Link } from "react-router"
import { OpenChatButton } from "#app/areas/chat/parts/open-chat.tsx"
import { now } from "#app/basics/clock.ts"
import { formatDateTime, formatDateWithWeekday, toKstDateString } from "#app/basics/time.ts"
import { TextArea, TextField, WonField } from "#app/ui/field.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { RatingInput } from "#app/ui/rating.tsx"
import { canProposeChange, getStartDay, LIMITS } from "../rules.ts"
import type { OrderView } from "../views.ts"
import { DisputeStep } from "./dispute-step.tsx"
import { FormSheet } from "./form-sheet.tsx"
import { NextStep } from "./next-step.tsx"
import { renderExpertPartStep } from "./part-steps.tsx"
import { ExpertWarrantyStep } from "./warranty-expert-step.tsx"
import { findOpenClaim } from "./warranty-section.tsx"

export type ExpertOrderActionsProps = {
  view: OrderView
  customerName: string
  /** The expert has rated the customer. */ hasRatedCustomer: boolean
  answer: ScreenAnswer
}

/**
 * What the order waits for, told to an expert: the chosen one (`role` "expert") or one who may propose or has
 * proposed ("viewer").
 */
export function ExpertOrderActions({
  view,
  customerName,
  hasRatedCustomer,
  answer,
}: ExpertOrderActionsProps) {
  const { order, privateDetails } = view
  if (view.role === "viewer") return <ViewerNextStep view={view} />
  const proposeChangeButton = canProposeChange(order.state) ? (
    <ProposeChangeForm view={view} answer={answer} />
  ) : null
  const partStep = renderExpertPartStep({ view, answer }, customerName, proposeChangeButton)
  if (partStep) return partStep
  const openClaim = findOpenClaim(privateDetails?.warranty)
  switch (order.state) {
    case "matched":
      return (
        <NextStep
          title={`${customerName}님이 선택했어요`}
          text="연락해서 일정을 맞추고, 시작할 때 눌러 주세요."
        >
          {proposeChangeButton}
          <StartForm view={view} answer={answer} />
        </NextStep>
      )
    case "in_progress":
      return (
        <NextStep title="작업을 마쳤나요?" text="작업 후 사진을 올리면 고객에게 확인을 부탁드려요.">
          {proposeChangeButton}
          <DeliverForm
            intent="deliver"
            trigger="작업 결과 보내기"
            title="작업 결과를 보낼까요?"
            answer={answer}
          />
        </NextStep>
      )
    case "changes_requested":
      return (
        <ChangesRequestedStep view={view} answer={answer}>
          {proposeChangeButton}
        </ChangesRequestedStep>
      )
    case "delivered":
      return (
        <NextStep
          tone="quiet"
          title={`${customerName}님의 확인을 기다리고 있어요`}
          text={
            privateDetails?.autoCompletesAt
              ? `${formatDateTime(privateDetails.autoCompletesAt)}까지 답이 없으면 완료로 처리돼요.`
              : undefined
          }
        />
      )
    case "completed":
      return openClaim ? (
        <ExpertWarrantyStep claim={openClaim} answer={answer} />
      ) : (
        <CompletedStep customerName={customerName} hasRated={hasRatedCustomer} answer={answer} />
      )
    case "disputed":
      return <DisputeStep dispute={privateDetails?.dispute ?? null} party="expert" answer={answer} />
    case "cancelled":
      return (
        <NextStep tone="quiet" title="취소된 주문이에요" text={privateDetails?.cancelReason || undefined} />
      )
    default:
      return null
  }
}

function ChangesRequestedStep({
  view: { privateDetails },
  answer,
  children,
}: {
  view: OrderView
  answer: ScreenAnswer
  children: ReactNode
}) {
  const changesRequest = privateDetails?.events.findLast((event) => event.move === "request_changes")
  return (
    <NextStep
      tone="warn"
      title="고객이 보완을 요청했어요"
      text={
        changesRequest?.note ? <span className="whitespace-pre-line">{changesRequest.note}</span> : undefined
      }
    >
      {children}
      <DeliverForm
        intent="redeliver"
        trigger="보완 결과 보내기"
        title="보완한 결과를 보낼까요?"
        answer={answer}
      />
    </NextStep>
  )
}

function CompletedStep({
  customerName,
  hasRated,
  answer,
}: {
  customerName: string
  hasRated: boolean
  answer: ScreenAnswer
}) {
  return hasRated ? (
    <NextStep tone="quiet" title="작업이 완료됐어요" text="고객 평가를 남겨 주셔서 고마워요." />
  ) : (
    <NextStep
      title="작업이 완료됐어요"
      text="고객을 평가하면 고객의 후기도 바로 공개돼요. 평가는 서로 쓴 뒤에 보여요."
    >
      <RateCustomerForm customerName={customerName} answer={answer} />
    </NextStep>
  )
}

function ViewerNextStep({ view: { order, proposal } }: { view: OrderView }) {
  const address = href("/orders/:orderId/propose", { orderId: order.id })
  if (proposal) {
    return (
      <NextStep tone="quiet" title="견적을 보낸 요청이에요">
        {proposal.isChoosable ? (
          <OpenChatButton kind="proposal" id={proposal.id} className="btn btn-tint btn-lg w-full">
            고객과 채팅하기
          </OpenChatButton>
        ) : null}
        <Link to={address} className="btn btn-quiet btn-lg">
          내 견적서 보기
        </Link>
      </NextStep>
    )
  }
  if (order.state !== "open") return null
  if (order.proposalCount >= LIMITS.proposals)
    return (
      <NextStep
        tone="quiet"
        title="견적이 모두 찼어요"
        text={`요청 하나에 견적을 ${LIMITS.proposals}개까지 받아요.`}
      />
    )
  return (
    <NextStep
      title="이 일, 할 수 있나요?"
      text={
        order.proposalCount === 0
          ? "첫 번째로 견적을 보내 보세요."
          : `견적 ${order.proposalCount}/${LIMITS.proposals}개가 도착했어요.`
      }
    >
      <Link to={address} className="btn btn-primary btn-lg">
        견적 보내기
      </Link>
    </NextStep>
  )
}

function DeliverForm({
  intent,
  trigger,
  title,
  answer,
}: {
  intent: "deliver" | "redeliver"
  trigger: string
  title: string
  answer: ScreenAnswer
}) {
  return (
    <FormSheet
      intent={intent}
      trigger={trigger}
      triggerClassName="btn btn-primary btn-lg w-full"
      title={title}
      submitLabel="고객에게 보내기"
      answer={answer}
    >
      <PictureUploader
        label="작업 후 사진"
        name="pictureIds"
        purpose="after"
        max={LIMITS.photos}
        defaultPictures={answer.of(intent).pictures ?? []}
        error={answer.of(intent).errors.pictureIds}
        help="마감이 잘 보이는 사진을 한 장 이상 올려 주세요."
      />
      <TextArea
        label="설명"
        required={false}
        name="note"
        rows={3}
        maxLength={1_000}
        defaultValue={answer.of(intent).typed("note")}
        error={answer.of(intent).errors.note}
        placeholder="고객이 확인할 점을 알려 주세요."
      />
    </FormSheet>
  )
}

function ProposeChangeForm({ view, answer }: { view: OrderView; answer: ScreenAnswer }) {
  if (view.privateDetails?.changes.some((change) => change.state === "proposed")) return null
  const intent = "propose_change"
  return (
    <FormSheet
      intent={intent}
      trigger="추가 비용 요청"
      triggerClassName="btn btn-line btn-lg w-full"
      title="추가 비용을 요청할까요?"
      submitLabel="요청 보내기"
      answer={answer}
    >
      <p className="-mt-2 text-base text-ink-2">
        고객이 수락해야 결제할 금액에 더해져요. 작업하기 전에 요청해 주세요.
      </p>
      <TextField
        label="추가 작업"
        name="title"
        maxLength={60}
        defaultValue={answer.of(intent).typed("title")}
        error={answer.of(intent).errors.title}
        placeholder="곰팡이 제거 8㎡"
      />
      <WonField
        label="추가 금액"
        name="amountWon"
        defaultValue={answer.of(intent).typed("amountWon")}
        error={answer.of(intent).errors.amountWon}
      />
      <TextArea
        label="왜 필요한가요?"
        name="reason"
        rows={3}
        maxLength={500}
        defaultValue={answer.of(intent).typed("reason")}
        error={answer.of(intent).errors.reason}
      />
    </FormSheet>
  )
}

function RateCustomerForm({ customerName, answer }: { customerName: string; answer: ScreenAnswer }) {
  const intent = "rate_customer"
  return (
    <FormSheet
      intent={intent}
      trigger="고객 평가하기"
      triggerClassName="btn btn-primary btn-lg w-full"
      title={`${customerName}님은 어땠나요?`}
      submitLabel="평가 남기기"
      answer={answer}
    >
      <RatingInput
        name="rating"
        label="고객 평점"
        defaultValue={answer.of(intent).typed("rating")}
        error={answer.of(intent).errors.rating}
      />
      <TextArea
        label="한마디"
        required={false}
        name="body"
        rows={3}
        maxLength={500}
        defaultValue={answer.of(intent).typed("body")}
        error={answer.of(intent).errors.body}
      />
    </FormSheet>
  )
}

/** Asks once before the work begins, and for a reason where it is not the day yet. */
function StartForm({ view, answer }: { view: OrderView; answer: ScreenAnswer }) {
  const startDay = getStartDay(view.order, view.proposal)
  const isEarly = startDay !== null && startDay > toKstDateString(now())
  const { errors, typed } = answer.of("start")
  return (
    <FormSheet
      intent="start"
      trigger="작업 시작하기"
      triggerClassName="btn btn-primary btn-lg w-full"
      title="작업을 시작할까요?"
      submitLabel="시작하기"
      answer={answer}
    >
      <p className="text-base text-ink-2">고객에게 바로 알려요. 현장에 도착해서 눌러 주세요.</p>
      {isEarly ? (
        <TextArea
          label="먼저 시작하는 이유"
          name="reason"
          rows={2}
          maxLength={300}
          help={`약속한 날은 ${formatDateWithWeekday(startDay)}이에요. 고객에게 전해져요.`}
          defaultValue={typed("reason")}
          error={errors.reason}
        />
      ) : null}
    </FormSheet>
  )
}
