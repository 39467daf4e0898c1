import { formatNumber } from "#app/basics/numbers.ts"
import { Tag } from "#app/ui/badge.tsx"
import { FoldSummary } from "#app/ui/fold-summary.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { Card } from "#app/ui/section.tsx"
import { formatDevice, HISTORY_LABELS, getHistoryHref, getHistoryStateLabel } from "../labels.ts"
import { OfficeLink } from "./office-link.tsx"
import { HISTORY_KINDS, type HistoryKind } from "../rules.ts"

type HistoryEntry = { kind: HistoryKind; id: string; title: string; state: string; at: string }
type History = { counts: Partial<Record<HistoryKind, number>>; entries: readonly HistoryEntry[] } | null

const toTitle = ({ kind, title }: HistoryEntry) => (kind === "sign_in" ? formatDevice(title) : title)

const HistoryList = ({ entries }: { entries: readonly HistoryEntry[] }) => (
  <ul className="mt-4 divide-y divide-base-300 border-t border-base-300">
    {entries.map((line) => (
      <li key={`${line.kind}:${line.id}`} className="flex items-center justify-between gap-3 py-3">
        <span className="min-w-0">
          <OfficeLink
            to={getHistoryHref(line.kind, line.id)}
            className="block truncate text-base font-medium hover:underline"
            otherwise={<span className="block truncate text-base font-medium">{toTitle(line)}</span>}
          >
            {toTitle(line)}
          </OfficeLink>
          <span className="block text-sm text-ink-3">
            {HISTORY_LABELS[line.kind]} · <RelativeTime at={line.at} />
          </span>
        </span>
        <span className="flex-none">
          <Tag>{getHistoryStateLabel(line.kind, line.state)}</Tag>
        </span>
      </li>
    ))}
  </ul>
)

/** More would push the decisions out of a phone's reach. */
const MAX_OPEN_ENTRIES = 8

/** What they did, counted by kind, and the latest of it. */
export function PersonHistory({ history }: { history: History }) {
  const entries = history?.entries ?? []
  const earlier = entries.slice(MAX_OPEN_ENTRIES)
  const historyCounts = HISTORY_KINDS.filter((kind) => history?.counts[kind])
  return (
    <Card className="md:p-6">
      <h2 className="text-lg font-bold">활동</h2>
      {historyCounts.length === 0 ? (
        <p className="mt-2 text-base text-ink-3">아직 남긴 것이 없어요.</p>
      ) : null}
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2 empty:hidden">
        {historyCounts.map((kind) => (
          <div key={kind}>
            <dt className="text-sm text-ink-3">{HISTORY_LABELS[kind]}</dt>
            <dd className="text-lg font-bold">{formatNumber(history?.counts[kind] ?? 0)}건</dd>
          </div>
        ))}
      </dl>
      {entries.length > 0 ? <HistoryList entries={entries.slice(0, MAX_OPEN_ENTRIES)} /> : null}
      {earlier.length > 0 ? (
        <details className="border-t border-base-300 pt-3">
          <FoldSummary className="text-base font-medium text-ink-2">
            이전 활동 <span className="num">{earlier.length}건</span>
          </FoldSummary>
          <HistoryList entries={earlier} />
        </details>
      ) : null}
    </Card>
  )
}
