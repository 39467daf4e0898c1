import { Bell, ExternalLink, Menu, type Icon } from "./icons.tsx"
import { useEffect, useRef, type ReactNode } from "react"
import { Link, useLocation, useRouteLoaderData, href as toHref } from "react-router"
import { LogoMark } from "./art/logo.tsx"
import { Avatar } from "./avatar.tsx"
import { CountBadge } from "./badge.tsx"
import { ListKeys } from "./list-keys.tsx"
import { useRememberQuery } from "./remembered-query.ts"
import { useScreenSettings } from "./screen-settings.ts"
import { SignOutForm } from "./sign-out-form.tsx"

type DeskItem = { itemId: string; href: string; label: string; icon: Icon }
export type DeskGroup = { title: string; items: readonly DeskItem[] }
/** What was opened last. */
type DeskRecent = { href: string; label: string; detail: string }

type DeskViewer = { name: string; notificationCount: number }

const ICON_BUTTON =
  "relative grid size-11 flex-none cursor-pointer place-items-center rounded-full hover:bg-fill"

/**
 * The frame of those who work here all day: groups of screens at the side (a drawer on phones), what waits in
 * each, what was opened last, a field to find things, and what one looks at. It takes the place of the shop
 * window's navigation: a screen in it has `bar: "desk"` (ui/screen-handle.ts).
 */
export function DeskFrame({
  name,
  label,
  homeHref,
  groups,
  currentItemId,
  counts = {},
  recent = [],
  searchField,
  barAction,
  footer,
  mainClassName = "",
  children,
}: {
  /** What the desk is called, under the name of the product. */ name: string
  /** Of the navigation. */ label: string
  homeHref: string
  groups: readonly DeskGroup[]
  currentItemId: string | null
  /** By item, how much waits there. */ counts?: Readonly<Record<string, number>>
  recent?: readonly DeskRecent[]
  searchField?: ReactNode
  /** A button of the bar above, from md on. */ barAction?: ReactNode
  footer?: ReactNode
  mainClassName?: string
  children: ReactNode
}) {
  useRememberQuery()
  const { key } = useLocation()
  // On phones a task of the desk has a bar of its own (screen-handle.ts).
  const isTask = useScreenSettings().title !== ""
  return (
    <div
      className={"group/desk min-h-dvh md:grid md:grid-cols-[14.5rem_minmax(0,1fr)] md:grid-rows-[auto_1fr]"}
    >
      {isTask ? null : <DeskDrawer key={key} />}
      <aside
        id="desk-menu"
        className={
          "print:hidden bg-base-100 max-md:hidden max-md:group-has-[[data-drawer][open]]/desk:block " +
          "max-md:fixed max-md:inset-x-0 max-md:top-14 max-md:bottom-0 max-md:z-40 overscroll-contain " +
          "overflow-y-auto border-base-300 px-3 pb-8 md:sticky md:top-0 md:row-span-2 md:h-dvh md:border-r"
        }
      >
        <Link to={homeHref} className="flex items-center gap-2.5 rounded-lg px-2 pt-5 pb-4 max-md:hidden">
          <LogoMark className="size-7.5" />
          <span>
            <span className="block text-lg leading-tight font-extrabold tracking-tight">바로일당</span>
            <span className="block text-xs text-ink-3">{name}</span>
          </span>
        </Link>
        <nav aria-label={label} className="max-md:pt-3">
          {groups.map((group) => (
            <DeskGroupLinks key={group.title} group={group} currentItemId={currentItemId} counts={counts} />
          ))}
        </nav>
        {recent.length > 0 ? <RecentLinks recent={recent} /> : null}
        {footer}
        <DeskWayOut />
      </aside>
      <DeskBar homeHref={homeHref} searchField={searchField} action={barAction} isTask={isTask} />
      <main id="main" tabIndex={-1} className={`min-w-0 overflow-x-clip outline-none ${mainClassName}`}>
        <div className="mx-auto w-full max-w-[77rem] px-4 pb-12 md:px-7 md:pb-16">{children}</div>
      </main>
    </div>
  )
}

/** Opens the menu on phones, also without scripts; it is shut again on the next screen. */
function DeskDrawer() {
  const drawer = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const shut = (event: KeyboardEvent) => {
      if (event.key === "Escape" && drawer.current?.open) drawer.current.open = false
    }
    addEventListener("keydown", shut)
    return () => removeEventListener("keydown", shut)
  }, [])
  return (
    <details ref={drawer} data-drawer className="fixed top-1.5 left-1.5 z-50 md:hidden print:hidden">
      <summary
        aria-label="메뉴"
        aria-controls="desk-menu"
        className={`${ICON_BUTTON} list-none [&::-webkit-details-marker]:hidden`}
      >
        <Menu size={24} />
      </summary>
    </details>
  )
}

function DeskGroupLinks({
  group,
  currentItemId,
  counts,
}: {
  group: DeskGroup
  currentItemId: string | null
  counts: Readonly<Record<string, number>>
}) {
  return (
    <section className="pt-2.5 first:pt-0">
      <h2 className="px-3 pb-1 text-xs font-semibold text-ink-3">{group.title}</h2>
      <ul>
        {group.items.map(({ itemId, href, label, icon: Icon }) => {
          const isCurrent = itemId === currentItemId
          const count = counts[itemId] ?? 0
          return (
            <li key={itemId}>
              <Link
                to={href}
                aria-current={isCurrent ? "page" : undefined}
                className={
                  "flex min-h-11 items-center gap-3 rounded-lg px-3 text-base md:min-h-8.5 md:text-sm " +
                  (isCurrent ? "bg-primary-tint font-semibold text-primary-ink" : "font-medium hover:bg-fill")
                }
              >
                <Icon size={19} className="flex-none" />
                <span className="min-w-0 flex-1 truncate">{label}</span>
                {count > 0 ? (
                  <span className={`num text-sm ${isCurrent ? "" : "text-ink-2"}`}>
                    {count > 999 ? "999+" : count}
                    <span className="sr-only">건</span>
                  </span>
                ) : null}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function RecentLinks({ recent }: { recent: readonly DeskRecent[] }) {
  return (
    <nav aria-label="최근에 연 화면" className="mt-4 border-t border-base-300 pt-4">
      <h2 className="px-3 pb-1 text-xs font-semibold text-ink-3">최근에 연 화면</h2>
      <ul>
        {recent.map((each) => (
          <li key={each.href}>
            <Link
              to={each.href}
              className={
                "flex min-h-11 items-center gap-2 rounded-lg px-3 text-base hover:bg-fill " +
                "md:min-h-8.5 md:text-sm"
              }
            >
              <span className="min-w-0 flex-1 truncate">{each.label}</span>
              <span className="flex-none text-xs text-ink-3">{each.detail}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** On phones the ways out stand at the end of the menu. */
function DeskWayOut() {
  return (
    <div className="mt-4 grid grid-cols-3 gap-2 border-t border-base-300 pt-4 md:hidden">
      <Link to={toHref("/")} className="btn btn-quiet">
        서비스 보기
      </Link>
      <Link to={toHref("/my-info")} className="btn btn-quiet">
        마이
      </Link>
      <SignOutForm buttonClassName="btn btn-secondary w-full" />
    </div>
  )
}

function DeskBar({
  homeHref,
  searchField,
  action,
  isTask,
}: {
  homeHref: string
  searchField: ReactNode
  action: ReactNode
  isTask: boolean
}) {
  const viewer = useRouteLoaderData<{ viewer: DeskViewer }>("root")?.viewer
  return (
    <header
      className={
        `print:hidden sticky top-0 z-40 flex ${isTask ? "max-md:hidden" : ""} min-h-14 items-center gap-1 ` +
        "border-b border-base-300 bg-base-100 " +
        "pr-2 pl-13 md:z-30 md:min-h-16 md:gap-2 md:border-0 md:bg-base-200 md:px-7"
      }
    >
      <Link to={homeHref} aria-label="처음 화면" className="rounded-lg p-1 md:hidden">
        <LogoMark />
      </Link>
      <div className="min-w-0 flex-1">{searchField}</div>
      <div className="flex-none max-md:hidden">{action}</div>
      <ListKeys />
      <Link to={toHref("/")} className="btn btn-sm btn-ghost max-md:hidden">
        <ExternalLink size={17} />
        서비스 보기
      </Link>
      <Link to={toHref("/notifications")} className={ICON_BUTTON}>
        <span className="sr-only">알림</span>
        <Bell size={22} />
        <CountBadge
          count={viewer?.notificationCount ?? 0}
          label={`안 읽은 알림 ${viewer?.notificationCount ?? 0}개`}
          className="absolute top-1 right-0.5"
        />
      </Link>
      <Link
        to={toHref("/my-info")}
        className="flex items-center gap-2 rounded-lg p-1 hover:bg-fill max-md:hidden"
      >
        <Avatar name={viewer?.name ?? ""} size={32} />
        <span className="max-w-28 truncate text-sm font-medium">{viewer?.name || "마이"}</span>
      </Link>
      <SignOutForm className="max-md:hidden" buttonClassName="btn btn-sm btn-secondary" />
    </header>
  )
}
