import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { isInt4, isReal, isStorableText, isTimestamp } from "./column-values.ts"
import { decodeCursor, encodeCursor, isBoolean, isExactText, type CursorCheck } from "./cursor.ts"
import { isId } from "./ids.ts"

const b64 = (text: string) => Buffer.from(text).toString("base64url")
const id = "01890000-0000-7000-8000-000000000000"
const checksOf = (values: readonly unknown[]): CursorCheck[] =>
  values.map((value) =>
    typeof value === "string" ? isStorableText : typeof value === "number" ? isInt4 : isBoolean,
  )

describe("a cursor", () => {
  test("gives back what went in, and fits in an address", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }).filter((text) => !text.includes("\0")),
      fc.integer(),
      fc.boolean(),
    )
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (values) => {
        const word = encodeCursor(values)
        expect(word).toMatch(/^[\w-]*$/)
        expect(decodeCursor(word, checksOf(values))).toEqual(values)
      }),
    )
    const ends = [-2_147_483_648, 2_147_483_647]
    expect(decodeCursor(encodeCursor(ends), [isInt4, isInt4])).toEqual(ends)
    expect(decodeCursor(encodeCursor(["한글 😀", 3.5, true]), [isStorableText, isReal, isBoolean])).toEqual([
      "한글 😀",
      3.5,
      true,
    ])
  })

  test.each([
    undefined,
    null,
    7,
    "",
    "not a cursor",
    "%%%",
    "AAAA",
    "W10=",
    b64("{}"),
    b64("null"),
    b64('"a"'),
    b64("[1"),
    Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]).toString("base64url"),
    "A".repeat(2_000),
  ])("%j is none", (word) => {
    expect(decodeCursor(word, [])).toBeNull()
    expect(decodeCursor(word, [isStorableText])).toBeNull()
  })

  test.each([
    ["too few values", [isTimestamp, isId], '["2026-01-02T03:04:05.678Z"]'],
    ["too many values", [isTimestamp, isId], `["2026-01-02T03:04:05.678Z","${id}",1]`],
    ["a list for a text", [isStorableText], '[["a"]]'],
    ["an object for a text", [isStorableText], '[{"a":1}]'],
    ["another sort", [isExactText("newest"), isId], `["oldest","${id}"]`],
    ["an id in capitals", [isId], `["${id.replace("8", "A").toUpperCase()}"]`],
    ["a NUL", [isStorableText], '["\\u0000"]'],
    ["half of a surrogate pair", [isStorableText], '["\\ud800"]'],
    ["a number without end", [isReal], "[1e999]"],
    ["a number beyond int4", [isInt4], "[2147483648]"],
    ["a part of a whole number", [isInt4], "[1.5]"],
  ] satisfies [string, CursorCheck[], string][])("with %s begins the list anew", (_, checks, json) => {
    expect(decodeCursor(b64(json), checks)).toBeNull()
  })

  test("never throws for what comes from an address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (word) => void decodeCursor(word, [isTimestamp, isId])),
    )
    fc.assert(fc.property(fc.string(), (word) => void decodeCursor(b64(word), [isTimestamp, isId])))
  })

  test("cannot hold a number without end", () => {
    expect(() => encodeCursor([Number.NaN])).toThrow(RangeError)
  })
})
