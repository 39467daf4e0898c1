import { Check } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { OpenChatButton } from "#app/areas/chat/parts/open-chat.tsx"
import { formatDate, formatDateWithWeekday } from "#app/basics/time.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { formatWon } from "#app/basics/won.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Price } from "#app/ui/price.tsx"
import type { PlanPart } from "../payment-rules.ts"
import { getLineTotalWon } from "../rules.ts"
import {
  findBestByRow,
  BEST_VALUE_LABELS,
  formatSiteVisit,
  formatWarranty,
  type ComparedProposal,
  type ComparisonRow,
} from "./comparison.ts"
import { ProposalBadge } from "./order-badge.tsx"
import { ItemList } from "./proposal-detail.tsx"
import { BestMark, MissingExclusions } from "./proposal-badges.tsx"
import { formatCareer, ProposerName, ProposerRating } from "./proposer.tsx"

type TableRow = {
  label: string
  comparisonRow?: ComparisonRow
  cell: (proposal: ComparedProposal) => ReactNode
  /** The mark stands under the value. */ isMarkBelow?: boolean
  isVisible?: (proposals: readonly ComparedProposal[]) => boolean
}

const TABLE_ROWS: TableRow[] = [
  {
    label: "견적 금액",
    comparisonRow: "total",
    cell: (proposal) => <Price won={proposal.totalWon} size="2xl" />,
  },
  { label: "견적 내역", cell: (proposal) => <ProposalLineList proposal={proposal} /> },
  {
    label: "안심결제 단계",
    isVisible: (proposals) => proposals.some((proposal) => proposal.plan.length > 0),
    cell: (proposal) => <PlanSummary plan={proposal.plan} />,
  },
  {
    label: "시작 가능일",
    comparisonRow: "start",
    cell: (proposal) => <CellText>{formatDateWithWeekday(proposal.earliestStart)}</CellText>,
  },
  {
    label: "예상 작업 기간",
    comparisonRow: "days",
    cell: (proposal) => <CellText>{proposal.days}일</CellText>,
  },
  { label: "방문 견적", cell: (proposal) => <CellText>{formatSiteVisit(proposal)}</CellText> },
  {
    label: "포함",
    comparisonRow: "included",
    isMarkBelow: true,
    cell: (proposal) => <ItemList items={proposal.included} kind="in" />,
  },
  {
    label: "제외",
    cell: (proposal) =>
      proposal.excluded.length > 0 ? (
        <ItemList items={proposal.excluded} kind="out" />
      ) : (
        <MissingExclusions />
      ),
  },
  {
    label: "추가 비용 기준",
    isVisible: (proposals) => proposals.some((proposal) => proposal.extraChargeRule !== ""),
    cell: (proposal) =>
      proposal.extraChargeRule ? (
        <p className="text-ink-2">{proposal.extraChargeRule}</p>
      ) : (
        <p className="text-ink-3">적지 않았어요</p>
      ),
  },
  {
    label: "하자보수",
    comparisonRow: "warranty",
    cell: (proposal) => <CellText>{formatWarranty(proposal)}</CellText>,
  },
  {
    label: "평점·후기",
    comparisonRow: "rating",
    cell: (proposal) => <ProposerRating expert={proposal.expert} size="lg" />,
  },
  {
    label: "견적 유효기간",
    cell: (proposal) => <span className="text-ink-2">{formatDate(proposal.validUntil)}까지</span>,
  },
]

const smallLinkClass = "hit rounded-sm text-sm font-medium text-ink-2 hover:underline"

/** The address that picks a column, or asks about declining it. */
type ColumnHref = (to: "pick" | "decline", id: string) => string

const getColumnBackground = (isPicked: boolean) => (isPicked ? "bg-primary-tint/45" : "")

function CellText({ children }: { children: ReactNode }) {
  return <span className="font-semibold">{children}</span>
}

function PlanSummary({ plan }: { plan: readonly PlanPart[] }) {
  return plan.length === 0 ? (
    <p className="text-ink-3">적지 않았어요</p>
  ) : (
    <ul className="num grid gap-2">
      {plan.map((part, index) => (
        // The parts of one version never move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 text-ink-2">{part.name}</span>
          <span className="flex-none font-medium">{formatWon(part.amountWon)}</span>
        </li>
      ))}
    </ul>
  )
}

function ProposalLineList({ proposal }: { proposal: ComparedProposal }) {
  return (
    <ul className="num grid gap-2">
      {proposal.lines.map((line, index) => (
        // The lines of one version never move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 text-ink-2">
            {line.name}{" "}
            <span className="text-sm whitespace-nowrap text-ink-3">
              {formatNumber(line.quantity)}
              {line.unit}
            </span>
          </span>
          <span className="flex-none font-medium">{formatWon(getLineTotalWon(line))}</span>
        </li>
      ))}
    </ul>
  )
}

/**
 * Proposals side by side, from md on: one column each, the best of every row marked, missing exclusions
 * flagged. `linkOf` makes the address that chooses a column or asks about declining; null where nothing can
 * be chosen any more.
 */
export function ProposalTable({
  proposals,
  pickedId,
  hrefFor,
}: {
  proposals: readonly ComparedProposal[]
  pickedId: string | null
  hrefFor: ColumnHref | null
}) {
  const bestByRow = findBestByRow(proposals)
  return (
    <div className="card-line relative hidden overflow-x-auto md:block">
      <table
        className="w-full table-fixed text-base"
        style={{ minWidth: `${10.5 + proposals.length * 16.5}rem` }}
      >
        <caption className="sr-only">받은 견적 비교</caption>
        <colgroup>
          <col className="w-42" />
          {proposals.map((proposal) => (
            <col key={proposal.id} />
          ))}
        </colgroup>
        <thead>
          <tr className="align-top">
            <th scope="col" className="sticky left-0 z-10 bg-base-100">
              <span className="sr-only">항목</span>
            </th>
            {proposals.map((proposal) => (
              <th
                key={proposal.id}
                scope="col"
                className={
                  "border-l border-base-300 p-6 text-left font-normal " +
                  `${getColumnBackground(proposal.id === pickedId)}`
                }
              >
                <ProposalColumnHeader
                  proposal={proposal}
                  isPicked={proposal.id === pickedId}
                  to={hrefFor?.("pick", proposal.id) ?? null}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TABLE_ROWS.filter((row) => row.isVisible?.(proposals) ?? true).map((row) => (
            <tr key={row.label} className="border-t border-base-300 align-top">
              <th
                scope="row"
                className="sticky left-0 z-10 bg-base-100 px-6 py-5 text-left font-normal text-ink-2"
              >
                {row.label}
              </th>
              {proposals.map((proposal) => (
                <td
                  key={proposal.id}
                  className={
                    "border-l border-base-300 px-6 py-5 " + getColumnBackground(proposal.id === pickedId)
                  }
                >
                  <RowValue row={row} proposal={proposal} bestByRow={bestByRow} />
                </td>
              ))}
            </tr>
          ))}
          {hrefFor ? <ActionsRow proposals={proposals} pickedId={pickedId} hrefFor={hrefFor} /> : null}
        </tbody>
      </table>
    </div>
  )
}

/** What a proposal says in a row of the table, marked where it is the best. */
function RowValue({
  row,
  proposal,
  bestByRow,
}: {
  row: TableRow
  proposal: ComparedProposal
  bestByRow: ReturnType<typeof findBestByRow>
}) {
  const mark =
    row.comparisonRow && bestByRow[row.comparisonRow] === proposal.id ? (
      <BestMark>{BEST_VALUE_LABELS[row.comparisonRow]}</BestMark>
    ) : null
  return (
    <>
      {row.label === "견적 내역" || row.isMarkBelow || !mark ? (
        row.cell(proposal)
      ) : (
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          {row.cell(proposal)}
          {mark}
        </span>
      )}
      {row.isMarkBelow && mark ? <span className="mt-3 block">{mark}</span> : null}
    </>
  )
}

function ProposalColumnHeader({
  proposal,
  isPicked,
  to,
}: {
  proposal: ComparedProposal
  isPicked: boolean
  to: string | null
}) {
  const { expert } = proposal
  const comparisonRow = (
    <span
      aria-hidden
      className={
        "grid size-7 flex-none place-items-center rounded-full " +
        `${isPicked ? "bg-primary text-primary-content" : "border-[1.5px] border-field-line bg-base-100"}`
      }
    >
      {isPicked ? <Check size={16} strokeWidth={2.5} /> : null}
    </span>
  )
  const expertIdentity = (
    <span className="flex items-start gap-3.5">
      <Avatar pictureId={expert.avatarId} name={expert.name} size={56} />
      <span className="min-w-0 flex-1 pt-1">
        <ProposerName expert={expert} className="max-w-full text-lg font-bold" />
        <span className="block text-sm text-ink-3">{formatCareer(expert)}</span>
      </span>
      {to ? comparisonRow : <ProposalBadge state={proposal.state} />}
    </span>
  )
  return (
    <>
      {to ? (
        <Link
          to={to}
          replace
          preventScrollReset
          aria-current={isPicked ? "true" : undefined}
          className="block rounded-lg"
        >
          {expertIdentity}
          <span className="sr-only">{isPicked ? "고른 견적" : "이 견적 고르기"}</span>
        </Link>
      ) : (
        expertIdentity
      )}
      {proposal.state === "sent" ? (
        <span
          className={
            "mt-3 inline-flex min-h-6 items-center rounded-sm bg-open-tint px-2 text-xs font-semibold " +
            "text-open-ink"
          }
        >
          새 견적
        </span>
      ) : null}
      <p className="mt-3 line-clamp-4 text-ink-2">“{proposal.message}”</p>
    </>
  )
}

function ProposalColumnActions({
  proposal,
  declineHref,
}: {
  proposal: ComparedProposal
  declineHref: string
}) {
  return (
    <>
      <OpenChatButton kind="proposal" id={proposal.id} className="btn btn-quiet w-full" formClassName="mb-3">
        채팅으로 묻기<span className="sr-only"> ({proposal.expert.name}님)</span>
      </OpenChatButton>
      <Link to={href("/expert/:expertId", { expertId: proposal.expertId })} className={smallLinkClass}>
        프로필 보기
      </Link>
      <Link to={declineHref} preventScrollReset replace className={`ml-4 ${smallLinkClass}`}>
        거절하기<span className="sr-only"> ({proposal.expert.name}님 견적)</span>
      </Link>
    </>
  )
}

/** Asking, the profile and declining, below each column. */
function ActionsRow({
  proposals,
  pickedId,
  hrefFor,
}: {
  proposals: readonly ComparedProposal[]
  pickedId: string | null
  hrefFor: ColumnHref
}) {
  return (
    <tr className="border-t border-base-300">
      <th scope="row" className="sticky left-0 z-10 bg-base-100">
        <span className="sr-only">더 하기</span>
      </th>
      {proposals.map((proposal) => (
        <td
          key={proposal.id}
          className={`border-l border-base-300 px-6 py-4 ${getColumnBackground(proposal.id === pickedId)}`}
        >
          <ProposalColumnActions proposal={proposal} declineHref={hrefFor("decline", proposal.id)} />
        </td>
      ))}
    </tr>
  )
}
