/** What an order that is paid safely waits for, told to either side; null where that is as with any order. */
import type { ReactNode } from "react"
import { Form, href, Link } from "react-router"
import { formatDateTime } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import type { ScreenAnswer } from "#app/ui/action-answer.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { canProposeSplit, findCurrentPart } from "../payment-rules.ts"
import type { OrderView, PartView } from "../views.ts"
import { NextStep } from "./next-step.tsx"
import { SplitStep } from "./split-step.tsx"

const withPositions = (parts: readonly PartView[]) => parts.map((part, position) => ({ ...part, position }))

/** The part that is worked on or comes next. */
export const getCurrentPart = (view: OrderView): PartView | undefined =>
  findCurrentPart(withPositions(view.privateDetails?.parts ?? []))

/** What is held of the price, in won. */
export const sumHeldParts = (parts: readonly PartView[]): number =>
  parts.reduce(
    (sum, part) =>
      part.chargeState === "held" ? sum + part.amountWon - part.releasedWon - part.refundedWon : sum,
    0,
  )

type StepProps = { view: OrderView; answer: ScreenAnswer }

function renderSplit({ view, answer }: StepProps, role: "customer" | "expert"): ReactNode {
  const split = view.privateDetails?.split
  return split && canProposeSplit(view.order.state) ? (
    <SplitStep split={split} role={role} answer={answer} />
  ) : null
}

/** The customer pays what is asked for; what is held shows while the expert works. */
export function renderCustomerPartStep(props: StepProps, expertName: string): ReactNode {
  const { view } = props
  const { order, privateDetails } = view
  if (privateDetails?.payment !== "safe") return null
  const asked = privateDetails.parts.find((part) => part.state === "asked")
  const isWorking = order.state === "matched" || order.state === "in_progress"
  if (isWorking && asked) return <PayStep part={asked} isFirst={order.state === "matched"} />
  const split = renderSplit(props, "customer")
  if (split) return split
  const current = getCurrentPart(view)
  if (order.state === "matched")
    return (
      <NextStep
        tone="quiet"
        title={`${expertName}님이 작업을 준비하고 있어요`}
        text={`${formatWon(sumHeldParts(privateDetails.parts))}이 보관 중이에요. 시작하면 알려 드려요.`}
      />
    )
  if (order.state === "in_progress" && current?.state === "planned")
    return (
      <NextStep
        tone="quiet"
        title={`다음은 ‘${current.name}’ 단계예요`}
        text={`${expertName}님이 시작하면 ${formatWon(current.payerWon)} 결제를 부탁드려요.`}
      />
    )
  return null
}

function PayStep({ part, isFirst }: { part: PartView; isFirst: boolean }) {
  if (part.chargeId === null) return null
  const isDeposit = part.chargeState === "paying"
  const due = part.dueAt ? `${formatDateTime(part.dueAt)}까지 ` : ""
  return (
    <NextStep
      title={
        isDeposit
          ? "입금을 기다리고 있어요"
          : isFirst
            ? "결제하면 선택이 확정돼요"
            : `‘${part.name}’ 결제를 기다리고 있어요`
      }
      text={
        isDeposit
          ? `${due}입금해 주세요. 돈은 결제대행사가 보관해요.`
          : isFirst
            ? `${due}결제하지 않으면 선택이 취소되고 견적을 다시 고를 수 있어요.`
            : `${due}결제해 주세요. 돈이 보관되면 작업이 시작돼요.`
      }
    >
      {isFirst && !isDeposit ? (
        <ConfirmDialog
          trigger="다른 견적 고르기"
          triggerClassName="btn btn-line btn-lg w-full"
          title="선택을 되돌릴까요?"
          text="받은 견적을 다시 비교하고 고를 수 있어요. 전문가에게도 알려 드려요."
          confirmLabel="되돌리기"
          cancelLabel="닫기"
        >
          <input type="hidden" name="intent" value="undo_choice" />
        </ConfirmDialog>
      ) : null}
      <Link to={href("/pay/:chargeId", { chargeId: part.chargeId })} className="btn btn-primary btn-lg">
        {isDeposit ? "입금 계좌 보기" : `${formatWon(part.payerWon)} 결제하기`}
      </Link>
    </NextStep>
  )
}

/** The expert begins with nothing that is not held, and asks for the next part when they begin with it. */
export function renderExpertPartStep(
  props: StepProps,
  customerName: string,
  proposeChange: ReactNode,
): ReactNode {
  const { view } = props
  const { order, privateDetails } = view
  if (privateDetails?.payment !== "safe") return null
  const split = renderSplit(props, "expert")
  if (split) return split
  const current = getCurrentPart(view)
  if ((order.state === "matched" || order.state === "in_progress") && current?.state === "asked")
    return (
      <NextStep
        tone="quiet"
        title={`${customerName}님의 결제를 기다리고 있어요`}
        text={
          current.dueAt
            ? `${formatDateTime(current.dueAt)}까지예요. 돈이 보관되면 알려 드려요. 그 전에는 시작하지 않아도 돼요.`
            : undefined
        }
      />
    )
  if (order.state === "in_progress" && current?.state === "planned")
    return (
      <NextStep
        title={`‘${current.name}’ 단계를 시작할까요?`}
        text={`고객에게 ${formatWon(current.amountWon)} 결제를 부탁하고, 돈이 보관되면 알려 드려요.`}
      >
        {proposeChange}
        <Form method="post">
          <SubmitButton name="intent" value="start_part" className="btn btn-primary btn-lg w-full">
            결제 부탁하기
          </SubmitButton>
        </Form>
      </NextStep>
    )
  return null
}
