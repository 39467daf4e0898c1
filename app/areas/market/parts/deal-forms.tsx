/** The forms that the two of a deal open from its next step. */
import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ChoiceCards } from "#app/ui/choice.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import { SelectField, TextArea, TextField } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { PictureUploader } from "#app/ui/picture-uploader.tsx"
import { CARRIER_KEYS, CARRIERS } from "../../shop/rules.ts"
import { CLAIM_KIND_LABELS, GOODS_PROBLEMS, DEAL_LIMITS, RETURN_PROBLEM_LABELS } from "../deal-rules.ts"

const carrierOptions = CARRIER_KEYS.filter((key) => key !== "direct").map((value) => ({
  value,
  label: CARRIERS[value].label,
}))

/** With whom a parcel is on its way, there or back. */
export function ParcelSheet({
  intent,
  trigger,
  answer: screenAnswer,
}: {
  intent: "send" | "send_back"
  trigger: string
  answer: ScreenAnswer
}) {
  const answer = screenAnswer.of(intent)
  return (
    <Sheet
      trigger={<button type="button">{trigger}</button>}
      triggerClassName="btn btn-primary btn-lg w-full"
      title="송장번호 입력"
      defaultOpen={answer.hasErrors}
    >
      <Form method="post" noValidate className="grid gap-4">
        <SelectField
          label="택배사"
          name="carrier"
          placeholder="골라 주세요"
          options={carrierOptions}
          defaultValue={answer.typed("carrier")}
          error={answer.errors.carrier}
        />
        <TextField
          label="송장번호"
          name="trackingNumber"
          inputMode="numeric"
          maxLength={30}
          defaultValue={answer.typed("trackingNumber")}
          error={answer.errors.trackingNumber}
        />
        <SubmitButton name="intent" value={intent} className="btn btn-primary btn-lg">
          {intent === "send" ? "보냈다고 알리기" : "돌려보냈다고 알리기"}
        </SubmitButton>
      </Form>
    </Sheet>
  )
}

/** The buyer says what is wrong, with pictures. */
export function ClaimSheet({ answer: screenAnswer }: { answer: ScreenAnswer }) {
  const answer = screenAnswer.of("claim")
  return (
    <Sheet
      trigger={<button type="button">문제가 있어요</button>}
      triggerClassName="btn btn-line"
      title="어떤 문제가 있나요?"
      defaultOpen={answer.hasErrors}
    >
      <Form method="post" encType="multipart/form-data" noValidate className="grid gap-5">
        <p className="text-base text-ink-2">
          판매자에게 알리고 답을 기다려요. 끝날 때까지 돈은 그대로 보관돼요.
        </p>
        <ChoiceCards
          legend="문제"
          hideLegend
          name="kind"
          type="radio"
          layout="list"
          options={GOODS_PROBLEMS.map((value) => ({ value, label: CLAIM_KIND_LABELS[value] }))}
          defaultValue={answer.typed("kind")}
          error={answer.errors.kind}
        />
        <TextArea
          label="자세한 내용"
          name="details"
          rows={4}
          maxLength={DEAL_LIMITS.claimDetails}
          placeholder="설명과 무엇이 다른지, 어디가 깨졌는지 적어 주세요."
          defaultValue={answer.typed("details")}
          error={answer.errors.details}
        />
        <PictureUploader
          name="pictureIds"
          purpose="claim"
          max={DEAL_LIMITS.claimPhotos}
          label="사진"
          help="받은 물건과 포장을 함께 찍어 주세요."
          defaultPictures={answer.pictures}
          error={answer.errors.pictureIds}
        />
        <SubmitButton name="intent" value="claim" className="btn btn-primary btn-lg">
          판매자에게 알리기
        </SubmitButton>
      </Form>
    </Sheet>
  )
}

/** The seller agrees to a return or a refund, or does not. */
export function AnswerClaimSheet({
  answer: screenAnswer,
  isMissing,
}: {
  answer: ScreenAnswer
  /** Nothing arrived: there is nothing to take back. */
  isMissing: boolean
}) {
  const answer = screenAnswer.of("answer_claim")
  const options = [
    ...(isMissing
      ? []
      : [{ value: "return", label: "반품에 동의해요", description: "물건을 돌려받은 뒤 환불돼요." }]),
    { value: "refund", label: "바로 환불할게요", description: "물건을 돌려받지 않고 전액 환불돼요." },
    { value: "refuse", label: "동의하지 않아요", description: "운영팀이 확인하고 결정해요." },
  ]
  return (
    <Sheet
      trigger={<button type="button">답하기</button>}
      triggerClassName="btn btn-primary btn-lg w-full"
      title="어떻게 할까요?"
      defaultOpen={answer.hasErrors}
    >
      <Form method="post" noValidate className="grid gap-5">
        <ChoiceCards
          legend="답변"
          hideLegend
          name="answer"
          type="radio"
          layout="list"
          options={options}
          defaultValue={answer.typed("answer")}
          error={answer.errors.answer}
        />
        <TextArea
          label="구매자에게 할 말"
          name="note"
          rows={3}
          maxLength={500}
          defaultValue={answer.typed("note")}
          error={answer.errors.note}
        />
        <SubmitButton name="intent" value="answer_claim" className="btn btn-primary btn-lg">
          답변 보내기
        </SubmitButton>
      </Form>
    </Sheet>
  )
}

/** What came back is not what was sent, says the seller, and shows it. */
export function RefuseReturnSheet({ answer: screenAnswer }: { answer: ScreenAnswer }) {
  const answer = screenAnswer.of("refuse_return")
  return (
    <div className="mt-2">
      <Sheet
        trigger={<button type="button">돌려받은 물건에 문제가 있어요</button>}
        triggerClassName="btn btn-line"
        title="어떤 문제가 있나요?"
        defaultOpen={answer.hasErrors}
      >
        <Form method="post" encType="multipart/form-data" noValidate className="grid gap-5">
          <p className="text-base text-ink-2">
            운영팀이 두 분의 글과 사진을 보고 결정해요. 끝날 때까지 돈은 그대로 보관돼요.
          </p>
          <ChoiceCards
            legend="문제"
            hideLegend
            name="problem"
            type="radio"
            layout="list"
            options={GOODS_PROBLEMS.map((value) => ({ value, label: RETURN_PROBLEM_LABELS[value] }))}
            defaultValue={answer.typed("problem")}
            error={answer.errors.problem}
          />
          <TextArea
            label="자세한 내용"
            name="note"
            rows={4}
            maxLength={500}
            placeholder="보낸 물건과 무엇이 다른지, 어디가 망가졌는지 적어 주세요."
            defaultValue={answer.typed("note")}
            error={answer.errors.note}
          />
          <PictureUploader
            name="pictureIds"
            purpose="claim"
            max={DEAL_LIMITS.claimPhotos}
            label="사진"
            help="돌려받은 물건과 포장을 함께 찍어 주세요. 구매자도 볼 수 있어요."
            defaultPictures={answer.pictures}
            error={answer.errors.pictureIds}
          />
          <SubmitButton name="intent" value="refuse_return" className="btn btn-primary btn-lg">
            운영팀에 알리기
          </SubmitButton>
        </Form>
      </Sheet>
    </div>
  )
}
