import { readdirSync } from "node:fs"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { withChildServer } from "../setup/child-server.ts"
import { withDatabase } from "../setup/database.ts"
import { sendRequest, flood, openSockets, type TimedAnswer } from "../setup/flood.ts"

/** As decision 018 has it. */
const PAGES_OF_PERSON = 40
const WAITING_OF_PERSON = 64
const AT_ONCE = 300

const own = withDatabase()
const child = withChildServer(own, { TRUST_PROXY: "1" })
let cookie = ""
beforeAll(async () => {
  cookie = (await createPerson()).cookie
  await sendRequest(child.url, "/orders", { cookie })
})

const SOON = { timeout: 30_000 }
const statusesOf = (answers: readonly TimedAnswer[]) => new Set(answers.map(({ status }) => status))
const SEARCH = `/search?q=${encodeURIComponent("청소")}`
/** What a visitor of another address sees, four at a time. */
async function visit(count: number): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = []
  for (let from = 0; from < count; from += 4) {
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 4 }, () => sendRequest(child.url, SEARCH, { address: "198.51.100.7" })),
      )),
    )
  }
  return answers
}
const formHead = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: ${new URL(child.url).host}\r\nOrigin: ${child.url}` +
  `\r\nX-Forwarded-For: 203.0.113.9\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`

test(
  "130 forms whose bodies never come keep nobody from a page or from sending one",
  { timeout: 60_000 },
  async () => {
    const idle = await openSockets(
      child.url,
      130,
      formHead("/login", "application/x-www-form-urlencoded", 1_000),
    )
    await expect
      .poll(() => idle.filter(({ answer }) => answer().startsWith("HTTP/1.1 429")).length, SOON)
      .toBe(30)
    expect(idle[129]?.answer()).toContain("한꺼번에 너무 많이")
    expect(statusesOf(await visit(64))).toEqual(new Set([200]))
    // Also from the very address: their pages are no forms.
    expect((await sendRequest(child.url, SEARCH, { address: "203.0.113.9" })).status).toBe(200)
    const sent = await sendRequest(child.url, "/login", {
      address: "198.51.100.7",
      form: { email: "nobody@example.kr", password: "wrong password" },
    })
    expect(sent.status).toBe(400)
    for (const { socket } of idle) socket.destroy()
  },
)

test(
  "forms with files that never come keep nobody else from sending pictures, and leave no file behind",
  { timeout: 60_000 },
  async () => {
    const begun = formHead("/uploads", "multipart/form-data; boundary=x", 9_000_000) + "x".repeat(100_000)
    const idle = await openSockets(child.url, 36, begun)
    await expect
      .poll(() => idle.filter(({ answer }) => answer().startsWith("HTTP/1.1 429")).length, SOON)
      .toBe(12)
    await expect.poll(() => readdirSync(join(child.files, "incoming")).length, SOON).toBe(24)
    const form = new FormData()
    form.set("purpose", "order")
    form.set("file", new File([new Uint8Array([0xff, 0xd8, 0xff])], "a.jpg"))
    const upload = () =>
      fetch(`${child.url}/uploads`, {
        method: "POST",
        body: form,
        headers: { Origin: child.url, "X-Forwarded-For": "198.51.100.7" },
      })
    expect((await Promise.all([upload(), upload(), upload(), upload()])).map(({ status }) => status)).toEqual(
      [400, 400, 400, 400],
    )
    for (const { socket } of idle) socket.destroy()
    await expect.poll(() => readdirSync(join(child.files, "incoming")), SOON).toEqual([])
  },
)

test(
  "one address that asks for search after search takes nothing from another",
  { timeout: 60_000 },
  async () => {
    const flooding = flood(child.url, SEARCH, 150, { address: "203.0.113.9" })
    const others = await visit(32)
    const flooded = await flooding.stop()
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200))
    expect([...statusesOf(flooded)].every((status) => [200, 429, 503].includes(status))).toBe(true)
    expect(statusesOf(flooded)).toContain(200)
  },
)

/**
 * Asks for `AT_ONCE` pages that cannot be finished until `meanwhile` is over, which begins when no more of
 * them is let in.
 */
async function overloaded(meanwhile: () => Promise<unknown>): Promise<TimedAnswer[]> {
  const { promise: full, resolve: isFull } = Promise.withResolvers<undefined>()
  let answered = 0
  const asked = await db().transaction(async (tx) => {
    await tx.execute(sql`lock table orders in access exclusive mode`)
    const pages = Array.from({ length: AT_ONCE }, async () => {
      const answer = await sendRequest(child.url, "/orders", { cookie, accept: "text/html" })
      answered += 1
      if (answered >= AT_ONCE - PAGES_OF_PERSON) isFull(undefined)
      return answer
    })
    await full
    await meanwhile()
    // Not waited for here: they wait for the lock.
    return { pages }
  })
  return Promise.all(asked.pages)
}

test(
  "what exceeds the capacity is refused with Retry-After; soon all are served again",
  { timeout: 60_000 },
  async () => {
    let sending: Promise<TimedAnswer[]> = Promise.resolve([])
    let returning: Promise<TimedAnswer[]> = Promise.resolve([])
    const answers = await overloaded(async () => {
      expect(statusesOf(await visit(32))).toEqual(new Set([200]))
      const form = { cookie, form: { a: "1" } }
      sending = Promise.all(
        Array.from({ length: 40 }, () => sendRequest(child.url, "/logout-of-nothing", form)),
      )
      // Who comes back from paying is no reader of a page.
      returning = Promise.all(
        Array.from({ length: 40 }, () =>
          sendRequest(child.url, `/shopping/pay/${crypto.randomUUID()}/done`, { cookie }),
        ),
      )
    })
    // What was typed is never refused where pages are.
    expect(statusesOf([...(await sending), ...(await returning)])).toEqual(new Set([404]))
    const served = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(served.length).toBeGreaterThanOrEqual(12)
    expect(served.length).toBeLessThanOrEqual(PAGES_OF_PERSON)
    expect(statusesOf(refused)).toEqual(new Set([429, 503]))
    // At least as many as can never wait at once, but for those that come when others have waited in vain.
    expect(refused.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(
      AT_ONCE - PAGES_OF_PERSON - 2 * WAITING_OF_PERSON,
    )
    for (const { retryAfter, text } of refused)
      expect([retryAfter, text]).toEqual([
        "2",
        expect.stringMatching(/<html lang="ko">.*시도해 주세요.*href="\/orders"/s),
      ])
    const askAgain = () =>
      Promise.all(Array.from({ length: 20 }, () => sendRequest(child.url, "/orders", { cookie })))
    await expect.poll(async () => statusesOf(await askAgain()), SOON).toEqual(new Set([200]))
  },
)

test(
  "500 connections that never finish their request keep nobody else waiting, and are closed",
  { timeout: 90_000 },
  async () => {
    const slow = await openSockets(child.url, 500, "GET / HTTP/1.1\r\nHost: slow.example\r\nX-Never-")
    expect((await sendRequest(child.url, "/orders", { cookie })).status).toBe(200)
    expect((await sendRequest(child.url, "/orders", { cookie })).ms).toBeLessThan(1_000)
    await Promise.all(slow.map(({ closed }) => closed))
    expect((await sendRequest(child.url, "/orders", { cookie })).status).toBe(200)
  },
)
