/**
 * Cuts the typeface of the product into three files, `app/shell/letters/*.woff2`, and writes which letters
 * each holds into `letters.json` beside them: what public screens show first, what else the product and
 * its demo town write, and the rest of Korean. Run by `npm run letters http://localhost:3000` against a demo
 * town, after the package of the typeface or the words of public screens changed (decision 091).
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import subsetFont from "subset-font"

const root = join(import.meta.dirname, "..")
const folder = join(root, "app/shell/letters")
const SCREENS = ["/", "/experts", "/marketplace", "/shopping", "/jobs/hire", "/jobs/seek", "/search", "/faq"]
/** As much of a screen as a phone shows before one scrolls, in letters. */
const FIRST_SIGHT_LENGTH = 700
/** Digits and what stands between them come in any price. */
const ALWAYS = " 0123456789.,%()-+~/:·"
/** Makes 25 KB. */
const MAX_FIRST_LETTERS = 185
/** Where the words of the product and of its demo town stand. */
const WORDS = ["app/**/*.{ts,tsx}", "db/seed/**/*.ts", "db/art/**/*.ts"]
/** What is written though KS X 1001 lacks it: 똠양꿍, 찦차, 펲시, 쑛다리. */
const BEYOND_STANDARD = "똠찦펲쑛뷁햏"
const ASCII = "U+20-7e"
/** Signs of Europe, of money, of lists and of forms, single consonants and vowels, wide signs. */
const SIGNS =
  "U+a0-17f, U+2010-205e, U+20a9-20bf, U+2100-22ff, U+2460-24ff, U+25a0-25cf, " +
  "U+3000-303f, U+3131-318e, U+3200-33ff, U+ff01-ff5e, U+ffe0-ffe6"

/** The letters of each file, in lines; none is in two of them. */
export type Letters = Record<"first" | "usual" | "rare", readonly string[]>

const LETTERS_OF_A_LINE = 45

/** Cuts letters into lines of a file that people read. */
function wrap(letters: string): string[] {
  const all = [...letters]
  const count = Math.ceil(all.length / LETTERS_OF_A_LINE)
  return Array.from({ length: count }, (_, line) =>
    all.slice(line * LETTERS_OF_A_LINE, (line + 1) * LETTERS_OF_A_LINE).join(""),
  )
}

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

/** Lists the 2,350 syllables of KS X 1001, the national standard of what ordinary text is written with. */
export function listStandardSyllables(): string[] {
  const decoder = new TextDecoder("euc-kr")
  const rows = Array.from({ length: 0xc8 - 0xb0 + 1 }, (_, index) => 0xb0 + index)
  const columns = Array.from({ length: 0xfe - 0xa1 + 1 }, (_, index) => 0xa1 + index)
  return rows.flatMap((row) => columns.map((column) => decoder.decode(Uint8Array.of(row, column))))
}

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

const isSyllable = (letter: string) => letter >= "가" && letter <= "힣"

/** Lists the letters of `from` that none of `files` holds, in order. */
function listOthers(from: Iterable<string>, ...files: string[]): string {
  const held = new Set(files.join(""))
  return [...new Set(from)]
    .filter((letter) => !held.has(letter))
    .toSorted()
    .join("")
}

function listWritten(): string[] {
  const words = globSync(WORDS, { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"))
  const signs = new Set(readRanges(SIGNS))
  return [...new Set(words.join(""))].filter((letter) => isSyllable(letter) || signs.has(letter))
}

if (process.argv[1] === import.meta.filename) {
  const commonest = await listCommonest(process.argv[2] ?? "http://localhost:3000")
  const first = [...new Set([...ALWAYS, ...commonest])].slice(0, MAX_FIRST_LETTERS).toSorted().join("")
  const usual = listOthers([...readRanges(ASCII), ...listWritten()], first)
  const standard = [...listStandardSyllables(), ...BEYOND_STANDARD]
  const rare = listOthers([...readRanges(SIGNS), ...standard], first, usual)
  const letters: Letters = { first: wrap(first), usual: wrap(usual), rare: wrap(rare) }
  writeFileSync(join(folder, "letters.json"), `${JSON.stringify(letters, null, 2)}\n`)
  for (const [name, held] of Object.entries({ first, usual, rare })) {
    const font = await cutLetters(held)
    writeFileSync(join(folder, `${name}.woff2`), font)
    console.log(`${name}: ${[...held].length} letters, ${font.byteLength} bytes`)
  }
  const sheet = join(folder, "../letters.css")
  const css = readFileSync(sheet, "utf8")
  writeFileSync(
    sheet,
    css.replace(/(first\.woff2[^}]*unicode-range:)[^;]*(;)/, `$1 ${formatRanges(first)}$2`),
  )
}
