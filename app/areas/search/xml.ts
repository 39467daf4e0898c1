/** Owns how addresses and news are written for crawlers: sitemaps (sitemaps.org 0.9) and RSS 2.0. */

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

export const sitemapIndex = (addresses: readonly string[]): string =>
  `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
  `${addresses.map((address) => `<sitemap><loc>${escape(address)}</loc></sitemap>\n`).join("")}` +
  `</sitemapindex>\n`

export const sitemapPart = (pages: readonly { address: string; at?: Date }[]): string =>
  `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages.map(({ address, at }) => `<url><loc>${escape(address)}</loc>${at ? `<lastmod>${at.toISOString()}</lastmod>` : ""}</url>\n`).join("")}</urlset>\n`

export type FeedItem = { title: string; address: string; description: string; at: Date }

export const rssFeed = (feed: {
  title: string
  address: string
  description: string
  items: readonly FeedItem[]
}): string =>
  `${head}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escape(feed.title)}</title><link>${escape(feed.address)}</link><description>${escape(feed.description)}</description><language>ko</language><atom:link href="${escape(feed.address)}/rss.xml" rel="self" type="application/rss+xml"/>\n${feed.items
    .map(
      (item) =>
        `<item><title>${escape(item.title)}</title><link>${escape(item.address)}</link><guid
isPermaLink="true">${escape(item.address)}</guid><description>${escape(item.description)}</description><pubDate>${item.at.toUTCString()}</pubDate></item>\n`,
    )
    .join("")}</channel></rss>\n`

/** An answer in XML that crawlers and caches may keep for an hour. */
export const xmlResponse = (text: string, type = "application/xml"): Response =>
  new Response(text, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" },
  })
