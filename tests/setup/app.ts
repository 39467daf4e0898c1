/** The built product for request tests: HTTP in, HTTP out, on a database of the file's own. */
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type RequestListener, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { readEnvironment } from "#app/platform/env.server.ts"
import { CONNECTIONS, withDatabase } from "./database.ts"

type App = { request(url: string, init?: RequestInit): Response | Promise<Response> }
type ServerModule = {
  createDevelopmentApp(): App
  createApp(build: unknown, parts?: { pages: unknown }): App
  createPublicPageCache(build: unknown): unknown
  createRequestListener(app: App, pages: unknown): RequestListener
  build: unknown
  setEnvironment(settings: unknown): void
  openApplication(url: string): void
  closeApplication(): Promise<void>
  drainEvents(): Promise<number>
  runJob(name: string): Promise<void>
  drainJobs(): Promise<number>
}

export type TestApp = {
  /** Reads a path. */
  get(path: string, options?: { cookie?: string; headers?: Record<string, string> }): Promise<Response>
  /** Sends a form as a browser without scripts does. */
  post(
    path: string,
    fields: Record<string, string | string[]> | FormData,
    options?: { cookie?: string; headers?: Record<string, string> },
  ): Promise<Response>
  /** Sends a body as it is, with a Content-Type of the caller's. */
  send(
    path: string,
    options: { body: BodyInit; cookie?: string; headers: Record<string, string> },
  ): Promise<Response>
  /** Sends any request as it is. */
  request(path: string, init: RequestInit): Promise<Response>
  drainEvents(): Promise<number>
  runJob(name: string): Promise<void>
  /** Replaces the settings that this file added to those of the tests. */
  set(settings: Record<string, string>): void
  /** Listens as the running product does; closed with the file. Returns the origin. */
  listen(): Promise<string>
  /** Does what waits in the queue and is due. */
  drainJobs(): Promise<number>
}

const ORIGIN = "http://localhost:3000"

/**
 * Opens the built product (see bin/test.mjs: it is built before the tests) on a database of this file's own,
 * with `settings` of this file's.
 */
export function withApp(settings: Record<string, string> = {}): TestApp {
  const database = withDatabase()
  const files = mkdtempSync(join(tmpdir(), "baroildang-files-"))
  let serverModule: ServerModule
  let app: ReturnType<ServerModule["createDevelopmentApp"]>
  const set = (added: Record<string, string>) =>
    serverModule.setEnvironment(
      readEnvironment({
        APP_ENV: "test",
        DATA_DIR: files,
        SECRET: "a secret that only tests know, 32+",
        TRUST_PROXY: "1",
        DATABASE_POOL: String(CONNECTIONS),
        ...added,
      }),
    )
  beforeAll(async () => {
    const built = "../../build/server/index.js"
    serverModule = (await import(/* @vite-ignore */ built)) as ServerModule
    set(settings)
    serverModule.openApplication(database.url)
    app = serverModule.createDevelopmentApp()
  })
  // Production takes forms from its public origin alone.
  const origin = (settings.APP_ENV === "production" && settings.PRODUCTION_ORIGIN) || ORIGIN
  const openServers: Server[] = []
  afterAll(async () => {
    for (const server of openServers) server.close().closeAllConnections()
    await serverModule.closeApplication()
    rmSync(files, { recursive: true, force: true })
  })
  return {
    get: async (path, options = {}) =>
      app.request(ORIGIN + path, {
        headers: { ...(options.cookie ? { Cookie: options.cookie } : {}), ...options.headers },
      }),
    post: async (path, fields, options = {}) => {
      const body =
        fields instanceof FormData
          ? fields
          : new URLSearchParams(
              Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
            )
      return app.request(ORIGIN + path, {
        method: "POST",
        body,
        headers: {
          Origin: origin,
          ...(options.cookie ? { Cookie: options.cookie } : {}),
          ...options.headers,
        },
      })
    },
    send: async (path, { body, cookie, headers }) =>
      app.request(ORIGIN + path, {
        method: "POST",
        body,
        duplex: "half",
        headers: { Origin: origin, ...(cookie ? { Cookie: cookie } : {}), ...headers },
      } as RequestInit),
    request: async (path, init) => app.request(ORIGIN + path, init),
    drainEvents: () => serverModule.drainEvents(),
    runJob: (name) => serverModule.runJob(name),
    set,
    listen: () => {
      const pages = serverModule.createPublicPageCache(serverModule.build)
      const server = createServer(
        serverModule.createRequestListener(serverModule.createApp(serverModule.build, { pages }), pages),
      )
      openServers.push(server)
      return new Promise((opened) => {
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          opened(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`)
        })
      })
    },
    drainJobs: () => serverModule.drainJobs(),
  }
}
