import type { ReactNode } from "react"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import type { SellerMenuItem } from "./seller-desk.tsx"

/** Where one reads of money. */
const ITEMS_ABOUT_MONEY: readonly SellerMenuItem[] = ["desk", "orders", "claims", "settlement"]

/** A screen of an owner's desk; `current` is its item of the menu. */
export const SellerLayout = ({ current, children }: { current: SellerMenuItem; children: ReactNode }) => (
  <>
    {ITEMS_ABOUT_MONEY.includes(current) ? (
      <ServiceAlert service="payments" className="mt-4 md:mt-2" />
    ) : null}
    {children}
  </>
)

/** A field to look for something in the list; keeps the tab. */
export function SearchBox({
  path,
  tab,
  q,
  label,
}: {
  path: string
  tab: string
  q: string | null
  label: string
}) {
  return (
    <search>
      <form action={path} method="get" className="mb-4 flex gap-2">
        <input type="hidden" name="tab" value={tab} />
        <input
          type="search"
          name="q"
          defaultValue={q ?? ""}
          maxLength={50}
          aria-label={label}
          placeholder={label}
          className="field-box min-h-11 py-2"
        />
        <button type="submit" className="btn btn-line">
          찾기
        </button>
      </form>
    </search>
  )
}
