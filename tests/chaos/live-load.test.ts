import { tmpdir } from "node:os"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { publishToUsers } from "#app/platform/live.server.ts"
import { createPeople } from "../../bench/live.ts"
import { startChildServer, type ChildServer } from "../../bench/servers.ts"
import { withDatabase } from "../setup/database.ts"
import { openLiveStream, type StreamClient } from "../setup/live-stream-client.ts"

const PEOPLE = 1_000
const CUTS = 20
const CUT_AT_ONCE = 50
const METRICS_TOKEN = "a token that only this test knows"

const own = withDatabase()
let child: ChildServer
beforeAll(async () => {
  child = await startChildServer("product", {
    DATABASE_URL: own.url,
    DATA_DIR: tmpdir(),
    DEMO: "0",
    METRICS_TOKEN,
  })
})
afterAll(() => child.stop())

const readNumbers = async () =>
  (await fetch(`${child.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })).text()
const streamsAt = async () => Number(/^live_streams (\d+)$/m.exec(await readNumbers())?.[1])

test(
  "a thousand pages cut off twenty times miss nothing and leave nothing behind",
  { timeout: 180_000 },
  async () => {
    const people = await createPeople(PEOPLE)
    const sentAt: number[] = []
    const waits: number[] = []
    const clients: { client: StreamClient; heard: Set<number>; twice: number }[] = []
    // Opened in turns: a thousand connections in one moment would wait in the system's own queue.
    for (let from = 0; from < PEOPLE; from += 50) {
      const some = people.slice(from, from + 50).map(({ cookie }) => {
        const one = { heard: new Set<number>(), twice: 0, ids: new Set<string>() }
        const client = openLiveStream(child.url, cookie, (message) => {
          // A real page reads everything again.
          if (message.type === "look-again")
            for (let number = 0; number < sentAt.length; number += 1) one.heard.add(number)
          if (typeof message.number !== "number" || one.ids.has(message.id)) return
          one.ids.add(message.id)
          if (one.heard.has(message.number)) one.twice += 1
          one.heard.add(message.number)
          waits.push(performance.now() - (sentAt[message.number] ?? 0))
        })
        return Object.assign(one, { client })
      })
      await Promise.all(some.map((one) => one.client.opened))
      clients.push(...some)
    }
    expect(await streamsAt()).toBe(PEOPLE)

    const everybody = people.map((person) => person.userId)
    const tell = async () => {
      sentAt.push(performance.now())
      await publishToUsers(everybody, { type: "test.told", number: sentAt.length - 1 })
    }
    const allHeard = (numbers: number) =>
      vi.waitFor(() => expect(clients.filter((one) => one.heard.size < numbers)).toHaveLength(0), {
        timeout: 30_000,
        interval: 20,
      })
    for (let cut = 0; cut < CUTS; cut += 1) {
      for (let each = 0; each < CUT_AT_ONCE; each += 1)
        clients[(cut * CUT_AT_ONCE + each * 7) % PEOPLE]?.client.disconnect()
      await tell()
      await allHeard(sentAt.length)
    }

    expect(
      clients.reduce((sum, one) => sum + (sentAt.length - one.heard.size), 0),
      "missed",
    ).toBe(0)
    expect(
      clients.reduce((sum, one) => sum + one.twice, 0),
      "heard twice under two ids",
    ).toBe(0)
    waits.sort((a, b) => a - b)
    const p95 = waits[Math.floor(waits.length * 0.95)] ?? Number.POSITIVE_INFINITY
    expect(p95).toBeLessThan(1_000)
    for (const one of clients) one.client.stop()
    await vi.waitFor(async () => expect(await streamsAt()).toBe(0), { timeout: 30_000, interval: 100 })
  },
)
