/** What one finds in the centre, and what a browser is pushed. */
import { and, eq } from "drizzle-orm"
import { afterEach, beforeAll, describe, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db } from "#app/platform/db.server.ts"
import { runJob } from "#app/platform/jobs.server.ts"
import {
  isPushEndpoint,
  setPushTransport,
  type PushMessage,
  type PushTarget,
} from "#app/platform/push.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../../accounts/fixtures.ts"
import { pushSubscriptions } from "../schema.server.ts"
import {
  countUnreadByKind,
  listNotifications,
  openNotification,
  markAllNotificationsRead,
  markNotificationRead,
  markThingNotificationsRead,
  deleteExpiredNotifications,
} from "./centre.server.ts"
import {
  deleteSignedOutBrowser,
  loadPublicPushKey,
  loadPushKeys,
  subscribeBrowser,
  isPushSubscribed,
} from "./push.server.ts"
import {
  buildNotification,
  drainEventsAndJobs,
  findDeliveries,
  notifyAll,
  saveSwitches,
} from "../fixtures.ts"

withDatabase()
const noon = new Date("2026-11-20T03:00:00Z")
beforeAll(() => registerSubscriptions())
afterEach(() => {
  resetClock()
  setPushTransport(null)
})

const endpoint = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}`
const browser = (name = newId()) => ({
  endpoint: endpoint(name),
  p256dh: "p".repeat(87),
  auth: "a".repeat(22),
  device: "device-1",
})

describe("the centre", () => {
  test("shows one's own alone, newest first, a page at a time, of one kind where asked", async () => {
    const [person, other] = [await createPerson(), await createPerson()]
    for (let number = 0; number < 35; number += 1)
      await notifyAll(
        buildNotification(person, { title: `알림 ${number}`, kind: number % 5 === 0 ? "review" : "order" }),
      )
    await notifyAll(buildNotification(other))
    const first = await listNotifications(person.actor, { kind: null, cursor: null })
    const second = await listNotifications(person.actor, { kind: null, cursor: first.next })
    expect([...first.rows, ...second.rows].map((row) => row.title)).toEqual(
      Array.from({ length: 35 }, (_, number) => `알림 ${34 - number}`),
    )
    expect(second.next).toBeNull()
    expect((await listNotifications(person.actor, { kind: "review", cursor: null })).rows).toHaveLength(7)
    expect(await listNotifications(person.actor, { kind: null, cursor: "no cursor" })).toMatchObject({
      rows: expect.arrayContaining([]),
    })
  })

  test("opens, reads one, and reads all; never another's", async () => {
    const [person, other] = [await createPerson(), await createPerson()]
    await notifyAll(
      buildNotification(person, { href: "/orders/1" }),
      buildNotification(person),
      buildNotification(person, { kind: "review" }),
    )
    const [newest, , oldest] = (await listNotifications(person.actor, { kind: null, cursor: null })).rows
    expect(await openNotification(other.actor, oldest?.id)).toBeNull()
    await markNotificationRead(other.actor, newest?.id ?? "")
    expect(await countUnreadByKind(person.actor)).toEqual({ order: 2, review: 1 })
    expect(await openNotification(person.actor, oldest?.id)).toBe("/orders/1")
    expect(await openNotification(person.actor, oldest?.id)).toBe("/orders/1")
    expect(await openNotification(person.actor, "no id")).toBeNull()
    await markAllNotificationsRead(person.actor, "order")
    expect(await countUnreadByKind(person.actor)).toEqual({ review: 1 })
    await markAllNotificationsRead(person.actor, null)
    expect(await countUnreadByKind(person.actor)).toEqual({})
  })

  test("what leads to a thing is read at once, and nothing else", async () => {
    const [person, other] = [await createPerson(), await createPerson()]
    const thing = `/orders/${newId()}`
    await notifyAll(
      buildNotification(person, { href: thing }),
      buildNotification(person, { href: `${thing}/proposals` }),
      buildNotification(person, { href: `${thing}?tab=1`, kind: "review" }),
      buildNotification(person, { href: `${thing}0`, kind: "chat" }),
      buildNotification(other, { href: thing }),
    )
    await markThingNotificationsRead(person.actor, thing)
    expect(await countUnreadByKind(person.actor)).toEqual({ chat: 1 })
    expect(await countUnreadByKind(other.actor)).toEqual({ order: 1 })
  })

  test("forgets what was read ninety days ago, and everything after a year", async () => {
    const person = await createPerson()
    await notifyAll(
      buildNotification(person, { title: "읽음" }),
      buildNotification(person, { title: "안 읽음", kind: "review" }),
    )
    await markAllNotificationsRead(person.actor, "order")
    setClock(() => new Date(Date.now() + 91 * 86_400_000))
    await deleteExpiredNotifications()
    expect(
      (await listNotifications(person.actor, { kind: null, cursor: null })).rows.map((row) => row.title),
    ).toEqual(["안 읽음"])
    setClock(() => new Date(Date.now() + 366 * 86_400_000))
    await deleteExpiredNotifications()
    expect((await listNotifications(person.actor, { kind: null, cursor: null })).rows).toEqual([])
  })
})

describe("push", () => {
  test("goes to every browser of the person, and forgets browsers that are gone", async () => {
    setClock(() => noon)
    const person = await createPerson()
    const taken: { target: PushTarget; message: PushMessage }[] = []
    setPushTransport(async (target, message) => {
      taken.push({ target, message })
      return target.endpoint.endsWith("gone") ? "gone" : "sent"
    })
    for (const name of ["one", "two", "gone"])
      expect(await subscribeBrowser(person.actor, browser(`${person.actor.userId}-${name}`))).toEqual({
        ok: true,
      })
    await notifyAll(buildNotification(person))
    await drainEventsAndJobs()
    const [told] = (await listNotifications(person.actor, { kind: null, cursor: null })).rows
    expect(taken).toHaveLength(3)
    expect(taken[0]?.message).toEqual({
      id: told?.id,
      title: "견적서가 도착했어요",
      text: "싱크대 누수",
      href: `/notifications/${told?.id}`,
      unread: 1,
    })
    expect(
      await db().select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, person.actor.userId)),
    ).toHaveLength(2)
  })

  test("that fails is tried again later, and given up in the end", async () => {
    let time = noon.getTime()
    setClock(() => new Date(time))
    const person = await createPerson()
    await saveSwitches(person, { order: { mail: false } }, false)
    await subscribeBrowser(person.actor, browser())
    let tries = 0
    setPushTransport(async () => {
      tries += 1
      throw new Error("503")
    })
    await notifyAll(buildNotification(person))
    await drainEventsAndJobs()
    expect(tries).toBe(1)
    await runJob("deliver-notices")
    expect(tries).toBe(1)
    for (const pause of [60_000, 300_000, 1_800_000, 7_200_000, 7_200_000]) {
      time += pause
      await runJob("deliver-notices")
    }
    expect(tries).toBe(5)
    expect(await findDeliveries(person)).toEqual([
      { channel: "push", state: "failed", failure: "Error: 503" },
    ])
  })

  test("belongs to one person a browser, and ends when they log out there by hand", async () => {
    const [first, second] = [await createPerson(), await createPerson()]
    const shared = browser()
    await subscribeBrowser(first.actor, shared)
    await subscribeBrowser(second.actor, shared)
    const whose = async () =>
      (
        await db()
          .select({ userId: pushSubscriptions.userId })
          .from(pushSubscriptions)
          .where(eq(pushSubscriptions.endpoint, shared.endpoint))
      ).map((row) => row.userId)
    expect(await whose()).toEqual([second.actor.userId])
    // What the switch shows: the browser itself still holds its subscription in all these cases.
    const shown = async () => [
      await isPushSubscribed(first.actor, shared.endpoint),
      await isPushSubscribed(second.actor, shared.endpoint),
    ]
    expect(await shown()).toEqual([false, true])
    await deleteSignedOutBrowser({ userId: second.actor.userId, device: "another" })
    expect(await whose()).toHaveLength(1)
    await deleteSignedOutBrowser({ userId: second.actor.userId, device: "device-1" })
    expect(await whose()).toEqual([])
    expect(await shown()).toEqual([false, false])
  })

  test("is kept for ten browsers a person", async () => {
    const person = await createPerson()
    for (let number = 0; number < 12; number += 1) {
      setClock(() => new Date(noon.getTime() + number * 1_000))
      await subscribeBrowser(person.actor, browser(`${person.actor.userId}-${number}`))
    }
    const rows = await db()
      .select({ endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, person.actor.userId)))
    expect(rows).toHaveLength(10)
    expect(rows.some((row) => row.endpoint.endsWith("-0"))).toBe(false)
  })

  test("is sent to the known push services over https alone", async () => {
    for (const good of [
      "https://fcm.googleapis.com/fcm/send/a",
      "https://updates.push.services.mozilla.com/wpush/v2/a",
      "https://web.push.apple.com/a",
      "https://wns2-par02p.notify.windows.com/w/?token=a",
    ]) {
      expect(isPushEndpoint(good), good).toBe(true)
    }
    for (const bad of [
      "http://fcm.googleapis.com/a",
      "https://fcm.googleapis.com:8443/a",
      "https://fcm.googleapis.com.evil.kr/a",
      "https://evil.kr/fcm.googleapis.com",
      "https://127.0.0.1/a",
      "https://localhost/a",
      "https://169.254.169.254/latest",
      "https://[::1]/a",
      "https://user:pass@fcm.googleapis.com/a",
      "https://xnotify.windows.com/a",
      "ftp://fcm.googleapis.com/a",
      "",
      "notify.windows.com",
    ]) {
      expect(isPushEndpoint(bad), bad).toBe(false)
    }
    expect(
      await subscribeBrowser((await createPerson()).actor, { ...browser(), endpoint: "https://10.0.0.1/a" }),
    ).toEqual({ ok: false, reason: "not_a_service" })
  })

  test("has one pair of keys, however many ask for them first", async () => {
    const keys = await Promise.all([loadPublicPushKey(), loadPublicPushKey(), loadPublicPushKey()])
    expect(new Set(keys).size).toBe(1)
    expect((await loadPushKeys()).privateKey).toMatch(/^[\w-]{43}$/)
  })
})
