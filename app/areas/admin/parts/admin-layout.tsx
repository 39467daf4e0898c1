import type { ReactNode } from "react"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import type { AdminMenuItem } from "./admin-menu.ts"

/** Where one reads of the shop's money. */
const ITEMS_ABOUT_MONEY: readonly AdminMenuItem[] = [
  "purchases",
  "claims",
  "charges",
  "payouts",
  "refunds",
  "invoices",
  "reconciliation",
]

/**
 * A screen of the back office: `current` is its item of the menu (the frame around it reads it from the
 * address, see admin-menu.ts), null where it has none.
 */
export const AdminLayout = ({
  current,
  children,
}: {
  current: AdminMenuItem | null
  children: ReactNode
}) => (
  <>
    {current && ITEMS_ABOUT_MONEY.includes(current) ? (
      <ServiceAlert service="payments" className="mt-4 md:mt-2" />
    ) : null}
    {children}
  </>
)
