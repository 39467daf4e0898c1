/**
 * GET /robots.txt: crawlers may read what everybody may see; of other environments than production, nothing.
 */
import { getBaseUrl, env } from "#app/platform/env.server.ts"
import type { Route } from "./+types/robots"

const DISALLOWED_PATHS = [
  "/my-info",
  "/my/",
  "/orders",
  "/chat",
  "/notifications",
  "/admin",
  "/expert-dashboard",
  "/shopping/cart",
  "/cart",
  "/shopping/checkout",
  "/shopping/pay/",
  "/shopping/orders",
  "/shopping/admin",
  "/api/",
  "/live",
  "/session/",
  "/drafts/",
  "/outbox",
]

export function loader({ request }: Route.LoaderArgs) {
  const { APP_ENV } = env()
  const rules =
    APP_ENV === "staging"
      ? "Disallow: /"
      : `Allow: /\n${DISALLOWED_PATHS.map((path) => `Disallow: ${path}`).join("\n")}`
  const text = ["Yeti", "Googlebot", "*"].map((agent) => `User-agent: ${agent}\n${rules}\n`).join("\n")
  return new Response(`${text}\nSitemap: ${getBaseUrl(request.url)}/sitemap.xml\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  })
}
