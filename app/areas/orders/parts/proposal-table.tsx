import { Check } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "react-router"
import { OpenChat } from "#app/areas/chat/parts/open-chat.tsx"
import { formatDate, formatDateWithWeekday } from "#app/basics/time.ts"
import { formatWon } from "#app/basics/won.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Price } from "#app/ui/price.tsx"
import { lineTotal } from "../rules.ts"
import {
  bestOfRows,
  MARK_LABELS,
  visitText,
  warrantyText,
  type Compared,
  type MarkedRow,
} from "./comparison.ts"
import { ProposalBadge } from "./order-badge.tsx"
import { ItemList } from "./proposal-detail.tsx"
import { BestMark, MissingExclusions } from "./proposal-marks.tsx"
import { careerText, ProposerName, ProposerRating } from "./proposer.tsx"

type Row = {
  label: string
  mark?: MarkedRow
  cell: (proposal: Compared) => ReactNode
  /** The mark stands under the value. */ under?: boolean
  only?: (list: readonly Compared[]) => boolean
}

const rows: Row[] = [
  { label: "견적 금액", mark: "total", cell: (proposal) => <Price won={proposal.totalWon} size="2xl" /> },
  { label: "견적 내역", cell: (proposal) => <Lines proposal={proposal} /> },
  {
    label: "시작 가능일",
    mark: "start",
    cell: (proposal) => <Fact>{formatDateWithWeekday(proposal.earliestStart)}</Fact>,
  },
  { label: "예상 작업 기간", mark: "days", cell: (proposal) => <Fact>{proposal.days}일</Fact> },
  { label: "방문 견적", cell: (proposal) => <Fact>{visitText(proposal)}</Fact> },
  {
    label: "포함",
    mark: "included",
    under: true,
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
    only: (list) => list.some((proposal) => proposal.extraChargeRule !== ""),
    cell: (proposal) =>
      proposal.extraChargeRule ? (
        <p className="text-ink-2">{proposal.extraChargeRule}</p>
      ) : (
        <p className="text-ink-3">적지 않았어요</p>
      ),
  },
  { label: "하자보수", mark: "warranty", cell: (proposal) => <Fact>{warrantyText(proposal)}</Fact> },
  {
    label: "평점·후기",
    mark: "rating",
    cell: (proposal) => <ProposerRating expert={proposal.expert} size="lg" />,
  },
  {
    label: "견적 유효기간",
    cell: (proposal) => <span className="text-ink-2">{formatDate(proposal.validUntil)}까지</span>,
  },
]

const small = "hit rounded-sm text-sm font-medium text-ink-2 hover:underline"

function Fact({ children }: { children: ReactNode }) {
  return <span className="font-semibold">{children}</span>
}

function Lines({ proposal }: { proposal: Compared }) {
  return (
    <ul className="num grid gap-2">
      {proposal.lines.map((line, place) => (
        // The lines of one version never move.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 text-ink-2">
            {line.name}{" "}
            <span className="text-sm whitespace-nowrap text-ink-3">
              {line.quantity.toLocaleString("en-US")}
              {line.unit}
            </span>
          </span>
          <span className="flex-none font-medium">{formatWon(lineTotal(line))}</span>
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
  list,
  pickedId,
  linkOf,
}: {
  list: readonly Compared[]
  pickedId: string | null
  linkOf: ((to: "pick" | "decline", id: string) => string) | null
}) {
  const best = bestOfRows(list)
  const ground = (id: string) => (id === pickedId ? "bg-primary-tint/45" : "")
  return (
    <div className="card-line relative hidden overflow-x-auto md:block">
      <table className="w-full table-fixed text-base" style={{ minWidth: `${10.5 + list.length * 16.5}rem` }}>
        <caption className="sr-only">받은 견적 비교</caption>
        <colgroup>
          <col className="w-42" />
          {list.map((proposal) => (
            <col key={proposal.id} />
          ))}
        </colgroup>
        <thead>
          <tr className="align-top">
            <th scope="col" className="sticky left-0 z-10 bg-base-100">
              <span className="sr-only">항목</span>
            </th>
            {list.map((proposal) => (
              <th
                key={proposal.id}
                scope="col"
                className={`border-l border-base-300 p-6 text-left font-normal ${ground(proposal.id)}`}
              >
                <Head
                  proposal={proposal}
                  picked={proposal.id === pickedId}
                  to={linkOf?.("pick", proposal.id) ?? null}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter((row) => row.only?.(list) ?? true)
            .map((row) => (
              <tr key={row.label} className="border-t border-base-300 align-top">
                <th
                  scope="row"
                  className="sticky left-0 z-10 bg-base-100 px-6 py-5 text-left font-normal text-ink-2"
                >
                  {row.label}
                </th>
                {list.map((proposal) => {
                  const mark =
                    row.mark && best[row.mark] === proposal.id ? (
                      <BestMark>{MARK_LABELS[row.mark]}</BestMark>
                    ) : null
                  return (
                    <td
                      key={proposal.id}
                      className={`border-l border-base-300 px-6 py-5 ${ground(proposal.id)}`}
                    >
                      {row.label === "견적 내역" || row.under || !mark ? (
                        row.cell(proposal)
                      ) : (
                        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
                          {row.cell(proposal)}
                          {mark}
                        </span>
                      )}
                      {row.under && mark ? <span className="mt-3 block">{mark}</span> : null}
                    </td>
                  )
                })}
              </tr>
            ))}
          {linkOf ? (
            <tr className="border-t border-base-300">
              <th scope="row" className="sticky left-0 z-10 bg-base-100">
                <span className="sr-only">더 하기</span>
              </th>
              {list.map((proposal) => (
                <td key={proposal.id} className={`border-l border-base-300 px-6 py-4 ${ground(proposal.id)}`}>
                  <OpenChat
                    kind="proposal"
                    id={proposal.id}
                    className="btn btn-quiet w-full"
                    formClassName="mb-3"
                  >
                    채팅으로 묻기<span className="sr-only"> ({proposal.expert.name}님)</span>
                  </OpenChat>
                  <Link to={`/expert/${proposal.expertId}`} className={small}>
                    프로필 보기
                  </Link>
                  <Link
                    to={linkOf("decline", proposal.id)}
                    preventScrollReset
                    replace
                    className={`ml-4 ${small}`}
                  >
                    거절하기<span className="sr-only"> ({proposal.expert.name}님 견적)</span>
                  </Link>
                </td>
              ))}
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  )
}

function Head({ proposal, picked, to }: { proposal: Compared; picked: boolean; to: string | null }) {
  const { expert } = proposal
  const mark = (
    <span
      aria-hidden
      className={
        "grid size-7 flex-none place-items-center rounded-full " +
        `${picked ? "bg-primary text-primary-content" : "border-[1.5px] border-field-line bg-base-100"}`
      }
    >
      {picked ? <Check size={16} strokeWidth={2.5} /> : null}
    </span>
  )
  const who = (
    <span className="flex items-start gap-3.5">
      <Avatar pictureId={expert.avatarId} name={expert.name} size={56} />
      <span className="min-w-0 flex-1 pt-1">
        <ProposerName expert={expert} className="max-w-full text-lg font-bold" />
        <span className="block text-sm text-ink-3">{careerText(expert)}</span>
      </span>
      {to ? mark : <ProposalBadge state={proposal.state} />}
    </span>
  )
  return (
    <>
      {to ? (
        <Link
          to={to}
          replace
          preventScrollReset
          aria-current={picked ? "true" : undefined}
          className="block rounded-lg"
        >
          {who}
          <span className="sr-only">{picked ? "고른 견적" : "이 견적 고르기"}</span>
        </Link>
      ) : (
        who
      )}
      {proposal.state === "sent" ? (
        <span
          className={
            "mt-3 inline-flex h-6 items-center rounded-sm bg-open-tint px-2 text-xs font-semibold " +
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
