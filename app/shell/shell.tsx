import { useEffect, type ReactNode } from "react"
import { useLocation, useNavigation } from "react-router"
import { DetailBar } from "../ui/detail-bar.tsx"
import { Toaster } from "../ui/toast.tsx"
import { BottomNav } from "./bottom-nav.tsx"
import { ChunkWatch } from "./chunk-notice.tsx"
import { followColourMode } from "./colour-mode.ts"
import { Footer, type Support } from "./footer.tsx"
import { isAdminPath } from "./navigation.ts"
import { useScreenFacts } from "./screen-facts.ts"
import { ScrollRules } from "./scroll-rules.tsx"
import { SessionWatch } from "./session-watch.tsx"
import { TopNav } from "./top-nav.tsx"
import type { Viewer } from "./viewer.ts"

export type ShellData = {
  requestId: string
  viewer: Viewer
  support: Support
  notice: string | null
  noticeKey: string
}

/**
 * What stands around every screen. `plain` leaves out what a screen's handle asks for, where there is no
 * screen.
 */
export function Shell({
  data,
  plain = false,
  children,
}: {
  data: ShellData
  plain?: boolean
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const facts = useScreenFacts()
  const { bar, title, back, ground } = plain
    ? { bar: "main" as const, title: "", back: "/", ground: "grey" as const }
    : facts
  const flow = bar === "flow"
  useEffect(() => followColourMode(), [])
  return (
    <>
      <a
        href="#main"
        className={
          "sr-only z-50 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-lg " +
          "focus:bg-raised focus:px-4 focus:py-3 focus:font-semibold focus:shadow-float"
        }
      >
        본문으로 건너뛰기
      </a>
      {!flow && <TopNav viewer={data.viewer} phoneHidden={bar === "detail" || bar === "none"} />}
      {bar === "detail" && <DetailBar title={title} back={back} />}
      <main
        id="main"
        tabIndex={-1}
        data-ground={ground}
        className={`min-h-[60dvh] overflow-x-clip outline-none ${isAdminPath(pathname) ? "admin-bar" : ""}`}
      >
        {children}
      </main>
      {!flow && <Footer support={data.support} isAdmin={data.viewer.isAdmin} />}
      {!flow && <BottomNav />}
      <Loading />
      <Toaster notice={data.notice} noticeKey={data.noticeKey} />
      <SessionWatch actor={data.viewer.watched} since={data.requestId} />
      <ScrollRules />
      <ChunkWatch />
    </>
  )
}

/** What is shown while the next screen is on its way (specification §2); not for the blink of an eye. */
function Loading() {
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
