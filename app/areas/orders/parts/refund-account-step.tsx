import { href, Link } from "react-router"
import { NextStep } from "./next-step.tsx"

/** Asks the payer of a deposit where it goes back to. */
export function RefundAccountStep({ chargeId }: { chargeId: string }) {
  return (
    <NextStep
      tone="warn"
      title="환불받을 계좌를 알려 주세요"
      text="계좌로 결제해서 돌려받을 계좌가 필요해요."
    >
      <Link to={href("/pay/:chargeId", { chargeId })} className="btn btn-primary btn-lg">
        계좌 입력하기
      </Link>
    </NextStep>
  )
}
