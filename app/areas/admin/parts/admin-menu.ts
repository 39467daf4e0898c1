import { href as toHref } from "react-router"
import {
  BadgeCheck,
  Banknote,
  Briefcase,
  Calculator,
  CircleQuestionMark,
  ClipboardList,
  Clock,
  FileText,
  Eye,
  Flag,
  Handshake,
  Images,
  Inbox,
  Lock,
  LayoutDashboard,
  LifeBuoy,
  Mail,
  Megaphone,
  MessagesSquare,
  Package,
  ReceiptText,
  RotateCcw,
  Scale,
  ScrollText,
  Search,
  Send,
  Settings,
  ShieldCheck,
  ShoppingBag,
  Star,
  Store,
  TicketPercent,
  TrendingUp,
  TriangleAlert,
  Undo2,
  Users,
  Vault,
} from "#app/ui/icons.tsx"
import type { DeskGroup } from "#app/ui/desk-frame.tsx"
import type { Right } from "../../accounts/rules.ts"
import type { BulkKind } from "../bulk-rules.ts"
import type { Command } from "../record-links.ts"

const ADMIN_GROUPS = [
  {
    title: "오늘 할 일",
    items: [
      { itemId: "dashboard", href: "/admin", label: "대시보드", icon: LayoutDashboard },
      { itemId: "inbox", href: toHref("/admin/inbox"), label: "받은 일", icon: Inbox },
      { itemId: "tickets", href: toHref("/admin/tickets"), label: "문의", icon: LifeBuoy },
      { itemId: "figures", href: toHref("/admin/figures"), label: "통계", icon: TrendingUp },
    ],
  },
  {
    title: "거래",
    items: [
      { itemId: "orders", href: toHref("/admin/orders"), label: "견적 요청", icon: ClipboardList },
      { itemId: "warranties", href: toHref("/admin/warranties"), label: "하자보수", icon: ShieldCheck },
      { itemId: "purchases", href: toHref("/admin/purchases"), label: "쇼핑 주문", icon: ShoppingBag },
      { itemId: "claims", href: toHref("/admin/claims"), label: "취소·반품·교환", icon: Undo2 },
      { itemId: "refunds", href: toHref("/admin/refunds"), label: "직접 환불", icon: ReceiptText },
      { itemId: "deals", href: toHref("/admin/deals"), label: "중고 안심결제", icon: Handshake },
      { itemId: "charges", href: toHref("/admin/charges"), label: "안심결제", icon: Vault },
      { itemId: "payouts", href: toHref("/admin/payouts"), label: "정산 지급", icon: Banknote },
      { itemId: "invoices", href: toHref("/admin/invoices"), label: "수수료 세금계산서", icon: Calculator },
      { itemId: "chargebacks", href: toHref("/admin/chargebacks"), label: "카드사 취소", icon: RotateCcw },
      {
        itemId: "cashReceipts",
        href: toHref("/admin/cash-receipts"),
        label: "현금영수증",
        icon: ReceiptText,
      },
      {
        itemId: "reconciliation",
        href: toHref("/admin/reconciliation"),
        label: "결제사 대사",
        icon: ReceiptText,
      },
    ],
  },
  {
    title: "사람",
    items: [
      { itemId: "users", href: toHref("/admin/users"), label: "회원", icon: Users },
      { itemId: "experts", href: toHref("/admin/experts"), label: "전문가 심사", icon: BadgeCheck },
      { itemId: "sellers", href: toHref("/admin/users/shop-owners"), label: "판매자", icon: Store },
    ],
  },
  {
    title: "상품",
    items: [{ itemId: "products", href: toHref("/admin/products"), label: "상품 심사", icon: Package }],
  },
  {
    title: "신뢰",
    items: [
      { itemId: "reports", href: toHref("/admin/reports"), label: "신고", icon: Flag },
      { itemId: "appeals", href: toHref("/admin/appeals"), label: "노쇼 이의", icon: Scale },
      { itemId: "lateWages", href: toHref("/admin/late-wages"), label: "늦은 임금", icon: Clock },
      { itemId: "reviews", href: toHref("/admin/reviews"), label: "후기", icon: Star },
      { itemId: "chats", href: toHref("/admin/chat-list"), label: "채팅", icon: MessagesSquare },
    ],
  },
  {
    title: "콘텐츠",
    items: [
      { itemId: "notices", href: toHref("/admin/notices"), label: "공지사항", icon: Megaphone },
      { itemId: "banners", href: toHref("/admin/banners"), label: "배너·기획전", icon: Images },
      { itemId: "campaigns", href: toHref("/admin/campaigns"), label: "캠페인", icon: Send },
      { itemId: "faq", href: toHref("/admin/faq"), label: "자주 묻는 질문", icon: CircleQuestionMark },
      { itemId: "careers", href: toHref("/admin/careers"), label: "채용", icon: Briefcase },
      { itemId: "pages", href: toHref("/admin/pages"), label: "안내 문서", icon: FileText },
    ],
  },
  {
    title: "설정",
    items: [
      { itemId: "settings", href: toHref("/admin/settings"), label: "설정", icon: Settings },
      { itemId: "coupons", href: toHref("/admin/settings/coupons"), label: "쿠폰", icon: TicketPercent },
      { itemId: "vocabulary", href: toHref("/admin/settings/vocabulary"), label: "검색 낱말", icon: Search },
      { itemId: "rights", href: toHref("/admin/rights"), label: "관리자와 권한", icon: Lock },
      { itemId: "audit", href: toHref("/admin/audit"), label: "감사 기록", icon: ScrollText },
      { itemId: "access", href: toHref("/admin/access"), label: "접속 기록", icon: Eye },
      { itemId: "failed", href: toHref("/admin/failed-work"), label: "실패한 일", icon: TriangleAlert },
      { itemId: "outbox", href: toHref("/admin/outbox"), label: "보낸편지함", icon: Mail },
    ],
  },
] as const satisfies readonly DeskGroup[]
export type AdminMenuItem = (typeof ADMIN_GROUPS)[number]["items"][number]["itemId"]

/** Whose screens those of each item are; null for those of everybody in the office. */
const ITEM_RIGHTS: Record<AdminMenuItem, Right | null> = {
  dashboard: null,
  inbox: null,
  tickets: "support",
  figures: "figures",
  orders: "people",
  warranties: "people",
  purchases: "people",
  claims: "people",
  refunds: "people",
  deals: "people",
  charges: "money",
  payouts: "money",
  invoices: "money",
  chargebacks: "money",
  cashReceipts: "money",
  reconciliation: "money",
  users: "people",
  experts: "review",
  sellers: "review",
  products: "review",
  reports: "trust",
  appeals: "trust",
  lateWages: "trade",
  reviews: "trust",
  chats: "trust",
  notices: "content",
  banners: "content",
  campaigns: "content",
  faq: "content",
  careers: "content",
  pages: "content",
  settings: "settings",
  coupons: "content",
  vocabulary: "content",
  rights: "rights",
  audit: "rights",
  access: "rights",
  failed: "settings",
  outbox: "settings",
}
/** Whether `rights` open the screen at `path`. */
export function canOpen(path: string, rights: readonly Right[]): boolean {
  const right = ITEM_RIGHTS[getCurrentItem(path)]
  return right === null || rights.includes(right)
}
/** The groups of the menu with what `rights` open; those with nothing are left out. */
export const listGroups = (rights: readonly Right[]): DeskGroup[] =>
  ADMIN_GROUPS.map(({ title, items }) => ({
    title,
    items: items.filter(({ href }) => canOpen(href, rights)),
  })).filter(({ items }) => items.length > 0)
/** The screens that `rights` open, for the command field. */
export const listMenuCommands = (rights: readonly Right[]): Command[] =>
  listGroups(rights).flatMap(({ title, items }) =>
    items.map(({ href, label }) => ({ href, label, detail: title, group: "화면" })),
  )

/** The item of each kind that is decided in bulk: its right opens that, too. */
const BULK_ITEMS: Record<BulkKind, AdminMenuItem> = {
  experts: "experts",
  sellers: "sellers",
  products: "products",
  tickets: "tickets",
  reports: "reports",
  payouts: "payouts",
}

/** Screens that belong to an item without lying under its address. */
const EXTRA_ROOTS: readonly (readonly [string, AdminMenuItem])[] = [
  ["/admin/expert/", "experts"],
  ...Object.entries(BULK_ITEMS).map(([kind, item]) => [`/admin/bulk/${kind}`, item] as const),
  ["/admin/notice-manage", "notices"],
  ["/admin/career-manage", "careers"],
  ["/admin/faq-manage", "faq"],
]

/** The item that is lit at `path`: the one whose address is the longest beginning of it. */
export function getCurrentItem(path: string): AdminMenuItem {
  const extra = EXTRA_ROOTS.find(([root]) => path.startsWith(root))
  if (extra) return extra[1]
  const items = ADMIN_GROUPS.flatMap((group): { itemId: AdminMenuItem; href: string }[] => [...group.items])
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)
  return items[0]?.itemId ?? "dashboard"
}
