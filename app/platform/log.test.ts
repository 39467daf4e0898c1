import { DrizzleQueryError } from "drizzle-orm"
import { sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { withDatabase } from "../../tests/setup/database.ts"
import { db } from "./db.server.ts"
import { formatErrorLine } from "./error-text.server.ts"
import { createLog, logRepeatedErrors } from "./log.server.ts"

withDatabase()

/** A log whose lines can be read. */
function readableLog() {
  const lines: { msg: string; err?: Record<string, unknown>; repeated?: number; ids?: string[] }[] = []
  return {
    lines,
    log: createLog({
      level: "info",
      stream: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
    }),
  }
}
const failing = async (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (error: unknown) => error,
  )

describe("the log says of an error", () => {
  test.each<[string, string, () => Promise<unknown>]>([
    [
      "a value that is no number",
      "22P02",
      () => db().execute(sql`select ${"비밀 hidden-value 010-1234-5678"}::text::int`),
    ],
    [
      "a broken constraint",
      "23514",
      async () => {
        await db().execute(sql`create table checked (it text check (it = 'x'))`)
        await db().execute(sql`insert into checked values (${"hidden-value"})`)
      },
    ],
    [
      "a search that can't be read",
      "42601",
      () => db().execute(sql`select to_tsquery('simple', ${"hidden-value & & 010-1234-5678"})`),
    ],
    ["a division", "22012", () => db().execute(sql`select ${"hidden-value"}::text, 1 / 0`)],
  ])("the code and the statement of %s, and no value", async (_, code, work) => {
    const { lines, log } = readableLog()
    const error = await failing(work)
    log.error({ err: error, id: "1" }, `unexpected ${code}`)
    const text = JSON.stringify(lines)
    expect(text).toContain(code)
    expect(text).toMatch(/Failed query: .*\$1/)
    expect(text).not.toMatch(/hidden|비밀|1234|params/)
    expect(formatErrorLine(error)).toContain(code)
    expect(formatErrorLine(error)).not.toMatch(/hidden|비밀|1234|params/)
  })

  test("the name of a table that is missing, and where it was asked for", async () => {
    const { lines, log } = readableLog()
    log.error(
      { err: await failing(() => db().execute(sql`select * from not_there where it = ${"hidden-value"}`)) },
      "unexpected",
    )
    expect(lines[0]?.err).toMatchObject({
      name: "Error",
      cause: { code: "42P01", message: expect.stringContaining("not_there") },
    })
    expect(String(lines[0]?.err?.stack)).toMatch(/log\.test\.ts/)
    expect(JSON.stringify(lines)).not.toContain("hidden")
  })

  test("nothing that other programs repeat of what they were given", () => {
    const { lines, log } = readableLog()
    const errors: unknown[] = [
      Object.assign(new Error("550 5.1.1 <hidden@example.kr> user unknown"), {
        response: "hidden@example.kr",
        rejected: ["hidden@example.kr"],
        responseCode: 550,
      }),
      failedParse('{"password": hidden-1234}'),
      new TypeError('can\'t read "hidden value" of 안녕하세요 hidden'),
      new Error("session hiddenA1b2C3d4E5f6G7h8I9j0K1l2 is over, call +82 10-1234-5678"),
      new AggregateError([new DrizzleQueryError("select $1", ["hidden"], new Error("x"))], "all failed"),
      { message: "Failed query: select $1\nparams: hidden", query: "select $1", params: ["hidden"] },
    ]
    for (const [at, err] of errors.entries()) log.error({ err }, `number ${at}`)
    expect(lines).toHaveLength(errors.length)
    expect(JSON.stringify(lines)).not.toMatch(/hidden@|hidden-|hidden value|hiddenA|안녕|1234|params/)
    expect(lines[0]?.err).toMatchObject({ responseCode: 550 })
  })

  test("once what comes again and again, and then how often and for whom", () => {
    const { lines, log } = readableLog()
    for (let id = 0; id < 500; id += 1)
      log.error(
        { err: Object.assign(new Error("gone"), { code: "ECONNREFUSED" }), id: `r${id}` },
        "the database went away",
      )
    log.error({ err: new Error("another"), id: "other" }, "the database went away")
    log.info({ id: "r1" }, "request")
    expect(lines.map((line) => line.msg)).toEqual([
      "the database went away",
      "the database went away",
      "request",
    ])
    logRepeatedErrors()
    expect(lines.at(-1)).toMatchObject({
      msg: "the database went away",
      repeated: 499,
      err: { code: "ECONNREFUSED" },
    })
    expect(lines.at(-1)?.ids?.slice(0, 2)).toEqual(["r1", "r2"])
    expect(lines).toHaveLength(4)
    logRepeatedErrors()
    log.error(
      { err: Object.assign(new Error("gone"), { code: "ECONNREFUSED" }), id: "later" },
      "the database went away",
    )
    expect(lines).toHaveLength(5)
  })
})

function failedParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}
