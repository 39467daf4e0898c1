/**
 * Lines are at most 110 columns and files at most 400 lines. The formatter breaks code but no text, and it
 * splits no file.
 */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const MAX_COLUMNS = 110
const MAX_LINES = 400
const root = `${import.meta.dirname}/../../`
const files = globSync("{app,server,bin,bench,db,tests}/**/*.{ts,tsx,mjs,css}", { cwd: root }).filter(
  // What is generated is read by no one.
  (path) => !path.includes("/generated/"),
)
const lines = files.map(
  (path) =>
    [
      path,
      readFileSync(root + path, "utf8")
        .trimEnd()
        .split("\n"),
    ] as const,
)

/** Addresses that cannot be broken: of a file of a package, of a picture in a style sheet. */
const UNBREAKABLE = /^import .*\?url"$|url\("data:/

test("no line is longer than 110 columns", () => {
  const long = lines.flatMap(([path, all]) =>
    all.flatMap((line, index) =>
      line.length > MAX_COLUMNS && !UNBREAKABLE.test(line.trim()) ? [`${path}:${index + 1}`] : [],
    ),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(long).toEqual([])
})
test("no file is longer than 400 lines", () => {
  const long = lines.flatMap(([path, all]) => (all.length > MAX_LINES ? [path] : []))
  expect(long).toEqual([])
})
