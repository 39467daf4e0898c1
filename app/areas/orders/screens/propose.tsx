import { getDistance } from "#app/basics/region-distance.server.ts"
import { ChevronDown } from "#app/ui/icons.tsx"
import { data, href, redirect } from "react-router"
import { OpenChatButton } from "#app/areas/chat/parts/open-chat.tsx"
import { now } from "#app/basics/clock.ts"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import {
  valuesToForm,
  formToValues,
  withNewRow,
  withoutBlankRows,
  withoutRow,
  withRows,
} from "#app/basics/form-rows.ts"
import { isId, newId } from "#app/basics/ids.ts"
import { addDays, toKstDateString } from "#app/basics/time.ts"
import { findDraft, removeDraft } from "#app/platform/drafts.server.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { Card, Page, PageHeader } from "#app/ui/section.tsx"
import { notFound, requireMember, requireMemberOrSaveDraft } from "../../accounts/guards.server.ts"
import { isApprovedExpert, isExpert, type Member } from "../../accounts/rules.ts"
import { ProposalForm } from "../forms.ts"
import { OrderDetailsSection } from "../parts/order-details-section.tsx"
import { ProposalBadge } from "../parts/order-badge.tsx"
import { ProposalEditor } from "../parts/proposal-form.tsx"
import { ClosedProposal, ProposalPreview, WithdrawProposal } from "../parts/proposal-preview.tsx"
import { joinWithDots, formatWantedDate } from "../parts/format.ts"
import { findPlanProblem, PAYMENT_LIMITS } from "../payment-rules.ts"
import { toPlanRow, withSuggestedPlan } from "../parts/plan-values.ts"
import { getOrderFee } from "../service/fees.server.ts"
import { getProposalUnits, getTravelFeeWon, type TravelSuggestion } from "../proposal-suggestions.ts"
import { isChoosableProposal, LIMITS, getProposalTotalWon } from "../rules.ts"
import { findOrder } from "../service/find-order.server.ts"
import { answerTemplateIntent, isTemplateIntent } from "../proposal-template-actions.server.ts"
import { findProposalTemplate } from "../service/proposal-templates.server.ts"
import {
  reviseProposal,
  sendProposal,
  withPlan,
  withdrawProposal,
  type ProposalInput,
} from "../service/proposals.server.ts"
import { getServiceLabel } from "../questions.ts"
import type { OrderView, ProposalView } from "../views.ts"
import { getNeighbourhood } from "../../accounts/neighbourhood-rules.ts"
import type { Route } from "./+types/propose"
import { refuse } from "#app/platform/outcome.ts"
import { hasContact } from "#app/basics/contacts.ts"

const REFUSAL_MESSAGES = {
  not_expert: "지금은 견적을 보낼 수 없어요. 등록 상태를 확인해 주세요.",
  own_order: "내가 올린 요청에는 견적을 보낼 수 없어요.",
  not_open: "그사이 견적 모집이 끝났어요. 쓴 내용은 남아 있지만 보낼 수 없어요.",
  already_sent: "이 요청에는 이미 견적을 보냈어요. 보낸 견적서를 고쳐 주세요.",
  full: "그사이 견적 10개가 모두 찼어요. 다른 요청을 살펴봐 주세요.",
  not_now: "고객이 이미 결정했거나 철회한 견적서예요. 더 고칠 수 없어요.",
  changed: "다른 창에서 견적서를 고쳤어요. 새로고침해서 지금 내용을 확인해 주세요.",
  nothing_to_pay: "합계가 0원이에요. 단가를 입력해 주세요.",
  too_much: "합계가 10억원을 넘어요. 금액을 다시 확인해 주세요.",
  valid_until: "견적 유효기간은 오늘부터 60일 안이어야 해요. 날짜를 다시 골라 주세요.",
  earliest_start: "시작 가능일이 지났어요. 날짜를 다시 골라 주세요.",
  plan_sum: "결제 단계의 합계가 견적 합계와 달라요. 금액을 맞춰 주세요.",
  plan_first: `첫 단계는 견적의 ${PAYMENT_LIMITS.firstPartPercent}%까지예요. 더 필요하면 살 자재를 적어 주세요.`,
} as const
const CONTACT_NOT_ALLOWED_MESSAGE =
  "전화번호, 계좌, 이메일, 메신저 아이디는 쓸 수 없어요. 지우고 다시 보내 주세요."

const getDraftName = (orderId: string) => `proposal:${orderId}`

/**
 * An order on which this expert may look at or write a proposal. Whoever is no approved expert goes where
 * they belong.
 */
async function loadOrderForProposal(actor: Member, orderId: string): Promise<OrderView> {
  if (!isExpert(actor)) throw redirect("/")
  if (!isId(orderId)) notFound()
  const view = await findOrder(actor, orderId)
  if (!view) {
    if (!isApprovedExpert(actor)) throw redirect("/expert-dashboard")
    notFound()
  }
  if (view.role === "expert") throw redirect(href("/orders/:orderId", { orderId }))
  if (view.role !== "viewer") notFound()
  return view
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireMember(context, request)
  const [view, draft] = await Promise.all([
    loadOrderForProposal(actor, params.orderId),
    findDraft(actor.userId, getDraftName(params.orderId)),
  ])
  const today = toKstDateString(now())
  const isEditable =
    isApprovedExpert(actor) &&
    view.order.state === "open" &&
    (view.proposal === null || isChoosableProposal(view.proposal.state))
  const draftValues = draft ? parseDraftValues(draft.content) : null
  const template = isEditable ? await findProposalTemplate(actor, view.order) : null
  return {
    order: view.order,
    photos: view.photos,
    proposal: view.proposal,
    invited: view.invited,
    today,
    values: isEditable
      ? (draftValues ?? (view.proposal ? toFormValues(view.proposal) : getInitialValues(view.order, today)))
      : null,
    hasDraft: draftValues !== null,
    templateSavedAt: template?.savedAt ?? null,
    fee: getOrderFee(view.order.category),
    travel: suggestTravel(actor, view.order.regionCode),
  }
}

/** The way from where the expert is to the order; null where it is not worth a fee. */
function suggestTravel(actor: Member, regionCode: string): TravelSuggestion | null {
  const km = getDistance(regionCode, getNeighbourhood(actor)?.regionCode ?? null)
  const feeWon = typeof km === "number" ? getTravelFeeWon(km) : 0
  return typeof km === "number" && feeWon > 0 ? { km, feeWon } : null
}

/** The form with the fee for the way as a line of its own. */
function withTravelFee(values: FormValues, actor: Member, order: OrderView["order"]): FormValues {
  const travel = suggestTravel(actor, order.regionCode)
  if (!travel) return values
  const line = { name: "출장비", quantity: "1", unit: "식", unitPriceWon: String(travel.feeWon) }
  return withNewRow(withoutBlankRows(values, "lines", ["quantity", "unit"]), "lines", line)
}

/** What the server fills into the form where it is asked to, by the intent. */
const FILL_INS = new Map([
  ["edit", (values: FormValues) => values],
  ["suggest_plan", withSuggestedPlan],
  ["add_travel", withTravelFee],
])

function parseDraftValues(content: unknown): FormValues | null {
  const values =
    typeof content === "object" && content !== null && "values" in content ? content.values : null
  if (typeof values !== "object" || values === null) return null
  const fields = Object.entries(values).filter(
    (entry): entry is [string, string | string[]] =>
      typeof entry[1] === "string" ||
      (Array.isArray(entry[1]) && entry[1].every((one) => typeof one === "string")),
  )
  return Object.fromEntries(fields)
}

/** Nothing that the expert would promise without having said it: neither days nor a warranty. */
function getInitialValues(order: OrderView["order"], today: string): FormValues {
  const startDate = order.wantedOn !== null && order.wantedOn >= today ? order.wantedOn : addDays(today, 3)
  return {
    version: "1",
    earliestStart: startDate,
    validUntil: addDays(today, 7),
  }
}

function toFormValues(proposal: ProposalView): FormValues {
  const base: FormValues = {
    version: String(proposal.version),
    included: proposal.included,
    excluded: proposal.excluded,
    extraChargeRule: proposal.extraChargeRule,
    earliestStart: proposal.earliestStart,
    days: String(proposal.days),
    warrantyMonths: String(proposal.warrantyMonths),
    validUntil: toKstDateString(proposal.validUntil),
    message: proposal.message,
    ...(proposal.siteVisitNeeded && {
      siteVisitNeeded: "on",
      siteVisitFeeWon: String(proposal.siteVisitFeeWon),
    }),
  }
  const lines = proposal.lines.map((line) => ({
    name: line.name,
    quantity: String(line.quantity),
    unit: line.unit,
    unitPriceWon: String(line.unitPriceWon),
  }))
  return withRows(withRows(base, "lines", lines), "plan", proposal.plan.map(toPlanRow))
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const submittedValues = formToValues(form)
  const intent = String(form.get("intent") ?? "preview")
  const { intent: _intent, ...values } = submittedValues
  const actor = await requireMemberOrSaveDraft(context, request, getDraftName(params.orderId), { values })
  const view = await loadOrderForProposal(actor, params.orderId)
  const { proposal } = view

  if (intent === "withdraw") {
    const outcome = proposal ? await withdrawProposal(actor, proposal.id) : refuse("not_found")
    if (!outcome.ok) return data({ problem: REFUSAL_MESSAGES.not_now }, { status: 409 })
    return redirectWithFlash("/expert-dashboard/proposals", "견적서를 철회했어요")
  }
  const [rowIntent, listName = "", rowNumber] = intent.split(":")
  if (rowIntent === "add") return { values: withNewRow(values, listName, { name: "" }) }
  if (rowIntent === "remove") return { values: withoutRow(values, listName, Number(rowNumber)) }
  if (isTemplateIntent(intent))
    return answerTemplateIntent(intent, actor, view.order, {
      typed: withoutBlanks(values),
      initial: getInitialValues(view.order, toKstDateString(now())),
    })
  const fillIn = FILL_INS.get(intent)
  if (fillIn) return { values: fillIn(values, actor, view.order), rowsKey: newId() }

  const entered = valuesToForm(withoutBlanks(values))
  const parsed = parseForm(ProposalForm, entered)
  // All at once, whatever else is missing.
  const errors = {
    ...findContactErrors(values),
    ...findPlanErrors(entered),
    ...(parsed.ok ? {} : parsed.errors),
  }
  if (!parsed.ok || Object.keys(errors).length > 0) return data({ errors, values }, { status: 400 })
  const total = getProposalTotalWon(parsed.value.lines)
  if (total < 1) return data({ problem: REFUSAL_MESSAGES.nothing_to_pay, values }, { status: 400 })
  const proposed = withPlan(parsed.value)
  if (intent !== "send") return { values, preview: buildPreview(proposed, total) }

  // Any other version than the present one is refused as changed.
  const version = Number(values.version) || 0
  const outcome = proposal
    ? await reviseProposal(actor, proposal.id, { ...parsed.value, version })
    : await sendProposal(actor, params.orderId, parsed.value)
  if (!outcome.ok) {
    if (outcome.reason === "not_found") notFound()
    return data({ problem: REFUSAL_MESSAGES[outcome.reason], values }, { status: 409 })
  }
  await removeDraft(actor.userId, getDraftName(params.orderId))
  return redirectWithFlash(
    "/expert-dashboard/proposals",
    proposal ? "고친 견적서를 보냈어요" : "견적서를 보냈어요",
  )
}

const withoutBlanks = (values: FormValues): FormValues =>
  withoutBlankRows(withoutBlankRows(values, "lines", ["quantity", "unit"]), "plan", ["days"])

const PlanForm = ProposalForm.pick({ lines: true, plan: true })

/** What is wrong with the parts of the price, where they can be read. */
function findPlanErrors(entered: FormData): FormErrors {
  const parsed = parseForm(PlanForm, entered)
  if (!parsed.ok || parsed.value.plan.length === 0) return {}
  const { lines, plan } = parsed.value
  const problem = findPlanProblem(plan, getProposalTotalWon(lines))
  return problem ? { plan: REFUSAL_MESSAGES[problem] } : {}
}

/** Ways around the platform, in every field that the customer reads as text. */
function findContactErrors(values: FormValues): FormErrors {
  const customerVisibleFields = Object.entries(values).filter(([field]) =>
    /^(?:message|extraChargeRule|included|excluded|lines\[\d+\]\.name|plan\[\d+\]\.\w+)$/.test(field),
  )
  return Object.fromEntries(
    customerVisibleFields
      .filter(([, value]) => [value].flat().some(hasContact))
      .map(([field]) => [field, CONTACT_NOT_ALLOWED_MESSAGE]),
  )
}

function buildPreview(input: ProposalInput, totalWon: number): ProposalView {
  return {
    ...input,
    totalWon,
    id: "",
    orderId: "",
    expertId: "",
    state: "sent",
    version: 1,
    siteVisitFeeWon: input.siteVisitNeeded ? input.siteVisitFeeWon : 0,
    declineReason: "",
    sentAt: now().toISOString(),
    viewedAt: null,
    isChoosable: true,
  }
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("견적서 쓰기") },
  { name: "robots", content: "noindex" },
]

/** What a step of the form answers, as far as it answered. */
type Answered = {
  values?: FormValues
  errors?: FormErrors
  problem?: string
  preview?: ProposalView
  rowsKey?: string
  /** Another one draws the form anew, with `values`. */
  formKey?: string
  isTemplateSaved?: boolean
}

export default function Propose({ loaderData, actionData }: Route.ComponentProps) {
  const { order, proposal, today, hasDraft, fee } = loaderData
  const answer: Answered = actionData ?? {}
  const values = answer.values ?? loaderData.values
  return (
    <Page>
      <PageHeader
        title={proposal ? "견적서" : "견적서 쓰기"}
        back={{ href: "/expert-dashboard/requests", label: "견적 요청" }}
        text={joinWithDots(
          order.title,
          formatWantedDate(order),
          `견적 ${order.proposalCount}/${LIMITS.proposals}`,
        )}
      >
        {proposal ? <ProposalBadge state={proposal.state} /> : null}
        {proposal && (proposal.isChoosable || proposal.state === "accepted") ? (
          <OpenChatButton kind="proposal" id={proposal.id} className="btn btn-sm btn-tint">
            고객과 채팅하기
          </OpenChatButton>
        ) : null}
      </PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem] lg:gap-8">
        <aside className={`lg:sticky lg:top-20 lg:order-2 lg:block ${answer.preview ? "hidden" : ""}`}>
          <RequestCard view={loaderData} />
        </aside>
        <div className="min-w-0 lg:order-1">
          {values && answer.preview ? (
            <ProposalPreview orderId={order.id} values={values} proposal={answer.preview} />
          ) : values ? (
            <div className="md:card-line md:p-7">
              <ProposalEditor
                key={answer.formKey ?? "typed"}
                action={href("/orders/:orderId/propose", { orderId: order.id })}
                draftName={`proposal:${order.id}`}
                category={order.category}
                units={getProposalUnits(order.category, order.service)}
                values={values}
                errors={answer.errors}
                problem={answer.problem}
                today={today}
                hasDraft={hasDraft}
                fee={fee}
                rowsKey={answer.rowsKey ?? "typed"}
                travel={loaderData.travel}
                template={{
                  savedAt: loaderData.templateSavedAt,
                  isJustSaved: answer.isTemplateSaved === true,
                  serviceLabel: getServiceLabel(order.category, order.service),
                }}
              />
            </div>
          ) : (
            <ClosedProposal proposal={proposal} problem={answer.problem} />
          )}
          {proposal && values ? <WithdrawProposal proposal={proposal} /> : null}
        </div>
      </div>
    </Page>
  )
}

/** The request that the proposal answers, folded at will. */
function RequestCard({ view: { order, photos, invited } }: { view: Route.ComponentProps["loaderData"] }) {
  return (
    <Card className="md:p-6">
      <details open className="group">
        <summary className="flex min-h-11 items-center justify-between">
          <h2 className="text-lg font-bold">요청 내용</h2>
          <ChevronDown size={20} className="text-ink-3 transition-transform group-open:rotate-180" />
        </summary>
        {invited ? (
          <p className="mt-2 rounded-lg bg-ok-tint p-3 text-sm font-medium text-ok-ink">
            고객이 나를 골라 보낸 요청이에요.
          </p>
        ) : null}
        <div className="mt-3">
          <OrderDetailsSection order={order} photos={photos} />
        </div>
      </details>
    </Card>
  )
}
