/** What the form of a proposal does: it is looked at, filled in, sent and withdrawn. */
import { href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { parseForm, type FormErrors, type FormValues } from "#app/basics/form.ts"
import { getRows, valuesToForm, withNewRow, withoutBlankRows, withRows } from "#app/basics/form-rows.ts"
import { newId } from "#app/basics/ids.ts"
import { getDistance } from "#app/basics/region-distance.server.ts"
import { removeDraft } from "#app/platform/drafts.server.ts"
import { intents } from "#app/platform/intents.server.ts"
import { ok, refuse } from "#app/platform/outcome.ts"
import { rowIntents } from "#app/platform/row-buttons.server.ts"
import { getNeighbourhood } from "../../accounts/neighbourhood-rules.ts"
import type { Member } from "../../accounts/rules.ts"
import { ProposalForm } from "../forms.ts"
import { withSuggestedPlan } from "../parts/plan-values.ts"
import { findPlanProblem, PAYMENT_LIMITS } from "../payment-rules.ts"
import { findContactFields } from "../proposal-contacts.ts"
import { getTravelFeeWon, type TravelSuggestion } from "../proposal-suggestions.ts"
import {
  templateIntents,
  type ShownProposal,
  type TemplateContext,
} from "../proposal-template-actions.server.ts"
import { getProposalTotalWon } from "../rules.ts"
import {
  reviseProposal,
  sendProposal,
  withPlan,
  withdrawProposal,
  type ProposalInput,
} from "../service/proposals.server.ts"
import type { OrderView, ProposalView } from "../views.ts"

const REFUSAL_MESSAGES = {
  not_expert: "지금은 견적을 보낼 수 없어요. 등록 상태를 확인해 주세요.",
  own_order: "내가 올린 요청에는 견적을 보낼 수 없어요.",
  blocked: "차단했거나 차단된 상대의 요청에는 견적을 보낼 수 없어요.",
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
const NOTHING_TO_PAY = { sentence: REFUSAL_MESSAGES.nothing_to_pay, status: 400 }
const CONTACT_NOT_ALLOWED_MESSAGE =
  "전화번호, 계좌, 이메일, 메신저 아이디는 쓸 수 없어요. 지우고 다시 보내 주세요."

export const getDraftName = (orderId: string) => `proposal:${orderId}`

/** The way from where the expert is to the order; null where it is not worth a fee. */
export function suggestTravel(actor: Member, regionCode: string): TravelSuggestion | null {
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

/** What the server fills into the form where it is asked to. */
type FillIn = (values: FormValues, actor: Member, order: OrderView["order"]) => FormValues

type ProposalFormContext = TemplateContext & {
  order: OrderView["order"]
  proposal: OrderView["proposal"]
  /** As they were typed, blank rows too. */
  values: FormValues
}

/** What is done with the form, given as it was typed, beside its templates. */
export const answerForm = intents<ProposalFormContext, ShownProposal>((intent) => {
  const fillInBy = (fill: FillIn) =>
    intent({
      run: async ({ values, actor, order }) => ok({ values: fill(values, actor, order) }),
      done: ({ values }) => ({ values, shown: { rowsKey: newId() } }),
      problems: {},
    })
  const preview = intent({
    run: async ({ values }) => checkProposal(values, findContactFields(values)),
    done: ({ value, total }, _value, { values }) => ({
      values,
      shown: { preview: buildPreview(withPlan(value), total) },
    }),
    problems: { not_valid: (refusal) => refusal, nothing_to_pay: NOTHING_TO_PAY },
  })
  return {
    ...rowIntents(intent, { lines: { name: "" }, plan: { name: "" } }),
    ...templateIntents(intent),
    edit: fillInBy((values) => values),
    suggest_plan: fillInBy(withSuggestedPlan),
    add_travel: fillInBy(withTravelFee),
    "": preview,
    preview,
    send: intent({
      run: submitProposal,
      done: (_result, _value, { proposal }) => ({
        to: href("/expert-dashboard/proposals"),
        flash: proposal ? "고친 견적서를 보냈어요" : "견적서를 보냈어요",
      }),
      problems: {
        ...REFUSAL_MESSAGES,
        not_valid: (refusal) => refusal,
        nothing_to_pay: NOTHING_TO_PAY,
        // The service counts the rows that were read; so does the form that it is told in.
        contact: ({ fields }, typed) => ({
          errors: toContactErrors(fields),
          problem: null,
          status: 400,
          values: renumberRows(withoutBlanks(typed)),
        }),
      },
    }),
    withdraw: intent({
      run: async ({ actor, proposal }) =>
        proposal ? withdrawProposal(actor, proposal.id) : refuse("not_found"),
      done: { to: href("/expert-dashboard/proposals"), flash: "견적서를 철회했어요" },
      problems: { not_found: REFUSAL_MESSAGES.not_now, not_now: REFUSAL_MESSAGES.not_now },
    }),
  }
})

/** Reads a proposal: what is wrong with it is said all at once, the ways around the market among it. */
function checkProposal(values: FormValues, contactFields: readonly string[] = []) {
  const entered = valuesToForm(withoutBlanks(values))
  const parsed = parseForm(ProposalForm, entered)
  const errors = {
    ...toContactErrors(contactFields),
    ...findPlanErrors(entered),
    ...(parsed.ok ? {} : parsed.errors),
  }
  if (!parsed.ok || Object.keys(errors).length > 0)
    return refuse("not_valid", { errors, problem: null, status: 400 })
  const total = getProposalTotalWon(parsed.value.lines)
  return total < 1 ? refuse("nothing_to_pay") : ok({ value: parsed.value, total })
}

async function submitProposal({ actor, order, proposal, values }: ProposalFormContext) {
  const checked = checkProposal(values)
  if (!checked.ok) return checked
  // Any other version than the present one is refused as changed.
  const version = Number(values.version) || 0
  const outcome = proposal
    ? await reviseProposal(actor, proposal.id, { ...checked.value, version })
    : await sendProposal(actor, order.id, checked.value)
  if (outcome.ok) await removeDraft(actor.userId, getDraftName(order.id))
  return outcome
}

/** Leaves out the rows in which nothing was typed, but for the lines where there is no other. */
export function withoutBlanks(values: FormValues): FormValues {
  const others = withoutBlankRows(values, "lines", ["quantity", "unit"])
  return withoutBlankRows(getRows(others, "lines").length > 0 ? others : values, "plan", ["days"])
}

const renumberRows = (values: FormValues): FormValues =>
  withRows(withRows(values, "lines", getRows(values, "lines")), "plan", getRows(values, "plan"))

const PlanForm = ProposalForm.pick({ lines: true, plan: true })

/** What is wrong with the parts of the price, where they can be read. */
function findPlanErrors(entered: FormData): FormErrors {
  const parsed = parseForm(PlanForm, entered)
  if (!parsed.ok || parsed.value.plan.length === 0) return {}
  const { lines, plan } = parsed.value
  const problem = findPlanProblem(plan, getProposalTotalWon(lines))
  return problem ? { plan: REFUSAL_MESSAGES[problem] } : {}
}

const toContactErrors = (fields: readonly string[]): FormErrors =>
  Object.fromEntries(fields.map((field) => [field, CONTACT_NOT_ALLOWED_MESSAGE]))

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
