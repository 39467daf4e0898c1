import { formatDateWithWeekday } from "#app/basics/time.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { DateField, TextArea } from "#app/ui/field.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { WARRANTY_LIMITS } from "../warranty-rules.ts"
import type { WarrantyClaimView } from "../views.ts"
import { FormSheet } from "./form-sheet.tsx"
import { NextStep } from "./next-step.tsx"

type StepProps = { claim: WarrantyClaimView; answer: ScreenAnswer }

/** What a claim about a defect waits for, told to the expert. */
export function ExpertWarrantyStep({ claim, answer }: StepProps) {
  switch (claim.state) {
    case "opened":
      return (
        <NextStep
          tone="warn"
          title="하자가 접수됐어요"
          text={
            claim.isLate
              ? "답할 날이 지났어요. 프로필에 늦은 답으로 표시돼요. 지금이라도 답해 주세요."
              : `${formatDateWithWeekday(claim.answerDueOn)}까지 답해 주세요. 늦으면 프로필에 표시돼요.`
          }
          result={
            <>
              <p className="mt-3 whitespace-pre-line">{claim.details}</p>
              <div className="mt-3">
                <Gallery pictures={claim.defectPhotos} label="답할 하자 사진" />
              </div>
            </>
          }
        >
          <RefuseDialog answer={answer} />
          <AnswerForm claim={claim} trigger="방문할 날 알리기" answer={answer} />
        </NextStep>
      )
    case "answered":
      return (
        <NextStep
          tone="quiet"
          title="고객의 답을 기다리고 있어요"
          text={`${claim.visitOn ? formatDateWithWeekday(claim.visitOn) : ""}에 가겠다고 알렸어요.`}
        >
          <AnswerForm claim={claim} trigger="날 바꾸기" isQuiet answer={answer} />
          <RepairForm answer={answer} />
        </NextStep>
      )
    case "visiting":
      return (
        <NextStep
          title={`${claim.visitOn ? formatDateWithWeekday(claim.visitOn) : ""}에 방문하기로 했어요`}
          text="보수를 마치면 사진과 함께 알려 주세요."
        >
          <AnswerForm claim={claim} trigger="날 바꾸기" isQuiet answer={answer} />
          <RepairForm answer={answer} />
        </NextStep>
      )
    case "repaired":
      return (
        <NextStep
          tone="quiet"
          title="고객의 확인을 기다리고 있어요"
          text={`${WARRANTY_LIMITS.confirmDays}일 동안 답이 없으면 확인한 것으로 처리돼요.`}
        />
      )
    case "escalated":
      return (
        <NextStep
          tone="quiet"
          title="운영팀이 하자를 살펴보고 있어요"
          text="사진과 대화를 보고 보수할지 정해요. 정해지면 알려 드려요."
        />
      )
    default:
      return null
  }
}

function AnswerForm({
  claim,
  trigger,
  isQuiet = false,
  answer: screenAnswer,
}: StepProps & { trigger: string; isQuiet?: boolean }) {
  const answer = screenAnswer.of("answer_warranty")
  return (
    <FormSheet
      intent="answer_warranty"
      trigger={trigger}
      triggerClassName={`btn btn-lg w-full ${isQuiet ? "btn-line" : "btn-primary"}`}
      title="언제 보러 갈까요?"
      submitLabel="고객에게 알리기"
      answer={screenAnswer}
    >
      <DateField
        label="방문할 날"
        name="visitOn"
        defaultValue={answer.typed("visitOn", claim.visitOn ?? undefined)}
        error={answer.errors.visitOn}
      />
      <TextArea
        label="고객에게 전할 말"
        name="answer"
        rows={3}
        maxLength={500}
        placeholder="예: 오전 10시쯤 찾아뵐게요. 풀이 덜 마른 것 같아 다시 붙여 드릴게요."
        defaultValue={answer.typed("answer")}
        error={answer.errors.answer}
      />
    </FormSheet>
  )
}

function RepairForm({ answer: screenAnswer }: { answer: ScreenAnswer }) {
  const answer = screenAnswer.of("repair_warranty")
  return (
    <FormSheet
      intent="repair_warranty"
      trigger="보수 결과 보내기"
      triggerClassName="btn btn-primary btn-lg w-full"
      title="보수한 결과를 보낼까요?"
      submitLabel="고객에게 보내기"
      answer={screenAnswer}
    >
      <PictureUploader
        label="보수 후 사진"
        name="pictureIds"
        purpose="claim"
        max={WARRANTY_LIMITS.photos}
        defaultPictures={answer.pictures ?? []}
        error={answer.errors.pictureIds}
        help="고친 곳이 잘 보이는 사진을 한 장 이상 올려 주세요."
      />
      <TextArea
        label="보수한 내용"
        name="note"
        rows={3}
        maxLength={1_000}
        defaultValue={answer.typed("note")}
        error={answer.errors.note}
      />
    </FormSheet>
  )
}

function RefuseDialog({ answer: screenAnswer }: { answer: ScreenAnswer }) {
  const answer = screenAnswer.of("refuse_warranty")
  return (
    <ConfirmDialog
      trigger="거절하기"
      triggerClassName="btn btn-line btn-lg w-full"
      title="왜 보수 대상이 아닌가요?"
      text="고객에게 그대로 전해져요. 고객은 운영팀에 검토를 요청할 수 있어요."
      confirmLabel="거절하기"
      tone="danger"
      defaultOpen={answer.hasErrors}
    >
      <input type="hidden" name="intent" value="refuse_warranty" />
      <TextArea
        label="거절하는 이유"
        name="reason"
        rows={4}
        maxLength={500}
        required
        defaultValue={answer.typed("reason")}
        error={answer.errors.reason}
      />
    </ConfirmDialog>
  )
}
