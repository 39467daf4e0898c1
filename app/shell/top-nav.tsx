import { Bell, Menu, Search, ShoppingCart } from "lucide-react"
import { Form, Link, useLocation } from "react-router"
import { Logo, LogoMark } from "../ui/art/logo.tsx"
import { CountBadge } from "../ui/badge.tsx"
import { Kept } from "../ui/kept.tsx"
import {
  AREA_ITEMS,
  CATEGORY_ITEMS,
  isActive,
  menuItems,
  showsCart,
  SIGN_UP_ITEM,
  type Destination,
} from "./navigation.ts"
import { brand } from "./brand.ts"
import { ChatLink } from "./chat-link.tsx"
import { SearchOverlay } from "./search-overlay.tsx"
import type { Viewer } from "./viewer.ts"

const icon =
  "relative grid size-11 flex-none cursor-pointer place-items-center rounded-full text-base-content " +
  "transition-colors hover:bg-fill"

function Items({ items, lit }: { items: readonly Destination[]; lit: Destination | undefined }) {
  return items.map((item) => {
    const active = item.href === lit?.href
    return (
      <li key={item.href}>
        <Link
          to={item.href}
          prefetch="intent"
          aria-current={active ? "page" : undefined}
          className={
            "flex h-11 items-center rounded-lg px-2 text-base whitespace-nowrap transition-colors " +
            `hover:text-primary-ink xl:px-2.5 ${active ? "font-bold text-primary-ink" : "font-medium"}`
          }
        >
          {item.label}
        </Link>
      </li>
    )
  })
}

function Menus({ viewer, path, className }: { viewer: Viewer; path: string; className: string }) {
  const lit = menuItems(viewer.isExpert).find((item) => isActive(item.href, path))
  return (
    <nav aria-label="주요 메뉴" className={className}>
      <Kept
        as="ul"
        of={AREA_ITEMS}
        variant={`${viewer.isExpert} ${lit?.href ?? ""}`}
        className="flex items-center"
      >
        {() => (
          <>
            <Items items={CATEGORY_ITEMS} lit={lit} />
            <li aria-hidden className="mx-2 h-3.5 w-px bg-line-strong" />
            <Items items={viewer.isExpert ? AREA_ITEMS : [...AREA_ITEMS, SIGN_UP_ITEM]} lit={lit} />
          </>
        )}
      </Kept>
    </nav>
  )
}

/**
 * The bar on top of every screen (specification §2). Below 1200 px the menu has a line of its own, on phones
 * it is /sitemap.
 */
export function TopNav({ viewer, phoneHidden }: { viewer: Viewer; phoneHidden: boolean }) {
  const { pathname } = useLocation()
  const cart = showsCart(viewer.signedIn, pathname)
  return (
    <header
      className={
        "print:hidden sticky top-0 z-40 bg-base-100 md:border-b md:border-base-300 " +
        `${phoneHidden ? "max-md:hidden" : ""}`
      }
    >
      <div className="mx-auto flex h-14 page-width items-center gap-1 px-4 md:h-16 md:px-6">
        <Link
          to="/"
          aria-label={`${brand.name} 홈`}
          className="-ml-1 flex flex-none items-center rounded-lg p-1 lg:mr-4"
        >
          <span className={`flex ${cart || viewer.signedIn ? "max-sm:hidden" : "max-[22.5rem]:hidden"}`}>
            <Logo />
          </span>
          <span className={`flex ${cart || viewer.signedIn ? "sm:hidden" : "min-[22.5rem]:hidden"}`}>
            <LogoMark />
          </span>
        </Link>
        <Menus viewer={viewer} path={pathname} className="max-lg:hidden" />
        <div className="ml-auto flex flex-none items-center gap-0.5 md:gap-1.5">
          <SearchOverlay className={icon}>
            <Search aria-hidden size={22} strokeWidth={1.75} />
          </SearchOverlay>
          {viewer.signedIn && (
            <Link to="/notifications" className={icon}>
              <span className="sr-only">알림</span>
              <Bell aria-hidden size={22} strokeWidth={1.75} />
              <CountBadge
                count={viewer.noticeCount}
                label={`안 읽은 알림 ${viewer.noticeCount > 99 ? "99개 넘게" : `${viewer.noticeCount}개`}`}
                className="absolute top-1 right-0.5"
              />
            </Link>
          )}
          {cart && (
            <Link to="/shopping/cart" className={icon}>
              <span className="sr-only">장바구니</span>
              <ShoppingCart aria-hidden size={22} strokeWidth={1.75} />
              <CountBadge
                count={viewer.cartCount}
                label={`${viewer.cartCount}개`}
                className="absolute top-1 right-0.5"
              />
            </Link>
          )}
          {viewer.signedIn && (
            <ChatLink
              count={viewer.chatCount}
              className={`${icon} max-[22.5rem]:hidden ${cart ? "max-sm:hidden" : ""}`}
            />
          )}
          {viewer.signedIn ? (
            <>
              <Link to={viewer.myPage} className="btn btn-sm btn-quiet px-3">
                마이
              </Link>
              <Form method="post" action="/logout" className="ml-1 md:ml-0">
                <button type="submit" className="btn btn-sm btn-secondary px-2.5 md:px-3">
                  로그아웃
                </button>
              </Form>
            </>
          ) : (
            <>
              <Link to="/login" className="btn btn-sm btn-ghost px-2.5 md:px-3">
                로그인
              </Link>
              <Link to="/signup" className="btn btn-sm btn-primary px-2.5 md:px-3">
                회원가입
              </Link>
            </>
          )}
          <Link to="/sitemap" aria-label="전체 메뉴" className={`${icon} -mr-2.5 md:hidden`}>
            <Menu aria-hidden size={24} strokeWidth={1.75} />
          </Link>
        </div>
      </div>
      <Menus
        viewer={viewer}
        path={pathname}
        className="mx-auto page-width overflow-x-auto px-4 pb-1 [scrollbar-width:none] max-md:hidden lg:hidden"
      />
    </header>
  )
}
