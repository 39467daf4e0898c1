/** The files of the typeface hold what is written of them, are small and lack nothing. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import {
  cutLetters,
  formatRanges,
  listStandardSyllables,
  readRanges,
  type Letters,
} from "../../bin/letters.ts"

const folder = join(import.meta.dirname, "../../app/shell/letters")
const css = readFileSync(join(folder, "../letters.css"), "utf8")
const lines = JSON.parse(readFileSync(join(folder, "letters.json"), "utf8")) as Letters
const letters = {
  first: lines.first.join(""),
  usual: lines.usual.join(""),
  rare: lines.rare.join(""),
}
const readFont = (name: string) => readFileSync(join(folder, `${name}.woff2`))
const readCssRanges = (name: string) =>
  readRanges(new RegExp(`${name}\\.woff2[^}]*unicode-range:([^;]*);`).exec(css)?.[1] ?? "")

test.each(Object.entries(letters))(
  "npm run letters cuts the same file of the %s letters",
  async (name, held) => {
    expect(Buffer.compare(await cutLetters(held), readFont(name))).toBe(0)
  },
)

test("what comes with the page is at most 26 KB and holds the commonest letters", () => {
  expect(readFont("first").byteLength).toBeLessThan(26_000)
  expect(readCssRanges("first")).toBe(letters.first)
  for (const letter of "0123456789.,견적청소원") expect(letters.first).toContain(letter)
})

test("what comes afterwards is at most 160 KB", () => {
  expect(readFont("usual").byteLength).toBeLessThan(160_000)
})

test("the three hold all of KS X 1001, each letter once", () => {
  const all = letters.first + letters.usual + letters.rare
  expect(new Set(all).size).toBe(all.length)
  expect(listStandardSyllables().filter((syllable) => !all.includes(syllable))).toEqual([])
})

test("any letter of the rare file asks for it", () => {
  const asking = new Set(readCssRanges("rare"))
  expect([...letters.rare].filter((letter) => !asking.has(letter))).toEqual([])
})

test("ranges are written and read alike", () => {
  expect(formatRanges("바나가abc")).toBe("U+61-63, U+ac00, U+b098, U+bc14")
  expect(readRanges("U+61-63, U+ac00")).toBe("abc가")
})
