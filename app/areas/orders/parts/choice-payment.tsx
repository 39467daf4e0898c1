import { ShieldCheck } from "#app/ui/icons.tsx"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ChoiceCards } from "#app/ui/field.tsx"
import { calculateFeeWon } from "../../money/amounts.ts"
import { PAYMENT_LIMITS, type OrderFee } from "../payment-rules.ts"
import type { ComparedProposal } from "./comparison.ts"
import { PlanList } from "./plan-list.tsx"

/** How the work is paid, and with safe payment the whole plan: what now, when the rest, who holds it. */
export function ChoicePayment({
  proposal,
  fee,
  answer,
}: {
  proposal: ComparedProposal
  fee: OrderFee
  answer: ScreenAnswer
}) {
  if (proposal.plan.length === 0) return <input type="hidden" name="payment" value="direct" />
  return (
    <div className="group/payment grid gap-3">
      <ChoiceCards
        legend="결제 방법"
        name="payment"
        type="radio"
        options={[
          {
            value: "safe",
            label: "안심결제",
            description: "결제대행사가 맡고, 내가 확인하면 지급돼요",
          },
          {
            value: "direct",
            label: "전문가에게 직접 결제",
            description: "문제가 생겨도 돈을 돌려받도록 도울 수 없어요",
          },
        ]}
        defaultValue={answer.typed("payment", "safe")}
        error={answer.errors.payment}
      />
      <div className="rounded-xl bg-fill p-4 group-has-[input[value=direct]:checked]/payment:hidden">
        <PlanList plan={proposal.plan} totalWon={proposal.totalWon} />
        <PayNow proposal={proposal} fee={fee} />
      </div>
    </div>
  )
}

function PayNow({ proposal: { plan, totalWon }, fee }: { proposal: ComparedProposal; fee: OrderFee }) {
  const [first] = plan
  if (!first) return null
  const getFeeWon = (won: number) => (fee.payer === "customer" ? calculateFeeWon(won, fee.bps) : 0)
  return (
    <>
      <dl className="num mt-4 grid gap-1.5 border-t border-base-300 pt-3.5">
        <div className="flex justify-between gap-4">
          <dt className="font-medium">지금 결제</dt>
          <dd className="font-bold">{formatWon(first.amountWon + getFeeWon(first.amountWon))}</dd>
        </div>
        {plan.length > 1 ? (
          <div className="flex justify-between gap-4 text-sm text-ink-2">
            <dt>나머지는 그 단계를 시작할 때</dt>
            <dd>{formatWon(totalWon - first.amountWon)}</dd>
          </div>
        ) : null}
        <div className="flex justify-between gap-4 text-sm text-ink-2">
          <dt>안심결제 수수료</dt>
          <dd>{fee.payer === "customer" ? `${fee.bps / 100}% (결제 금액에 포함)` : "전문가가 내요"}</dd>
        </div>
      </dl>
      <p className="mt-3 flex items-start gap-2 text-sm text-ink-3">
        <ShieldCheck size={18} className="mt-px flex-none text-primary-ink" />
        선택하고 {PAYMENT_LIMITS.firstDueHours}시간 안에 결제하면 확정돼요. 결제한 돈은 작업을 확인하거나
        결과를 받고 {PAYMENT_LIMITS.confirmDays}일이 지나면 전문가에게 지급돼요.
      </p>
    </>
  )
}
