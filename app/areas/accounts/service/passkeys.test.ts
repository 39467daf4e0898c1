/** Passkeys: how they are added, what they open, and what is refused without a trace. */
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { drainEvents } from "#app/platform/events.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { registerSubscriptions } from "#app/subscriptions.server.ts"
import { createAuthenticator, readChallenge } from "../../../../tests/setup/authenticator.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { SERVICES_OFF } from "../../../../tests/setup/services-off.ts"
import { createPerson, createSecondFactor } from "../fixtures.ts"
import { AddPasskeyForm, PasskeySignInForm } from "../forms.ts"
import type { Member } from "../rules.ts"
import { accountChanges, passkeys, profiles, sessions } from "../schema.server.ts"
import { findActor } from "../session.server.ts"
import { createLink } from "./links.server.ts"
import { askForPasskey, signInWithPasskey } from "./passkey-sign-in.server.ts"
import {
  addPasskey,
  beginPasskey,
  findPasskeyOptions,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from "./passkeys.server.ts"
import { hashPassword, setPassword } from "./passwords.server.ts"
import { beginSecondFactor, confirmSecondFactor } from "./second-factor.server.ts"
import { undoChange } from "./undo-change.server.ts"

withDatabase()

const ENVIRONMENT = { APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }
const PRODUCTION = {
  ...ENVIRONMENT,
  APP_ENV: "production",
  PRODUCTION_ORIGIN: "https://ours.kr",
  DEMO: "0",
  ...SERVICES_OFF,
}

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
type Device = ReturnType<typeof createAuthenticator>
type Site = { at?: string; origin?: string }
const SITE = "https://ours.kr"
const requestWith = (cookie: string, at = SITE) =>
  new Request(`${at}/login`, { headers: { Cookie: cookie, "User-Agent": "" } })
const pairOf = (setCookie: string) => setCookie.split(";")[0] ?? ""
const reasonOf = (outcome: { ok: boolean; reason?: string }) => (outcome.ok ? true : outcome.reason)

/** Goes the whole way of a new passkey. Returns the outcome. */
async function add(
  actor: Member,
  device: Device,
  { at = SITE, origin = at }: Site = {},
  verifiesUser = true,
) {
  const begun = await beginPasskey(actor, { request: requestWith("", at), password: "" })
  if (!begun.ok) return begun
  const request = requestWith(pairOf(begun.setCookie), at)
  const challenge = readChallenge(begun.setCookie)
  const answer = device.make({ challenge, origin }, { verifiesUser })
  return addPasskey(actor, { request, ...AddPasskeyForm.parse({ name: "내 휴대폰", answer }) })
}

const visitor = { kind: "visitor", draftId: null } as const
async function ask(at = SITE) {
  const { options, setCookie } = await askForPasskey(requestWith("", at))
  return { challenge: options.challenge, cookie: pairOf(setCookie) }
}
const send = (answer: string, cookie: string, at = SITE, address = "203.0.113.9") =>
  signInWithPasskey(
    { request: requestWith(cookie, at), address, actor: visitor },
    { answer: PasskeySignInForm.parse({ answer }).answer, staysSignedIn: false },
  )
async function signIn(device: Device, flags: Parameters<Device["prove"]>[1] = {}, { origin = SITE } = {}) {
  const { challenge, cookie } = await ask()
  return send(device.prove({ challenge, origin }, flags), cookie)
}
/** Who came in, by the cookies of the answer. */
async function whoCameIn(outcome: Awaited<ReturnType<typeof send>>) {
  if (!outcome.ok) return null
  const session = outcome.headers.getSetCookie().find((cookie) => cookie.includes("session_token")) ?? ""
  const actor = await findActor(requestWith(pairOf(session)), { countsAsUse: false })
  return actor.kind === "member" ? actor : null
}

test("a passkey is added after the password, signs in without one, and skips the second factor", async () => {
  const { actor } = await createPerson()
  const device = createAuthenticator()
  await createSecondFactor(actor.userId)
  expect(await add(actor, device)).toEqual({ ok: true })
  expect(await listPasskeys(actor)).toMatchObject([{ name: "내 휴대폰", usedAt: null }])
  const came = await whoCameIn(await signIn(device))
  expect(came?.userId).toBe(actor.userId)
  expect((await listPasskeys(actor))[0]?.usedAt).toBe(now().toISOString())
  expect((await db().select().from(passkeys).where(eq(passkeys.userId, actor.userId)))[0]?.counter).toBe(1)
})

test("a device that did not look who is there, another site and a copied device are refused", async () => {
  const { actor } = await createPerson()
  const device = createAuthenticator()
  expect(reasonOf(await add(actor, device, {}, false))).toBe("wrong")
  expect(reasonOf(await add(actor, device, { origin: "https://0urs.kr" }))).toBe("wrong")
  expect(await listPasskeys(actor)).toEqual([])
  await add(actor, device)
  expect(reasonOf(await signIn(device, { verifiesUser: false }))).toBe("unknown")
  expect(reasonOf(await signIn(device, {}, { origin: "https://0urs.kr" }))).toBe("unknown")
  expect(reasonOf(await signIn(device))).toBe(true)
  // A copy of the device does not know how often the real one has signed.
  expect(reasonOf(await signIn(device, { countsBack: true }))).toBe("unknown")
  expect(reasonOf(await signIn(createAuthenticator()))).toBe("unknown")
})

test("a challenge opens the door once, for five minutes, and only for what it was made", async () => {
  const { actor } = await createPerson()
  const other = await createPerson()
  const device = createAuthenticator()
  await add(actor, device)
  const { challenge, cookie } = await ask()
  const answer = device.prove({ challenge, origin: SITE })
  expect(reasonOf(await send(answer, ""))).toBe("over")
  expect(reasonOf(await send(answer, cookie.replace("passkey=e", "passkey=f")))).toBe("over")
  expect(reasonOf(await send(answer, cookie))).toBe(true)
  expect(reasonOf(await send(answer, cookie))).toBe("over")
  const second = await ask()
  later(6 * MINUTE_MS)
  expect(reasonOf(await send(device.prove({ ...second, origin: SITE }), second.cookie))).toBe("over")

  const begun = await beginPasskey(other.actor, { request: requestWith(""), password: "" })
  const setCookie = begun.ok ? begun.setCookie : ""
  const made = createAuthenticator().make({ challenge: readChallenge(setCookie), origin: SITE })
  const value = AddPasskeyForm.parse({ name: "남의 것", answer: made })
  const request = requestWith(pairOf(setCookie))
  expect(reasonOf(await addPasskey(actor, { request, ...value }))).toBe("over")
  expect(await findPasskeyOptions(actor, request)).toBeNull()
  expect((await findPasskeyOptions(other.actor, request))?.rp.id).toBe("ours.kr")
  expect(
    reasonOf(
      await send(device.prove({ challenge: readChallenge(setCookie), origin: SITE }), pairOf(setCookie)),
    ),
  ).toBe("over")
  later(6 * MINUTE_MS)
  expect(reasonOf(await addPasskey(other.actor, { request, ...value }))).toBe("over")
})

test("one passkey belongs to one account, and an account has at most twenty", async () => {
  const [{ actor }, other] = [await createPerson(), await createPerson()]
  const device = createAuthenticator()
  await add(actor, device)
  expect(reasonOf(await add(other.actor, device))).toBe("known")
  for (let index = 1; index < 20; index += 1) await add(actor, createAuthenticator())
  const begun = await beginPasskey(other.actor, { request: requestWith(""), password: "" })
  expect(begun.ok).toBe(true)
  expect(reasonOf(await add(actor, createAuthenticator()))).toBe("many")
  expect(await listPasskeys(actor)).toHaveLength(20)
})

test("of two that reach the twentieth place at once one is refused", async () => {
  const { actor } = await createPerson()
  for (let index = 0; index < 19; index += 1) await add(actor, createAuthenticator())
  const begin = async () => {
    const begun = await beginPasskey(actor, { request: requestWith(""), password: "" })
    const setCookie = begun.ok ? begun.setCookie : ""
    const answer = createAuthenticator().make({ challenge: readChallenge(setCookie), origin: SITE })
    return {
      request: requestWith(pairOf(setCookie)),
      ...AddPasskeyForm.parse({ name: "내 휴대폰", answer }),
    }
  }
  const [one, two] = [await begin(), await begin()]
  const outcomes = await Promise.all([addPasskey(actor, one), addPasskey(actor, two)])
  expect(outcomes.map(reasonOf).toSorted()).toEqual(["many", true].toSorted())
})

test("its owner names it and takes it away; nobody else's passkey is there", async () => {
  const [{ actor }, other] = [await createPerson(), await createPerson()]
  const device = createAuthenticator()
  await add(actor, device)
  const passkeyId = (await listPasskeys(actor))[0]?.id ?? ""
  expect(reasonOf(await renamePasskey(other.actor, { passkeyId, name: "내 것" }))).toBe("not_found")
  expect(reasonOf(await removePasskey(other.actor, { passkeyId, password: "" }))).toBe("gone")
  expect(await renamePasskey(actor, { passkeyId, name: "회사 노트북" })).toEqual({ ok: true })
  expect((await listPasskeys(actor))[0]?.name).toBe("회사 노트북")
  expect(await removePasskey(actor, { passkeyId, password: "" })).toEqual({ ok: true })
  expect(reasonOf(await removePasskey(actor, { passkeyId, password: "" }))).toBe("gone")
  expect(reasonOf(await signIn(device))).toBe("unknown")
})

test("who cannot show that they are the person neither adds nor removes one", async () => {
  const { actor } = await createPerson()
  await add(actor, createAuthenticator())
  const passkeyId = (await listPasskeys(actor))[0]?.id ?? ""
  await db()
    .update(sessions)
    .set({ createdAt: new Date(now().getTime() - HOUR_MS) })
    .where(eq(sessions.id, actor.sessionId))
  expect(reasonOf(await add(actor, createAuthenticator()))).toBe("sign_in_again")
  expect(reasonOf(await removePasskey(actor, { passkeyId, password: "" }))).toBe("sign_in_again")
  await setPassword(db(), actor.userId, await hashPassword("quiet-river-1207!"))
  const begin = (password: string) => beginPasskey(actor, { request: requestWith(""), password })
  const remove = (password: string) => removePasskey(actor, { passkeyId, password })
  for (let tries = 0; tries < 5; tries += 1) {
    expect(reasonOf(await begin("loud-ocean-8826!"))).toBe("wrong")
    expect(reasonOf(await remove("loud-ocean-8826!"))).toBe("wrong")
  }
  expect(reasonOf(await begin("quiet-river-1207!"))).toBe("too_many")
  expect(reasonOf(await remove("quiet-river-1207!"))).toBe("too_many")
  expect(await listPasskeys(actor)).toHaveLength(1)
})

test("its owner is told, and takes back one that somebody else has added", async () => {
  registerSubscriptions()
  const { actor } = await createPerson({ email: "owner@example.kr" })
  const [mine, theirs] = [createAuthenticator(), createAuthenticator()]
  await add(actor, mine)
  later(8 * DAY_MS)
  await db()
    .update(sessions)
    .set({ createdAt: now(), expiresAt: new Date(now().getTime() + HOUR_MS) })
  await add(actor, theirs)
  await drainEvents()
  const [told] = await listNewestMessages(1, "owner@example.kr")
  expect([told?.subject, told?.body.includes("바뀐 패스키: 내 휴대폰")]).toEqual([
    "[바로일당] 패스키가 바뀌었어요",
    true,
  ])
  const changes = await db().select().from(accountChanges).where(eq(accountChanges.userId, actor.userId))
  const newest = changes.toSorted((a, b) => b.changedAt.getTime() - a.changedAt.getTime())[0]
  const link = await createLink(db(), "undo", newest?.id ?? "", DAY_MS)
  expect(await undoChange(link)).toMatchObject({ ok: true })
  expect(reasonOf(await signIn(theirs))).toBe("unknown")
  expect(reasonOf(await signIn(mine))).toBe(true)
})

test("who is banned or has left does not come in, and wrong answers of a network are counted", async () => {
  const { actor } = await createPerson()
  const device = createAuthenticator()
  await add(actor, device)
  const until = new Date(now().getTime() + DAY_MS)
  await db()
    .update(profiles)
    .set({ bannedUntil: until, banReason: "욕설" })
    .where(eq(profiles.userId, actor.userId))
  expect(await signIn(device)).toMatchObject({ reason: "banned", until, banReasonText: "욕설" })
  await db()
    .update(profiles)
    .set({ bannedUntil: null, leftAt: now() })
    .where(eq(profiles.userId, actor.userId))
  expect(reasonOf(await signIn(device))).toBe("unknown")
  const stranger = createAuthenticator()
  const guess = async () => {
    const { challenge, cookie } = await ask()
    return reasonOf(await send(stranger.prove({ challenge, origin: SITE }), cookie, SITE, "198.51.100.7"))
  }
  for (let tries = 0; tries < 50; tries += 1) expect(await guess()).toBe("unknown")
  expect(await guess()).toBe("too_many")
})

test("where real people are an administrator's passkey stands for the second factor", async () => {
  const { actor: admin, cookie } = await createPerson({ role: "admin" })
  const device = createAuthenticator()
  setEnvironment(readEnvironment(PRODUCTION))
  const find = async (sent: string) => {
    const actor = await findActor(requestWith(sent), { countsAsUse: false })
    if (actor.kind !== "member") throw new Error("Nobody is signed in")
    return actor
  }
  const byPassword = await find(cookie)
  expect([byPassword.profile?.role, byPassword.lacksSecondFactor]).toEqual(["user", true])
  // The first one counts from the moment that the device has looked who is there.
  expect(await add(byPassword, device)).toEqual({ ok: true })
  expect((await find(cookie)).profile?.role).toBe("admin")

  const again = await createPerson()
  await db().update(sessions).set({ userId: admin.userId }).where(eq(sessions.id, again.actor.sessionId))
  const knowsPassword = await find(again.cookie)
  expect([knowsPassword.profile?.role, knowsPassword.lacksSecondFactor]).toEqual(["user", true])
  const passkeyId = (await listPasskeys(admin))[0]?.id ?? ""
  expect(reasonOf(await add(knowsPassword, createAuthenticator()))).toBe("use_passkey")
  expect(reasonOf(await removePasskey(knowsPassword, { passkeyId, password: "" }))).toBe("use_passkey")
  expect(reasonOf(await beginSecondFactor(knowsPassword, { password: "" }))).toBe("use_passkey")
  expect(reasonOf(await confirmSecondFactor(knowsPassword, { code: "123456" }))).toBe("use_passkey")
  const made = createAuthenticator().make({ challenge: "of nobody", origin: SITE })
  const form = AddPasskeyForm.parse({ name: "남의 것", answer: made })
  const added = await addPasskey(knowsPassword, { request: requestWith(""), ...form })
  expect(reasonOf(added)).toBe("use_passkey")

  const byPasskey = await whoCameIn(await signIn(device))
  if (!byPasskey) throw new Error("The passkey did not sign in")
  expect([byPasskey.profile?.role, byPasskey.lacksSecondFactor]).toEqual(["admin", false])
  expect(reasonOf(await removePasskey(byPasskey, { passkeyId, password: "" }))).toBe("required")
  await createSecondFactor(admin.userId)
  expect(await removePasskey(byPasskey, { passkeyId, password: "" })).toEqual({ ok: true })
  expect((await find(again.cookie)).profile?.role).toBe("admin")
})
