/** Passwords that have leaked elsewhere are not taken where the list is asked, and nothing is changed. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { isBreachedPassword } from "#app/platform/breached-passwords.server.ts"
import { HOUR_MS } from "#app/basics/time.ts"
import { db } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import {
  startBreachedPasswords,
  type BreachedPasswords,
} from "../../../../tests/doubles/breached-passwords.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { createPerson } from "../fixtures.ts"
import { createLink } from "./links.server.ts"
import { changePassword, isResetLinkValid, resetPassword } from "./password-reset.server.ts"
import { hashPassword, setPassword } from "./passwords.server.ts"
import { saveSignUpPassword } from "./sign-up-steps.server.ts"

withDatabase()

const ENVIRONMENT = { APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }
const LEAKED = "correct-horse-7"
const OWN = "quiet-river-1207!"
const origin = {
  request: new Request("http://localhost/login"),
  address: "203.0.113.77",
  actor: { kind: "visitor" as const, draftId: null },
}
const refused = { ok: false, reason: "breached" }

let service: BreachedPasswords
beforeAll(async () => {
  service = await startBreachedPasswords([LEAKED])
})
afterAll(() => service.stop())
beforeEach(() => {
  service.setStatus(200)
  service.paths.length = 0
  setEnvironment(
    readEnvironment({ ...ENVIRONMENT, BREACHED_PASSWORDS: "hibp", BREACHED_PASSWORDS_URL: service.url }),
  )
})
afterEach(() => setEnvironment(readEnvironment(ENVIRONMENT)))

test("of a password only the first five characters of its hash are sent", async () => {
  expect([await isBreachedPassword(LEAKED), await isBreachedPassword(OWN)]).toEqual([true, false])
  expect(service.paths).toHaveLength(2)
  for (const path of service.paths) expect(path).toMatch(/^\/range\/[0-9A-F]{5}$/)
})

test("where it is off nobody is asked, and where nobody answers every password is taken", async () => {
  service.setStatus(503)
  expect(await isBreachedPassword(LEAKED)).toBe(false)
  setEnvironment(readEnvironment(ENVIRONMENT))
  service.paths.length = 0
  expect(await isBreachedPassword(LEAKED)).toBe(false)
  expect(service.paths).toEqual([])
})

test("a sign-up, a new password and a reset refuse it; the link of the reset stays", async () => {
  const pending = { userType: "customer", email: "leaked@example.kr", returnTo: "/" }
  const signUpToken = await createLink(db(), "sign-up", JSON.stringify(pending), HOUR_MS)
  expect(await saveSignUpPassword(signUpToken, LEAKED)).toEqual(refused)
  expect(await saveSignUpPassword(signUpToken, OWN)).toEqual({ ok: true })
  const { actor } = await createPerson()
  await setPassword(db(), actor.userId, await hashPassword(OWN))
  expect(await changePassword(actor, { currentPassword: OWN, newPassword: LEAKED })).toEqual(refused)
  const token = await createLink(db(), "reset", actor.userId, HOUR_MS)
  expect(await resetPassword(origin, { token, password: LEAKED })).toEqual(refused)
  expect(await isResetLinkValid(token)).toBe(true)
})
