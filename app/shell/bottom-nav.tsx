import { BadgeCheck, House, Store, User } from "#app/ui/icons.tsx"
import { Link, useLocation } from "react-router"
import { CachedHtml } from "../ui/cached-html.tsx"
import { getActiveTab, TABS } from "./navigation.ts"

const ICON_BY_TAB = { home: House, marketplace: Store, register: BadgeCheck, my: User } as const

/** The four tabs of a phone (specification §2). */
export function BottomNav() {
  const { pathname } = useLocation()
  const activeKey = getActiveTab(pathname)
  return (
    <nav aria-label="하단 메뉴" className="bottom-nav">
      <CachedHtml as="ul" source={TABS} variant={activeKey ?? ""}>
        {() =>
          TABS.map((tab) => {
            const Icon = ICON_BY_TAB[tab.key]
            const isActive = tab.key === activeKey
            return (
              <li key={tab.key}>
                <Link to={tab.href} aria-current={isActive ? "page" : undefined}>
                  <Icon size={23} />
                  {tab.label}
                </Link>
              </li>
            )
          })
        }
      </CachedHtml>
    </nav>
  )
}
