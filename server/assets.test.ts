/** Built files are served compressed at once, and smaller as soon as the smaller form is made. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { listCacheSizes } from "../app/platform/cache-sizes.server.ts"
import { loadAssets } from "./assets.ts"

const script = Array.from(
  { length: 4_000 },
  (_, index) => `export const n${index} = ${index ** 3 % 977}`,
).join("\n")
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baroildang-assets-"))
  await writeFile(join(folder, "screen.js"), script)
})
afterAll(() => rm(folder, { recursive: true }))

const countBytes = () => new Map(listCacheSizes()).get("built_files")?.bytes

async function read(assets: Awaited<ReturnType<typeof loadAssets>>, encoding: string) {
  const request = new Request("http://localhost/screen.js", { headers: { "Accept-Encoding": encoding } })
  const response = await assets.respond("/screen.js", request)
  expect(response?.headers.get("Content-Encoding")).toBe(encoding)
  const body = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer())
  expect(Number(response?.headers.get("Content-Length"))).toBe(body.byteLength)
  return body
}

test("brotli: the first answer comes at once, later ones are smaller, all hold the same", async () => {
  const assets = await loadAssets(folder)
  const first = await read(assets, "br")
  expect(brotliDecompressSync(first).toString()).toBe(script)
  const second = await vi.waitFor(async () => {
    const body = await read(assets, "br")
    expect(body.byteLength).toBeLessThan(first.byteLength * 0.95)
    return body
  })
  expect(brotliDecompressSync(second).toString()).toBe(script)
  expect(countBytes()).toBe(script.length + second.byteLength)
})

test("gzip is made once and counted", async () => {
  const assets = await loadAssets(folder)
  expect(countBytes()).toBe(script.length)
  const body = await read(assets, "gzip")
  expect(gunzipSync(body).toString()).toBe(script)
  expect(countBytes()).toBe(script.length + body.byteLength)
})
