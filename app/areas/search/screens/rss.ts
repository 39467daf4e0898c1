/** GET /rss.xml: what is new, for feed readers and Naver: notices, work, second-hand goods, products. */
import { baseUrl } from "#app/platform/env.server.ts"
import { shared } from "#app/platform/short-cache.server.ts"
import { brand } from "#app/shell/brand.ts"
import { newestNotices } from "../../content/service/read-articles.server.ts"
import { TAB_LABELS, type SearchTab } from "../rules.ts"
import { newestListed } from "../service/listed.server.ts"
import { rssFeed, xmlResponse } from "../xml.ts"
import type { Route } from "./+types/rss"

const TABS = ["services", "jobs", "market", "shop"] as const satisfies readonly SearchTab[]
const EACH = 20

const news = shared(async () => {
  const [notices, ...lists] = await Promise.all([
    newestNotices(EACH),
    ...TABS.map((tab) => newestListed(tab, EACH)),
  ])
  return [
    ...notices.map((notice) => ({
      title: notice.title,
      path: `/notices/${notice.id}`,
      description: "공지사항",
      at: new Date(notice.publishedAt),
    })),
    ...lists.flatMap((list, place) =>
      list.map(({ title, card, at }) => ({
        title,
        path: card.href,
        description: [TAB_LABELS[TABS[place] ?? "services"], card.line, card.priceText]
          .filter(Boolean)
          .join(" · "),
        at,
      })),
    ),
  ].sort((a, b) => b.at.getTime() - a.at.getTime())
})

export async function loader({ request }: Route.LoaderArgs) {
  const origin = baseUrl(request.url)
  const items = (await news()).map(({ path, ...item }) => ({ ...item, address: origin + path }))
  return xmlResponse(
    rssFeed({ title: brand.name, address: origin, description: brand.description, items }),
    "application/rss+xml",
  )
}
