import { titleOf } from "#app/basics/brand.ts"
import { MapPin, MessageCircle, Pencil } from "#app/ui/icons.tsx"
import { href, Link } from "react-router"
import { notFound, requireMember } from "#app/areas/accounts/guards.server.ts"
import { findLegalNames } from "#app/areas/accounts/service/legal-names.server.ts"
import { findPeople } from "#app/areas/accounts/service/profile.server.ts"
import { findExpertCards } from "#app/areas/experts/service/directory.server.ts"
import { findReviewsOfOrder } from "#app/areas/experts/service/review-lists.server.ts"
import { OpenChatButton } from "#app/areas/chat/parts/open-chat.tsx"
import { isId } from "#app/basics/ids.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDate } from "#app/basics/time.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { formatWonRange } from "#app/basics/won.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Page, Section } from "#app/ui/section.tsx"
import { answerOrderForm } from "./order-actions.server.ts"
import { ChangeOrderList } from "../parts/change-order-list.tsx"
import { CustomerNextStep, listDeliveredPhotos, OrderExitActions } from "../parts/customer-order-actions.tsx"
import { ExpertOrderActions } from "../parts/expert-order-actions.tsx"
import { DisputeSection } from "../parts/dispute-section.tsx"
import { EvidenceLinks } from "../parts/evidence-links.tsx"
import { OrderDetailsSection } from "../parts/order-details-section.tsx"
import { OrderHeader } from "../parts/order-header.tsx"
import { OrderHistory } from "../parts/order-history.tsx"
import { OrderPrice } from "../parts/order-price.tsx"
import { PartList } from "../parts/part-list.tsx"
import { OrderSteps } from "../parts/order-steps.tsx"
import { CustomerPhone, OwnPhoneSharing } from "../parts/phone-sharing.tsx"
import { ProposalDetail } from "../parts/proposal-detail.tsx"
import { ProposerCard } from "../parts/proposer.tsx"
import { RefundAccountStep } from "../parts/refund-account-step.tsx"
import { WarrantySection } from "../parts/warranty-section.tsx"
import { toProposer } from "./proposer.server.ts"
import { canDecideChange, canEditOrder, LIMITS, ORDER_TRANSITIONS } from "../rules.ts"
import { findOrder } from "../service/find-order.server.ts"
import type { ContactView, OrderDetails, OrderPrivateDetails, OrderView } from "../views.ts"
import type { Route } from "./+types/order"
import type { Member } from "../../accounts/rules.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const view = isId(params.orderId) ? await findOrder(actor, params.orderId) : null
  if (!view) notFound()
  const { role, order } = view
  return {
    view,
    ...(await findOtherSide(actor, view)),
    allowedTransitions: role === "viewer" ? [] : listMoves(ORDER_TRANSITIONS, order.state, role),
    canEdit: role === "customer" && canEditOrder(order.state),
    canAnswerChanges: role === "customer" && canDecideChange(order.state),
    back: BACK_LINKS[role],
  }
}

const DASHBOARD = { href: href("/expert-dashboard"), label: "내 작업" }
const BACK_LINKS = {
  customer: { href: href("/orders"), label: "내 견적 요청" },
  admin: { href: "/admin", label: "관리자" },
  expert: DASHBOARD,
  viewer: DASHBOARD,
}

/** The expert for the customer, the customer's name for the expert, and whether the other was rated. */
async function findOtherSide(actor: Member, { role, order, privateDetails }: OrderView) {
  const isCustomer = role === "customer"
  const customerId = role === "expert" ? privateDetails?.customerId : undefined
  const [cards, customerName, reviews] = await Promise.all([
    privateDetails?.expertId && role !== "expert" ? findExpertCards([privateDetails.expertId]) : null,
    customerId === undefined ? null : findCustomerName(customerId, privateDetails?.contact != null),
    (isCustomer || role === "expert") && order.state === "completed"
      ? findReviewsOfOrder(actor, order.id)
      : null,
  ])
  return {
    expert: cards && privateDetails?.expertId ? toProposer(cards, privateDetails.expertId) : null,
    customerName: customerName ?? "고객",
    hasRated: (isCustomer ? reviews?.wroteReview : reviews?.wroteCustomerReview) ?? false,
  }
}

/** The chosen expert reads the legal name with the contact; before and afterwards the nickname. */
async function findCustomerName(customerId: string, hasContact: boolean): Promise<string | undefined> {
  if (hasContact) return (await findLegalNames("chosen_expert", [customerId])).get(customerId)
  return (await findPeople([customerId])).get(customerId)?.name
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireMember(context, request)
  if (!isId(params.orderId)) notFound()
  const { orderId } = params
  return answerOrderForm(
    await request.formData(),
    { actor, orderId },
    { to: href("/orders/:orderId", { orderId }) },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData?.view.order.title ?? "견적 요청") },
  { name: "robots", content: "noindex" },
]

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { view, expert, customerName, hasRated, canAnswerChanges, back } = loaderData
  const { role, order, privateDetails } = view
  const expertName = expert?.name ?? "전문가"
  const unreturnedChargeId =
    role === "customer" && privateDetails?.parts.find((part) => part.isAccountNeeded)?.chargeId
  return (
    <Page>
      <div
        data-ground="white"
        className={
          "md:grid md:grid-cols-[minmax(0,1fr)_21rem] md:gap-x-10 lg:grid-cols-[minmax(0,1fr)_22.5rem] " +
          "lg:gap-x-14"
        }
      >
        <div className="grid gap-6 pt-5 pb-7 md:pt-10 md:pb-0">
          <OrderHeader order={order} back={back} />
          {view.hiddenReason === null ? null : (
            <FormAlert message={`운영 정책에 따라 다른 사람에게 보이지 않아요. ${view.hiddenReason}`} />
          )}
          <OrderSteps state={order.state} />
          <FormAlert message={answer.problem} />
          {unreturnedChargeId ? <RefundAccountStep chargeId={unreturnedChargeId} /> : null}
          {role === "customer" ? (
            <CustomerNextStep view={view} expertName={expertName} hasReviewed={hasRated} answer={answer} />
          ) : null}
          {role === "expert" || role === "viewer" ? (
            <ExpertOrderActions
              view={view}
              customerName={customerName}
              hasRatedCustomer={hasRated}
              answer={answer}
            />
          ) : null}
        </div>

        <aside className="empty:hidden md:row-span-2 md:pt-10">
          {privateDetails ? (
            <OrderSummary loaderData={loaderData} privateDetails={privateDetails} answer={answer} />
          ) : null}
        </aside>

        <div className="min-w-0">
          <OrderSections view={view} canAnswerChanges={canAnswerChanges} answer={answer} />
        </div>
      </div>
      {/* Room for the action that stays at the bottom of a phone. */}
      <div aria-hidden className="h-20 md:hidden" />
    </Page>
  )
}

function OpenOrderSummary({ order }: { order: OrderDetails }) {
  return (
    <dl className="grid gap-2.5 text-base">
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-ink-3">받은 견적</dt>
        <dd className="num font-semibold">
          {order.proposalCount}/{LIMITS.proposals}
        </dd>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-ink-3">예산</dt>
        <dd className="font-semibold">{formatWonRange(order.budgetMinWon, order.budgetMaxWon)}</dd>
      </div>
      {order.state === "open" && order.expiresAt ? (
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-3">모집 마감</dt>
          <dd className="font-semibold">{formatDate(order.expiresAt)}</dd>
        </div>
      ) : null}
    </dl>
  )
}

function CustomerContact({
  name,
  contact,
  region,
}: {
  name: string
  contact: ContactView | null
  region: string
}) {
  return (
    <section aria-label="고객 연락처">
      <h2 className="text-lg font-bold">{name}님</h2>
      {contact ? (
        <ul className="mt-2.5 grid gap-2.5 text-base">
          <li className="flex items-start gap-2.5">
            <MapPin size={20} className="mt-0.5 flex-none text-ink-3" />
            {contact.address}
          </li>
          <CustomerPhone contact={contact} />
        </ul>
      ) : (
        <p className="mt-1 text-base text-ink-2">{region}</p>
      )}
    </section>
  )
}

/** The other side, the price, and what may be done with the order besides. */
function OrderSummary({
  loaderData: { view, expert, customerName, allowedTransitions, canEdit },
  privateDetails,
  answer,
}: {
  loaderData: Route.ComponentProps["loaderData"]
  privateDetails: OrderPrivateDetails
  answer: ScreenAnswer
}) {
  const { role, order } = view
  return (
    <div className="band pt-9 pb-7 md:sticky md:top-20 md:rounded-xl md:border md:border-base-300 md:p-6">
      <div className="grid gap-5">
        {expert ? <ProposerCard expert={expert} /> : null}
        {role === "expert" ? (
          <CustomerContact
            name={customerName}
            contact={privateDetails.contact}
            region={formatRegionName(order.regionCode)}
          />
        ) : null}
        {role !== "admin" && privateDetails.expertId ? (
          <OpenChatButton kind="order" id={order.id} className="btn btn-tint w-full">
            <MessageCircle size={18} />
            {role === "expert" ? "고객과 채팅하기" : "채팅하기"}
          </OpenChatButton>
        ) : null}
        {role === "customer" && privateDetails.contact ? (
          <OwnPhoneSharing {...privateDetails.contact} />
        ) : null}
        {privateDetails.agreedWon !== null && privateDetails.payableWon !== null ? (
          <OrderPrice
            agreedWon={privateDetails.agreedWon}
            payableWon={privateDetails.payableWon}
            changes={privateDetails.changes}
            parts={privateDetails.parts}
            isForExpert={role === "expert"}
            isOver={order.state === "completed" || order.state === "cancelled"}
          />
        ) : null}
        {privateDetails.agreedWon === null ? <OpenOrderSummary order={order} /> : null}
        {canEdit ? (
          <Link to={href("/orders/:orderId/edit", { orderId: order.id })} className="btn btn-quiet w-full">
            <Pencil size={18} />
            요청 내용 고치기
          </Link>
        ) : null}
        {role === "admin" ? null : (
          <OrderExitActions view={view} allowedTransitions={allowedTransitions} answer={answer} />
        )}
      </div>
    </div>
  )
}

/** Extra costs, photos, the proposal, the request itself, and what has happened so far. */
function OrderSections({
  view,
  canAnswerChanges,
  answer,
}: {
  view: OrderView
  canAnswerChanges: boolean
  answer: ScreenAnswer
}) {
  const { role, order, photos, privateDetails, proposal } = view
  // What is to be confirmed is shown above, where it is asked for.
  const shownAbove = new Set(listDeliveredPhotos(view).map(({ id }) => id))
  const photosBefore = (privateDetails?.afterPhotos ?? []).filter(({ id }) => !shownAbove.has(id))
  return (
    <>
      <WarrantyAndDispute view={view} answer={answer} />
      {privateDetails && privateDetails.parts.length > 0 ? (
        <Section
          id="parts"
          title="안심결제"
          subtitle="돈은 결제대행사가 보관하고, 단계를 확인하면 전문가에게 지급돼요."
        >
          <PartList
            parts={privateDetails.parts}
            isForExpert={role === "expert"}
            hasReceipts={role === "customer"}
          />
        </Section>
      ) : null}
      {privateDetails && privateDetails.changes.length > 0 ? (
        <Section
          id="changes"
          title="추가 비용"
          count={privateDetails.changes.length}
          subtitle="수락한 금액만 결제할 금액에 더해져요."
        >
          <ChangeOrderList
            changes={privateDetails.changes}
            payableWon={canAnswerChanges ? privateDetails.payableWon : null}
          />
        </Section>
      ) : null}
      {photosBefore.length > 0 ? (
        <Section title="작업 후 사진" count={photosBefore.length}>
          <Gallery pictures={photosBefore} label="작업 후 사진" />
        </Section>
      ) : null}
      {proposal ? (
        <Section title={role === "customer" || role === "admin" ? "선택한 견적서" : "내 견적서"}>
          <ProposalDetail proposal={proposal} hidesPlan={(privateDetails?.parts.length ?? 0) > 0} />
        </Section>
      ) : null}
      <Section title="요청 내용">
        <OrderDetailsSection
          order={order}
          photos={photos}
          contact={role === "customer" ? privateDetails?.contact : null}
        />
      </Section>
      {privateDetails ? (
        <Section title="진행 기록">
          <OrderHistory events={privateDetails.events} />
          {privateDetails.hasEvidence ? <EvidenceLinks orderId={order.id} /> : null}
        </Section>
      ) : null}
    </>
  )
}

/** What is still open about finished or disputed work. */
function WarrantyAndDispute({
  view: { role, privateDetails },
  answer,
}: {
  view: OrderView
  answer: ScreenAnswer
}) {
  if (!privateDetails || role === "viewer") return null
  const { warranty, dispute } = privateDetails
  return (
    <>
      {warranty ? (
        <Section id="warranty" title="하자보수">
          <WarrantySection warranty={warranty} viewer={role} answer={answer} />
        </Section>
      ) : null}
      {dispute ? (
        <Section id="dispute" title="분쟁 조정">
          <DisputeSection dispute={dispute} viewer={role} />
        </Section>
      ) : null}
    </>
  )
}
