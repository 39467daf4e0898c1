/** Private parts of React Router and Drizzle are used in app/platform/overrides alone, with reasons. */
import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { OVERRIDES } from "#app/platform/overrides/names.ts"

const FOLDER = "app/platform/overrides/"
const PRIVATE =
  /\bUNSAFE_[A-Z][a-z]|\b_match\b|serverHandoffStream|__reactRouter|data-discover|as unknown as postgres\./
const root = `${import.meta.dirname}/../../`
const read = (path: string) => readFileSync(root + path, "utf8")
const sources = globSync("{app,server}/**/*.{ts,tsx}", { cwd: root }).filter((path) => !/\.test\./.test(path))

test("no other file names a private part", () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((path) => PRIVATE.test(read(path)) && !path.startsWith(FOLDER))).toEqual([])
})
test("each override says its reason, its gain, what happens without it and what it relies on", () => {
  const overrides = sources.filter((path) => path.startsWith(FOLDER) && PRIVATE.test(read(path)))
  const names = overrides.map((path) => path.slice(FOLDER.length).replace(/(?:\.server)?\.tsx?$/, ""))
  expect(names.sort()).toEqual([...OVERRIDES, "query-builder-client"].sort())
  for (const path of overrides)
    for (const part of ["Override `", "Reason: ", "Gain: ", "Relies on: "])
      expect(read(path), path).toContain(part)
})
