import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { startProduct, type StartedProduct } from "../setup/started-product.ts"

const ROOT = join(import.meta.dirname, "../..")
const STARTS = 4
const SOURCES = [
  "app",
  "bin",
  "db",
  "public",
  "server",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "react-router.config.ts",
]
const folder = mkdtempSync(join(tmpdir(), "baroildang-starts-"))
// As root the database runs under another user, who has to pass through.
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** How many of `products` said on the console that they did `what`. */
const countWho = (products: readonly StartedProduct[], what: RegExp) =>
  products.filter((product) => what.test(product.output())).length

test("four that start at once, without a build and a database, make each once", async () => {
  const tree = join(folder, "tree")
  for (const name of SOURCES) cpSync(join(ROOT, name), join(tree, name), { recursive: true })
  symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"))
  const dataDir = join(folder, "data")
  const start = () => startProduct({ root: tree, dataDir })
  const products = await Promise.all(Array.from({ length: STARTS }, start))
  expect(countWho(products, /화면과 서버 빌드/)).toBe(1)
  expect(countWho(products, /내장 PostgreSQL {2}\(/)).toBe(1)
  expect(countWho(products, /데이터베이스 구조 \d+개 적용/)).toBe(1)
  expect(countWho(products, /데이터베이스 구조 최신/)).toBe(STARTS - 1)
  for (const product of products) expect((await fetch(`${product.url}/about`)).status).toBe(200)
  // They go one by one, and the last of them takes the database along.
  for (const [index, product] of products.entries()) {
    expect((await fetch(`${product.url}/search?q=${index}`)).status).toBe(200)
    await product.stop()
  }
  expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false)
})
