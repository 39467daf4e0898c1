/** Signing in with a code sent to the number that was checked: who gets one, how often, and what it opens. */
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { MINUTE_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson, createSecondFactor } from "../fixtures.ts"
import { profiles, signInCodes } from "../schema.server.ts"
import {
  deleteExpiredSignInCodes,
  findAccountByPhone,
  findSignInCode,
  sendSignInCode,
  signInByPhone,
} from "./phone-sign-in.server.ts"
import type { SignInContext } from "./sessions.server.ts"

withDatabase()
beforeAll(registerSubscriptions)
const ENVIRONMENT = { APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }
afterEach(() => {
  setEnvironment(readEnvironment(ENVIRONMENT))
  resetClock()
})

let numbers = 0
const nextNumber = () => `+8210${String(31_000_000 + (numbers += 1))}`
const from = (cookie = "", address = "198.51.100.7"): SignInContext => ({
  request: new Request("http://localhost/login/phone", { headers: { Cookie: cookie } }),
  address,
  actor: { kind: "visitor", draftId: null },
})

async function createOwner() {
  const phone = nextNumber()
  const person = await createPerson({ phone })
  await db().update(profiles).set({ phoneVerifiedAt: now() }).where(eq(profiles.userId, person.actor.userId))
  return { ...person, phone }
}

/** Asks for a code; the cookie for entering it, and the code where one was sent. */
async function requestCode(phone: string) {
  const sent = await sendSignInCode(from(), phone)
  if (!sent.ok) throw new Error(sent.reason)
  await drainEvents()
  const [message] = await listNewestMessages(1, phone)
  return {
    cookie: sent.setCookie.split(";")[0] ?? "",
    code: /\d{6}/.exec(message?.body ?? "")?.[0] ?? null,
  }
}

test("the right code signs in, once", async () => {
  const { phone } = await createOwner()
  const { cookie, code } = await requestCode(phone)
  expect(await findSignInCode(from(cookie).request)).toMatchObject({ phone, account: null })
  const done = await signInByPhone(from(cookie), { code: code ?? "", staysSignedIn: false })
  expect(done).toMatchObject({ ok: true, needsSecondFactor: false })
  if (done.ok) expect(done.headers.getSetCookie().join()).toContain("baroildang.session_token=")
  expect(await signInByPhone(from(cookie), { code: code ?? "", staysSignedIn: false })).toEqual({
    ok: false,
    reason: "over",
  })
})

test("an account with a second factor is asked for it", async () => {
  const { phone, actor } = await createOwner()
  await createSecondFactor(actor.userId)
  const { cookie, code } = await requestCode(phone)
  const step = await signInByPhone(from(cookie), { code: code ?? "", staysSignedIn: false })
  expect(step).toMatchObject({ ok: true, needsSecondFactor: true })
})

test("three wrong codes use it up, and the right one after them opens nothing", async () => {
  const { phone } = await createOwner()
  const { cookie, code } = await requestCode(phone)
  const wrong = code === "000000" ? "000001" : "000000"
  const enter = (typed: string) => signInByPhone(from(cookie), { code: typed, staysSignedIn: false })
  expect(await enter(wrong)).toEqual({ ok: false, reason: "wrong", triesLeft: 2 })
  expect(await findAccountByPhone(from(cookie).request, wrong)).toEqual({
    ok: false,
    reason: "wrong",
    triesLeft: 1,
  })
  expect(await enter(wrong)).toEqual({ ok: false, reason: "over" })
  expect(await enter(code ?? "")).toEqual({ ok: false, reason: "over" })
  expect(await findAccountByPhone(from(cookie).request, code ?? "")).toEqual({ ok: false, reason: "over" })
})

test("a number that is nobody's, or was not checked, gets the same answer and no message", async () => {
  const stranger = nextNumber()
  const { phone: unchecked } = await createPerson({ phone: nextNumber() }).then(async (person) => {
    await db().update(profiles).set({ phoneVerifiedAt: null }).where(eq(profiles.userId, person.actor.userId))
    const [row] = await db().select().from(profiles).where(eq(profiles.userId, person.actor.userId))
    return { phone: row?.phone ?? "" }
  })
  for (const phone of [stranger, unchecked]) {
    const { cookie, code } = await requestCode(phone)
    expect(code).toBeNull()
    expect(await findSignInCode(from(cookie).request)).toMatchObject({ phone })
    expect(await signInByPhone(from(cookie), { code: "123456", staysSignedIn: false })).toMatchObject({
      reason: "wrong",
    })
  }
})

test("the right code tells the e-mail, masked, and still signs in", async () => {
  const { phone, actor } = await createOwner()
  const { cookie, code } = await requestCode(phone)
  expect(await findAccountByPhone(from(cookie).request, code ?? "")).toEqual({ ok: true })
  const found = await findSignInCode(from(cookie).request)
  const [name = "", domain = ""] = (actor.email ?? "").split("@")
  expect(found?.account?.email).toBe(`${name.slice(0, 2)}${"*".repeat(name.length - 2)}@${domain}`)
  expect(await signInByPhone(from(cookie), { code: code ?? "", staysSignedIn: true })).toMatchObject({
    ok: true,
  })
})

test("one code a minute, five a day for a number, whether it is somebody's or not", async () => {
  const start = now().getTime()
  for (const phone of [(await createOwner()).phone, nextNumber()]) {
    let at = start
    setClock(() => new Date(at))
    const send = (address: string) => sendSignInCode(from("", address), phone)
    expect(await send("203.0.113.1")).toMatchObject({ ok: true })
    expect(await send("203.0.113.1")).toMatchObject({ reason: "pause" })
    for (let sent = 1; sent < 5; sent += 1) {
      at += 2 * MINUTE_MS
      expect(await send(`203.0.113.${sent}`)).toMatchObject({ ok: true })
    }
    at += 2 * MINUTE_MS
    expect(await send("203.0.113.9")).toMatchObject({ reason: "too_often" })
  }
})

test("who is banned, and where messages are off", async () => {
  const { phone, actor } = await createOwner()
  const { cookie, code } = await requestCode(phone)
  await db()
    .update(profiles)
    .set({ bannedUntil: new Date(now().getTime() + 60 * MINUTE_MS) })
    .where(eq(profiles.userId, actor.userId))
  expect(await signInByPhone(from(cookie), { code: code ?? "", staysSignedIn: false })).toEqual({
    ok: false,
    reason: "banned",
  })
  setEnvironment(readEnvironment({ ...ENVIRONMENT, SMS: "off" }))
  expect(await sendSignInCode(from(), nextNumber())).toEqual({ ok: false, reason: "sms_off" })
})

test("codes are gone when they are over", async () => {
  const { phone } = await createOwner()
  const { cookie } = await requestCode(phone)
  const later = new Date(now().getTime() + 6 * MINUTE_MS)
  setClock(() => later)
  expect(await findSignInCode(from(cookie).request)).toBeNull()
  await deleteExpiredSignInCodes()
  expect(await db().select().from(signInCodes).where(eq(signInCodes.phone, phone))).toEqual([])
})
