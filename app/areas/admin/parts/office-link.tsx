import type { ReactNode } from "react"
import { Link, useRouteLoaderData } from "react-router"
import type { AdminDesk } from "../desk-view.ts"
import { canOpen } from "./admin-menu.ts"

/** Leads to a screen of the office; `otherwise` stands there for a colleague whose work it is not. */
export function OfficeLink({
  to,
  className,
  children,
  otherwise,
}: {
  to: string
  className: string
  children: ReactNode
  otherwise: ReactNode
}) {
  const rights = useRouteLoaderData<AdminDesk | null>("admin-frame")?.rights ?? []
  const [path = ""] = to.split("?")
  return path.startsWith("/admin") && !canOpen(path, rights) ? (
    otherwise
  ) : (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}
