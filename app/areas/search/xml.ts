/** How addresses and news are written for crawlers: sitemaps (sitemaps.org 0.9) and RSS 2.0. */

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
const XML_HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'

export const buildSitemapIndex = (urls: readonly string[]): string =>
  `${XML_HEADER}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
  `${urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>\n`).join("")}` +
  `</sitemapindex>\n`

const buildSitemapEntry = ({ url, at }: { url: string; at?: Date }) =>
  `<url><loc>${escapeXml(url)}</loc>${at ? `<lastmod>${at.toISOString()}</lastmod>` : ""}</url>\n`

export const buildSitemapPart = (pages: readonly { url: string; at?: Date }[]): string =>
  `${XML_HEADER}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
  `${pages.map(buildSitemapEntry).join("")}</urlset>\n`

export type FeedItem = { title: string; url: string; description: string; at: Date }

export const buildRssFeed = (feed: {
  title: string
  url: string
  description: string
  items: readonly FeedItem[]
}): string =>
  `${XML_HEADER}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>` +
  `<title>${escapeXml(feed.title)}</title><link>${escapeXml(feed.url)}</link>` +
  `<description>${escapeXml(feed.description)}</description><language>ko</language>` +
  `<atom:link href="${escapeXml(feed.url)}/rss.xml" rel="self" type="application/rss+xml"/>\n` +
  `${feed.items.map(buildRssItem).join("")}</channel></rss>\n`

const buildRssItem = (item: FeedItem) =>
  `<item><title>${escapeXml(item.title)}</title><link>${escapeXml(item.url)}</link>` +
  `<guid isPermaLink="true">${escapeXml(item.url)}</guid>` +
  `<description>${escapeXml(item.description)}</description>` +
  `<pubDate>${item.at.toUTCString()}</pubDate></item>\n`

/** An answer in XML that crawlers and caches may keep for an hour. */
export const createXmlResponse = (text: string, type = "application/xml"): Response =>
  new Response(text, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" },
  })
