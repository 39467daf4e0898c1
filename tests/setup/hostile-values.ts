/**
 * What a fuzz sends: values that a form, an address, a cursor or a cookie should never hold, from a
 * seed.
 */
import fc from "fast-check"

/** A source of choices that gives the same for the same seed. */
export type Random = {
  /** A whole number from 0 up to, but not, `end`. */
  nextInt(end: number): number
  nextBoolean(of: number): boolean
  pickOne<Value>(values: readonly [Value, ...Value[]]): Value
  pickOne<Value>(values: readonly Value[]): Value | undefined
}

/** Mulberry32: small, even enough for choosing, and the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const nextInt = (end: number) => Math.floor(next() * end)
  return {
    nextInt,
    nextBoolean: (of) => next() < of,
    pickOne: <Value>(values: readonly Value[]) => values[nextInt(values.length)] as Value,
  }
}

const createNested = (left: string, right: string, depth = 3_000) => left.repeat(depth) + right.repeat(depth)

/** Moments that are none, that PostgreSQL has not, or that only look like one. */
export const TIMESTAMP_TEXTS = [
  "2026-01-02T03:04:05.678Z",
  "2026-01-02T03:04:05.678901Z",
  "2026-02-30T00:00:00.000Z",
  "2026-02-30T00:00:00.000000Z",
  "2025-02-29T01:00:00.000Z",
  "0000-01-01T00:00:00.000Z",
  "0000-00-00T00:00:00.000000Z",
  "0001-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59.999Z",
  "9999-12-31T24:00:00.000Z",
  "2026-01-01T24:00:00.000000Z",
  "2026-12-31T23:59:60.000Z",
  "+275760-09-13T00:00:00.000Z",
  "+275760-09-13T00:00:00.001Z",
  "275760-09-13",
  "+294277-01-01T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z",
  "-000001-01-01T00:00:00.000Z",
  "4714-11-24 BC",
  "infinity",
  "-infinity",
  "now",
  "today",
  "epoch",
  "allballs",
  "2026-01-02 03:04:05.678+09",
  "2026-01-02 03:04:05.678+99",
  "2026-01-02 03:04:05.678+15:59",
  "2026-02-31 03:04:05+00",
  "2026-01-02",
  "2026-02-30",
  "0000-00-00",
  "0000-01-01",
  "9999-99-99",
  "1",
  "1e3",
  "Sat, 01 Jan 2026 00:00:00 GMT",
  "2026-01-02T03:04:05.678Z\0",
  "2026-01-02T03:04:05 [가]",
  "2026-01-02T03:04:05.678 (",
  "Jan 1",
] as const

/** Numbers beyond int4, int8, real and double, and those that are no numbers. */
export const NUMBERS = [
  "0",
  "-0",
  "1",
  "-1",
  "1.5",
  "1e309",
  "-1e309",
  "1e308",
  "1e39",
  "3.4028236e38",
  "1e-46",
  "1e-400",
  "4.9e-324",
  "2147483647",
  "2147483648",
  "-2147483649",
  "9007199254740993",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "9".repeat(400),
  "1e21",
  "NaN",
  "Infinity",
  "-Infinity",
  "٣",
  "１２",
  "0x10",
  "0b1",
  "1_000",
  "1,000",
  "+1",
  "１e3",
  ".5",
  "5.",
  "1e",
  "--1",
  "999999999999",
  "99999999999",
  "999999999999999",
  "99999",
  "100000",
] as const

export const TEXTS = [
  "",
  " ",
  "\0",
  "가\0나",
  "\ud800",
  "\udfff가",
  "한글".normalize("NFD"),
  "\u202e\u200b\ufeff",
  "가".repeat(20_000),
  "😀".repeat(3_000),
  createNested("[", "]"),
  createNested('{"a":', "}"),
  '{"__proto__":{"role":"admin"}}',
  "null",
  "true",
  "[]",
  "{}",
  '"\\ud800"',
  '{"a":"\\u0000"}',
  "[object Object]",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "<script>alert(1)</script>",
  "' or 1=1 --",
  "%",
  "_",
  "\\",
  "%%%",
  "\\\\%",
  "%00",
  "%ff",
  "../../etc/passwd",
  "//evil.example",
  "javascript:alert(1)",
  "a@b",
  "\r\nSet-Cookie: a=b",
  "01890000-0000-7000-8000-000000000000",
  "01890000-0000-7000-8000-00000000000",
  "01890000-0000-7000-8000-0000000000000",
  "01890000-0000-7000-8000-00000000000G",
  "{01890000-0000-7000-8000-000000000000}",
  "ㅋ",
  "ㄱㄴㄷ",
  "\u115f",
  "\u3164",
  "(((((((",
  "a:*&b|!",
  "'''",
  '"',
  "11",
  "11650",
  "99999",
  "on",
  "save",
  "recommended",
  "newest",
  "oldest",
  "all",
  "x".repeat(200),
  "10000000000",
  "010-1234-5678",
  "+82",
  "0".repeat(30),
  "a".repeat(900),
  `가${"😀".repeat(45)}`,
  `가나${"😀".repeat(99)}`,
  "😀".repeat(30),
] as const

const generated = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.double().map(String),
  fc.json({ maxDepth: 4 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.uuid(),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.emailAddress(),
  fc.string({ unit: "grapheme", maxLength: 60 }),
)

/** As many texts that nobody thought of, for `seed`. */
export const generateTexts = (seed: number, count = 3_000): string[] =>
  fc.sample(generated, { seed, numRuns: count })

/** Words of a cursor that are JSON, though not what a list wrote. */
const CURSOR_JSON_VALUES = [
  "1e309",
  "-1e309",
  "1e39",
  "-0",
  "1e-400",
  "1e-50",
  "null",
  "true",
  "false",
  "[]",
  "{}",
  "9223372036854775808",
  "2147483648",
  "-2147483649",
  "1.5",
  '""',
  '"\\u0000"',
  '"\\ud800"',
  "0",
  "1",
  "2",
] as const
const SEARCH_WALKS = ["all", "titles"] as const

/**
 * A cursor: base64url of a list that begins now and then with the sort it is for, with pieces of every kind.
 * `ids` exist.
 */
export function createCursor(random: Random, ids: readonly string[], sort: string | undefined): string {
  const createJsonValue = () =>
    random.pickOne([
      () => JSON.stringify(random.pickOne(TIMESTAMP_TEXTS)),
      () => JSON.stringify(random.pickOne(NUMBERS)),
      () => random.pickOne(CURSOR_JSON_VALUES),
      () => JSON.stringify(random.pickOne(TEXTS)).slice(0, 200),
      () => String(random.nextInt(2_000_000_000)),
    ])()
  const createIdValue = () =>
    JSON.stringify(
      random.nextBoolean(0.85) ? (random.pickOne(ids) ?? "") : random.pickOne(TEXTS).slice(0, 60),
    )
  const createTimestampValue = () => JSON.stringify(random.pickOne(TIMESTAMP_TEXTS))
  // The shapes of the product's own lists, and any other.
  const values = random.pickOne([
    () => [createTimestampValue(), createIdValue()],
    () => [createTimestampValue(), createIdValue()],
    () => [createTimestampValue(), createIdValue()],
    () => [createJsonValue(), createIdValue()],
    () => [JSON.stringify(random.pickOne(NUMBERS)), createIdValue()],
    () => [createIdValue()],
    () => [JSON.stringify(sort ?? "newest"), createTimestampValue(), createIdValue()],
    () => [JSON.stringify(sort ?? "newest"), createJsonValue(), createIdValue()],
    () => [JSON.stringify(sort ?? "recommended"), createJsonValue(), createJsonValue(), createIdValue()],
    () => [
      JSON.stringify(sort ?? "recommended"),
      JSON.stringify(random.pickOne(SEARCH_WALKS)),
      String(random.nextInt(3)),
      JSON.stringify(random.pickOne(random.nextBoolean(0.5) ? TIMESTAMP_TEXTS : NUMBERS)),
      createIdValue(),
    ],
    () => [random.pickOne(["true", "false"]), createTimestampValue(), createIdValue()],
    () => [createTimestampValue(), createIdValue(), createJsonValue()],
    () => [String(random.nextInt(3)), createTimestampValue(), createIdValue()],
    () => Array.from({ length: random.nextInt(10) }, createJsonValue),
  ])()
  const text = random.nextBoolean(0.05) ? random.pickOne(TEXTS) : `[${values.join(",")}]`
  const encoded = Buffer.from(text).toString("base64url")
  return random.nextBoolean(0.03) ? `${encoded}=` : encoded
}
