/** What crawlers and shared links get: robots.txt, the sitemap in parts, RSS, drawn pictures. */
import { readFile } from "node:fs/promises"
import sharp from "sharp"
import { beforeAll, expect, test } from "vitest"
import { createArticle } from "#app/areas/content/fixtures.ts"
import { newId } from "#app/basics/ids.ts"
import { driver } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp()
const [item, product, seek] = [newId(), newId(), newId()]
const title = "원목 <식탁> & 의자 4개"
let noticeId = ""

beforeAll(async () => {
  noticeId = await createArticle("notice", "설 연휴 고객센터 운영 안내")
  const cardOf = (href: string) =>
    JSON.stringify({
      line: "역삼동",
      priceText: "120,000원",
      pictureId: null,
      href,
      state: null,
      ownerId: null,
    })
  const list = (kind: string, tab: string, id: string, name: string, href: string) => driver()`
    insert into search_entries (tab, kind, id, title, card, title_words, title_joined, all_words, all_joined,
      initials, tokens, marks, price_won, rank, at)
    values (${tab}, ${kind}, ${id}, ${name}, ${cardOf(href)}::text::jsonb, '', '', '', '', '', '{}',
      '{}', 120000, 0.5, '2026-11-20T03:00:00Z')`
  await list("item", "market", item, title, `/marketplace/${item}`)
  await list("product", "shop", product, "무선 청소기", `/shopping/product/${product}`)
  await list("seek", "jobs", seek, "주말 일 구해요", `/jobs/seek/${seek}`)
})

test("robots.txt lets Yeti and Googlebot in, closes what is private, and names the sitemap", async () => {
  const answer = await app.get("/robots.txt")
  expect(answer.headers.get("Content-Type")).toContain("text/plain")
  const text = await answer.text()
  for (const line of [
    "User-agent: Yeti",
    "User-agent: *",
    "Disallow: /admin",
    "Disallow: /chat",
    "Disallow: /my-info",
    "Sitemap: http://localhost:3000/sitemap.xml",
  ])
    expect(text).toContain(line)
})

test("the sitemap has every public listing and page, but nobody who seeks work", async () => {
  const index = await (await app.get("/sitemap.xml")).text()
  const parts = [...index.matchAll(/<loc>http:\/\/localhost:3000([^<]+)<\/loc>/g)].map(
    (match) => match[1] ?? "",
  )
  expect(parts).toEqual([
    "/sitemaps/pages.xml",
    "/sitemaps/regions.xml",
    "/sitemaps/item.xml",
    "/sitemaps/product.xml",
  ])
  const texts = await Promise.all(parts.map(async (part) => (await app.get(part)).text()))
  const all = texts.join("\n")
  for (const path of [
    "/",
    "/category/repair",
    "/faq",
    `/notices/${noticeId}`,
    `/marketplace/${item}`,
    `/shopping/product/${product}`,
  ])
    expect(all).toContain(`<loc>http://localhost:3000${path}</loc>`)
  expect(all).toContain("<lastmod>2026-11-20T03:00:00.000Z</lastmod>")
  expect(all).not.toContain(seek)
  for (const none of [
    "/sitemaps/person.xml",
    "/sitemaps/seek.xml",
    "/sitemaps/item-1.xml",
    "/sitemaps/item-2.xml",
    `/sitemaps/item-${item}.xml`,
    "/sitemaps/pages",
  ])
    expect((await app.get(none)).status).toBe(404)
})

test("RSS tells what is new, the newest first, with its signs escaped", async () => {
  const answer = await app.get("/rss.xml")
  expect(answer.headers.get("Content-Type")).toContain("application/rss+xml")
  const text = await answer.text()
  expect(text.indexOf("설 연휴 고객센터 운영 안내")).toBeGreaterThan(0)
  expect(text).toContain("원목 &lt;식탁&gt; &amp; 의자 4개")
  expect(text).toContain("<pubDate>Fri, 20 Nov 2026 03:00:00 GMT</pubDate>")
  expect(text).not.toContain("<식탁>")
})

test("a shared listing has a picture of 1200×630 with an ETag, and none where unlisted", async () => {
  const answer = await app.get(`/share/item/${item}.jpg`)
  expect(answer.headers.get("Content-Type")).toBe("image/jpeg")
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: "jpeg" })
  const again = await app.get(`/share/item/${item}.jpg`, {
    headers: { "If-None-Match": answer.headers.get("ETag") ?? "" },
  })
  expect(again.status).toBe(304)
  // Words are drawn: another listing's picture is another picture.
  expect(
    Buffer.from(await (await app.get(`/share/product/${product}.jpg`)).arrayBuffer()).equals(bytes),
  ).toBe(false)
  expect((await app.get("/share/site.jpg")).status).toBe(200)
  for (const none of [
    `/share/item/${newId()}.jpg`,
    `/share/order/${item}.jpg`,
    `/share/item/${item}.png`,
    "/share/item/x.jpg",
    "/share/other.jpg",
  ])
    expect((await app.get(none)).status).toBe(404)
})

test("KakaoTalk's script may be loaded only where there is a key for it", async () => {
  const read = async () => {
    const answer = await app.get("/faq")
    return { html: await answer.text(), policy: answer.headers.get("Content-Security-Policy") ?? "" }
  }
  const without = await read()
  expect(without.policy).not.toContain("kakao")
  expect(without.html).not.toContain("data-kakao-key")
  app.set({ KAKAO_JS_KEY: "0123456789abcdef0123456789abcdef" })
  const withKey = await read()
  app.set({})
  expect(withKey.policy).toMatch(/script-src [^;]*https:\/\/t1\.kakaocdn\.net\/kakao_js_sdk\//)
  expect(withKey.policy).toMatch(/form-action [^;]*https:\/\/sharer\.kakao\.com/)
  expect(withKey.html).toContain('data-kakao-key="0123456789abcdef0123456789abcdef"')
})

test("the manifest's share target and shortcuts are there", async () => {
  const manifest: {
    share_target: { action: string }
    shortcuts: { url: string }[]
  } = JSON.parse(await readFile(new URL("../../public/manifest.webmanifest", import.meta.url), "utf8"))
  expect((await app.post(manifest.share_target.action, new FormData())).headers.get("Location")).toBe(
    "/marketplace/post",
  )
  for (const { url } of manifest.shortcuts) expect((await app.get(url)).status).toBeLessThan(400)
})
