/**
 * What the product takes, the database takes: generated values that pass a check or a field of a form are
 * cast by PostgreSQL itself.
 */
import * as fc from "fast-check"
import { sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { withDatabase } from "../../tests/setup/database.ts"
import {
  isDay,
  isInt4,
  isReal,
  isStorableJson,
  isStorableText,
  isTimestamp,
} from "../basics/column-values.ts"
import * as account from "../basics/account-fields.ts"
import { parseForm } from "../basics/form.ts"
import * as field from "../basics/form-fields.ts"
import { isId } from "../basics/ids.ts"
import { db } from "./db.server.ts"

withDatabase()

const RUNS = { numRuns: 3_000, seed: 20_271_122 }
const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, "0"))
const year = fc.oneof(
  fc.constantFrom("0000", "0001", "1582", "2024", "2026", "9999", "+275760", "-000001"),
  fc.integer({ min: 1, max: 9999 }).map((n) => String(n).padStart(4, "0")),
)
const day = fc.tuple(year, two(13), two(32)).map((parts) => parts.join("-"))
const clock = fc.tuple(two(25), two(61), two(61)).map((parts) => parts.join(":"))
const rest = fc.tuple(
  fc.constantFrom("", ".1", ".123", ".123456", ".1234567"),
  fc.constantFrom("Z", "+09", "-15:59", "+99", "+16:00", "", "+0900"),
)
const moment = fc
  .tuple(day, fc.constantFrom("T", " "), clock, rest)
  .map(([date, between, time, end]) => date + between + time + end.join(""))
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("\0", "\ud800", "a\udfff", "😀", "infinity", "now", "today"),
)
const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31),
    1e-50,
    1e-38,
    1e39,
    3.4e38,
    -0,
    1.5,
    Number.NaN,
    Infinity,
  ),
)

/**
 * How many of `values` pass `check`; all of those are cast to `type`, which fails the test where PostgreSQL
 * refuses one.
 */
async function cast(
  values: readonly unknown[],
  type: "timestamptz" | "date" | "integer" | "real" | "text" | "uuid" | "jsonb",
  written: (value: unknown) => string = String,
): Promise<number> {
  const each = values.map((value) => written(value))
  const [row] = await db().execute<{ taken: number }>(
    sql`select count(value::${sql.raw(type)})::int as taken from unnest(${sql.param(each)}::text[]) value`,
  )
  return row?.taken ?? 0
}

describe("a check of a column's values lets through only what the column takes", () => {
  test.each([
    ["timestamptz", isTimestamp, fc.oneof(moment, text)],
    ["date", isDay, fc.oneof(day, text)],
    ["integer", isInt4, number],
    ["real", isReal, number],
    ["text", isStorableText, text],
    [
      "uuid",
      isId,
      fc.oneof(
        fc.uuid(),
        fc.uuid().map((id) => id.toUpperCase()),
        text,
      ),
    ],
  ] as const)("%s", async (type, check, values: fc.Arbitrary<unknown>) => {
    const fitting = fc.sample(values, RUNS).filter((value) => check(value))
    expect(fitting.length).toBeGreaterThan(20)
    expect(await cast(fitting, type)).toBe(fitting.length)
  })

  test("jsonb", async () => {
    const fitting = fc
      .sample(
        fc.oneof(
          fc.jsonValue({ stringUnit: "binary" }),
          text.map((one) => ({ [one]: one })),
        ),
        { ...RUNS, numRuns: 1_000 },
      )
      .filter((value) => isStorableJson(value))
    expect(fitting.length).toBeGreaterThan(20)
    expect(await cast(fitting, "jsonb", (value) => JSON.stringify(value))).toBe(fitting.length)
    let deep: unknown = 0
    for (let level = 0; level < 100; level += 1) deep = [deep]
    expect([isStorableJson(deep), isStorableJson([deep])]).toEqual([true, false])
  })
})

describe("a field of a form gives only what its column takes", () => {
  const typed = fc.oneof(
    text,
    moment,
    day,
    number.map(String),
    fc.bigInt().map(String),
    fc.uuid(),
    fc.emailAddress(),
    fc.constantFrom("010-1234-5678", "180만원", "1,800,000", "11650"),
    fc.integer({ min: 0, max: 10 ** 9 }).map(String),
  )
  test.each([
    ["text", field.text({ label: "제목", max: 100 })],
    ["text", field.multiline({ label: "설명", max: 1_000 })],
    ["text", account.email()],
    ["text", account.phone()],
    ["text", account.password()],
    ["text", account.existingPassword()],
    ["text", field.regionCode()],
    ["integer", field.integer({ label: "수" })],
    ["integer", field.integer({ label: "수", min: -2_147_483_648 })],
    ["integer", field.wonAmount({ label: "금액" })],
    ["date", field.dateString()],
    ["uuid", field.idField()],
  ] as const)("%s", async (type, schema: z.ZodType) => {
    const values = fc.sample(typed, RUNS).flatMap((value) => {
      const sent = new FormData()
      sent.set("value", value)
      const read = parseForm(z.object({ value: schema }), sent)
      return read.ok ? [read.value.value] : []
    })
    expect(values.length).toBeGreaterThan(0)
    expect(await cast(values, type)).toBe(values.length)
  })
})
