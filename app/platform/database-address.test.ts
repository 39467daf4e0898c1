import { createServer } from "node:net"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { openDatabaseProxy, type DatabaseProxy } from "../../tests/doubles/database-proxy.ts"
import { withDatabase } from "../../tests/setup/database.ts"
import { findPrimary, splitHostAddresses } from "./database-address.server.ts"
import { requireUsableDatabase } from "./database-start.server.ts"
import { connectDatabase, db, disconnectDatabase } from "./db.server.ts"
import { readEnvironment } from "./env.server.ts"
import { getJobQueueState, startJobs, stopJobs } from "./jobs.server.ts"
import { migrate } from "./migrate.server.ts"

test.each([
  ["postgres://u:p@one:5432/db", ["postgres://u:p@one:5432/db"]],
  [
    "postgres://u:p@one:5432,two:5433/db?sslmode=require",
    ["postgres://u:p@one:5432/db?sslmode=require", "postgres://u:p@two:5433/db?sslmode=require"],
  ],
  ["postgresql://one,two,three", ["postgresql://one", "postgresql://two", "postgresql://three"]],
  [
    "postgres://u:p%2C%40@[::1]:5432,two:5433/db",
    ["postgres://u:p%2C%40@[::1]:5432/db", "postgres://u:p%2C%40@two:5433/db"],
  ],
  ["postgres://u:p@one:5432,two:543a/db", []],
  ["postgres://u:p@one:5432,/db", []],
  ["mysql://one/db", []],
  ["one:5432", []],
])("%s names the hosts %j", (address, hosts) => {
  expect(splitHostAddresses(address)).toEqual(hosts)
})

test("settings take several hosts with ports, and name what they do not take", () => {
  expect(readEnvironment({ DATABASE_URL: "postgres://u:p@one:5432,two:5433/db" }).DATABASE_URL).toBe(
    "postgres://u:p@one:5432,two:5433/db",
  )
  expect(() => readEnvironment({ DATABASE_URL: "mysql://u:p@one/db" })).toThrow(/DATABASE_URL: postgres:\/\//)
})

describe("of several hosts", () => {
  const own = withDatabase()
  let one: DatabaseProxy
  let two: DatabaseProxy
  let silent = { port: 0, close: () => {} }
  const both = () =>
    own.url.replace(/@[^/]+/, `@${new URL(one.url).host},127.0.0.1:${silent.port},${new URL(two.url).host}`)
  beforeAll(async () => {
    one = await openDatabaseProxy(own.url)
    two = await openDatabaseProxy(own.url)
    const server = createServer(() => {})
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    const address = server.address()
    silent = { port: typeof address === "object" && address ? address.port : 0, close: () => server.close() }
    await disconnectDatabase()
    connectDatabase(both(), 4)
  })
  afterAll(async () => {
    await stopJobs()
    await disconnectDatabase()
    silent.close()
    await Promise.all([one.close(), two.close()])
  })

  test(
    "the one that answers and takes writes is used, by everything, and another when it is away",
    { timeout: 60_000 },
    async () => {
      await two.cut()
      await requireUsableDatabase(both())
      expect(await migrate(both(), join(import.meta.dirname, "../../db/migrations"))).toEqual([])
      await db().execute(sql`create table written (id int primary key)`)
      await startJobs()
      await vi.waitFor(() => expect(getJobQueueState()?.hasStarted).toBe(true), {
        timeout: 20_000,
        interval: 50,
      })
      expect(await findPrimary(both())).toBe(one.url)
      await two.restore()
      await one.cut()
      await vi.waitFor(() => db().execute(sql`insert into written values (1)`), {
        timeout: 10_000,
        interval: 50,
      })
      expect(await findPrimary(both())).toBe(two.url)
      expect(await db().execute(sql`select from written`)).toHaveLength(1)
    },
  )
})

describe("the start refuses, with a sentence that says why,", () => {
  const own = withDatabase()
  test.each<[string, () => string, RegExp]>([
    ["a wrong password", () => own.url.replace(/:[^:@]+@/, ":wrong@"), /비밀번호가 맞지 않아요/],
    ["a database that is not there", () => own.url.replace(/\/[^/]+$/, "/nothing"), /데이터베이스가 없어요/],
    ["a server that is not there", () => own.url.replace(/@[^/]+/, "@127.0.0.1:1"), /연결을 받지 않아요/],
  ])("%s", async (_, address, why) => {
    await expect(requireUsableDatabase(address())).rejects.toThrow(why)
  })
})
