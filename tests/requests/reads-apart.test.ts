/** The product with a standby: whoever wrote or heard sees it at once, and nobody sees the standby fail. */
import { sql } from "drizzle-orm"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { createItemForSale } from "#app/areas/market/fixtures.ts"
import { createProduct, createShop } from "#app/areas/shop/fixtures.ts"
import { HEARD_COOKIE } from "#app/basics/heard-cookie.ts"
import { connectDatabase, db, disconnectDatabase } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { findSetCookie, toCookieHeader } from "../setup/cookies.ts"
import { startReplication, type Replication } from "../setup/standby.ts"
import { startProduct, type StartedProduct } from "../setup/started-product.ts"

const SECRET = "a secret that only tests know, 32+"
const TOKEN = "only for this test of reads"
const folder = mkdtempSync(join(tmpdir(), "baroildang-reads-"))
let replication: Replication
let product: StartedProduct
let seller: Person
let itemId: string
let productId: string

beforeAll(async () => {
  replication = await startReplication()
  setEnvironment(readEnvironment({ APP_ENV: "test", SECRET }))
  connectDatabase(replication.primaryUrl, 4)
  seller = await createPerson()
  itemId = await createItemForSale(seller)
  const shop = await createShop()
  productId = (await createProduct(shop.sellerId, [{ priceWon: 9_000, stock: 3 }])).productId
  product = await startProduct({
    dataDir: folder,
    env: {
      DATABASE_URL: replication.primaryUrl,
      DATABASE_READ_URL: replication.standbyUrl,
      // Far more than this test holds the standby back.
      DATABASE_READ_MAX_LAG_SECONDS: "30",
      METRICS_TOKEN: TOKEN,
      LOG_LEVEL: "error",
    },
  })
})
afterAll(async () => {
  await product.stop()
  await disconnectDatabase()
  await replication.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, cookie = "") => fetch(product.url + path, { headers: { Cookie: cookie } })
const post = (path: string, fields: Record<string, string>, cookie: string) =>
  fetch(product.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Cookie: cookie, Origin: product.url },
    redirect: "manual",
  })

/** Whether the seller's list shows what is for sale. */
async function isListed(cookie: string): Promise<boolean> {
  const answer = await get(`/marketplace/seller/${seller.actor.userId}`, cookie)
  expect(answer.status).toBe(200)
  return (await answer.text()).includes(`/marketplace/${itemId}`)
}

async function countStatements(): Promise<Record<string, number>> {
  const answer = await fetch(`${product.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })
  const text = await answer.text()
  return Object.fromEntries(
    [
      ...text.matchAll(
        /^database_(?:statements_total\{database|reads_returned_total\{reason)="(\w+)"\} (\d+)/gm,
      ),
    ].map(([, name, count]) => [name, Number(count)]),
  )
}

/** Waits until the product reads lists from the standby. */
const waitUntilApart = () =>
  vi.waitFor(
    async () => {
      const before = await countStatements()
      await isListed("")
      const after = await countStatements()
      expect(after["standby"]).toBeGreaterThan(before["standby"] ?? 0)
    },
    { timeout: 20_000, interval: 100 },
  )

test("who wrote sees it at once, and so does a page that heard of it; others a moment later", async () => {
  await waitUntilApart()
  await replication.pause()
  const answer = await post(`/marketplace/${itemId}`, { intent: "put-away", away: "1" }, seller.cookie)
  expect(answer.status).toBe(302)
  const own = toCookieHeader(answer, seller.cookie)
  expect(own).toContain("read_position=")
  const listener = await createPerson()
  const [others, mine, heard] = [
    await isListed(""),
    await isListed(own),
    await get(`/marketplace/seller/${seller.actor.userId}`, `${listener.cookie}; ${HEARD_COOKIE}=1`),
  ]
  expect([others, mine, (await heard.text()).includes(`/marketplace/${itemId}`)]).toEqual([
    true,
    false,
    false,
  ])
  expect(findSetCookie(heard, `${HEARD_COOKIE}=`)).toBe(`${HEARD_COOKIE}=`)
  expect(findSetCookie(heard, "read_position")).not.toBe("")
  await replication.resume()
  await vi.waitFor(async () => expect(await isListed("")).toBe(false), { timeout: 20_000, interval: 50 })
})

test("a cookie that somebody else wrote counts as none; reading sets none", async () => {
  await waitUntilApart()
  const list = await get(`/marketplace/seller/${seller.actor.userId}`, "read_position=e30.forged")
  expect([list.status, findSetCookie(list, "read_position")]).toEqual([200, ""])
})

test("what everybody reads goes on while the primary is away, what needs it says so", async () => {
  await db().execute(sql`update items set put_away_at = null`)
  await vi.waitFor(async () => expect(await isListed("")).toBe(true), { timeout: 20_000, interval: 50 })
  await waitUntilApart()
  await disconnectDatabase()
  await replication.stopPrimary()
  try {
    const [forAll, forReads] = [await get("/readyz"), await get("/readyz/reads")]
    expect([forAll.status, forReads.status]).toEqual([503, 200])
    expect(await forReads.text()).toMatch(/^ready\ndatabase \d+s/)
    for (const path of [
      "/",
      "/marketplace",
      `/marketplace/${itemId}`,
      `/marketplace/seller/${seller.actor.userId}`,
      "/jobs/hire",
      "/jobs/seek",
      "/experts",
      "/shopping",
      `/shopping/product/${productId}`,
      "/search?q=식탁",
      "/notices",
      "/faq",
      "/_.data",
      "/marketplace.data",
    ])
      for (const cookie of ["", seller.cookie]) {
        const answer = await get(path, cookie)
        expect({ path, cookie, status: answer.status }).toEqual({ path, cookie, status: 200 })
        // Who is signed in still is.
        if (path === "/") expect((await answer.text()).includes("로그아웃")).toBe(cookie !== "")
      }
    const own = await get("/orders", seller.cookie)
    expect([own.status, own.headers.get("Retry-After")]).toEqual([503, "2"])
    const page = await own.text()
    expect(page).toContain("지금 저장된 내용을 불러오지 못하고 있어요. 잠시 뒤 다시 시도해 주세요.")
    expect(page).toContain("로그아웃")
    const sent = await post(`/marketplace/${itemId}`, { intent: "put-away", away: "1" }, seller.cookie)
    expect([sent.status, sent.headers.get("Retry-After")]).toEqual([503, "2"])
    expect(await sent.text()).toContain("보낸 내용을 받지 못했어요. 잠시 뒤 다시 보내 주세요.")
  } finally {
    connectDatabase(replication.primaryUrl, 4)
  }
})
