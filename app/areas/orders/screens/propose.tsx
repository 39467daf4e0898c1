import { ChevronDown } from "#app/ui/icons.tsx"
import { href, redirect } from "react-router"
import { OpenChatButton } from "#app/areas/chat/parts/open-chat.tsx"
import { now } from "#app/basics/clock.ts"
import type { FormValues } from "#app/basics/form.ts"
import { formToValues, withRows } from "#app/basics/form-rows.ts"
import { isId } from "#app/basics/ids.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { findDraft } from "#app/platform/drafts.server.ts"
import { redirectWithFlash } from "#app/platform/flash.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import type { ScreenHandle } from "#app/ui/screen-handle.ts"
import { Card, Page, PageHeader } from "#app/ui/section.tsx"
import { notFound, requireMember, requireMemberOrSaveDraft } from "../../accounts/guards.server.ts"
import { isApprovedExpert, isExpert, type Member } from "../../accounts/rules.ts"
import { wasNotifiedOf } from "../../notifications/service/centre.server.ts"
import { OrderDetailsSection } from "../parts/order-details-section.tsx"
import { ProposalBadge } from "../parts/order-badge.tsx"
import { ProposalEditor } from "../parts/proposal-form.tsx"
import { ClosedProposal, ProposalPreview, WithdrawProposal } from "../parts/proposal-preview.tsx"
import { joinWithDots, formatWantedDate } from "../parts/format.ts"
import { toPlanRow } from "../parts/plan-values.ts"
import { getOrderFee } from "../service/fees.server.ts"
import { getProposalUnits } from "../proposal-suggestions.ts"
import { isChoosableProposal, LIMITS } from "../rules.ts"
import { findOrder } from "../service/find-order.server.ts"
import type { ShownProposal } from "../proposal-template-actions.server.ts"
import { findProposalTemplate } from "../service/proposal-templates.server.ts"
import { getServiceLabel } from "../questions.ts"
import type { OrderView, ProposalView } from "../views.ts"
import type { Route } from "./+types/propose"
import { answerForm, getDraftName, suggestTravel, withoutBlanks } from "./propose-actions.server.ts"

/**
 * An order on which this expert may look at or write a proposal. Whoever is no approved expert goes where
 * they belong; whoever comes too late, by a notification of days ago, goes to the requests that are open.
 */
async function loadOrderForProposal(actor: Member, orderId: string): Promise<OrderView> {
  if (!isExpert(actor)) throw redirect(href("/"))
  if (!isId(orderId)) notFound()
  const view = await findOrder(actor, orderId)
  if (!view) {
    if (!isApprovedExpert(actor)) throw redirect(href("/expert-dashboard"))
    if (await wasNotifiedOf(actor, href("/orders/:orderId/propose", { orderId })))
      throw redirectWithFlash(href("/expert-dashboard/requests"), "마감됐거나 취소된 요청이에요", "refused")
    notFound()
  }
  if (view.role === "expert") throw redirect(href("/orders/:orderId", { orderId }))
  if (view.role !== "viewer") notFound()
  return view
}

const nameTask = (view: { proposal: object | null }) => (view.proposal ? "견적서" : "견적서 쓰기")

export const handle = {
  bar: "task",
  title: nameTask,
  backHref: href("/expert-dashboard/requests"),
} satisfies ScreenHandle<Parameters<typeof nameTask>[0]>

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
    values: isEditable ? (draftValues ?? (view.proposal ? toFormValues(view.proposal) : NEW_PROPOSAL)) : null,
    hasDraft: draftValues !== null,
    templateSavedAt: template?.savedAt ?? null,
    fee: getOrderFee(view.order.category),
    travel: suggestTravel(actor, view.order.regionCode),
  }
}

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

/** Nothing that the expert would promise without having said it: no day, no time and no warranty. */
const NEW_PROPOSAL: FormValues = { version: "1" }

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
  const { intent: _intent, ...values } = formToValues(form)
  const actor = await requireMemberOrSaveDraft(context, request, getDraftName(params.orderId), { values })
  const { order, proposal } = await loadOrderForProposal(actor, params.orderId)
  return answerForm(
    form,
    {
      actor,
      order,
      proposal,
      values,
      typed: withoutBlanks(values),
    },
    { to: href("/orders/:orderId/propose", { orderId: order.id }) },
  )
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("견적서 쓰기") },
  { name: "robots", content: "noindex" },
]

export default function Propose({ loaderData, actionData }: Route.ComponentProps) {
  const { order, proposal, today, hasDraft, fee } = loaderData
  const shown: ShownProposal = actionData?.shown ?? {}
  const { errors, problem } = actionData ?? { errors: {}, problem: null }
  const sentValues = actionData && actionData.intent !== "withdraw" ? actionData.values : null
  const values = sentValues ?? loaderData.values
  return (
    <Page>
      <PageHeader
        title={nameTask(loaderData)}
        back={{ href: href("/expert-dashboard/requests"), label: "견적 요청" }}
        bar="same"
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
        <aside className={`lg:sticky lg:top-20 lg:order-2 lg:block ${shown.preview ? "hidden" : ""}`}>
          <RequestCard view={loaderData} />
        </aside>
        <div className="min-w-0 lg:order-1">
          {values && shown.preview ? (
            <ProposalPreview orderId={order.id} values={values} proposal={shown.preview} />
          ) : values ? (
            <div className="md:card-line md:p-7">
              <ProposalEditor
                key={shown.formKey ?? "typed"}
                action={href("/orders/:orderId/propose", { orderId: order.id })}
                draftName={`proposal:${order.id}`}
                category={order.category}
                units={getProposalUnits(order.category, order.service)}
                values={values}
                errors={errors}
                problem={problem}
                today={today}
                hasDraft={hasDraft}
                fee={fee}
                rowsKey={shown.rowsKey ?? "typed"}
                travel={loaderData.travel}
                template={{
                  savedAt: loaderData.templateSavedAt,
                  isJustSaved: shown.isTemplateSaved === true,
                  serviceLabel: getServiceLabel(order.category, order.service),
                }}
              />
            </div>
          ) : (
            <ClosedProposal proposal={proposal} problem={problem} />
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
