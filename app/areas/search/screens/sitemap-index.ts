/** GET /sitemap.xml: where the parts of the sitemap are. */
import { getBaseUrl } from "#app/platform/env.server.ts"
import { listSitemapParts } from "../service/listings.server.ts"
import { buildSitemapIndex, createXmlResponse } from "../xml.ts"
import type { Route } from "./+types/sitemap-index"
import { readApart } from "#app/platform/read-position.server.ts"

export async function loader({ request }: Route.LoaderArgs) {
  const origin = getBaseUrl(request.url)
  const parts = (await readApart(listSitemapParts)).map(
    ({ kind, part }) => `${origin}/sitemaps/${kind}${part === 1 ? "" : `-${part}`}.xml`,
  )
  return createXmlResponse(
    buildSitemapIndex([`${origin}/sitemaps/pages.xml`, `${origin}/sitemaps/regions.xml`, ...parts]),
  )
}
