import { sql } from "drizzle-orm"
import { integer, pgTable } from "drizzle-orm/pg-core"
import { drizzle } from "drizzle-orm/postgres-js"
import { expect, test, vi } from "vitest"
import type { StatementRequest } from "../connection.server.ts"
import type { TransactionScope } from "../pool.server.ts"
import { createBuilderClient } from "./query-builder-client.server.ts"

const things = pgTable("things", { id: integer().primaryKey() })

function createFake() {
  const asked: StatementRequest[] = []
  const query = async (request: StatementRequest) => {
    asked.push(request)
    return (request.asValues ? [[7]] : [{ id: 7 }]) as Record<string, unknown>[]
  }
  const scope = { query, savepoint: (work: (inner: unknown) => unknown) => work(scope) }
  const client = createBuilderClient({ query }, { parsers: {}, serializers: {} }, (work) =>
    work(scope as unknown as TransactionScope),
  )
  return { asked, database: drizzle(client) }
}

test("the query builder reads rows as values and plain statements as objects", async () => {
  const { asked, database } = createFake()
  expect(await database.select().from(things)).toEqual([{ id: 7 }])
  expect(await database.execute(sql`select 7 as id`)).toEqual([{ id: 7 }])
  expect(asked.map(({ asValues }) => asValues === true)).toEqual([true, false])
})
test("transactions and their parts go to the pool", async () => {
  const { asked, database } = createFake()
  await database.transaction(async (tx) => {
    await tx.insert(things).values({ id: 7 })
    await tx.transaction((inner) => inner.delete(things))
  })
  expect(asked.map(({ statement }) => statement.split(" ")[0])).toEqual(["insert", "delete"])
})
test("a statement asked for the third time is prepared", async () => {
  const { asked, database } = createFake()
  for (const limit of [1, 2, 3]) await database.select().from(things).limit(limit)
  expect(asked.map(({ isPrepared }) => isPrepared)).toEqual([false, false, true])
})
test("a new statement gets the place of one that nobody asked for in ten minutes", async () => {
  vi.useFakeTimers({ toFake: ["performance"] })
  const { asked, database } = createFake()
  const ask = async (name: string) => {
    await database.execute(sql`select ${1} as ${sql.identifier(name)}`)
    return asked.at(-1)?.isPrepared
  }
  const askOften = async (name: string) => [await ask(name), await ask(name), await ask(name)].at(-1)
  for (let place = 0; place < 200; place += 1) await askOften(`place ${place}`)
  expect(await askOften("late")).toBe(false)
  vi.advanceTimersByTime(9 * 60_000)
  expect([await ask("place 0"), await ask("late")]).toEqual([true, false])
  vi.advanceTimersByTime(2 * 60_000)
  expect([await ask("late"), await ask("place 0"), await ask("late")]).toEqual([true, true, true])
  vi.useRealTimers()
})
