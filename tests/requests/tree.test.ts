import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startProduct } from "../setup/started-product.ts"

const ROOT = join(import.meta.dirname, "../..")
const folder = mkdtempSync(join(tmpdir(), "baroildang-copy-"))
const tree = join(folder, "tree")
/** Root may write everywhere: the product is started as somebody who may not. */
const READER = process.getuid?.() === 0 ? 65_534 : undefined

const COPIED = [
  "app",
  "bin",
  "build",
  "db",
  "public",
  "server",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "react-router.config.ts",
]

function setWritable(writable: boolean): void {
  for (const entry of ["", ...readdirSync(tree, { recursive: true, encoding: "utf8" })]) {
    const path = join(tree, entry)
    const info = lstatSync(path)
    if (!info.isSymbolicLink()) chmodSync(path, writable ? info.mode | 0o200 : info.mode & ~0o222)
  }
}

beforeAll(() => {
  chmodSync(folder, 0o755)
  mkdirSync(tree)
  for (const name of COPIED) cpSync(join(ROOT, name), join(tree, name), { recursive: true })
  symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"))
  setWritable(false)
})
afterAll(() => {
  setWritable(true)
  rmSync(folder, { recursive: true, force: true })
})

/** A data folder outside the tree, of whoever starts the product. */
function makeDataFolder(): string {
  const dataDir = mkdtempSync(join(folder, "data-"))
  if (READER) chownSync(dataDir, READER, READER)
  return dataDir
}

test("a copied tree that may not be written to starts with its build", async () => {
  const before = readdirSync(tree)
  const product = await startProduct({ root: tree, dataDir: makeDataFolder(), userId: READER })
  try {
    expect(product.output()).not.toContain("빌드")
    expect((await fetch(`${product.url}/about`)).status).toBe(200)
  } finally {
    await product.stop()
  }
  expect(readdirSync(tree)).toEqual(before)
})

test("without a data folder that may be written to, the setting to change is named", async () => {
  const starting = startProduct({ root: tree, dataDir: join(tree, "data"), userId: READER })
  await expect(starting).rejects.toThrow("DATA_DIR에 쓸 수 있는 폴더를 넣어 주세요")
})

test("a tree that may not be written to and has no build of its sources says what to do", async () => {
  chmodSync(join(tree, "app/routes.ts"), 0o644)
  appendFileSync(join(tree, "app/routes.ts"), "// changed\n")
  const starting = startProduct({ root: tree, dataDir: makeDataFolder(), userId: READER })
  await expect(starting).rejects.toThrow(
    /빌드가 없고, 쓸 수 없는 폴더라서.*build와 node_modules까지 함께 복사/,
  )
})
