/** The files of the typeface that come with the page are described as its package describes them. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { expect, test } from "vitest"

const FILE = /PretendardVariable\.subset\.\d+\.woff2/g
const first = readFileSync(join(import.meta.dirname, "../../app/shell/first-fonts.css"), "utf8")
const fonts = readFileSync(join(import.meta.dirname, "../../app/shell/fonts.ts"), "utf8")
const all = readFileSync(
  createRequire(import.meta.url).resolve(
    "pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css",
  ),
  "utf8",
)

/** The letters of each file of a stylesheet. */
const readRanges = (css: string) =>
  new Map(
    [...css.matchAll(/@font-face \{([^}]*woff2[^}]*)\}/g)].map(([, rule = ""]) => [
      rule.match(FILE)?.[0],
      /unicode-range:([^;]*);/.exec(rule)?.[1]?.replaceAll(/\s+/g, " ").trim().toUpperCase(),
    ]),
  )

test("each of the first files has the letters that the package says", () => {
  const packageRanges = readRanges(all)
  const firstRanges = readRanges(first)
  expect(firstRanges.size).toBe(3)
  for (const [file, range] of firstRanges) expect(range, file).toBe(packageRanges.get(file))
})

test("they are the ones that are loaded before the rest", () => {
  expect(fonts.match(FILE)?.toSorted()).toEqual([...readRanges(first).keys()].toSorted())
})
