/** Floors under which a library has a known hole, held against the lock file. */
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, { version?: string; resolved?: string }>
}
const wanted = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

const FLOORS: Record<string, [number, number, number]> = {
  "react-router": [8, 3, 1],
  hono: [4, 13, 5],
  "@hono/node-server": [1, 19, 15],
  "drizzle-orm": [0, 45, 2],
  sharp: [0, 35, 0],
  "better-auth": [1, 6, 23],
}

test.each(Object.entries(FLOORS))("%s is at or above its floor", (name, floor) => {
  const version = lock.packages[`node_modules/${name}`]?.version?.split("-")[0]?.split(".").map(Number) ?? []
  const difference = floor.map((part, index) => (version[index] ?? -1) - part).find((step) => step !== 0) ?? 0
  expect(difference).toBeGreaterThanOrEqual(0)
})

test("every version is exact, so that every machine builds the same product", () => {
  expect(
    Object.entries({ ...wanted.dependencies, ...wanted.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+/.test(version),
    ),
  ).toEqual([])
})

test("the lock file names no registry", () => {
  expect(
    Object.entries(lock.packages)
      .filter(([, entry]) => entry.resolved)
      .map(([name]) => name),
  ).toEqual([])
})
