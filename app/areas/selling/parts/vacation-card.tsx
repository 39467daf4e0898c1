import { Form } from "react-router"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ChoiceCards, DateField, TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Card } from "#app/ui/section.tsx"
import type { ShopVacation } from "../../shop/vacation-rules.ts"

const ORDER_OPTIONS = [
  { value: "stop", label: "판매 멈추기", description: "상품은 보이지만 살 수 없어요." },
  {
    value: "take",
    label: "주문 계속 받기",
    description: "쉬는 날이 끝난 뒤 보내요. 도착 날짜도 그만큼 늦게 보여요.",
  },
]

/** Days on which the shop is away. `state` says in words whether it is, or will be. */
export function VacationCard({
  vacation,
  state,
  answer,
}: {
  vacation: ShopVacation | null
  state: string | null
  answer: ScreenAnswer
}) {
  const read = (name: string, now: string) => (answer.wasSent ? answer.typed(name) : now)
  return (
    <Card className="grid gap-6 md:p-6">
      <div>
        <h2 id="vacation" className="text-lg font-bold">
          쉬는 날
        </h2>
        <p className="mt-1 text-base text-ink-2">
          {state ?? "쉬는 동안을 상품과 상점에 알리고, 끝나면 저절로 다시 판매해요."} 이미 받은 주문은 약속한
          날에 보내 주세요.
        </p>
      </div>
      <FormAlert message={answer.problem} />
      <Form method="post" noValidate preventScrollReset className="grid gap-6" aria-labelledby="vacation">
        <input type="hidden" name="intent" value="vacation" />
        <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
          <DateField
            label="쉬기 시작하는 날"
            name="from"
            defaultValue={read("from", vacation?.from ?? "")}
            error={answer.errors.from}
            required
          />
          <DateField
            label="마지막으로 쉬는 날"
            name="until"
            defaultValue={read("until", vacation?.until ?? "")}
            error={answer.errors.until}
            required
          />
        </div>
        <ChoiceCards
          legend="쉬는 동안의 주문"
          name="orders"
          type="radio"
          options={ORDER_OPTIONS}
          defaultValue={read("orders", vacation?.takesOrders ? "take" : "stop")}
          error={answer.errors.orders}
        />
        <TextArea
          label="구매자에게 전할 말"
          name="note"
          rows={2}
          maxLength={200}
          placeholder="예: 여름휴가를 다녀올게요. 8월 5일부터 차례대로 보내 드려요."
          defaultValue={read("note", vacation?.note ?? "")}
          error={answer.errors.note}
          required={false}
        />
        <div className="flex flex-wrap gap-2 max-sm:*:flex-1 sm:justify-end">
          {vacation ? (
            <SubmitButton form="end-vacation" className="btn btn-quiet">
              쉬지 않기
            </SubmitButton>
          ) : null}
          <SubmitButton className="btn btn-line">쉬는 날 저장하기</SubmitButton>
        </div>
      </Form>
      {vacation ? (
        <Form method="post" id="end-vacation" preventScrollReset hidden>
          <input type="hidden" name="intent" value="end_vacation" />
        </Form>
      ) : null}
    </Card>
  )
}
