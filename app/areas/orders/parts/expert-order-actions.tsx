import { Form, Link } from "react-router"
import { SubmitButton } from "#app/ui/form.tsx"
import { LIMITS } from "../rules.ts"
import type { OrderView } from "../views.ts"
import type { OrderAnswer } from "./customer-order-actions.tsx"
import { NextStep } from "./next-step.tsx"

export type ExpertOrderActionsProps = { view: OrderView; customerName: string; answer: OrderAnswer }

/** What the order waits for, told to an expert: the chosen one (`role` "expert") or one who may propose or has proposed ("viewer"). */
export function ExpertOrderActions({ view, customerName }: ExpertOrderActionsProps) {
  const { order, role, proposal } = view
  if (role === "viewer") {
    if (proposal || order.state !== "open") return null
    if (order.proposalCount >= LIMITS.proposals) return <NextStep tone="quiet" title="견적이 모두 찼어요" text={`요청 하나에 견적을 ${LIMITS.proposals}개까지 받아요.`} />
    return (
      <NextStep title="이 일, 할 수 있나요?" text={`견적 ${order.proposalCount}/${LIMITS.proposals}개가 도착했어요.`}>
        <Link to={`/orders/${order.id}/propose`} className="btn btn-primary btn-lg">
          견적 보내기
        </Link>
      </NextStep>
    )
  }
  if (order.state === "matched") {
    return (
      <NextStep title={`${customerName}님이 선택했어요`} text="방문 일정을 맞추고, 시작할 때 눌러 주세요.">
        <Form method="post">
          <SubmitButton name="intent" value="start" className="btn btn-primary btn-lg w-full">
            작업 시작하기
          </SubmitButton>
        </Form>
      </NextStep>
    )
  }
  return null
}
