/** Input that no person should send, made by fast-check. */
import fc from "fast-check"
import { newId } from "#app/basics/ids.ts"

export const deep = (left: string, right: string) => left.repeat(3_000) + right.repeat(3_000)
/** What nobody should type. */
export const nasty = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\0",
    "가\0나",
    "\ud800",
    "\udfff가",
    "한글".normalize("NFD"),
    "\u202e\u200b\ufeff",
    "1e309",
    "-1e309",
    "NaN",
    "-1",
    "0",
    "1.5",
    "٣",
    "9".repeat(400),
    "9007199254740993",
    "가".repeat(20_000),
    "😀".repeat(3_000),
    deep("[", "]"),
    deep('{"a":', "}"),
    '{"__proto__":{"role":"admin"}}',
    "null",
    "true",
    "[object Object]",
    "__proto__",
    "constructor",
    "<script>alert(1)</script>",
    "' or 1=1 --",
    "%00",
    "../../etc/passwd",
    "2026-02-30",
    "0000-00-00",
    "+275760-09-13T00:00:00.001Z",
    "//evil.example",
    "javascript:alert(1)",
    "01890000-0000-7000-8000-000000000000",
    "a@b",
    "\r\nSet-Cookie: a=b",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.double().map(String),
  fc.json({ maxDepth: 4 }),
)
/** Names and values that no form has. */
const extra = fc.constantFrom<[string, string]>(
  ["role", "admin"],
  ["userType", "expert"],
  ["profile.role", "admin"],
  ["price", "1"],
  ["priceWon", "1"],
  ["totalWon", "1"],
  ["agreedWon", "1"],
  ["status", "accepted"],
  ["state", "completed"],
  ["userId", newId()],
  ["customerId", newId()],
  ["ownerId", newId()],
  ["expertId", newId()],
  ["hiddenAt", "2026-01-01"],
  ["__proto__.role", "admin"],
  ["constructor[prototype][role]", "admin"],
  ["lines[99999].name", "x"],
  ["lines[0].lines[0].lines[0].lines[0].lines[0]", "x"],
  ["a".repeat(500), "x"],
  ["", "x"],
  ["[]", "x"],
)
/** What is done to the fields of a form before it is sent. */
export const change = fc.record({
  changed: fc.array(fc.tuple(fc.nat(), nasty), { minLength: 1, maxLength: 4 }),
  extra: fc.array(extra, { maxLength: 4 }),
  twice: fc.boolean(),
  asFile: fc.nat({ max: 5 }).map((n) => n === 0),
})
export type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never
