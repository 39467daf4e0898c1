import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ChoiceCards, SelectField, TextArea, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Card } from "#app/ui/section.tsx"
import { CLAIM_REASON_KEYS, CLAIM_REASONS, type Fault } from "../../shop/claim-rules.ts"
import { LineChoice, type RefundableLine } from "./office-refund.tsx"

const FAULT_OPTIONS = [
  { value: "seller", label: "판매자", description: "90일 안에 신청할 수 있고, 낸 돈을 모두 돌려줘요" },
  { value: "buyer", label: "구매자", description: "7일 안에 신청할 수 있고, 환불 금액에서 반품비를 빼요" },
] as const satisfies readonly { value: Fault; label: string; description: string }[]

/** Begins a return of sent goods for a buyer who asked by phone; the shop goes on as with any other. */
export function OfficeReturnForm({
  lines,
  answer: { problem, values, errors, typed },
}: {
  lines: readonly RefundableLine[]
  answer: ScreenAnswer
}) {
  return (
    <Card>
      <h2 id="office-return" className="scroll-mt-24 text-lg font-bold">
        반품 대신 신청
      </h2>
      <p className="mt-1 text-sm text-ink-3">
        구매자가 직접 신청하기 어려울 때 써요. 구매자와 판매자에게 알리고, 상품이 돌아오면 환불해요.
      </p>
      <Form method="post" action="#office-return" noValidate className="mt-3 grid gap-4">
        <FormAlert message={problem} />
        <LineChoice
          legend="반품할 상품"
          lines={lines}
          chosenIds={[values["lineIds"] ?? []].flat()}
          error={errors.lineIds}
        />
        <SelectField
          label="이유"
          name="reason"
          placeholder="이유를 골라 주세요"
          defaultValue={typed("reason")}
          options={CLAIM_REASON_KEYS.map((key) => ({ value: key, label: CLAIM_REASONS[key].label }))}
          error={errors.reason}
        />
        <ChoiceCards
          legend="반품비는 누가 내나요?"
          name="fault"
          type="radio"
          options={FAULT_OPTIONS}
          defaultValue={typed("fault", "seller")}
          error={errors.fault}
        />
        <TextArea
          label="구매자에게 들은 내용"
          name="detail"
          rows={3}
          maxLength={500}
          help="구매자와 판매자가 그대로 봐요."
          defaultValue={typed("detail")}
          error={errors.detail}
        />
        <TextField
          label="수거할 때 참고할 점"
          name="pickupNote"
          required={false}
          maxLength={100}
          placeholder="예: 문 앞에 두었어요"
          defaultValue={typed("pickupNote")}
          error={errors.pickupNote}
        />
        <SubmitButton name="intent" value="office_return" className="btn btn-tint">
          반품 신청하기
        </SubmitButton>
      </Form>
    </Card>
  )
}
