import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { MAX_COUNTED } from "../basics/counted.ts"
import { withDatabase } from "../../tests/setup/database.ts"
import {
  countCapped,
  countCappedAnyOf,
  countCappedByState,
  countCappedDistinct,
} from "./capped-count.server.ts"
import { db } from "./db.server.ts"
import { containsText } from "./text-match.server.ts"

withDatabase()

test("rows are counted as far as is said, or all of them where that is asked for", async () => {
  const rows = (count: number) => sql`generate_series(1, ${count}::int) n`
  expect(await countCapped(rows(3), undefined)).toBe(3)
  expect(await countCapped(rows(30), sql`n <= 7`)).toBe(7)
  expect(await countCapped(rows(MAX_COUNTED + 50), undefined)).toBe(MAX_COUNTED)
  expect(await countCapped(rows(MAX_COUNTED + 50), undefined, null)).toBe(MAX_COUNTED + 50)
})

test("what fits several of the branches is counted once, as far as is said", async () => {
  const rows = (count: number) => ({ table: sql`generate_series(1, ${count}::int) n`, id: sql`n` })
  const [even, third] = [sql`n % 2 = 0`, sql`n % 3 = 0`]
  expect(await countCappedAnyOf(rows(12), undefined, [even, third])).toBe(8)
  expect(await countCappedAnyOf(rows(12), sql`n > 6`, [even, third])).toBe(4)
  expect(await countCappedAnyOf(rows(4 * MAX_COUNTED), undefined, [even, third])).toBe(MAX_COUNTED)
  expect(await countCappedAnyOf(rows(3 * MAX_COUNTED), undefined, [even, third], null)).toBe(2 * MAX_COUNTED)
})

test("different values are counted once each, also where the first rows hold few of them", async () => {
  const values = (rows: number, value: ReturnType<typeof sql>) =>
    sql`select ${value} as value from generate_series(1, ${rows}::int) n`
  expect(await countCappedDistinct(values(12, sql`n % 5`))).toBe(5)
  expect(await countCappedDistinct(values(3 * MAX_COUNTED, sql`n`))).toBe(MAX_COUNTED)
  expect(await countCappedDistinct(values(3 * MAX_COUNTED, sql`n`), null)).toBe(3 * MAX_COUNTED)
  const late = sql`greatest(n - ${3 * MAX_COUNTED}::int, 0)`
  expect(await countCappedDistinct(values(3 * MAX_COUNTED + 40, late))).toBe(41)
  expect(await countCappedDistinct(values(5 * MAX_COUNTED, late))).toBe(MAX_COUNTED)
})

test("each state is counted by itself, and one without rows has 0", async () => {
  const table = sql`(values ('open'), ('open'), ('closed')) things (state)`
  expect(await countCappedByState(table, sql`things.state`, ["open", "closed", "lost"])).toEqual({
    open: 2,
    closed: 1,
    lost: 0,
  })
})

test("a text is found by any part of it, in capitals or not; the signs of LIKE are letters", async () => {
  const finds = async (text: string, term: string) =>
    (
      await db().execute<{ found: boolean }>(sql`select ${containsText(sql`${text}::text`, term)} as found`)
    )[0]?.found
  for (const term of ["욕실", "실 타", "타", "Lg", "lg 타일", "100%", "욕실 타일 LG 타일 100%"])
    expect(await finds("욕실 타일 LG 타일 100%", term)).toBe(true)
  for (const term of ["욕조", "실타", "10_%", "욕일", "욕실 타일 LG 타일 100% 할인"])
    expect(await finds("욕실 타일 LG 타일 100%", term)).toBe(false)
})
