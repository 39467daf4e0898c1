import type { ReactNode } from "react"
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router"
import type { Route } from "./+types/root"
import "./app.css"
import { actorMiddleware, getActor } from "./areas/accounts/guards.server.ts"
import { watchOf } from "./areas/accounts/rules.ts"
import { requestContext } from "./platform/request.server.ts"
import { SessionWatch } from "./shell/session-watch.tsx"

export const middleware: Route.MiddlewareFunction[] = [actorMiddleware]

export function loader({ context }: Route.LoaderArgs) {
  return { requestId: context.get(requestContext).id, session: watchOf(getActor(context)) }
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="ko" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <main id="main">
        <Outlet />
      </main>
      <SessionWatch actor={loaderData.session} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <p>{isRouteErrorResponse(error) ? error.status : "오류"}</p>
}
