import {
  BadgeQuestionMark,
  Boxes,
  LayoutDashboard,
  Package,
  PackageOpen,
  Settings,
  Star,
  Truck,
  Undo2,
  Wallet,
} from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "react-router"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { SideNavLayout, type SideNavItem } from "#app/ui/side-nav-layout.tsx"

const MENU_ITEMS = [
  { itemId: "desk", href: "/shopping/admin", label: "오늘", icon: LayoutDashboard },
  { itemId: "orders", href: "/shopping/admin/orders", label: "주문", icon: Truck },
  { itemId: "claims", href: "/shopping/admin/claims", label: "취소·반품·교환", icon: Undo2 },
  { itemId: "products", href: "/shopping/admin/products", label: "상품", icon: Package },
  { itemId: "stock", href: "/shopping/admin/stock", label: "재고", icon: Boxes },
  { itemId: "questions", href: "/shopping/admin/questions", label: "문의", icon: BadgeQuestionMark },
  { itemId: "reviews", href: "/shopping/admin/reviews", label: "후기", icon: Star },
  { itemId: "settlement", href: "/shopping/admin/settlement", label: "정산", icon: Wallet },
  { itemId: "settings", href: "/shopping/admin/settings", label: "상점 설정", icon: Settings },
] as const satisfies readonly SideNavItem[]
export type SellerMenuItem = (typeof MENU_ITEMS)[number]["itemId"]
/** Where one reads of money. */
const ITEMS_ABOUT_MONEY: readonly SellerMenuItem[] = ["desk", "orders", "claims", "settlement"]

/** The screens of an owner's desk: where one is at the side, what one looks at beside it. */
export function SellerLayout({ current, children }: { current: SellerMenuItem; children: ReactNode }) {
  const newProductLink = (
    <Link to="/shop/post" className="btn btn-primary hidden md:mt-4 md:inline-flex">
      <PackageOpen aria-hidden size={18} strokeWidth={1.75} /> 상품 올리기
    </Link>
  )
  return (
    <SideNavLayout label="판매자 메뉴" items={MENU_ITEMS} currentItemId={current} footer={newProductLink}>
      {ITEMS_ABOUT_MONEY.includes(current) ? (
        <ServiceAlert service="payments" className="mt-4 md:mt-8" />
      ) : null}
      {children}
    </SideNavLayout>
  )
}

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
