import { Bell, ChevronDown, Menu, Search, ShoppingCart } from "#app/ui/icons.tsx"
import { Link, useLocation, href } from "react-router"
import { buildNeighbourhoodHref } from "#app/ui/neighbourhood-href.ts"
import { Logo } from "../ui/art/logo.tsx"
import { CountBadge } from "../ui/badge.tsx"
import { CachedHtml } from "../ui/cached-html.tsx"
import { SignOutForm } from "../ui/sign-out-form.tsx"
import { listOfferedCategories } from "../areas/orders/category-rules.ts"
import {
  AREA_ITEMS,
  listCategoryItems,
  isActive,
  listMenuItems,
  showsCartIcon,
  EXPERT_SIGN_UP_ITEM,
  type Destination,
} from "./navigation.ts"
import { brand } from "../basics/brand.ts"
import { formatRegionShortName } from "../basics/regions.ts"
import { ChatLink } from "./chat-link.tsx"
import { SearchOverlay } from "./search-overlay.tsx"
import type { Viewer } from "./viewer.ts"

/** The red button of the specification as red words, where it would be the loudest thing on the screen. */
const QUIET_ON_PHONES_CLASSES =
  "max-md:border-transparent max-md:bg-transparent max-md:px-1.5 max-md:text-sale max-md:shadow-none " +
  "max-md:hover:bg-fill"

function MenuItems({
  items,
  activeItem,
}: {
  items: readonly Destination[]
  activeItem: Destination | undefined
}) {
  return items.map((item) => {
    const isActiveItem = item.href === activeItem?.href
    return (
      <li key={item.href}>
        <Link to={item.href} prefetch="intent" aria-current={isActiveItem ? "page" : undefined}>
          {item.label}
        </Link>
      </li>
    )
  })
}

function MainMenu({ viewer, path }: { viewer: Viewer; path: string }) {
  const activeItem = listMenuItems(viewer.isExpert).find((item) => isActive(item.href, path))
  return (
    <nav aria-label="주요 메뉴" className="main-menu">
      <CachedHtml
        as="ul"
        source={listOfferedCategories()}
        variant={`menu ${viewer.isExpert} ${activeItem?.href ?? ""}`}
      >
        {() => (
          <>
            <MenuItems items={listCategoryItems()} activeItem={activeItem} />
            <li aria-hidden />
            <MenuItems
              items={viewer.isExpert ? AREA_ITEMS : [...AREA_ITEMS, EXPERT_SIGN_UP_ITEM]}
              activeItem={activeItem}
            />
          </>
        )}
      </CachedHtml>
    </nav>
  )
}

/**
 * The way home; `isShort` leaves a narrow bar the sign alone, `isLeftOut` a phone's nothing: there the bar
 * beneath leads home.
 */
function HomeLink({ isShort, isLeftOut }: { isShort: boolean; isLeftOut: boolean }) {
  return (
    <Link
      to={href("/")}
      aria-label={`${brand.name} 홈`}
      className={isLeftOut ? "home-link max-sm:hidden" : "home-link"}
    >
      <Logo nameClassName={isShort ? "max-sm:hidden" : "max-[22.5rem]:hidden"} />
    </Link>
  )
}

function NotificationsLink({ count }: { count: number }) {
  return (
    <Link to={href("/notifications")} className="nav-icon">
      <span className="sr-only">알림</span>
      <Bell size={22} />
      <CountBadge
        count={count}
        label={`안 읽은 알림 ${count > 99 ? "99개 넘게" : `${count}개`}`}
        className="absolute top-1 right-0.5"
      />
    </Link>
  )
}

function CartLink({ count }: { count: number }) {
  return (
    <Link to={href("/shopping/cart")} className="nav-icon">
      <span className="sr-only">장바구니</span>
      <ShoppingCart size={22} />
      <CountBadge count={count} label={`${count}가지`} className="absolute top-1 right-0.5" />
    </Link>
  )
}

/**
 * The own page and the way out, or the ways in. `isShort` leaves a phone the way out alone: there the bar
 * beneath leads to the own page. So does a bar of large letters, which has no room for more.
 */
function AccountLinks({ viewer, isShort }: { viewer: Viewer; isShort: boolean }) {
  return viewer.signedIn ? (
    <>
      <Link
        to={viewer.myPage}
        className={`btn btn-sm btn-quiet px-3 ${isShort ? "max-sm:hidden" : "max-[20rem]:hidden"}`}
      >
        마이
      </Link>
      <SignOutForm buttonClassName={`btn btn-sm btn-secondary md:px-3 ${QUIET_ON_PHONES_CLASSES}`} />
    </>
  ) : (
    <>
      <Link to={href("/login")} className="btn btn-sm btn-ghost px-2 md:px-3">
        로그인
      </Link>
      <Link to={href("/signup")} className="btn btn-sm btn-primary px-2 md:px-3">
        회원가입
      </Link>
    </>
  )
}

/** The reader's neighbourhood, by its whole name, and the way to another: on phones. */
function NeighbourhoodLink({ regionCode, path }: { regionCode: string; path: string }) {
  return (
    <Link
      to={buildNeighbourhoodHref(path)}
      className={
        "-ml-1 flex min-h-11 flex-none items-center rounded-lg px-1 text-base font-bold " +
        "whitespace-nowrap md:hidden"
      }
    >
      <span className="sr-only">내 동네 </span>
      {formatRegionShortName(regionCode)}
      <ChevronDown size={18} className="flex-none" />
    </Link>
  )
}

/**
 * The bar on top of every screen (specification §2). Below 1200 px the menu has a line of its own, on phones
 * it is /sitemap.
 */
export function TopNav({ viewer, isHiddenOnPhones }: { viewer: Viewer; isHiddenOnPhones: boolean }) {
  const { pathname } = useLocation()
  const hasCartIcon = showsCartIcon(viewer.signedIn, pathname)
  const hasNeighbourhood = viewer.regionCode !== null && !hasCartIcon
  return (
    <header className={isHiddenOnPhones ? "top-nav max-md:hidden" : "top-nav"}>
      <div className="top-bar">
        <HomeLink
          isShort={hasCartIcon || viewer.signedIn || viewer.regionCode !== null}
          isLeftOut={viewer.signedIn && hasNeighbourhood}
        />
        {viewer.regionCode && !hasCartIcon && (
          <NeighbourhoodLink regionCode={viewer.regionCode} path={pathname} />
        )}
        <MainMenu viewer={viewer} path={pathname} />
        <div className="top-bar-end">
          <SearchOverlay className="nav-icon">
            <Search size={22} />
          </SearchOverlay>
          {viewer.signedIn && <NotificationsLink count={viewer.notificationCount} />}
          {hasCartIcon && <CartLink count={viewer.cartCount} />}
          {viewer.signedIn && (
            <ChatLink
              count={viewer.chatCount}
              className={`nav-icon max-[22.5rem]:hidden ${hasCartIcon ? "max-sm:hidden" : ""}`}
            />
          )}
          <AccountLinks viewer={viewer} isShort={hasNeighbourhood} />
          <Link to={href("/sitemap")} aria-label="전체 메뉴" className="nav-icon -mr-2.5 md:hidden">
            <Menu size={24} />
          </Link>
        </div>
      </div>
    </header>
  )
}
