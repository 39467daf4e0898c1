import { useContext, type ReactNode } from "react"
import { data, isRouteErrorResponse, Links, Meta, Outlet, Scripts, useRouteLoaderData } from "react-router"
import type { Route } from "./+types/root"
import "./app.css"
import { bodyMiddleware } from "./areas/accounts/bodies.server.ts"
import { actorMiddleware, getActor } from "./areas/accounts/guards.server.ts"
import { readCookie } from "./areas/accounts/session.server.ts"
import { NOTICE_COOKIE, readNotice } from "./basics/notice.ts"
import { now } from "./basics/clock.ts"
import { settingOf, settingsNow, takeSettings, type Settings } from "./basics/settings.ts"
import { isSupportOpen, supportHoursText } from "./basics/support-hours.ts"
import { env } from "./platform/env.server.ts"
import { requestContext } from "./platform/request.server.ts"
import { shownServices } from "./platform/services.server.ts"
import { brand, browserBarColours, titleOf } from "./shell/brand.ts"
import { ChunkNotice } from "./shell/chunk-notice.tsx"
import { ErrorScreen } from "./shell/error-screen.tsx"
import { firstScript } from "./shell/first-script.ts"
import { firstFonts } from "./shell/fonts.ts"
import { NonceContext } from "./shell/nonce.ts"
import { Shell, type ShellData } from "./shell/shell.tsx"
import { viewerOf, visitorView } from "./shell/viewer.ts"

export const middleware: Route.MiddlewareFunction[] = [actorMiddleware, bodyMiddleware]

export function loader({ request, context }: Route.LoaderArgs) {
  const { id } = context.get(requestContext)
  const notice = readNotice(readCookie(request, NOTICE_COOKIE))
  const view = {
    requestId: id,
    viewer: viewerOf(getActor(context)),
    support: { open: isSupportOpen(now()), hours: supportHoursText },
    verification: env().NAVER_SITE_VERIFICATION,
    notice: notice?.text ?? null,
    noticeKey: notice?.key ?? "",
    settings: settingsOfPages(),
    services: shownServices(),
  }
  // A notice is read once. What is loaded into a page may be thrown away unseen: there the page puts it away
  // when it has shown it.
  const isPage = request.headers.get("Sec-Fetch-Dest") !== "empty"
  return notice === null || !isPage
    ? data(view)
    : data(view, { headers: { "Set-Cookie": `${NOTICE_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax` } })
}

/** What was set otherwise than shipped and is read in the browser as well; null where nothing was. */
function settingsOfPages(): Partial<Settings> | null {
  const { keywords, wages } = settingsNow()
  const company = settingOf("company")
  return company || keywords || wages
    ? { ...(company && { company }), ...(keywords && { keywords }), ...(wages && { wages }) }
    : null
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf() },
  { name: "description", content: brand.description },
]

export const links: Route.LinksFunction = () => [
  ...firstFonts.map((href) => ({
    rel: "preload",
    as: "font" as const,
    type: "font/woff2",
    href,
    crossOrigin: "anonymous" as const,
  })),
  { rel: "icon", type: "image/svg+xml", href: "/favicon.svg" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "alternate", type: "application/rss+xml", title: brand.name, href: "/rss.xml" },
]

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const verification = useRouteLoaderData<typeof loader>("root")?.verification
  return (
    <html lang="ko" data-theme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={browserBarColours.light} suppressHydrationWarning />
        <meta property="og:site_name" content={brand.name} />
        <meta property="og:locale" content="ko_KR" />
        <meta name="twitter:card" content="summary_large_image" />
        {verification && <meta name="naver-site-verification" content={verification} />}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ChunkNotice />
        <Scripts />
      </body>
    </html>
  )
}

/** The server has them already; in the browser they come before anything that reads them is drawn. */
function takeSettingsInBrowser(loaded: { settings: Partial<Settings> | null } | undefined): void {
  if (loaded && typeof document !== "undefined") takeSettings(loaded.settings ?? {})
}

export default function Root({ loaderData }: Route.ComponentProps) {
  takeSettingsInBrowser(loaderData)
  return (
    <Shell data={loaderData}>
      <Outlet />
    </Shell>
  )
}

/** What the shell shows when even its own data could not be loaded. */
const nobody: ShellData = {
  requestId: "",
  viewer: visitorView,
  support: { open: false, hours: "" },
  notice: null,
  noticeKey: "",
}

/** What an answer says for itself. */
function sentenceOf(error: unknown): string | null {
  const said: unknown = isRouteErrorResponse(error) ? error.data : null
  if (typeof said !== "object" || said === null || !("problem" in said)) return null
  return typeof said.problem === "string" ? said.problem : null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const loaded = useRouteLoaderData<typeof loader>("root")
  takeSettingsInBrowser(loaded)
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <Shell data={loaded ?? nobody} plain>
      <title>{titleOf(status === 404 ? "찾는 화면이 없어요" : "문제가 생겼어요")}</title>
      <ErrorScreen status={status} sentence={sentenceOf(error)} requestId={loaded?.requestId ?? null} />
    </Shell>
  )
}
