import { Link, href as toHref } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import type { SubjectRef } from "#app/basics/subject.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { titleOf } from "#app/basics/brand.ts"
import { ConfirmDialog } from "#app/ui/dialog.tsx"
import { ChoiceCards, TextArea } from "#app/ui/field.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import {
  adminMiddleware,
  getActor,
  isWaitingForProfile,
  notFound,
  requireAdmin,
} from "../../accounts/guards.server.ts"
import { findPeopleForAdmin, type PersonDetail } from "../../accounts/service/people.server.ts"
import { listDisputedConversations } from "../../chat/service/reported-room.server.ts"
import { CancelOrderForm, DisputeDecisionForm, ResolveDisputeForm } from "../../orders/forms.ts"
import { ChangeOrderList } from "../../orders/parts/change-order-list.tsx"
import { OrderBadge } from "../../orders/parts/order-badge.tsx"
import { OrderDetailsSection } from "../../orders/parts/order-details-section.tsx"
import { OrderHistory } from "../../orders/parts/order-history.tsx"
import { OrderPrice } from "../../orders/parts/order-price.tsx"
import { DisputeSection } from "../../orders/parts/dispute-section.tsx"
import { PartList } from "../../orders/parts/part-list.tsx"
import { ProposalDetail } from "../../orders/parts/proposal-detail.tsx"
import { ORDER_TRANSITIONS } from "../../orders/rules.ts"
import { decideDispute, decideDisputeAppeal, proposeDecision } from "../../orders/service/disputes.server.ts"
import { findOrder } from "../../orders/service/find-order.server.ts"
import { cancelOrder, resolveDispute } from "../../orders/service/work.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { DisputeDecision } from "../parts/dispute-decision.tsx"
import { DisputeMessages } from "../parts/dispute-messages.tsx"
import type { Route } from "./+types/admin-order"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export async function loader({ params, context }: Route.LoaderArgs) {
  if (isWaitingForProfile(getActor(context))) return null
  const actor = requireAdmin(context)
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
  const [people, rooms] = await Promise.all([
    findPeopleForAdmin(actor, [
      privateDetails.customerId,
      ...(privateDetails.expertId ? [privateDetails.expertId] : []),
    ]),
    disputed && privateDetails.expertId
      ? listDisputedConversations(actor, subjects, [privateDetails.customerId, privateDetails.expertId])
      : null,
  ])
  return {
    ...view,
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
      // What is held is divided step by step, not by one word.
      (move) => privateDetails.payment === "direct" || !move.startsWith("resolve"),
    ),
  }
}

const REFUSAL_TEXTS = {
  not_now: "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요.",
  reason_needed: "취소하는 이유를 적어 주세요. 두 사람에게 전해져요.",
  split_needed: "작업이 시작되어 보관 중인 돈이 있어요. 두 사람이 합의하거나 분쟁 조정으로 나눠야 해요.",
  note_needed: "조정한 내용을 적어 주세요. 두 사람에게 전해져요.",
} as const

const TOO_MUCH = { field: "expertWon", sentence: "보관 중인 금액보다 많아요. 금액을 낮춰 주세요." }

const answerForm = intents<{ actor: Member; orderId: string }>((intent) => ({
  cancel: intent({
    form: CancelOrderForm,
    run: ({ actor, orderId }, { reason }) => cancelOrder(actor, orderId, reason),
    done: "요청을 취소했어요",
    problems: {
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

export default function AdminOrder({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const resolving = answer.of("resolve")
  const cancelling = answer.of("cancel")
  if (!loaderData) return null
  const {
    order,
    photos,
    inside: privateDetails,
    proposal,
    customer,
    expert,
    messages,
    moves,
    hiddenReason,
  } = loaderData
  return (
    <AdminLayout current="orders">
      <PageHeader title={order.title} back={{ href: "/admin/orders", label: "견적 요청" }}>
        <OrderBadge state={order.state} />
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
          {privateDetails.afterPhotos.length > 0 ? (
            <Card className="md:p-6">
              <h2 className="mb-4 text-lg font-bold">작업 후 사진</h2>
              <Gallery pictures={privateDetails.afterPhotos} layout="grid" label="작업 후 사진" />
            </Card>
          ) : null}
          {privateDetails.changes.length > 0 ? (
            <Card className="md:p-6">
              <h2 className="mb-4 text-lg font-bold">추가 비용</h2>
              <ChangeOrderList changes={privateDetails.changes} />
            </Card>
          ) : null}
          {privateDetails.parts.length > 0 ? (
            <Card className="md:p-6">
              <h2 className="mb-4 text-lg font-bold">안심결제</h2>
              <PartList parts={privateDetails.parts} isForExpert={false} />
            </Card>
          ) : null}
          {messages ? (
            <DisputeMessages
              messages={messages}
              customer={customer?.name ?? "고객"}
              expert={expert?.name ?? "전문가"}
            />
          ) : null}
          {proposal ? (
            <Card className="md:p-6">
              <h2 className="mb-4 text-lg font-bold">선택한 견적서</h2>
              <ProposalDetail proposal={proposal} hidesPlan={privateDetails.parts.length > 0} />
            </Card>
          ) : null}
        </div>
        <div className="grid gap-4">
          {privateDetails.dispute ? (
            <Card>
              <h2 className="mb-3 text-lg font-bold">분쟁 조정</h2>
              <DisputeSection dispute={privateDetails.dispute} viewer="admin" />
              <div className="mt-4 grid gap-2 empty:hidden">
                <DisputeDecision dispute={privateDetails.dispute} answer={answer} />
              </div>
            </Card>
          ) : null}
          {moves.length > 0 ? (
            <Card>
              <h2 className="text-lg font-bold">결정</h2>
              <div className="mt-3 grid gap-2">
                {moves.includes("resolve_complete") ? (
                  <ConfirmDialog
                    trigger="분쟁 정리하기"
                    triggerClassName="btn btn-primary w-full"
                    title="어떻게 정리할까요?"
                    text="조정 내용은 두 사람에게 그대로 전해지고, 되돌릴 수 없어요."
                    confirmLabel="정리하기"
                    cancelLabel="돌아가기"
                    defaultOpen={resolving.hasErrors}
                  >
                    <input type="hidden" name="intent" value="resolve" />
                    <ChoiceCards
                      legend="조정 결과"
                      name="outcome"
                      type="radio"
                      options={[
                        { value: "complete", label: "작업 완료", description: "고객이 약속한 금액을 내요" },
                        { value: "cancel", label: "요청 취소", description: "남은 금액을 내지 않아요" },
                      ]}
                      defaultValue={resolving.typed("outcome") || null}
                      error={resolving.errors.outcome}
                    />
                    <TextArea
                      label="조정 내용"
                      name="note"
                      rows={4}
                      maxLength={2_000}
                      defaultValue={resolving.typed("note")}
                      error={resolving.errors.note}
                    />
                  </ConfirmDialog>
                ) : null}
                {moves.includes("cancel") ? (
                  <ConfirmDialog
                    trigger="요청 취소하기"
                    triggerClassName="btn btn-line w-full"
                    title="요청을 취소할까요?"
                    text="고객과 전문가에게 이유가 전해지고, 되돌릴 수 없어요."
                    confirmLabel="취소하기"
                    cancelLabel="돌아가기"
                    tone="danger"
                    defaultOpen={cancelling.hasErrors}
                  >
                    <input type="hidden" name="intent" value="cancel" />
                    <TextArea
                      label="취소 이유"
                      name="reason"
                      rows={3}
                      maxLength={500}
                      defaultValue={cancelling.typed("reason")}
                      error={cancelling.errors.reason}
                    />
                  </ConfirmDialog>
                ) : null}
              </div>
            </Card>
          ) : null}
          {privateDetails.agreedWon !== null && privateDetails.payableWon !== null ? (
            <Card>
              <OrderPrice
                agreedWon={privateDetails.agreedWon}
                payableWon={privateDetails.payableWon}
                changes={privateDetails.changes}
                parts={privateDetails.parts}
              />
            </Card>
          ) : null}
          <Card>
            <h2 className="text-lg font-bold">사람</h2>
            <Person
              title="고객"
              person={customer}
              extra={privateDetails.contact?.address}
              href={toHref("/admin/users/:userId", { userId: privateDetails.customerId })}
            />
            {privateDetails.expertId ? (
              <Person
                title="전문가"
                person={expert}
                href={toHref("/admin/expert/:expertId", { expertId: privateDetails.expertId })}
              />
            ) : null}
            <Link
              to={toHref("/admin/orders/:orderId/proposals", { orderId: order.id })}
              className="btn btn-quiet mt-4 w-full"
            >
              받은 견적 {order.proposalCount}개 보기
            </Link>
          </Card>
          <Card>
            <h2 className="mb-4 text-lg font-bold">기록</h2>
            <OrderHistory events={privateDetails.events} />
          </Card>
        </div>
      </div>
    </AdminLayout>
  )
}

function Person({
  title,
  person,
  extra,
  href,
}: {
  title: string
  person: PersonDetail | null
  extra?: string | undefined
  href?: string
}) {
  return (
    <div className="mt-3">
      <p className="text-sm text-ink-3">{title}</p>
      <p className="text-base font-semibold">
        {person ? (
          href ? (
            <Link to={href} className="hover:underline">
              {person.name}
            </Link>
          ) : (
            person.name
          )
        ) : (
          "탈퇴한 회원"
        )}
      </p>
      {person ? <p className="text-sm break-all text-ink-2">{person.email}</p> : null}
      {person?.phone ? <p className="num text-sm text-ink-2">{formatPhone(person.phone)}</p> : null}
      {extra ? <p className="text-sm text-ink-2">{extra}</p> : null}
    </div>
  )
}
