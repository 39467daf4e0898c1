/** GET /sitemap.xml: where the parts of the sitemap are. */
import { baseUrl } from "#app/platform/env.server.ts"
import { sitemapStarts } from "../service/listed.server.ts"
import { sitemapIndex, xmlResponse } from "../xml.ts"
import type { Route } from "./+types/sitemap-index"

export async function loader({ request }: Route.LoaderArgs) {
  const origin = baseUrl(request.url)
  const parts = (await sitemapStarts()).map(
    ({ kind, after }) => `${origin}/sitemaps/${kind}${after === null ? "" : `-${after}`}.xml`,
  )
  return xmlResponse(sitemapIndex([`${origin}/sitemaps/pages.xml`, ...parts]))
}
