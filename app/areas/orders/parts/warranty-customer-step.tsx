import { Form } from "react-router"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { WARRANTY_LIMITS } from "../warranty-rules.ts"
import type { WarrantyClaimView } from "../views.ts"
import { NextStep } from "./next-step.tsx"

type StepProps = { claim: WarrantyClaimView; expertName: string; answer: ScreenAnswer }

/** What a claim about a defect waits for, told to the customer. */
export function CustomerWarrantyStep(props: StepProps) {
  const { claim, expertName, answer } = props
  switch (claim.state) {
    case "opened":
      return claim.canEscalate ? (
        <NextStep
          tone="warn"
          title={claim.isRepairFailing ? "두 번 고쳐도 그대로인가요?" : `${expertName}님의 답이 늦어요`}
          text="운영팀이 대신 살펴보고 정해 드릴 수 있어요."
        >
          <WithdrawDialog />
          <EscalateDialog answer={answer} />
        </NextStep>
      ) : (
        <NextStep
          tone="quiet"
          title="전문가의 답을 기다리고 있어요"
          text={`${formatDateWithWeekday(claim.answerDueOn)}까지 답하지 않으면 운영팀에 검토를 요청할 수 있어요.`}
        >
          <WithdrawDialog />
        </NextStep>
      )
    case "answered":
      return <AnsweredStep {...props} />
    case "visiting":
      return (
        <NextStep
          tone={claim.canEscalate ? "warn" : "quiet"}
          title={
            claim.canEscalate && !claim.isRepairFailing
              ? "약속한 날이 지났어요"
              : `${formatVisit(claim)}에 ${expertName}님이 와요`
          }
          text={
            claim.isRepairFailing
              ? "두 번 고쳐도 그대로였다면 운영팀에 검토를 요청할 수 있어요."
              : claim.canEscalate
                ? "오지 않았다면 운영팀에 알려 주세요."
                : "보수가 끝나면 확인을 부탁드려요."
          }
        >
          {claim.canEscalate ? <EscalateDialog answer={answer} /> : null}
        </NextStep>
      )
    case "repaired":
      return <RepairedStep {...props} />
    case "escalated":
      return (
        <NextStep
          tone="quiet"
          title="운영팀이 살펴보고 있어요"
          text="사진과 대화를 보고 보수할지 정해요. 정해지면 알려 드려요."
        />
      )
    default:
      return null
  }
}

const formatVisit = ({ visitOn }: WarrantyClaimView) => (visitOn ? formatDateWithWeekday(visitOn) : "")

function AnsweredStep({ claim, expertName, answer }: StepProps) {
  return (
    <NextStep
      tone="warn"
      title={`${formatVisit(claim)}에 온대요. 괜찮나요?`}
      text={
        <>
          <span className="block whitespace-pre-line">{claim.answer}</span>
          다른 날이 좋으면 채팅으로 알려 주세요. {expertName}님이 날을 바꿔 다시 보내요.
        </>
      }
    >
      {claim.canEscalate ? <EscalateDialog answer={answer} /> : <WithdrawDialog />}
      <Form method="post">
        <SubmitButton name="intent" value="agree_warranty" className="btn btn-primary btn-lg w-full">
          그날 만나기
        </SubmitButton>
      </Form>
    </NextStep>
  )
}

function RepairedStep({ claim, answer: screenAnswer }: StepProps) {
  const answer = screenAnswer.of("complain_warranty")
  return (
    <NextStep
      title="보수한 곳을 확인해 주세요"
      text={`${WARRANTY_LIMITS.confirmDays}일 동안 답이 없으면 확인한 것으로 처리돼요.`}
      result={
        <>
          <p className="mt-3 whitespace-pre-line">{claim.repairNote}</p>
          <div className="mt-3">
            <Gallery pictures={claim.repairPhotos} label="확인할 보수 사진" />
          </div>
        </>
      }
    >
      <ConfirmDialog
        trigger="아직 안 됐어요"
        triggerClassName="btn btn-line btn-lg w-full"
        title="무엇이 아직 안 됐나요?"
        text="전문가가 3영업일 안에 다시 답해요."
        confirmLabel="다시 부탁하기"
        defaultOpen={answer.hasErrors}
      >
        <input type="hidden" name="intent" value="complain_warranty" />
        <TextArea
          label="내용"
          name="note"
          rows={4}
          maxLength={1_000}
          required
          defaultValue={answer.typed("note")}
          error={answer.errors.note}
        />
      </ConfirmDialog>
      <ConfirmDialog
        trigger="확인했어요"
        triggerClassName="btn btn-primary btn-lg w-full"
        title="잘 고쳐졌나요?"
        text="접수가 끝나요. 기간 안에 다른 하자가 생기면 다시 접수할 수 있어요."
        confirmLabel="확인했어요"
      >
        <input type="hidden" name="intent" value="confirm_warranty" />
      </ConfirmDialog>
    </NextStep>
  )
}

const WithdrawDialog = () => (
  <ConfirmDialog
    trigger="접수 거두기"
    triggerClassName="btn btn-line btn-lg w-full"
    title="하자 접수를 거둘까요?"
    text="기간 안에는 다시 접수할 수 있어요."
    confirmLabel="거두기"
  >
    <input type="hidden" name="intent" value="withdraw_warranty" />
  </ConfirmDialog>
)

/** Asks an administrator to look at it. */
export function EscalateDialog({ answer: screenAnswer }: { answer: ScreenAnswer }) {
  const answer = screenAnswer.of("escalate_warranty")
  return (
    <ConfirmDialog
      trigger="운영팀에 검토 요청하기"
      triggerClassName="btn btn-primary btn-lg w-full"
      title="운영팀에 무엇을 알릴까요?"
      text="운영팀이 사진과 대화를 보고 보수할지 정해요."
      confirmLabel="요청하기"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="escalate_warranty" />
      <TextArea
        label="내용"
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
