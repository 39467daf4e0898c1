import { useEffect, type ReactNode } from "react"
import { useLocation, useNavigation, href } from "react-router"
import type { Flash } from "../basics/flash.ts"
import { DetailBar } from "../ui/detail-bar.tsx"
import { Toaster } from "../ui/toast.tsx"
import { BottomNav } from "./bottom-nav.tsx"
import { ChunkWatcher } from "./chunk-alert.tsx"
import { ConnectionBar } from "./connection-bar.tsx"
import { watchColourMode } from "./colour-mode.ts"
import { InstallOffer } from "./install-offer.tsx"
import { Footer, type SupportHours } from "./footer.tsx"
import { isAdminPath } from "./navigation.ts"
import { useAppBadge } from "./browser-hooks.ts"
import { useScreenSettings } from "../ui/screen-settings.ts"
import { ScrollManager } from "./scroll-manager.tsx"
import { SessionWatcher } from "./session-watcher.tsx"
import { TopNav } from "./top-nav.tsx"
import { VISITOR_VIEWER, type Viewer } from "./viewer.ts"

export type ShellData = {
  requestId: string
  /** Without one somebody looks of whom nothing is known. */
  viewer?: Viewer
  viewBar?: string | null
  support: SupportHours
  flash?: Flash
}

/** What stands around every screen. `plainBar` stands where no screen's handle says which bar it wants. */
export function Shell({
  data,
  plainBar,
  children,
}: {
  data: ShellData
  plainBar?: "main" | "bare"
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const settings = useScreenSettings()
  const { bar, title, backHref, background } = plainBar
    ? { bar: plainBar, title: "", backHref: href("/"), background: "grey" as const }
    : settings
  const viewer = data.viewer ?? VISITOR_VIEWER
  // A desk brings its own navigation and its own main part.
  const isDesk = bar === "desk"
  const isInSite = !isDesk && bar !== "flow"
  const isTask = bar === "task" || (isDesk && title !== "")
  useEffect(() => watchColourMode(), [])
  useAppBadge(viewer.notificationCount + viewer.chatCount)
  // Above every screen, and made by the server: see accounts/person-view-bar.server.ts.
  const viewBar = data.viewBar && (
    <div className="sticky top-0 z-60" dangerouslySetInnerHTML={{ __html: data.viewBar }} />
  )
  if (bar === "bare")
    return (
      <>
        {viewBar}
        <main id="main">{children}</main>
      </>
    )
  return (
    <>
      <a href="#main" className="skip-link">
        본문으로 건너뛰기
      </a>
      <ConnectionBar />
      {viewBar}
      {isInSite && <TopNav viewer={viewer} isHiddenOnPhones={["detail", "task", "none"].includes(bar)} />}
      {(bar === "detail" || isTask) && <DetailBar title={title} backHref={backHref} isTask={isTask} />}
      {isDesk ? (
        children
      ) : (
        <main
          id="main"
          tabIndex={-1}
          data-ground={background}
          className={isAdminPath(pathname) ? "page-main admin-bar" : "page-main"}
        >
          {children}
        </main>
      )}
      {isInSite && <Footer support={data.support} isAdmin={viewer.isAdmin} isTask={isTask} />}
      {isInSite && !isTask && <BottomNav />}
      <LoadingIndicator />
      <InstallOffer isAllowed={bar === "main" && !plainBar} hasSucceeded={data.flash?.tone === "done"} />
      <Toaster flash={data.flash ?? null} />
      <SessionWatcher actor={viewer.watchedActor} sinceRequestId={data.requestId} />
      <ScrollManager />
      <ChunkWatcher />
    </>
  )
}

/** What is shown while the next screen is on its way (specification §2); not for the blink of an eye. */
function LoadingIndicator() {
  const navigation = useNavigation()
  if (navigation.state !== "loading" || navigation.formMethod === "POST") return null
  return (
    <output className="loading-notice pointer-events-none fixed inset-x-0 top-0 z-50">
      <span aria-hidden className="loading-line absolute inset-x-0 top-0 h-0.5 bg-primary" />
      <span
        className={
          "absolute top-18 left-1/2 -translate-x-1/2 rounded-full bg-neutral px-3.5 py-1.5 text-sm " +
          "font-medium text-neutral-content shadow-float"
        }
      >
        loading...
      </span>
    </output>
  )
}
