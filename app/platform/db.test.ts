import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { withDatabase } from "../../tests/setup/database.ts"
import { db, pipelined, inSavepoint, inTransaction, type Transaction } from "./db.server.ts"

withDatabase()

const endOwn = (tx: Transaction) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
/**
 * As many queries at once as there are connections: each of them must be there again. The first after an end
 * may still hear of it.
 */
const allAnswer = async () => {
  const ask = () => Array.from({ length: 20 }, () => db().execute(sql`select pg_sleep(0.01), 1 as one`))
  await Promise.allSettled(ask())
  expect(await Promise.all(ask())).toHaveLength(20)
}

test.each<[string, (tx: Transaction) => Promise<unknown>]>([
  ["in a statement", endOwn],
  ["in a step of it", (tx) => inSavepoint(tx, endOwn)],
  ["in a step of a step", (tx) => inSavepoint(tx, (step) => inSavepoint(step, endOwn))],
  [
    "and which goes on all the same",
    async (tx) => {
      await endOwn(tx).catch(() => undefined)
      await tx.execute(sql`select 2`)
    },
  ],
  [
    "and a step that goes on all the same",
    async (tx) => {
      await inSavepoint(tx, endOwn).catch(() => undefined)
      await tx.execute(sql`select 2`)
    },
  ],
  [
    "while it does something else",
    async (tx) => {
      const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await db().execute(sql`select pg_terminate_backend(${row?.pid ?? 0}::int)`)
      for (;;) {
        const [there] = await db().execute<{ there: boolean }>(
          sql`select exists (select from pg_stat_activity where pid = ${row?.pid ?? 0}::int) as there`,
        )
        if (!there?.there) break
      }
      await new Promise((moment) => setImmediate(moment))
      await tx.execute(sql`select 3`)
    },
  ],
])("a transaction whose connection ends %s fails, and the process and the pool live on", async (_, work) => {
  await expect(inTransaction(work)).rejects.toThrow()
  await allAnswer()
})

test("a transaction that hears of another's lost connection rolls back and gives its own back", async () => {
  const failing = Array.from({ length: 20 }, () =>
    inTransaction(async (tx) => {
      await tx.execute(sql`create temporary table never (at int)`)
      throw Object.assign(new Error("elsewhere"), { code: "CONNECTION_CLOSED" })
    }),
  )
  expect((await Promise.allSettled(failing)).every((one) => one.status === "rejected")).toBe(true)
  await allAnswer()
  expect(
    await db().execute(
      sql`select from pg_stat_activity
        where state like 'idle in transaction%' and datname = current_database()`,
    ),
  ).toHaveLength(0)
})

test("what is pipelined runs in its order, sees what came before it, and is undone together", async () => {
  await db().execute(
    sql`create table if not exists in_one_go (place integer primary key, note text not null)`,
  )
  const add = (tx: Transaction, index: number) =>
    tx.execute(
      sql`insert into in_one_go
          select ${index}::integer, string_agg(place::text, ' ' order by place) is not null from in_one_go`,
    )
  const [, , , seen] = await inTransaction((tx) =>
    pipelined([
      add(tx, 1),
      null,
      add(tx, 2),
      tx
        .select({ note: sql<string>`note` })
        .from(sql`in_one_go`)
        .orderBy(sql`place`),
      add(tx, 3),
    ]),
  )
  expect(seen).toEqual([{ note: "false" }, { note: "true" }])
  await expect(inTransaction((tx) => pipelined([add(tx, 4), add(tx, 1), add(tx, 5)]))).rejects.toThrow(
    /in_one_go/,
  )
  expect(await db().execute(sql`select place from in_one_go order by place`)).toEqual([
    { place: 1 },
    { place: 2 },
    { place: 3 },
  ])
})

/** Makes the server forget all that the connections of the pool had prepared. */
async function forgetPrepared(): Promise<void> {
  await Promise.all(
    Array.from({ length: 20 }, () => inTransaction((tx) => tx.execute(sql`select pg_sleep(0.01)`))),
  )
  await Promise.all(Array.from({ length: 20 }, () => db().execute(sql`deallocate all`)))
}

test("a commit that the server has to prepare anew is a commit", async () => {
  await db().execute(sql`create table if not exists committed (id integer primary key)`)
  await forgetPrepared()
  const write = (id: number) =>
    inTransaction((tx) => tx.execute(sql.raw(`insert into committed values (${id})`)))
  const done = await Promise.allSettled(Array.from({ length: 20 }, (_, id) => write(id)))
  const acknowledged = done.flatMap((one, id) => (one.status === "fulfilled" ? [id] : []))
  expect(
    (await db().execute<{ id: number }>(sql`select id from committed order by id`)).map((row) => row.id),
  ).toEqual(acknowledged)
})

test("a statement that fails unheard takes the transaction with it", async () => {
  await db().execute(sql`create table if not exists unheard (id integer primary key)`)
  await expect(
    inTransaction(async (tx) => {
      await tx.execute(sql`insert into unheard values (1)`)
      tx.execute(sql`select 1 / 0`).catch(() => undefined)
    }),
  ).rejects.toThrow()
  expect(await db().execute(sql`select from unheard`)).toHaveLength(0)
})

test("what is acknowledged is there, also where the server has forgotten what was prepared", async () => {
  await db().execute(sql`create table if not exists acknowledged (id integer primary key)`)
  const write = (id: number) =>
    inTransaction(async (tx) => {
      await pipelined([
        tx.execute(sql`select ${id}::int as a`),
        tx.execute(sql`insert into acknowledged values (${id})`),
      ])
      return id
    })
  const ids = Array.from({ length: 240 }, (_, id) => id)
  const written: number[] = []
  for (let from = 0; from < ids.length; from += 80) {
    await forgetPrepared()
    const done = await Promise.allSettled(ids.slice(from, from + 80).map(write))
    for (const one of done) if (one.status === "fulfilled") written.push(one.value)
  }
  const rows = await db().execute<{ id: number }>(sql`select id from acknowledged order by id`)
  expect(rows.map((row) => row.id)).toEqual(written.sort((a, b) => a - b))
  expect(written).toEqual(ids)
})

test("answers stay with their questions where tables change under what was prepared", async () => {
  await db().execute(sql`create table if not exists changing (id integer primary key)`)
  await db().execute(sql`insert into changing select generate_series(1, 50) on conflict do nothing`)
  const read = (id: number) => db().execute<{ id: number }>(sql`select * from changing where id = ${id}::int`)
  for (let times = 0; times < 3; times += 1) {
    await Promise.all(Array.from({ length: 100 }, (_, at) => read((at % 50) + 1)))
    await db().execute(sql.raw(`alter table changing add column extra_${times} integer`))
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const id = (at % 50) + 1
        const [row] =
          at % 3 === 0
            ? await inTransaction((tx) =>
                tx.execute<{ id: number }>(sql`select * from changing where id = ${id}::int`),
              )
            : await read(id)
        return row?.id === id
      }),
    )
    expect(answers.filter((fits) => !fits)).toHaveLength(0)
  }
})
