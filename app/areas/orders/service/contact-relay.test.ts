/** The relay number of an order: who sees which number, until when, and who decides. */
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { addDays } from "#app/basics/time.ts"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { listNotifications } from "../../notifications/service/centre.server.ts"
import type { Actor } from "../../accounts/rules.ts"
import { CONTACT, createOrderInState } from "../fixtures.ts"
import { orderRelays, orders } from "../schema.server.ts"
import { assignMissingRelays, releaseRelays, setPhoneSharing } from "./contact-relay.server.ts"
import { findOrder } from "./find-order.server.ts"
import { cancelOrder } from "./work.server.ts"

withDatabase()
beforeAll(registerSubscriptions)
const ENVIRONMENT = { APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }
afterEach(() => setEnvironment(readEnvironment(ENVIRONMENT)))

const contactOf = async (actor: Actor, orderId: string) =>
  (await findOrder(actor, orderId))?.privateDetails?.contact
const numberOf = async (orderId: string) =>
  (await db().select().from(orderRelays).where(eq(orderRelays.orderId, orderId)))[0]?.number

async function createMatched() {
  const made = await createOrderInState("matched")
  await drainEvents()
  await assignMissingRelays()
  const [customer, expert] = [made.customer.actor, made.expert.actor]
  const share = (actor: Actor, shares = true) => setPhoneSharing(actor, { orderId: made.orderId, shares })
  return { orderId: made.orderId, customer, expert, share }
}

test("the chosen expert calls a relay number, until both want the number itself", async () => {
  const { orderId, customer, expert, share } = await createMatched()
  const relayNumber = (await numberOf(orderId)) ?? ""
  expect(relayNumber).toMatch(/^0504-\d{4}-\d{4}$/)
  expect(await contactOf(expert, orderId)).toEqual({
    address: CONTACT.address,
    phone: "",
    relayNumber,
    sharing: { mine: false, theirs: false },
  })
  expect(JSON.stringify(await findOrder(expert, orderId))).not.toContain(CONTACT.contactPhone)
  expect(await contactOf(customer, orderId)).toMatchObject({ phone: CONTACT.contactPhone, relayNumber })

  expect(await share(expert)).toEqual({ ok: true, by: "expert", isShared: false })
  expect(await contactOf(expert, orderId)).toMatchObject({
    phone: "",
    sharing: { mine: true, theirs: false },
  })
  expect(await contactOf(customer, orderId)).toMatchObject({ sharing: { mine: false, theirs: true } })
  await drainEvents()
  const told = (await listNotifications(customer, { kind: null, cursor: null })).rows.map(
    ({ title }) => title,
  )
  expect(told).toContain("전문가가 휴대폰 번호를 요청했어요")
  expect(await share(customer)).toEqual({ ok: true, by: "customer", isShared: true })
  await drainEvents()
  const [toldExpert] = (await listNotifications(expert, { kind: null, cursor: null })).rows
  expect(toldExpert).toMatchObject({
    title: "고객이 휴대폰 번호를 알려 주기로 했어요",
    text: expect.stringContaining("이제 안심번호 대신 진짜 번호가 보여요"),
  })
  expect(await contactOf(expert, orderId)).toMatchObject({ phone: CONTACT.contactPhone, relayNumber: null })

  expect(await share(customer, false)).toEqual({ ok: true, by: "customer", isShared: false })
  expect(await contactOf(expert, orderId)).toMatchObject({ phone: "", relayNumber })
})

test("a number is given once, and given back with a cancellation or 90 days after the end", async () => {
  const [first, second, third] = [await createMatched(), await createMatched(), await createMatched()]
  const number = await numberOf(first.orderId)
  expect(number).not.toBe(await numberOf(second.orderId))
  await assignMissingRelays()
  expect(await numberOf(first.orderId)).toBe(number)
  await cancelOrder(first.customer, first.orderId, "일정이 바뀌었어요")
  const end = (orderId: string, days: number) =>
    db()
      .update(orders)
      .set({ state: "completed", completedAt: addDays(now(), -days) })
      .where(eq(orders.id, orderId))
  await end(second.orderId, 91)
  await end(third.orderId, 89)
  await releaseRelays()
  expect([await numberOf(first.orderId), await numberOf(second.orderId)]).toEqual([null, null])
  expect(await numberOf(third.orderId)).not.toBeNull()
  await assignMissingRelays()
  expect(await numberOf(second.orderId)).toBeNull()
})

test("only its two people decide, and only while there is something to hide", async () => {
  const { orderId, share } = await createMatched()
  const [stranger, admin] = [await createPerson(), await createPerson({ role: "admin" })]
  expect(await share(stranger.actor)).toEqual({ ok: false, reason: "not_found" })
  expect(await share(admin.actor)).toEqual({ ok: false, reason: "not_now" })
  const open = await createOrderInState("open")
  expect(await setPhoneSharing(open.customer.actor, { orderId: open.orderId, shares: true })).toEqual({
    ok: false,
    reason: "not_now",
  })
  expect(await contactOf(admin.actor, orderId)).toMatchObject({ phone: CONTACT.contactPhone, sharing: null })
})

test("without a provider the chosen expert sees the number itself, and nothing is switched", async () => {
  const { orderId, customer, expert, share } = await createMatched()
  setEnvironment(readEnvironment({ ...ENVIRONMENT, RELAY: "off" }))
  expect(await contactOf(expert, orderId)).toEqual({
    address: CONTACT.address,
    phone: CONTACT.contactPhone,
    relayNumber: null,
    sharing: null,
  })
  expect(await share(customer)).toEqual({ ok: false, reason: "not_now" })
})
