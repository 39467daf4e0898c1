import {
  BadgeCheck,
  Banknote,
  Briefcase,
  CircleQuestionMark,
  ClipboardList,
  FileText,
  Flag,
  LayoutDashboard,
  LifeBuoy,
  Mail,
  Megaphone,
  MessagesSquare,
  Package,
  Scale,
  ScrollText,
  Settings,
  ShoppingBag,
  Star,
  Store,
  TriangleAlert,
  Undo2,
  Users,
} from "lucide-react"
import type { ReactNode } from "react"
import { ServiceNote } from "#app/ui/service-note.tsx"
import { SideFrame, type SidePlace } from "#app/ui/side-frame.tsx"

const PLACES = [
  { place: "dashboard", href: "/admin", label: "대시보드", icon: LayoutDashboard },
  { place: "users", href: "/admin/users", label: "회원", icon: Users },
  { place: "experts", href: "/admin/experts", label: "전문가 심사", icon: BadgeCheck },
  { place: "sellers", href: "/admin/users/shop-owners", label: "판매자", icon: Store },
  { place: "products", href: "/admin/products", label: "상품 심사", icon: Package },
  { place: "purchases", href: "/admin/purchases", label: "쇼핑 주문", icon: ShoppingBag },
  { place: "claims", href: "/admin/claims", label: "취소·반품·교환", icon: Undo2 },
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
  { place: "failed", href: "/admin/failed-work", label: "실패한 일", icon: TriangleAlert },
  { place: "outbox", href: "/admin/outbox", label: "보낸편지함", icon: Mail },
] as const satisfies readonly SidePlace[]
export type AdminPlace = (typeof PLACES)[number]["place"]
/** Where one reads of the shop's money. */
const WITH_MONEY: readonly AdminPlace[] = ["purchases", "claims", "payouts"]

/** The screens of the back office: where one is at the side, what one looks at beside it. */
export const AdminFrame = ({ current, children }: { current: AdminPlace; children: ReactNode }) => (
  <SideFrame label="관리자 메뉴" places={PLACES} current={current}>
    {WITH_MONEY.includes(current) ? <ServiceNote of="payments" className="mt-4 md:mt-8" /> : null}
    {children}
  </SideFrame>
)
