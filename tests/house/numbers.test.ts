/** Numbers are grouped by one function: the browser's own way costs a slow phone 60 ms the first time. */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

test("no source asks the browser to group the digits of a number", () => {
  const others = globSync("app/**/*.{ts,tsx}")
    .filter((file) => !/\.test\.|basics\/numbers\.ts$/.test(file))
    .filter((file) => readFileSync(file, "utf8").includes('toLocaleString("en-US")'))
  expect(others).toEqual([])
})
