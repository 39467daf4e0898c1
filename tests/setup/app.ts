/** The built product for request tests: HTTP in, HTTP out, on a database of the file's own. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { readEnvironment } from "#app/platform/env.server.ts"
import { withDatabase } from "./database.ts"

type Product = {
  createApp(build: unknown): { request(url: string, init?: RequestInit): Response | Promise<Response> }
  build: unknown
  setEnvironment(settings: unknown): void
  openProduct(url: string): void
  closeProduct(): Promise<void>
  drainEvents(): Promise<number>
  runJob(name: string): Promise<void>
  drainJobs(): Promise<number>
}

export type TestApp = {
  /** Reads a path. */
  get(path: string, options?: { cookie?: string; headers?: Record<string, string> }): Promise<Response>
  /** Sends a form as a browser without scripts does. */
  post(path: string, fields: Record<string, string | string[]> | FormData, options?: { cookie?: string; headers?: Record<string, string> }): Promise<Response>
  drainEvents(): Promise<number>
  runJob(name: string): Promise<void>
  /** Does what waits in the queue and is due. */
  drainJobs(): Promise<number>
}

const ORIGIN = "http://localhost:3000"

/** Opens the built product (see bin/test.mjs: it is built before the tests) on a database of this file's own. */
export function withApp(): TestApp {
  const own = withDatabase()
  const files = mkdtempSync(join(tmpdir(), "baroildang-files-"))
  let product: Product
  let app: ReturnType<Product["createApp"]>
  beforeAll(async () => {
    const built = "../../build/server/index.js"
    product = (await import(/* @vite-ignore */ built)) as Product
    product.setEnvironment(readEnvironment({ APP_ENV: "test", DATA_DIR: files, SECRET: "a secret that only tests know, 32+", TRUST_PROXY: "1" }))
    product.openProduct(own.url)
    app = product.createApp(product.build)
  })
  afterAll(async () => {
    await product.closeProduct()
    rmSync(files, { recursive: true, force: true })
  })
  return {
    get: async (path, options = {}) => app.request(ORIGIN + path, { headers: { ...(options.cookie ? { Cookie: options.cookie } : {}), ...options.headers } }),
    post: async (path, fields, options = {}) => {
      const body = fields instanceof FormData ? fields : new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])))
      return app.request(ORIGIN + path, {
        method: "POST",
        body,
        headers: { Origin: ORIGIN, ...(options.cookie ? { Cookie: options.cookie } : {}), ...options.headers },
      })
    },
    drainEvents: () => product.drainEvents(),
    runJob: (name) => product.runJob(name),
    drainJobs: () => product.drainJobs(),
  }
}
