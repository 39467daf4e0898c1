import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { withMemorySettings } from "../../bin/memory.ts"

test("the product is started with less room for young objects and threads", () => {
  expect(withMemorySettings({ NODE_OPTIONS: "--trace-warnings", PORT: "1" })).toEqual({
    NODE_OPTIONS: "--max-semi-space-size=8 --trace-warnings",
    MALLOC_ARENA_MAX: "2",
    MALLOC_MMAP_THRESHOLD_: "131072",
    MALLOC_TRIM_THRESHOLD_: "131072",
    PORT: "1",
  })
})

test("whoever set one of these knows better", () => {
  expect(withMemorySettings({ MALLOC_ARENA_MAX: "8" })).toBeUndefined()
  expect(withMemorySettings({ NODE_OPTIONS: "--max-semi-space-size=64" })).toBeUndefined()
})

test("the server's files are ASCII, so that V8 holds their text at one byte a letter", () => {
  const folder = join(import.meta.dirname, "../../build/server")
  const files = globSync("**/*.js", { cwd: folder })
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => /[^\0-\x7f]/.test(readFileSync(join(folder, file), "utf8")))).toEqual([])
})
