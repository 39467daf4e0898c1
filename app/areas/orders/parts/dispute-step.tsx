import type { ReactNode } from "react"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea } from "#app/ui/field.tsx"
import type { DisputeView } from "../views.ts"
import { DisputeShares } from "./dispute-section.tsx"
import { NextStep } from "./next-step.tsx"

/** What a dispute waits for, with what its reader may say now: nothing where no money is held. */
export function DisputeStep({
  dispute,
  party,
  answer,
}: {
  dispute: DisputeView | null
  party: "customer" | "expert"
  answer: ScreenAnswer
}) {
  if (!dispute || dispute.state === "opened")
    return (
      <NextStep
        tone="warn"
        title="운영팀이 확인하고 있어요"
        text={
          dispute
            ? `기록과 대화를 보고 조정안을 보내요. 보관 중인 ${formatWon(dispute.heldWon)}은 그때까지 움직이지 않아요.`
            : "양쪽의 이야기를 듣고 결과를 알려 드려요."
        }
      />
    )
  if (dispute.state === "proposed") return <ProposedStep dispute={dispute} party={party} answer={answer} />
  if (dispute.state === "decided")
    return (
      <NextStep
        tone="warn"
        title="운영팀이 결정했어요"
        text={`${formatEnd(dispute)}까지 이의가 없으면 이대로 정산돼요.`}
        result={<DisputeShares dispute={dispute} isInStep />}
      >
        <NoteDialog
          intent="appeal_dispute"
          trigger="이의 제기하기"
          title="결정에 이의가 있나요?"
          text="한 번 할 수 있어요. 다른 담당자가 다시 보고 마지막으로 정해요."
          answer={answer}
        />
      </NextStep>
    )
  return (
    <NextStep
      tone="warn"
      title="이의를 검토하고 있어요"
      text="다른 담당자가 처음부터 다시 보고 마지막으로 정해요. 그때까지 돈은 움직이지 않아요."
    />
  )
}

const formatEnd = ({ endsAt }: DisputeView) => (endsAt ? formatDateTime(endsAt) : "")

function ProposedStep({
  dispute,
  party,
  answer,
}: {
  dispute: DisputeView
  party: "customer" | "expert"
  answer: ScreenAnswer
}) {
  const ownAnswer = party === "customer" ? dispute.customerAnswer : dispute.expertAnswer
  const isOtherWaiting = (party === "customer" ? dispute.expertAnswer : dispute.customerAnswer) === null
  if (ownAnswer !== null)
    return (
      <NextStep
        tone="quiet"
        title={isOtherWaiting ? "상대방의 답을 기다리고 있어요" : "운영팀의 결정을 기다리고 있어요"}
        text={
          isOtherWaiting
            ? `${formatEnd(dispute)}까지 답할 수 있고, 그 뒤에는 운영팀이 결정해요.`
            : "두 분의 답을 보고 운영팀이 결정해요."
        }
        result={<DisputeShares dispute={dispute} isInStep />}
      />
    )
  return (
    <NextStep
      tone="warn"
      title="조정안에 답해 주세요"
      text={`두 분 모두 받아들이면 바로 정산돼요. ${formatEnd(dispute)}까지 답이 없으면 운영팀이 결정해요.`}
      result={<DisputeShares dispute={dispute} isInStep />}
    >
      <NoteDialog
        intent="answer_dispute"
        trigger="거절하기"
        title="왜 받아들이지 않나요?"
        text="운영팀과 상대방이 읽고, 다시 정할 때 살펴봐요."
        answer={answer}
      >
        <input type="hidden" name="answer" value="object" />
      </NoteDialog>
      <ConfirmDialog
        trigger="받아들이기"
        triggerClassName="btn btn-primary btn-lg w-full"
        title="조정안을 받아들일까요?"
        text="상대방도 받아들이면 바로 정산되고 되돌릴 수 없어요."
        confirmLabel="받아들이기"
      >
        <input type="hidden" name="intent" value="answer_dispute" />
        <input type="hidden" name="answer" value="accept" />
      </ConfirmDialog>
    </NextStep>
  )
}

function NoteDialog({
  intent,
  trigger,
  title,
  text,
  answer: screenAnswer,
  children,
}: {
  intent: string
  trigger: string
  title: string
  text: string
  answer: ScreenAnswer
  children?: ReactNode
}) {
  const answer = screenAnswer.of(intent)
  return (
    <ConfirmDialog
      trigger={trigger}
      triggerClassName="btn btn-line btn-lg w-full"
      title={title}
      text={text}
      confirmLabel="보내기"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
      <TextArea
        label="이유"
        name="note"
        rows={4}
        maxLength={1_000}
        required
        defaultValue={answer.typed("note")}
        error={answer.errors.note}
      />
    </ConfirmDialog>
  )
}
