/** GET /sitemaps/{pages | kind | kind-after}.xml: one part of the sitemap. */
import { now } from "#app/basics/clock.ts"
import { isId } from "#app/basics/ids.ts"
import { kstDateString } from "#app/basics/time.ts"
import { baseUrl } from "#app/platform/env.server.ts"
import { CATEGORIES } from "../../orders/rules.ts"
import { listCareers, newestNotices } from "../../content/service/read-articles.server.ts"
import { notFound } from "../../accounts/guards.server.ts"
import { isListedKind, listPart, type ListedKind } from "../service/listed.server.ts"
import { sitemapPart, xmlResponse } from "../xml.ts"
import type { Route } from "./+types/sitemap-part"

const PAGES = [
  "/",
  ...CATEGORIES.map((category) => `/category/${category}`),
  "/experts",
  "/jobs/hire",
  "/jobs/seek",
  "/marketplace",
  "/shopping",
  "/notices",
  "/careers",
  "/faq",
  "/about",
  "/terms",
  "/privacy",
  "/safety",
  "/support",
  "/contact",
  "/expert-guide",
  "/expert-support",
  "/expert-insurance",
  "/expert-tools",
  "/sitemap",
]
const ADDRESS: Readonly<Record<ListedKind, string>> = {
  expert: "/expert/",
  hire: "/jobs/hire/",
  item: "/marketplace/",
  product: "/shopping/product/",
}

export async function loader({ params, request }: Route.LoaderArgs) {
  const origin = baseUrl(request.url)
  const [, name = "", after] = /^([a-z]+)(?:-([0-9a-f-]{36}))?\.xml$/.exec(params.part) ?? []
  if (name === "pages" && after === undefined) {
    const [notices, careers] = await Promise.all([newestNotices(200), listCareers(kstDateString(now()))])
    return xmlResponse(
      sitemapPart([
        ...PAGES.map((path) => ({ address: origin + path })),
        ...notices.map((notice) => ({
          address: `${origin}/notices/${notice.id}`,
          at: new Date(notice.publishedAt),
        })),
        ...careers.map((career) => ({ address: `${origin}/careers/${career.id}` })),
      ]),
    )
  }
  if (!isListedKind(name) || (after !== undefined && !isId(after))) notFound()
  const rows = await listPart(name, after ?? null)
  return xmlResponse(sitemapPart(rows.map(({ id, at }) => ({ address: origin + ADDRESS[name] + id, at }))))
}
