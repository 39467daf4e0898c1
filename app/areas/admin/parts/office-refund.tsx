import { Form, Link, href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { Checkbox, ChoiceCards, TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Card } from "#app/ui/section.tsx"
import { SubmissionKey } from "#app/ui/submission-key.tsx"
import type { Fault } from "../../shop/claim-rules.ts"

export type RefundableLine = { id: string; title: string; detail: string; isSent: boolean }

/** What was computed for the chosen lines; the form then asks for this sum alone. */
export type RefundQuote = { amountWon: number; needsSecond: boolean }

/**
 * Gives money of a purchase back without a claim of its buyer: the lines, whose fault and why, then the sum
 * that the server computed, then the deed.
 */
export function OfficeRefundForm({
  lines,
  submissionKey,
  quote,
  answer,
}: {
  lines: readonly RefundableLine[]
  submissionKey: string
  quote: RefundQuote | null
  answer: ScreenAnswer
}) {
  const chosenIds = [answer.values["lineIds"] ?? []].flat()
  const { errors, typed } = answer
  const hasSent = lines.some((line) => line.isSent)
  return (
    <Card>
      <h2 id="office-refund" className="scroll-mt-24 text-lg font-bold">
        직접 환불
      </h2>
      <p className="mt-1 text-sm text-ink-3">
        구매자가 신청하지 않아도 취소하고 돌려줄 수 있어요. 구매자와 판매자에게 알려요.
        {hasSent ? " 이미 보낸 상품은 돌려받지 않고, 판매자 사정일 때만 환불해요." : ""}
      </p>
      <Form method="post" action="#office-refund" noValidate className="mt-3 grid gap-4">
        <SubmissionKey value={submissionKey} name="key" />
        <FormAlert message={answer.problem} />
        <LineChoice legend="환불할 상품" lines={lines} chosenIds={chosenIds} error={errors.lineIds} />
        <FaultChoice value={typed("fault", "seller")} error={errors.fault} />
        <TextArea
          label="이유"
          name="reason"
          rows={3}
          maxLength={500}
          required
          help="구매자가 주문 화면에서 그대로 봐요."
          defaultValue={typed("reason")}
          error={errors.reason}
        />
        {quote ? (
          <>
            <input type="hidden" name="amount" value={quote.amountWon} />
            <output className="block rounded-lg bg-base-200 p-4 text-base">
              돌려줄 금액 <b className="num text-xl font-bold">{formatWon(quote.amountWon)}</b>
              {quote.needsSecond ? (
                <span className="mt-1 block text-sm text-ink-2">
                  큰 금액이라 다른 관리자가 확인하면 환불돼요.
                </span>
              ) : null}
            </output>
            <SubmitButton name="intent" value="office_refund" className="btn btn-primary">
              {quote.needsSecond ? "확인 요청하기" : "취소하고 환불하기"}
            </SubmitButton>
          </>
        ) : null}
        <SubmitButton name="intent" value="quote_refund" className={quote ? "btn btn-quiet" : "btn btn-tint"}>
          {quote ? "다시 계산하기" : "환불 금액 보기"}
        </SubmitButton>
      </Form>
    </Card>
  )
}

/** The boxes of the lines that something is done about. */
export const LineChoice = ({
  legend,
  lines,
  chosenIds,
  error,
}: {
  legend: string
  lines: readonly RefundableLine[]
  chosenIds: readonly string[]
  error: string | undefined
}) => (
  <fieldset>
    <legend className="text-sm font-medium">{legend}</legend>
    {lines.map((line) => (
      <Checkbox
        key={line.id}
        name="lineIds[]"
        value={line.id}
        label={line.title}
        description={line.detail}
        defaultChecked={chosenIds.includes(line.id)}
      />
    ))}
    {error ? <p className="text-sm font-medium text-refused-ink">{error}</p> : null}
  </fieldset>
)

type Waiting = { amountWon: number; reason: string; asker: string; isOwn: boolean; askedAt: string }

/** Says on an order or a purchase that a colleague asked for its money back, and where it is decided. */
export const WaitingOfficeRefund = ({ refund }: { refund: Waiting }) => (
  <section
    aria-labelledby="waiting-refund"
    className="rounded-lg bg-warn-tint p-5 text-base text-warn-ink md:p-6"
  >
    <h2 id="waiting-refund" className="font-bold">
      <span className="num">{formatWon(refund.amountWon)}</span> 환불이 확인을 기다려요
    </h2>
    <p className="mt-1 text-sm">
      {refund.isOwn ? "내가" : `${refund.asker}님이`} {formatDateTime(refund.askedAt, now())}에 요청했어요.{" "}
      {refund.isOwn ? "다른 관리자가 확인해요." : null}
    </p>
    <p className="mt-2 text-sm break-words">{refund.reason}</p>
    <Link to={href("/admin/refunds")} className="btn btn-line btn-sm hit mt-3">
      직접 환불에서 보기
    </Link>
  </section>
)

const FaultChoice = ({ value, error }: { value: string; error: string | undefined }) => (
  <ChoiceCards
    legend="누구 사정인가요?"
    name="fault"
    type="radio"
    options={
      [
        { value: "seller", label: "판매자·우리 사정", description: "배송비까지 돌려줘요" },
        { value: "buyer", label: "구매자 사정", description: "남는 상품의 배송비를 다시 계산해요" },
      ] satisfies { value: Fault; label: string; description: string }[]
    }
    defaultValue={value}
    error={error}
  />
)
