import { href } from "react-router"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { isId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { formatWon } from "#app/basics/won.ts"
import { intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { findPeopleForAdmin } from "../../accounts/service/people.server.ts"
import { SellerBadge } from "../../selling/parts/state-badges.tsx"
import { SELLER_STATE_LABELS, type SellerState } from "../../shop/rules.ts"
import { decideSeller } from "../../selling/service/application.server.ts"
import { findSellerForAdmin } from "../../selling/service/approvals.server.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { DecisionHistory } from "../parts/decision-history.tsx"
import { DefinitionList } from "../parts/definition-list.tsx"
import { ApplicantDecision } from "../parts/applicant-decision.tsx"
import { SELLER_DECISION_TEXTS } from "../parts/decision-texts.ts"
import type { Route } from "./+types/admin-shop-owner"
import { SELLER_MOVES_WITH_REASON, SELLER_TRANSITIONS } from "#app/areas/selling/rules.ts"
import { SellerDecisionForm } from "#app/areas/selling/forms.ts"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  const sellerDetails = (await findSellerForAdmin(actor, params.sellerId)) ?? notFound()
  const { seller } = sellerDetails
  const people = await findPeopleForAdmin(actor, [
    seller.userId,
    ...sellerDetails.decisions.map((decision) => decision.actorId),
  ])
  const person = people.get(seller.userId)
  return {
    id: seller.userId,
    name: seller.name,
    state: seller.state,
    intro: seller.intro,
    appliedAt: seller.appliedAt.toISOString(),
    documents: sellerDetails.documents,
    facts: [
      ["회원", person ? `${person.name} · ${person.email}` : "탈퇴한 회원"],
      ["상호 · 대표자", `${seller.businessName} · ${seller.representative}`],
      ["사업자등록번호", formatBusinessNumber(seller.businessNumber)],
      ["통신판매업", seller.mailOrderNumber || "신고 면제"],
      ["연락처", `${formatPhone(seller.phone)} · ${seller.email}`],
      ["사업장 주소", seller.address],
      [
        "배송비",
        `${formatWon(seller.shippingWon)}` +
          `${seller.freeFromWon === null ? "" : ` · ${formatWon(seller.freeFromWon)}부터 무료`} · 반품 ` +
          `${formatWon(seller.returnWon)}`,
      ],
      ["정산 계좌", `${seller.bank} ${seller.accountNumber} · ${seller.accountHolder}`],
      ["수수료", `${seller.commissionBps / 100}%`],
    ],
    numbers: [
      ["판매 중 상품", `${sellerDetails.products}개`],
      ["받은 주문", `${sellerDetails.orders}건`],
      ["취소·반품·교환", `${sellerDetails.claims}건`],
    ],
    decisions: sellerDetails.decisions.map((decision) => ({
      id: decision.id,
      from: decision.fromState,
      to: decision.toState,
      reason: decision.reason,
      at: decision.at.toISOString(),
      by: decision.actorId === seller.userId ? "신청자" : (people.get(decision.actorId)?.name ?? "관리자"),
    })),
    moves: listMoves(SELLER_TRANSITIONS, seller.state, "admin"),
  }
})

const DONE_MESSAGES: Record<SellerState, string> = {
  applied: "",
  needs_info: "보완을 요청했어요",
  approved: "판매를 열었어요",
  rejected: "반려했어요",
  suspended: "판매를 정지했어요",
  terminated: "계약을 종료했어요",
}

const answerForm = intents<{ actor: Member; sellerId: string }>((intent) => ({
  "": intent({
    form: SellerDecisionForm,
    hidden: ["move"],
    run: ({ actor, sellerId }, decision) => decideSeller(actor, { sellerId, ...decision }),
    done: ({ state }) => DONE_MESSAGES[state],
    problems: {
      moved_on: ({ state }) =>
        `그사이 상태가 '${SELLER_STATE_LABELS[state]}'(으)로 바뀌었어요. 지금 상태를 확인해 주세요.`,
      reason_needed: { field: "reason", sentence: "이유를 적어 주세요. 신청자에게 그대로 전해져요." },
    },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { sellerId } = params
  if (!isId(sellerId)) notFound()
  return answerForm(
    await request.formData(),
    { actor, sellerId },
    { to: href("/admin/users/shop-owners/:sellerId", { sellerId }) },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `${loaderData.name} 심사` : "판매자 심사") },
  { name: "robots", content: "noindex" },
]

export default function AdminShopOwner({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { name, state, intro, facts, numbers, documents, decisions, moves, appliedAt } = loaderData
  return (
    <AdminLayout current="sellers">
      <PageHeader
        title={name}
        back={{ href: href("/admin/users/shop-owners"), label: "판매자" }}
        text={intro}
      >
        <SellerBadge state={state} />
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-4">
          <Card className="md:p-6">
            <h2 className="text-lg font-bold">신청 정보</h2>
            <DefinitionList entries={facts} />
          </Card>
          <Card className="md:p-6">
            <h2 className="text-lg font-bold">
              서류 <span className="num text-ink-3">{documents.length}</span>
            </h2>
            {documents.length === 0 ? (
              <p className="mt-2 text-base text-ink-3">올린 서류가 없어요.</p>
            ) : (
              <div className="mt-3 max-w-md">
                <Gallery pictures={documents} layout="grid" label="서류 사진" />
              </div>
            )}
          </Card>
          <dl className="grid grid-cols-3 gap-3">
            {numbers.map(([label, value]) => (
              <Card key={label}>
                <dt className="text-sm text-ink-3">{label}</dt>
                <dd className="mt-1 text-xl font-bold">{value}</dd>
              </Card>
            ))}
          </dl>
        </div>
        <div className="grid gap-4 lg:sticky lg:top-20">
          <ApplicantDecision
            moves={moves}
            texts={SELLER_DECISION_TEXTS}
            withReason={SELLER_MOVES_WITH_REASON}
            emptyText="지금은 신청자가 할 일이거나 더 결정할 것이 없어요."
            answer={answer}
          />
          <DecisionHistory decisions={decisions} labels={SELLER_STATE_LABELS} appliedAt={appliedAt} />
        </div>
      </div>
    </AdminLayout>
  )
}
