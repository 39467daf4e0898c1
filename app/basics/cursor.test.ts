import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { decodeCursor, encodeCursor } from "./cursor.ts"

const b64 = (text: string) => Buffer.from(text).toString("base64url")

describe("a cursor", () => {
  test("gives back what went in, and fits in an address", () => {
    const value = fc.oneof(fc.string({ unit: "binary", maxLength: 20 }).filter((text) => !text.includes("\0")), fc.integer(), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (values) => {
        const word = encodeCursor(values)
        expect(word).toMatch(/^[\w-]*$/)
        expect(decodeCursor(word)).toEqual(values)
      }),
    )
    expect(decodeCursor(encodeCursor(["한글 😀", 3.5, true, null]))).toEqual(["한글 😀", 3.5, true, null])
  })

  test.each([
    undefined, null, 7, "", "not a cursor", "%%%", "AAAA", "W10=", b64("{}"), b64("null"), b64('"a"'), b64("[[1]]"), b64('[{"a":1}]'), b64("[1e999]"), b64('["\\u0000"]'),
    b64('["\\ud800"]'), b64("[1,2,3,4,5,6,7,8,9]"), b64("[1"), Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]).toString("base64url"), "A".repeat(2_000),
  ])("%j is none", (word) => {
    expect(decodeCursor(word)).toBeNull()
  })

  test("never throws for what comes from an address", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (word) => void decodeCursor(word)))
    fc.assert(fc.property(fc.string(), (word) => void decodeCursor(b64(word))))
  })

  test("cannot hold a number without end", () => {
    expect(() => encodeCursor([Number.NaN])).toThrow(RangeError)
  })
})
