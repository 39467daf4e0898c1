import { Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { formatDate, formatDateTime } from "#app/basics/time.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { APPEAL_STATE_LABELS, WAITING_APPLICATION_STATES } from "../rules.ts"
import type { ApplicationView } from "../views.ts"
import { WageStep, WorkLink, WorkRecordLink } from "./application-work.tsx"
import { computePlannedPay } from "../payslip.ts"
import { CallOffDialog, CallOffLaw, formatNotice } from "./call-off.tsx"
import { ButtonForm } from "./job-parts.tsx"
import { NextStepPanel, primaryButtonClass } from "./next-step-panel.tsx"

function NoteDialog({
  intent,
  trigger,
  triggerClassName = "btn btn-quiet w-full",
  title,
  text,
  label,
  placeholder,
  confirmLabel,
  answer,
  danger = true,
}: {
  intent: string
  trigger: string
  triggerClassName?: string
  title: string
  text: string
  label: string
  placeholder: string
  confirmLabel: string
  answer: ScreenAnswer
  danger?: boolean
}) {
  const ownAnswer = answer.of(intent)
  return (
    <ConfirmDialog
      trigger={<button type="button">{trigger}</button>}
      triggerClassName={triggerClassName}
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      tone={danger ? "danger" : "primary"}
      defaultOpen={ownAnswer.hasErrors}
    >
      <input type="hidden" name="intent" value={intent} />
      <TextArea
        label={label}
        name="note"
        rows={3}
        maxLength={500}
        placeholder={placeholder}
        defaultValue={ownAnswer.typed("note")}
        error={ownAnswer.errors.note}
      />
    </ConfirmDialog>
  )
}

const AUTO_CONFIRM_TEXT = "한쪽만 확인해도 근무가 끝나고 3일이 지나면 저절로 확인돼요."

type StepProps = { view: ApplicationView; answer: ScreenAnswer }

/** What waits for whoever looks at the application. */
export function ApplicationNextStep({ view, answer }: StepProps) {
  if (view.role === "admin") return <NextStepPanel tone="quiet" title="운영자로 보고 있어요" />
  switch (view.state) {
    case "applied":
    case "viewed":
    case "shortlisted":
      return <DecisionStep view={view} />
    case "rejected":
      return (
        <NextStepPanel
          tone="quiet"
          title="이번에는 함께하지 못하게 됐어요"
          text={view.note || "다른 일자리를 찾아보세요."}
        />
      )
    case "withdrawn":
      return <NextStepPanel tone="quiet" title="지원을 취소했어요" />
    case "called_off":
      return <CalledOffStep view={view} />
    case "hired":
      return view.marks.contractWorker ? (
        <CheckInStep view={view} answer={answer} />
      ) : (
        <ContractStep isWorker={view.role === "worker"} />
      )
    case "checked_in":
      return <ConfirmWorkStep view={view} />
    case "no_show":
      return <NoShowStep view={view} answer={answer} />
    case "worked":
    case "wage_disputed":
      return view.hasWorkDays ? (
        <WageStep view={view} />
      ) : view.role === "worker" ? (
        <WorkerPayStep view={view} answer={answer} />
      ) : (
        <EmployerPayStep view={view} />
      )
    default:
      return <PaidStep view={view} />
  }
}

function DecisionStep({ view: { state, role, hire } }: { view: ApplicationView }) {
  return role === "worker" ? (
    <NextStepPanel
      tone="quiet"
      title={state === "applied" ? "지원서를 보냈어요" : "사업장이 지원서를 봤어요"}
      text="결과가 나오면 바로 알려 드려요."
    />
  ) : (
    <NextStepPanel title="채용을 결정해 주세요" text="지원자 목록에서 채용하거나 불합격을 알릴 수 있어요.">
      {role === "employer" ? (
        <Link to={href("/jobs/hire/:hireId/applicants", { hireId: hire.id })} className="btn btn-primary">
          지원자 목록 보기
        </Link>
      ) : null}
    </NextStepPanel>
  )
}

function ContractStep({ isWorker }: { isWorker: boolean }) {
  return isWorker ? (
    <NextStepPanel
      title="근로계약을 확인해 주세요"
      text="아래 내용이 맞으면 확인을 눌러 주세요. 서로 확인해야 일을 시작할 수 있어요."
    >
      <ButtonForm intent="sign" className={primaryButtonClass}>
        근로계약 확인하기
      </ButtonForm>
    </NextStepPanel>
  ) : (
    <NextStepPanel
      tone="quiet"
      title="근로자의 계약 확인을 기다려요"
      text="확인하면 알려 드려요. 서로 확인해야 일을 시작할 수 있어요."
    />
  )
}

function CheckInStep({ view, answer }: StepProps) {
  const isWorker = view.role === "worker"
  const { marks } = view
  const ownConfirmedAt = isWorker ? marks.checkInWorker : marks.checkInEmployer
  const hasStarted = new Date(view.firstStartsAt) <= now()
  if (ownConfirmedAt)
    return (
      <NextStepPanel
        tone="quiet"
        title="상대방의 출근 확인을 기다려요"
        text={`${formatDateTime(ownConfirmedAt, now())}에 확인했어요. ${AUTO_CONFIRM_TEXT}`}
      />
    )
  if (!view.canCheckIn)
    return (
      <NextStepPanel
        tone="quiet"
        title={`${formatDateTime(view.firstStartsAt, now())}에 시작해요`}
        text="시작 2시간 전부터 출근을 확인할 수 있어요."
      />
    )
  return (
    <NextStepPanel
      title={isWorker ? "도착했나요?" : "근로자가 도착했나요?"}
      text={
        view.hasWorkDays
          ? "현장 코드로 기록하면 바로 근무가 시작돼요. 코드를 쓸 수 없으면 서로 확인해 주세요."
          : `근로자와 사업장이 모두 확인하면 근무가 시작돼요. ${AUTO_CONFIRM_TEXT}`
      }
    >
      {view.hasWorkDays ? <WorkLink view={view}>출근 기록하기</WorkLink> : null}
      <ButtonForm
        intent="check_in"
        className={view.hasWorkDays ? "btn btn-quiet btn-lg w-full" : primaryButtonClass}
      >
        {isWorker ? "출근했어요" : "출근을 확인했어요"}
      </ButtonForm>
      {hasStarted ? <NoShowDialog isWorker={isWorker} answer={answer} /> : null}
    </NextStepPanel>
  )
}

function NoShowDialog({ isWorker, answer }: { isWorker: boolean; answer: ScreenAnswer }) {
  return (
    <NoteDialog
      intent="no_show"
      trigger={isWorker ? "사업장에 아무도 없어요" : "근로자가 오지 않았어요"}
      title="노쇼로 신고할까요?"
      label="어떤 상황이었나요?"
      confirmLabel="신고하기"
      answer={answer}
      text="상대방은 7일 안에 이의를 제기할 수 있어요. 사실과 다른 신고는 제재를 받을 수 있어요."
      placeholder="예: 30분을 기다렸는데 연락도 되지 않았어요."
    />
  )
}

function ConfirmWorkStep({ view }: { view: ApplicationView }) {
  const { marks } = view
  const ownConfirmedAt = view.role === "worker" ? marks.workWorker : marks.workEmployer
  if (ownConfirmedAt)
    return (
      <NextStepPanel
        tone="quiet"
        title="상대방의 근무 완료 확인을 기다려요"
        text={`${formatDateTime(ownConfirmedAt, now())}에 확인했어요. ${AUTO_CONFIRM_TEXT}`}
      />
    )
  return (
    <NextStepPanel
      title={view.hasWorkDays ? "일하고 있어요" : "근무가 끝났나요?"}
      text={
        view.hasWorkDays
          ? "쉬는 시간과 퇴근을 기록해 주세요. 기록할 수 없으면 서로 근무 완료를 확인해 주세요."
          : `서로 확인하면 근무가 끝나요. ${AUTO_CONFIRM_TEXT}`
      }
    >
      {view.hasWorkDays ? <WorkLink view={view}>휴게·퇴근 기록하기</WorkLink> : null}
      {view.canConfirmWork ? (
        <ButtonForm
          intent="confirm_work"
          className={view.hasWorkDays ? "btn btn-quiet btn-lg w-full" : primaryButtonClass}
        >
          근무 완료 확인하기
        </ButtonForm>
      ) : null}
    </NextStepPanel>
  )
}

function NoShowStep({ view, answer }: StepProps) {
  return (
    <NextStepPanel
      tone="warn"
      title={
        view.noShow?.by === "employer"
          ? "근로자가 오지 않았다고 신고됐어요"
          : "사업장에 아무도 없었다고 신고됐어요"
      }
      text={view.note}
    >
      {view.appeal ? (
        <p className="text-base">
          이의 제기 · {APPEAL_STATE_LABELS[view.appeal.state]}
          {view.appeal.answer ? `. ${view.appeal.answer}` : ""}
        </p>
      ) : null}
      {view.canAppeal ? (
        <NoteDialog
          intent="appeal"
          trigger="이의 제기하기"
          triggerClassName={primaryButtonClass}
          title="이의를 제기할까요?"
          text="운영팀이 양쪽 이야기를 듣고 결정해요."
          label="어떤 상황이었나요?"
          placeholder="예: 7시 50분에 도착해 정문에서 전화를 걸었어요."
          confirmLabel="제기하기"
          answer={answer}
          danger={false}
        />
      ) : null}
    </NextStepPanel>
  )
}

function WorkerPayStep({ view, answer }: StepProps) {
  const { marks } = view
  const isDisputed = view.state === "wage_disputed"
  return (
    <NextStepPanel
      tone={isDisputed ? "warn" : "tint"}
      title={isDisputed ? "임금 분쟁 중이에요" : "임금을 받았나요?"}
      text={
        isDisputed
          ? `${view.note} 받으면 아래를 눌러 주세요. 해결되지 않으면 고용노동부 1350에 상담할 수 있어요.`
          : marks.paySent
            ? `사업장이 ${formatDateTime(marks.paySent, now())}에 보냈다고 해요.`
            : "받은 뒤에 눌러 주세요."
      }
    >
      <ButtonForm intent="confirm_pay" className={primaryButtonClass}>
        임금을 받았어요
      </ButtonForm>
      {isDisputed ? null : (
        <NoteDialog
          intent="dispute_wage"
          trigger="받지 못했어요"
          title="임금을 받지 못했나요?"
          text="사업장에 알리고 기록으로 남겨요."
          label="어떤 상황인가요?"
          placeholder="예: 당일 지급이라고 했는데 사흘째 들어오지 않았어요."
          confirmLabel="알리기"
          answer={answer}
        />
      )}
    </NextStepPanel>
  )
}

function EmployerPayStep({ view }: { view: ApplicationView }) {
  const { marks } = view
  const isDisputed = view.state === "wage_disputed"
  return (
    <NextStepPanel
      tone={isDisputed ? "warn" : "tint"}
      title={isDisputed ? "근로자가 임금을 받지 못했다고 해요" : "임금을 보내 주세요"}
      text={
        isDisputed
          ? view.note
          : marks.paySent
            ? "보냈다고 알렸어요. 근로자가 확인하면 끝나요."
            : "보낸 뒤에 눌러 주세요. 근로자가 받았는지 확인해요."
      }
    >
      {marks.paySent ? null : (
        <ButtonForm intent="pay_sent" className={primaryButtonClass}>
          임금을 보냈어요
        </ButtonForm>
      )}
    </NextStepPanel>
  )
}

function PaidStep({ view }: { view: ApplicationView }) {
  const paidAt = view.marks.paid
  return (
    <NextStepPanel
      tone="quiet"
      title="모두 끝났어요"
      text={paidAt ? `${formatDate(paidAt, now())}에 임금까지 확인했어요.` : undefined}
    >
      {view.hasWorkDays ? (
        <WorkRecordLink view={view} className="btn btn-line w-full">
          근무 기록과 임금명세서
        </WorkRecordLink>
      ) : null}
    </NextStepPanel>
  )
}

/** What the employer called off: why, how late, and what the law says of it. */
function CalledOffStep({ view }: { view: ApplicationView }) {
  const isWorker = view.role === "worker"
  const notice = view.calledOffAt ? formatNotice(view.firstStartsAt, new Date(view.calledOffAt)) : ""
  return (
    <NextStepPanel
      tone="warn"
      title={isWorker ? "사업장이 채용을 취소했어요" : "채용을 취소했어요"}
      text={view.note}
    >
      <p className="text-sm text-ink-2">
        {notice}에 취소했어요.
        {isWorker ? " 내 노쇼나 후기에는 남지 않아요. 근로계약 내용은 아래에 그대로 있어요." : ""}
      </p>
      <CallOffLaw plannedWon={view.contract && computePlannedPay(view.contract, view.contract.slots)} />
      {isWorker ? (
        <Link to={`${href("/jobs/hire")}?kind=${view.hire.kind}`} className={primaryButtonClass}>
          비슷한 일자리 보기
        </Link>
      ) : null}
    </NextStepPanel>
  )
}

/** What else may be done: taking an application back, or calling off a hire. */
export function ApplicationExitActions({ view, answer }: StepProps) {
  if (view.role === "employer" && view.state === "hired" && new Date(view.firstStartsAt) > now())
    return (
      <CallOffDialog
        trigger="채용 취소하기"
        title={`${view.worker.name}님의 채용을 취소할까요?`}
        startsAt={view.firstStartsAt}
        plannedWon={view.contract && computePlannedPay(view.contract, view.contract.slots)}
        answer={answer.of("call_off")}
      />
    )
  if (view.role !== "worker" || !WAITING_APPLICATION_STATES.includes(view.state)) return null
  return (
    <ConfirmDialog
      trigger={<button type="button">지원 취소하기</button>}
      triggerClassName="btn btn-quiet w-full"
      title="지원을 취소할까요?"
      text="취소하면 이 공고에 다시 지원할 수 없어요."
      confirmLabel="지원 취소하기"
      cancelLabel="그대로 두기"
      tone="danger"
    >
      <input type="hidden" name="intent" value="withdraw" />
    </ConfirmDialog>
  )
}
