import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { drainJobs, runJob } from "#app/platform/jobs.server.ts"
import {
  generatePushKeys,
  sendPush,
  setPushTransport,
  createPushTransport,
} from "#app/platform/push.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import {
  startPushService,
  type DoubleBrowser,
  type PushService,
} from "../../../../tests/doubles/push-service.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { notificationDeliveries, notifications, pushSubscriptions } from "../schema.server.ts"
import { notify } from "./notify.server.ts"
import { loadPublicPushKey, loadPushKeys, subscribeBrowser } from "./push.server.ts"

withDatabase()
// At noon: nothing waits for the morning.
const noon = Date.parse("2026-11-20T03:00:00Z")
let time = noon
let service: PushService
let person: Person

beforeAll(async () => {
  registerSubscriptions()
  service = await startPushService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  time = noon
  setClock(() => new Date(time))
  setPushTransport(createPushTransport(service.agent))
  person = await createPerson()
  service.problems.length = 0
  service.requests.length = 0
})
afterEach(() => {
  resetClock()
  setPushTransport(null)
})

async function addBrowser(): Promise<DoubleBrowser> {
  const browser = service.createBrowser(await loadPublicPushKey())
  expect(
    await subscribeBrowser(person.actor, {
      endpoint: browser.endpoint,
      p256dh: browser.p256dh,
      auth: browser.auth,
      device: "device-1",
    }),
  ).toEqual({ ok: true })
  return browser
}
async function notifyPerson(title: string): Promise<void> {
  await inTransaction((tx) =>
    notify(tx, [
      {
        userId: person.actor.userId,
        kind: "order",
        title,
        text: "싱크대 누수 · 역삼동",
        href: "/orders",
        deduplicationKey: newId(),
      },
    ]),
  )
  await drainEvents()
  await drainJobs()
}
const subscriptions = () =>
  db().select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, person.actor.userId))
const state = async () => {
  const rows = await db()
    .select({ channel: notificationDeliveries.channel, state: notificationDeliveries.state })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(eq(notifications.userId, person.actor.userId))
  return rows.find((row) => row.channel === "push")?.state
}

test("a browser is shown what happened: signed by us, sealed for it alone, kept a day", async () => {
  const [one, two] = [await addBrowser(), await addBrowser()]
  await notifyPerson("견적서가 도착했어요")
  expect(service.problems).toEqual([])
  for (const browser of [one, two]) {
    expect(browser.receivedMessages).toHaveLength(1)
    expect(browser.receivedMessages[0]).toMatchObject({
      title: "견적서가 도착했어요",
      text: "싱크대 누수 · 역삼동",
      href: expect.stringMatching(/^\/notifications\/[0-9a-f-]{36}$/),
    })
  }
  expect(service.requests.map((headers) => headers.ttl)).toEqual(["86400", "86400"])
  expect(await state()).toBe("sent")
})

test("what is signed with other keys than the browser's is refused, and known as failed", async () => {
  const browser = service.createBrowser(await loadPublicPushKey())
  await expect(
    sendPush(
      browser,
      { id: newId(), title: "가짜", text: "", href: "/", unread: 1 },
      await generatePushKeys(),
    ),
  ).rejects.toThrow()
  expect(browser.receivedMessages).toEqual([])
  expect(service.problems).toEqual(["another key than the browser subscribed with"])
  expect(
    await sendPush(
      browser,
      { id: newId(), title: "진짜", text: "", href: "/", unread: 1 },
      await loadPushKeys(),
    ),
  ).toBe("sent")
})

test("what is sealed for another browser cannot be read", async () => {
  const [one, two] = [
    service.createBrowser(await loadPublicPushKey()),
    service.createBrowser(await loadPublicPushKey()),
  ]
  await sendPush(
    { ...one, p256dh: two.p256dh, auth: two.auth },
    { id: newId(), title: "남의 것", text: "", href: "/", unread: 1 },
    await loadPushKeys(),
  )
  expect(one.receivedMessages).toEqual([])
  expect(service.problems).toHaveLength(1)
})

test.each([404, 410])("a browser of which the service says %d is forgotten", async (status) => {
  const [gone, there] = [await addBrowser(), await addBrowser()]
  gone.setStatus(status)
  await notifyPerson("첫 소식")
  expect((await subscriptions()).map((row) => row.endpoint)).toEqual([there.endpoint])
  await notifyPerson("다음 소식")
  expect(there.receivedMessages).toHaveLength(2)
  expect(service.requests).toHaveLength(3)
})

test.each([500, 503, 429])(
  "what the service cannot take now (%d) is sent again later, once",
  async (status) => {
    const browser = await addBrowser()
    browser.setStatus(status)
    await notifyPerson("늦은 소식")
    expect(browser.receivedMessages).toEqual([])
    expect(await state()).toBe("waiting")
    expect(await subscriptions()).toHaveLength(1)
    browser.setStatus(201)
    await runJob("deliver-notices")
    expect(browser.receivedMessages).toEqual([])
    time += 60_000
    await runJob("deliver-notices")
    await runJob("deliver-notices")
    expect(browser.receivedMessages).toMatchObject([{ title: "늦은 소식" }])
    expect(await state()).toBe("sent")
  },
)

test("a long text in Hangul stays within what push services take", async () => {
  const browser = await addBrowser()
  await inTransaction((tx) =>
    notify(tx, [
      {
        userId: person.actor.userId,
        kind: "order",
        title: "가".repeat(80),
        text: "나".repeat(2_000),
        href: "/orders",
        deduplicationKey: newId(),
      },
    ]),
  )
  await drainEvents()
  await drainJobs()
  expect(browser.receivedMessages).toHaveLength(1)
  expect(Number(service.requests[0]?.["content-length"])).toBeLessThanOrEqual(4_096)
})
