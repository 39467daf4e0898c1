/** What surrounds the writing of a proposal: the look before it is sent, its end, and taking it back. */
import { CircleAlert } from "#app/ui/icons.tsx"
import { useEffect, useRef } from "react"
import { Form, href } from "react-router"
import type { FormValues } from "#app/basics/form.ts"
import { formatDate } from "#app/basics/time.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Card } from "#app/ui/section.tsx"
import { StickyBar } from "#app/ui/sticky-bar.tsx"
import type { ProposalView } from "../views.ts"
import { ProposalDetail } from "./proposal-detail.tsx"

/** What the customer will read, and the last word before it is sent. The form goes along in hidden fields. */
export function ProposalPreview({
  orderId,
  values,
  proposal,
}: {
  orderId: string
  values: FormValues
  proposal: ProposalView
}) {
  const title = useRef<HTMLHeadingElement>(null)
  // The form that stood here was longer: without this one would look at the footer.
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className="md:card-line md:p-7">
      <h2 ref={title} tabIndex={-1} className="mb-1 text-xl font-bold outline-none">
        이대로 보낼까요?
      </h2>
      <p className="mb-5 text-base text-ink-3">
        고객에게 보이는 모습이에요. 보낸 뒤에도 고객이 고르기 전까지 고칠 수 있어요.
      </p>
      {proposal.excluded.length === 0 ? (
        <div className="mb-5 flex items-start gap-2.5 rounded-lg bg-warn-tint p-4 text-base text-warn-ink">
          <CircleAlert size={20} className="mt-0.5 flex-none" />
          <p>
            <b className="font-semibold">제외 항목이 비어 있어요.</b> 고객의 비교표에도 그렇게 표시돼요.
            포함되지 않는 것을 적으면 나중에 다툼이 줄어요.
          </p>
        </div>
      ) : null}
      <ProposalDetail proposal={proposal} />
      <p className="mt-4 text-sm text-ink-3">{formatDate(proposal.validUntil)}까지 유효한 견적이에요.</p>
      <Form method="post" action={href("/orders/:orderId/propose", { orderId })}>
        {Object.entries(values).flatMap(([field, value]) =>
          typeof value === "string"
            ? [<input key={field} type="hidden" name={field} value={value} />]
            : value.map((one) => (
                <input key={`${field} ${one}`} type="hidden" name={`${field}[]`} value={one} />
              )),
        )}
        <StickyBar>
          <SubmitButton name="intent" value="edit" className="btn btn-quiet btn-lg flex-none px-6">
            고치기
          </SubmitButton>
          <SubmitButton name="intent" value="send" className="btn btn-primary btn-lg flex-1">
            견적서 보내기
          </SubmitButton>
        </StickyBar>
      </Form>
    </div>
  )
}

export function WithdrawProposal({ proposal }: { proposal: ProposalView }) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 px-1">
      <p className="text-sm text-ink-3">
        {proposal.viewedAt
          ? `고객이 ${formatDate(proposal.viewedAt)}에 확인했어요.`
          : "고객이 아직 확인하지 않았어요."}
      </p>
      <ConfirmDialog
        trigger="견적 철회하기"
        triggerClassName="hit text-sm font-medium text-ink-2 underline cursor-pointer"
        title="견적서를 철회할까요?"
        text="철회하면 이 요청에는 다시 견적을 보낼 수 없어요."
        confirmLabel="철회하기"
        tone="danger"
      >
        <input type="hidden" name="intent" value="withdraw" />
      </ConfirmDialog>
    </div>
  )
}

const ENDED_MESSAGES = {
  declined: "고객이 이번에는 함께하지 않기로 했어요.",
  withdrawn: "철회한 견적서예요.",
  expired: "유효기간이 지난 견적서예요.",
  not_selected: "고객이 다른 전문가를 골랐거나 요청이 끝났어요.",
} as const

/** A proposal that can no longer change. */
export function ClosedProposal({
  proposal,
  problem,
}: {
  proposal: ProposalView | null
  problem: string | null | undefined
}) {
  const endedMessage =
    proposal && proposal.state in ENDED_MESSAGES
      ? ENDED_MESSAGES[proposal.state as keyof typeof ENDED_MESSAGES]
      : "지금은 견적을 보낼 수 없어요."
  return (
    <Card className="md:p-7">
      <FormAlert message={problem} className="mb-5" />
      <p className="text-lg font-bold">{endedMessage}</p>
      {proposal?.declineReason ? (
        <p className="mt-1 text-base text-ink-2">거절 이유: {proposal.declineReason}</p>
      ) : null}
      {proposal ? (
        <div className="mt-6 border-t border-base-300 pt-6">
          <ProposalDetail proposal={proposal} />
        </div>
      ) : null}
    </Card>
  )
}
