/**
 * The public pages of every area from memory: visitors share the bytes, nobody who is signed in gets them,
 * and readers are counted all the same.
 */
import { request as ask } from "node:http"
import { sql } from "drizzle-orm"
import { beforeAll, expect, test, vi } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createArticle } from "#app/areas/content/fixtures.ts"
import { createOpenHire, createOpenSeek } from "#app/areas/jobs/fixtures.ts"
import { createItemForSale } from "#app/areas/market/fixtures.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"

const app = withApp({ SHARED_MS: "5000" })
let origin = ""
let person: Person
let itemId = ""
let paths: string[] = []
beforeAll(async () => {
  origin = await app.listen()
  const [shop, owner] = [await createShop(), await createPerson()]
  person = await createPerson({ name: "나손님" })
  const { productId } = await createProduct(shop.sellerId, [
    { priceWon: 12_000, stock: 3 },
    { priceWon: 14_000, stock: 0 },
  ])
  itemId = await createItemForSale(owner)
  const [hireId, seekId] = [await createOpenHire(owner.actor), await createOpenSeek(owner.actor)]
  const [noticeId, careerId] = [
    await createArticle("notice", "점검 안내"),
    await createArticle("career", "함께 일해요"),
  ]
  paths = [
    "/shopping",
    "/shopping?department=living&sort=cheapest",
    `/shopping/product/${productId}`,
    "/marketplace",
    `/marketplace/${itemId}`,
    "/jobs/hire",
    `/jobs/hire/${hireId}`,
    "/jobs/seek",
    `/jobs/seek/${seekId}`,
    "/notices",
    `/notices/${noticeId}`,
    "/careers",
    `/careers/${careerId}`,
    "/faq",
    "/about",
    "/terms",
    "/privacy",
    "/safety",
    "/support",
    "/expert-guide",
    "/expert-support",
    "/expert-insurance",
    "/expert-tools",
  ]
})

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; html: string }
function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((answered, failed) => {
    const asking = ask(origin + path, { headers }, (response) => {
      const pieces: Buffer[] = []
      response.on("data", (piece: Buffer) => pieces.push(piece))
      response.on("end", () =>
        answered({
          status: response.statusCode ?? 0,
          headers: response.headers,
          html: Buffer.concat(pieces).toString(),
        }),
      )
    })
    asking.on("error", failed)
    asking.end()
  })
}
/** What a page says of its own request is not of its visitor. */
const without = (html: string, id: unknown) => html.replaceAll(String(id).split(".")[0] ?? "", "")

test("two visitors get the same cached bytes; a signed-in person never gets them", async () => {
  for (const path of paths) {
    // Both have read it before, so that a page that tells its readers tells the same number from here on.
    for (const last of [1, 2])
      await get(path, { "X-Forwarded-For": `198.51.100.${last}`, Cookie: "mark=baroildang" })
    const first = await get(path, { "X-Forwarded-For": "198.51.100.1", "User-Agent": "one" })
    const second = await get(path, { "X-Forwarded-For": "198.51.100.2", "User-Agent": "two" })
    expect([path, first.status, second.headers["x-cache"], second.html === first.html]).toEqual([
      path,
      200,
      "HIT",
      true,
    ])
    // A cookie that only looks like ours gets a page made for its bearer alone: the same one.
    const alone = await get(path, { "X-Forwarded-For": "198.51.100.1", Cookie: "mark=baroildang" })
    expect([
      path,
      alone.headers["x-cache"],
      without(alone.html, alone.headers["x-request-id"]) ===
        without(first.html, first.headers["x-request-id"]),
    ]).toEqual([path, undefined, true])
    const own = await get(path, { "X-Forwarded-For": "198.51.100.1", Cookie: person.cookie })
    expect([
      path,
      own.status,
      own.headers["x-cache"],
      own.headers["cache-control"],
      own.html.includes("로그아웃"),
    ]).toEqual([path, 200, undefined, "private, no-store", true])
    expect([path, (await get(path)).html.includes("나손님")]).toEqual([path, false])
  }
})

test("what a visitor's page leads to needs no key of that page", async () => {
  const page = await get(paths.find((path) => path.startsWith("/shopping/product/")) ?? "")
  expect(page.html).toContain('name="submissionKey" value=""')
})

test("everybody who reads a used thing from memory is counted once", async () => {
  const viewsOf = async () =>
    Number(
      (
        await db().execute<{ sum: string }>(
          sql`select coalesce(sum(views), 0)::text as sum from item_views where item_id = ${itemId}::uuid`,
        )
      )[0]?.sum,
    )
  const before = await viewsOf()
  for (const last of [11, 12, 13, 12, 11])
    expect((await get(`/marketplace/${itemId}`, { "X-Forwarded-For": `198.51.100.${last}` })).status).toBe(
      200,
    )
  await vi.waitFor(async () => expect((await viewsOf()) - before).toBe(3))
})

test("a form with a key of its own is never cached", async () => {
  await get("/contact")
  expect((await get("/contact")).headers["x-cache"]).toBeUndefined()
})

test("a search that is asked for again comes from memory, and each of its readers is counted", async () => {
  const path = encodeURI("/search?q=무소음")
  const read = (last: number) => get(path, { "X-Forwarded-For": `198.51.100.${last}` })
  const caches = [await read(21), await read(22), await read(23), await read(21)].map(
    ({ headers }) => headers["x-cache"],
  )
  expect(caches).toEqual(["MISS", "MISS", "HIT", "HIT"])
  const alone = await get(path, { "X-Forwarded-For": "198.51.100.24", Cookie: "mark=baroildang" })
  const kept = await read(22)
  expect(without(alone.html, alone.headers["x-request-id"])).toBe(
    without(kept.html, kept.headers["x-request-id"]),
  )
  expect((await get(path, { Cookie: person.cookie })).headers["x-cache"]).toBeUndefined()
  await vi.waitFor(
    async () => {
      const [row] = await db().execute<{ people: number }>(sql`select count(distinct who)::int as people
        from (select who, term from search_terms union select who, term from search_misses) asked
        where term = '무소음'`)
      // The fifth is the person who is signed in.
      expect(row?.people).toBe(5)
    },
    { timeout: 10_000 },
  )
})

test("parts that are written once hold nothing that the browser does not write there itself", async () => {
  const list = (await get("/shopping", { Cookie: person.cookie })).html
  expect(list).toMatch(/class="product-grid[^"]*"><ul class="contents"[^>]*><li/)
  const page = (
    await get(paths.find((path) => path.startsWith("/shopping/product/")) ?? "", { Cookie: person.cookie })
  ).html
  for (const html of [list, page])
    expect(html.slice(html.indexOf("<body"), html.indexOf("</main>"))).not.toContain('rel="preload"')
})
