import { ChevronRight } from "lucide-react"
import { Link } from "react-router"
import { Avatar } from "#app/ui/avatar.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { StateBadge } from "#app/ui/badge.tsx"
import { EXPERT_STATE_TONES } from "../../experts/parts/registration-state.tsx"
import { EXPERT_STATE_LABELS, type ExpertState } from "../../experts/rules.ts"
import { CATEGORY_LABELS, type Category } from "../../orders/rules.ts"

export type ApplicationRow = {
  expertId: string
  name: string
  state: ExpertState
  businessName: string
  categories: Category[]
  documents: number
  avatarId: string | null
  appliedAt: string
}

export const ExpertBadge = ({ state }: { state: ExpertState }) => <StateBadge tone={EXPERT_STATE_TONES[state]}>{EXPERT_STATE_LABELS[state]}</StateBadge>

/** Applications as a table; on phones each row is two lines. */
export function ApplicationRows({ rows }: { rows: readonly ApplicationRow[] }) {
  return (
    <table className="w-full text-base">
      <thead className="hidden text-left text-sm text-ink-3 md:table-header-group">
        <tr className="border-b border-base-300">
          <th scope="col" className="px-5 py-3 font-normal">이름</th>
          <th scope="col" className="px-3 py-3 font-normal">분야 · 자료</th>
          <th scope="col" className="px-3 py-3 font-normal">들어온 때</th>
          <th scope="col" className="px-3 py-3 font-normal">상태</th>
          <th scope="col" className="px-3 py-3"><span className="sr-only">열기</span></th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.expertId} className="relative border-base-300 not-first:border-t hover:bg-base-200 max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:p-4">
            <td className="md:px-5 md:py-3.5">
              <Link to={`/admin/expert/${row.expertId}`} className="flex items-center gap-3 font-semibold after:absolute after:inset-0">
                <Avatar pictureId={row.avatarId} name={row.name} size={36} />
                <span className="min-w-0">
                  <span className="block truncate">{row.name}</span>
                  <span className="block truncate text-sm font-normal text-ink-3">{row.businessName}</span>
                </span>
              </Link>
            </td>
            <td className="max-md:order-3 max-md:text-sm max-md:text-ink-2 md:px-3 md:py-3.5">
              {row.categories.map((category) => CATEGORY_LABELS[category]).join(" · ")}
              <span className="text-sm text-ink-3"> · 자료 {row.documents}개</span>
            </td>
            <td className="max-md:order-4 max-md:justify-self-end max-md:text-sm text-ink-3 md:px-3 md:py-3.5"><RelativeTime at={row.appliedAt} /></td>
            <td className="max-md:justify-self-end md:px-3 md:py-3.5"><ExpertBadge state={row.state} /></td>
            <td className="hidden text-ink-3 md:table-cell md:px-3 md:py-3.5"><ChevronRight aria-hidden size={18} strokeWidth={1.75} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
