import { useState } from "react"
import { Link, href } from "react-router"
import { OpenChatButton } from "#app/areas/chat/parts/open-chat.tsx"
import { formatDateWithWeekday } from "#app/basics/time.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Price } from "#app/ui/price.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import {
  findBestByRow,
  formatPlan,
  BEST_VALUE_LABELS,
  formatSiteVisit,
  formatWarranty,
  type ComparedProposal,
  type ComparisonRow,
} from "./comparison.ts"
import { ProposalBadge } from "./order-badge.tsx"
import { ItemList, ProposalLines } from "./proposal-detail.tsx"
import { BestMark, MissingExclusions } from "./proposal-badges.tsx"
import { ProposerName, ProposerRating } from "./proposer.tsx"

type HrefFor = (to: "choose" | "decline", id: string) => string

/** Proposals as cards to swipe, on phones. `linkOf` is null where nothing can be chosen any more. */
export function ProposalCards({
  proposals,
  hrefFor,
}: {
  proposals: readonly ComparedProposal[]
  hrefFor: HrefFor | null
}) {
  const [visibleIndex, setVisibleIndex] = useState(0)
  const bestByRow = findBestByRow(proposals)
  return (
    <div className="-mx-4 bg-base-200 py-4 md:hidden">
      <ul
        aria-label="받은 견적"
        className={
          "relative flex snap-x snap-mandatory gap-3 overflow-x-auto scroll-px-4 px-4 " +
          "[scrollbar-width:none]"
        }
        onScroll={(event) => {
          const scroller = event.currentTarget
          const maxScrollLeft = scroller.scrollWidth - scroller.clientWidth
          setVisibleIndex(
            maxScrollLeft > 0
              ? Math.round((scroller.scrollLeft / maxScrollLeft) * (proposals.length - 1))
              : 0,
          )
        }}
      >
        {proposals.map((proposal) => (
          <li
            key={proposal.id}
            id={`proposal-${proposal.id}`}
            className={`flex-none snap-start ${proposals.length > 1 ? "w-[86%]" : "w-full"}`}
          >
            <ProposalCard proposal={proposal} bestByRow={bestByRow} hrefFor={hrefFor} />
          </li>
        ))}
      </ul>
      {proposals.length > 1 && (
        <div aria-hidden className="mt-4 flex justify-center gap-1.5">
          {proposals.map((proposal, index) => (
            <span
              key={proposal.id}
              className={
                "h-1.5 rounded-full transition-[width] " +
                `${index === visibleIndex ? "w-5 bg-primary" : "w-1.5 bg-line-strong"}`
              }
            />
          ))}
        </div>
      )}
    </div>
  )
}

function ProposalCard({
  proposal,
  bestByRow,
  hrefFor,
}: {
  proposal: ComparedProposal
  bestByRow: Partial<Record<ComparisonRow, string>>
  hrefFor: HrefFor | null
}) {
  const isBest = (row: ComparisonRow) => bestByRow[row] === proposal.id
  const details = [
    {
      label: "시작 가능일",
      value: formatDateWithWeekday(proposal.earliestStart),
      bestByRow: isBest("start"),
    },
    { label: "작업 기간", value: `${proposal.days}일`, bestByRow: isBest("days") },
    { label: "방문 견적", value: formatSiteVisit(proposal), bestByRow: false },
    { label: "하자보수", value: formatWarranty(proposal), bestByRow: isBest("warranty") },
    ...(proposal.plan.length > 0
      ? [{ label: "안심결제", value: formatPlan(proposal.plan), bestByRow: false }]
      : []),
  ]
  return (
    <article className="card-line flex h-full flex-col p-5">
      <ProposalCardHeader proposal={proposal} isOpen={hrefFor !== null} />
      <p className="mt-4 flex flex-wrap items-center gap-2">
        <Price won={proposal.totalWon} size="2xl" />
        {isBest("total") ? <BestMark>{BEST_VALUE_LABELS.total}</BestMark> : null}
      </p>
      <p className="mt-1 line-clamp-3 text-sm text-ink-2">{proposal.message}</p>
      <dl className="mt-4 grid gap-2 border-t border-base-300 pt-3.5">
        {details.map((detail) => (
          <div key={detail.label} className="flex justify-between gap-4">
            <dt className="text-ink-2">{detail.label}</dt>
            <dd className={`font-semibold ${detail.bestByRow ? "text-primary-ink" : ""}`}>{detail.value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3.5 grid gap-3 border-t border-base-300 pt-4">
        <ItemList items={proposal.included} kind="in" />
        {proposal.excluded.length > 0 ? (
          <ItemList items={proposal.excluded.map((item) => `${item} 제외`)} kind="out" />
        ) : (
          <MissingExclusions />
        )}
      </div>
      <details className="mt-4">
        <summary className="hit cursor-pointer rounded-sm text-sm font-medium text-primary-ink">
          견적 내역 보기
        </summary>
        <div className="mt-2">
          <ProposalLines proposal={proposal} />
          {proposal.extraChargeRule ? (
            <p className="mt-3 text-sm text-ink-2">추가 비용 기준: {proposal.extraChargeRule}</p>
          ) : null}
        </div>
      </details>
      {hrefFor ? <ProposalCardActions proposal={proposal} hrefFor={hrefFor} /> : null}
    </article>
  )
}

function ProposalCardHeader({ proposal, isOpen }: { proposal: ComparedProposal; isOpen: boolean }) {
  const { expert } = proposal
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Avatar pictureId={expert.avatarId} name={expert.name} size={48} />
      <div className="min-w-0 flex-[1_1_5.5rem]">
        <h2>
          <Link to={href("/expert/:expertId", { expertId: expert.id })}>
            <ProposerName expert={expert} className="max-w-full text-lg font-bold" />
          </Link>
        </h2>
        <ProposerRating expert={expert} />
      </div>
      <span className="ml-auto flex flex-none flex-col items-end gap-1">
        {isOpen ? null : <ProposalBadge state={proposal.state} />}
        {proposal.state === "sent" ? (
          <span className="text-xs font-semibold text-open-ink">새 견적</span>
        ) : null}
        <RelativeTime at={proposal.sentAt} className="text-sm text-ink-3" />
      </span>
    </div>
  )
}

function ProposalCardActions({ proposal, hrefFor }: { proposal: ComparedProposal; hrefFor: HrefFor }) {
  return (
    <div className="mt-auto pt-5">
      <div className="button-pair">
        <OpenChatButton kind="proposal" id={proposal.id} className="btn btn-quiet w-full">
          채팅하기
        </OpenChatButton>
        <Link to={hrefFor("choose", proposal.id)} replace preventScrollReset className="btn btn-tint">
          선택하기
        </Link>
      </div>
      <Link
        to={hrefFor("decline", proposal.id)}
        replace
        preventScrollReset
        className={
          "hit mx-auto mt-3 flex min-h-9 w-fit items-center rounded-sm px-2 text-sm font-medium " +
          "text-ink-3 hover:underline"
        }
      >
        거절하기
      </Link>
    </div>
  )
}
