import { BadgeCheck, Banknote, Briefcase, CircleQuestionMark, ClipboardList, FileText, Flag, LayoutDashboard, LifeBuoy, Mail, Megaphone, MessagesSquare, Package, Scale, ScrollText, Settings, Star, Store, Users, type LucideIcon } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "react-router"

const PLACES = [
  { place: "dashboard", href: "/admin", label: "대시보드", icon: LayoutDashboard },
  { place: "users", href: "/admin/users", label: "회원", icon: Users },
  { place: "experts", href: "/admin/experts", label: "전문가 심사", icon: BadgeCheck },
  { place: "sellers", href: "/admin/users/shop-owners", label: "판매자", icon: Store },
  { place: "products", href: "/admin/products", label: "상품 심사", icon: Package },
  { place: "payouts", href: "/admin/payouts", label: "정산 지급", icon: Banknote },
  { place: "orders", href: "/admin/orders", label: "견적 요청", icon: ClipboardList },
  { place: "reports", href: "/admin/reports", label: "신고", icon: Flag },
  { place: "appeals", href: "/admin/appeals", label: "노쇼 이의", icon: Scale },
  { place: "chats", href: "/admin/chat-list", label: "채팅", icon: MessagesSquare },
  { place: "reviews", href: "/admin/reviews", label: "후기", icon: Star },
  { place: "tickets", href: "/admin/tickets", label: "문의", icon: LifeBuoy },
  { place: "notices", href: "/admin/notices", label: "공지사항", icon: Megaphone },
  { place: "faq", href: "/admin/faq", label: "자주 묻는 질문", icon: CircleQuestionMark },
  { place: "careers", href: "/admin/careers", label: "채용", icon: Briefcase },
  { place: "pages", href: "/admin/pages", label: "안내 문서", icon: FileText },
  { place: "settings", href: "/admin/settings", label: "설정", icon: Settings },
  { place: "audit", href: "/admin/audit", label: "감사 기록", icon: ScrollText },
  { place: "outbox", href: "/admin/outbox", label: "보낸편지함", icon: Mail },
] as const satisfies readonly { place: string; href: string; label: string; icon: LucideIcon }[]
export type AdminPlace = (typeof PLACES)[number]["place"]

/** The screens of the back office: where one is at the side, what one looks at beside it. */
export function AdminFrame({ current, children }: { current: AdminPlace; children: ReactNode }) {
  return (
    <div className="mx-auto w-full page-width px-4 pb-12 md:grid md:grid-cols-[12.5rem_minmax(0,1fr)] md:gap-8 md:px-6 md:pb-16">
      <nav aria-label="관리자 메뉴" className="-mx-4 flex gap-1 overflow-x-auto border-b border-base-300 px-4 py-2 [scrollbar-width:none] md:sticky md:top-20 md:mx-0 md:mt-8 md:flex-col md:self-start md:border-0 md:p-0">
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
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** One number of the back office. */
export function AdminFigure({ name, value, note, href }: { name: string; value: string; note?: string; href?: string }) {
  return (
    <div className={`relative card-line p-4 md:p-5 ${href ? "hover:bg-base-200" : ""}`}>
      <dt className="text-sm text-ink-3">{href ? <Link to={href} className="after:absolute after:inset-0 after:rounded-xl">{name}</Link> : name}</dt>
      <dd className="mt-1">
        <span className="text-xl font-bold">{value}</span>
        {note ? <span className="mt-0.5 block text-sm text-ink-3">{note}</span> : null}
      </dd>
    </div>
  )
}
