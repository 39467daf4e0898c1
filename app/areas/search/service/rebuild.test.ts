import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { setClock } from "../../../basics/clock.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { db } from "../../../platform/db.server.ts"
import { drainEvents } from "../../../platform/events.server.ts"
import { registerSubscriptions } from "../../../subscriptions.server.ts"
import { createTestSource } from "../fixtures.ts"
import { continueNightlyRebuild } from "./index.server.ts"
import { listSitemapPart, listSitemapParts, numberSitemapParts } from "./listings.server.ts"

withDatabase()
registerSubscriptions()
const items = createTestSource("item", "market")

const countEntries = async () => {
  const [row] = await db().execute<{ entries: number }>(
    sql`select count(*)::int as entries from search_entries where kind = 'item'`,
  )
  return row?.entries
}

test("the rebuild of a night goes on where its last piece ended, once a day", async () => {
  setClock(() => new Date("2026-11-24T15:01:00Z"))
  const ids: string[] = []
  for (let n = 0; n < 130; n += 1) ids.push(await items.add(`의자 ${n}`))
  await drainEvents()
  await db().execute(sql`delete from search_entries`)
  items.forget(ids[129] ?? "")
  let pieces = 0
  let writtenCount = 0
  const readFinish = async () =>
    (
      await db().execute<{ finished: string | null }>(sql`select finished_at as finished from search_rebuild`)
    )[0]?.finished
  while (pieces === 0 || (await readFinish()) === null) {
    writtenCount += await continueNightlyRebuild(0)
    pieces += 1
    if (pieces === 1) expect(await countEntries()).toBeLessThan(129)
    expect(pieces).toBeLessThan(30)
  }
  expect(pieces).toBeGreaterThan(2)
  expect(writtenCount).toBe(129)
  expect(await countEntries()).toBe(129)

  await db().execute(sql`delete from search_entries`)
  expect(await continueNightlyRebuild()).toBe(0)
  setClock(() => new Date("2026-11-25T15:01:00Z"))
  expect(await continueNightlyRebuild()).toBe(129)
})

test("the parts of the sitemap hold every address once, and what is new comes into the last", async () => {
  await db().execute(sql`
    insert into search_entries (tab, kind, id, title, card, title_words, title_joined, all_words, all_joined,
      initials, tokens, marks, rank, at)
    select 'jobs', 'hire', lpad(to_hex(n), 32, '0')::uuid, '일', '{}', '', '', '', '', '', '{}', '{}', 0, now()
    from generate_series(1, 4100) n`)
  await numberSitemapParts()
  const parts = async () => (await listSitemapParts()).filter(({ kind }) => kind === "hire")
  expect(await parts()).toEqual([1, 2, 3, 4, 5].map((part) => ({ kind: "hire", part })))
  const readIds = async () =>
    (await Promise.all([1, 2, 3, 4, 5].map((part) => listSitemapPart("hire", part)))).map((rows) =>
      rows.map(({ id }) => id),
    )
  expect((await readIds()).map((ids) => ids.length)).toEqual([1_000, 1_000, 1_000, 1_000, 100])
  expect(new Set((await readIds()).flat()).size).toBe(4_100)
  await db().execute(sql`
    insert into search_entries (tab, kind, id, title, card, title_words, title_joined, all_words, all_joined,
      initials, tokens, marks, rank, at)
    select 'jobs', 'hire', 'f0000000-0000-0000-0000-000000000000', '일', '{}', '', '', '', '', '', '{}', '{}',
      0, now()`)
  expect((await readIds()).map((ids) => ids.length)).toEqual([1_000, 1_000, 1_000, 1_000, 101])
  expect(await listSitemapPart("hire", 9)).toEqual([])
})
