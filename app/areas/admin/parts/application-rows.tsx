import { Link, href } from "react-router"
import { Avatar } from "#app/ui/avatar.tsx"
import { RelativeTime } from "#app/ui/relative-time.tsx"
import { formatDate } from "#app/basics/time.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { EXPERT_STATE_TONES } from "../../experts/parts/registration-status.tsx"
import { EXPERT_STATE_LABELS, type ExpertState, type WaitingInsurancePaper } from "../../experts/rules.ts"
import { CATEGORY_LABELS, type Category } from "../../orders/rules.ts"
import { AdminTable, listHideableLabels, type AdminTableColumn } from "./admin-table.tsx"
import { BulkCheckbox } from "./bulk-action-bar.tsx"

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

export const ExpertBadge = ({ state }: { state: ExpertState }) => (
  <StateBadge tone={EXPERT_STATE_TONES[state]}>{EXPERT_STATE_LABELS[state]}</StateBadge>
)

/** The expert whom a row is about; opens the file. */
const EXPERT_COLUMN: AdminTableColumn<
  Pick<ApplicationRow, "expertId" | "avatarId" | "name" | "businessName">
> = {
  label: "이름",
  slot: "name",
  render: (row) => (
    <Link
      to={href("/admin/expert/:expertId", { expertId: row.expertId })}
      className="flex items-center gap-3 font-semibold after:absolute after:inset-0"
    >
      <Avatar pictureId={row.avatarId} name={row.name} size={36} />
      <span className="min-w-0">
        <span className="block truncate">{row.name}</span>
        <span className="block truncate text-sm font-normal text-ink-3">{row.businessName}</span>
      </span>
    </Link>
  ),
}

const APPLICATION_COLUMNS: readonly AdminTableColumn<ApplicationRow>[] = [
  EXPERT_COLUMN,
  {
    label: "분야 · 자료",
    slot: "detail",
    render: (row) => (
      <>
        {row.categories.map((category) => CATEGORY_LABELS[category]).join(" · ")}
        <span className="text-sm text-ink-3"> · 자료 {row.documents}개</span>
      </>
    ),
  },
  {
    label: "들어온 때",
    slot: "figure",
    className: "text-ink-3",
    render: (row) => <RelativeTime at={row.appliedAt} />,
  },
  { label: "상태", slot: "badge", render: (row) => <ExpertBadge state={row.state} /> },
]

const PAPER_COLUMNS: readonly AdminTableColumn<WaitingInsurancePaper>[] = [
  EXPERT_COLUMN,
  { label: "보험", slot: "detail", render: (row) => row.insurer },
  {
    label: "끝나는 날",
    slot: "figure",
    className: "num text-ink-2",
    render: (row) => `${formatDate(row.expiresOn)}까지`,
  },
  {
    label: "들어온 때",
    slot: "badge",
    className: "text-sm text-ink-3",
    render: (row) => <RelativeTime at={row.createdAt} />,
  },
]

/** The columns of either list that a reader may leave out. */
export const HIDEABLE_LABELS = {
  applications: listHideableLabels(APPLICATION_COLUMNS),
  papers: listHideableLabels(PAPER_COLUMNS),
}

/** Applications to be looked at. */
export const ApplicationRows = ({
  rows,
  isFramed = true,
  isSelectable = false,
}: {
  rows: readonly ApplicationRow[]
  isFramed?: boolean
  /** Rows have boxes, of which a bar beneath says what can be done with them. */ isSelectable?: boolean
}) => (
  <AdminTable
    rows={rows}
    keyOf={(row) => row.expertId}
    isFramed={isFramed}
    {...(isSelectable && {
      renderCheckbox: (row: ApplicationRow) => <BulkCheckbox id={row.expertId} label={row.name} />,
    })}
    columns={APPLICATION_COLUMNS}
  />
)

/** Certificates of insurance to be looked at. */
export const InsurancePaperRows = ({ rows }: { rows: readonly WaitingInsurancePaper[] }) =>
  rows.length === 0 ? (
    <EmptyState art="done" title="확인할 증권이 없어요" text="전문가가 보험 증권을 보내면 여기에 보여요." />
  ) : (
    <AdminTable rows={rows} keyOf={(row) => row.id} columns={PAPER_COLUMNS} />
  )
