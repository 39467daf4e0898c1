import { href as toHref } from "react-router"
import { isId, newId } from "#app/basics/ids.ts"
import type { SubjectRef } from "#app/basics/subject.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { titleOf } from "#app/basics/brand.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import { getOfficeLimits } from "../../money/office-rules.ts"
import { findPeopleForAdmin } from "../../accounts/service/people.server.ts"
import { listDisputedConversations } from "../../chat/service/reported-room.server.ts"
import { DisputeDecisionForm, ResolveDisputeForm, WarrantyDecisionForm } from "../../orders/forms.ts"
import { ChangeOrderList } from "../../orders/parts/change-order-list.tsx"
import { OrderBadge } from "../../orders/parts/order-badge.tsx"
import { OrderDetailsSection } from "../../orders/parts/order-details-section.tsx"
import { EvidenceLinks } from "../../orders/parts/evidence-links.tsx"
import { OrderHistory } from "../../orders/parts/order-history.tsx"
import { OrderPrice } from "../../orders/parts/order-price.tsx"
import { DisputeSection } from "../../orders/parts/dispute-section.tsx"
import { PartList } from "../../orders/parts/part-list.tsx"
import { sumHeldParts } from "../../orders/parts/part-steps.tsx"
import { ProposalDetail } from "../../orders/parts/proposal-detail.tsx"
import { ORDER_TRANSITIONS } from "../../orders/rules.ts"
import { decideDispute, decideDisputeAppeal, proposeDecision } from "../../orders/service/disputes.server.ts"
import { findOrder } from "../../orders/service/find-order.server.ts"
import { resolveDispute } from "../../orders/service/work.server.ts"
import { decideWarrantyClaim } from "../../orders/service/warranties.server.ts"
import { WarrantySection } from "../../orders/parts/warranty-section.tsx"
import { WarrantyDecision } from "../parts/warranty-decision.tsx"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { DisputeDecision } from "../parts/dispute-decision.tsx"
import { OrderDecision } from "../parts/order-decision.tsx"
import { OrderPeople } from "../parts/order-people.tsx"
import { DisputeMessages } from "../parts/dispute-messages.tsx"
import { describeOfficeRefund, OFFICE_REFUND_FORMS } from "../refund-rules.ts"
import { WaitingOfficeRefund } from "../parts/office-refund.tsx"
import { askOfficeRefund, findWaitingOfficeRefund } from "../service/office-refunds.server.ts"
import type { Route } from "./+types/admin-order"
import { intents } from "#app/platform/intents.server.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  const view = (isId(params.orderId) && (await findOrder(actor, params.orderId))) || notFound()
  const privateDetails = view.privateDetails ?? notFound()
  // Conversations are private until there is a dispute to settle.
  const disputed =
    privateDetails.expertId !== null &&
    (view.order.state === "disputed" || privateDetails.events.some((event) => event.move === "dispute"))
  const subjects: SubjectRef[] = [
    { kind: "order", id: view.order.id },
    ...(view.proposal ? [{ kind: "proposal" as const, id: view.proposal.id }] : []),
  ]
  const [people, rooms, waitingRefund] = await Promise.all([
    findPeopleForAdmin(actor, [
      privateDetails.customerId,
      ...(privateDetails.expertId ? [privateDetails.expertId] : []),
    ]),
    disputed && privateDetails.expertId
      ? listDisputedConversations(actor, subjects, [privateDetails.customerId, privateDetails.expertId])
      : null,
    // Once it is disputed nothing is cancelled any more.
    disputed ? null : findWaitingOfficeRefund(actor, view.order.id),
  ])
  return {
    ...view,
    waitingRefund,
    submissionKey: newId(),
    limitWon: getOfficeLimits().refundWon,
    inside: privateDetails,
    customer: people.get(privateDetails.customerId) ?? null,
    expert: privateDetails.expertId ? (people.get(privateDetails.expertId) ?? null) : null,
    messages:
      rooms &&
      rooms
        .flatMap((one) => one.messages)
        .map(({ id, senderId, text, at, hidden }) => ({
          id,
          by:
            senderId === null
              ? null
              : senderId === privateDetails.expertId
                ? ("expert" as const)
                : ("customer" as const),
          text,
          at,
          hidden,
        })),
    moves: (view.role === "admin" ? listMoves(ORDER_TRANSITIONS, view.order.state, "admin") : []).filter(
      // What is held is divided step by step, not by one word; a cancellation is asked for once.
      (move) =>
        (privateDetails.payment === "direct" || !move.startsWith("resolve")) &&
        !(waitingRefund && move === "cancel"),
    ),
  }
})

const REFUSAL_TEXTS = {
  not_now: "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요.",
  reason_needed: "취소하는 이유를 적어 주세요. 두 사람에게 전해져요.",
  split_needed: "작업이 시작되어 보관 중인 돈이 있어요. 두 사람이 합의하거나 분쟁 조정으로 나눠야 해요.",
  note_needed: "조정한 내용을 적어 주세요. 두 사람에게 전해져요.",
} as const

const TOO_MUCH = { field: "expertWon", sentence: "보관 중인 금액보다 많아요. 금액을 낮춰 주세요." }

const answerForm = intents<{ actor: Member; orderId: string }>((intent) => ({
  cancel: intent({
    form: OFFICE_REFUND_FORMS.cancel,
    hidden: ["key"],
    run: ({ actor, orderId }, { reason, key }) =>
      askOfficeRefund(actor, {
        key,
        subject: { kind: "order", subjectId: orderId },
        reason,
        amountWon: null,
      }),
    done: ({ waits, amountWon, refundState }) =>
      waits
        ? "보관한 돈이 커서 다른 관리자가 확인하면 취소돼요"
        : `요청을 취소했어요${amountWon > 0 ? `. ${describeOfficeRefund(refundState)}` : ""}`,
    problems: {
      claim_open: REFUSAL_TEXTS.not_now,
      changed: REFUSAL_TEXTS.not_now,
      waiting: "이미 취소를 요청했어요. 다른 관리자가 ‘직접 환불’에서 확인해요.",
      not_now: REFUSAL_TEXTS.not_now,
      reason_needed: { field: "reason", sentence: REFUSAL_TEXTS.reason_needed },
      split_needed: REFUSAL_TEXTS.split_needed,
    },
  }),
  propose_decision: intent({
    form: DisputeDecisionForm,
    run: ({ actor, orderId }, value) => proposeDecision(actor, orderId, value),
    done: "조정안을 냈어요",
    problems: { not_now: REFUSAL_TEXTS.not_now, too_much: TOO_MUCH },
  }),
  decide_dispute: intent({
    form: DisputeDecisionForm,
    run: ({ actor, orderId }, value) => decideDispute(actor, orderId, value),
    done: "분쟁을 결정했어요",
    problems: {
      not_now: REFUSAL_TEXTS.not_now,
      too_much: TOO_MUCH,
      unanswered: "아직 답할 수 있는 사람이 있어요. 모두 답하거나 3일이 지난 뒤에 결정해 주세요.",
    },
  }),
  decide_appeal: intent({
    form: DisputeDecisionForm,
    run: ({ actor, orderId }, value) => decideDisputeAppeal(actor, orderId, value),
    done: "이의에 답하고 정산했어요",
    problems: {
      not_now: REFUSAL_TEXTS.not_now,
      too_much: TOO_MUCH,
      same_person: "처음 결정한 사람이 아닌 다른 관리자가 답해야 해요.",
    },
  }),
  decide_warranty: intent({
    form: WarrantyDecisionForm,
    run: ({ actor, orderId }, value) => decideWarrantyClaim(actor, orderId, value),
    done: "하자보수를 정했어요",
    problems: { not_now: REFUSAL_TEXTS.not_now },
  }),
  resolve: intent({
    form: ResolveDisputeForm,
    run: ({ actor, orderId }, decision) => resolveDispute(actor, orderId, decision),
    done: "분쟁을 정리했어요",
    problems: {
      not_now: REFUSAL_TEXTS.not_now,
      note_needed: { field: "note", sentence: REFUSAL_TEXTS.note_needed },
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { orderId } = params
  if (!isId(orderId)) notFound()
  return answerForm(
    await request.formData(),
    { actor, orderId },
    { to: toHref("/admin/orders/:orderId", { orderId }) },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? loaderData.order.title : "견적 요청") },
  { name: "robots", content: "noindex" },
]

type View = NonNullable<Route.ComponentProps["loaderData"]>

export default function AdminOrder({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!view) return null
  const { order, photos, inside, proposal, messages, moves, hiddenReason } = view
  return (
    <AdminLayout current="orders">
      <PageHeader title={order.title} back={{ href: toHref("/admin/orders"), label: "견적 요청" }}>
        <OrderBadge state={order.state} isDisputeDecided={inside.dispute?.state === "decided"} />
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      {hiddenReason === null ? null : (
        <FormAlert message={`운영 정책에 따라 숨긴 요청이에요. ${hiddenReason}`} className="mb-4" />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-4">
          <Card className="md:p-6">
            <h2 className="mb-4 text-lg font-bold">요청 내용</h2>
            <OrderDetailsSection order={order} photos={photos} />
          </Card>
          <Work inside={inside} />
          {messages ? (
            <DisputeMessages
              messages={messages}
              customer={view.customer?.name ?? "고객"}
              expert={view.expert?.name ?? "전문가"}
            />
          ) : null}
          {proposal ? (
            <Card className="md:p-6">
              <h2 className="mb-4 text-lg font-bold">선택한 견적서</h2>
              <ProposalDetail proposal={proposal} hidesPlan={inside.parts.length > 0} />
            </Card>
          ) : null}
        </div>
        <div className="grid gap-4">
          {inside.warranty ? <Warranty warranty={inside.warranty} answer={answer} /> : null}
          {inside.dispute ? <Dispute dispute={inside.dispute} answer={answer} /> : null}
          {view.waitingRefund ? <WaitingOfficeRefund refund={view.waitingRefund} /> : null}
          {moves.length > 0 ? (
            <OrderDecision
              moves={moves}
              heldWon={sumHeldParts(inside.parts)}
              limitWon={view.limitWon}
              submissionKey={view.submissionKey}
              answer={answer}
            />
          ) : null}
          <Price inside={inside} isOver={order.state === "completed" || order.state === "cancelled"} />
          <OrderPeople
            orderId={order.id}
            proposalCount={order.proposalCount}
            inside={inside}
            customer={view.customer}
            expert={view.expert}
          />
          <Card>
            <h2 className="mb-4 text-lg font-bold">기록</h2>
            <OrderHistory events={inside.events} />
            {inside.hasEvidence ? <EvidenceLinks orderId={order.id} /> : null}
          </Card>
        </div>
      </div>
    </AdminLayout>
  )
}

/** What was done and agreed since the proposal was chosen. */
function Work({ inside: { afterPhotos, changes, parts } }: Pick<View, "inside">) {
  return (
    <>
      {afterPhotos.length > 0 ? (
        <Card className="md:p-6">
          <h2 className="mb-4 text-lg font-bold">작업 후 사진</h2>
          <Gallery pictures={afterPhotos} layout="grid" label="작업 후 사진" />
        </Card>
      ) : null}
      {changes.length > 0 ? (
        <Card className="md:p-6">
          <h2 className="mb-4 text-lg font-bold">추가 비용</h2>
          <ChangeOrderList changes={changes} />
        </Card>
      ) : null}
      {parts.length > 0 ? (
        <Card className="md:p-6">
          <h2 className="mb-4 text-lg font-bold">안심결제</h2>
          <PartList parts={parts} isForExpert={false} />
        </Card>
      ) : null}
    </>
  )
}

/** What the two said about the held money, and the step that an admin may take. */
function Dispute({
  dispute,
  answer,
}: {
  dispute: NonNullable<View["inside"]["dispute"]>
  answer: ScreenAnswer
}) {
  return (
    <Card>
      <h2 className="mb-3 text-lg font-bold">분쟁 조정</h2>
      <DisputeSection dispute={dispute} viewer="admin" />
      <div className="mt-4 grid gap-2 empty:hidden">
        <DisputeDecision dispute={dispute} answer={answer} />
      </div>
    </Card>
  )
}

/** The claims about defects, and the decision about one that was brought before the administrators. */
function Warranty({
  warranty,
  answer,
}: {
  warranty: NonNullable<View["inside"]["warranty"]>
  answer: ScreenAnswer
}) {
  return (
    <Card>
      <h2 id="warranty" className="mb-3 scroll-mt-24 text-lg font-bold">
        하자보수
      </h2>
      <WarrantySection warranty={warranty} viewer="admin" />
      {warranty.claims.some(({ state }) => state === "escalated") ? (
        <div className="mt-4">
          <WarrantyDecision answer={answer.of("decide_warranty")} />
        </div>
      ) : null}
    </Card>
  )
}

function Price({
  inside: { agreedWon, payableWon, changes, parts },
  isOver,
}: Pick<View, "inside"> & { isOver: boolean }) {
  if (agreedWon === null || payableWon === null) return null
  return (
    <Card>
      <OrderPrice
        agreedWon={agreedWon}
        payableWon={payableWon}
        changes={changes}
        parts={parts}
        isOver={isOver}
      />
    </Card>
  )
}
