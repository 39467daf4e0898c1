import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { setClock } from "../../../basics/clock.ts"
import { withDatabase } from "../../../../tests/setup/database.ts"
import { db } from "../../../platform/db.server.ts"
import { drainEvents } from "../../../platform/events.server.ts"
import { registerSubscriptions } from "../../../subscriptions.server.ts"
import { createTestSource } from "../fixtures.ts"
import { continueNightlyRebuild } from "./rebuild.server.ts"
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

const readRebuild = async () => {
  const [row] = await db().execute<{ read: number; changed: number; finished: boolean }>(
    sql`select read, changed, finished_at is not null as finished from search_rebuild`,
  )
  return row
}
const ids: string[] = []
beforeAll(async () => {
  for (let n = 0; n < 130; n += 1) ids.push(await items.add(`의자 ${n}`))
  await drainEvents()
})

test("the rebuild of a night goes on where its last piece ended, once a day", async () => {
  setClock(() => new Date("2026-11-24T15:01:00Z"))
  await db().execute(sql`delete from search_entries`)
  items.forget(ids.pop() ?? "")
  let pieces = 0
  let readCount = 0
  while (pieces === 0 || !(await readRebuild())?.finished) {
    readCount += await continueNightlyRebuild(0, 50)
    pieces += 1
    if (pieces === 1) expect(await countEntries()).toBeLessThan(129)
    expect(pieces).toBeLessThan(30)
  }
  expect(pieces).toBeGreaterThan(2)
  expect(readCount).toBe(129)
  expect(await countEntries()).toBe(129)

  await db().execute(sql`delete from search_entries`)
  expect(await continueNightlyRebuild()).toBe(0)
  setClock(() => new Date("2026-11-25T15:01:00Z"))
  expect(await continueNightlyRebuild()).toBe(129)
  expect(await readRebuild()).toEqual({ read: 129, changed: 129, finished: true })
})

test("a rebuild that is ended in the middle of a page goes on with that page", async () => {
  setClock(() => new Date("2026-11-26T15:01:00Z"))
  await db().execute(sql`delete from search_entries`)
  const broken = ids[70] ?? ""
  await items.change(broken, { at: new Date(Number.NaN) }, true)
  await expect(continueNightlyRebuild(60_000, 50)).rejects.toThrow()
  expect(await readRebuild()).toEqual({ read: 50, changed: 50, finished: false })
  expect(await countEntries()).toBe(50)
  await items.change(broken, { at: new Date("2026-11-20T03:00:00Z") }, true)
  expect(await continueNightlyRebuild(60_000, 50)).toBe(79)
  expect(await readRebuild()).toEqual({ read: 129, changed: 129, finished: true })
  expect(await countEntries()).toBe(129)
})

test("a rebuild writes only what differs, and takes away what nobody names", async () => {
  setClock(() => new Date("2026-11-27T15:01:00Z"))
  await items.change(ids[3] ?? "", { title: "흔들의자" }, true)
  for (const id of [ids[0], ids[60], ids.at(-1)]) items.forget(id ?? "")
  expect(await continueNightlyRebuild(60_000, 50)).toBe(126)
  expect(await readRebuild()).toEqual({ read: 126, changed: 1, finished: true })
  expect(await countEntries()).toBe(126)
})

test("a word that nothing has any more is forgotten, and one that something has is not", async () => {
  setClock(() => new Date("2026-11-28T15:01:00Z"))
  await db().execute(sql`update search_words set seen_at = clock_timestamp() - interval '2 days'`)
  await db().execute(sql`insert into search_words (key, word, near, initials, seen_at)
    values ('whdwkr', '종작', '{}', '', clock_timestamp() - interval '2 days')`)
  await continueNightlyRebuild()
  const words = await db().execute<{ word: string }>(sql`select word from search_words`)
  expect(words.map(({ word }) => word)).toContain("의자")
  expect(words.map(({ word }) => word)).not.toContain("종작")
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
  expect((await readIds()).map((part) => part.length)).toEqual([1_000, 1_000, 1_000, 1_000, 100])
  expect(new Set((await readIds()).flat()).size).toBe(4_100)
  await db().execute(sql`
    insert into search_entries (tab, kind, id, title, card, title_words, title_joined, all_words, all_joined,
      initials, tokens, marks, rank, at)
    select 'jobs', 'hire', 'f0000000-0000-0000-0000-000000000000', '일', '{}', '', '', '', '', '', '{}', '{}',
      0, now()`)
  expect((await readIds()).map((part) => part.length)).toEqual([1_000, 1_000, 1_000, 1_000, 101])
  expect(await listSitemapPart("hire", 9)).toEqual([])
})
