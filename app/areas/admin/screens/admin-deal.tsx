import { Form, Link, href } from "react-router"
import { isId } from "#app/basics/ids.ts"
import { titleOf } from "#app/basics/brand.ts"
import { formatWon } from "#app/basics/won.ts"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { ChoiceCards, TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { listDisputedConversations } from "../../chat/service/reported-room.server.ts"
import { DealDecisionForm } from "../../market/deal-forms.ts"
import {
  CLAIM_OUTCOME_LABELS,
  CLAIM_OUTCOMES,
  DEAL_STATE_LABELS,
  DEAL_STATE_TONES,
} from "../../market/deal-rules.ts"
import { DealClaim } from "../../market/parts/deal-claim.tsx"
import { DealHistory } from "../../market/parts/deal-history.tsx"
import { decideClaim } from "../../market/service/deal-claims.server.ts"
import { findDeal } from "../../market/service/deal-views.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { DisputeMessages } from "../parts/dispute-messages.tsx"
import type { Route } from "./+types/admin-deal"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  const deal = isId(params.dealId) ? await findDeal(actor, params.dealId) : null
  // What the two do is theirs, until one of them says that something is wrong.
  if (!deal?.claim) notFound()
  const rooms = await listDisputedConversations(
    actor,
    [{ kind: "item", id: deal.itemId }],
    [deal.buyerId, deal.sellerId],
  )
  return {
    deal,
    claim: deal.claim,
    messages: rooms
      .flatMap((room) => room.messages)
      .map(({ id, senderId, mine, text, at, hidden }) => ({
        id,
        by: mine === null ? null : senderId === deal.sellerId ? ("expert" as const) : ("customer" as const),
        text,
        at,
        hidden,
      })),
  }
})

const answerForm = intents<{ actor: Member; dealId: string }>((intent) => ({
  "": intent({
    form: DealDecisionForm,
    run: ({ actor, dealId }, value) => decideClaim(actor, dealId, value),
    done: "결정을 두 사람에게 알렸어요",
    problems: {
      not_found: "내가 사거나 판 물건이라 결정할 수 없어요. 다른 관리자가 봐요.",
      not_now: "그사이 상태가 바뀌었어요. 지금 상태를 확인해 주세요.",
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { dealId } = params
  if (!isId(dealId) || !(await findDeal(actor, dealId))) notFound()
  return answerForm(
    await request.formData(),
    { actor, dealId },
    { to: href("/admin/deals/:dealId", { dealId }) },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("중고 안심결제") },
  { name: "robots", content: "noindex" },
]

export default function AdminDeal({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { deal, claim, messages } = loaderData
  return (
    <AdminLayout current="deals">
      <PageHeader title={deal.title} back={{ href: href("/admin/deals"), label: "중고 안심결제" }} />
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-4">
          <Card className="md:p-6">
            <p className="flex flex-wrap items-center gap-2">
              <StateBadge tone={DEAL_STATE_TONES[deal.state]}>{DEAL_STATE_LABELS[deal.state]}</StateBadge>
              <span className="num text-base font-semibold">
                {formatWon(deal.priceWon + deal.parcelFeeWon)}
              </span>
              <Link
                to={href("/marketplace/:itemId", { itemId: deal.itemId })}
                className="hit text-sm text-primary-ink hover:underline"
              >
                물건 보기
              </Link>
            </p>
            <p className="mt-2 text-base text-ink-2">
              구매자 <PersonLink userId={deal.buyerId} name={deal.buyerName} /> · 판매자{" "}
              <PersonLink userId={deal.sellerId} name={deal.sellerName} />
            </p>
            <DealClaim claim={claim} />
          </Card>
          <DisputeMessages
            messages={messages}
            customer={deal.buyerName}
            expert={deal.sellerName}
            labels={{ customer: "구매자", expert: "판매자" }}
          />
        </div>
        <div className="grid gap-4">
          {deal.state === "disputed" ? <Decision answer={answer} /> : null}
          <Card>
            <h2 className="mb-4 text-lg font-bold">진행 기록</h2>
            <DealHistory events={deal.events} />
          </Card>
        </div>
      </div>
    </AdminLayout>
  )
}

const PersonLink = ({ userId, name }: { userId: string; name: string }) => (
  <Link to={href("/admin/users/:userId", { userId })} className="font-semibold hover:underline">
    {name}
  </Link>
)

function Decision({ answer }: { answer: ScreenAnswer }) {
  return (
    <Card>
      <h2 className="text-lg font-bold">결정하기</h2>
      <p className="mt-1 text-sm text-ink-3">바로 실행되고 되돌릴 수 없어요. 이유는 두 사람이 읽어요.</p>
      <Form method="post" noValidate className="mt-4 grid gap-4">
        <ChoiceCards
          legend="결정"
          hideLegend
          name="outcome"
          type="radio"
          layout="list"
          options={CLAIM_OUTCOMES.map((value) => ({ value, label: CLAIM_OUTCOME_LABELS[value] }))}
          defaultValue={answer.typed("outcome")}
          error={answer.errors.outcome}
        />
        <TextArea
          label="이유"
          name="reason"
          rows={4}
          maxLength={1_000}
          defaultValue={answer.typed("reason")}
          error={answer.errors.reason}
        />
        <SubmitButton className="btn btn-primary btn-lg">결정하기</SubmitButton>
      </Form>
    </Card>
  )
}
