/** GET /sitemaps/{pages | regions | kind | kind-number}.xml: one part of the sitemap. */
import { href } from "react-router"
import { now } from "#app/basics/clock.ts"
import { toKstDateString } from "#app/basics/time.ts"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { getRegionListUrl } from "#app/basics/list-urls.ts"
import { listOfferedCategories } from "../../orders/category-rules.ts"
import { listExpertRegions } from "../../experts/service/directory.server.ts"
import { listHireRegions } from "../../jobs/service/hire-lists.server.ts"
import { listItemRegions } from "../../market/service/item-lists.server.ts"
import { listCareers, listNewestNotices } from "../../content/service/read-articles.server.ts"
import { notFound } from "../../accounts/guards.server.ts"
import { isListedKind, listSitemapPart, type ListedKind } from "../service/listings.server.ts"
import { buildSitemapPart, createXmlResponse } from "../xml.ts"
import type { Route } from "./+types/sitemap-part"
import { readApart } from "#app/platform/read-position.server.ts"

const listPagePaths = () => [
  "/",
  ...listOfferedCategories().map(({ id }) => href("/category/:categoryId", { categoryId: id })),
  "/experts",
  "/jobs/hire",
  "/jobs/seek",
  "/marketplace",
  "/shopping",
  "/notices",
  "/careers",
  "/faq",
  "/about",
  "/developers",
  "/licenses",
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
const PATH_BY_KIND: Readonly<Record<ListedKind, string>> = {
  expert: "/expert/",
  hire: "/jobs/hire/",
  item: "/marketplace/",
  product: "/shopping/product/",
}

/** The lists of a region, and of what there is of one kind in it. */
async function listRegionPaths(): Promise<string[]> {
  const [items, hires, experts] = await Promise.all([
    listItemRegions(),
    listHireRegions(),
    listExpertRegions(),
  ])
  return [
    ...items.map(({ region, category }) => getRegionListUrl("/marketplace", region, ["category", category])),
    ...hires.map(({ region }) => getRegionListUrl("/jobs/hire", region, ["kind", null])),
    ...new Set(experts.map(({ region }) => getRegionListUrl("/experts", region, ["category", null]))),
    ...experts.map(({ region, category }) => getRegionListUrl("/experts", region, ["category", category])),
  ]
}

export async function loader({ params, request }: Route.LoaderArgs) {
  const origin = getBaseUrl(request.url)
  const [, name = "", number] = /^([a-z]+)(?:-([2-9]|[1-9]\d{1,4}))?\.xml$/.exec(params.part) ?? []
  if (name === "pages" && number === undefined) {
    const [notices, careers] = await Promise.all([
      listNewestNotices(200),
      listCareers(toKstDateString(now())),
    ])
    return createXmlResponse(
      buildSitemapPart([
        ...listPagePaths().map((path) => ({ url: origin + path })),
        ...notices.map((notice) => ({
          url: `${origin}/notices/${notice.id}`,
          at: new Date(notice.publishedAt),
        })),
        ...careers.map((career) => ({ url: `${origin}/careers/${career.id}` })),
      ]),
    )
  }
  if (name === "regions" && number === undefined)
    return createXmlResponse(
      buildSitemapPart((await listRegionPaths()).map((path) => ({ url: origin + path }))),
    )
  if (!isListedKind(name)) notFound()
  const part = Number(number ?? 1)
  const rows = await readApart(() => listSitemapPart(name, part))
  if (part > 1 && rows.length === 0) notFound()
  return createXmlResponse(
    buildSitemapPart(rows.map(({ id, at }) => ({ url: origin + PATH_BY_KIND[name] + id, at }))),
  )
}
