import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeEach, expect, test, vi } from "vitest"
import { createFingerprint } from "../../bin/fingerprint.ts"
import { changeTree, isBuilt, isInstalled, replaceBuild } from "../../bin/tree.ts"

const folder = mkdtempSync(join(tmpdir(), "baroildang-tree-"))
const tree = join(folder, "tree")
const SCREEN = "app/areas/jobs/screen.tsx"

beforeEach(() => {
  rmSync(tree, { recursive: true, force: true })
  write(SCREEN, "export default 1")
  write("app/areas/jobs/screen.test.tsx", "test")
  write("package.json", "{}")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(join(tree, path, ".."), { recursive: true })
  writeFileSync(join(tree, path), text)
}

/** Builds as the builder of the product does, `label` standing for what it makes. */
const buildAs = (label: string) => async (into: string) => {
  write(`${into}/server/index.js`, label)
  write(`${into}/.fingerprint`, createFingerprint(tree))
}
const builtNow = () => readFileSync(join(tree, "build/server/index.js"), "utf8")

test("a copied tree, with other times and another path, has its build", async () => {
  await replaceBuild(tree, buildAs("first"))
  const copy = join(folder, "copy")
  cpSync(tree, copy, { recursive: true })
  utimesSync(join(copy, SCREEN), new Date(0), new Date(0))
  expect(isBuilt(copy)).toBe(true)
})

test("a changed source of the same size and time needs a build; a changed test needs none", async () => {
  await replaceBuild(tree, buildAs("first"))
  write("app/areas/jobs/screen.test.tsx", "another test")
  expect(isBuilt(tree)).toBe(true)
  const then = new Date(1_000_000)
  utimesSync(join(tree, SCREEN), then, then)
  write(SCREEN, "export default 2")
  utimesSync(join(tree, SCREEN), then, then)
  expect(isBuilt(tree)).toBe(false)
  write("app/areas/jobs/another.tsx", "")
  const added = createFingerprint(tree)
  rmSync(join(tree, "app/areas/jobs/another.tsx"))
  expect(createFingerprint(tree)).not.toBe(added)
})

test("of several that start at once one builds, and the others take its build", async () => {
  const builds = vi.fn(buildAs("once"))
  vi.spyOn(console, "log").mockReturnValue()
  const ensure = () =>
    changeTree(tree, "빌드가", async () => {
      if (!isBuilt(tree)) await replaceBuild(tree, builds)
    })
  await Promise.all([ensure(), ensure(), ensure(), ensure()])
  expect(builds).toHaveBeenCalledTimes(1)
  expect(builtNow()).toBe("once")
})

test("the build before stays until the next is whole, also where that fails or was cut off", async () => {
  await replaceBuild(tree, buildAs("first"))
  await replaceBuild(tree, async (into) => {
    write(`${into}/server/index.js`, "half")
    expect(builtNow()).toBe("first")
    throw new Error("no memory")
  }).catch(() => undefined)
  expect(builtNow()).toBe("first")
  // Left by a process that was killed.
  write(".build-unfinished/server/chunk.js", "half")
  await replaceBuild(tree, buildAs("second"))
  expect(builtNow()).toBe("second")
  expect(existsSync(join(tree, "build/server/chunk.js"))).toBe(false)
  expect([".build-unfinished", ".build-before"].filter((name) => existsSync(join(tree, name)))).toEqual([])
})

test("packages are installed where npm's own note has those of the lock file that are needed", () => {
  const hono = { version: "4.0.0", integrity: "sha512-a" }
  const vite = { version: "8.0.0", dev: true }
  const elsewhere = { version: "1.0.0", optional: true }
  const lockWith = (packages: object) => {
    write("package-lock.json", JSON.stringify({ packages: { "": {}, ...packages } }))
  }
  lockWith({ "node_modules/hono": hono, "node_modules/vite": vite, "node_modules/for-windows": elsewhere })
  expect(isInstalled(tree, { dev: false })).toBe(false)
  write("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/hono": hono } }))
  expect(isInstalled(tree, { dev: false })).toBe(false)
  write("node_modules/hono/package.json", "{}")
  expect(isInstalled(tree, { dev: false })).toBe(true)
  expect(isInstalled(tree, { dev: true })).toBe(false)
  lockWith({ "node_modules/hono": { ...hono, version: "4.0.1" } })
  expect(isInstalled(tree, { dev: false })).toBe(false)
})
