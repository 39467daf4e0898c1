import { ExternalLink } from "#app/ui/icons.tsx"
import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { useChildInSight } from "#app/ui/child-in-sight.ts"
import { Page } from "#app/ui/section.tsx"

const MENU_ITEMS = [
  { href: href("/expert-dashboard"), label: "대시보드" },
  { href: href("/expert-dashboard/requests"), label: "견적 요청" },
  { href: href("/expert-dashboard/proposals"), label: "내 견적서" },
  { href: href("/expert-dashboard/money"), label: "내 정산" },
  { href: href("/expert-dashboard/insurance"), label: "보험 증권" },
  { href: href("/expert-dashboard/api"), label: "API 키" },
  { href: href("/expert-dashboard/webhooks"), label: "웹훅" },
] as const

/** The screens of an expert's desk and the way between them. */
export function DashboardLayout({
  currentHref,
  isTask = false,
  children,
}: {
  currentHref: (typeof MENU_ITEMS)[number]["href"]
  /** On phones a task has no menu above it. */ isTask?: boolean
  children: ReactNode
}) {
  const row = useChildInSight(MENU_ITEMS.findIndex((item) => item.href === currentHref))
  return (
    <Page>
      <nav
        ref={row}
        aria-label="전문가 메뉴"
        className={
          `relative -mx-4 flex ${isTask ? "max-md:hidden" : ""} items-center gap-5 overflow-x-auto ` +
          "border-b border-base-300 px-4 " +
          "[scrollbar-width:none] md:mx-0 md:gap-7 md:px-0 md:pt-4"
        }
      >
        {MENU_ITEMS.map((item) => (
          <Link
            key={item.href}
            to={item.href}
            aria-current={item.href === currentHref ? "page" : undefined}
            className={
              "flex min-h-13 flex-none items-center border-b-2 text-base " +
              (item.href === currentHref
                ? "border-base-content font-bold"
                : "border-transparent font-medium text-ink-3 hover:text-base-content")
            }
          >
            {item.label}
          </Link>
        ))}
        <Link
          to={href("/my/expert-public")}
          className={
            "ml-auto flex min-h-13 flex-none items-center gap-1 pl-2 text-sm font-medium text-ink-2 " +
            "hover:underline"
          }
        >
          공개 프로필
          <ExternalLink size={16} />
        </Link>
      </nav>
      {children}
    </Page>
  )
}
