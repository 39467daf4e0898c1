/** GET /rss.xml: what is new, for feed readers and Naver: notices, work, second-hand goods, products. */
import { href } from "react-router"
import { getBaseUrl } from "#app/platform/env.server.ts"
import { cacheBriefly } from "#app/platform/short-cache.server.ts"
import { brand } from "#app/basics/brand.ts"
import { listNewestNotices } from "../../content/service/read-articles.server.ts"
import { TAB_LABELS, type SearchTab } from "../rules.ts"
import { listNewestListings } from "../service/listings.server.ts"
import { buildRssFeed, createXmlResponse } from "../xml.ts"
import type { Route } from "./+types/rss"

const TABS = ["services", "jobs", "market", "shop"] as const satisfies readonly SearchTab[]
const ITEMS_PER_TAB = 20

const loadNews = cacheBriefly(async () => {
  const [notices, ...lists] = await Promise.all([
    listNewestNotices(ITEMS_PER_TAB),
    ...TABS.map((tab) => listNewestListings(tab, ITEMS_PER_TAB)),
  ])
  return [
    ...notices.map((notice) => ({
      title: notice.title,
      path: href("/notices/:noticeId", { noticeId: notice.id }),
      description: "공지사항",
      at: new Date(notice.publishedAt),
    })),
    ...lists.flatMap((list, index) =>
      list.map(({ title, card, at }) => ({
        title,
        path: card.href,
        description: [TAB_LABELS[TABS[index] ?? "services"], card.line, card.priceText]
          .filter(Boolean)
          .join(" · "),
        at,
      })),
    ),
  ].sort((a, b) => b.at.getTime() - a.at.getTime())
})

export async function loader({ request }: Route.LoaderArgs) {
  const origin = getBaseUrl(request.url)
  const items = (await loadNews()).map(({ path, ...item }) => ({ ...item, url: origin + path }))
  return createXmlResponse(
    buildRssFeed({ title: brand.name, url: origin, description: brand.description, items }),
    "application/rss+xml",
  )
}
