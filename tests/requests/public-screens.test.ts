/** What search engines and shared links are told: generated over every screen that a visitor may read. */
import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { isSubjectKind, type SubjectRef } from "#app/basics/subject.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { emitSubjectChanged } from "#app/platform/subjects.server.ts"
import { withApp } from "../setup/app.ts"
import { listRoutes } from "../setup/routes.ts"
import { buildPath, createTestWorld, type TestWorld } from "../setup/test-world.ts"
import { ACCESS } from "./access.ts"

const app = withApp()
const ORIGIN = "http://localhost:3000"

let town: TestWorld
beforeAll(async () => {
  town = await createTestWorld()
  const listed = {
    expert: town.params.expertId,
    hire: town.params.hireId,
    seek: town.params.seekId,
    item: town.params.itemId,
    product: town.params.productId,
  }
  const subjects = Object.entries(listed).flatMap(([kind, id]): SubjectRef[] =>
    isSubjectKind(kind) && id ? [{ kind, id }] : [],
  )
  await inTransaction(async (tx) => {
    for (const subject of subjects) await emitSubjectChanged(tx, subject)
  })
  await app.drainEvents()
})

/** Screens for whoever comes by, which no search engine needs. */
const NOT_FOR_SEARCH = [
  "/search",
  "/login",
  "/login/code",
  "/login/find",
  "/login/phone",
  "/map/:things",
  "/neighbourhood",
  "/shopping/recent",
  "/shopping/cart",
  "/cart",
  "/signup/sent",
  "/signup/profile",
  "/password-reset",
  "/forgot-password",
  "/outbox",
  "/image-display",
  "/postcode",
  "/evidence",
  "/requests/:orderId",
  "/upload-test",
  "/OrderUploadTest",
  "/jobs/post/hire",
  "/jobs/post/seek",
  "/jobs/seek/:seekId",
  "/marketplace/seller/:userId",
  "/expert-registration",
  "/orders/new",
  "/refuse-advertising",
  "/appeal",
  "/undo-change",
]

const open = listRoutes().filter(
  ({ isScreen, pattern }) => isScreen && ACCESS[pattern]?.read.visitor === "in",
)
const patterns = open.map(({ pattern }) => pattern)
const addressOf = (pattern: string) => buildPath(town, ACCESS[pattern]?.at ?? pattern)

const decoded = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
function headOf(html: string) {
  const head = html.slice(0, html.indexOf("</head>"))
  const all = (find: RegExp) => [...head.matchAll(find)].map((match) => decoded(match[1] ?? ""))
  return {
    titles: all(/<title>([^<]*)<\/title>/g),
    descriptions: all(/<meta name="description" content="([^"]*)"/g),
    canonicals: all(/<link rel="canonical" href="([^"]*)"/g),
    images: all(/<meta property="og:image" content="([^"]*)"/g),
    shared: ["og:type", "og:title", "og:description", "og:url", "og:site_name"].filter(
      (name) => all(new RegExp(`<meta property="${name}" content="([^"]+)"`, "g")).length !== 1,
    ),
    hidden: /<meta name="robots" content="noindex/.test(head),
    data: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      (match) => JSON.parse(match[1] ?? "") as { "@type"?: string },
    ),
  }
}
const read = async (path: string) => headOf(await (await app.get(path)).text())

describe.each(patterns)("%s", (pattern) => {
  test("has one title and, where it is indexed, one description, canonical and picture", async () => {
    const path = addressOf(pattern)
    const head = await read(path)
    expect(head.titles).toHaveLength(1)
    expect(head.titles[0]).toContain("바로일당")
    expect(head.hidden).toBe(NOT_FOR_SEARCH.includes(pattern))
    if (head.hidden) return
    expect(head.descriptions).toHaveLength(1)
    const [description = ""] = head.descriptions
    expect([...description].length).toBeGreaterThan(12)
    expect([...description].length).toBeLessThanOrEqual(160)
    expect(head.canonicals).toEqual([ORIGIN + path])
    expect(head.shared).toEqual([])
    expect(head.images).toHaveLength(1)
    const [image = ""] = head.images
    expect(image.startsWith(`${ORIGIN}/`)).toBe(true)
    const picture = await app.get(image.slice(ORIGIN.length))
    expect([image, picture.status, picture.headers.get("Content-Type")]).toEqual([image, 200, "image/jpeg"])
    expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({
      width: 1200,
      height: 630,
    })
    if (pattern !== "/") expect(head.data.map((each) => each["@type"])).toContain("BreadcrumbList")
  })
})

test("no two screens have the same title or the same address", async () => {
  const heads = []
  for (const pattern of patterns)
    if (!NOT_FOR_SEARCH.includes(pattern)) heads.push(await read(addressOf(pattern)))
  for (const list of [heads.map(({ titles }) => titles[0]), heads.map(({ canonicals }) => canonicals[0])])
    expect(list.filter((each, index) => list.indexOf(each) !== index)).toEqual([])
})

test("what is listed says what it is in the words of schema.org", async () => {
  for (const [pattern, type] of [
    ["/expert/:expertId", "LocalBusiness"],
    ["/jobs/hire/:hireId", "JobPosting"],
    ["/marketplace/:itemId", "Product"],
    ["/shopping/product/:productId", "Product"],
    ["/category/:categoryId", "FAQPage"],
  ] as const) {
    expect([pattern, (await read(addressOf(pattern))).data.map((each) => each["@type"])]).toEqual([
      pattern,
      expect.arrayContaining([type]),
    ])
  }
})

test("a list filtered beyond kind and region points to the whole one, and is not indexed", async () => {
  for (const [path, whole] of [
    ["/experts?rating=4&sort=reviews", "/experts"],
    ["/marketplace?free=1", "/marketplace"],
    ["/jobs/hire?pay=day&category=repair", "/jobs/hire"],
    ["/jobs/seek?sort=career&short=1", "/jobs/seek"],
  ] as const) {
    const head = await read(path)
    expect([path, head.hidden, head.canonicals]).toEqual([path, true, [ORIGIN + whole]])
  }
  expect(await read("/experts?category=repair&region=11")).toMatchObject({
    hidden: false,
    canonicals: [`${ORIGIN}/experts/region/11/repair`],
  })
})

test("every address of the sitemap and the feed answers and may be indexed", async () => {
  const index = await (await app.get("/sitemap.xml")).text()
  const locations = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name}>${ORIGIN}([^<]+)</${name}>`, "g"))].map((match) =>
      decoded(match[1] ?? ""),
    )
  const parts = locations(index, "loc")
  const paths = (
    await Promise.all(parts.map(async (part) => locations(await (await app.get(part)).text(), "loc")))
  ).flat()
  for (const id of ["expertId", "hireId", "itemId", "productId", "noticeId", "careerId"])
    expect([id, paths.some((path) => path.includes(town.params[id] ?? "-"))]).toEqual([id, true])
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths) {
    const answer = await app.get(path)
    const head = headOf(await answer.text())
    expect([path, answer.status, head.hidden, head.canonicals]).toEqual([path, 200, false, [ORIGIN + path]])
  }
  const feed = await (await app.get("/rss.xml")).text()
  const news = locations(feed, "link").filter((path) => path !== "/")
  for (const id of ["noticeId", "itemId", "productId"])
    expect([id, news.some((path) => path.includes(town.params[id] ?? "-"))]).toEqual([id, true])
  for (const path of news) expect([path, (await app.get(path)).status]).toEqual([path, 200])
})
