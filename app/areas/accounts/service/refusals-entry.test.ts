/** A refusal at the door changes nothing: signing up, signing in, a new password by mail. */
import { eq } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS, HOUR_MS } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { checksumAllTables } from "../../../../tests/setup/table-checksums.ts"
import { createPerson } from "../fixtures.ts"
import { credentials, profiles } from "../schema.server.ts"
import { recordChange } from "./account-changes.server.ts"
import { requestEmailChange } from "./email.server.ts"
import { createLink } from "./links.server.ts"
import { isResetLinkValid, requestPasswordReset, resetPassword } from "./password-reset.server.ts"
import { hashPassword, isCorrectPassword, setPassword } from "./passwords.server.ts"
import type { SignInContext } from "./sessions.server.ts"
import { signIn } from "./sign-in.server.ts"
import { checkSignUpCode, startSignUp } from "./sign-up.server.ts"
import { buildSentCookie } from "./sign-up-again.server.ts"
import {
  completeSignUp,
  findSignUp,
  saveSignUpContact,
  saveSignUpName,
  saveSignUpPassword,
} from "./sign-up-steps.server.ts"

withDatabase()

const PASSWORD = "quiet-river-1207!"
const WRONG_PASSWORD = "loud-ocean-8826!"
const ENVIRONMENT = { APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }

const from = (address: string): SignInContext => ({
  request: new Request("http://localhost/login"),
  address,
  actor: { kind: "visitor", draftId: null },
})

const buildSignUp = (email: string) => ({ userType: "customer" as const, email, returnTo: "/" })
const CONSENTS = { terms: true, privacy: true, age14: true, marketing: false, location: false }

async function createMember(options: { email?: string; isBanned?: boolean } = {}) {
  const { actor } = await createPerson(options.email ? { email: options.email } : {})
  await setPassword(db(), actor.userId, await hashPassword(PASSWORD))
  if (options.isBanned)
    await db()
      .update(profiles)
      .set({ bannedUntil: new Date(now().getTime() + DAY_MS), banReason: "욕설" })
      .where(eq(profiles.userId, actor.userId))
  return actor
}

const createSignUpLink = (email: string, answers: Record<string, unknown> = {}) => {
  const done = { name: "이도윤", phone: "+821012345678", regionCode: "11650", passwordHash: "hash" }
  return createLink(db(), "sign-up", JSON.stringify({ ...buildSignUp(email), ...done, ...answers }), HOUR_MS)
}

afterEach(() => setEnvironment(readEnvironment(ENVIRONMENT)))

test("where no mail is sent, nothing that waits for a mail is begun", async () => {
  const actor = await createMember()
  setEnvironment(readEnvironment({ ...ENVIRONMENT, MAIL: "off" }))
  const refused = { ok: false, reason: "mail_off" }
  expect(await startSignUp(from("203.0.113.1"), buildSignUp("new@example.kr"))).toEqual(refused)
  expect(await requestPasswordReset(from("203.0.113.1"), actor.email)).toEqual(refused)
  expect(await requestEmailChange(actor, { email: "moved@example.kr", password: PASSWORD })).toEqual(refused)
})

test("a step of a sign-up that is refused keeps what was answered before", async () => {
  await createPerson({ nickname: "느린고양이" })
  const token = await createSignUpLink("twin@example.kr", { passwordHash: undefined })
  const tables = await checksumAllTables()
  const refused = (reason: string) => ({ ok: false, reason })
  expect(await saveSignUpName(token, { name: "김하늘", nickname: "느린고양이" })).toEqual(
    refused("nickname_taken"),
  )
  expect(await saveSignUpName("unknown", { name: "김하늘", nickname: null })).toEqual(refused("over"))
  const contact = { phone: "+821099998888", regionCode: "11650" }
  expect(await saveSignUpContact("unknown", contact)).toEqual(refused("over"))
  expect(await saveSignUpPassword("unknown", PASSWORD)).toEqual(refused("over"))
  expect(await saveSignUpPassword(token, null)).toEqual(refused("missing"))
  expect(await saveSignUpPassword(token, "twin-twin-12")).toMatchObject(refused("personal"))
  expect(await completeSignUp(from("203.0.113.1"), token, CONSENTS)).toEqual(refused("unfinished"))
  expect(await checksumAllTables()).toEqual(tables)
})

test("the code of a sign-up is for the browser that began it, and wrong where there is none", async () => {
  const unknown = new Request("http://localhost/signup/sent")
  expect(await checkSignUpCode(unknown, "123456")).toEqual({ ok: false, reason: "over" })
  const Cookie = buildSentCookie(unknown, newId()).split(";")[0] ?? ""
  const request = new Request("http://localhost/signup/sent", { headers: { Cookie } })
  for (let tries = 1; tries <= 5; tries += 1)
    expect(await checkSignUpCode(request, "123456")).toEqual({ ok: false, reason: "wrong" })
  expect(await checkSignUpCode(request, "123456")).toEqual({ ok: false, reason: "too_many" })
})

test("the sixth sign-up and the sixth reset for one address within an hour are refused", async () => {
  const email = "often@example.kr"
  for (let times = 1; times <= 5; times += 1) {
    expect(await startSignUp(from(`203.0.113.${times}`), buildSignUp(email))).toMatchObject({ ok: true })
    expect(await requestPasswordReset(from(`203.0.113.${times}`), email)).toEqual({ ok: true })
  }
  const refused = { ok: false, reason: "too_many" }
  expect(await startSignUp(from("203.0.113.9"), buildSignUp(email))).toMatchObject(refused)
  expect(await requestPasswordReset(from("203.0.113.9"), email)).toMatchObject(refused)
})

test("a sign-up is not confirmed by a link that is over, nor for an address that has an owner", async () => {
  const origin = from("203.0.113.1")
  expect(await completeSignUp(origin, "unknown", CONSENTS)).toEqual({ ok: false, reason: "over" })
  const member = await createMember()
  const before = { email: "former@example.kr", verified: true }
  await inTransaction((tx) =>
    recordChange(tx, member.userId, "email", { before, after: { email: member.email } }),
  )
  for (const email of [member.email, "former@example.kr"]) {
    const token = await createSignUpLink(email)
    const tables = await checksumAllTables()
    expect(await completeSignUp(origin, token, CONSENTS)).toEqual({ ok: false, reason: "taken" })
    expect(await checksumAllTables()).toEqual(tables)
    expect(await findSignUp(token)).toMatchObject({ name: "이도윤", email })
  }
})

test("nobody is signed in with a wrong password, while banned, or after ten wrong ones", async () => {
  const origin = from("203.0.113.1")
  const tryToSignIn = (email: string, password: string) =>
    signIn(origin, { email, password, staysSignedIn: false })
  const banned = await createMember({ isBanned: true })
  expect(await tryToSignIn(banned.email, PASSWORD)).toMatchObject({
    ok: false,
    reason: "banned",
    banReasonText: "욕설",
  })
  const { email } = await createMember()
  for (let tries = 1; tries <= 10; tries += 1) {
    expect(await tryToSignIn(email, WRONG_PASSWORD)).toEqual({ ok: false, reason: "wrong" })
  }
  expect(await tryToSignIn(email, PASSWORD)).toMatchObject({ ok: false, reason: "too_many" })
})

test("a reset is refused over an old link or a password with the e-mail name; the link stays", async () => {
  const { userId } = await createMember({ email: "moonlight@example.kr" })
  const origin = from("203.0.113.1")
  const over = await resetPassword(origin, { token: "unknown", password: PASSWORD })
  expect(over).toEqual({ ok: false, reason: "over" })
  const token = await createLink(db(), "reset", userId, HOUR_MS)
  const before = await checksumAllTables()
  const personal = await resetPassword(origin, { token, password: "moonlight-4413!" })
  expect(personal).toMatchObject({ ok: false, reason: "personal" })
  expect(await checksumAllTables()).toEqual(before)
  expect(await isResetLinkValid(token)).toBe(true)
})

test("a banned person gets their new password, and no session with it", async () => {
  const { userId } = await createMember({ isBanned: true })
  const token = await createLink(db(), "reset", userId, HOUR_MS)
  const outcome = await resetPassword(from("203.0.113.1"), { token, password: "green-lantern-4413!" })
  expect(outcome).toEqual({ ok: false, reason: "banned" })
  const [row] = await db().select().from(credentials).where(eq(credentials.userId, userId))
  expect(await isCorrectPassword("green-lantern-4413!", row?.password)).toBe(true)
})
