/** The second factor: how it is set up, what takes its codes, and what is refused without a trace. */
import { createOTP } from "@better-auth/utils/otp"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { SERVICES_OFF } from "../../../../tests/setup/services-off.ts"
import { createPerson, createSecondFactor } from "../fixtures.ts"
import { secondFactors, sessions } from "../schema.server.ts"
import { findActor } from "../session.server.ts"
import { hashPassword, setPassword } from "./passwords.server.ts"
import {
  beginSecondFactor,
  cancelSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  viewSecondFactor,
} from "./second-factor.server.ts"
import { takeSecondFactorCode } from "./second-factor-codes.server.ts"
import { confirmSecondStep, continueSignIn } from "./second-step.server.ts"

withDatabase()

const ENVIRONMENT = { APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }
const PRODUCTION = {
  ...ENVIRONMENT,
  ...SERVICES_OFF,
  APP_ENV: "production",
  PRODUCTION_ORIGIN: "https://ours.kr",
  DEMO: "0",
}
const STEP_MS = 30_000

beforeEach(() => {
  const at = now()
  setClock(() => at)
})
afterEach(() => {
  setEnvironment(readEnvironment(ENVIRONMENT))
  resetClock()
})

const later = (ms: number) => {
  const at = new Date(now().getTime() + ms)
  setClock(() => at)
}
const codeOf = (secret: string, offset = 0) =>
  createOTP(secret).hotp(Math.floor(now().getTime() / STEP_MS) + offset)
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")

/** The code that an app shows which has read the key of the screen. */
async function codeOfScreen(actor: Parameters<typeof viewSecondFactor>[0]) {
  const view = await viewSecondFactor(actor)
  if (view.state !== "pending") throw new Error("Nothing is being set up")
  const key = new URL(view.uri).searchParams.get("secret") ?? ""
  const bits = [...key].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  )
  const bytes = (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return { code: await codeOf(Buffer.from(bytes).toString()), recoveryCodes: view.recoveryCodes }
}

test("it counts once a code of the app was typed; its codes and recovery codes are taken once", async () => {
  const { actor } = await createPerson()
  expect(await beginSecondFactor(actor, { password: "" })).toEqual({ ok: true })
  const { code, recoveryCodes } = await codeOfScreen(actor)
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await takeSecondFactorCode(actor.userId, code)).toEqual({ ok: false, reason: "wrong" })
  expect(await confirmSecondFactor(actor, { code: otherThan(code) })).toEqual({ ok: false, reason: "wrong" })
  expect(await confirmSecondFactor(actor, { code })).toEqual({ ok: true })
  expect(await confirmSecondFactor(actor, { code })).toEqual({ ok: false, reason: "not_begun" })
  expect(await beginSecondFactor(actor, { password: "" })).toEqual({ ok: false, reason: "already" })
  expect(await viewSecondFactor(actor)).toEqual({ state: "on", recoveryCodesLeft: 10 })

  expect(await takeSecondFactorCode(actor.userId, code)).toEqual({ ok: false, reason: "wrong" })
  const digits = recoveryCodes[3]?.replace("-", "") ?? ""
  expect(await takeSecondFactorCode(actor.userId, digits)).toEqual({ ok: true })
  expect(await viewSecondFactor(actor)).toEqual({ state: "on", recoveryCodesLeft: 9 })
  later(HOUR_MS)
  expect(await takeSecondFactorCode(actor.userId, digits)).toEqual({ ok: false, reason: "wrong" })
})

test("a code counts 30 s earlier and later; the sixth wrong one in 15 minutes is not looked at", async () => {
  const { actor } = await createPerson()
  const secret = await createSecondFactor(actor.userId)
  const take = async (code: string) => {
    const taken = await takeSecondFactorCode(actor.userId, code)
    return taken.ok || taken.reason
  }
  expect(await take(await codeOf(secret, -2))).toBe("wrong")
  expect(await take(await codeOf(secret, 2))).toBe("wrong")
  expect(await take(await codeOf(secret, -1))).toBe(true)
  expect(await take(await codeOf(secret, 1))).toBe(true)
  later(HOUR_MS)
  for (let time = 0; time < 5; time += 1) expect(await take(otherThan(await codeOf(secret)))).toBe("wrong")
  expect(await take(await codeOf(secret))).toBe("too_many_codes")
  later(HOUR_MS)
  expect(await take(await codeOf(secret))).toBe(true)
})

test("setting up is refused after five wrong codes and can be stopped", async () => {
  const { actor } = await createPerson()
  await beginSecondFactor(actor, { password: "" })
  const { code } = await codeOfScreen(actor)
  for (let time = 0; time < 5; time += 1)
    expect(await confirmSecondFactor(actor, { code: otherThan(code) })).toMatchObject({ reason: "wrong" })
  expect(await confirmSecondFactor(actor, { code })).toMatchObject({ reason: "too_many_codes" })
  expect(await cancelSecondFactor(actor)).toEqual({ ok: true })
  expect(await viewSecondFactor(actor)).toEqual({ state: "off" })
  expect(await turnOffSecondFactor(actor, { password: "", code: null })).toEqual({ ok: false, reason: "off" })
  await createSecondFactor(actor.userId)
  expect(await turnOffSecondFactor(actor, { password: "", code: null })).toEqual({ ok: true })
  expect(await viewSecondFactor(actor)).toEqual({ state: "off" })
})

test("who cannot show that they are the person changes nothing of it", async () => {
  const { actor } = await createPerson()
  await db()
    .update(sessions)
    .set({ createdAt: new Date(now().getTime() - HOUR_MS) })
    .where(eq(sessions.id, actor.sessionId))
  const signInAgain = { ok: false, reason: "sign_in_again" }
  expect(await beginSecondFactor(actor, { password: "" })).toEqual(signInAgain)
  expect(await renewRecoveryCodes(actor, { password: "" })).toEqual(signInAgain)
  await createSecondFactor(actor.userId)
  expect(await turnOffSecondFactor(actor, { password: "", code: null })).toEqual(signInAgain)
})

test("a wrong password, and the eleventh of them, changes nothing of it either", async () => {
  const password = "quiet-river-1207!"
  for (const hasOne of [false, true]) {
    const { actor } = await createPerson()
    await setPassword(db(), actor.userId, await hashPassword(password))
    if (hasOne) await createSecondFactor(actor.userId)
    const change = (typed: string) =>
      hasOne
        ? turnOffSecondFactor(actor, { password: typed, code: null })
        : beginSecondFactor(actor, { password: typed })
    for (let tries = 1; tries <= 10; tries += 1)
      expect(await change("loud-ocean-8826!")).toMatchObject({ reason: "wrong" })
    expect(await change(password)).toMatchObject({ reason: "too_many" })
    expect(await renewRecoveryCodes(actor, { password })).toMatchObject({ reason: "too_many" })
    expect(await viewSecondFactor(actor)).toMatchObject({ state: hasOne ? "on" : "off" })
  }
})

test("new recovery codes take the place of those that were left", async () => {
  const password = "quiet-river-1207!"
  const { actor } = await createPerson()
  await setPassword(db(), actor.userId, await hashPassword(password))
  expect(await renewRecoveryCodes(actor, { password })).toEqual({ ok: false, reason: "off" })
  await beginSecondFactor(actor, { password })
  const { code, recoveryCodes } = await codeOfScreen(actor)
  await confirmSecondFactor(actor, { code })
  expect(await renewRecoveryCodes(actor, { password: "other" })).toEqual({ ok: false, reason: "wrong" })
  const renewed = await renewRecoveryCodes(actor, { password })
  if (!renewed.ok) throw new Error(renewed.reason)
  expect(new Set([...renewed.codes, ...recoveryCodes]).size).toBe(20)
  expect(await viewSecondFactor(actor)).toEqual({ state: "on", recoveryCodesLeft: 10 })
  const take = (recoveryCode = "") => takeSecondFactorCode(actor.userId, recoveryCode.replace("-", ""))
  expect(await take(recoveryCodes[0])).toEqual({ ok: false, reason: "wrong" })
  expect(await take(renewed.codes[0])).toEqual({ ok: true })
})

test("where real people are an administrator has no power without one; a code turns it off", async () => {
  const { actor, cookie } = await createPerson({ role: "admin" })
  const find = async () => {
    const found = await findActor(new Request("http://x/", { headers: { Cookie: cookie } }), {
      countsAsUse: false,
    })
    return found.kind === "member" ? [found.profile?.role, found.lacksSecondFactor] : null
  }
  expect(await find()).toEqual(["admin", false])
  setEnvironment(readEnvironment(PRODUCTION))
  expect(await find()).toEqual(["user", true])
  const secret = await createSecondFactor(actor.userId)
  expect(await find()).toEqual(["admin", false])
  const turnOff = (code: string | null) => turnOffSecondFactor(actor, { password: "", code })
  expect(await turnOff(null)).toEqual({ ok: false, reason: "wrong_code" })
  expect(await turnOff(otherThan(await codeOf(secret)))).toEqual({ ok: false, reason: "wrong_code" })
  expect(await find()).toEqual(["admin", false])
  expect(await turnOff(await codeOf(secret))).toEqual({ ok: true })
  expect(await find()).toEqual(["user", true])
  const other = await createSecondFactor(actor.userId)
  for (let time = 0; time < 5; time += 1) await turnOff(otherThan(await codeOf(other)))
  expect(await turnOff(await codeOf(other))).toMatchObject({ reason: "too_many_codes" })
})

test("a sign-in that waits for a code is over after ten minutes, and for who may not come in", async () => {
  const { actor } = await createPerson()
  const secret = await createSecondFactor(actor.userId)
  const visitor = { kind: "visitor", draftId: null } as const
  const originOf = (cookie: string) => ({
    request: new Request("http://x/", { headers: { Cookie: cookie } }),
    address: "203.0.113.9",
    actor: visitor,
  })
  const options = { staysSignedIn: false, sessionTimeoutMs: null, method: "password" as const }
  const begin = async () => {
    const step = await continueSignIn(originOf(""), actor.userId, options)
    expect(step.needsSecondFactor).toBe(true)
    return step.headers.get("Set-Cookie")?.split(";")[0] ?? ""
  }
  const cookie = await begin()
  const confirm = async (sent: string) => confirmSecondStep(originOf(sent), { code: await codeOf(secret) })
  expect(await confirm("")).toEqual({ ok: false, reason: "over" })
  expect(await confirm(cookie.replace("=e", "=f"))).toEqual({ ok: false, reason: "over" })
  expect(await confirmSecondStep(originOf(cookie), { code: otherThan(await codeOf(secret)) })).toEqual({
    ok: false,
    reason: "wrong",
  })
  expect(await confirm(cookie)).toMatchObject({ ok: true })
  expect(await confirm(cookie)).toEqual({ ok: false, reason: "wrong" })
  later(11 * 60_000)
  expect(await confirm(cookie)).toEqual({ ok: false, reason: "over" })
  const again = await begin()
  for (let time = 0; time < 5; time += 1)
    await confirmSecondStep(originOf(again), { code: otherThan(await codeOf(secret)) })
  expect(await confirm(again)).toMatchObject({ ok: false, reason: "too_many_codes" })
})

test("the database holds no secret and no recovery code as it is", async () => {
  const { actor } = await createPerson()
  const secret = await createSecondFactor(actor.userId)
  const [row] = await db().select().from(secondFactors).where(eq(secondFactors.userId, actor.userId))
  expect(row?.secret).not.toContain(secret)
})
