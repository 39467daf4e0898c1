import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { db } from "#app/platform/db.server.ts"
import { startChild, type Child } from "../../bench/servers.ts"
import { withDatabase } from "../setup/database.ts"

const AT_ONCE = 300
/** As decision 012 has it. */
const MOST_PAGES = 120
const SLOW = 500

const own = withDatabase()
const files = mkdtempSync(join(tmpdir(), "baroildang-overload-"))
let child: Child
let cookie = ""
beforeAll(async () => {
  cookie = (await createPerson()).cookie
  child = await startChild("product", { DATABASE_URL: own.url, DATA_DIR: files, DEMO: "0" })
})
afterAll(async () => {
  await child.stop()
  rmSync(files, { recursive: true, force: true })
})

/** A page that no cache has: it is read for whoever asks. */
async function read(): Promise<{ status: number; retryAfter: string | null; ms: number }> {
  const begun = performance.now()
  const answer = await fetch(`${child.url}/orders`, { headers: { Cookie: cookie } })
  await answer.arrayBuffer()
  return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), ms: performance.now() - begun }
}

/** Asks for `AT_ONCE` pages that cannot be finished until `meanwhile` is over, which begins when no more of them is let in. */
async function overloaded(meanwhile: () => Promise<unknown>): Promise<Awaited<ReturnType<typeof read>>[]> {
  const { promise: full, resolve: isFull } = Promise.withResolvers<undefined>()
  let answered = 0
  const asked = await db().transaction(async (tx) => {
    await tx.execute(sql`lock table orders in access exclusive mode`)
    const pages = Array.from({ length: AT_ONCE }, async () => {
      const answer = await read()
      answered += 1
      if (answered === AT_ONCE - MOST_PAGES) isFull(undefined)
      return answer
    })
    await full
    await meanwhile()
    // Not waited for here: they wait for the lock.
    return { pages }
  })
  return Promise.all(asked.pages)
}

test("more than it can carry is refused at once with a time to come back; who is let in is served, and soon all are again", { timeout: 60_000 }, async () => {
  await read()
  const answers = await overloaded(async () => undefined)
  const refused = answers.filter((answer) => answer.status === 503)
  expect(refused).toHaveLength(AT_ONCE - MOST_PAGES)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(MOST_PAGES)
  expect(refused.every((answer) => answer.retryAfter === "2")).toBe(true)
  expect((await Promise.all(Array.from({ length: 20 }, read))).map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
})

test("forms are taken where pages are refused", { timeout: 60_000 }, async () => {
  let sending: Promise<number>[] = []
  await overloaded(async () => {
    sending = Array.from({ length: 40 }, () => fetch(`${child.url}/logout-of-nothing`, { method: "POST", headers: { Cookie: cookie, Origin: child.url }, redirect: "manual" }).then((answer) => answer.status))
    expect((await read()).status).toBe(503)
  })
  expect(await Promise.all(sending)).toEqual(Array.from({ length: 40 }, () => 404))
})

test("500 connections that never finish their request keep nobody else waiting, and are closed", { timeout: 90_000 }, async () => {
  const { hostname, port } = new URL(child.url)
  const sockets: Socket[] = []
  for (let from = 0; from < SLOW; from += 100) {
    const some = Array.from({ length: 100 }, () => connect(Number(port), hostname).on("error", () => undefined))
    await Promise.all(some.map((socket) => once(socket, "connect")))
    for (const socket of some) socket.write("GET / HTTP/1.1\r\nHost: slow.example\r\nX-Never-")
    sockets.push(...some)
  }
  expect((await read()).status).toBe(200)
  expect((await read()).ms).toBeLessThan(1_000)
  // Read to the end, or their end is never heard.
  await Promise.all(sockets.map((socket) => (socket.resume(), socket.closed ? undefined : once(socket, "close"))))
  expect((await read()).status).toBe(200)
})
