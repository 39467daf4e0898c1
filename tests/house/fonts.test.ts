/** The part of the typeface that comes with the page holds what its stylesheet says, and is small. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { cutLetters, formatRanges, readRanges } from "../../bin/first-letters.ts"

const folder = join(import.meta.dirname, "../../app/shell")
const css = readFileSync(join(folder, "first-letters.css"), "utf8")
const font = readFileSync(join(folder, "first-letters.woff2"))
const ranges = /first-letters\.woff2[^}]*unicode-range:([^;]*);/.exec(css)?.[1] ?? ""

test("npm run letters cuts the same file for the letters of the stylesheet", async () => {
  expect(Buffer.compare(await cutLetters(readRanges(ranges)), font)).toBe(0)
})

test("it is at most 26 KB and holds the commonest letters", () => {
  expect(font.byteLength).toBeLessThan(26_000)
  const letters = readRanges(ranges)
  for (const letter of "0123456789.,견적청소원") expect(letters).toContain(letter)
})

test("ranges are written and read alike", () => {
  expect(formatRanges("바나가abc")).toBe("U+61-63, U+ac00, U+b098, U+bc14")
  expect(readRanges("U+61-63, U+ac00")).toBe("abc가")
})
