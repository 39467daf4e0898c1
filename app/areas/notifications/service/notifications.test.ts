import { eq } from "drizzle-orm"
import { afterEach, beforeAll, describe, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { runJob } from "#app/platform/jobs.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { outbox } from "#app/platform/schema.server.ts"
import { setPushTransport } from "#app/platform/push.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { registerDemoCompany } from "#app/shell/demo-company.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { consents, profiles } from "../../accounts/schema.server.ts"
import { isChannelOn } from "../rules.ts"
import { notifications, notificationSettings } from "../schema.server.ts"
import { buildAdvertisingRefusalHref, refuseAdvertisingByLink } from "./advertising.server.ts"
import { countUnreadByKind, listNotifications, markAllNotificationsRead } from "./centre.server.ts"
import { notify } from "./notify.server.ts"
import { saveSettings } from "./settings.server.ts"
import {
  buildNotification,
  drainEventsAndJobs,
  findDeliveries,
  notifyAll,
  saveSwitches,
} from "../fixtures.ts"

withDatabase()
const noon = new Date("2026-11-20T03:00:00Z")
const evening = new Date("2026-11-20T13:00:00Z")
const morning = new Date("2026-11-20T23:00:00Z")
beforeAll(() => registerSubscriptions())
afterEach(() => {
  resetClock()
  setPushTransport(null)
})

const mailsTo = async (person: Person) =>
  (await listNewestMessages(50, person.actor.email)).map((message) => message.subject)

describe("telling somebody", () => {
  test("the same twice, at once and later, makes one notification and one mail", async () => {
    setClock(() => noon)
    const person = await createPerson()
    const same = buildNotification(person)
    await Promise.all([notifyAll(same), notifyAll(same)])
    await notifyAll(same)
    await drainEventsAndJobs()
    await drainEventsAndJobs()
    await runJob("deliver-notices")
    expect((await listNotifications(person.actor, { kind: null, cursor: null })).rows).toHaveLength(1)
    expect(await mailsTo(person)).toEqual(["[바로일당] 견적서가 도착했어요"])
    expect(await findDeliveries(person)).toEqual([
      { channel: "mail", state: "sent", failure: null },
      { channel: "push", state: "skipped", failure: "no browser" },
    ])
  })

  test("happens with the transaction, or not at all", async () => {
    const person = await createPerson()
    await expect(
      inTransaction(async (tx) => {
        await notify(tx, [buildNotification(person)])
        throw new Error("rolled back")
      }),
    ).rejects.toThrow("rolled back")
    await drainEventsAndJobs()
    expect((await listNotifications(person.actor, { kind: null, cursor: null })).rows).toEqual([])
    expect(await mailsTo(person)).toEqual([])
  })

  test("goes by the channels that are switched on, and nowhere where all are off", async () => {
    setClock(() => noon)
    const person = await createPerson({ phone: "+821012345678" })
    await db().update(profiles).set({ phoneVerifiedAt: noon }).where(eq(profiles.userId, person.actor.userId))
    await saveSwitches(person, {
      order: { sms: true, mail: false, push: false },
      chat: { app: false, mail: false, sms: false, push: false },
      shop: { app: false },
    })
    await notifyAll(
      buildNotification(person),
      buildNotification(person, { kind: "chat", title: "새 메시지" }),
      buildNotification(person, { kind: "shop", title: "배송을 시작했어요" }),
    )
    await drainEventsAndJobs()
    expect(
      (await listNotifications(person.actor, { kind: null, cursor: null })).rows.map((row) => row.kind),
    ).toEqual(["order"])
    expect(await countUnreadByKind(person.actor)).toEqual({ order: 1 })
    expect((await listNewestMessages(5, "+821012345678")).map((message) => message.body)).toEqual([
      expect.stringContaining("견적서가 도착했어요\n싱크대 누수\nhttp"),
    ])
    expect(await mailsTo(person)).toEqual(["[바로일당] 배송을 시작했어요"])
  })

  test("waits for the morning in the quiet hours, but for the centre", async () => {
    setClock(() => evening)
    const [early, late] = [await createPerson(), await createPerson()]
    await saveSwitches(late, {}, false)
    await notifyAll(buildNotification(early), buildNotification(late))
    await drainEventsAndJobs()
    expect(await countUnreadByKind(early.actor)).toEqual({ order: 1 })
    expect([await mailsTo(early), await mailsTo(late)]).toEqual([[], ["[바로일당] 견적서가 도착했어요"]])
    setClock(() => new Date(morning.getTime() - 1))
    await runJob("deliver-notices")
    expect(await mailsTo(early)).toEqual([])
    setClock(() => morning)
    await runJob("deliver-notices")
    expect(await mailsTo(early)).toHaveLength(1)
  })

  test("leaves out the letter of what was read meanwhile, or is wanted no more", async () => {
    setClock(() => evening)
    const [reader, other] = [await createPerson(), await createPerson()]
    await notifyAll(buildNotification(reader), buildNotification(other))
    await drainEventsAndJobs()
    await markAllNotificationsRead(reader.actor, null)
    await saveSwitches(other, { order: { mail: false } })
    setClock(() => morning)
    await runJob("deliver-notices")
    expect([await mailsTo(reader), await mailsTo(other)]).toEqual([[], []])
    expect((await findDeliveries(reader))[0]).toMatchObject({ state: "skipped", failure: "read" })
    expect((await findDeliveries(other))[0]).toMatchObject({ state: "skipped", failure: "switched off" })
  })

  test("of advertising needs consent, begins with (광고), names the way to refuse, and ends", async () => {
    registerDemoCompany()
    setClock(() => noon)
    const [willing, other] = [await createPerson(), await createPerson()]
    await db().insert(consents).values({
      id: newId(),
      userId: willing.actor.userId,
      kind: "marketing",
      version: "1",
      granted: true,
      givenAt: noon,
    })
    const offer = (person: Person) =>
      buildNotification(person, { kind: "marketing", title: "겨울맞이 할인", text: "" })
    await notifyAll(offer(willing), offer(other))
    await drainEventsAndJobs()
    expect((await listNotifications(other.actor, { kind: null, cursor: null })).rows).toEqual([])
    const [mail] = await listNewestMessages(1, willing.actor.email)
    expect(mail?.subject).toBe("(광고) [바로일당] 겨울맞이 할인")
    expect(mail?.body).toContain(
      `수신거부(무료): http://localhost:3000${buildAdvertisingRefusalHref(willing.actor.userId)}`,
    )
    const refuse = new URLSearchParams(buildAdvertisingRefusalHref(willing.actor.userId).split("?")[1])
    expect(
      await refuseAdvertisingByLink(new URLSearchParams({ user: willing.actor.userId, key: "0".repeat(32) })),
    ).toBe(false)
    expect(await refuseAdvertisingByLink(refuse)).toBe(true)
    await notifyAll(offer(willing))
    await drainEventsAndJobs()
    expect(await mailsTo(willing)).toHaveLength(1)
  })

  test("who has left is told nothing", async () => {
    const person = await createPerson()
    await db().update(profiles).set({ leftAt: now() }).where(eq(profiles.userId, person.actor.userId))
    await notifyAll(buildNotification(person))
    await drainEventsAndJobs()
    expect(
      await db().select().from(notifications).where(eq(notifications.userId, person.actor.userId)),
    ).toEqual([])
  })

  test("takes a thousand notices at once", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => createPerson()))
    const many = people.flatMap((person) => Array.from({ length: 125 }, () => buildNotification(person)))
    await notifyAll(...many)
    expect((await countUnreadByKind(people[0]?.actor ?? (await createPerson()).actor)).order).toBe(125)
    // Nobody waits for a thousand letters here.
    await db().delete(outbox)
  })
})

test("who becomes an expert is told of new requests, whatever a customer switched before", async () => {
  const person = await createPerson()
  await saveSettings(person.actor, () => false, true)
  const [own] = await db()
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, person.actor.userId))
  expect([isChannelOn(own?.switches ?? {}, "request", "app"), own?.switches.order]).toEqual([
    true,
    { app: false, mail: false, push: false },
  ])
})
