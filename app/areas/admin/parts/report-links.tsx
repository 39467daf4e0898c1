import { Link, href } from "react-router"
import { StateBadge } from "#app/ui/badge.tsx"
import { Card } from "#app/ui/section.tsx"
import { STATE_LABELS, type ReportState } from "../../trust/rules.ts"

/** Reports that belong to what one looks at: each leads to its own screen. Nothing where there are none. */
export function ReportLinks({
  title,
  reports,
}: {
  title: string
  reports: readonly { id: string; state: ReportState; title: string; text?: string }[]
}) {
  if (reports.length === 0) return null
  return (
    <Card>
      <h2 className="text-lg font-bold">{title}</h2>
      <ul className="mt-3 grid gap-3">
        {reports.map((report) => (
          <li key={report.id}>
            <p className="flex items-center justify-between gap-2">
              <Link
                to={href("/admin/reports/:reportId", { reportId: report.id })}
                className="hit min-w-0 truncate text-base font-semibold hover:underline"
              >
                {report.title}
              </Link>
              <StateBadge tone={STATE_LABELS[report.state].tone}>
                {STATE_LABELS[report.state].label}
              </StateBadge>
            </p>
            {report.text ? <p className="text-sm text-ink-3">{report.text}</p> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
