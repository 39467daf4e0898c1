/** Experts hear of the requests that their board shows: the nearest first, in waves, once each. */
import { eq, inArray } from "drizzle-orm"
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { db } from "#app/platform/db.server.ts"
import { runJob } from "#app/platform/jobs.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, type Person } from "../../accounts/fixtures.ts"
import { profiles } from "../../accounts/schema.server.ts"
import { drainEventsAndJobs, findDeliveries, saveSwitches } from "../../notifications/fixtures.ts"
import { notifications } from "../../notifications/schema.server.ts"
import { createOpenOrder } from "../../orders/fixtures.ts"
import { orders } from "../../orders/schema.server.ts"
import { expireOrders } from "../../orders/service/scheduled.server.ts"
import { cancelOrder } from "../../orders/service/work.server.ts"
import { blockPerson } from "../../trust/service/blocks.server.ts"
import { createExpert, type Expert } from "../fixtures.ts"
import { getNextWaveTime, REQUEST_ALERTS } from "../request-alert-rules.ts"
import { experts } from "../schema.server.ts"
import { alertExpertsOf } from "./request-alerts.server.ts"

withDatabase()
const NOON = new Date("2026-11-20T03:00:00Z")
const EVENING = new Date("2026-11-20T13:00:00Z")
const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)
const setTime = (at: Date) => setClock(() => at)
beforeAll(registerSubscriptions)
// Each test has the experts that it makes.
beforeEach(() => db().update(experts).set({ state: "suspended" }))
beforeEach(() => setTime(NOON))
afterEach(resetClock)

const customer = async (): Promise<Person> => createPerson()
const createMany = (count: number, options: Parameters<typeof createExpert>[0] = {}) =>
  Promise.all(Array.from({ length: count }, () => createExpert(options)))
const useLast = (expert: Expert, at: Date) =>
  db().update(profiles).set({ usedAt: at }).where(eq(profiles.userId, expert.expertId))

/** The ids of those of `who` who were told of a request, and how often. */
async function readTold(who: readonly Expert[]) {
  const rows = await db()
    .select({ userId: notifications.userId, title: notifications.title, text: notifications.text })
    .from(notifications)
    .where(
      inArray(
        notifications.userId,
        who.map(({ expertId }) => expertId),
      ),
    )
  return rows.filter(({ title }) => title.includes("요청이 올라왔어요"))
}
const readOrder = async (orderId: string) => {
  const [order] = await db()
    .select({ alertedCount: orders.alertedCount, alertsAt: orders.alertsAt })
    .from(orders)
    .where(eq(orders.id, orderId))
  return order
}

test("whom a request fits is told once; who may not, cannot or does not want to is not", async () => {
  const person = await customer()
  const fitting = [
    await createExpert({ regionCode: "11710" }),
    await createExpert({ regions: ["11"] }),
    await createExpert({ regions: ["26350", "all"] }),
  ]
  const others = {
    elsewhere: await createExpert({ regions: ["26", "11710"] }),
    otherTrade: await createExpert({ categories: ["moving"] }),
    applying: await createExpert({ state: "reviewing" }),
    hidden: await createExpert({ hiddenAt: NOON }),
    onVacation: await createExpert({ vacations: [{ from: "2026-11-19", to: "2026-11-20" }] }),
    banned: await createExpert(),
    blocked: await createExpert(),
    silent: await createExpert(),
  }
  await db()
    .update(profiles)
    .set({ bannedUntil: hoursAfter(NOON, 9) })
    .where(eq(profiles.userId, others.banned.expertId))
  expect(await blockPerson(person.actor, others.blocked.expertId)).toEqual({ ok: true })
  await saveSwitches(others.silent, { request: { app: false, push: false } })
  const onlyPush = await createExpert()
  await saveSwitches(onlyPush, { request: { app: false } })

  const orderId = await createOpenOrder(person.actor, { title: "거실 도배 010-1234-5678" })
  await drainEventsAndJobs()
  expect((await readTold([...fitting, onlyPush])).map(({ userId }) => userId).toSorted()).toEqual(
    [...fitting, onlyPush].map(({ expertId }) => expertId).toSorted(),
  )
  expect(await readTold(Object.values(others))).toEqual([])
  const [near] = await readTold(fitting.slice(0, 1))
  expect(near).toMatchObject({ title: "새 도배 요청이 올라왔어요" })
  expect(near?.text).toMatch(/^거실 도배 \(연락처 숨김\) · .*서초구/)
  expect(await readOrder(orderId)).toEqual({ alertedCount: 4, alertsAt: null })

  await alertExpertsOf([{ orderId }])
  await runJob("alert-experts")
  expect(await readTold([...fitting, onlyPush])).toHaveLength(4)
  expect((await readOrder(orderId))?.alertedCount).toBe(4)
})

test("the expert whom it names is told that alone", async () => {
  const [named, other] = await createMany(2)
  if (!named || !other) throw new Error("two experts")
  const orderId = await createOpenOrder((await customer()).actor, { invitedExpertId: named.expertId })
  await drainEventsAndJobs()
  expect(await readTold([named])).toEqual([])
  expect(await readTold([other])).toHaveLength(1)
  expect((await readOrder(orderId))?.alertedCount).toBe(1)
})

test("who was here lately and lives nearest hears first, others an hour later, sixty in all", async () => {
  const { perWave, perRequest, activeDays } = REQUEST_ALERTS
  const asleep = await createExpert({ regions: ["11650"] })
  await useLast(asleep, hoursAfter(NOON, -24 * activeDays - 1))
  const far = await createMany(perRequest - perWave, { regions: ["11"], regionCode: "11350" })
  const near = await createMany(perWave, { regions: ["11"], regionCode: "11650" })
  for (const expert of near) await useLast(expert, hoursAfter(NOON, -24))
  const orderId = await createOpenOrder((await customer()).actor)
  await drainEventsAndJobs()
  expect(await readTold(near)).toHaveLength(perWave)
  expect(await readTold([...far, asleep])).toEqual([])
  expect(await readOrder(orderId)).toEqual({ alertedCount: perWave, alertsAt: hoursAfter(NOON, 1) })

  setTime(hoursAfter(NOON, 0.9))
  await runJob("alert-experts")
  expect(await readTold(far)).toEqual([])
  setTime(hoursAfter(NOON, 1))
  await runJob("alert-experts")
  expect(await readTold(far)).toHaveLength(perWave)
  setTime(hoursAfter(NOON, 2))
  await runJob("alert-experts")
  expect(await readTold(far)).toHaveLength(2 * perWave)
  expect(await readTold([asleep])).toEqual([])
  expect(await readOrder(orderId)).toEqual({ alertedCount: perRequest, alertsAt: null })
})

test.each([
  ["withdrawn", (orderId: string, person: Person) => cancelOrder(person.actor, orderId, "")],
  [
    "over",
    async (orderId: string) => {
      await db().update(orders).set({ expiresAt: NOON }).where(eq(orders.id, orderId))
      await expireOrders()
    },
  ],
  ["full", (orderId: string) => db().update(orders).set({ proposalCount: 10 }).where(eq(orders.id, orderId))],
])("a request that is %s is told to nobody, at first or later", async (_, end) => {
  const person = await customer()
  const all = await createMany(REQUEST_ALERTS.perWave + 1)
  const endedBefore = await createOpenOrder(person.actor)
  await end(endedBefore, person)
  await drainEventsAndJobs()
  expect(await readTold(all)).toEqual([])
  expect(await readOrder(endedBefore)).toEqual({ alertedCount: 0, alertsAt: null })

  const endedLater = await createOpenOrder(person.actor)
  await drainEventsAndJobs()
  expect(await readTold(all)).toHaveLength(REQUEST_ALERTS.perWave)
  setTime(hoursAfter(NOON, 1))
  await end(endedLater, person)
  await runJob("alert-experts")
  expect(await readTold(all)).toHaveLength(REQUEST_ALERTS.perWave)
  expect(await readOrder(endedLater)).toEqual({ alertedCount: REQUEST_ALERTS.perWave, alertsAt: null })
})

test("a request that moderation hides is told to nobody until it is shown again", async () => {
  const [expert] = await createMany(1)
  if (!expert) throw new Error("an expert")
  const orderId = await createOpenOrder((await customer()).actor)
  await db().update(orders).set({ hiddenAt: NOON }).where(eq(orders.id, orderId))
  await drainEventsAndJobs()
  await runJob("alert-experts")
  expect(await readTold([expert])).toEqual([])
  await db().update(orders).set({ hiddenAt: null }).where(eq(orders.id, orderId))
  await runJob("alert-experts")
  expect(await readTold([expert])).toHaveLength(1)
})

test("nobody is told of more than twenty in a day; the next day goes on", async () => {
  const [expert] = await createMany(1)
  if (!expert) throw new Error("an expert")
  const person = await customer()
  for (let number = 0; number <= REQUEST_ALERTS.perExpertDaily; number += 1) {
    await createOpenOrder(person.actor)
    await drainEventsAndJobs()
  }
  expect(await readTold([expert])).toHaveLength(REQUEST_ALERTS.perExpertDaily)
  setTime(hoursAfter(NOON, 25))
  await createOpenOrder(person.actor)
  await drainEventsAndJobs()
  expect(await readTold([expert])).toHaveLength(REQUEST_ALERTS.perExpertDaily + 1)
})

test("at night it waits in the centre, and push goes in the morning", async () => {
  setTime(EVENING)
  const [expert] = await createMany(1)
  if (!expert) throw new Error("an expert")
  await createOpenOrder((await customer()).actor)
  await drainEventsAndJobs()
  expect(await readTold([expert])).toHaveLength(1)
  expect(await findDeliveries(expert)).toEqual([{ channel: "push", state: "waiting", failure: null }])
})

test("a wave is an hour after the push of the one before, and never at night", () => {
  const full = { alerted: 20, found: 20 }
  const kst = (text: string) => new Date(`2026-11-${text}:00+09:00`)
  expect(getNextWaveTime(kst("20T12:00"), full)).toEqual(kst("20T13:00"))
  expect(getNextWaveTime(kst("20T20:30"), full)).toEqual(kst("21T08:00"))
  expect(getNextWaveTime(kst("20T23:00"), full)).toEqual(kst("21T09:00"))
  expect(getNextWaveTime(kst("20T12:00"), { alerted: 20, found: 19 })).toBeNull()
  expect(getNextWaveTime(kst("20T12:00"), { alerted: 60, found: 20 })).toBeNull()
})
