/** Every cache that lives as long as the process says in /metrics what it takes and may take. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { listCacheSizes, watchCache, watchEntries } from "./cache-sizes.server.ts"

test("sizes are read when they are asked for", () => {
  let bytes = 5
  const entries = new Set(["a", "b"])
  watchCache("test_bytes", () => ({ bytes, maxBytes: 10 }))
  watchEntries("test_entries", entries, 4, 100)
  bytes = 7
  entries.add("c")
  const sizes = new Map(listCacheSizes())
  expect(sizes.get("test_bytes")).toEqual({ bytes: 7, maxBytes: 10 })
  expect(sizes.get("test_entries")).toEqual({ bytes: 300, maxBytes: 400 })
})

/** Caches without a line of their own, and why. */
const NOT_WATCHED = new Map([
  ["app/areas/search/rules.ts", "of single syllables, at most 20,000; runs in the browser as well"],
])

test("whoever names a map of the process a cache watches it", () => {
  const root = join(import.meta.dirname, "../..")
  const files = ["app", "server"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  const caches = files.filter((file) => {
    if (!/\.tsx?$/.test(file) || file.includes(".test.")) return false
    return /^const (?:\w*[cC]ache|cached\w+) = new (?:Weak)?Map/m.test(readFileSync(join(root, file), "utf8"))
  })
  expect(caches.length).toBeGreaterThan(3)
  const unwatched = caches.filter(
    (file) =>
      !NOT_WATCHED.has(file) && !/\bwatch(?:Cache|Entries)\(/.test(readFileSync(join(root, file), "utf8")),
  )
  expect(unwatched).toEqual([])
})
