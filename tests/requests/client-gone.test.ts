/** Browsers that go away in the middle, over real connections that are cut. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inArray } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { createPerson } from "#app/areas/accounts/fixtures.ts"
import { sessions } from "#app/areas/accounts/schema.server.ts"
import { db } from "#app/platform/db.server.ts"
import { startChildServer, type ChildServer } from "../../bench/servers.ts"
import { withDatabase } from "../setup/database.ts"
import { sendAndLeave } from "../setup/raw-socket.ts"

const METRICS_TOKEN = "a token that only this test knows"
const PEOPLE = 160
const CUT = 20

const own = withDatabase()
const files = mkdtempSync(join(tmpdir(), "baroildang-gone-"))
let child: ChildServer
let written = ""
beforeAll(async () => {
  child = await startChildServer(
    "product",
    { DATABASE_URL: own.url, DATA_DIR: files, DEMO: "0", METRICS_TOKEN, SHARED_MS: "0" },
    (text) => (written += text),
  )
})
afterAll(async () => {
  await child.stop()
  rmSync(files, { recursive: true, force: true })
})

const head = (line: string, headers: Record<string, string>) =>
  `${line} HTTP/1.1\r\n${Object.entries({ Host: new URL(child.url).host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`

const cut = (text: string) => sendAndLeave(child.url, text)
const cutAnswer = (text: string) => sendAndLeave(child.url, text, true)

/**
 * How many requests have come to an end, those of which the body never came among them, and how many of them
 * as failures of ours.
 */
async function counted(): Promise<{ all: number; failed: number }> {
  const text = await (
    await fetch(`${child.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text()
  const counts = [...text.matchAll(/^http_request_duration_seconds_count\{.*status="(\d)xx".*\} (\d+)$/gm)]
  const cutShort = [...text.matchAll(/^requests_refused_total\{.*reason="(cut|left)".*\} (\d+)$/gm)]
  const sum = (some: typeof counts) => some.reduce((total, [, , count]) => total + Number(count), 0)
  return { all: sum(counts) + sum(cutShort), failed: sum(counts.filter(([, status]) => status === "5")) }
}

test("a closing page that is gone before its answer is recorded all the same", async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => createPerson()))
  const beacon = {
    Origin: child.url,
    "Sec-Fetch-Site": "same-origin",
    "Content-Type": "text/plain;charset=UTF-8",
    "Content-Length": "0",
  }
  await Promise.all(
    people.map(({ cookie }) => cut(head("POST /session/closing", { ...beacon, Cookie: cookie }))),
  )
  const ids = people.map(({ actor }) => actor.sessionId)
  await vi.waitFor(
    async () => {
      const rows = await db()
        .select({ closingAt: sessions.closingAt })
        .from(sessions)
        .where(inArray(sessions.id, ids))
      expect(rows.filter((row) => row.closingAt === null)).toHaveLength(0)
    },
    { timeout: 30_000, interval: 50 },
  )
})

test("whoever goes in the middle of a form, of a page or of its answer is no failure of ours", async () => {
  const { cookie } = await createPerson()
  const before = await counted()
  const form = { Origin: child.url, Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" }
  const multipart = { "Content-Type": "multipart/form-data; boundary=b", "Content-Length": "9000" }
  const kinds = [
    () => cut(`${head("POST /login", { ...form, "Content-Length": "1000" })}email=a`),
    () => cut(`${head("POST /orders/new/cleaning.data", { ...form, "Content-Length": "1000" })}title=a`),
    () =>
      cut(`${head("POST /my-info/profile", { ...form, "Transfer-Encoding": "chunked" })}7\r\nemail=a\r\n`),
    () => cut(`${head("POST /uploads", { ...form, ...multipart })}--b\r\nContent-`),
    () => cut(head("GET /orders", { Cookie: cookie })),
    () => cut(head("GET /orders.data", { Cookie: cookie })),
    () => cut(head("GET /shopping", {})),
    () => cutAnswer(head("GET /about", { Cookie: cookie })),
    () => cutAnswer(head("GET /live", { Cookie: cookie })),
    () => cutAnswer(head("GET /sitemap.data", { Cookie: cookie, "Accept-Encoding": "gzip" })),
  ]
  for (let round = 0; round < CUT; round += 1) await Promise.all(kinds.map((kind) => kind()))
  await vi.waitFor(
    async () => expect((await counted()).all).toBeGreaterThanOrEqual(before.all + kinds.length * CUT),
    { timeout: 20_000, interval: 100 },
  )
  expect((await counted()).failed).toBe(0)
  expect(written).toBe("")
  // It still answers.
  expect((await fetch(`${child.url}/about`)).status).toBe(200)
})
