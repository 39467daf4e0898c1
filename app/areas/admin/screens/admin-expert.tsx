import { Form, href } from "react-router"
import { formatBusinessNumber } from "#app/basics/business-number.ts"
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { formatPhone } from "#app/basics/phone.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { listMoves } from "#app/basics/transitions.ts"
import { formatWon } from "#app/basics/won.ts"
import { HIDDEN, intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer } from "#app/ui/action-answer.ts"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Gallery } from "#app/ui/gallery.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { findPeopleForAdmin } from "../../accounts/service/people.server.ts"
import {
  EXPERT_STATE_LABELS,
  EXPERT_TRANSITIONS,
  canHoldInsuranceBadge,
  filterValidBadges,
  type ExpertState,
  TRANSITIONS_WITH_REASON,
} from "../../experts/rules.ts"
import { decideApplication } from "../../experts/service/application.server.ts"
import { findApplication } from "../../experts/service/application-queries.server.ts"
import {
  grantInsurance,
  refuseInsurancePaper,
  withdrawInsurance,
} from "../../experts/service/insurance.server.ts"
import { CATEGORY_LABELS } from "../../orders/rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { ExpertBadge } from "../parts/application-rows.tsx"
import { DecisionHistory } from "../parts/decision-history.tsx"
import { ApplicantDecision } from "../parts/applicant-decision.tsx"
import { EXPERT_DECISION_TEXTS } from "../parts/decision-texts.ts"
import { ExpertInsurance } from "../parts/expert-insurance.tsx"
import { DefinitionList } from "../parts/definition-list.tsx"
import { ExpertDecisionForm, INSURANCE_FORMS } from "../rules.ts"
import type { Route } from "./+types/admin-expert"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params }: Route.LoaderArgs) => {
  const file = (await findApplication(actor, params.expertId)) ?? notFound()
  const people = await findPeopleForAdmin(actor, [
    params.expertId,
    ...file.decisions.map((decision) => decision.actorId),
  ])
  const { expert } = file
  const today = toKstDateString(now())
  const badge = expert.badges.find((each) => each.kind === "insurance") ?? null
  return {
    expert: {
      id: expert.userId,
      name: expert.name,
      state: expert.state,
      reason: expert.stateReason,
      oneLine: expert.oneLine,
      introduction: expert.introduction,
      careerYears: expert.careerYears,
      businessNumber: expert.businessNumber,
      businessName: expert.businessName,
      representative: expert.representative,
      prices: expert.prices,
      appliedAt: expert.appliedAt.toISOString(),
    },
    person: people.get(params.expertId) ?? null,
    categories: file.categories,
    regions: file.regions,
    certificates: file.certificates.map(({ id, name, issuer, acquiredOn, verifiedAt, picture }) => ({
      id,
      name,
      issuer,
      acquiredOn,
      verified: verifiedAt !== null,
      picture,
    })),
    portfolio: file.portfolio.map(({ id, title, category, priceWon, areaPyeong, before, after }) => ({
      id,
      title,
      category,
      priceWon,
      areaPyeong,
      pictures: before ? [before, after] : [after],
    })),
    decisions: file.decisions.map((decision) => ({
      id: decision.id,
      from: decision.fromState,
      to: decision.toState,
      reason: decision.reason,
      at: decision.at.toISOString(),
      by: decision.actorId === params.expertId ? "신청자" : (people.get(decision.actorId)?.name ?? "관리자"),
    })),
    moves: listMoves(EXPERT_TRANSITIONS, expert.state, "admin"),
    insurance: canHoldInsuranceBadge(expert.state)
      ? {
          badge,
          isExpired: badge !== null && filterValidBadges([badge], today).length === 0,
          today,
          waitingPaper: file.paper,
        }
      : null,
  }
})

const DONE_MESSAGES: Record<ExpertState, string> = {
  applied: "",
  reviewing: "심사를 시작했어요",
  needs_info: "보완을 요청했어요",
  approved: "승인했어요",
  rejected: "반려했어요",
  suspended: "활동을 정지했어요",
  terminated: "활동을 종료했어요",
}

const not_now = "그사이 상태가 바뀌었거나 같은 배지가 이미 있어요. 지금 상태를 확인해 주세요."

const answerForm = intents<{ actor: Member; expertId: string }>((intent) => ({
  "": intent({
    form: ExpertDecisionForm,
    hidden: ["move"],
    run: ({ actor, expertId }, decision) => decideApplication(actor, { expertId, ...decision }),
    done: ({ state }) => DONE_MESSAGES[state],
    problems: {
      not_allowed: HIDDEN,
      moved_on: ({ state }) =>
        `그사이 상태가 '${EXPERT_STATE_LABELS[state]}'(으)로 바뀌었어요. 지금 상태를 확인해 주세요.`,
      reason_needed: { field: "reason", sentence: "이유를 적어 주세요. 신청자에게 그대로 전해져요." },
    },
  }),
  insure: intent({
    form: INSURANCE_FORMS.insure,
    hidden: ["paperId"],
    run: ({ actor, expertId }, certificate) => grantInsurance(actor, expertId, certificate),
    done: "보험 배지를 줬어요",
    problems: { not_now, past: "보험이 이미 끝났어요. 끝나는 날을 확인해 주세요." },
  }),
  refuse_paper: intent({
    form: INSURANCE_FORMS.refuse_paper,
    hidden: ["paperId"],
    run: ({ actor, expertId }, refusal) => refuseInsurancePaper(actor, expertId, refusal),
    done: "증권을 돌려보냈어요",
    problems: { not_now },
  }),
  uninsure: intent({
    form: INSURANCE_FORMS.uninsure,
    run: ({ actor, expertId }, { reason }) => withdrawInsurance(actor, expertId, reason),
    done: "보험 배지를 거뒀어요",
    problems: { not_now },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  const { expertId } = params
  if (!isId(expertId)) notFound()
  return answerForm(
    await request.formData(),
    { actor, expertId },
    { to: href("/admin/expert/:expertId", { expertId }) },
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: titleOf(loaderData ? `${loaderData.expert.name} 심사` : "전문가 심사") },
  { name: "robots", content: "noindex" },
]

export default function AdminExpert({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { expert, decisions, moves, insurance } = loaderData
  return (
    <AdminLayout current="experts">
      <PageHeader
        title={expert.name}
        back={{ href: href("/admin/experts"), label: "전문가 심사" }}
        text={expert.oneLine}
      >
        <ExpertBadge state={expert.state} />
      </PageHeader>
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-4">
          <Application view={loaderData} />
          <Certificates certificates={loaderData.certificates} />
          <Portfolio items={loaderData.portfolio} />
          <Prices prices={expert.prices} />
        </div>
        <div className="grid gap-4 lg:sticky lg:top-20">
          <ApplicantDecision
            moves={moves}
            texts={EXPERT_DECISION_TEXTS}
            withReason={TRANSITIONS_WITH_REASON}
            emptyText={`지금은 ${expert.name}님이 할 일이거나 더 결정할 것이 없어요.`}
            answer={answer.of("")}
            first={moves.includes("review") ? <StartReview /> : null}
          />
          {insurance ? <ExpertInsurance {...insurance} answer={answer} /> : null}
          <DecisionHistory decisions={decisions} labels={EXPERT_STATE_LABELS} appliedAt={expert.appliedAt} />
        </div>
      </div>
    </AdminLayout>
  )
}

const StartReview = () => (
  <Form method="post">
    <input type="hidden" name="move" value="review" />
    <SubmitButton aria-keyshortcuts="a" className="btn btn-primary w-full">
      심사 시작하기
    </SubmitButton>
  </Form>
)

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** What somebody said about themselves, and what is known of their account. */
function Application({ view: { expert, person, categories, regions } }: { view: View }) {
  const facts = [
    ["이메일", person?.email ?? "탈퇴한 회원"],
    [
      "휴대폰",
      person?.phone ? `${formatPhone(person.phone)}${person.phoneVerified ? " · 인증됨" : ""}` : "없음",
    ],
    ["분야", categories.map((category) => CATEGORY_LABELS[category]).join(" · ")],
    ["활동 지역", regions.map(formatRegionName).join(", ")],
    ["경력", `${expert.careerYears}년`],
    ["사업자등록번호", formatBusinessNumber(expert.businessNumber)],
    ["상호 · 대표자", `${expert.businessName} · ${expert.representative}`],
  ]
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">신청 정보</h2>
      <DefinitionList entries={facts} />
      <p className="mt-5 rounded-lg bg-base-200 p-4 text-base whitespace-pre-line">{expert.introduction}</p>
    </Card>
  )
}

function Certificates({ certificates }: Pick<View, "certificates">) {
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">
        자격증 <span className="num text-ink-3">{certificates.length}</span>
      </h2>
      {certificates.length === 0 ? <p className="mt-2 text-base text-ink-3">올린 자격증이 없어요.</p> : null}
      <ul className="mt-3 grid gap-5">
        {certificates.map((certificate) => (
          <li key={certificate.id}>
            <p className="text-base font-semibold">
              {certificate.name}
              {certificate.verified ? <span className="ml-2 text-sm text-ok-ink">확인됨</span> : null}
            </p>
            <p className="text-sm text-ink-3">
              {certificate.issuer}
              {certificate.acquiredOn ? ` · ${certificate.acquiredOn.replaceAll("-", ".")}` : ""}
            </p>
            {certificate.picture ? (
              <div className="mt-2 max-w-80">
                <Gallery pictures={[certificate.picture]} label={`${certificate.name} 사진`} />
              </div>
            ) : (
              <p className="mt-1 text-sm text-warn-ink">사진이 없어요</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Portfolio({ items }: { items: View["portfolio"] }) {
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">
        포트폴리오 <span className="num text-ink-3">{items.length}</span>
      </h2>
      {items.length === 0 ? <p className="mt-2 text-base text-ink-3">올린 작업이 없어요.</p> : null}
      <ul className="mt-3 grid gap-6">
        {items.map((item) => (
          <li key={item.id}>
            <Gallery pictures={item.pictures} layout="grid" label={item.title} />
            <p className="mt-2 text-base font-semibold">{item.title}</p>
            <p className="text-sm text-ink-3">
              {[
                CATEGORY_LABELS[item.category],
                item.areaPyeong === null ? null : `${item.areaPyeong}평`,
                item.priceWon === null ? null : formatWon(item.priceWon),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Prices({ prices }: Pick<View["expert"], "prices">) {
  if (prices.length === 0) return null
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">가격</h2>
      <ul className="num mt-3 grid gap-2 text-base">
        {prices.map((price) => (
          <li key={`${price.name} ${price.unit}`} className="flex justify-between gap-4">
            <span>
              {price.name} <span className="text-ink-3">{price.unit}</span>
            </span>
            <span>{formatWon(price.priceWon)}부터</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
