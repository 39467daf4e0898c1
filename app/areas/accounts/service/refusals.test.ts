/** A refusal about an account changes nothing of it, and nothing of anybody else's. */
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { now } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/basics/time.ts"
import { db, inTransaction } from "#app/platform/db.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { checksumAllTables } from "../../../../tests/setup/table-checksums.ts"
import { createPerson, type Person } from "../fixtures.ts"
import { accountChanges, phoneCodes, profiles, sessions, users } from "../schema.server.ts"
import { acceptAgreements, listOpenAgreements, requestAgreement } from "./agreements.server.ts"
import { recordChange } from "./account-changes.server.ts"
import { createAdministrator } from "./administrators.server.ts"
import { confirmIdentity } from "./confirm-identity.server.ts"
import { confirmEmailChange, requestEmailChange } from "./email.server.ts"
import { leaveMembership } from "./leaving.server.ts"
import { createLink } from "./links.server.ts"
import { changeUserType } from "./members.server.ts"
import { changePassword } from "./password-reset.server.ts"
import { hashPassword, setPassword } from "./passwords.server.ts"
import { checkPhoneCode, sendPhoneCode } from "./phone.server.ts"
import { updateProfile } from "./profile.server.ts"
import { undoChange } from "./undo-change.server.ts"

withDatabase()

const PASSWORD = "quiet-river-1207!"
const NEW_PASSWORD = "green-lantern-4413!"
const WRONG_PASSWORD = "loud-ocean-8826!"

async function createPersonWithPassword(options: { email?: string; phone?: string } = {}): Promise<Person> {
  const person = await createPerson(options)
  await setPassword(db(), person.actor.userId, await hashPassword(PASSWORD))
  return person
}

/** Signed in with a provider, without a password, and longer ago than ten minutes. */
async function createPersonSignedInLongAgo(): Promise<Person> {
  const person = await createPerson()
  await db()
    .update(sessions)
    .set({ createdAt: new Date(now().getTime() - HOUR_MS) })
    .where(eq(sessions.id, person.actor.sessionId))
  return person
}

/** Types ten wrong passwords, as many as are looked at in 15 minutes. */
async function useUpPasswordTries({ actor }: Person): Promise<void> {
  for (let tries = 1; tries <= 10; tries += 1) {
    expect(await confirmIdentity(actor, WRONG_PASSWORD)).toEqual({ ok: false, reason: "wrong" })
  }
}

const banUntilTomorrow = (userId: string) =>
  db()
    .update(profiles)
    .set({ bannedUntil: new Date(now().getTime() + DAY_MS), banReason: "욕설" })
    .where(eq(profiles.userId, userId))

/** Moves an account from `email` to another address; the former one stays its owner's for seven days. */
async function moveAwayFrom(email: string): Promise<{ changeId: string }> {
  const { actor } = await createPerson()
  const before = { email, verified: true }
  await inTransaction((tx) =>
    recordChange(tx, actor.userId, "email", { before, after: { email: actor.email } }),
  )
  const [change] = await db()
    .select({ id: accountChanges.id })
    .from(accountChanges)
    .where(eq(accountChanges.userId, actor.userId))
  return { changeId: change?.id ?? "" }
}

test("a new password needs the present one and holds no name of the person", async () => {
  const person = await createPersonWithPassword({ email: "moonlight@example.kr" })
  const change = (currentPassword: string, newPassword: string) =>
    changePassword(person.actor, { currentPassword, newPassword })
  expect(await change("", NEW_PASSWORD)).toEqual({ ok: false, reason: "wrong" })
  expect(await change(WRONG_PASSWORD, NEW_PASSWORD)).toEqual({ ok: false, reason: "wrong" })
  expect(await change(PASSWORD, "moonlight-4413!")).toMatchObject({ ok: false, reason: "personal" })
  const withoutPassword = await createPerson()
  expect(
    await changePassword(withoutPassword.actor, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  ).toEqual({ ok: false, reason: "none" })
})

test("ten wrong passwords shut every change that asks for one, to the right password too", async () => {
  const person = await createPersonWithPassword()
  await useUpPasswordTries(person)
  const refused = { ok: false, reason: "too_many" }
  expect(await confirmIdentity(person.actor, PASSWORD)).toEqual(refused)
  expect(
    await changePassword(person.actor, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  ).toEqual(refused)
  expect(await requestEmailChange(person.actor, { email: "moved@example.kr", password: PASSWORD })).toEqual(
    refused,
  )
  expect(await leaveMembership(person.actor, { password: PASSWORD, reason: "", signedInAt: now() })).toEqual(
    refused,
  )
})

test("an identity is not believed to a wrong password, nor without one to an old sign-in", async () => {
  const person = await createPersonWithPassword()
  const longAgo = await createPersonSignedInLongAgo()
  const wrong = { ok: false, reason: "wrong" }
  const signInAgain = { ok: false, reason: "sign_in_again" }
  const email = "moved@example.kr"
  expect(await confirmIdentity(person.actor, WRONG_PASSWORD)).toEqual(wrong)
  expect(await confirmIdentity(longAgo.actor, PASSWORD)).toEqual(signInAgain)
  expect(await requestEmailChange(person.actor, { email, password: WRONG_PASSWORD })).toEqual(wrong)
  expect(await requestEmailChange(longAgo.actor, { email, password: "" })).toEqual(signInAgain)
  const signedInAt = new Date(now().getTime() - 11 * MINUTE_MS)
  expect(await leaveMembership(person.actor, { password: WRONG_PASSWORD, reason: "", signedInAt })).toEqual(
    wrong,
  )
  expect(await leaveMembership(longAgo.actor, { password: "", reason: "", signedInAt })).toEqual(signInAgain)
})

test("a sixth mail within an hour to a new address is refused to its owner", async () => {
  const person = await createPersonWithPassword()
  const request = () => requestEmailChange(person.actor, { email: "moved@example.kr", password: PASSWORD })
  for (let mails = 1; mails <= 5; mails += 1) expect(await request()).toEqual({ ok: true })
  expect(await request()).toMatchObject({ ok: false, reason: "too_often" })
})

test("a link to a new address is refused once it is over, or the address is somebody else's", async () => {
  const owner = await createPerson()
  const confirm = async (email: string) => {
    const change = JSON.stringify({ userId: owner.actor.userId, email })
    const token = await createLink(db(), "email", change, HOUR_MS)
    const before = await checksumAllTables()
    const outcome = await confirmEmailChange(owner.actor, token)
    expect(await checksumAllTables()).toEqual(before)
    return outcome
  }
  const other = await createPerson()
  await moveAwayFrom("former@example.kr")
  expect(await confirm(other.actor.email)).toEqual({ ok: false, reason: "taken" })
  expect(await confirm("former@example.kr")).toEqual({ ok: false, reason: "taken" })
  expect(await confirm(owner.actor.email)).toEqual({ ok: false, reason: "over" })
  expect(await confirmEmailChange(owner.actor, "unknown")).toEqual({ ok: false, reason: "over" })
})

test("a change is not taken back by a link that is over, nor to an address that another has", async () => {
  expect(await undoChange("unknown")).toEqual({ ok: false, reason: "over" })
  const { changeId } = await moveAwayFrom("left-behind@example.kr")
  await createPerson({ email: "left-behind@example.kr" })
  const token = await createLink(db(), "undo", changeId, DAY_MS)
  const before = await checksumAllTables()
  expect(await undoChange(token)).toEqual({ ok: false, reason: "taken" })
  expect(await checksumAllTables()).toEqual(before)
})

test("a wrong phone code costs a try and nothing else; after the third the code is over", async () => {
  const { actor } = await createPerson()
  expect(await checkPhoneCode(actor, "000000")).toEqual({ ok: false, reason: "over" })
  expect(await sendPhoneCode(actor, { phone: "+821055556666", password: "" })).toEqual({ ok: true })
  const answers = [
    { ok: false, reason: "wrong", triesLeft: 2 },
    { ok: false, reason: "wrong", triesLeft: 1 },
    { ok: false, reason: "over" },
    { ok: false, reason: "over" },
  ]
  for (const answer of answers) expect(await checkPhoneCode(actor, "no code")).toEqual(answer)
  const [code] = await db().select().from(phoneCodes).where(eq(phoneCodes.userId, actor.userId))
  expect(code?.tries).toBe(3)
  const [profile] = await db().select().from(profiles).where(eq(profiles.userId, actor.userId))
  expect(profile).toMatchObject({ phone: null, phoneVerifiedAt: null })
})

test("a profile takes no nickname that is another's, and none within 30 days of the last", async () => {
  await createPerson({ nickname: "느린고양이" })
  const { actor } = await createPerson()
  const rename = (nickname: string) =>
    updateProfile(actor, { name: "이도윤", nickname, regionCode: "11650", avatarId: null })
  expect(await rename("느린고양이")).toEqual({ ok: false, reason: "nickname_taken" })
  expect(await rename("새벽감자")).toEqual({ ok: true })
  expect(await rename("햇살감자")).toMatchObject({ ok: false, reason: "nickname_soon" })
})

test("a profile takes no picture that is not there", async () => {
  const { actor } = await createPerson()
  const changed = await updateProfile(actor, {
    name: "이도윤",
    nickname: null,
    regionCode: "11650",
    avatarId: newId(),
  })
  expect(changed).toEqual({ ok: false, reason: "no_picture" })
})

test("an admin leaves the user type of admins, approved experts and strangers alone", async () => {
  const [admin, otherAdmin] = [await createPerson({ role: "admin" }), await createPerson({ role: "admin" })]
  const expert = await createPerson({ userType: "expert", expertState: "approved" })
  const customer = await createPerson()
  const change = (userId: string, userType: "customer" | "expert", { actor }: Person = admin) =>
    changeUserType(actor, userId, { userType, reason: "본인이 요청했어요" })
  expect(await change(customer.actor.userId, "customer")).toEqual({ ok: false, reason: "same" })
  expect(await change(otherAdmin.actor.userId, "expert")).toEqual({ ok: false, reason: "admin" })
  expect(await change(expert.actor.userId, "customer")).toEqual({ ok: false, reason: "approved" })
  expect(await change(newId(), "expert")).toEqual({ ok: false, reason: "not_found" })
  expect(await change(customer.actor.userId, "expert", expert)).toEqual({ ok: false, reason: "not_found" })
})

test("the command makes no admin of an address that is not free, nor with a password of it", async () => {
  const create = (email: string, options: { password?: string; promote?: boolean } = {}) =>
    createAdministrator({ email, name: "박관리", password: null, promote: true, by: "root", ...options })
  expect(await create("moonlight@example.kr", { password: "moonlight-4413!" })).toMatchObject({
    ok: false,
    reason: "personal",
  })
  const member = await createPerson()
  expect(await create(member.actor.email, { promote: false })).toEqual({ ok: false, reason: "exists" })
  const admin = await createPerson({ role: "admin" })
  expect(await create(admin.actor.email)).toEqual({ ok: false, reason: "admin" })
  const expert = await createPerson({ userType: "expert" })
  expect(await create(expert.actor.email)).toEqual({ ok: false, reason: "expert" })
  await banUntilTomorrow(member.actor.userId)
  expect(await create(member.actor.email)).toEqual({ ok: false, reason: "banned" })
  await moveAwayFrom("kept-for-its-owner@example.kr")
  expect(await create("kept-for-its-owner@example.kr")).toEqual({ ok: false, reason: "reserved" })
  await db().insert(users).values({
    id: newId(),
    email: "half-way@example.kr",
    emailVerified: true,
    name: "김하늘",
    createdAt: now(),
    updatedAt: now(),
  })
  expect(await create("half-way@example.kr")).toEqual({ ok: false, reason: "no_profile" })
})

test("who leaves a changed agreement unticked has agreed to none of them", async () => {
  const { actor } = await createPerson()
  const version = "2099-01-01"
  await inTransaction(async (tx) => {
    await requestAgreement({ kind: "terms", version }, tx)
    await requestAgreement({ kind: "privacy", version }, tx)
  })
  const before = await checksumAllTables()
  expect(await acceptAgreements(actor, { terms: false, privacy: true })).toEqual({
    ok: false,
    reason: "not_agreed",
    missing: ["terms"],
  })
  expect(await checksumAllTables()).toEqual(before)
  expect(await acceptAgreements(actor, { terms: true, privacy: true })).toEqual({ ok: true })
  expect(await listOpenAgreements(actor)).toEqual([])
})
