/** A sign-up mail that is sent again: what is refused changes nothing. */
import { like } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { now, resetClock, setClock } from "#app/basics/clock.ts"
import { newId } from "#app/basics/ids.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { db } from "#app/platform/db.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { verifications } from "../schema.server.ts"
import { findSignUp } from "./sign-up-steps.server.ts"
import { sendSignUpMail, startSignUp } from "./sign-up.server.ts"
import { buildSentCookie, findSentSignUp, sendSignUpMailAgain } from "./sign-up-again.server.ts"

withDatabase()

const ENVIRONMENT = { APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }
afterEach(() => {
  resetClock()
  setEnvironment(readEnvironment(ENVIRONMENT))
})

const requestWith = (cookie: string) =>
  new Request("http://localhost/signup/sent", { method: "POST", headers: { Cookie: cookie } })
const pairOf = (setCookie: string) => setCookie.split(";")[0] ?? ""
const later = (ms: number) => {
  const at = new Date(now().getTime() + ms)
  setClock(() => at)
}

test("only the browser that signed up may, once a minute and five times an hour", async () => {
  expect(await sendSignUpMailAgain(requestWith(""))).toEqual({ ok: false, reason: "over" })
  const first = pairOf(buildSentCookie(requestWith(""), newId()))
  expect(await sendSignUpMailAgain(requestWith(first.replace("=e", "=f")))).toMatchObject({ reason: "over" })
  expect(await sendSignUpMailAgain(requestWith(first))).toMatchObject({ reason: "too_soon" })
  let cookie = first
  for (let time = 1; time <= 4; time += 1) {
    later(61_000)
    const sent = await sendSignUpMailAgain(requestWith(cookie))
    expect(sent.ok).toBe(true)
    // The cookie of before does not shorten the wait.
    expect(await sendSignUpMailAgain(requestWith(first))).toMatchObject({ reason: "too_soon" })
    cookie = sent.ok ? pairOf(sent.setCookie) : ""
  }
  later(61_000)
  expect(findSentSignUp(requestWith(cookie))?.waitMs).toBe(0)
  expect(await sendSignUpMailAgain(requestWith(cookie))).toMatchObject({ reason: "too_many" })
})

test("where no mail is sent, none is sent again", async () => {
  const cookie = pairOf(buildSentCookie(requestWith(""), newId()))
  setEnvironment(readEnvironment({ ...ENVIRONMENT, MAIL: "off" }))
  expect(await sendSignUpMailAgain(requestWith(cookie))).toEqual({ ok: false, reason: "mail_off" })
})

test("an event that is handled twice sends one letter, and its link goes on working", async () => {
  const email = `twice-${newId()}@example.kr`
  const request = requestWith("")
  expect(
    await startSignUp(
      { request, address: "203.0.113.9", actor: { kind: "visitor", draftId: null } },
      { userType: "customer", email, returnTo: "/" },
    ),
  ).toMatchObject({ ok: true })
  const [row] = await db()
    .select()
    .from(verifications)
    .where(like(verifications.value, `%${email}%`))
  const event = { verificationId: row?.id ?? "", origin: "http://localhost", mailId: newId() }
  await sendSignUpMail(event)
  await sendSignUpMail(event)
  const letters = await listNewestMessages(9, email)
  expect(letters).toHaveLength(1)
  const token = /token=([\w-]+)/.exec(letters[0]?.body ?? "")?.[1] ?? ""
  expect(await findSignUp(token)).toMatchObject({ email })
  await sendSignUpMail({ ...event, mailId: newId() })
  expect(await listNewestMessages(9, email)).toHaveLength(2)
  expect(await findSignUp(token)).toBeNull()
})
