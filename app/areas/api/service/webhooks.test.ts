/** Webhooks: who has one, what is sent how signed, tried again, given up, and never to private addresses. */
import { createHmac } from "node:crypto"
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS, HOUR_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import {
  callOutside,
  isOutsideUrl,
  isPublicAddress,
  setOutsideTransport,
  type OutsideCall,
} from "#app/platform/outside-call.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { createPaidPurchase, createShop, createVariant, type Shop } from "../../shop/fixtures.ts"
import { API_LIMITS, ROLE_WEBHOOK_EVENTS } from "../rules.ts"
import { webhookDeliveries, webhookEndpoints } from "../schema.server.ts"
import { deleteOldWebhooks, deliverWebhooks } from "./webhook-deliveries.server.ts"
import {
  addWebhook,
  enableWebhook,
  findOwnWebhooks,
  findWebhookLog,
  removeWebhook,
  resendWebhook,
  rotateWebhookSecret,
} from "./webhooks.server.ts"

withDatabase()
const INPUT = { url: "https://hooks.example.kr/baro", events: ROLE_WEBHOOK_EVENTS.seller }
const start = Date.parse("2026-11-20T03:00:00Z")
let time = start
let calls: OutsideCall[] = []
let status: number | Error = 204
let shop: Shop
let endpointId = ""

beforeAll(registerSubscriptions)
beforeEach(async () => {
  time = start
  setClock(() => new Date(time))
  calls = []
  status = 204
  setOutsideTransport(async (call) => {
    calls.push(call)
    if (status instanceof Error) throw status
    return status
  })
  await db().delete(webhookEndpoints)
  shop = await createShop()
  const added = await addWebhook(shop.actor, INPUT)
  if (!added.ok) throw new Error(added.reason)
  endpointId = added.endpointId
})
afterEach(() => {
  resetClock()
  setOutsideTransport(null)
})

async function sell(): Promise<void> {
  const buyer = await createPerson()
  const variantId = await createVariant(shop.sellerId, 10_000, 5)
  await createPaidPurchase(buyer, [{ variantId, quantity: 1 }])
  await drainEvents()
}
const [FIRST, MINUTE] = [0, 60_000]
const deliveries = () =>
  db().select().from(webhookDeliveries).where(eq(webhookDeliveries.endpointId, endpointId))

/** As a receiver checks it (Standard Webhooks). */
function isSignedWith(call: OutsideCall | undefined, secret: string): boolean {
  if (!call) return false
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures = "" } = call.headers
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const expected = createHmac("sha256", key).update(`${id}.${at}.${call.body}`).digest("base64")
  return signatures.split(" ").includes(`v1,${expected}`)
}
const secretOf = async () => (await findOwnWebhooks(shop.actor))[0]?.secret ?? ""

test("a paid order is told once, signed, with ids alone", async () => {
  await sell()
  await deliverWebhooks()
  expect(await deliverWebhooks()).toBe(0)
  const paid = calls.filter(({ body }) => (JSON.parse(body) as { type: string }).type === "order.paid")
  expect(paid).toHaveLength(1)
  expect(paid[0]?.url).toBe(INPUT.url)
  expect(Object.keys((JSON.parse(paid[0]?.body ?? "") as { data: object }).data)).toEqual(["orderId"])
  expect(isSignedWith(paid[0], await secretOf())).toBe(true)
  expect((await findWebhookLog(shop.actor, endpointId, null)).rows.map(({ state }) => state)).toContain(
    "sent",
  )
})

test("a new secret signs beside the one before for a day", async () => {
  const before = await secretOf()
  expect(await rotateWebhookSecret(shop.actor, endpointId)).toEqual({ ok: true })
  const after = await secretOf()
  expect(after).not.toBe(before)
  await sell()
  await deliverWebhooks()
  expect([before, after].map((secret) => isSignedWith(calls[0], secret))).toEqual([true, true])
  time += DAY_MS + MINUTE
  calls = []
  await sell()
  await deliverWebhooks()
  expect([before, after].map((secret) => isSignedWith(calls[0], secret))).toEqual([false, true])
})

test("what fails is tried later with the same id, given up, and sent anew by hand", async () => {
  status = new Error("connect ECONNREFUSED")
  await sell()
  await deliverWebhooks()
  const ids = new Set(calls.map(({ headers }) => headers["webhook-id"]))
  for (let hour = FIRST; hour < 24; hour += 1) {
    time += HOUR_MS
    await deliverWebhooks()
  }
  expect(new Set(calls.map(({ headers }) => headers["webhook-id"]))).toEqual(ids)
  const given = await deliveries()
  expect(new Set(given.map(({ state }) => state))).toEqual(new Set(["failed"]))
  expect(given[0]).toMatchObject({ tries: 7, problem: "connect ECONNREFUSED" })
  status = 200
  const deliveryId = given[0]?.id ?? ""
  const stranger = await createShop()
  expect(await resendWebhook(stranger.actor, deliveryId)).toEqual({ ok: false, reason: "not_found" })
  expect(await resendWebhook(shop.actor, deliveryId)).toEqual({ ok: true })
  expect(await resendWebhook(shop.actor, deliveryId)).toEqual({ ok: false, reason: "not_now" })
  expect(await deliverWebhooks()).toBe(1)
  time += 31 * DAY_MS
  await deleteOldWebhooks()
  expect(await deliveries()).toEqual([])
})

test("an address that fails for days is told nothing more, and its owner hears of it", async () => {
  status = 500
  await sell()
  await deliverWebhooks()
  time += 5 * DAY_MS
  await sell()
  await deliverWebhooks()
  expect((await findOwnWebhooks(shop.actor))[0]?.disabledAt).not.toBeNull()
  const told = await db().select().from(notifications).where(eq(notifications.userId, shop.sellerId))
  expect(told.map(({ title }) => title)).toContain("웹훅이 오래 실패해 멈췄어요")
  calls = []
  await sell()
  await deliverWebhooks()
  expect(calls).toEqual([])
  expect(await enableWebhook((await createShop()).actor, endpointId)).toEqual({
    ok: false,
    reason: "not_found",
  })
  expect(await enableWebhook(shop.actor, endpointId)).toEqual({ ok: true })
  expect(await enableWebhook(shop.actor, endpointId)).toEqual({ ok: false, reason: "not_now" })
})

test("only a shop has addresses, a few of them, and its own", async () => {
  const [person, stranger] = [await createPerson(), await createShop()]
  expect(await addWebhook(person.actor, INPUT)).toEqual({ ok: false, reason: "not_allowed" })
  for (const url of [
    "http://example.kr",
    "https://127.0.0.1/",
    "https://localhost/",
    "https://a:b@example.kr/",
  ])
    expect(await addWebhook(shop.actor, { ...INPUT, url })).toEqual({ ok: false, reason: "not_public" })
  for (let index = 1; index < API_LIMITS.webhooks; index += 1) await addWebhook(shop.actor, INPUT)
  expect(await addWebhook(shop.actor, INPUT)).toEqual({ ok: false, reason: "too_many_endpoints" })
  expect(await rotateWebhookSecret(stranger.actor, endpointId)).toEqual({ ok: false, reason: "not_found" })
  expect(await removeWebhook(stranger.actor, endpointId)).toEqual({ ok: false, reason: "not_found" })
  expect((await findWebhookLog(stranger.actor, endpointId, null)).rows).toEqual([])
  expect(await removeWebhook(shop.actor, endpointId)).toEqual({ ok: true })
  expect(await resendWebhook(shop.actor, newId())).toEqual({ ok: false, reason: "not_found" })
})

test("no call reaches a private address, however it is written or named", async () => {
  for (const address of [
    "127.0.0.1",
    "10.1.2.3",
    "172.31.0.1",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "255.255.255.255",
    "::1",
    "::ffff:10.0.0.1",
    "fe80::1",
    "fd00::1",
    "2002:7f00:1::",
    "64:ff9b::7f00:1",
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
  expect(["1.1.1.1", "2606:4700::1111"].map(isPublicAddress)).toEqual([true, true])
  for (const url of [
    "https://[::1]/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://127.1/",
    "https://host.internal/",
    "ftp://example.kr/",
  ])
    expect([url, isOutsideUrl(url)]).toEqual([url, false])
  setOutsideTransport(null)
  const call = { headers: {}, body: "{}" }
  await expect(callOutside({ ...call, url: "https://127.0.0.1:9/" })).rejects.toThrow("not public")
  // A name of this machine that looks like any other.
  await expect(callOutside({ ...call, url: "https://localhost.localdomain:9/" })).rejects.toThrow()
})
