import { useMemo, type ReactNode } from "react"
import { useLocation } from "react-router"
import { DeskFrame } from "#app/ui/desk-frame.tsx"
import type { AdminDesk as AdminDeskView } from "../desk-view.ts"
import { INBOX_QUEUES } from "../inbox-rules.ts"
import { getRecordHref, RECORD_LABELS } from "../record-links.ts"
import type { Queue } from "../rules.ts"
import { getCurrentItem, listGroups, type AdminMenuItem } from "./admin-menu.ts"
import { CaseBar, NextCaseForm } from "./case-bar.tsx"
import { CommandField } from "./command-field.tsx"

/** What waits in the queues of each item. */
const QUEUES_OF_ITEM: Partial<Record<AdminMenuItem, readonly Queue[]>> = {
  inbox: INBOX_QUEUES,
  users: ["admins"],
  experts: ["experts", "papers"],
  sellers: ["sellers"],
  products: ["products"],
  orders: ["disputes"],
  warranties: ["warranties"],
  claims: ["claims"],
  deals: ["deals"],
  payouts: ["payouts", "transfers"],
  refunds: ["refunds"],
  charges: ["old_charges"],
  chargebacks: ["chargebacks"],
  cashReceipts: ["cash_receipts"],
  reports: ["reports", "appeals"],
  appeals: ["noshows"],
  lateWages: ["late_wages"],
  tickets: ["tickets"],
  failed: ["events", "jobs"],
  access: ["access"],
  settings: ["company"],
}

const countByItem = (desk: AdminDeskView): Record<string, number> =>
  Object.fromEntries(
    Object.entries(QUEUES_OF_ITEM).map(([itemId, queues]) => [
      itemId,
      queues.reduce((sum, queue) => sum + (desk.queues.find((each) => each.queue === queue)?.count ?? 0), 0),
    ]),
  )

/** The frame of the back office around the screen that is open. */
export function AdminDesk({ desk, children }: { desk: AdminDeskView; children: ReactNode }) {
  const { pathname } = useLocation()
  const recent = useMemo(
    () =>
      desk.recent.map(({ kind, id, title }) => ({
        group: "최근에 연 화면",
        href: getRecordHref(kind, id),
        label: title,
        detail: RECORD_LABELS[kind],
      })),
    [desk],
  )
  return (
    <DeskFrame
      name="관리자"
      label="관리자 메뉴"
      homeHref="/admin"
      groups={listGroups(desk.rights)}
      currentItemId={getCurrentItem(pathname)}
      counts={countByItem(desk)}
      recent={recent}
      searchField={<CommandField recent={recent} />}
      barAction={<NextCaseForm after={desk.open?.id ?? null} className="btn btn-sm btn-tint" />}
      mainClassName="admin-bar"
    >
      {desk.open ? <CaseBar open={desk.open} /> : null}
      {children}
    </DeskFrame>
  )
}
