import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { withDatabase } from "../../tests/setup/database.ts"
import { encodeCursor } from "../basics/cursor.ts"
import { newId } from "../basics/ids.ts"
import { db } from "./db.server.ts"
import { page, pageFiltered, type ListOrder, type SortKey } from "./page.server.ts"
import { drafts } from "./schema.server.ts"

withDatabase()

const OWNERS = Array.from({ length: 23 }, (_, index) => ({
  owner: newId(),
  form: ["a", "b", "c"][index % 3] ?? "",
  content: { weight: index % 4 },
  updatedAt: new Date(Date.UTC(2026, 0, 1 + (index % 5))),
}))
const owner: SortKey = { by: sql`owner::uuid`, as: "id", way: "asc" }
const weight = sql`(content ->> 'weight')::int`
const ORDERS: ListOrder[] = [
  { name: "id", keys: [owner] },
  {
    name: "latest",
    keys: [
      { by: drafts.updatedAt, as: "time", way: "desc" },
      { ...owner, way: "desc" },
    ],
  },
  {
    name: "mixed",
    keys: [{ by: drafts.form, as: "text", way: "desc" }, { by: weight, as: "integer", way: "asc" }, owner],
  },
  {
    name: "flag",
    keys: [
      { by: sql`(${weight} > 1)`, as: "boolean", way: "desc" },
      { by: sql`(${weight} / 3.0)::real`, as: "real", way: "asc" },
      { ...owner, way: "desc" },
    ],
  },
]
const read = (order: ListOrder, cursor: string | null, size = 5) =>
  page({
    from: (sortKeys) => db().select({ owner: drafts.owner, sortKeys }).from(drafts),
    order,
    filter: sql`${drafts.form} <> 'none'`,
    cursor,
    size,
  })

test.each(ORDERS)("every row comes once and in order, page by page, by $name", async (order) => {
  await db()
    .insert(drafts)
    .values([...OWNERS, { ...OWNERS[0], owner: newId(), form: "none", content: {}, updatedAt: new Date() }])
    .onConflictDoNothing()
  const whole = (await read(order, null, 100)).rows
  expect(whole).toHaveLength(OWNERS.length)
  const parts: typeof whole = []
  let cursor: string | null = null
  do {
    const part: Awaited<ReturnType<typeof read>> = await read(order, cursor)
    parts.push(...part.rows)
    cursor = part.cursor
  } while (cursor !== null)
  expect(parts).toEqual(whole)
})

test("a cursor of another order, or one that nobody made, begins the list anew", async () => {
  const [byId, latest] = ORDERS
  if (!byId || !latest) throw new Error("no orders")
  const first = await read(byId, null)
  const { cursor: latestCursor } = await read(latest, null)
  for (const cursor of [latestCursor, "…", encodeCursor(["id", "not an id"]), encodeCursor(["id"])])
    expect(await read(byId, cursor)).toEqual(first)
})

test("a list with filters is whole, be what fits near its beginning, far from it or nowhere", async () => {
  await db().execute(sql`
    insert into drafts (owner, form, content, updated_at)
    select gen_random_uuid()::text, 'many', jsonb_build_object('n', n),
      timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, 4000) n`)
  const order = ORDERS[1] as ListOrder
  const listed = sql`${drafts.form} = 'many'`
  const n = sql`(${drafts.content} ->> 'n')::int`
  for (const [filter, count] of [
    [sql`${n} % 7 = 0`, 571],
    [sql`${n} between 3 and 20`, 18],
    [sql`${n} in (3990, 3989, 1200, 5)`, 4],
    [sql`${n} < 0`, 0],
  ] as const) {
    const readAll = async (
      readPage: (cursor: string | null) => Promise<{ rows: { n: number }[]; cursor: string | null }>,
    ) => {
      const found: number[] = []
      let cursor: string | null = null
      do {
        const part: Awaited<ReturnType<typeof readPage>> = await readPage(cursor)
        found.push(...part.rows.map((row) => row.n))
        cursor = part.cursor
      } while (cursor !== null)
      return found
    }
    const columns = { n: sql<number>`${n}` }
    const filtered = await readAll((cursor) =>
      pageFiltered({
        from: (sortKeys, found) =>
          db()
            .select({ ...columns, sortKeys })
            .from(drafts)
            .innerJoin(found, sql`found.id = ${drafts.owner}`),
        table: drafts,
        id: drafts.owner,
        order,
        listed,
        filter,
        cursor,
        size: 7,
      }),
    )
    const whole = await readAll((cursor) =>
      page({
        from: (sortKeys) =>
          db()
            .select({ ...columns, sortKeys })
            .from(drafts),
        order,
        filter: sql`${listed} and ${filter}`,
        cursor,
        size: 100,
      }),
    )
    expect(filtered).toHaveLength(count)
    expect(filtered).toEqual(whole)
  }
})
