import { Columns3, TriangleAlert } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Link } from "react-router"
import { formatDate } from "#app/basics/time.ts"
import { formatManwon, formatWon } from "#app/basics/won.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import {
  findBestByRow,
  formatSiteVisitShort,
  formatWarranty,
  type ComparedProposal,
  type ComparisonRow,
} from "./comparison.ts"

const rows: {
  label: string
  comparisonRow?: ComparisonRow
  value: (proposal: ComparedProposal) => ReactNode
}[] = [
  { label: "금액", comparisonRow: "total", value: (proposal) => formatManwon(proposal.totalWon) },
  {
    label: "결제",
    value: ({ plan: [first, ...rest] }) =>
      first === undefined ? (
        "직접"
      ) : rest.length === 0 ? (
        "한 번에"
      ) : (
        <>
          {rest.length + 1}단계
          <span className="num block text-xs font-normal text-ink-2">먼저 {formatWon(first.amountWon)}</span>
        </>
      ),
  },
  { label: "시작", comparisonRow: "start", value: (proposal) => formatDate(proposal.earliestStart) },
  { label: "기간", comparisonRow: "days", value: (proposal) => `${proposal.days}일` },
  { label: "방문", value: formatSiteVisitShort },
  { label: "포함", comparisonRow: "included", value: (proposal) => `${proposal.included.length}가지` },
  {
    label: "제외",
    value: (proposal) =>
      proposal.excluded.length > 0 ? (
        `${proposal.excluded.length}가지`
      ) : (
        <span
          className={
            "inline-flex items-center gap-1 rounded-md bg-warn-tint px-2 py-1.5 text-xs text-warn-ink"
          }
        >
          <TriangleAlert size={14} />
          비어 있음
        </span>
      ),
  },
  { label: "보수", comparisonRow: "warranty", value: formatWarranty },
  {
    label: "평점",
    comparisonRow: "rating",
    value: (proposal) => proposal.expert.rating?.toFixed(1) ?? "신규",
  },
]

type CompareSheetProps = {
  proposals: readonly ComparedProposal[]
  hrefFor: (to: "choose", id: string) => string
}

/** All proposals in one small table, on phones. */
export function CompareSheet({ proposals, hrefFor }: CompareSheetProps) {
  const bestByRow = findBestByRow(proposals)
  return (
    <Sheet
      title="견적 비교"
      triggerClassName="btn btn-primary btn-lg w-full cursor-pointer list-none"
      trigger={
        <>
          <Columns3 size={20} />
          {proposals.length}개 비교하기
        </>
      }
    >
      <div className="relative -mx-5 overflow-x-auto px-5">
        <table
          className="w-full text-center text-base"
          style={{ minWidth: `${2.75 + proposals.length * 6.25}rem` }}
        >
          <caption className="sr-only">받은 견적 비교</caption>
          <thead>
            <tr className="align-top">
              <th scope="col" className="w-11">
                <span className="sr-only">항목</span>
              </th>
              {proposals.map((proposal) => (
                <th key={proposal.id} scope="col" className="px-1 pb-4 font-semibold">
                  <span className="flex flex-col items-center gap-1.5">
                    <Avatar pictureId={proposal.expert.avatarId} name={proposal.expert.name} size={48} />
                    {proposal.expert.name}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label} className="border-t border-base-300">
                <th scope="row" className="py-2.5 text-left text-sm font-normal text-ink-3">
                  {row.label}
                </th>
                {proposals.map((proposal) => (
                  <ComparisonCell
                    key={proposal.id}
                    row={row}
                    proposal={proposal}
                    isBest={row.comparisonRow !== undefined && bestByRow[row.comparisonRow] === proposal.id}
                  />
                ))}
              </tr>
            ))}
            <ChooseRow proposals={proposals} hrefFor={hrefFor} />
          </tbody>
        </table>
      </div>
      <p className="mt-4 text-sm text-ink-3">파란 칸이 그 줄에서 가장 좋은 조건이에요.</p>
    </Sheet>
  )
}

function ComparisonCell({
  row,
  proposal,
  isBest,
}: {
  row: (typeof rows)[number]
  proposal: ComparedProposal
  isBest: boolean
}) {
  return (
    <td className="px-1 py-2.5 font-semibold whitespace-nowrap">
      {isBest ? (
        <span className="inline-block rounded-md bg-primary-tint px-2 py-1 text-primary-ink">
          {row.value(proposal)}
          <span className="sr-only"> (가장 좋은 조건)</span>
        </span>
      ) : (
        row.value(proposal)
      )}
    </td>
  )
}

function ChooseRow({ proposals, hrefFor }: CompareSheetProps) {
  return (
    <tr className="border-t border-base-300">
      <th scope="row">
        <span className="sr-only">선택</span>
      </th>
      {proposals.map((proposal) => (
        <td key={proposal.id} className="px-1 pt-3">
          <Link
            to={hrefFor("choose", proposal.id)}
            replace
            preventScrollReset
            className="btn btn-tint w-full px-2 text-sm"
          >
            선택하기
            <span className="sr-only"> {proposal.expert.name}님</span>
          </Link>
        </td>
      ))}
    </tr>
  )
}
