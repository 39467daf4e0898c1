import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { openDatabaseProxy, type DatabaseProxy } from "../../tests/doubles/database-proxy.ts"
import { withDatabase } from "../../tests/setup/database.ts"
import { bus, getBusSilenceMs, closeBus } from "./bus.server.ts"
import { connectDatabase, db, disconnectDatabase } from "./db.server.ts"
import { checkReadiness } from "./health.server.ts"

const own = withDatabase()
let way: DatabaseProxy
beforeAll(async () => {
  way = await openDatabaseProxy(own.url)
  await disconnectDatabase()
  connectDatabase(way.url, 4)
})
afterAll(async () => {
  await closeBus()
  await way.close()
})

/** Another process says something. */
const say = (channel: string, text: string) => db().execute(sql`select pg_notify(${channel}, ${text})`)

test(
  "a process that hears nothing any more finds out by itself, listens anew and reads what it missed",
  { timeout: 30_000 },
  async () => {
    const heard: string[] = []
    let again = 0
    const unlisten = await bus().listen(
      "news",
      (text) => heard.push(text),
      () => (again += 1),
    )
    await say("news", "one")
    await vi.waitFor(() => expect(heard).toEqual(["one"]))
    // The connection is there and says nothing: no end, no error.
    way.freezeConnections("baroildang-bus")
    await say("news", "missed")
    await vi.waitFor(() => expect(again).toBe(1), { timeout: 10_000, interval: 20 })
    await say("news", "two")
    await vi.waitFor(() => expect(heard).toEqual(["one", "two"]))
    expect(getBusSilenceMs()).toBeLessThan(5_000)
    expect(await checkReadiness()).toEqual({ isReady: true, troubles: [] })
    await unlisten()
    expect(getBusSilenceMs()).toBe(0)
  },
)

test(
  "a database that was away is heard again without anybody's help, however often",
  { timeout: 30_000 },
  async () => {
    const heard: string[] = []
    let again = 0
    const unlisten = await bus().listen(
      "news",
      (text) => heard.push(text),
      () => (again += 1),
    )
    for (let round = 1; round <= 3; round += 1) {
      await way.cut()
      await vi.waitFor(async () => expect((await checkReadiness()).isReady).toBe(false), {
        timeout: 5_000,
        interval: 20,
      })
      await way.restore()
      await vi.waitFor(() => expect(again).toBe(round), { timeout: 10_000, interval: 20 })
      await vi.waitFor(() => say("news", `round ${round}`), { timeout: 5_000, interval: 50 })
      await vi.waitFor(() => expect(heard.at(-1)).toBe(`round ${round}`))
    }
    await unlisten()
  },
)
