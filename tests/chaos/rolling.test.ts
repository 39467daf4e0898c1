/** Processes that are replaced one by one under load, and several that start at once. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { Agent, request as ask } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { afterAll, expect, test, vi } from "vitest"
import { connectDatabase, disconnectDatabase } from "#app/platform/db.server.ts"
import { readEnvironment, setEnvironment } from "#app/platform/env.server.ts"
import { newId } from "#app/basics/ids.ts"
import { createPeople, createRooms } from "../../bench/live.ts"
import { openLiveStream } from "../setup/live-stream-client.ts"
import { getDatabaseUrl, startProduct, type StartedProduct } from "../setup/started-product.ts"

const ROLLS = Number(process.env.ROLLS ?? 20)
const REQUESTS_PER_SECOND = 50
const CONNECTIONS = 8
const STREAMS = 20
const MAX_HANDOVER_MS = 2_000
const MAX_ANSWER_MS = 20_000
const METRICS_TOKEN = "a token that only this test knows"

const folder = mkdtempSync(join(tmpdir(), "baroildang-rolling-"))
// As root the database runs under another user, who has to pass through.
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const countRolls = (product: StartedProduct) =>
  product.output().match(/프로세스를 모두 새로 바꿨어요/g)?.length ?? 0

/** Sends requests at a steady rate over connections that are kept; `failures` are answers that none wants. */
function startLoad(url: string, cookies: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const failures: string[] = []
  const paths = ["/about", "/orders", "/shopping", "/marketplace", "/my-info"]
  let sent = 0
  let answered = 0
  const send = () => {
    const index = (sent += 1)
    const path = paths[index % paths.length] ?? "/"
    const headers = { Cookie: cookies[index % cookies.length] ?? "" }
    const finish = (result: number | string) => {
      answered += 1
      if (result !== 200) failures.push(`${path} ${result}`)
    }
    const { port } = new URL(url)
    const asking = ask(
      { port, host: "127.0.0.1", path, agent, headers, timeout: MAX_ANSWER_MS },
      (response) => {
        response
          .on("error", (error) => finish(error.message))
          .on("end", () => finish(response.statusCode ?? 0))
        response.resume()
      },
    )
    asking
      .on("error", (error) => finish(error.message))
      .on("timeout", () => asking.destroy(new Error(`no answer in ${MAX_ANSWER_MS} ms`)))
      .end()
  }
  const timer = setInterval(send, 1_000 / REQUESTS_PER_SECOND)
  return {
    failures,
    count: () => answered,
    async stop() {
      clearInterval(timer)
      await vi.waitFor(() => expect(answered).toBe(sent), { timeout: 60_000 })
      agent.destroy()
    },
  }
}

test(`${ROLLS} rolls of two processes fail no request, and hand streams over within 2 s`, async () => {
  const dataDir = join(folder, "rolled")
  const product = await startProduct({ dataDir, env: { PROCESSES: "2", METRICS_TOKEN } })
  setEnvironment(readEnvironment({ APP_ENV: "test", SECRET: "a secret that only tests know, 32+" }))
  connectDatabase(getDatabaseUrl(dataDir), 2)
  const people = await createPeople(STREAMS)
  const rooms = await createRooms(people)
  let worstHandoverMs = 0
  const heard = new Map<string, number>()
  const streams = people.map(({ userId, cookie }) => {
    let closedAt: number | undefined
    return openLiveStream(
      product.url,
      cookie,
      (message) => {
        if (message.type === "chat.message" && message.senderId !== userId)
          heard.set(`${String(message.roomId)} ${String(message.seq)}`, performance.now())
        if (message.type === "look-again") lookedAgain += 1
      },
      100,
      {
        onClosed: () => (closedAt = performance.now()),
        onOpened: () => {
          if (closedAt !== undefined)
            worstHandoverMs = Math.max(worstHandoverMs, performance.now() - closedAt)
          closedAt = undefined
        },
      },
    )
  })
  let lookedAgain = 0
  await Promise.all(streams.map(({ opened }) => opened))
  const load = startLoad(
    product.url,
    people.map(({ cookie }) => cookie),
  )
  try {
    for (let roll = 1; roll <= ROLLS; roll += 1) {
      product.signal("SIGHUP")
      const room = rooms[roll % rooms.length]
      const sent = await fetch(`${product.url}/chat/messages?room=${room?.roomId}`, {
        method: "POST",
        body: new URLSearchParams({ intent: "send", clientKey: newId(), text: `${roll}` }),
        headers: { Cookie: room?.pair[0].cookie ?? "", Origin: product.url },
      })
      expect(sent.status).toBe(200)
      await vi.waitFor(() => expect(countRolls(product)).toBe(roll), { timeout: 60_000, interval: 50 })
    }
    await load.stop()
    // Who missed something is told to look again.
    expect(heard.size + lookedAgain).toBeGreaterThanOrEqual(ROLLS)
    const metrics = await fetch(`${product.url}/metrics`, {
      headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
    })
    expect(await metrics.text()).toMatch(/^server_processes 2$/m)
  } finally {
    for (const stream of streams) stream.stop()
    await disconnectDatabase()
    await product.stop()
  }
  process.stdout.write(
    `${ROLLS} rolls: ${load.count()} requests, ${load.failures.length} failed, ` +
      `streams back after at most ${worstHandoverMs.toFixed(0)} ms\n`,
  )
  expect(load.failures).toEqual([])
  expect(worstHandoverMs).toBeLessThan(MAX_HANDOVER_MS)
})

test("four processes that start at once on an empty database of its own migrate it once", async () => {
  const owner = await startProduct({ dataDir: join(folder, "owner") })
  const admin = postgres(getDatabaseUrl(join(folder, "owner")), { max: 1, onnotice: () => {} })
  try {
    await admin`create database four`
    const url = new URL(getDatabaseUrl(join(folder, "owner")))
    url.pathname = "/four"
    const products = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        startProduct({ dataDir: join(folder, `four-${number}`), env: { DATABASE_URL: url.href } }),
      ),
    )
    const count = (pattern: RegExp) => products.filter(({ output }) => pattern.test(output())).length
    expect([count(/데이터베이스 구조 \d+개 적용/), count(/데이터베이스 구조 최신/)]).toEqual([1, 3])
    for (const { url: address } of products) expect((await fetch(`${address}/about`)).status).toBe(200)
    await Promise.all(products.map((product) => product.stop()))
  } finally {
    await admin.end()
    await owner.stop()
  }
})
