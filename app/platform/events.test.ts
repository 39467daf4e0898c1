import { sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { withDatabase } from "../../tests/setup/database.ts"
import { resetClock, setClock } from "../basics/clock.ts"
import { afterCommit, countQueries, db, inTransaction, type Transaction } from "./db.server.ts"
import { drainEvents, emit, emitMany, subscribe, subscribeBatch } from "./events.server.ts"
import { outbox } from "./schema.server.ts"

declare module "./events.server.ts" {
  interface Events {
    "test.counted": { subject: string; number: number }
    "test.listed": { subject: string; number: number }
    "test.posted": { number: number }
  }
}

withDatabase()

type Told = { subject: string; number: number }
/** Numbers that no handler can take. */
const bad = new Set<number>()
/** Numbers whose handler ends the transaction, and with it the connection. */
const deadly = new Set<number>()
const calls: number[][] = []
const announced: number[] = []

/** What was done is a row: it is there once, whatever was tried. */
async function note(tx: Transaction, events: readonly Told[]): Promise<void> {
  for (const { subject, number } of events)
    await tx.execute(sql`insert into test_done (subject, number) values (${subject}, ${number}::int)`)
  for (const { number } of events) {
    afterCommit(() => announced.push(number))
    if (bad.has(number)) throw new Error("bad")
    if (deadly.has(number)) await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  }
}

subscribeBatch("test.counted", async (events, tx) => {
  calls.push(events.map((event) => event.number))
  await note(tx, events)
})
subscribe("test.listed", (event, tx) => note(tx, [event]))
subscribe("test.posted", async ({ number }, tx) => note(tx, [{ subject: "post", number }]), { slow: true })

const done = async () => [
  ...(await db().execute<Told>(sql`select subject, number from test_done order by place`)),
]
const numbers = async () => (await done()).map((one) => one.number)
const waiting = async () =>
  (
    await db()
      .select()
      .from(outbox)
      .where(sql`handled_at is null`)
  ).map((row) => ({ type: row.type, tries: row.tries, failure: row.failure }))
const range = (count: number) => Array.from({ length: count }, (_, number) => number)

beforeEach(async () => {
  await db().execute(sql`drop table if exists test_done`)
  await db().execute(
    sql`create table test_done (place bigint generated always as identity, subject text, number int)`,
  )
  await db().delete(outbox)
  bad.clear()
  deadly.clear()
  calls.length = 0
  announced.length = 0
})
afterEach(resetClock)

describe("events that are handled many at a time", () => {
  test("come together, in the order in which they happened, each once", async () => {
    for (const number of range(30))
      await inTransaction((tx) => emit(tx, "test.counted", { subject: `s${number % 3}`, number }))
    expect(await drainEvents()).toBe(30)
    expect(calls).toEqual([range(30)])
    expect(await numbers()).toEqual(range(30))
    expect(await drainEvents()).toBe(0)
    expect(announced).toEqual(range(30))
  })

  test("cost the same few statements whether they are three or three hundred", async () => {
    const cost = async (count: number) => {
      await inTransaction((tx) =>
        emitMany(
          tx,
          "test.counted",
          range(count).map((number) => ({ subject: "s", number })),
        ),
      )
      const { queries } = await countQueries(drainEvents)
      return queries - count
    }
    expect(await cost(300)).toBe(await cost(3))
  })

  test("go on without the one that fails, which is tried again later and given up in the end", async () => {
    bad.add(4)
    let time = Date.now()
    setClock(() => new Date(time))
    await inTransaction((tx) =>
      emitMany(
        tx,
        "test.counted",
        range(10).map((number) => ({ subject: "s", number })),
      ),
    )
    await drainEvents()
    expect(await numbers()).toEqual(range(10).filter((number) => number !== 4))
    // What was rolled back is not told either.
    expect(announced).toEqual(range(10).filter((number) => number !== 4))
    expect(await waiting()).toEqual([{ type: "test.counted", tries: 1, failure: "Error: bad" }])

    // Until its pause is over nobody meets it again, and others pass it by.
    await inTransaction((tx) => emit(tx, "test.counted", { subject: "s", number: 10 }))
    await drainEvents()
    expect(await waiting()).toMatchObject([{ tries: 1 }])
    expect((await numbers()).at(-1)).toBe(10)
    for (let tries = 1; tries < 12; tries += 1) {
      time += 3_600_000
      await drainEvents()
    }
    expect(await waiting()).toMatchObject([{ tries: 8 }])
    expect(await numbers()).toHaveLength(10)
  })

  test("come through once what was wrong is right", async () => {
    bad.add(1)
    await inTransaction((tx) =>
      emitMany(
        tx,
        "test.counted",
        range(3).map((number) => ({ subject: "s", number })),
      ),
    )
    await drainEvents()
    bad.clear()
    setClock(() => new Date(Date.now() + 2_000))
    await drainEvents()
    expect(await numbers()).toEqual([0, 2, 1])
    expect(await waiting()).toEqual([])
  })

  test("are done once each where two take them at the same time", async () => {
    await inTransaction((tx) =>
      emitMany(
        tx,
        "test.counted",
        range(1_200).map((number) => ({ subject: "s", number })),
      ),
    )
    await Promise.all([drainEvents(), drainEvents(), drainEvents()])
    expect((await numbers()).toSorted((a, b) => a - b)).toEqual(range(1_200))
  })
})

describe.each(["test.counted", "test.listed"] as const)(
  "an event of the kind %s that ends the connection of its handler",
  (type) => {
    test("stops no other", async () => {
      deadly.add(2)
      await inTransaction((tx) =>
        emitMany(
          tx,
          type,
          range(6).map((number) => ({ subject: "s", number })),
        ),
      )
      await drainEvents()
      expect(await numbers()).toEqual([0, 1, 3, 4, 5])
      expect(await waiting()).toMatchObject([{ type, tries: 1 }])
    })
  },
)

test("failing events of one kind hold up neither their neighbours nor those of another kind", async () => {
  for (const number of range(3)) bad.add(number)
  for (const number of range(6)) {
    await inTransaction(async (tx) => {
      await emit(tx, "test.posted", { number })
      await emit(tx, "test.listed", { subject: "listed", number: number + 100 })
      await emit(tx, "test.counted", { subject: "counted", number: number + 200 })
    })
  }
  await drainEvents()
  const bySubject = Map.groupBy(await done(), (one) => one.subject)
  expect(bySubject.get("post")?.map((one) => one.number)).toEqual([3, 4, 5])
  expect(bySubject.get("listed")?.map((one) => one.number)).toEqual([100, 101, 102, 103, 104, 105])
  expect(bySubject.get("counted")?.map((one) => one.number)).toEqual([200, 201, 202, 203, 204, 205])
  expect(await waiting()).toHaveLength(3)
})
