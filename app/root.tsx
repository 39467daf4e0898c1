import { useContext, type ReactNode } from "react"
import { data, Links, Meta, Outlet, Scripts, useRouteLoaderData, href as toHref } from "react-router"
import type { Route } from "./+types/root"
import "./app.css"
import "./shell/letters.css"
import { actingMiddleware } from "./areas/notifications/acting-middleware.server.ts"
import { bodyMiddleware } from "./areas/accounts/body-middleware.server.ts"
import { actorMiddleware, getActor } from "./areas/accounts/guards.server.ts"
import { resendMiddleware } from "./areas/accounts/resend-middleware.server.ts"
import { cartMiddleware } from "./areas/shop/cart-middleware.server.ts"
import { FLASH_COOKIE, readFlash } from "./basics/flash.ts"
import { now } from "./basics/clock.ts"
import { getSetting, getCurrentSettings, replaceCurrentSettings, type Settings } from "./basics/settings.ts"
import { isSupportOpen, SUPPORT_HOURS_TEXT } from "./basics/support-hours.ts"
import { readCookie } from "./platform/cookies.server.ts"
import { env } from "./platform/env.server.ts"
// oxlint-disable-next-line import/default -- made by vite.config.ts
import startScript from "./platform/start-script.ts?inline-script"
import { requestContext } from "./platform/request.server.ts"
import { getServicesNotLive } from "./platform/services.server.ts"
import { brand, BROWSER_BAR_COLOURS, titleOf } from "./basics/brand.ts"
import { ChunkAlert } from "./shell/chunk-alert.tsx"
import { ErrorScreen, getErrorStatus, readErrorText } from "./ui/error-screen.tsx"
// oxlint-disable-next-line import/default -- made by vite.config.ts
import headScript from "./shell/head-script.ts?inline-script"
import { preloadedFont } from "./shell/fonts.ts"
import { NonceContext } from "./shell/nonce.ts"
import { Shell, type ShellData } from "./shell/shell.tsx"
import { createPersonViewBar } from "./areas/accounts/person-view-bar.server.ts"
import { toViewer } from "./shell/viewer.ts"

export const middleware: Route.MiddlewareFunction[] = [
  actorMiddleware,
  cartMiddleware,
  resendMiddleware,
  actingMiddleware,
  bodyMiddleware,
]

export function loader({ request, context }: Route.LoaderArgs) {
  const { id } = context.get(requestContext)
  const flash = readFlash(readCookie(request, FLASH_COOKIE))
  const view = {
    requestId: id,
    support: { isOpenNow: isSupportOpen(now()), hours: SUPPORT_HOURS_TEXT },
    ...omitEmpty({
      viewer: toViewer(getActor(context)),
      viewBar: createPersonViewBar(getActor(context)),
      verification: env().NAVER_SITE_VERIFICATION,
      flash,
      settings: getBrowserSettings(),
      services: getServicesNotLive(),
      kakaoKey: env().KAKAO_JS_KEY,
      overridesOff: env().OVERRIDES_OFF.join(","),
    }),
  }
  // A notice is read once. What is loaded into a page may be thrown away unseen: there the page puts it away
  // when it has shown it.
  const isPage = request.headers.get("Sec-Fetch-Dest") !== "empty"
  return flash === null || !isPage
    ? data(view)
    : data(view, { headers: { "Set-Cookie": `${FLASH_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax` } })
}

/** `value` without what it does not have, which every page would name in its data. */
const omitEmpty = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each)) as {
    [Key in keyof Value]?: NonNullable<Value[Key]>
  }

/** What was set otherwise than shipped and is read in the browser as well; null where nothing was. */
function getBrowserSettings(): Partial<Settings> | null {
  const { keywords, wages, categories } = getCurrentSettings()
  const company = getSetting("company")
  return company || keywords || wages || categories
    ? {
        ...(company && { company }),
        ...(keywords && { keywords }),
        ...(wages && { wages }),
        ...(categories && { categories }),
      }
    : null
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf() },
  { name: "description", content: brand.description },
]

export const links: Route.LinksFunction = () => [
  { rel: "preload", as: "font", type: "font/woff2", href: preloadedFont, crossOrigin: "anonymous" },
  { rel: "icon", type: "image/png", sizes: "96x96", href: "/favicon.png" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "alternate", type: "application/rss+xml", title: brand.name, href: toHref("/rss.xml") },
]

/** They run where the server's page is read; the browser need not carry them a second time. */
const scripts = import.meta.env.SSR ? { head: headScript, end: startScript } : { head: "", end: "" }

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const loaded = useRouteLoaderData<typeof loader>("root")
  applySettingsInBrowser(loaded)
  const verification = loaded?.verification
  return (
    <html
      lang="ko"
      data-overrides-off={loaded?.overridesOff}
      data-kakao-key={loaded?.kakaoKey}
      data-settings={loaded ? undefined : formatSettings()}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: dark)"
          content={BROWSER_BAR_COLOURS.dark}
          suppressHydrationWarning
        />
        <meta name="theme-color" content={BROWSER_BAR_COLOURS.light} suppressHydrationWarning />
        <meta property="og:site_name" content={brand.name} />
        <meta property="og:locale" content="ko_KR" />
        <meta name="twitter:card" content="summary_large_image" />
        {verification && <meta name="naver-site-verification" content={verification} />}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scripts.head }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ChunkAlert />
        <Scripts />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scripts.end }} />
      </body>
    </html>
  )
}

/** What a page that was loaded without data says of the settings, for the browser to draw the same. */
function formatSettings(): string | undefined {
  const settings = getBrowserSettings()
  return settings ? JSON.stringify(settings) : undefined
}

/** The server has them already; in the browser they come before anything that reads them is drawn. */
function applySettingsInBrowser(loaded: { settings?: Partial<Settings> } | undefined): void {
  if (typeof document === "undefined") return
  if (loaded) return replaceCurrentSettings(loaded.settings ?? {})
  const written = document.documentElement.dataset.settings
  if (written && !getBrowserSettings()) replaceCurrentSettings(JSON.parse(written) as Partial<Settings>)
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <Shell data={loaderData}>
      <Outlet />
    </Shell>
  )
}

/** What the shell shows when even its own data could not be loaded. */
const emptyShellData: ShellData = {
  requestId: "",
  support: { isOpenNow: false, hours: "" },
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const loaded = useRouteLoaderData<typeof loader>("root")
  const status = getErrorStatus(error)
  // An answer brings a sentence of its own, and the bar of whoever looks as somebody else.
  const viewBar = readErrorText(error, "viewBar")
  return (
    <Shell data={loaded ?? { ...emptyShellData, viewBar }} plainBar={!loaded && viewBar ? "bare" : "main"}>
      <title>{titleOf(status === 404 ? "찾는 화면이 없어요" : "문제가 생겼어요")}</title>
      <ErrorScreen
        status={status}
        message={readErrorText(error, "problem")}
        requestId={loaded?.requestId ?? null}
      />
    </Shell>
  )
}
