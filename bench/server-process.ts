/** One measured server: the product, plain React of the same markup, or a bare "hello". */
import { createServer, type Server } from "node:http"
import { serve as listenWith } from "@hono/node-server"
import { Hono } from "hono"
import { renderToPipeableStream } from "react-dom/server"
import { readFileSync, writeFileSync } from "node:fs"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Session } from "node:inspector/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { toElement, type Markup } from "./markup.ts"

const [, , kind] = process.argv

type Running = { port: number; stop(): Promise<void> }

async function start(): Promise<Running> {
  if (kind === "product") {
    const built = "../build/server/index.js"
    const product = (await import(built)) as {
      readEnvironment(source: Record<string, string | undefined>): unknown
      setEnvironment(settings: unknown): void
      serve(options: { databaseUrl: string; clientFolder: string }): Promise<Running>
    }
    product.setEnvironment(
      product.readEnvironment({
        ...process.env,
        PORT: "0",
        SECRET: "a secret that only the bench knows, 32",
        DATABASE_URL: undefined,
      }),
    )
    return product.serve({
      databaseUrl: process.env.DATABASE_URL ?? "",
      clientFolder: new URL("../build/client", import.meta.url).pathname,
    })
  }
  if (kind === "hello") {
    const app = new Hono().get("*", (c) => c.text("hello"))
    return new Promise((opened) => {
      const server = listenWith({ fetch: app.fetch, port: 0 }, (info) =>
        opened({ port: info.port, stop: () => close(server as Server) }),
      )
    })
  }
  const pages = JSON.parse(readFileSync(process.env.MARKUP ?? "", "utf8")) as Record<string, Markup>
  const server = createServer((request, response) => {
    const page = pages[request.url ?? "/"]
    if (!page) return response.writeHead(404).end()
    const { pipe } = renderToPipeableStream(toElement(page), {
      onShellReady() {
        response.setHeader("Content-Type", "text/html; charset=utf-8")
        pipe(response)
      },
    })
    return undefined
  })
  return new Promise((opened) => {
    server.listen(0, () => {
      const address = server.address()
      opened({ port: typeof address === "object" && address ? address.port : 0, stop: () => close(server) })
    })
  })
}

const close = (server: Server) =>
  new Promise<void>((closed) => {
    server.closeAllConnections()
    server.close(() => closed())
  })

const session = new Session()
async function startProfile(): Promise<void> {
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.setSamplingInterval", { interval: 500 })
  await session.post("Profiler.start")
  process.send?.({ started: true })
}
async function stopProfile(): Promise<void> {
  const { profile } = await session.post("Profiler.stop")
  session.disconnect()
  const file = join(tmpdir(), `baroildang-${process.pid}.cpuprofile`)
  writeFileSync(file, JSON.stringify(profile))
  process.send?.({ file })
}

const running = await start()
process.on("message", (message) => {
  if (message === "profile") void startProfile()
  else if (message === "profile-end") void stopProfile()
  else if (message === "heap") {
    // What nobody holds any more is let go first.
    setFlagsFromString("--expose-gc")
    const collectGarbage = runInNewContext("gc") as () => void
    collectGarbage()
    process.send?.({ heapMb: Math.round(process.memoryUsage().heapUsed / 1_048_576) })
  } else if (message === "usage") {
    const { user, system } = process.cpuUsage()
    process.send?.({
      cpuMs: (user + system) / 1000,
      memoryMb: Math.round(process.memoryUsage().rss / 1_048_576),
    })
  } else {
    void running.stop().then(() => process.exit(0))
  }
})
process.send?.({ port: running.port })
