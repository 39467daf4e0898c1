/** A refusal to send a phone code changes nothing: the code under way stays the one that was sent. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test, vi } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../fixtures.ts"
import { phoneCodes, sessions } from "../schema.server.ts"
import { hashPassword, setPassword } from "./passwords.server.ts"
import { sendPhoneCode } from "./phone.server.ts"

vi.mock("solapi", () => ({
  SolapiMessageService: class {
    send() {
      return Promise.reject(new Error("the provider takes nothing"))
    }
  },
}))
withDatabase()

const ENVIRONMENT = { APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }
const SOLAPI = { SOLAPI_API_KEY: "key", SOLAPI_API_SECRET: "secret", SMS_FROM: "0212345678" }
const NUMBER = "+821055556666"
const OTHER_NUMBER = "+821077778888"

afterEach(() => {
  setEnvironment(readEnvironment(ENVIRONMENT))
  resetClock()
})

const findCode = async (userId: string) =>
  (await db().select().from(phoneCodes).where(eq(phoneCodes.userId, userId)))[0]

test("where text messages are off, or the provider takes none, the code before stays", async () => {
  const { actor } = await createPerson()
  expect(await sendPhoneCode(actor, { phone: NUMBER, password: "" })).toEqual({ ok: true })
  const sent = await findCode(actor.userId)
  const later = new Date(now().getTime() + 2 * MINUTE_MS)
  setClock(() => later)
  setEnvironment(readEnvironment({ ...ENVIRONMENT, SMS: "off" }))
  expect(await sendPhoneCode(actor, { phone: NUMBER, password: "" })).toEqual({
    ok: false,
    reason: "sms_off",
  })
  setEnvironment(readEnvironment({ ...ENVIRONMENT, ...SOLAPI }))
  expect(await sendPhoneCode(actor, { phone: NUMBER, password: "" })).toEqual({
    ok: false,
    reason: "not_sent",
  })
  expect(await findCode(actor.userId)).toEqual(sent)
})

test("a second code within a minute, and a sixth one a day", async () => {
  const { actor } = await createPerson()
  let at = now()
  setClock(() => at)
  const send = () => sendPhoneCode(actor, { phone: OTHER_NUMBER, password: "" })
  expect(await send()).toEqual({ ok: true })
  expect(await send()).toMatchObject({ ok: false, reason: "pause" })
  for (let sent = 1; sent < 5; sent += 1) {
    at = new Date(at.getTime() + 2 * MINUTE_MS)
    expect(await send()).toEqual({ ok: true })
  }
  at = new Date(at.getTime() + 2 * MINUTE_MS)
  expect(await send()).toMatchObject({ ok: false, reason: "too_often" })
})

test("another number is for who shows that they are the person", async () => {
  const { actor } = await createPerson({ phone: NUMBER })
  const send = (password: string) => sendPhoneCode(actor, { phone: OTHER_NUMBER, password })
  await db()
    .update(sessions)
    .set({ createdAt: new Date(now().getTime() - HOUR_MS) })
    .where(eq(sessions.id, actor.sessionId))
  expect(await send("")).toEqual({ ok: false, reason: "sign_in_again" })
  await setPassword(db(), actor.userId, await hashPassword("quiet-river-1207!"))
  for (let tries = 0; tries < 10; tries += 1)
    expect(await send("loud-ocean-8826!")).toEqual({ ok: false, reason: "wrong" })
  expect(await send("loud-ocean-8826!")).toEqual({ ok: false, reason: "too_many" })
  expect(await findCode(actor.userId)).toBeUndefined()
})
