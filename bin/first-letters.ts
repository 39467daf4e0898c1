/**
 * Cuts `app/shell/first-letters.woff2` anew, the part of the typeface that comes with every page, and writes
 * the letters that it holds into `first-letters.css`. Run by `npm run letters http://localhost:3000` against
 * a demo town, after the package of the typeface or the words of public screens changed.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import subsetFont from "subset-font"

const folder = join(import.meta.dirname, "../app/shell")
const SCREENS = ["/", "/experts", "/marketplace", "/shopping", "/jobs/hire", "/jobs/seek", "/search", "/faq"]
/** As much of a screen as a phone shows before one scrolls, in letters. */
const FIRST_SIGHT_LENGTH = 700
/** Digits and what stands between them come in any price. */
const ALWAYS = " 0123456789.,%()-+~/:·"
/** Makes 25 KB. */
const MAX_LETTERS = 185

/** Cuts the given letters, with all weights that the product draws, out of the package's variable font. */
export async function cutLetters(letters: string): Promise<Buffer> {
  const path = "pretendard/dist/web/variable/woff2/PretendardVariable.woff2"
  const font = readFileSync(createRequire(import.meta.url).resolve(path))
  return subsetFont(font, letters, {
    targetFormat: "woff2",
    variationAxes: { wght: { min: 400, max: 800 } },
    keepFeatures: ["kern", "tnum"],
  })
}

/** Formats letters as the ranges of a stylesheet, in order. */
export function formatRanges(letters: string): string {
  const codes = [...new Set(letters)].map((letter) => letter.codePointAt(0) ?? 0).toSorted((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last?.[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  const format = (code: number) => code.toString(16)
  return ranges.map(([from, to]) => `U+${format(from)}${to === from ? "" : `-${format(to)}`}`).join(", ")
}

/** Reads the letters of ranges of a stylesheet. */
export const readRanges = (ranges: string): string =>
  [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)]
    .flatMap(([, from = "", to = from]) => {
      const first = Number.parseInt(from, 16)
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index)
    })
    .map((code) => String.fromCodePoint(code))
    .join("")

/** Lists the letters that the first sight of public screens shows, the commonest first. */
async function listCommonest(address: string): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const screen of SCREENS) {
    const html = await (await fetch(new URL(screen, address))).text()
    const words = html
      .slice(html.indexOf("<body"))
      .replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, " ")
      .replaceAll(/\s+/g, " ")
      .slice(0, FIRST_SIGHT_LENGTH)
    for (const letter of words) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([letter]) => letter)
}

if (process.argv[1] === import.meta.filename) {
  const commonest = await listCommonest(process.argv[2] ?? "http://localhost:3000")
  const letters = [...new Set([...ALWAYS, ...commonest])].slice(0, MAX_LETTERS).join("")
  const font = await cutLetters(letters)
  writeFileSync(join(folder, "first-letters.woff2"), font)
  const sheet = join(folder, "first-letters.css")
  const css = readFileSync(sheet, "utf8")
  writeFileSync(sheet, css.replace(/(unicode-range:)[^;]*(;)/, `$1 ${formatRanges(letters)}$2`))
  console.log(`${[...letters].length} letters, ${font.byteLength} bytes`)
}
