import { BadgeQuestionMark, Boxes, LayoutDashboard, Package, PackageOpen, Settings, Star, Truck, Undo2, Wallet, type LucideIcon } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "react-router"

const PLACES = [
  { place: "desk", href: "/shopping/admin", label: "오늘", icon: LayoutDashboard },
  { place: "orders", href: "/shopping/admin/orders", label: "주문", icon: Truck },
  { place: "claims", href: "/shopping/admin/claims", label: "취소·반품·교환", icon: Undo2 },
  { place: "products", href: "/shopping/admin/products", label: "상품", icon: Package },
  { place: "stock", href: "/shopping/admin/stock", label: "재고", icon: Boxes },
  { place: "questions", href: "/shopping/admin/questions", label: "문의", icon: BadgeQuestionMark },
  { place: "reviews", href: "/shopping/admin/reviews", label: "후기", icon: Star },
  { place: "settlement", href: "/shopping/admin/settlement", label: "정산", icon: Wallet },
  { place: "settings", href: "/shopping/admin/settings", label: "상점 설정", icon: Settings },
] as const satisfies readonly { place: string; href: string; label: string; icon: LucideIcon }[]
export type SellerPlace = (typeof PLACES)[number]["place"]

/** The screens of an owner's desk: where one is at the side, what one looks at beside it. */
export function SellerFrame({ current, children }: { current: SellerPlace; children: ReactNode }) {
  return (
    <div className="mx-auto w-full page-width px-4 pb-12 md:grid md:grid-cols-[12.5rem_minmax(0,1fr)] md:gap-8 md:px-6 md:pb-16">
      <nav aria-label="판매자 메뉴" className="-mx-4 flex gap-1 overflow-x-auto border-b border-base-300 px-4 py-2 [scrollbar-width:none] md:sticky md:top-20 md:mx-0 md:mt-8 md:flex-col md:self-start md:border-0 md:p-0">
        {PLACES.map(({ place, href, label, icon: Icon }) => (
          <Link
            key={place}
            to={href}
            aria-current={place === current ? "page" : undefined}
            className={`flex h-11 flex-none items-center gap-3 rounded-lg px-3.5 text-base ${place === current ? "bg-primary-tint font-semibold text-primary-ink" : "font-medium hover:bg-fill"}`}
          >
            <Icon aria-hidden size={20} strokeWidth={1.75} className="hidden md:block" />
            {label}
          </Link>
        ))}
        <Link to="/shop/post" className="btn btn-primary hidden md:mt-4 md:inline-flex">
          <PackageOpen aria-hidden size={18} strokeWidth={1.75} /> 상품 올리기
        </Link>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** One number of the desk; `urgent` where somebody waits too long. */
export function SellerFigure({ name, value, note, href, urgent = false }: { name: string; value: string; note?: string | undefined; href?: string; urgent?: boolean }) {
  return (
    <div className={`relative card-line p-4 md:p-5 ${href ? "hover:bg-base-200" : ""}`}>
      <dt className="text-sm text-ink-3">{href ? <Link to={href} className="after:absolute after:inset-0 after:rounded-xl">{name}</Link> : name}</dt>
      <dd className="mt-1">
        <span className="text-xl font-bold">{value}</span>
        {note ? <span className={`mt-0.5 block text-sm ${urgent ? "font-medium text-refused-ink" : "text-ink-3"}`}>{note}</span> : null}
      </dd>
    </div>
  )
}

/** A field to look for something in the list; keeps the tab. */
export function SearchBox({ path, tab, q, label }: { path: string; tab: string; q: string | null; label: string }) {
  return (
    <search>
      <form action={path} method="get" className="mb-4 flex gap-2">
        <input type="hidden" name="tab" value={tab} />
        <input type="search" name="q" defaultValue={q ?? ""} maxLength={50} aria-label={label} placeholder={label} className="field-box min-h-11 py-2" />
        <button type="submit" className="btn btn-line">찾기</button>
      </form>
    </search>
  )
}
