import {
  BadgeQuestionMark,
  Bell,
  Boxes,
  ChartColumn,
  KeyRound,
  LayoutDashboard,
  Package,
  PackageOpen,
  Search,
  Settings,
  Star,
  TicketPercent,
  Truck,
  Undo2,
  Wallet,
} from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Form, Link, useLocation, href as toHref } from "react-router"
import { DeskFrame, type DeskGroup } from "#app/ui/desk-frame.tsx"
import type { SellerTasks } from "../rules.ts"

const GROUPS = [
  {
    title: "오늘 할 일",
    items: [
      { itemId: "desk", href: toHref("/shopping/admin"), label: "오늘", icon: LayoutDashboard },
      { itemId: "orders", href: toHref("/shopping/admin/orders"), label: "주문", icon: Truck },
      { itemId: "claims", href: toHref("/shopping/admin/claims"), label: "취소·반품·교환", icon: Undo2 },
      {
        itemId: "questions",
        href: toHref("/shopping/admin/questions"),
        label: "문의",
        icon: BadgeQuestionMark,
      },
    ],
  },
  {
    title: "상품",
    items: [
      { itemId: "products", href: toHref("/shopping/admin/products"), label: "상품", icon: Package },
      { itemId: "stock", href: toHref("/shopping/admin/stock"), label: "재고", icon: Boxes },
      {
        itemId: "discounts",
        href: toHref("/shopping/admin/discounts"),
        label: "할인 예약",
        icon: TicketPercent,
      },
      { itemId: "reviews", href: toHref("/shopping/admin/reviews"), label: "후기", icon: Star },
    ],
  },
  {
    title: "정산과 설정",
    items: [
      { itemId: "sales", href: toHref("/shopping/admin/sales"), label: "판매 통계", icon: ChartColumn },
      { itemId: "settlement", href: toHref("/shopping/admin/settlement"), label: "정산", icon: Wallet },
      { itemId: "settings", href: toHref("/shopping/admin/settings"), label: "상점 설정", icon: Settings },
      { itemId: "api", href: toHref("/shopping/admin/api"), label: "API 키", icon: KeyRound },
      { itemId: "webhooks", href: toHref("/shopping/admin/webhooks"), label: "웹훅", icon: Bell },
    ],
  },
] as const satisfies readonly DeskGroup[]
export type SellerMenuItem = (typeof GROUPS)[number]["items"][number]["itemId"]

/** The item that is lit at `path`, also below its own; what has none belongs to the orders. */
const getCurrentItem = (path: string): SellerMenuItem =>
  GROUPS.flatMap((group): { itemId: SellerMenuItem; href: string }[] => [...group.items]).find(
    ({ itemId, href }) => href === path || (itemId !== "desk" && path.startsWith(`${href}/`)),
  )?.itemId ?? "orders"

/** The frame of an owner's desk around the screen that is open. */
export function SellerDesk({ tasks, children }: { tasks: SellerTasks | null; children: ReactNode }) {
  const { pathname } = useLocation()
  const newProductLink = (
    <Link to={toHref("/shop/post")} className="btn btn-primary mt-4 w-full">
      <PackageOpen size={18} /> 상품 올리기
    </Link>
  )
  return (
    <DeskFrame
      name="판매자 센터"
      label="판매자 메뉴"
      homeHref="/shopping/admin"
      groups={GROUPS}
      currentItemId={getCurrentItem(pathname)}
      counts={{
        orders: tasks?.toShip ?? 0,
        claims: tasks?.claims ?? 0,
        questions: tasks?.questions ?? 0,
        stock: tasks?.lowStock ?? 0,
      }}
      footer={newProductLink}
      searchField={<OrderSearch />}
    >
      {children}
    </DeskFrame>
  )
}

/** The field above every screen: finds orders of the shop. */
const OrderSearch = () => (
  <search className="relative block max-w-md">
    <Form action={toHref("/shopping/admin/orders")} method="get">
      <Search size={18} className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-ink-3" />
      <input
        type="search"
        name="q"
        maxLength={50}
        aria-label="주문 찾기"
        placeholder="주문번호, 받는 분, 상품"
        className="field-box h-11 min-h-11 border border-line-strong bg-base-100 py-2 pl-10"
      />
      <input type="hidden" name="tab" value="all" />
    </Form>
  </search>
)
