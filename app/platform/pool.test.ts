import { setImmediate } from "node:timers/promises"
import { expect, test } from "vitest"
import { withDatabase } from "../../tests/setup/database.ts"
import { openPool } from "./pool.server.ts"

const database = withDatabase()

test("closing waits for the connections that are on their way", async () => {
  const host = Promise.withResolvers<string>()
  const pool = openPool(database.url, {
    size: 2,
    maxStatementMs: 1_000,
    getOutage: () => undefined,
    findHost: () => host.promise,
  })
  const asked = pool.query({ statement: "select 1" }).catch((error: unknown) => error)
  const seen: string[] = []
  const closing = pool.close().then(() => seen.push("closed"))
  expect(await asked).toBeInstanceOf(Error)
  await setImmediate()
  expect(seen).toEqual([])
  host.resolve(database.url)
  await closing
  expect(seen).toEqual(["closed"])
})
