import {
  BadgeCheck,
  Banknote,
  Briefcase,
  CircleQuestionMark,
  ClipboardList,
  Clock,
  FileText,
  Flag,
  Handshake,
  LayoutDashboard,
  LifeBuoy,
  Mail,
  Megaphone,
  MessagesSquare,
  Package,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  ShoppingBag,
  Star,
  Store,
  TriangleAlert,
  Undo2,
  Users,
} from "lucide-react"
import type { ReactNode } from "react"
import { ServiceAlert } from "#app/ui/service-alert.tsx"
import { SideNavLayout, type SideNavItem } from "#app/ui/side-nav-layout.tsx"

const MENU_ITEMS = [
  { itemId: "dashboard", href: "/admin", label: "대시보드", icon: LayoutDashboard },
  { itemId: "users", href: "/admin/users", label: "회원", icon: Users },
  { itemId: "experts", href: "/admin/experts", label: "전문가 심사", icon: BadgeCheck },
  { itemId: "sellers", href: "/admin/users/shop-owners", label: "판매자", icon: Store },
  { itemId: "products", href: "/admin/products", label: "상품 심사", icon: Package },
  { itemId: "purchases", href: "/admin/purchases", label: "쇼핑 주문", icon: ShoppingBag },
  { itemId: "claims", href: "/admin/claims", label: "취소·반품·교환", icon: Undo2 },
  { itemId: "deals", href: "/admin/deals", label: "중고 안심결제", icon: Handshake },
  { itemId: "payouts", href: "/admin/payouts", label: "정산 지급", icon: Banknote },
  { itemId: "orders", href: "/admin/orders", label: "견적 요청", icon: ClipboardList },
  { itemId: "warranties", href: "/admin/warranties", label: "하자보수", icon: ShieldCheck },
  { itemId: "reports", href: "/admin/reports", label: "신고", icon: Flag },
  { itemId: "appeals", href: "/admin/appeals", label: "노쇼 이의", icon: Scale },
  { itemId: "lateWages", href: "/admin/late-wages", label: "늦은 임금", icon: Clock },
  { itemId: "chats", href: "/admin/chat-list", label: "채팅", icon: MessagesSquare },
  { itemId: "reviews", href: "/admin/reviews", label: "후기", icon: Star },
  { itemId: "tickets", href: "/admin/tickets", label: "문의", icon: LifeBuoy },
  { itemId: "notices", href: "/admin/notices", label: "공지사항", icon: Megaphone },
  { itemId: "faq", href: "/admin/faq", label: "자주 묻는 질문", icon: CircleQuestionMark },
  { itemId: "careers", href: "/admin/careers", label: "채용", icon: Briefcase },
  { itemId: "pages", href: "/admin/pages", label: "안내 문서", icon: FileText },
  { itemId: "settings", href: "/admin/settings", label: "설정", icon: Settings },
  { itemId: "audit", href: "/admin/audit", label: "감사 기록", icon: ScrollText },
  { itemId: "failed", href: "/admin/failed-work", label: "실패한 일", icon: TriangleAlert },
  { itemId: "outbox", href: "/admin/outbox", label: "보낸편지함", icon: Mail },
] as const satisfies readonly SideNavItem[]
export type AdminMenuItem = (typeof MENU_ITEMS)[number]["itemId"]
/** Where one reads of the shop's money. */
const ITEMS_ABOUT_MONEY: readonly AdminMenuItem[] = ["purchases", "claims", "payouts"]

/** The screens of the back office: where one is at the side, what one looks at beside it. */
export const AdminLayout = ({ current, children }: { current: AdminMenuItem; children: ReactNode }) => (
  <SideNavLayout label="관리자 메뉴" items={MENU_ITEMS} currentItemId={current}>
    {ITEMS_ABOUT_MONEY.includes(current) ? (
      <ServiceAlert service="payments" className="mt-4 md:mt-8" />
    ) : null}
    {children}
  </SideNavLayout>
)
