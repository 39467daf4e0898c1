import { ChevronLeft, Info } from "#app/ui/icons.tsx"
import { href, Link, redirect, useSearchParams, type ShouldRevalidateFunctionArgs } from "react-router"
import { z } from "zod"
import {
  getActor,
  isWaitingForProfile,
  notFound,
  requireCustomer,
} from "#app/areas/accounts/guards.server.ts"
import { OpenChatButton } from "#app/areas/chat/parts/open-chat.tsx"
import { findExpertCards } from "#app/areas/experts/service/directory.server.ts"
import { readQuery } from "#app/basics/form.ts"
import { isId } from "#app/basics/ids.ts"
import { formatRegionName } from "#app/basics/regions.ts"
import { formatDate } from "#app/basics/time.ts"
import { formatWon, formatWonRange } from "#app/basics/won.ts"
import { PullToRefresh } from "#app/ui/pull-to-refresh.tsx"
import { Avatar } from "#app/ui/avatar.tsx"
import { SortLinks } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FormAlert } from "#app/ui/form.tsx"
import { Page, Section } from "#app/ui/section.tsx"
import { AcceptProposalForm, DeclineProposalForm } from "../forms.ts"
import { AcceptDialog, DeclineDialog } from "../parts/choose-dialogs.tsx"
import { CompareSheet } from "../parts/compare-sheet.tsx"
import {
  COMPARE_SORT_LABELS,
  COMPARE_SORTS,
  sortProposals,
  type ComparedProposal,
  type CompareSort,
} from "../parts/comparison.ts"
import { OrderBadge, ProposalBadge } from "../parts/order-badge.tsx"
import { ProposalCards } from "../parts/proposal-cards.tsx"
import { ProposalTable } from "../parts/proposal-table.tsx"
import { joinWithDots } from "../parts/format.ts"
import { toProposer } from "./proposer.server.ts"
import { getOrderFee } from "../service/fees.server.ts"
import { acceptProposal, declineProposal, viewProposals } from "../service/received-proposals.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import type { Route } from "./+types/order-proposals"
import { intents } from "#app/platform/intents.server.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import type { Member } from "../../accounts/rules.ts"

const Query = z.object({ sort: z.enum(COMPARE_SORTS).catch("total") })

/** Specification §4 and §6: visitors and those without a profile sign in, admins and experts go to "/". */
function requireOrderCustomer(context: Route.LoaderArgs["context"], request: Request) {
  if (isWaitingForProfile(getActor(context))) throw redirect(href("/login"))
  return requireCustomer(context, request)
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = requireOrderCustomer(context, request)
  const receivedProposals = isId(params.orderId) ? await viewProposals(actor, params.orderId) : null
  if (!receivedProposals) notFound()
  const { order, acceptedProposalId, contact, proposals } = receivedProposals
  const cards = await findExpertCards(proposals.map((proposal) => proposal.expertId))
  const allProposals: ComparedProposal[] = proposals.map((proposal) => ({
    ...proposal,
    expert: toProposer(cards, proposal.expertId),
  }))
  const isOpen = order.state === "open"
  const isCompared = (proposal: ComparedProposal) =>
    isOpen ? proposal.isChoosable : proposal.state === "accepted" || proposal.state === "not_selected"
  const { sort } = readQuery(Query, new URL(request.url).searchParams)
  const comparedProposals = sortProposals(allProposals.filter(isCompared), sort)
  // The chosen one comes first.
  comparedProposals.sort((a, b) => Number(b.id === acceptedProposalId) - Number(a.id === acceptedProposalId))
  return {
    order,
    isOpen,
    acceptedProposalId,
    contact,
    fee: getOrderFee(order.category),
    sort,
    compared: comparedProposals,
    pastProposals: allProposals.filter((proposal) => !isCompared(proposal)),
  }
}

const ACCEPT_REFUSAL_MESSAGES = {
  already_chosen: "이미 견적을 선택했어요. 요청 화면에서 진행 상황을 확인해 주세요.",
  not_open: "모집이 끝난 요청이에요. 새로 요청해 주세요.",
  withdrawn: "전문가가 견적을 철회했어요. 다른 견적을 골라 주세요.",
  not_now: "이미 거절한 견적이에요. 다른 견적을 골라 주세요.",
  expired: "견적의 유효기간이 지났어요. 다른 견적을 골라 주세요.",
  changed: "전문가가 그사이 견적을 고쳤어요. 바뀐 내용을 확인하고 다시 골라 주세요.",
  consent_needed: "주소와 연락처, 제3자 제공 동의가 있어야 선택할 수 있어요.",
  payments_off: "지금은 안심결제를 쓸 수 없어요. 직접 결제를 골라 주세요.",
}
const DECLINE_REFUSAL_MESSAGE = "이미 결정된 견적이에요. 지금 상태를 확인해 주세요."

const answerForm = intents<{ actor: Member; orderId: string }>((intent) => ({
  accept: intent({
    form: AcceptProposalForm,
    run: ({ actor, orderId }, value) => acceptProposal(actor, orderId, value),
    done: ({ chargeId }, _value, { orderId }) => ({
      to: chargeId ? href("/pay/:chargeId", { chargeId }) : href("/orders/:orderId", { orderId }),
      flash: chargeId ? "전문가를 선택했어요. 결제하면 확정돼요" : "전문가를 선택했어요",
    }),
    problems: ACCEPT_REFUSAL_MESSAGES,
  }),
  decline: intent({
    form: DeclineProposalForm,
    run: ({ actor, orderId }, value) => declineProposal(actor, orderId, value),
    done: "견적을 거절했어요",
    problems: { not_now: DECLINE_REFUSAL_MESSAGE },
  }),
}))

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = requireOrderCustomer(context, request)
  const { orderId } = params
  if (!isId(orderId)) notFound()
  const to = href("/orders/:orderId/proposals", { orderId })
  return answerForm(await request.formData(), { actor, orderId }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("받은 견적") },
  { name: "robots", content: "noindex" },
]

/**
 * Which column is picked and which question is open lives in the address and needs nothing new from the
 * server.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (actionStatus !== undefined) return true
  const isSameList =
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.searchParams.get("sort") === nextUrl.searchParams.get("sort")
  return isSameList && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}

type OrderProposalsView = Route.ComponentProps["loaderData"]

const hrefForProposal = (sort: CompareSort, to: string, id: string) =>
  `?${new URLSearchParams({ ...(sort === "total" ? {} : { sort }), [to]: id })}`

/** The proposal that is picked and the one being declined, by the address or by the form that was refused. */
function usePickedProposals({ isOpen, compared }: OrderProposalsView, answer: ScreenAnswer) {
  const [query] = useSearchParams()
  const findById = (id: string | null) => compared.find((proposal) => proposal.id === id)
  const findRefused = (intent: string) =>
    answer.of(intent).hasErrors ? findById(answer.typed("proposalId")) : undefined
  const accepting = findRefused("accept")
  const picked = accepting ?? findById(query.get("choose")) ?? findById(query.get("pick")) ?? compared[0]
  const declining = findRefused("decline") ?? findById(query.get("decline"))
  return {
    pickedProposal: isOpen ? picked : undefined,
    decliningProposal: isOpen ? declining : undefined,
    isAccepting: query.has("choose") || accepting !== undefined,
  }
}

export default function OrderProposals({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { order, isOpen, acceptedProposalId, compared, pastProposals } = loaderData
  const { pickedProposal, decliningProposal, isAccepting } = usePickedProposals(loaderData, answer)
  const acceptedProposal = compared.find((proposal) => proposal.id === acceptedProposalId)
  return (
    <Page className={pickedProposal ? "md:pb-32" : ""}>
      <PullToRefresh />
      <OrderProposalsHeader
        order={order}
        isOpen={isOpen}
        count={compared.length}
        chosenName={acceptedProposal?.expert.name}
      />
      <FormAlert message={answer.problem} className="mb-4" />
      {compared.length === 0 ? (
        <EmptyState
          art="proposals"
          title={isOpen ? "아직 받은 견적이 없어요" : "받은 견적이 없어요"}
          text={isOpen ? "전문가가 견적을 보내면 여기에서 비교할 수 있어요." : undefined}
          action={{ href: href("/orders/:orderId", { orderId: order.id }), label: "요청 내용 보기" }}
        />
      ) : (
        <>
          <SortProposals count={compared.length} sort={loaderData.sort} />
          {decliningProposal ? <DeclineDialog proposal={decliningProposal} answer={answer} /> : null}
          <ComparedProposals
            proposals={compared}
            pickedId={pickedProposal?.id ?? acceptedProposal?.id ?? null}
            hrefFor={isOpen ? (to, id) => hrefForProposal(loaderData.sort, to, id) : null}
          />
        </>
      )}
      {pastProposals.length > 0 ? <PastProposals proposals={pastProposals} /> : null}
      {pickedProposal ? (
        <PickedProposalBar
          proposal={pickedProposal}
          view={loaderData}
          isAccepting={isAccepting}
          answer={answer}
        />
      ) : null}
    </Page>
  )
}

function OrderProposalsHeader({
  order,
  isOpen,
  count,
  chosenName,
}: {
  order: Route.ComponentProps["loaderData"]["order"]
  isOpen: boolean
  count: number
  chosenName: string | undefined
}) {
  const orderId = order.id
  return (
    <header
      className={"flex flex-col gap-4 pt-5 pb-5 md:flex-row md:items-end md:justify-between md:pt-10 md:pb-7"}
    >
      <div className="min-w-0">
        <Link
          to={href("/orders")}
          className={
            "hit -ml-1 mb-2 inline-flex items-center gap-0.5 rounded-sm text-sm font-medium text-ink-2 " +
            "hover:underline md:mb-3"
          }
        >
          <ChevronLeft size={18} />
          내 견적 요청
        </Link>
        <p className="flex items-center gap-2">
          <OrderBadge state={order.state} />
          {isOpen && order.expiresAt ? (
            <span className="text-sm text-ink-3">{formatDate(order.expiresAt)}까지 받아요</span>
          ) : null}
        </p>
        <h1 className="mt-2 text-2xl font-bold">
          {chosenName !== undefined
            ? `${chosenName}님의 견적을 선택했어요`
            : count === 0
              ? "받은 견적"
              : count === 1
                ? "견적 1개가 도착했어요"
                : `받은 견적 ${count}개를 비교해 보세요`}
        </h1>
        <p className="mt-1 text-sm text-ink-2 md:text-base">
          {joinWithDots(
            order.title,
            formatRegionName(order.regionCode),
            `예산 ${formatWonRange(order.budgetMinWon, order.budgetMaxWon)}`,
          )}
        </p>
      </div>
      <Link
        to={href("/orders/:orderId", { orderId })}
        className="btn btn-line hidden flex-none md:inline-flex"
      >
        요청 내용 보기
      </Link>
    </header>
  )
}

/** Nothing where there is but one to sort. */
function SortProposals({ count, sort }: { count: number; sort: CompareSort }) {
  if (count < 2) return null
  return (
    <div className="mb-2 md:mb-3">
      <SortLinks
        options={COMPARE_SORTS.map((option: CompareSort) => ({
          href: option === "total" ? "?" : `?sort=${option}`,
          label: COMPARE_SORT_LABELS[option],
          isActive: option === sort,
        }))}
      />
    </div>
  )
}

/** Cards on a phone, a table on wider screens. */
function ComparedProposals({
  proposals,
  pickedId,
  hrefFor,
}: {
  proposals: readonly ComparedProposal[]
  pickedId: string | null
  hrefFor: ((to: string, id: string) => string) | null
}) {
  return (
    <>
      <ProposalCards proposals={proposals} hrefFor={hrefFor} />
      <ProposalTable proposals={proposals} pickedId={pickedId} hrefFor={hrefFor} />
      <p className="mt-3 flex items-start gap-2 text-sm text-ink-3">
        <Info size={18} className="flex-none" />
        표시는 전문가가 적은 내용끼리만 비교한 거예요. 자세한 조건은 선택하기 전에 확인해 주세요.
      </p>
    </>
  )
}

/** Those that can no longer be chosen. */
function PastProposals({ proposals }: { proposals: readonly ComparedProposal[] }) {
  return (
    <Section title="지난 견적" count={proposals.length}>
      <ul
        className={
          "divide-y divide-base-300 md:rounded-xl md:border md:border-base-300 md:bg-base-100 md:px-5"
        }
      >
        {proposals.map((proposal) => (
          <li key={proposal.id} className="flex items-center gap-3 py-3.5">
            <Avatar pictureId={proposal.expert.avatarId} name={proposal.expert.name} size={40} />
            <span className="min-w-0 flex-1 truncate font-medium">{proposal.expert.name}</span>
            <span className="num text-ink-2">{formatWon(proposal.totalWon)}</span>
            <ProposalBadge
              state={proposal.state === "sent" || proposal.state === "viewed" ? "expired" : proposal.state}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The proposal that is picked, and what is done with it, at the bottom of the screen. */
function PickedProposalBar({
  proposal,
  view: { compared, contact, sort, fee },
  isAccepting,
  answer,
}: {
  proposal: ComparedProposal
  view: OrderProposalsView
  isAccepting: boolean
  answer: ScreenAnswer
}) {
  const isAlone = compared.length === 1
  return (
    <>
      <div aria-hidden className="h-24 md:hidden" />
      <div
        data-sticky-bar
        className={
          "fixed inset-x-0 bottom-0 z-30 max-h-[85dvh] overflow-y-auto border-t border-base-300 " +
          "bg-base-100 px-4 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] md:px-0 md:py-4"
        }
      >
        <div className="mx-auto flex page-width flex-wrap items-center gap-4 md:justify-between md:px-6">
          <p className="hidden min-w-0 items-center gap-4 md:flex">
            <Avatar pictureId={proposal.expert.avatarId} name={proposal.expert.name} size={48} />
            <span className="min-w-0">
              <span className="block text-sm text-ink-3">고른 견적</span>
              <span className="block truncate text-lg font-bold">
                {proposal.expert.name} <span className="ml-1">{formatWon(proposal.totalWon)}</span>
              </span>
            </span>
          </p>
          {isAlone ? null : (
            <div className="flex-1 md:hidden">
              <CompareSheet proposals={compared} hrefFor={(to, id) => hrefForProposal(sort, to, id)} />
            </div>
          )}
          <div className={isAlone ? "flex-1 md:flex md:flex-none md:gap-3" : "contents md:flex md:gap-3"}>
            <OpenChatButton
              kind="proposal"
              id={proposal.id}
              className="btn btn-tint btn-lg md:px-7"
              formClassName="hidden md:block"
            />
            <AcceptDialog
              proposal={proposal}
              contact={contact}
              fee={fee}
              open={isAccepting}
              triggerClassName={
                "btn btn-primary btn-lg md:min-w-44 " + (isAlone ? "w-full" : "hidden md:inline-flex")
              }
              answer={answer}
            />
          </div>
        </div>
      </div>
    </>
  )
}
