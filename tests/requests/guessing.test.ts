/**
 * promises.md, no guessing: 10 failures an account and 15 minutes over 1,000 addresses, and the owner still
 * gets in. Here 100 addresses; 1,000 in `npm run test:chaos` (GUESSING_ADDRESSES). Codes by text message:
 * my-info.test.ts.
 */
import { afterEach, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { hashPassword, setPassword } from "#app/areas/accounts/service/passwords.server.ts"
import { resetClock, setClock } from "#app/basics/clock.ts"
import { inTransaction } from "#app/platform/db.server.ts"
import { listNewestMessages } from "#app/platform/messages.server.ts"
import { withApp } from "../setup/app.ts"
import { toCookieHeader } from "../setup/cookies.ts"

const app = withApp()
const PASSWORD = "correct-horse-7"
const MINUTE = 60_000
const ADDRESSES = Number(process.env.GUESSING_ADDRESSES ?? 100)
const GUESSES_AT_ONCE = 50

afterEach(resetClock)

async function createMember(email: string) {
  const person = await createPerson({ email })
  await inTransaction(async (tx) => setPassword(tx, person.actor.userId, await hashPassword(PASSWORD)))
  return person
}

const signIn = (
  email: string,
  password = PASSWORD,
  more: Record<string, string> = {},
  options: { cookie?: string; headers?: Record<string, string> } = {},
) => app.post("/login", { email, password, ...more }, options)
const mailTo = async (email: string) => {
  await app.drainEvents()
  const [mail] = await listNewestMessages(1, email)
  return mail
}
const linkIn = (text: string) => new URL(/https?:\/\/\S+token=\S+/.exec(text)?.[0] ?? "")

test(`strangers at ${ADDRESSES} addresses get 10 tries in 15 minutes; the owner still gets in`, async () => {
  await createMember("hunted@example.kr")
  const own = toCookieHeader(
    await signIn("hunted@example.kr", PASSWORD, {}, { headers: { "X-Forwarded-For": "203.0.113.7" } }),
  )
  const from = (address: string) => ({ headers: { "X-Forwarded-For": address } })
  const statuses = new Map<number, number>()
  for (let batch = 0; batch < ADDRESSES / GUESSES_AT_ONCE; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: GUESSES_AT_ONCE }, (_, index) =>
        signIn("hunted@example.kr", `guess-number-${batch}-${index}`, {}, from(`10.1.${batch}.${index}`)),
      ),
    )
    for (const answer of answers) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }
  expect(statuses.get(400)).toBe(10)
  expect(statuses.get(429)).toBe(ADDRESSES - 10)
  // Not even the right password opens the door to a stranger now,
  expect((await signIn("hunted@example.kr", PASSWORD, {}, from("10.2.0.1"))).status).toBe(429)
  // but the device that signed in before, from anywhere, and the address that did, without its cookies, get
  // in,
  expect(
    (await signIn("hunted@example.kr", PASSWORD, {}, { cookie: own, ...from("198.51.100.9") })).status,
  ).toBe(302)
  expect((await signIn("hunted@example.kr", PASSWORD, {}, from("203.0.113.7"))).status).toBe(302)
  // and so does whoever reads the owner's mail, told of the lock once.
  await app.drainEvents()
  const mails = (await listNewestMessages(50, "hunted@example.kr")).filter((mail) =>
    mail.subject.includes("로그인 시도를 잠시 막았어요"),
  )
  expect(mails).toHaveLength(1)
  await app.post("/password-reset", { email: "hunted@example.kr" }, from("10.3.0.1"))
  const token = linkIn((await mailTo("hunted@example.kr"))?.body ?? "").searchParams.get("token") ?? ""
  expect(
    (
      await app.post(
        "/password-reset",
        { intent: "reset", token, password: "brand-new-pass-2" },
        from("10.3.0.1"),
      )
    ).status,
  ).toBe(302)
}, 120_000)

test("guesses count across two windows, and an IPv6 network counts as one address", async () => {
  await createMember("seam@example.kr")
  const guess = (at: number, address: string) => {
    setClock(() => new Date(start + at * MINUTE))
    return signIn("seam@example.kr", "wrong-guess-1", {}, { headers: { "X-Forwarded-For": address } }).then(
      (answer) => answer.status,
    )
  }
  const start = Date.now()
  expect(
    (await signIn("seam@example.kr", PASSWORD, {}, { headers: { "X-Forwarded-For": "2001:db8:5:5::1" } }))
      .status,
  ).toBe(302)
  const statuses = [await guess(0, "10.4.0.1")]
  for (let round = 0; round < 12; round += 1)
    statuses.push(await guess(14.9, `10.4.1.${round}`), await guess(15.1, `10.4.2.${round}`))
  expect(statuses.filter((status) => status === 400)).toHaveLength(10)
  // The owner's network is known by its first half: browsers take another address of it every day.
  expect(
    (
      await signIn(
        "seam@example.kr",
        PASSWORD,
        {},
        { headers: { "X-Forwarded-For": "2001:db8:5:5:aaaa::2" } },
      )
    ).status,
  ).toBe(302)
  for (let round = 0; round < 10; round += 1)
    expect(await guess(15.2, `2001:db8:5:5::${round + 10}`)).toBe(400)
  expect(await guess(15.2, "2001:db8:5:5::99")).toBe(429)
  // Over all accounts 50 from one network, however many addresses it has.
  setClock(() => new Date(start + 60 * MINUTE))
  const answers = []
  for (let round = 0; round < 51; round += 1) {
    const from = { headers: { "X-Forwarded-For": `2001:db8:77:1::${(round + 1).toString(16)}` } }
    answers.push((await signIn(`nobody-${round}@example.kr`, "wrong-guess-1", {}, from)).status)
  }
  expect(answers).toEqual([...Array.from({ length: 50 }, () => 400), 429])
}, 60_000)

test("a device of one account is a stranger to another", async () => {
  await createMember("mine@example.kr")
  await createMember("theirs@example.kr")
  const own = toCookieHeader(
    await signIn("mine@example.kr", PASSWORD, {}, { headers: { "X-Forwarded-For": "192.0.2.200" } }),
  ).replace(/baroildang\.session_token=[^;]*(; )?/, "")
  const statuses = []
  for (let round = 0; round < 11; round += 1)
    statuses.push(
      (
        await signIn(
          "theirs@example.kr",
          `guess-number-${round}`,
          {},
          { cookie: own, headers: { "X-Forwarded-For": `192.0.2.${round}` } },
        )
      ).status,
    )
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
})
