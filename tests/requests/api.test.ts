/**
 * The door for programs over HTTP: who is let in, what is read and written, and what is said of what cannot
 * be.
 */
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson, type Person } from "#app/areas/accounts/fixtures.ts"
import { profiles } from "#app/areas/accounts/schema.server.ts"
import { apiKeys } from "#app/areas/api/schema.server.ts"
import { revokeApiKey } from "#app/areas/api/service/keys.server.ts"
import { API_LIMITS } from "#app/areas/api/rules.ts"
import { createExpert, createPictureRow } from "#app/areas/experts/fixtures.ts"
import { buildProposalInput, createOpenOrder } from "#app/areas/orders/fixtures.ts"
import { createPaidPurchase, createProduct, createShop, type Shop } from "#app/areas/shop/fixtures.ts"
import { DISCLOSURES } from "#app/areas/shop/disclosure.ts"
import { orderLines, products, variants } from "#app/areas/shop/schema.server.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { withApp } from "../setup/app.ts"
import { createTestKey, readProblem, sendToApi, type ApiRequest } from "../setup/api-requests.ts"
import { checksumTables } from "../setup/table-checksums.ts"

const app = withApp()
let shop: Shop
let rival: Shop
let buyer: Person
let key: string
beforeAll(async () => {
  ;[shop, rival, buyer] = [await createShop(), await createShop({ name: "옆가게" }), await createPerson()]
  key = await createTestKey(shop)
})

const send = (method: string, path: string, request: ApiRequest = {}) =>
  sendToApi(app, method, path, { key, ...request })
const problemOf = async (response: Promise<Response>) => readProblem(await response)

async function sell(count = 1, owner = shop) {
  const made = await createProduct(owner.sellerId, [{ priceWon: 10_000, stock: 500 }])
  const lines: string[] = []
  for (let index = 0; index < count; index += 1) {
    const bought = await createPaidPurchase(buyer, [{ variantId: made.variantIds[0] ?? "", quantity: 1 }])
    lines.push(bought.lines[0]?.id ?? "")
  }
  return { ...made, lines }
}
const lineOf = async (id: string) => (await db().select().from(orderLines).where(eq(orderLines.id, id)))[0]
const parcel = (trackingNumber: string) => ({ carrier: "cj", trackingNumber })

async function productBody(overrides: Record<string, unknown> = {}) {
  return {
    title: "튼튼한 접이식 사다리",
    department: "tools",
    description: "혼자서도 들 수 있는 가벼운 알루미늄 사다리예요. 미끄럼 방지 발이 있어요.",
    variants: [{ priceWon: 45_000, stock: 7 }],
    noticeKind: "household",
    notice: DISCLOSURES.household.rows.map(() => "국내 제작"),
    pictureIds: [await createPictureRow(shop.sellerId, "product")],
    propose: true,
    ...overrides,
  }
}

test("without a key, with a wrong or a revoked one, and for a suspended owner nothing is told", async () => {
  expect(await problemOf(send("GET", "/orders", { key: undefined }))).toEqual([401, "key_missing"])
  expect(await problemOf(send("GET", "/orders", { key: "brd_nothing" }))).toEqual([401, "key_unknown"])
  const other = await createShop()
  const otherKey = await createTestKey(other)
  expect((await send("GET", "/orders", { key: otherKey })).status).toBe(200)
  const [row] = await db().select().from(apiKeys).where(eq(apiKeys.ownerId, other.sellerId))
  expect(row?.keyHash).not.toContain(otherKey)
  expect(row?.lastUsedAt).not.toBeNull()
  await db()
    .update(profiles)
    .set({ bannedUntil: new Date(Date.now() + 60_000) })
    .where(eq(profiles.userId, other.sellerId))
  expect(await problemOf(send("GET", "/orders", { key: otherKey }))).toEqual([403, "owner_suspended"])
  await db().update(profiles).set({ bannedUntil: null }).where(eq(profiles.userId, other.sellerId))
  expect(await revokeApiKey(other.actor, row?.id ?? "")).toEqual({ ok: true })
  expect(await problemOf(send("GET", "/orders", { key: otherKey }))).toEqual([401, "key_unknown"])
})

test("a cookie counts for nothing, and a page of another site needs none to be refused", async () => {
  const headers = { Cookie: shop.cookie, Origin: "https://evil.example" }
  const refused = await send("GET", "/orders", { key: undefined, headers })
  expect(refused.headers.get("Access-Control-Allow-Origin")).toBeNull()
  expect(await readProblem(refused)).toEqual([401, "key_missing"])
  expect((await send("OPTIONS", "/orders", { key: undefined, headers })).status).toBe(405)
})

test("a key does what it is for, and no more", async () => {
  const reader = await createTestKey(shop, ["orders:read"])
  expect((await send("GET", "/orders", { key: reader })).status).toBe(200)
  const { lines } = await sell()
  const before = await checksumTables()
  expect(await problemOf(send("GET", "/products", { key: reader }))).toEqual([403, "scope_missing"])
  const ship = send("POST", `/lines/${lines[0]}/parcel`, { key: reader, body: parcel("123456789012") })
  expect(await problemOf(ship)).toEqual([403, "scope_missing"])
  expect(await checksumTables()).toEqual(before)
})

test("problems are said in Korean, or in English where that is asked for", async () => {
  const [line] = (await sell()).lines
  const path = `/lines/${line}/parcel`
  const read = async (language: string) => {
    const response = await send("POST", path, {
      body: { carrier: "비둘기" },
      headers: { "Accept-Language": language },
    })
    expect([response.status, response.headers.get("Content-Language")]).toEqual([
      400,
      language.startsWith("en") ? "en" : "ko",
    ])
    return (await response.json()) as { errors: { pointer: string; detail: string }[] }
  }
  expect((await read("ko-KR")).errors).toEqual([
    { pointer: "#/carrier", detail: "택배사를 목록에서 골라 주세요." },
    { pointer: "#/trackingNumber", detail: "송장번호를 입력해 주세요." },
  ])
  expect((await read("en-US,ko;q=0.5")).errors).toEqual([
    { pointer: "#/carrier", detail: expect.stringContaining("Must be one of: cj") },
    { pointer: "#/trackingNumber", detail: "Must be a string of 6 to 30 characters." },
  ])
})

test("a proposal that leads around the market is refused with the fields that do", async () => {
  const expert = await createExpert()
  const proposalKey = await createTestKey(expert, ["proposals:write"])
  const orderId = await createOpenOrder(buyer.actor)
  const lines = [{ name: "도배 010-1234-5678", quantity: 1, unit: "식", unitPriceWon: 900_000 }]
  const body = buildProposalInput({ lines, included: ["open.kakao.com/o/baro"] })
  const response = await send("POST", `/requests/${orderId}/proposal`, { key: proposalKey, body })
  const { code, errors } = (await response.json()) as { code: string; errors: { pointer: string }[] }
  expect([response.status, code, errors.map(({ pointer }) => pointer)]).toEqual([
    400,
    "contact",
    ["#/included", "#/lines/0/name"],
  ])
})

test("bodies that are no JSON, of another type or too large are refused as problems", async () => {
  const path = `/lines/${newId()}/parcel`
  expect(await problemOf(send("POST", path, { body: "{" }))).toEqual([400, "not_json"])
  expect(await problemOf(send("POST", path, { body: "[]" }))).toEqual([400, "not_json"])
  const text = { body: "carrier=cj", headers: { "Content-Type": "application/x-www-form-urlencoded" } }
  expect(await problemOf(send("POST", path, text))).toEqual([415, "media_type"])
  const large = { body: JSON.stringify({ carrier: "x".repeat(1_100_000) }) }
  expect(await problemOf(send("POST", path, large))).toEqual([413, "too_large"])
  expect(await problemOf(send("GET", "/nothing"))).toEqual([404, "no_operation"])
  expect(await problemOf(send("DELETE", "/orders"))).toEqual([405, "method_unknown"])
  expect(await problemOf(send("GET", "/orders/nothing"))).toEqual([404, "not_found"])
  expect(await problemOf(send("GET", "/orders?tab=nothing"))).toEqual([400, "invalid"])
  expect(await problemOf(send("GET", "/orders?after=!"))).toEqual([400, "invalid"])
})

test("the same Idempotency-Key does once, answers the same, and refuses another body", async () => {
  const body = await productBody()
  const headers = { "Idempotency-Key": `make-${newId()}` }
  const first = await send("POST", "/products", { body, headers })
  expect(first.status).toBe(201)
  const again = await send("POST", "/products", { body, headers })
  expect([again.status, again.headers.get("Idempotent-Replayed")]).toEqual([201, "true"])
  expect(await again.text()).toBe(await first.text())
  const changed = send("POST", "/products", { body: { ...body, title: "다른 사다리예요" }, headers })
  expect(await problemOf(changed)).toEqual([409, "key_reused"])
  const odd = send("POST", "/products", { body, headers: { "Idempotency-Key": "%%" } })
  expect(await problemOf(odd)).toEqual([400, "idempotency_key"])
  // What was refused changed nothing: corrected, it goes through.
  const retried = { "Idempotency-Key": `retry-${newId()}` }
  const refused = send("POST", "/products", {
    body: await productBody({ pictureIds: [newId()] }),
    headers: retried,
  })
  expect(await problemOf(refused)).toEqual([409, "pictures_missing"])
  expect((await send("POST", "/products", { body: await productBody(), headers: retried })).status).toBe(201)
})

test("what has not changed is not sent again, what changed meanwhile is not overwritten", async () => {
  const made = (await (await send("POST", "/products", { body: await productBody() })).json()) as {
    id: string
  }
  const path = `/products/${made.id}`
  const read = await send("GET", path)
  const etag = read.headers.get("ETag") ?? ""
  const product = (await read.json()) as { variants: { id: string; stock: number }[]; pictureIds: string[] }
  expect((await send("GET", path, { headers: { "If-None-Match": etag } })).status).toBe(304)
  const body = await productBody({
    title: "이름을 고친 사다리",
    pictureIds: product.pictureIds,
    variants: product.variants.map((each) => ({ ...each, was: each.stock })),
  })
  expect((await send("PUT", path, { body, headers: { "If-Match": etag } })).status).toBe(200)
  expect(await problemOf(send("PUT", path, { body, headers: { "If-Match": etag } }))).toEqual([
    412,
    "version_moved",
  ])
  expect((await send("GET", path, { headers: { "If-None-Match": etag } })).status).toBe(200)
  const [row] = await db().select().from(products).where(eq(products.id, made.id))
  expect([row?.title, row?.state, row?.sellerId]).toEqual(["이름을 고친 사다리", "proposed", shop.sellerId])
})

test("stock is set by who knows the stock that holds now", async () => {
  const { variantIds } = await createProduct(shop.sellerId, [{ priceWon: 10_000, stock: 5 }])
  const path = `/stock/${variantIds[0]}`
  expect((await send("PATCH", path, { body: { priceWon: 9_000, stock: 8, was: 5 } })).status).toBe(204)
  expect(await problemOf(send("PATCH", path, { body: { priceWon: 9_000, stock: 9, was: 5 } }))).toEqual([
    409,
    "stock_moved",
  ])
  const rivalKey = await createTestKey(rival)
  const foreign = send("PATCH", path, { key: rivalKey, body: { priceWon: 1_000, stock: 1, was: 8 } })
  expect(await problemOf(foreign)).toEqual([404, "not_found"])
  const [row] = await db()
    .select()
    .from(variants)
    .where(eq(variants.id, variantIds[0] ?? ""))
  expect([row?.priceWon, row?.stock]).toEqual([9_000, 8])
})

test("a picture is uploaded and used", async () => {
  const form = new FormData()
  const { default: sharp } = await import("sharp")
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
    .png()
    .toBuffer()
  form.set("file", new File([new Uint8Array(picture)], "사다리.png", { type: "image/png" }))
  const response = await app.request("/api/v1/pictures", {
    method: "POST",
    body: form,
    headers: { Authorization: `Bearer ${key}` },
  })
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: string }
  expect((await send("POST", "/products", { body: await productBody({ pictureIds: [id] }) })).status).toBe(
    201,
  )
  const empty = app.request("/api/v1/pictures", {
    method: "POST",
    body: new FormData(),
    headers: { Authorization: `Bearer ${key}` },
  })
  expect((await readProblem(await empty))[0]).toBe(400)
})

test("a program ships 50 orders, page by page, and each leaves once", async () => {
  const owner = await createShop()
  const ownerKey = await createTestKey(owner)
  const { lines } = await sell(50, owner)
  type Page = { items: { lines: { id: string; state: string }[] }[]; next: string | null }
  const waiting: string[] = []
  let next: string | null = null
  do {
    const page: Page = (await (
      await send("GET", `/orders?tab=to_send${next ? `&after=${next}` : ""}`, { key: ownerKey })
    ).json()) as Page
    waiting.push(...page.items.flatMap((order) => order.lines.map((line) => line.id)))
    next = page.next
  } while (next !== null)
  expect([...waiting].sort()).toEqual([...lines].sort())
  for (const [index, line] of waiting.entries()) {
    const request = {
      key: ownerKey,
      body: parcel(`6401${String(index).padStart(8, "0")}`),
      headers: { "Idempotency-Key": `ship:${line}` },
    }
    expect((await send("POST", `/lines/${line}/parcel`, request)).status).toBe(204)
    // A program that lost the answer asks again.
    if (index % 10 === 0) expect((await send("POST", `/lines/${line}/parcel`, request)).status).toBe(204)
  }
  const empty = (await (await send("GET", "/orders?tab=to_send", { key: ownerKey })).json()) as Page
  expect(empty.items).toEqual([])
  const first = await lineOf(waiting[0] ?? "")
  expect([first?.state, first?.carrier, first?.trackingNumber]).toEqual(["shipped", "cj", "640100000000"])
  const again = send("POST", `/lines/${waiting[0]}/parcel`, { key: ownerKey, body: parcel("640199999999") })
  expect(await problemOf(again)).toEqual([409, "not_now"])
})

test("who asks too much is told how long to wait", async () => {
  const other = await createTestKey(await createShop())
  const first = await send("GET", "/questions", { key: other })
  expect(first.headers.get("RateLimit-Policy")).toBe(`"default";q=${API_LIMITS.requests};w=60`)
  expect(first.headers.get("RateLimit")).toMatch(
    new RegExp(`^"default";r=${API_LIMITS.requests - 1};t=\\d+$`),
  )
  const { rateLimits } = await import("#app/platform/schema.server.ts")
  const [row] = await db()
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.prefix, other.slice(0, 10)))
  await db()
    .update(rateLimits)
    .set({ hits: API_LIMITS.requests })
    .where(eq(rateLimits.key, `api:key:${row?.id}`))
  const refused = await send("GET", "/questions", { key: other })
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0)
  expect(await readProblem(refused)).toEqual([429, "too_many"])
})
